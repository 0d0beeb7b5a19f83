/* fts.c: walks trees, one entry at a time.
 *
 * The walk never changes directory (as with FTS_NOCHDIR): fts_accpath is the whole path. When the
 * walk enters a directory, it reads its entries, links them by fts_link, and sorts them if there is
 * an order.
 */
#include <dirent.h>
#include <fts.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "sys.h"

/* An entry with room for its stat and the whole path behind it. */
typedef struct entry {
	FTSENT pub;    /* what the caller sees; must be last but one: fts_name has length 1 */
	char space[0]; /* the rest of the name */
} entry;

static FTSENT *new_entry(const char *name, size_t n)
{
	FTSENT *e = calloc(1, sizeof(entry) + n + 1);
	if (!e)
		return NULL;
	e->fts_statp = calloc(1, sizeof(struct stat));
	if (!e->fts_statp) {
		free(e);
		return NULL;
	}
	/* The name continues in the space after the struct. */
	memcpy((char *)e + offsetof(FTSENT, fts_name), name, n);
	e->fts_namelen = (unsigned short)n;
	e->fts_instr = FTS_NOINSTR;
	return e;
}

static void free_entry(FTSENT *e)
{
	if (!e)
		return;
	free(e->fts_path);
	free(e->fts_statp);
	free(e);
}

static void free_list(FTSENT *list)
{
	while (list) {
		FTSENT *next = list->fts_link;
		free_entry(list);
		list = next;
	}
}

/* Gives an entry its path below its parent's. */
static bool set_path(FTSENT *e, const char *parent)
{
	const char *name = (char *)e + offsetof(FTSENT, fts_name);
	size_t n = parent ? strlen(parent) : 0;
	bool slash = n > 0 && parent[n - 1] != '/';

	e->fts_path = malloc(n + e->fts_namelen + 2);
	if (!e->fts_path)
		return false;
	if (n)
		memcpy(e->fts_path, parent, n);
	if (slash)
		e->fts_path[n++] = '/';
	strcpy(e->fts_path + n, name);
	e->fts_pathlen = (unsigned short)(n + e->fts_namelen);
	e->fts_accpath = e->fts_path;
	return true;
}

static bool is_dot(const FTSENT *e)
{
	const char *name = (const char *)e + offsetof(FTSENT, fts_name);
	return name[0] == '.' && (!name[1] || (name[1] == '.' && !name[2]));
}

/* A directory that is its own ancestor. */
static bool is_cycle(FTSENT *e)
{
	for (FTSENT *up = e->fts_parent; up && up->fts_level >= FTS_ROOTLEVEL; up = up->fts_parent)
		if (up->fts_ino == e->fts_ino && up->fts_dev == e->fts_dev) {
			e->fts_cycle = up;
			return true;
		}
	return false;
}

/* Calls stat for the file; returns the value for fts_info. */
static unsigned short classify(FTS *fts, FTSENT *e, bool follow)
{
	struct stat *st = e->fts_statp;

	if ((fts->fts_options & FTS_LOGICAL) || follow) {
		if (stat(e->fts_accpath, st) < 0) {
			int code = errno;
			if (lstat(e->fts_accpath, st) == 0) {
				errno = 0;
				return FTS_SLNONE;
			}
			e->fts_errno = code;
			memset(st, 0, sizeof *st);
			return FTS_NS;
		}
	} else if (lstat(e->fts_accpath, st) < 0) {
		e->fts_errno = errno;
		memset(st, 0, sizeof *st);
		return FTS_NS;
	}
	e->fts_dev = st->st_dev;
	e->fts_ino = st->st_ino;
	e->fts_nlink = st->st_nlink;
	if (S_ISDIR(st->st_mode)) {
		if (is_dot(e) && e->fts_level > FTS_ROOTLEVEL)
			return FTS_DOT;
		return is_cycle(e) ? FTS_DC : FTS_D;
	}
	return S_ISLNK(st->st_mode) ? FTS_SL : S_ISREG(st->st_mode) ? FTS_F : FTS_DEFAULT;
}

/* Sorts a list by the caller's order. */
static FTSENT *sort_list(FTS *fts, FTSENT *list, size_t n)
{
	FTSENT **array;

	if (!fts->fts_compar || n < 2 || !(array = malloc(n * sizeof *array)))
		return list;
	for (size_t i = 0; i < n; i++, list = list->fts_link)
		array[i] = list;
	qsort(array, n, sizeof *array, fts->fts_compar);
	for (size_t i = 0; i < n; i++)
		array[i]->fts_link = i + 1 < n ? array[i + 1] : NULL;
	list = array[0];
	free(array);
	return list;
}

FTS *fts_open(char *const *paths, int options, int (*order)(const FTSENT **, const FTSENT **))
{
	FTS *fts = calloc(1, sizeof *fts);
	FTSENT *first = NULL, **link = &first;
	size_t n = 0;

	if (!fts || (options & ~FTS_OPTIONMASK)) {
		free(fts);
		errno = EINVAL;
		return NULL;
	}
	fts->fts_options = options | FTS_NOCHDIR;
	fts->fts_compar = (int (*)(const void *, const void *))(void *)order;
	FTSENT *root = new_entry("", 0);
	if (!root)
		goto no_memory;
	root->fts_level = FTS_ROOTPARENTLEVEL;
	fts->fts_cur = root;
	for (; *paths; paths++, n++) {
		if (!**paths) {
			errno = ENOENT;
			goto failed;
		}
		FTSENT *e = new_entry(*paths, strlen(*paths));
		if (!e)
			goto no_memory;
		*link = e;
		link = &e->fts_link;
		e->fts_level = FTS_ROOTLEVEL;
		e->fts_parent = root;
		if (!set_path(e, NULL))
			goto no_memory;
		e->fts_info = classify(fts, e, options & FTS_COMFOLLOW);
		if (e->fts_info == FTS_DOT)
			e->fts_info = FTS_D;
	}
	/* The walk begins before the first of them. */
	root->fts_link = sort_list(fts, first, n);
	root->fts_info = FTS_INIT;
	return fts;
no_memory:
	errno = ENOMEM;
failed:
	free_list(first);
	free_entry(fts->fts_cur);
	free(fts);
	return NULL;
}

/* Reads a directory into a list. NULL with fts_info FTS_DNR when it cannot be read. */
static FTSENT *read_dir(FTS *fts, FTSENT *dir)
{
	DIR *d = opendir(dir->fts_accpath);
	FTSENT *list = NULL, **link = &list;
	struct dirent *entry;
	size_t n = 0;

	if (!d) {
		dir->fts_info = FTS_DNR;
		dir->fts_errno = errno;
		return NULL;
	}
	while ((entry = readdir(d))) {
		const char *name = entry->d_name;
		if (!(fts->fts_options & FTS_SEEDOT) && (strcmp(name, ".") == 0 || strcmp(name, "..") == 0))
			continue;
		FTSENT *e = new_entry(name, strlen(name));
		if (!e || !set_path(e, dir->fts_path)) {
			free_entry(e);
			break;
		}
		e->fts_level = (short)(dir->fts_level + 1);
		e->fts_parent = dir;
		e->fts_info = classify(fts, e, false);
		*link = e;
		link = &e->fts_link;
		n++;
	}
	closedir(d);
	return sort_list(fts, list, n);
}

/* Makes an entry the current one, after any instruction for it. */
static FTSENT *arrive(FTS *fts, FTSENT *e)
{
	fts->fts_cur = e;
	if (e->fts_instr == FTS_FOLLOW) {
		e->fts_info = classify(fts, e, true);
		e->fts_instr = FTS_NOINSTR;
	}
	if (e->fts_level == FTS_ROOTLEVEL) {
		/* The name of a path given to fts_open is the part after the last slash. */
		char *name = (char *)e + offsetof(FTSENT, fts_name), *slash = strrchr(name, '/');
		if (slash && (slash != name || slash[1])) {
			memmove(name, slash + 1, strlen(slash + 1) + 1);
			e->fts_namelen = (unsigned short)strlen(name);
		}
		fts->fts_dev = e->fts_dev;
	}
	return e;
}

/* Goes on from an entry that is done: to its next sibling, or up. */
static FTSENT *move_on(FTS *fts, FTSENT *e)
{
	FTSENT *next = e->fts_link, *parent = e->fts_parent;

	while (next && next->fts_instr == FTS_SKIP) {
		e->fts_link = next->fts_link;
		free_entry(next);
		next = e->fts_link;
	}
	if (next) {
		free_entry(e);
		return arrive(fts, next);
	}
	free_entry(e);
	if (parent->fts_level == FTS_ROOTPARENTLEVEL) {
		fts->fts_cur = NULL;
		free_entry(parent);
		errno = 0;
		return NULL;
	}
	fts->fts_cur = parent;
	parent->fts_info = parent->fts_errno ? FTS_ERR : FTS_DP;
	return parent;
}

/* Enters a directory seen in preorder. */
static FTSENT *descend(FTS *fts, FTSENT *dir)
{
	bool stay = dir->fts_instr == FTS_SKIP ||
				((fts->fts_options & FTS_XDEV) && dir->fts_dev != fts->fts_dev);

	dir->fts_instr = FTS_NOINSTR;
	FTSENT *list = fts->fts_child;
	fts->fts_child = NULL;
	if (stay) {
		free_list(list);
		dir->fts_info = FTS_DP;
		return dir;
	}
	if (!list)
		list = read_dir(fts, dir);
	if (!list) {
		/* Unreadable directories are returned a second time as such, empty ones in postorder. */
		if (dir->fts_info != FTS_DNR)
			dir->fts_info = FTS_DP;
		return dir;
	}
	return arrive(fts, list);
}

FTSENT *fts_read(FTS *fts)
{
	FTSENT *e = fts->fts_cur;

	if (!e)
		return NULL;
	if (e->fts_instr == FTS_AGAIN) {
		e->fts_instr = FTS_NOINSTR;
		e->fts_info = classify(fts, e, false);
		return e;
	}
	if (e->fts_instr == FTS_FOLLOW && (e->fts_info == FTS_SL || e->fts_info == FTS_SLNONE)) {
		e->fts_instr = FTS_NOINSTR;
		e->fts_info = classify(fts, e, true);
		return e;
	}
	if (e->fts_info == FTS_INIT) {
		FTSENT *first = e->fts_link;
		e->fts_link = NULL;
		if (!first) {
			fts->fts_cur = NULL;
			free_entry(e);
			return NULL;
		}
		return arrive(fts, first);
	}
	if (e->fts_info == FTS_D)
		return descend(fts, e);
	return move_on(fts, e);
}

/* The entries of the current directory, before the walk enters it. */
FTSENT *fts_children(FTS *fts, int options)
{
	FTSENT *e = fts->fts_cur;

	if (options != 0 && options != FTS_NAMEONLY) {
		errno = EINVAL;
		return NULL;
	}
	errno = 0;
	if (!e)
		return NULL;
	if (e->fts_info == FTS_INIT)
		return e->fts_link;
	if (e->fts_info != FTS_D)
		return NULL;
	free_list(fts->fts_child);
	fts->fts_child = read_dir(fts, e);
	if (e->fts_info == FTS_DNR)
		e->fts_info = FTS_D;
	return fts->fts_child;
}

int fts_set(FTS *fts, FTSENT *e, int instruction)
{
	if (instruction && instruction != FTS_AGAIN && instruction != FTS_FOLLOW &&
		instruction != FTS_NOINSTR && instruction != FTS_SKIP) {
		errno = EINVAL;
		return 1;
	}
	e->fts_instr = (unsigned short)instruction;
	return 0;
}

int fts_close(FTS *fts)
{
	FTSENT *e = fts->fts_cur;

	free_list(fts->fts_child);
	while (e) {
		FTSENT *parent = e->fts_parent;
		free_list(e->fts_link);
		e->fts_link = NULL;
		free_entry(e);
		e = parent;
	}
	free(fts);
	return 0;
}

FTS64 *ALIAS_AS(fts_open, fts64_open)(char *const *, int,
									  int (*)(const FTSENT64 **, const FTSENT64 **));
FTSENT64 *ALIAS_AS(fts_read, fts64_read)(FTS64 *);
FTSENT64 *ALIAS_AS(fts_children, fts64_children)(FTS64 *, int);
int ALIAS_AS(fts_set, fts64_set)(FTS64 *, FTSENT64 *, int);
int ALIAS_AS(fts_close, fts64_close)(FTS64 *);

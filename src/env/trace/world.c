/* world.c: tracks descriptors, paths and keys along a sequence of calls. */
#include "env/trace/world.h"
#include "env/trace/decode.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/syscall.h>

/* Descriptors and working directory of a process; its threads share them. */
typedef struct Files {
	VEC(u32) object; /* by number; 0: closed */
	VEC(u8) cloexec; /* by number */
	VEC(u8) closing; /* by number: assigned again before its close was seen */
	char *cwd;
	u32 uid;   /* effective user id that the program has set; UINT32_MAX: not set */
	u32 users; /* number of tasks */
} Files;

struct World {
	VEC(WorldObject) objects; /* index 0 is no object */
	VEC(Files *) tasks;       /* by task; NULL: not started, or ended */
	StrMap path_ids;
	VEC(char *) paths;    /* index 0 is no path */
	VEC(u32) path_parent; /* by path */
	VEC(u64) path_alias;  /* by path: key in place of a generated name; 0: the name is the key */
	IntMap pids;          /* of the tasks */
	VEC(CallUse) uses;    /* of a trace's calls */
};

World *world_new(void)
{
	World *w = xcalloc(1, sizeof *w);
	vec_push(&w->objects, (WorldObject){0});
	vec_push(&w->paths, xstrdup(""));
	vec_push(&w->path_parent, 0);
	vec_push(&w->path_alias, 0);
	Files *first = xcalloc(1, sizeof *first);
	first->users = 1;
	first->uid = UINT32_MAX;
	first->cwd = xstrdup("/");
	vec_push(&w->tasks, first);
	return w;
}

static void files_drop(World *w, Files *f, u32 call);

void env_world_free(World *w)
{
	for (size_t i = 0; i < w->tasks.len; i++)
		if (w->tasks.at[i])
			files_drop(w, w->tasks.at[i], 0);
	for (size_t i = 0; i < w->objects.len; i++)
		free(w->objects.at[i].name);
	for (size_t i = 0; i < w->paths.len; i++)
		free(w->paths.at[i]);
	vec_free(&w->tasks);
	vec_free(&w->objects);
	vec_free(&w->paths);
	vec_free(&w->path_parent);
	vec_free(&w->path_alias);
	intmap_free(&w->pids);
	vec_free(&w->uses);
	strmap_free(&w->path_ids);
	free(w);
}

/* ---- paths ---- */

void path_resolve(const char *dir, const char *path, Buf *out)
{
	Buf whole = {0};
	if (*path != '/')
		buf_addf(&whole, "%s/", dir);
	buf_adds(&whole, path);
	size_t start = out->len;
	for (const char *p = buf_str(&whole); *p;) {
		p += strspn(p, "/");
		size_t n = strcspn(p, "/");
		if (n == 2 && !memcmp(p, "..", 2)) {
			while (out->len > start && out->at[out->len - 1] != '/')
				out->len--;
			out->len -= out->len > start;
		} else if (n && !(n == 1 && *p == '.')) {
			buf_addc(out, '/');
			buf_add(out, p, n);
		}
		p += n;
	}
	if (out->len == start)
		buf_addc(out, '/');
	out->at[out->len] = 0;
	buf_free(&whole);
}

static u32 path_id(World *w, const char *path)
{
	u32 id;
	if (strmap_get(&w->path_ids, path, &id))
		return id;
	const char *slash = strrchr(path, '/');
	u32 parent = 0;
	if (slash && slash[1]) {
		char *dir = slash == path ? xstrdup("/") : xstrndup(path, (size_t)(slash - path));
		parent = path_id(w, dir);
		free(dir);
	}
	id = (u32)w->paths.len;
	vec_push(&w->paths, xstrdup(path));
	vec_push(&w->path_parent, parent);
	vec_push(&w->path_alias, 0);
	strmap_put(&w->path_ids, path, id);
	return id;
}

/* ---- descriptors ---- */

static Files *files_of(World *w, u32 task)
{
	return task < w->tasks.len && w->tasks.at[task] ? w->tasks.at[task] : w->tasks.at[0];
}

static u32 object_of(World *w, u32 task, i64 fd)
{
	Files *f = files_of(w, task);
	return f && fd >= 0 && (u64)fd < f->object.len ? f->object.at[fd] : 0;
}

static void drop_ref(World *w, u32 object, u32 call)
{
	WorldObject *o = &w->objects.at[object];
	if (object && o->refs && --o->refs == 0)
		o->death = call;
}

static void fd_close(World *w, Files *f, i64 fd, u32 call)
{
	if (fd < 0 || (u64)fd >= f->object.len || !f->object.at[fd])
		return;
	drop_ref(w, f->object.at[fd], call);
	f->object.at[fd] = 0;
}

static void fd_open(World *w, Files *f, i64 fd, u32 object, bool cloexec, bool given, u32 call)
{
	enum { MAX_FD = 1 << 20 }; /* a trace may contain any number */
	if (fd < 0 || fd >= MAX_FD || !object)
		return;
	while (f->object.len <= (u64)fd) {
		vec_push(&f->object, 0);
		vec_push(&f->cloexec, 0);
		vec_push(&f->closing, 0);
	}
	/* With threads, a number may be seen again before the close that freed it returns. */
	if (given && f->users > 1 && f->object.at[fd])
		f->closing.at[fd]++;
	w->objects.at[object].refs++;
	fd_close(w, f, fd, call);
	f->object.at[fd] = object;
	f->cloexec.at[fd] = cloexec;
}

static void files_drop(World *w, Files *f, u32 call)
{
	if (--f->users)
		return;
	for (size_t fd = 0; fd < f->object.len; fd++)
		fd_close(w, f, (i64)fd, call);
	vec_free(&f->object);
	vec_free(&f->cloexec);
	vec_free(&f->closing);
	free(f->cwd);
	free(f);
}

static u32 new_object(World *w, const char *name, u32 path, u32 maker)
{
	WorldObject o = {.name = xstrdup(name), .path = path, .maker = maker, .death = UINT32_MAX};
	vec_push(&w->objects, o);
	return (u32)w->objects.len - 1;
}

/* ---- keys ---- */

/* Keys are numbers of sequences of parts. All worlds of the process share them, so that equal keys
 * mean the same in each. */
static KeyMap steps; /* kind of the next part, key so far, part -> key */
static KeyMap texts; /* texts -> their numbers */

typedef enum KeyPart {
	PART_INHERITED, /* the first: a descriptor that was open at the start */
	PART_CALL,      /* the first: the number of a call */
	PART_ALIAS,     /* the first: a name that was generated */
	PART_NUMBER,
	PART_TEXT,
	PART_PID, /* a process number of the program itself */
	PART_KEY, /* of an object, or of a generated name */
} KeyPart;

static u64 with_part(u64 key, KeyPart kind, u64 part)
{
	return keymap_number(&steps, KEY(kind, key, part));
}

static u64 with_text(u64 key, const char *text, size_t n)
{
	return with_part(key, PART_TEXT, keymap_number(&texts, (Key){text, n}));
}

u64 inherited_key(int fd)
{
	return with_part(0, PART_INHERITED, (u64)fd);
}

void world_inherit(World *w, int fd, const char *name)
{
	static const char *const standard[] = {"standard input", "standard output", "standard error"};
	bool unnamed = *name != '/' && fd >= 0 && fd < 3;
	u32 id = new_object(w, unnamed ? standard[fd] : name, *name == '/' ? path_id(w, name) : 0, 0);
	w->objects.at[id].inherited = true;
	w->objects.at[id].key = inherited_key(fd);
	fd_open(w, w->tasks.at[0], fd, id, false, false, 0);
}

void world_set_cwd(World *w, u32 task, const char *path)
{
	Files *f = files_of(w, task);
	char *copy = xstrdup(path);
	free(f->cwd);
	f->cwd = copy;
}

static bool world_knows_task(const World *w, u32 task)
{
	return task < w->tasks.len && w->tasks.at[task];
}

void world_task(World *w, u32 task, u32 parent, bool thread)
{
	while (w->tasks.len <= task)
		vec_push(&w->tasks, NULL);
	if (w->tasks.at[task])
		return;
	Files *from = files_of(w, parent);
	if (thread) {
		from->users++;
		w->tasks.at[task] = from;
		return;
	}
	Files *f = xcalloc(1, sizeof *f);
	f->users = 1;
	f->cwd = xstrdup(from->cwd);
	f->uid = from->uid;
	for (size_t fd = 0; fd < from->object.len; fd++)
		fd_open(w, f, (i64)fd, from->object.at[fd], from->cloexec.at[fd], false, 0);
	w->tasks.at[task] = f;
}

/* ---- the objects and paths of a call ---- */

static void use_object(World *w, const TraceCall *c, CallUse *use, i64 fd)
{
	u32 id = object_of(w, c->task, fd);
	if (!id || use->n_objects == USE_MAX)
		return;
	use->fds[use->n_objects] = (i32)fd;
	use->objects[use->n_objects++] = id;
}

static void use_path(CallUse *use, u32 path, u8 how)
{
	if (path && use->n_paths < countof(use->paths)) {
		use->path_use[use->n_paths] = how;
		use->paths[use->n_paths++] = path;
	}
}

static u64 open_flags(const TraceCall *c)
{
	if (c->nr == SYS_openat)
		return c->args[2];
	return c->nr == SYS_open ? c->args[1] : 0;
}

static bool opens_for_writing(const TraceCall *c)
{
	u64 flags = open_flags(c);
	return c->nr == SYS_creat || (flags & O_ACCMODE) != O_RDONLY || flags & (O_CREAT | O_TRUNC);
}

/* True if the call creates the name, so that nothing need exist before. Of two names, it creates
 * the second. */
static bool makes_name(i32 nr, bool second)
{
	switch (nr) {
	case SYS_mkdir:
	case SYS_mkdirat:
	case SYS_mknod:
	case SYS_mknodat:
	case SYS_symlink:
	case SYS_symlinkat: return true;
	case SYS_rename:
	case SYS_renameat:
	case SYS_renameat2:
	case SYS_link:
	case SYS_linkat: return second;
	default: return false;
	}
}

/* ---- names that differ by nature ---- */

void world_pid(World *w, u32 pid)
{
	if (pid) /* a trace may lack it */
		intmap_put(&w->pids, pid, 1);
}

/* Adds a text without the numbers of the program's own processes. */
static u64 with_name(const World *w, u64 key, const char *text)
{
	enum { SHORT = 3 }; /* digits; shorter numbers are too common to be recognised as pids */
	for (const char *p = text; *p;) {
		size_t digits = strspn(p, "0123456789"), n = digits ? digits : 1;
		u64 known;
		bool pid =
			digits >= SHORT && digits < 10 && intmap_get(&w->pids, strtoul(p, NULL, 10), &known);
		key = pid ? with_part(key, PART_PID, 0) : with_text(key, p, n);
		p += n;
	}
	return key;
}

/* True if the name contains six characters in a row that look random: letters of both cases, or
 * with digits. */
static bool is_made_up(const char *name)
{
	enum { RUN = 6 };
	for (; *name; name++) {
		int upper = 0, lower = 0, digit = 0, n = 0;
		for (; n < RUN; n++) {
			char c = name[n];
			upper += c >= 'A' && c <= 'Z';
			lower += c >= 'a' && c <= 'z';
			digit += c >= '0' && c <= '9';
			if (upper + lower + digit != n + 1 && c != '_')
				break;
		}
		if (n == RUN && (upper > 0) + (lower > 0) + (digit > 0) >= 2)
			return true;
	}
	return false;
}

/* Remembers a file or directory that must not exist before and has a generated name: later uses get
 * the same key. */
static void learn_alias(World *w, const TraceCall *c, u32 path)
{
	u64 flags = open_flags(c);
	bool makes = (flags & (O_CREAT | O_EXCL)) == (O_CREAT | O_EXCL) || c->nr == SYS_mkdir ||
				 c->nr == SYS_mkdirat;
	const char *name = w->paths.at[path], *slash = strrchr(name, '/');
	if (makes && slash && is_made_up(slash + 1))
		w->path_alias.at[path] =
			with_name(w, with_part(0, PART_ALIAS, 0), w->paths.at[w->path_parent.at[path]]);
}

/* Adds the key of a name: the name as given, unless it or a directory above it was generated. */
static u64 with_path(const World *w, u64 key, const char *text, u32 path)
{
	for (u32 p = path; p; p = w->path_parent.at[p])
		if (w->path_alias.at[p])
			return with_name(w, with_part(key, PART_KEY, w->path_alias.at[p]),
							 w->paths.at[path] + strlen(w->paths.at[p]));
	return with_name(w, key, text);
}

static u64 describe_path(World *w, const TraceCall *c, CallUse *use, int arg, i64 dirfd, u64 key)
{
	const char *text = call_text(c, arg);
	const Files *f = files_of(w, c->task);
	if (!text) {
		/* An empty name with AT_EMPTY_PATH: the descriptor itself. */
		use_object(w, c, use, dirfd);
		return with_part(key, PART_KEY, w->objects.at[object_of(w, c->task, dirfd)].key);
	}
	u32 dir = dirfd == AT_FDCWD ? 0 : object_of(w, c->task, dirfd);
	Buf whole = {0};
	path_resolve(dir && w->objects.at[dir].path ? w->paths.at[w->objects.at[dir].path] : f->cwd,
				 text, &whole);
	u8 class = call_spec(c->nr)->class;
	u8 how = PATH_USED;
	if (class == CLASS_PATH)
		how = makes_name(c->nr, use->n_paths > 0) ? PATH_CHANGED : PATH_USED | PATH_CHANGED;
	else if (class == CLASS_FDNEW && opens_for_writing(c))
		how = PATH_USED | PATH_CHANGED;
	u32 path = path_id(w, whole.at);
	use_path(use, path, how);
	learn_alias(w, c, path);
	buf_free(&whole);
	/* Two runs agree on the text, not on their working directories. */
	if (dir && *text != '/')
		key = with_part(key, PART_KEY, w->objects.at[dir].key);
	return with_path(w, key, text, path);
}

static u64 describe_address(World *w, const TraceCall *c, CallUse *use, int arg, u64 key)
{
	const TraceData *d = call_data(c, arg, 0, DATA_IN);
	if (!d)
		return key;
	Buf text = {0};
	buf_adds(&text, "addr:");
	address_format(&text, d->at, d->len);
	bool own = c->nr == SYS_bind;
	use_path(use, path_id(w, text.at), own ? PATH_CHANGED : PATH_USED);
	/* Ports that the kernel assigns differ in each run. */
	char *colon = address_port(d->at, d->len) >= FIRST_GIVEN_PORT ? strrchr(text.at, ':') : NULL;
	if (colon)
		*colon = 0;
	key = with_text(key, text.at, strlen(text.at));
	buf_free(&text);
	return key;
}

static void describe_poll(World *w, const TraceCall *c, CallUse *use, int arg)
{
	const TraceData *d = call_data(c, arg, 0, DATA_IN);
	for (u32 i = 0; d && i + 8 <= d->len; i += 8) {
		i32 fd;
		memcpy(&fd, d->at + i, 4);
		use_object(w, c, use, fd);
	}
}

/* Adds the descriptors in a set of select. */
static void describe_set(World *w, const TraceCall *c, CallUse *use, int arg)
{
	const TraceData *d = call_data(c, arg, 0, DATA_IN);
	for (u32 fd = 0; d && fd < 8 * d->len; fd++)
		if (d->at[fd / 8] >> fd % 8 & 1)
			use_object(w, c, use, (i32)fd);
}

static u64 describe_argument(World *w, const TraceCall *c, CallUse *use, int arg, u16 spec, u64 key)
{
	bool plain = call_spec(c->nr)->class != CLASS_ALWAYS;
	u16 before = arg ? call_spec(c->nr)->args[arg - 1] : ARG_NONE;
	u32 object;
	switch (ARG_KIND(spec)) {
	case ARG_FD:
		if (c->nr == SYS_mmap && c->args[3] & MAP_ANONYMOUS)
			return key;
		use_object(w, c, use, (i32)c->args[arg]);
		object = object_of(w, c->task, (i32)c->args[arg]);
		/* What is copied depends on the source; the target may have been opened in another way. */
		if ((c->nr == SYS_copy_file_range && arg == 2) || (c->nr == SYS_sendfile && arg == 0))
			return key;
		return with_part(key, PART_KEY, w->objects.at[object].key);
	case ARG_PATH:
		return describe_path(w, c, use, arg,
							 ARG_KIND(before) == ARG_DIRFD ? (i32)c->args[arg - 1] : AT_FDCWD, key);
	case ARG_STRING: {
		const char *text = call_text(c, arg);
		return text ? with_text(key, text, strlen(text)) : key;
	}
	case ARG_ADDR_IN: return describe_address(w, c, use, arg, key);
	case ARG_POLL: describe_poll(w, c, use, arg); return key;
	case ARG_FDSET: describe_set(w, c, use, arg); return key;
	case ARG_INT:
	case ARG_FLAGS:
	case ARG_MODE:
	case ARG_OFFSET: return plain ? with_part(key, PART_NUMBER, c->args[arg]) : key;
	default: return key;
	}
}

/* Calls that change the file behind a descriptor, and calls that read the names in a directory. */
static u8 effect_on_file(i32 nr)
{
	switch (nr) {
	case SYS_write:
	case SYS_pwrite64:
	case SYS_writev:
	case SYS_pwritev:
	case SYS_pwritev2:
	case SYS_ftruncate:
	case SYS_fallocate:
	case SYS_fchmod:
	case SYS_fchown:
	case SYS_fsetxattr:
	case SYS_fremovexattr:
	case SYS_sendfile:
	case SYS_copy_file_range:
	case SYS_splice:
	case SYS_listen: return PATH_CHANGED;
	case SYS_getdents:
	case SYS_getdents64: return PATH_LISTED;
	default: return 0;
	}
}

/* True if the call only reads from its n-th object. */
static bool is_copied_from(i32 nr, u8 n)
{
	if (nr == SYS_copy_file_range || nr == SYS_splice)
		return n == 0;
	return nr == SYS_sendfile && n == 1;
}

void world_describe(World *w, const TraceCall *c, CallUse *use)
{
	*use = (CallUse){.uid = files_of(w, c->task)->uid};
	u64 key = with_part(0, PART_CALL, (u64)c->nr | (u64)(c->flags & CALL_COMPAT) << 32);
	const CallSpec *spec = call_spec(c->flags & CALL_COMPAT ? -1 : c->nr);
	if (spec->class != CLASS_UNKNOWN)
		for (int i = 0; i < 6 && ARG_KIND(spec->args[i]) != ARG_NONE; i++)
			key = describe_argument(w, c, use, i, spec->args[i], key);
	u8 effect = effect_on_file(c->nr);
	for (u8 i = 0; effect && i < use->n_objects; i++)
		use_path(use, w->objects.at[use->objects[i]].path,
				 is_copied_from(c->nr, i) ? PATH_USED : effect);
	use->key = key;
}

/* ---- the effects of a call ---- */

bool call_cloexec(const TraceCall *c)
{
	static const struct {
		u16 nr;
		u8 flags_arg;
	} makers[] = {{SYS_openat, 2},        {SYS_open, 1},       {SYS_pipe2, 1},
				  {SYS_socket, 1},        {SYS_socketpair, 1}, {SYS_accept4, 3},
				  {SYS_epoll_create1, 0}, {SYS_eventfd2, 1},   {SYS_timerfd_create, 1},
				  {SYS_signalfd4, 3},     {SYS_dup3, 2},       {SYS_inotify_init1, 0}};
	/* All these calls use the same bit for it. */
	for (size_t i = 0; i < countof(makers); i++)
		if (makers[i].nr == c->nr)
			return c->args[makers[i].flags_arg] & O_CLOEXEC;
	if (c->nr == SYS_memfd_create)
		return c->args[1] & 1;
	return c->nr == SYS_fcntl && c->args[1] == F_DUPFD_CLOEXEC;
}

static void make_object(World *w, const TraceCall *c, u32 index, CallUse *use)
{
	Files *f = files_of(w, c->task);
	const TraceData *pair = NULL;
	if (c->nr == SYS_pipe || c->nr == SYS_pipe2)
		pair = call_data(c, 0, 0, DATA_OUT);
	else if (c->nr == SYS_socketpair)
		pair = call_data(c, 3, 0, DATA_OUT);
	if (is_error(c->ret))
		return;
	int path_arg = call_find_arg(call_spec(c->nr), ARG_PATH);
	const TraceData *real = path_arg >= 0 ? call_data(c, path_arg, SUB_REALPATH, DATA_OUT) : NULL;
	u32 path = path_arg >= 0 && use->n_paths ? use->paths[0] : 0;
	Buf name = {0};
	if (path)
		buf_adds(&name, w->paths.at[path]);
	else if (real)
		buf_adds(&name, (const char *)real->at);
	else
		buf_adds(&name, c->nr == SYS_pipe2 ? "pipe" : call_name(c->nr));
	u32 id = new_object(w, name.at, path, index);
	buf_free(&name);
	w->objects.at[id].writable = opens_for_writing(c);
	w->objects.at[id].key = use->key;
	use->made = id;
	bool cloexec = call_cloexec(c);
	if (!pair) {
		fd_open(w, f, c->ret, id, cloexec, true, index);
		return;
	}
	i32 fds[2] = {-1, -1};
	memcpy(fds, pair->at, pair->len < 8 ? pair->len : 8);
	fd_open(w, f, fds[0], id, cloexec, true, index);
	fd_open(w, f, fds[1], id, cloexec, true, index);
}

static void apply_close_class(World *w, const TraceCall *c, u32 index)
{
	Files *f = files_of(w, c->task);
	u32 object = object_of(w, c->task, (i32)c->args[0]);
	if (is_error(c->ret))
		return;
	switch (c->nr) {
	case SYS_close:
		if (c->args[0] < f->closing.len && f->closing.at[c->args[0]])
			f->closing.at[c->args[0]]--; /* its number was assigned again already */
		else
			fd_close(w, f, (i32)c->args[0], index);
		break;
	case SYS_close_range:
		for (u64 fd = (u32)c->args[0]; fd < f->object.len && fd <= (u32)c->args[1]; fd++) {
			if (c->args[2] & 4) /* CLOSE_RANGE_CLOEXEC */
				f->cloexec.at[fd] = true;
			else
				fd_close(w, f, (i64)fd, index);
		}
		break;
	case SYS_dup: fd_open(w, f, c->ret, object, false, true, index); break;
	case SYS_dup2: fd_open(w, f, c->ret, object, false, false, index); break;
	case SYS_dup3: fd_open(w, f, c->ret, object, c->args[2] & O_CLOEXEC, false, index); break;
	case SYS_fcntl:
		if (c->args[1] == F_DUPFD || c->args[1] == F_DUPFD_CLOEXEC)
			fd_open(w, f, c->ret, object, c->args[1] == F_DUPFD_CLOEXEC, true, index);
		else if (c->args[1] == F_SETFD && object)
			f->cloexec.at[(i32)c->args[0]] = c->args[2] & FD_CLOEXEC;
		break;
	default: break;
	}
}

static void apply_state(World *w, const TraceCall *c, const CallUse *use)
{
	if (is_error(c->ret))
		return;
	if (c->nr == SYS_setuid)
		files_of(w, c->task)->uid = (u32)c->args[0];
	else if ((c->nr == SYS_setreuid || c->nr == SYS_setresuid) && (u32)c->args[1] != UINT32_MAX)
		files_of(w, c->task)->uid = (u32)c->args[1];
	if (c->nr == SYS_chdir && use->n_paths)
		world_set_cwd(w, c->task, w->paths.at[use->paths[0]]);
	else if (c->nr == SYS_fchdir && use->n_objects && w->objects.at[use->objects[0]].path)
		world_set_cwd(w, c->task, w->paths.at[w->objects.at[use->objects[0]].path]);
}

/* Names a socket by the address to which it was bound or connected. */
static void name_socket(World *w, const TraceCall *c, const CallUse *use)
{
	if ((c->nr != SYS_bind && c->nr != SYS_connect) || !use->n_objects || !use->n_paths)
		return;
	WorldObject *o = &w->objects.at[use->objects[0]];
	free(o->name);
	o->name = xstrdup(w->paths.at[use->paths[0]] + strlen("addr:"));
	o->path = use->paths[0];
}

void world_apply(World *w, const TraceCall *c, u32 index, CallUse *use)
{
	Files *f = files_of(w, c->task);
	if (c->flags & CALL_COMPAT)
		return;
	switch (call_spec(c->nr)->class) {
	case CLASS_FDNEW:
		if (!(c->flags & CALL_UNFINISHED))
			make_object(w, c, index, use);
		break;
	case CLASS_CLOSE: apply_close_class(w, c, index); break;
	case CLASS_STATE: apply_state(w, c, use); break;
	case CLASS_FDOP: name_socket(w, c, use); break;
	case CLASS_EXEC:
		for (size_t fd = 0; c->ret == 0 && fd < f->object.len; fd++)
			if (f->cloexec.at[fd])
				fd_close(w, f, (i64)fd, index);
		break;
	default: break;
	}
	if ((c->nr == SYS_exit || c->nr == SYS_exit_group) && world_knows_task(w, c->task) && c->task) {
		files_drop(w, w->tasks.at[c->task], index);
		w->tasks.at[c->task] = NULL;
	}
}

bool same_command(const TraceCall *a, const TraceCall *b)
{
	if (a->nr != b->nr)
		return false;
	for (u32 i = 0; i < a->n_data || i < b->n_data; i++) {
		const TraceData *x = i < a->n_data && a->data[i].dir == DATA_IN ? &a->data[i] : NULL;
		const TraceData *y = i < b->n_data && b->data[i].dir == DATA_IN ? &b->data[i] : NULL;
		if (!x && !y)
			break;
		if (!x || !y || x->len != y->len || memcmp(x->at, y->at, x->len) != 0)
			return false;
	}
	return true;
}

/* ---- whole traces ---- */

static void begin_head(World *w, const Trace *t)
{
	for (u32 i = 0; i < t->head; i++) {
		const TraceCall *c = &t->calls.at[i];
		const TraceData *d = call_data(c, c->nr == PSEUDO_FDS, 0, DATA_OUT);
		if (c->nr == PSEUDO_CWD && d)
			world_set_cwd(w, 0, (const char *)d->at);
		else if (c->nr == PSEUDO_FDS && d && c->args[0] < 65536)
			world_inherit(w, (int)c->args[0], (const char *)d->at);
	}
}

/* The child's descriptors are copied at the first event: the call that created it returns, or the
 * child makes a call. */
static void begin_tasks(World *w, const Trace *t, const TraceCall *c)
{
	u32 id = c->task;
	if (!world_knows_task(w, id))
		world_task(w, id, t->tasks.at[id].parent, t->tasks.at[id].thread);
	if (c->nr != SYS_clone && c->nr != SYS_clone3 && c->nr != SYS_fork && c->nr != SYS_vfork)
		return;
	for (u32 k = id + 1; k < t->tasks.len && c->ret > 0; k++)
		if (t->tasks.at[k].pid == (u64)c->ret && t->tasks.at[k].parent == id &&
			!world_knows_task(w, k))
			world_task(w, k, id, t->tasks.at[k].thread);
}

World *world_of_trace(const Trace *t)
{
	World *w = world_new();
	begin_head(w, t);
	for (u32 i = 0; i < t->tasks.len; i++)
		world_pid(w, t->tasks.at[i].pid);
	vec_reserve(&w->uses, t->calls.len);
	for (u32 i = 0; i < t->calls.len; i++) {
		const TraceCall *c = &t->calls.at[i];
		CallUse use = {.uid = UINT32_MAX};
		if (c->nr < PSEUDO) {
			begin_tasks(w, t, c);
			world_describe(w, c, &use);
			world_apply(w, c, i, &use);
		}
		vec_push(&w->uses, use);
	}
	return w;
}

const CallUse *world_use(const World *w, u32 call)
{
	return &w->uses.at[call];
}

const WorldObject *world_object(const World *w, u32 id)
{
	return &w->objects.at[id];
}

u32 world_object_count(const World *w)
{
	return (u32)w->objects.len;
}

const char *world_path(const World *w, u32 id)
{
	return w->paths.at[id];
}

u32 world_path_count(const World *w)
{
	return (u32)w->paths.len;
}

u32 world_path_parent(const World *w, u32 id)
{
	return w->path_parent.at[id];
}

const char *world_fd_name(void *world, u32 call, int fd)
{
	const World *w = world;
	if (call >= w->uses.len)
		return NULL;
	const CallUse *use = &w->uses.at[call];
	for (u8 i = 0; i < use->n_objects; i++)
		if (use->fds[i] == fd)
			return w->objects.at[use->objects[i]].name;
	return NULL;
}

/* names.c: matches files, functions and globals of OLD and NEW by name. */
#include "versions/changes/impl.h"

/* ---- files ---- */

/* How many path components two names share at their ends. */
static u32 common_tail(const char *a, const char *b)
{
	size_t x = strlen(a), y = strlen(b);
	u32 n = 0;
	while (x && y && a[x - 1] == b[y - 1]) {
		x--;
		y--;
		if (a[x] == '/')
			n++;
	}
	/* A component counts when it is whole in both. */
	bool whole = (!x || a[x - 1] == '/' || a[x] == '/') && (!y || b[y - 1] == '/' || b[y] == '/');
	return n + (whole && (!x || !y || (a[x] != '/' && b[y] != '/')));
}

/* Files in which functions or globals of the subject are defined. */
static bool *own_files(const Program *p, Arena *a, u32 *n, u32 *one)
{
	bool *own = arena_array(a, bool, p->files.len);
	for (size_t i = 0; i < p->functions.len; i++)
		if (p->functions.at[i].kind == FN_SUBJECT)
			own[p->locs.at[p->functions.at[i].loc].file] = true;
	*n = 0;
	for (u32 f = 1; f < p->files.len; f++)
		if (own[f]) {
			*one = f;
			++*n;
		}
	return own;
}

static void pair_files(ChangeMap *m, u32 old, u32 newer)
{
	m->half[OLD].file[old] = newer;
	m->half[NEW].file[newer] = old;
}

/* With the directory that it was compiled in: several may have one name. */
static char **full_names(const Program *p, Arena *a)
{
	char **names = arena_array(a, char *, p->files.len + 1);
	for (u32 f = 0; f < p->files.len; f++) {
		char *full = program_path(p, f);
		names[f] = arena_strdup(a, full);
		free(full);
	}
	return names;
}

/* The best-matching free file, or NO_OPERAND when none or several are equally good. */
static u32 best_file(const ChangeMap *m, const char *name, char *const *names, u32 *score)
{
	const Half *h = &m->half[NEW];
	u32 best = NO_OPERAND;
	*score = 0;
	for (u32 f = 1; f < h->p->files.len; f++) {
		if (h->file[f] != NO_OPERAND)
			continue;
		u32 n = common_tail(name, names[f]);
		if (n > *score) {
			*score = n;
			best = f;
		} else if (n && n == *score) {
			best = NO_OPERAND;
		}
	}
	return best;
}

/* The only own file that is left on one side. */
static u32 only_left(const ChangeMap *m, Side s)
{
	const Half *h = &m->half[s];
	u32 n = 0, one = 0, found = NO_OPERAND;
	Arena a = {0};
	bool *own = own_files(h->p, &a, &n, &one);
	n = 0;
	for (u32 f = 1; f < h->p->files.len; f++)
		if (own[f] && h->file[f] == NO_OPERAND) {
			found = f;
			n++;
		}
	arena_free(&a);
	return n == 1 ? found : NO_OPERAND;
}

/* Where all others have found each other, the last has only changed its name. */
static void pair_last(ChangeMap *m)
{
	u32 old = only_left(m, OLD), newer = only_left(m, NEW);
	if (old != NO_OPERAND && newer != NO_OPERAND)
		pair_files(m, old, newer);
}

void match_files(ChangeMap *m)
{
	Half *o = &m->half[OLD], *n = &m->half[NEW];
	u32 own_old, own_new, one_old = 0, one_new = 0, score;
	Arena a = {0};
	memset(o->file, 0xff, o->p->files.len * sizeof(u32));
	memset(n->file, 0xff, n->p->files.len * sizeof(u32));
	pair_files(m, 0, 0);
	own_files(o->p, &a, &own_old, &one_old);
	own_files(n->p, &a, &own_new, &one_new);
	if (own_old == 1 && own_new == 1)
		pair_files(m, one_old, one_new);
	char **old = full_names(o->p, &a), **newer = full_names(n->p, &a);
	/* Longest tails first, so that lib/a.c does not take what belongs to src/lib/a.c. */
	for (u32 want = 16; want > 0; want--)
		for (u32 f = 1; f < o->p->files.len; f++) {
			u32 g = o->file[f] == NO_OPERAND ? best_file(m, old[f], newer, &score) : NO_OPERAND;
			if (g != NO_OPERAND && score >= want)
				pair_files(m, f, g);
		}
	pair_last(m);
	arena_free(&a);
}

/* ---- functions and globals ---- */

/* Things of one side that go by one name. */
typedef struct Namesake {
	U32List ids[N_SIDES];
} Namesake;

typedef VEC(Namesake) NamesakeList;

typedef struct Naming {
	StrMap index; /* name -> number in list */
	NamesakeList list;
} Naming;

static void naming_add(Naming *n, const char *name, Side s, u32 id)
{
	u32 k;
	if (!strmap_get(&n->index, name, &k)) {
		k = (u32)n->list.len;
		strmap_put(&n->index, name, k);
		vec_push(&n->list, ((Namesake){0}));
	}
	vec_push(&n->list.at[k].ids[s], id);
}

static void naming_free(Naming *n)
{
	for (size_t i = 0; i < n->list.len; i++) {
		vec_free(&n->list.at[i].ids[OLD]);
		vec_free(&n->list.at[i].ids[NEW]);
	}
	vec_free(&n->list);
	strmap_free(&n->index);
}

bool is_compared(const Function *f)
{
	return f->n_blocks && (f->kind == FN_SUBJECT || !strcmp(f->name, "__drift_run_ctors") ||
						   !strcmp(f->name, "__drift_run_dtors"));
}

static void pair_functions(ChangeMap *m, u32 old, u32 newer)
{
	m->half[OLD].body[old].other = newer;
	m->half[NEW].body[newer].other = old;
}

static void pair_globals(ChangeMap *m, u32 old, u32 newer)
{
	m->half[OLD].global[old] = newer;
	m->half[NEW].global[newer] = old;
}

static u32 file_of(const Program *p, u32 loc)
{
	return p->locs.at[loc].file;
}

/* How well namesakes fit: a header's statics are in each source that includes it, so the source
 * that was compiled counts most, then the file, then what is in them, then the linked name. */
enum { FIT_NAME = 1, FIT_BODY = 2, FIT_FILE = 4, FIT_UNIT = 8, FIT_ALL = 15 };

static u32 location_fit(const ChangeMap *m, const u32 loc[], const u32 unit[])
{
	const Half *h = &m->half[OLD];
	u32 file = file_of(h->p, loc[OLD]);
	bool same = h->file[file] == file_of(m->half[NEW].p, loc[NEW]);
	bool both = unit[OLD] && h->file[unit[OLD]] == unit[NEW];
	return (same ? FIT_FILE : 0) + (both ? FIT_UNIT : 0);
}

static u32 function_fit(const ChangeMap *m, u32 old, u32 newer)
{
	const Function *o = function_of(m, OLD, old), *n = function_of(m, NEW, newer);
	u32 fit = location_fit(m, (u32[]){o->loc, n->loc}, (u32[]){o->unit, n->unit});
	if (fit == (FIT_FILE | FIT_UNIT))
		return FIT_ALL; /* there is no other */
	/* What a library function calls may not be paired so far. */
	bool body = o->kind == FN_LIBC ? o->n_ins == n->n_ins && o->n_blocks == n->n_blocks
								   : same_body(m, old, newer);
	return fit + (body ? FIT_BODY : 0) + (strcmp(o->name, n->name) ? 0 : FIT_NAME);
}

static u32 global_fit(const ChangeMap *m, u32 old, u32 newer)
{
	const Half *h = &m->half[OLD];
	const Global *o = &h->p->globals.at[old], *n = &m->half[NEW].p->globals.at[newer];
	u64 first, end;
	u32 fit = location_fit(m, (u32[]){o->loc, n->loc}, (u32[]){o->unit, n->unit});
	bool content = o->size == n->size && content_equal(m, old, newer, &first, &end);
	return fit + (content ? FIT_BODY : 0) + (strcmp(o->name, n->name) ? 0 : FIT_NAME);
}

typedef u32 FitFn(const ChangeMap *, u32, u32);
typedef void PairFn(ChangeMap *, u32, u32);

/* Pairs the things of one name, best fit first, in order among equals. */
static void pair_namesakes(ChangeMap *m, Namesake *k, FitFn *fit, PairFn *pair, u32 least)
{
	U32List *o = &k->ids[OLD], *n = &k->ids[NEW];
	if (o->len == 1 && n->len == 1) {
		pair(m, o->at[0], n->at[0]);
		return;
	}
	for (u32 want = FIT_ALL; want + 1 > least; want--) {
		for (size_t i = 0; i < o->len; i++)
			for (size_t j = 0; j < n->len && o->at[i] != NO_OPERAND; j++)
				if (n->at[j] != NO_OPERAND && fit(m, o->at[i], n->at[j]) >= want) {
					pair(m, o->at[i], n->at[j]);
					o->at[i] = n->at[j] = NO_OPERAND;
				}
		if (!want)
			break;
	}
}

/* "name.3" without what linking has put behind it. */
static size_t stem(const char *name)
{
	size_t n = strlen(name), k = n;
	while (k && name[k - 1] >= '0' && name[k - 1] <= '9')
		k--;
	return k < n && k > 1 && name[k - 1] == '.' ? k - 1 : n;
}

/* The C library is the same in both versions, but which of its modules are loaded is not: its
 * statics go by their file as well, and linking has numbered them otherwise. */
static void library_key(const Program *p, const char *name, u32 loc, Buf *to)
{
	buf_addf(to, "l%.*s %s", (int)stem(name), name, p->files.at[file_of(p, loc)]);
}

/* A function is identified by its kind and its name as written: one that a version defines itself
 * is not the C library's. */
void match_functions(ChangeMap *m)
{
	Naming names = {0};
	Buf key = {0};
	for (Side s = OLD; s < N_SIDES; s++)
		for (u32 f = 0; f < m->half[s].p->functions.len; f++) {
			const Function *fn = function_of(m, s, f);
			buf_reset(&key);
			if (fn->kind == FN_LIBC)
				library_key(m->half[s].p, fn->name, fn->loc, &key);
			else
				buf_addf(&key, "%c%s", "slx"[fn->kind],
						 fn -> kind == FN_SUBJECT ? fn -> source_name : fn -> name);
			naming_add(&names, buf_str(&key), s, f);
		}
	for (size_t i = 0; i < names.list.len; i++)
		pair_namesakes(m, &names.list.at[i], function_fit, pair_functions, 1);
	buf_free(&key);
	naming_free(&names);
}

void match_globals(ChangeMap *m)
{
	Naming names = {0};
	Buf key = {0};
	for (Side s = OLD; s < N_SIDES; s++)
		for (u32 g = 0; g < m->half[s].p->globals.len; g++) {
			const Global *gl = &m->half[s].p->globals.at[g];
			if (is_private(gl))
				continue;
			buf_reset(&key);
			if (gl->subject)
				buf_addf(&key, "s%.*s", (int)stem(gl->name), gl->name);
			else
				library_key(m->half[s].p, gl->name, gl->loc, &key);
			naming_add(&names, buf_str(&key), s, g);
		}
	for (size_t i = 0; i < names.list.len; i++)
		pair_namesakes(m, &names.list.at[i], global_fit, pair_globals, 0);
	buf_free(&key);
	naming_free(&names);
}

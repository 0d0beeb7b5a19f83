/* library.c: functions of a library, and the shortest way to call them.
 *
 * --entry makes arguments of numbers, texts and structs. An object that only the library can make
 * needs a call: a function that returns a pointer to it and takes numbers and texts makes one. A
 * function that takes the object and returns a number or a text shows it. */
#include "versions/suggest/impl.h"

#include "engine/load/ctype.h"

enum {
	MOST_FUNCTIONS = 8, /* that get lines */
	MOST_ARGS = 5,      /* of a function that a call uses */
};

typedef struct Lib {
	const Program *p;
	Callers callers;
	Buf headers;   /* text of the program's own headers */
	bool declares; /* true if they declare some public function */
	Suggestions *to;
} Lib;

/* ---- headers ---- */

static bool is_header(const char *path)
{
	size_t n = strlen(path);
	return n > 2 && !strcmp(path + n - 2, ".h") && strncmp(path, "/usr/", 5) != 0;
}

/* True if a header has the name with a parenthesis behind it. */
static bool is_declared(const Lib *l, const char *name)
{
	static const char in_name[] = "_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
	size_t n = strlen(name);
	const char *text = buf_str(&l->headers);
	for (const char *at = strstr(text, name); at; at = strstr(at + 1, name))
		if ((at == text || !strchr(in_name, at[-1])) && at[n + strspn(at + n, " \t\n")] == '(')
			return true;
	return false;
}

static bool is_callable(const Lib *l, u32 f)
{
	const Function *x = &l->p->functions.at[f];
	/* A static function that a header has is as public as one that it declares. */
	return x->kind == FN_SUBJECT && strcmp(x->source_name, "main") != 0 &&
		   ((x->is_public && !l->declares) || is_declared(l, x->source_name));
}

static void read_headers(Lib *l)
{
	Err ignored;
	for (size_t i = 0; i < l->p->reads.len; i++)
		if (is_header(l->p->reads.at[i])) {
			Buf one = {0};
			if (file_read(l->p->reads.at[i], &one, &ignored))
				buf_add(&l->headers, buf_str(&one), one.len);
			buf_free(&one);
		}
	for (u32 f = 0; f < l->p->functions.len && !l->declares; f++)
		l->declares = is_callable(l, f) && is_declared(l, l->p->functions.at[f].source_name);
}

/* ---- types ---- */

static const CType *type_of(const Lib *l, u32 f)
{
	const CType *t = f < l->p->function_types.len ? l->p->function_types.at[f] : NULL;
	return t && t->n_params && t->n_params <= MOST_ARGS + 1 ? t : NULL;
}

static bool is_text(const CType *t)
{
	return t && t->kind == CTYPE_POINTER && t->to && t->to->is_text;
}

static bool is_simple(const CType *t)
{
	return t && (t->kind == CTYPE_INT || is_text(t));
}

static bool is_object(const CType *t)
{
	return t && t->kind == CTYPE_POINTER && t->to && t->to->names && !t->to->is_char &&
		   (t->to->kind == CTYPE_STRUCT || t->to->kind == CTYPE_OTHER);
}

static bool is_shown(const CType *t)
{
	return is_simple(t) || (t && t->kind == CTYPE_FLOAT);
}

static bool same_object(const CType *a, const CType *b)
{
	return is_object(a) && is_object(b) && (a->to == b->to || !strcmp(a->to->names, b->to->names));
}

/* Where a function leaves a pointer to an object. */
static bool is_out(const CType *t)
{
	return t && t->kind == CTYPE_POINTER && is_object(t->to);
}

/* ---- calls ---- */

/* Functions of the C library that open a file by its name. A hint only. */
static bool is_opener(const char *name)
{
	static const char *const names[] = {"open", "open64", "fopen", "fopen64", "openat"};
	for (size_t i = 0; i < countof(names); i++)
		if (!strcmp(name, names[i]))
			return true;
	return false;
}

/* Instructions of a function and of those that it calls, as far as they are of the program: one that
 * shows more of an object has more. *opens becomes true if one of them opens a file; it may be NULL. */
static u32 reach(const Lib *l, u32 f, bool *opens)
{
	u32 n = 0;
	U32List todo = {0};
	bool *seen = xcalloc(l->p->functions.len + 1, sizeof *seen);
	vec_push(&todo, f);
	seen[f] = true;
	for (size_t i = 0; i < todo.len; i++) {
		const Function *x = &l->p->functions.at[todo.at[i]];
		n += x->n_ins;
		for (u32 k = 0; k < x->n_calls; k++) {
			u32 to = x->calls[k].callee;
			if (to < l->p->functions.len && opens)
				*opens |= is_opener(l->p->functions.at[to].source_name);
			if (to >= l->p->functions.len || seen[to] || l->p->functions.at[to].kind != FN_SUBJECT)
				continue;
			seen[to] = true;
			vec_push(&todo, to);
		}
	}
	vec_free(&todo);
	free(seen);
	return n;
}

/* Finds a function that makes an object: all of its parameters are simple. One that takes a text is
 * preferred, because that varies most; of these, one with more code, as a parser. */
static u32 constructor(const Lib *l, const CType *object)
{
	u32 best = NO_OPERAND;
	int best_rank = 0;
	u32 most = 0;
	for (u32 f = 0; f < l->p->functions.len; f++) {
		const CType *t = is_callable(l, f) ? type_of(l, f) : NULL;
		if (!t || !same_object(t->params[0], object))
			continue;
		bool simple = true, text = false;
		for (u32 i = 1; i < t->n_params; i++) {
			simple &= is_simple(t->params[i]);
			text |= is_text(t->params[i]);
		}
		bool opens = false;
		int rank = !simple ? 0 : text && t->n_params == 2 ? 3 : t->n_params == 1 ? 2 : 1;
		u32 n = rank && rank >= best_rank ? reach(l, f, &opens) : 0;
		if (opens)
			rank = 1; /* its text is the name of a file, which does not exist */
		if (rank > best_rank || (rank && rank == best_rank && n > most)) {
			best = f;
			best_rank = rank;
			most = n;
		}
	}
	return best;
}

/* A function of the object alone whose result can be printed, a text before a number; or
 * (changes) one that also takes something simple. */
static u32 method(const Lib *l, const CType *object, bool changes, u32 not )
{
	u32 best = NO_OPERAND, most = 0;
	bool text = false;
	for (u32 f = 0; f < l->p->functions.len; f++) {
		const CType *t = is_callable(l, f) && f != not ? type_of(l, f) : NULL;
		if (!t || t->n_params < 2 || !same_object(t->params[1], object))
			continue;
		bool fits = changes ? t->n_params == 3 && is_simple(t->params[2])
							: t->n_params == 2 && is_shown(t->params[0]);
		bool better_kind = !changes && is_text(t->params[0]) && !text;
		bool worse_kind = !changes && !is_text(t->params[0]) && text;
		u32 n = fits ? reach(l, f, NULL) : 0;
		if (!fits || worse_kind || (!better_kind && n <= most))
			continue;
		best = f;
		most = n;
		text = !changes && is_text(t->params[0]);
	}
	return best;
}

static const char *name_of(const Lib *l, u32 f)
{
	return l->p->functions.at[f].source_name;
}

static void add_simple(const CType *t, Buf *to)
{
	buf_adds(to, is_text(t) ? "@str:8" : "@int=1");
}

/* f(...), with objects made where they are needed; `object` is used instead of the first. */
static bool add_call(const Lib *l, u32 f, const char *object, Buf *to)
{
	const CType *t = type_of(l, f);
	if (!t)
		return false;
	buf_addf(to, "%s(", name_of(l, f));
	for (u32 i = 1; i < t->n_params; i++) {
		const CType *param = t->params[i];
		if (i > 1)
			buf_adds(to, ", ");
		if (is_simple(param)) {
			add_simple(param, to);
		} else if (is_out(param)) {
			const char *name = param->to->to->names + 1;
			buf_addf(to, "&(%.*s *){0}", (int)strcspn(name, "\n"), name);
		} else if (object && is_object(param)) {
			buf_adds(to, object);
			object = NULL;
		} else {
			u32 maker = is_object(param) ? constructor(l, param) : NO_OPERAND;
			if (maker == NO_OPERAND || maker == f || !add_call(l, maker, NULL, to))
				return false;
		}
	}
	buf_addc(to, ')');
	return true;
}

/* o = make(...); change(o, @int); f(o, ...): where a call alone has nothing that varies, or shows
 * nothing. */
static bool add_statements(const Lib *l, u32 f, Buf *to)
{
	const CType *t = type_of(l, f), *object = t->n_params > 1 ? t->params[1] : NULL;
	u32 maker = is_object(object) ? constructor(l, object) : NO_OPERAND;
	u32 change = maker != NO_OPERAND ? method(l, object, true, f) : NO_OPERAND;
	u32 show = maker != NO_OPERAND ? method(l, object, false, f) : NO_OPERAND;
	if (maker == NO_OPERAND || maker == f || (!is_shown(t->params[0]) && show == NO_OPERAND))
		return false;
	buf_adds(to, "__auto_type o = ");
	bool good = add_call(l, maker, NULL, to);
	for (u32 k = 0; good && change != NO_OPERAND && k < 2; k++) {
		buf_adds(to, "; if (@int=1) "); /* how often is an input, too */
		good = add_call(l, change, "o", to);
	}
	buf_adds(to, "; ");
	good = good && add_call(l, f, "o", to);
	if (good && !is_shown(t->params[0])) {
		buf_adds(to, "; ");
		good = add_call(l, show, "o", to);
	}
	return good;
}

static void suggest_call(Lib *l, const Buf *text, const char *why, u32 f)
{
	if (!strchr(buf_str(text), '@'))
		return;
	char *reason = xasprintf(
		"%s, %s %s", why, l->callers.distance[f] ? "leads to a change from" : "in", name_of(l, f));
	Suggestion *s = suggestion_add(l->to, reason);
	s->call = arena_strdup(&l->to->arena, buf_str(text));
	s->distance = l->callers.distance[f];
	free(reason);
}

static void calls_of(Lib *l, u32 f)
{
	const CType *t = type_of(l, f);
	Buf text = {0};
	bool takes = false;
	for (u32 i = 1; t && i < t->n_params; i++)
		takes |= is_object(t->params[i]);
	if (t && is_object(t->params[0])) {
		u32 show = method(l, t->params[0], false, f);
		Buf inner = {0};
		if (show != NO_OPERAND && add_call(l, f, NULL, &inner)) {
			buf_addf(&text, "%s(%s)", name_of(l, show), buf_str(&inner));
			suggest_call(l, &text, "makes an object and shows it", f);
		}
		buf_free(&inner);
	}
	buf_reset(&text);
	if (takes && is_shown(t->params[0]) && add_call(l, f, NULL, &text))
		suggest_call(l, &text, "makes the object that it takes", f);
	buf_reset(&text);
	if (takes && add_statements(l, f, &text))
		suggest_call(l, &text, "makes and fills the object that it takes", f);
	buf_free(&text);
}

/* ---- the whole ---- */

static void suggest_entry(Lib *l, u32 f)
{
	u32 n = l->callers.distance[f];
	char *reason = !n ? xasprintf("%s changed", name_of(l, f))
					  : xasprintf("%s calls changed code, %u call%s away", name_of(l, f), n,
								  n == 1 ? "" : "s");
	Suggestion *s = suggestion_add(l->to, reason);
	s->entry = arena_strdup(&l->to->arena, name_of(l, f));
	s->distance = n;
	free(reason);
}

static void begin_callers(Lib *l, const ChangeMap *map)
{
	callers_begin(&l->callers, l->p);
	for (u32 i = 0; map && i < change_map_count(map); i++) {
		const ChangePart *part = &change_map_at(map, i)->part[NEW];
		if (part->function != NO_OPERAND)
			callers_from(&l->callers, part->function);
		for (u32 k = 0; k < part->n_points; k++)
			callers_from(&l->callers, part->points[k].function);
	}
	for (u32 f = 0; !map && f < l->p->functions.len; f++)
		if (l->p->functions.at[f].kind == FN_SUBJECT)
			callers_from(&l->callers, f);
	callers_find(&l->callers);
}

void suggest_functions(const Program *p, const ChangeMap *map, bool all, Suggestions *to)
{
	Lib l = {.p = p, .to = to};
	begin_callers(&l, map);
	read_headers(&l);
	u32 n = 0;
	for (size_t i = 0; i < l.callers.queue.len && n < MOST_FUNCTIONS; i++) {
		u32 f = l.callers.queue.at[i];
		if (!(all && p->functions.at[f].kind == FN_SUBJECT && f != p->main) && !is_callable(&l, f))
			continue;
		n++;
		calls_of(&l, f);
		suggest_entry(&l, f);
	}
	callers_free(&l.callers);
	buf_free(&l.headers);
}

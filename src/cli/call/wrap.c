/* wrap.c: a function for --entry around one that takes functions, or what only a call can make.
 *
 *     int each(const char *s, int (*f)(char), struct pool *p);
 *
 * becomes, where the user wrote `struct pool *p = pool_new(8)`,
 *
 *     int call_each(const char *s, _Bool f) { return each(s, f ? drift_stub1 : 0, pool_new(8)); }
 *
 * and is an entry like any other. A function that is given prints how it was called, and returns
 * what an input says in its first calls, then 0: `while (f(x))` ends. What such calls are not is
 * told. Functions in what a parameter leads to (fields.c) are set before the call, and have
 * parameters of their own behind the others:
 *
 *     int call_use(struct ops *p, _Bool drift_fn1, int drift_result1)
 *     {
 *         if (p)
 *             *(void **)((char *)p + 8) = drift_fn1 ? (void *)drift_stub1 : (void *)0;
 *         drift_stub_left1 = 8;
 *         drift_stub_returns1 = drift_result1;
 *         __auto_type drift_it = use(p);
 *         drift_stub_returns1 = drift_stub_left1 = 0;
 *         return drift_it;
 *     }
 */
#include "cli/call/call.h"
#include "engine/load/probe.h"

enum { MOST_KNOWN = 16 }; /* pointers that functions which record know by name */

/* A stream that is read from the beginning and may be written to. Its bytes are an input; `missing` says how
 * many of them are not there, so that a search begins with all of them. */
#define STREAM_BYTES "40"
static const char streams[] =
	"/* No header declares it for -std=c99. */\n"
	"FILE *fmemopen(void *, size_t, const char *);\n"
	"struct drift_stream {\n"
	"	unsigned char missing;\n"
	"	unsigned char bytes[" STREAM_BYTES "];\n"
	"};\n"
	"static __inline__ FILE *drift_stream_open(const struct drift_stream *from)\n"
	"{\n"
	"	int i;\n"
	"	FILE *f = fmemopen((void *)0, 4096, \"w+\");\n"
	"	for (i = 0; f && i + from->missing < " STREAM_BYTES "; i++)\n"
	"		putc(from->bytes[i], f);\n"
	"	if (f)\n"
	"		rewind(f);\n"
	"	return f;\n"
	"}\n";

/* Compares for equality only: the order of objects in memory is unspecified. */
static const char where[] =
	"static struct {\n"
	"	const char *at;\n"
	"	unsigned long size;\n"
	"	const char *name;\n"
	"} drift_stub_known[] = {%s{0, 0, 0}};\n"
	"/* Apart, so that nobody takes it for a test of the function's. */\n"
	"static __inline__ const char *drift_stub_field(const void *at, unsigned long offset)\n"
	"{\n"
	"	return at ? *(const char *const *)((const char *)at + offset) : 0;\n"
	"}\n"
	"/* The parameter that a pointer leads into. */\n"
	"static __inline__ int drift_stub_where(const char *p, const char *behind)\n"
	"{\n"
	"	int i;\n"
	"	unsigned long k;\n"
	"	for (i = 0; p && drift_stub_known[i].name; i++)\n"
	"		for (k = 0; drift_stub_known[i].at && k < drift_stub_known[i].size; k++)\n"
	"			if (p == drift_stub_known[i].at + k) {\n"
	"				printf(k ? \"%%s + %%lu%%s\" : \"%%s%%.0lu%%s\", drift_stub_known[i].name, k, "
	"behind);\n"
	"				return 1;\n"
	"			}\n"
	"	return 0;\n"
	"}\n";

static bool spell(const CType *t, Buf *to);

/* A pointer to a function; one that takes any number of parameters is one to anything. */
static bool spell_function(const CType *function, Buf *to)
{
	Buf text = {0};
	bool good = call_records(function);
	for (u32 i = 0; good && i < function->n_params; i++) {
		buf_adds(&text, i > 1 ? ", " : "");
		good = spell(function->params[i], &text);
		buf_adds(&text, i ? "" : "(*)(");
	}
	if (good)
		buf_addf(to, "__typeof__(%s%s)) ", text.at, function->n_params > 1 ? "" : "void");
	else
		buf_adds(to, "void *");
	buf_free(&text);
	return true;
}

/* A type as C spells it; false: nothing says how. */
static bool spell(const CType *t, Buf *to)
{
	if (call_is_function(t))
		return spell_function(t->to, to);
	if (!t || t->kind == CTYPE_VOID || t->kind == CTYPE_OTHER) {
		buf_adds(to, "void ");
		return true;
	}
	if (t->kind == CTYPE_POINTER) {
		bool good = spell(t->to, to);
		buf_adds(to, "*");
		return good;
	}
	if (t->kind == CTYPE_ARRAY || !t->names)
		return false;
	buf_addf(to, "%.*s ", (int)strcspn(t->names + 1, "\n"), t->names + 1);
	return true;
}

static bool is_stream(const CType *t)
{
	return t && t->kind == CTYPE_POINTER && t->to && t->to->names &&
		   strstr(t->to->names, "\nstruct _IO_FILE\n");
}

/* The function around it, in the making. */
typedef struct Wrapping {
	LibraryCall *c;
	Buf params; /* of both */
	Buf more;   /* further parameters, each behind a comma */
	Buf args;
	Buf before, after; /* statements around the call */
	Buf names;         /* of pointers that are given */
	u32 known;         /* how many they are */
	u32 streams;       /* parameters that are streams */
} Wrapping;

static void wrapping_free(Wrapping *w)
{
	Buf *all[] = {&w->params, &w->more, &w->args, &w->before, &w->after, &w->names};
	for (size_t i = 0; i < countof(all); i++)
		buf_free(all[i]);
}

/* A parameter of its own, as people call it. */
static void add_given(LibraryCall *c, char *own, char *shown)
{
	vec_push(&c->wrap.given, arena_strdup(&c->arena, own));
	vec_push(&c->wrap.given, arena_strdup(&c->arena, shown));
	free(own);
	free(shown);
}

/* Adds a function that records its calls; returns its number. Its return value is an input, unless
 * the user gave one. */
static size_t add_stub(Wrapping *w, const CType *function, u32 parameter, const char *name,
					   const char *returns)
{
	LibraryCall *c = w->c;
	const CType *result = function->params[0];
	CallStub stub = {.function = c->wrap.function,
					 .parameter = parameter,
					 .returns = returns ? strtoll(returns, NULL, 0) : 0,
					 .varies = !returns && result->kind == CTYPE_INT,
					 .name = arena_strdup(&c->arena, name),
					 .type = function};
	vec_push(&c->stubs, stub);
	size_t n = c->stubs.len;
	if (stub.varies) {
		buf_addf(&w->more, ", %s drift_result%zu", call_passed_as(result), n);
		buf_addf(&w->before,
				 "\tdrift_stub_left%zu = %d;\n\tdrift_stub_returns%zu = drift_result%zu;\n", n,
				 CALL_FIRST, n, n);
		buf_addf(&w->after, "\tdrift_stub_returns%zu = drift_stub_left%zu = 0;\n", n, n);
		add_given(c, xasprintf("drift_result%zu", n), xasprintf("%s()", name));
	}
	return n;
}

static void add_pointer(Wrapping *w, const CType *t, u32 count, const char *at, const char *name);

/* A pointer to what is only declared: whoever gets it can only pass it on. */
static bool is_opaque(const CType *t)
{
	const CType *to = t->kind == CTYPE_POINTER ? t->to : NULL;
	return to && (to->kind == CTYPE_STRUCT || to->kind == CTYPE_UNION) && !to->size;
}

static void add_opaque(Wrapping *w, CallStub *stub, size_t n)
{
	stub->varies = true;
	buf_addf(&w->more, ", _Bool drift_null%zu", n);
	buf_addf(&w->before,
			 "\tstatic const char drift_opaque%zu;\n\tdrift_stub_left%zu = %d;\n"
			 "\tdrift_stub_returns%zu = drift_null%zu ? 0 : &drift_opaque%zu;\n",
			 n, n, CALL_FIRST, n, n, n);
	buf_addf(&w->after, "\tdrift_stub_returns%zu = 0;\n\tdrift_stub_left%zu = 0;\n", n, n);
	add_given(w->c, xasprintf("drift_null%zu", n), xasprintf("%s() is null", stub->name));
}

/* What a stub returns is an object that a parameter leads to, or null. */
static void add_object(Wrapping *w, const CType *result, CallStub *stub, size_t n)
{
	Buf type = {0};
	if (is_opaque(result)) {
		add_opaque(w, stub, n);
		return;
	}
	if (!call_is_function(result) && !is_stream(result) && spell(result, &type)) {
		char *at = xasprintf("(const char *)drift_result%zu", n),
			 *shown = xasprintf("%s()", stub->name);
		stub->varies = true;
		buf_addf(&w->more, ", _Bool drift_null%zu, %sdrift_result%zu", n, type.at, n);
		buf_addf(&w->before,
				 "\tdrift_stub_left%zu = %d;\n"
				 "\tdrift_stub_returns%zu = drift_null%zu ? 0 : (const char *)drift_result%zu;\n",
				 n, CALL_FIRST, n, n, n);
		buf_addf(&w->after, "\tdrift_stub_returns%zu = 0;\n\tdrift_stub_left%zu = 0;\n", n, n);
		add_given(w->c, xasprintf("drift_null%zu", n), xasprintf("%s is null", shown));
		add_given(w->c, xasprintf("drift_result%zu", n), xstrdup(shown));
		add_pointer(w, result, 0, at, shown);
		free(at);
		free(shown);
	}
	buf_free(&type);
}

/* Functions that nobody defines: see missing.c. */
static void add_missing(Wrapping *w)
{
	LibraryCall *c = w->c;
	for (size_t i = 0; i < c->missing.len; i++) {
		const CallMissing *one = &c->missing.at[i];
		const CType *result = one->type->params[0];
		size_t n = add_stub(w, one->type, 0, one->name, NULL);
		CallStub *stub = &c->stubs.at[n - 1];
		stub->missing = true;
		if (result->kind == CTYPE_POINTER && one->near)
			add_object(w, result, stub, n);
	}
}

/* Functions in what a parameter leads to. */
static void add_functions(Wrapping *w, const CType *t, u32 i, const char *name)
{
	LibraryCall *c = w->c;
	CallFunctions all = {0};
	u32 count = i < c->wrap.counts.len ? c->wrap.counts.at[i] : 0;
	if (c->wrap.fields)
		call_functions(t, arena_strdup(&c->arena, name), count, &all, &c->arena);
	for (size_t k = 0; k < all.list.len; k++) {
		const CallFunction *f = &all.list.at[k];
		if (!call_records(f->type))
			continue; /* it is null; a note covers all such pointers */
		size_t n = c->stubs.len + 1;
		buf_addf(&w->more, ", _Bool drift_fn%zu", n);
		add_given(c, xasprintf("drift_fn%zu", n), xstrdup(f->shown));
		add_stub(w, f->type, i + 1, f->shown, NULL);
		buf_addf(&w->before,
				 "\tif (%s)\n\t\t*(void **)%s = drift_fn%zu ? (void *)drift_stub%zu : (void *)0;\n",
				 f->there, f->at, n, n);
	}
	vec_free(&all.list);
}

static void tell_made(LibraryCall *c, const char *name, const char *made)
{
	char *text = xasprintf("calls with another %s than %s, and what is left in it", name, made);
	call_unseen(c, text);
	free(text);
}

/* A pointer that a function that records may be given back; at: C that is its value. */
static void add_pointer(Wrapping *w, const CType *t, u32 count, const char *at, const char *name)
{
	enum { MOST = 256 }; /* bytes in which it is looked for */
	const CType *to = t->to;
	if (w->known == MOST_KNOWN)
		return;
	u64 size = to && to->size ? to->size : 1;
	bool one = to && (to->kind == CTYPE_STRUCT || to->kind == CTYPE_POINTER);
	u64 room = count ? count * size : one ? size : w->c->wrap.bound;
	buf_addf(&w->before, "\tdrift_stub_known[%u].at = %s;\n", w->known, at);
	buf_addf(&w->after, "\tdrift_stub_known[%u].at = 0;\n", w->known++);
	buf_addf(&w->names, "{0, %llu, \"%s\"}, ", (unsigned long long)(room < MOST ? room : MOST),
			 name);
}

/* A parameter, and the pointers in its struct. */
static void add_known(Wrapping *w, const CType *t, u32 i, const char *name)
{
	bool pointer = t && t->kind == CTYPE_POINTER;
	const CType *fields = pointer ? t->to : t;
	u32 count = i < w->c->wrap.counts.len ? w->c->wrap.counts.at[i] : 0;
	if (pointer) {
		char *at = xasprintf("(const char *)%s", name);
		add_pointer(w, t, count, at, name);
		free(at);
	}
	for (u32 k = 0; fields && fields->kind == CTYPE_STRUCT && k < fields->n_fields; k++) {
		const CField *f = &fields->fields[k];
		if (f->bits || f->type->kind != CTYPE_POINTER || call_is_function(f->type))
			continue;
		char *at = xasprintf("drift_stub_field(%s%s, %llu)", pointer ? "" : "&", name,
							 (unsigned long long)f->bit / 8);
		char *shown = xasprintf("%s%s%s", name, pointer ? "->" : ".", f->name);
		add_pointer(w, f->type, 0, at, shown);
		free(at);
		free(shown);
	}
}

/* A stream over bytes that are an input. */
static void add_stream(Wrapping *w, const char *name)
{
	char *text = xasprintf(
		"calls with a null %s, and with another stream than one in memory of at most " STREAM_BYTES
		" bytes, and what is left in it",
		name);
	u32 n = ++w->streams;
	buf_addf(&w->more, ", struct drift_stream drift_stream%u", n);
	buf_addf(&w->args, "drift_stream_open(&drift_stream%u)", n);
	add_given(w->c, xasprintf("drift_stream%u", n), xstrdup(name));
	call_unseen(w->c, text);
	free(text);
}

/* One parameter of both functions. */
static bool add_param(Wrapping *w, const CType *t, u32 i, const char *name)
{
	LibraryCall *c = w->c;
	const char *made = i < c->wrap.made.len ? c->wrap.made.at[i] : NULL;
	const char *returns = i < c->wrap.returns.len ? c->wrap.returns.at[i] : NULL;
	buf_adds(&w->args, i ? ", " : "");
	if (!made && is_stream(t)) {
		add_stream(w, name);
		return true;
	}
	if (made) {
		buf_adds(&w->args, made);
		tell_made(c, name, made);
		return true;
	}
	buf_adds(&w->params, w->params.len ? ", " : "");
	if (call_is_function(t) && !call_records(t->to)) {
		char *text =
			xasprintf("calls with a function for %s, whose parameters are not supported", name);
		call_unseen(c, text);
		free(text);
		buf_addf(&w->params, "_Bool %s", name);
		buf_adds(&w->args, "(void *)0");
		return true;
	}
	if (call_is_function(t)) {
		size_t n = add_stub(w, t->to, i + 1, name, returns);
		buf_addf(&w->params, "_Bool %s", name);
		buf_addf(&w->args, "%s ? (void *)drift_stub%zu : (void *)0", name, n);
		return true;
	}
	bool good = spell(t, &w->params);
	buf_adds(&w->params, name);
	buf_adds(&w->args, name);
	add_known(w, t, i, name);
	add_functions(w, t, i, name);
	return good;
}

/* Return values of stub functions; those of one kind are reported together. */
typedef enum Returns { AN_INPUT, NOTHING, NULL_POINTER, A_NUMBER, N_RETURNS } Returns;

static Returns returns_of(const CallStub *s)
{
	const CType *result = s->type->params[0];
	if (s->varies)
		return AN_INPUT;
	if (result->kind == CTYPE_VOID)
		return NOTHING;
	return result->kind == CTYPE_POINTER ? NULL_POINTER : A_NUMBER;
}

static void tell_stubs(LibraryCall *c)
{
	enum { NAMED = 3 };
	for (Returns of = 0; of < N_RETURNS; of++) {
		Buf text = {0}, numbers = {0};
		u32 n = 0;
		for (size_t i = 0; i < c->stubs.len; i++) {
			const CallStub *s = &c->stubs.at[i];
			if (returns_of(s) != of)
				continue;
			if (n++ < NAMED) {
				buf_addf(&text, "%s%s", n > 1 ? ", " : "calls with other functions for ", s->name);
				buf_addf(&numbers, "%s%lld", n > 1 ? ", " : "", (long long)s->returns);
			}
		}
		if (n > NAMED)
			buf_addf(&text, " and %u more", n - NAMED);
		buf_adds(&text, n > 1 ? " than ones that only record how they are called"
							  : " than one that only records how it is called");
		if (of == AN_INPUT)
			buf_addf(&text, " and return%s what an input says %d times, then 0", n > 1 ? "" : "s",
					 CALL_FIRST);
		else if (of != NOTHING)
			buf_addf(&text, " and return%s %s", n > 1 ? "" : "s",
					 of == NULL_POINTER ? "null" : buf_str(&numbers));
		if (n)
			call_unseen(c, text.at);
		buf_free(&text);
		buf_free(&numbers);
	}
	if (c->stubs.len > 1)
		call_unseen(c, "calls with the same function in two places");
}

/* All parameters of both; *wrong: the first whose type has no name. */
static void add_params(Wrapping *w, const CType *const *types, const char *const *names, u32 n,
					   const char **wrong)
{
	LibraryCall *c = w->c;
	c->stubs.len = c->wrap.given.len = 0; /* those of the other version */
	for (u32 i = 0; i + 1 < n; i++) {
		const char *said = i < c->wrap.names.len ? c->wrap.names.at[i] : names[i + 1];
		char *name = said ? xstrdup(said) : xasprintf("arg%u", i + 1);
		if (!add_param(w, types[i + 1], i, name) && !*wrong)
			*wrong = arena_strdup(&c->arena, name);
		free(name);
	}
	tell_stubs(c);
	add_missing(w);
	call_missing_tell(c);
}

void call_wrapper_more(LibraryCall *c, const CType *const *types, const char *const *names, u32 n,
					   Buf *to)
{
	Wrapping w = {.c = c};
	const char *ignored = NULL;
	add_params(&w, types, names, n, &ignored);
	buf_add(to, buf_str(&w.more), w.more.len);
	wrapping_free(&w);
}

bool call_can_wrap(const CType *const *types, u32 n)
{
	Buf unused = {0};
	bool good = true;
	for (u32 i = 0; good && i < n; i++)
		good = spell(types[i], &unused);
	buf_free(&unused);
	return good;
}

/* "int f(int, char *);", where no header says so. */
static bool declare(const LibraryCall *c, const CType *const *types, u32 n, Buf *to)
{
	bool good = true;
	for (u32 i = 0; good && i < n; i++) {
		buf_adds(to, i > 1 ? ", " : "");
		good = spell(types[i], to);
		if (!i)
			buf_addf(to, "%s(", c->wrap.function);
	}
	buf_adds(to, n > 1 ? ");\n" : "void);\n");
	return good;
}

static void put_wrapper(const LibraryCall *c, const Wrapping *w, const char *result, bool is_void,
						Buf *to)
{
	const char *more = buf_str(&w->more);
	more += !w->params.len && w->more.len ? 2 : 0; /* the comma */
	buf_addf(to, "%s%s(%s%s)\n{\n%s\t%s%s(%s);\n%s%s}\n", result, c->wrap.name, buf_str(&w->params),
			 w->params.len || w->more.len ? more : "void", buf_str(&w->before),
			 is_void ? "" : "__auto_type drift_it = ", c->wrap.function, buf_str(&w->args),
			 buf_str(&w->after), is_void ? "" : "\treturn drift_it;\n");
}

bool call_wrapper(LibraryCall *c, const InputModule *of, Buf *to, Err *err)
{
	const CType **types;
	const char **names, *wrong = NULL;
	Wrapping w = {.c = c};
	Buf result = {0}, functions = {0}, none = {0};
	u32 n = probe_signature(of, c->wrap.function, &types, &names, &c->arena);
	bool good =
		n || err_set(err, "--entry %s: debug information does not say what its parameters are",
					 c->wrap.function);
	good = good && (!c->wrap.names.len || c->wrap.names.len == n - 1 ||
					err_set(err, "--entry: %s has %u parameters", c->wrap.function, n - 1));
	if (good)
		add_params(&w, types, names, n, &wrong);
	if (wrong)
		good = err_set(err, "--entry: '%s' of %s: its type has no name", wrong, c->wrap.function);
	if (good && !spell(types[0], &result))
		good = err_set(err, "--entry: what %s returns has a type without a name", c->wrap.function);
	good = good && call_show(NULL, c, &functions, &none, err);
	if (good && c->wrap.declares)
		good = declare(c, types, n, to);
	if (good) {
		buf_addf(to, where, buf_str(&w.names));
		buf_adds(to, w.streams ? streams : "");
		buf_adds(to, buf_str(&functions));
		put_wrapper(c, &w, buf_str(&result), !types[0] || types[0]->kind == CTYPE_VOID, to);
	}
	wrapping_free(&w);
	buf_free(&result);
	buf_free(&functions);
	buf_free(&none);
	return good;
}

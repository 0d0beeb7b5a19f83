/* wrap.c: a function for --entry around one that takes functions, or what only a call can make.
 *
 *     int each(const char *s, int (*f)(char), struct pool *p);
 *
 * becomes, where the user wrote `struct pool *p = pool_new(8)`,
 *
 *     int call_each(const char *s, _Bool f) { return each(s, f ? drift_stub1 : 0, pool_new(8)); }
 *
 * and is an entry like any other. A function that is given prints how it was called. What such
 * calls are not is told.
 */
#include "call/call.h"
#include "load/probe.h"

/* A type as C spells it; false: nothing says how. */
static bool spell(const CType *t, Buf *to)
{
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

static bool is_function(const CType *t)
{
	return t && t->kind == CTYPE_POINTER && t->to && t->to->kind == CTYPE_OTHER && t->to->n_params;
}

static bool is_stream(const CType *t)
{
	return t && t->kind == CTYPE_POINTER && t->to && t->to->names &&
		   strstr(t->to->names, "\nstruct _IO_FILE\n");
}

static void add_stub(LibraryCall *c, const CType *t, u32 i, const char *name)
{
	const char *returns = i < c->wrap.returns.len ? c->wrap.returns.at[i] : NULL;
	CallStub stub = {.function = c->wrap.function,
					 .parameter = i + 1,
					 .returns = returns ? strtoll(returns, NULL, 0) : 0,
					 .type = t->to};
	vec_push(&c->stubs, stub);
	char *text = xasprintf("calls with other functions for %s than one that returns %lld", name,
						   (long long)stub.returns);
	call_unseen(c, text);
	free(text);
}

static void tell_made(LibraryCall *c, const char *name, const char *made)
{
	char *text = xasprintf("calls with another %s than %s, and what is left in it", name, made);
	call_unseen(c, text);
	free(text);
}

/* One parameter of both functions. */
static bool add_param(LibraryCall *c, const CType *t, u32 i, const char *name, Buf *params,
					  Buf *args)
{
	const char *made = i < c->wrap.made.len ? c->wrap.made.at[i] : NULL;
	if (!made && is_stream(t))
		made = "fmemopen((void *)0, 4096, \"w+\")";
	buf_adds(args, i ? ", " : "");
	if (made) {
		buf_adds(args, made);
		tell_made(c, name, made);
		return true;
	}
	buf_adds(params, params->len ? ", " : "");
	if (is_function(t) && !call_records(t->to)) {
		char *text =
			xasprintf("calls with a function for %s, whose parameters are not supported", name);
		call_unseen(c, text);
		free(text);
		buf_addf(params, "_Bool %s", name);
		buf_adds(args, "(void *)0");
		return true;
	}
	if (is_function(t)) {
		add_stub(c, t, i, name);
		buf_addf(params, "_Bool %s", name);
		buf_addf(args, "%s ? (void *)drift_stub%zu : (void *)0", name, c->stubs.len);
		return true;
	}
	bool good = spell(t, params);
	buf_adds(params, name);
	buf_adds(args, name);
	return good;
}

bool call_wrapper(LibraryCall *c, const InputModule *of, Buf *to, Err *err)
{
	const CType **types;
	const char **names;
	Buf params = {0}, args = {0}, result = {0}, functions = {0}, none = {0};
	c->stubs.len = 0; /* those of the other version */
	u32 n = probe_signature(of, c->wrap.function, &types, &names, &c->arena);
	bool good =
		n || err_set(err, "--entry %s: debug information does not say what its parameters are",
					 c->wrap.function);
	good = good && (!c->wrap.names.len || c->wrap.names.len == n - 1 ||
					err_set(err, "--entry: %s has %u parameters", c->wrap.function, n - 1));
	for (u32 i = 0; good && i + 1 < n; i++) {
		const char *said = i < c->wrap.names.len ? c->wrap.names.at[i] : names[i + 1];
		char *name = said ? xstrdup(said) : xasprintf("arg%u", i + 1);
		if (!add_param(c, types[i + 1], i, name, &params, &args))
			good =
				err_set(err, "--entry: '%s' of %s: its type has no name", name, c->wrap.function);
		free(name);
	}
	if (good && !spell(types[0], &result))
		good = err_set(err, "--entry: what %s returns has a type without a name", c->wrap.function);
	good = good && call_show(NULL, c, &functions, &none, err);
	for (u32 i = 0; good && c->wrap.declares && i < n; i++) {
		buf_adds(to, i > 1 ? ", " : "");
		good = spell(types[i], to);
		if (!i)
			buf_addf(to, "%s(", c->wrap.function);
	}
	if (good && c->wrap.declares)
		buf_adds(to, n > 1 ? ");\n" : "void);\n");
	bool is_void = good && (!types[0] || types[0]->kind == CTYPE_VOID);
	if (good)
		buf_addf(to, "%s%s%s(%s)\n{\n\t%s%s(%s);\n}\n", buf_str(&functions), buf_str(&result),
				 c->wrap.name, params.len ? params.at : "void", is_void ? "" : "return ",
				 c->wrap.function, buf_str(&args));
	buf_free(&params);
	buf_free(&args);
	buf_free(&result);
	buf_free(&functions);
	buf_free(&none);
	return good;
}

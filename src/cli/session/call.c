/* call.c: the programs of --call. */
#include "cli/session/session.h"

bool session_called(const Session *s)
{
	return s->call.files.len || s->call.text.len || s->call.wrap.function;
}

/* ---- --entry of what takes functions, or what only a call can make ---- */

/* A pointer to a function, or to a FILE. */
static bool is_wrapped(const CType *t)
{
	const CType *to = t && t->kind == CTYPE_POINTER ? t->to : NULL;
	return to && ((to->kind == CTYPE_OTHER && to->n_params) ||
				  (to->names && strstr(to->names, "\nstruct _IO_FILE\n")));
}

/* Functions in what a parameter of a loaded subject leads to. */
static bool has_functions(const Program *p)
{
	CallFunctions all = {0};
	Arena arena = {0};
	for (u32 k = 1; k < p->n_entry_types; k++)
		call_functions(p->entry_types[k], "p", 0, &all, &arena);
	bool has = all.list.len && call_can_wrap(p->entry_types, p->n_entry_types);
	vec_free(&all.list);
	arena_free(&arena);
	return has;
}

bool session_wraps(const Session *s, bool fields)
{
	bool wraps = s->call.missing.len;
	if (!s->o.entry || s->call.wrap.function)
		return false;
	for (u32 i = 0; i < s->n; i++) {
		const Program *p = s->subject[i].program;
		for (u32 k = 1; k < p->n_entry_types; k++)
			wraps |= is_wrapped(p->entry_types[k]);
		wraps |= fields && has_functions(p);
	}
	for (size_t i = 0; i < s->prototype.params.len; i++)
		wraps |= s->prototype.params.at[i].is_function || entry_is_made(&s->prototype.params.at[i]);
	return wraps;
}

/* The prototype of the function around it; a name alone if that is what the user said. */
static void wrapped_prototype(LibraryCall *c, const Entry *e, const Program *p, const char *name,
							  Buf *to)
{
	if (e->only_name) {
		buf_adds(to, name);
		return;
	}
	size_t n = strlen(e->result.text) - strlen(e->name);
	buf_addf(to, "%.*s%s(", (int)n, e->result.text, name);
	bool first = true;
	Buf more = {0};
	for (size_t i = 0; i < e->params.len; i++) {
		const EntryType *t = &e->params.at[i];
		if (entry_is_made(t))
			continue;
		buf_adds(to, first ? "" : ", ");
		first = false;
		if (t->is_function)
			buf_addf(to, "_Bool %s", t->name ? t->name : "function");
		else
			buf_addf(to, t->start ? "%s = %s" : "%s", t->text, t->start);
	}
	call_wrapper_more(c, p->entry_types, p->entry_names, p->n_entry_types, &more);
	if (first)
		buf_adds(to, more.len ? more.at + 2 : "void"); /* without its comma */
	else
		buf_adds(to, buf_str(&more));
	buf_adds(to, ")");
	buf_free(&more);
}

bool session_wrap(Session *s, bool fields, const char **entry, Err *err)
{
	LibraryCall *c = &s->call;
	const Entry *e = &s->prototype;
	Buf text = {0};
	char *name = xasprintf("call_%s", e->name);
	c->wrap.function = arena_strdup(&c->arena, e->name);
	c->wrap.name = arena_strdup(&c->arena, name);
	c->wrap.bound = session_bounds(s).bytes;
	c->wrap.fields = fields;
	vec_push(&c->names, c->wrap.function);
	for (size_t i = 0; i < e->params.len; i++) {
		const EntryType *t = &e->params.at[i];
		if (!t->name) {
			free(name);
			return err_set(err, "--entry '%s': parameter %zu needs a name", *entry, i + 1);
		}
		vec_push(&c->wrap.names, arena_strdup(&c->arena, t->name));
		vec_push(&c->wrap.counts, t->count);
		bool made = entry_is_made(t) && t->start;
		vec_push(&c->wrap.made, made ? arena_strdup(&c->arena, t->start) : NULL);
		vec_push(&c->wrap.returns,
				 t->is_function && t->start ? arena_strdup(&c->arena, t->start) : NULL);
	}
	wrapped_prototype(c, e, s->subject[s->n - 1].program, name, &text);
	*entry = s->o.entry = arena_strdup(&c->arena, buf_str(&text));
	free(name);
	buf_free(&text);
	entry_free(&s->prototype);
	return entry_parse(s->o.entry, &s->prototype, err);
}

bool session_call_words(Session *s, Err *err)
{
	if (s->call.words.len && s->words.len)
		return err_set(err, "with --call, write placeholders in the call and nothing after --");
	vec_append(&s->words, s->call.words.at, s->call.words.len);
	s->inputs.call = s->call.words.len ? buf_str(&s->call.shown) : NULL;
	return true;
}

bool session_call(Session *s, const char *dir, const char *name, const char *cflags,
				  const char **prog, Err *err)
{
	if (!session_called(s))
		return true;
	if (!dir && !s->scratch && !(s->scratch = temp_dir(err)))
		return false;
	char *to = xasprintf("%s/%s%s", dir ? dir : s->scratch, dir ? "call/" : "", name), *path;
	bool good = call_make(&s->call, *prog, cflags, to, &path, err);
	if (good && s->o.keep)
		fprintf(s->messages, "drift: --call: %s/call.c\n", to);
	const char *called = s->call.wrap.function ? s->call.wrap.name : "call";
	if (!s->name || strcmp(s->name, called)) { /* a subject that is loaded has it */
		free(s->name);
		s->name = xstrdup(called);
	}
	if (good)
		*prog = arena_strdup(&s->call.arena, path);
	free(path);
	free(to);
	return good;
}

bool session_fuzz(Session *s, Err *err)
{
	char *text = xasprintf(HARNESS_NAME "(@buf:%u)", session_bounds(s).bytes);
	StrList texts = {0};
	vec_push(&texts, text);
	bool good = call_parse(&texts, &s->call, err);
	vec_free(&texts);
	free(text);
	return good;
}

void session_call_end(Session *s)
{
	Err ignored;
	if (s->scratch && !s->o.keep)
		tree_remove(s->scratch, &ignored);
	free(s->scratch);
	call_free(&s->call);
}

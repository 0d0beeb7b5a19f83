/* emit.c: writes the C file of a run-time check. */
#include "clients/check/emit/emit.h"

enum { OLD, NEW };

bool emit_refuse(Emit *e, const Term *t, const char *fmt, ...)
{
	char what[400];
	va_list ap;
	va_start(ap, fmt);
	vsnprintf(what, sizeof what, fmt, ap);
	va_end(ap);
	const Contract *c = e->config.contract;
	return t && c ? contract_complain(c->source, t->at, e->err, "--emit: %s", what)
				  : err_set(e->err, "--emit: %s", what);
}

static const Function *function_of(const Emit *e, int side)
{
	return &e->config.program[side]->functions.at[e->config.function[side]];
}

/* ---- what cannot be emitted ---- */

static bool is_scalar(const CType *c)
{
	return c && (c->kind == CTYPE_INT || c->kind == CTYPE_FLOAT || c->kind == CTYPE_POINTER) &&
		   c->size <= 8;
}

static bool types_fit(Emit *e, int side)
{
	const Program *p = e->config.program[side];
	const Function *f = function_of(e, side);
	const char *of = side == OLD ? "OLD" : "NEW";
	if (!p->n_entry_types)
		return emit_refuse(e, NULL, "%s has no debug information for %s", of, f->source_name);
	if (f->variadic)
		return emit_refuse(e, NULL, "%s has variable arguments", f->source_name);
	if (p->entry_types[0]->kind != CTYPE_VOID && !is_scalar(p->entry_types[0]))
		return emit_refuse(e, NULL, "%s returns a struct or long double in %s", f->source_name, of);
	for (u32 i = 1; i < p->n_entry_types; i++)
		if (!p->entry_names[i] || !is_scalar(p->entry_types[i]))
			return emit_refuse(e, NULL,
							   "parameter %u of %s has no name, or is a struct or long double", i,
							   f->source_name);
	return true;
}

/* OLD's parameters are among NEW's, and mean the same. */
static bool params_fit(Emit *e)
{
	const Program *old = e->config.program[OLD], *newer = e->config.program[NEW];
	if (!emit_same_layout(old->entry_types[0], newer->entry_types[0], 8))
		return emit_refuse(e, NULL, "%s returns another type in OLD",
						   function_of(e, NEW)->source_name);
	for (u32 i = 1; i < old->n_entry_types; i++) {
		u32 k = 1;
		while (k < newer->n_entry_types && strcmp(old->entry_names[i], newer->entry_names[k]))
			k++;
		if (k == newer->n_entry_types)
			return emit_refuse(e, NULL, "NEW has no parameter '%s', so OLD cannot be called",
							   old->entry_names[i]);
		if (!emit_same_layout(old->entry_types[i], newer->entry_types[k], 8))
			return emit_refuse(e, NULL, "parameter '%s' has another type in OLD",
							   old->entry_names[i]);
	}
	return true;
}

/* OLD's own code must be all that its function executes. */
static bool is_whole(Emit *e)
{
	const Program *p = e->config.program[OLD];
	const Function *f = function_of(e, OLD);
	for (size_t i = 0; i < p->functions.len; i++) {
		const Function *g = &p->functions.at[i];
		if (g->kind == FN_SUBJECT && g->unit != f->unit)
			return emit_refuse(
				e, NULL,
				"OLD has %s in another source than %s; a run-time check needs a version "
				"in one source",
				g->source_name, f->source_name);
		for (u32 k = 0; g->kind == FN_SUBJECT && k < g->n_calls; k++)
			if (g->calls[k].callee == NO_OPERAND)
				return emit_refuse(
					e, NULL,
					"%s of OLD calls through a pointer, which would lead to NEW's functions",
					g->source_name);
	}
	return true;
}

static bool variables_fit(Emit *e, const EmitSource *old)
{
	const Program *p = e->config.program[OLD];
	for (size_t i = 0; i < p->globals.len; i++) {
		const Global *g = &p->globals.at[i];
		u32 other;
		if (!g->subject || g->constant || *g->name == '.')
			continue;
		if (strchr(g->name, '.') || emit_is_static(old, g->name))
			return emit_refuse(e, NULL, "the variable %s of OLD is static, so NEW cannot share it",
							   g->name);
		if (!strmap_get(&e->config.program[NEW]->global_by_name, g->name, &other))
			return emit_refuse(e, NULL, "NEW has no variable %s", g->name);
	}
	return true;
}

static bool kinds_fit(Emit *e)
{
	for (size_t i = 0; i < e->clauses.len; i++) {
		const Clause *c = e->clauses.at[i];
		bool signal = c->kind == CLAUSE_WHEN_SIGNALED || c->kind == CLAUSE_SIGNALS;
		if (signal && c->signal == SIGNAL_ERROR && c->error != ERROR_NULL_DEREFERENCE &&
			c->error != ERROR_DIVISION_BY_ZERO) {
			Term at = {.at = c->at};
			return emit_refuse(e, &at, "a run-time check cannot notice %s",
							   error_kind_name(c->error));
		}
	}
	return true;
}

/* ---- texts ---- */

/* True if a term reads \prev. */
static bool has_prev(const Term *t)
{
	if (!t)
		return false;
	bool any = t->kind == TERM_PREV;
	for (int i = 0; i < MOST_KIDS; i++)
		any |= has_prev(t->kid[i]);
	for (const Term *k = t->list; k; k = k->next)
		any |= has_prev(k);
	return any;
}

/* requires is about the state before; \prev in it needs the one after, so it must not read both. */
static EmitWhen when_of(const Clause *c)
{
	if (c->kind == CLAUSE_REQUIRES && !has_prev(c->e))
		return EMIT_BEFORE;
	return c->kind == CLAUSE_ENSURES || c->kind == CLAUSE_SIGNALS ? EMIT_AFTER_NEW : EMIT_AFTER_OLD;
}

/* True if a term reads memory outside of \prev. */
static bool reads_before(const Emit *e, const Term *t)
{
	if (!t || t->kind == TERM_PREV)
		return false;
	u32 number;
	if (t->kind == TERM_ARROW || t->kind == TERM_INDEX || t->kind == TERM_CALL ||
		(t->kind == TERM_UNARY && *t->text == '*') ||
		(t->kind == TERM_NAME &&
		 strmap_get(&e->config.program[NEW]->global_by_name, t->text, &number)))
		return true;
	bool any = false;
	for (int i = 0; i < MOST_KIDS; i++)
		any |= reads_before(e, t->kid[i]);
	return any;
}

static bool put_clauses(Emit *e, EmitWhen when, Buf *to)
{
	for (size_t i = 0; i < e->clauses.len; i++) {
		const Clause *c = e->clauses.at[i];
		if (when_of(c) != when)
			continue;
		if (c->kind == CLAUSE_REQUIRES && when == EMIT_AFTER_OLD && reads_before(e, c->e))
			return emit_refuse(e, c->e, "'requires' reads memory before and after OLD's call");
		buf_addf(to, "\tDRIFT_HOLDS(%zu, ", i);
		if (c->e && !emit_term(e, c->e, when, to))
			return false;
		buf_adds(to, c->e ? ");\n" : "1);\n");
	}
	return true;
}

static void put_table(const Emit *e, Buf *to)
{
	static const char *const kinds[] = {"REQUIRES", "WHEN_ENSURED", "WHEN_SIGNALED", "ENSURES",
										"SIGNALS"};
	static const char *const signals[] = {[SIGNAL_ANY] = "ANY",
										  [SIGNAL_ABORT] = "ABORT",
										  [SIGNAL_ASSERT] = "ASSERT",
										  [SIGNAL_EXIT] = "EXITS"};
	buf_adds(to, "static const struct drift_clause drift_clauses[] = {\n");
	for (size_t i = 0; i < e->clauses.len; i++) {
		const Clause *c = e->clauses.at[i];
		bool forbids =
			c->kind == CLAUSE_SIGNALS && c->e && c->e->kind == TERM_NUMBER && !c->e->value;
		bool null = c->error == ERROR_NULL_DEREFERENCE;
		buf_addf(to, "\t{%u, DRIFT_%s, DRIFT_%s, %d, %d, \"", e->cases.at[i], kinds[c->kind],
				 c->signal != SIGNAL_ERROR ? signals[c->signal]
				 : null                    ? "ERROR_NULL"
										   : "ERROR_DIVISION",
				 c->status, forbids);
		buf_add_escaped(to, c->text, strlen(c->text));
		buf_adds(to, "\"},\n");
	}
	buf_adds(to, "\t{0, 0, 0, 0, 0, 0}};\n");
	buf_adds(to, "static const unsigned int drift_freed[] = {");
	for (size_t i = 0; i < e->pieces.len; i++) {
		u32 mask = 0;
		for (size_t k = 0; k < e->mentions.len; k++) {
			const EmitMention *m = &e->mentions.at[k];
			if (!strcmp(m->root, e->pieces.at[i].root) &&
				(!m->field || (e->pieces.at[i].field && !strcmp(m->field, e->pieces.at[i].field))))
				mask |= 1u << m->of;
		}
		buf_addf(to, "%u, ", mask);
	}
	buf_adds(to, "0};\n");
}

/* ---- both parts ---- */

/* A type with which a parameter can be read from memory. */
static const char *plain_type(const CType *c)
{
	static const char *const names[2][4] = {
		{"unsigned char", "unsigned short", "unsigned int", "unsigned long"},
		{"signed char", "short", "int", "long"}};
	if (c->kind == CTYPE_POINTER)
		return "void *";
	if (c->kind == CTYPE_FLOAT)
		return c->size == 4 ? "float" : "double";
	for (u32 k = 0; k < 3; k++)
		if (c->size == 1u << k)
			return names[c->is_signed][k];
	return names[c->is_signed][3];
}

static void put_old(const Emit *e, const EmitSource *old, Buf *to)
{
	const Program *p = e->config.program[OLD];
	const Function *f = function_of(e, OLD);
	buf_adds(to, "#ifdef DRIFT_OLD\n/* OLD, whose functions have other names; variables are those "
				 "of NEW. */\n");
	for (size_t i = 0; i < p->functions.len; i++)
		if (p->functions.at[i].kind == FN_SUBJECT)
			buf_addf(to, "#define %s drift_old_%s\n", p->functions.at[i].source_name,
					 p->functions.at[i].source_name);
	for (size_t i = 0; i < p->globals.len; i++)
		if (p->globals.at[i].subject && !p->globals.at[i].constant && *p->globals.at[i].name != '.')
			buf_addf(to, "#pragma weak %s\n", p->globals.at[i].name);
	buf_addf(to, "#include \"%s\"\nvoid drift_call_%s(void **arg, void *result);\n", old->path,
			 f->source_name);
	/* f is drift_old_f here, so the name is put together. */
	buf_addf(to,
			 "#undef %s\nvoid drift_call_%s(void **arg, void *result)\n{\n\t(void)arg, "
			 "(void)result;\n\t",
			 f->source_name, f->source_name);
	const CType *result = p->entry_types[0];
	if (result->kind != CTYPE_VOID)
		buf_addf(to, "*(%s *)result = (%s)", plain_type(result), plain_type(result));
	buf_addf(to, "drift_old_%s(", f->source_name);
	for (u32 i = 1; i < p->n_entry_types; i++)
		buf_addf(to, "%s*(%s *)arg[%u]", i > 1 ? ", " : "", plain_type(p->entry_types[i]), i - 1);
	buf_adds(to, ");\n}\n#else\n");
}

static void put_arguments(const Emit *e, Buf *to)
{
	const Program *p = e->config.program[NEW];
	for (u32 i = 1; i < p->n_entry_types; i++)
		buf_addf(to, "%s%s", i > 1 ? ", " : "", p->entry_names[i]);
}

/* The call of one version, and how it ends. */
static void put_call(const Emit *e, Buf *to)
{
	const Program *p = e->config.program[NEW], *old = e->config.program[OLD];
	const char *name = function_of(e, NEW)->source_name;
	bool returns = p->entry_types[0]->kind != CTYPE_VOID;
	buf_adds(to, "\tif (!sigsetjmp(drift_jump, 1)) {\n\t\tvoid *drift_args[] = {");
	for (u32 i = 1; i < old->n_entry_types; i++)
		buf_addf(to, "(void *)&%s, ", old->entry_names[i]);
	buf_addf(
		to,
		"NULL};\n\t\tdrift_in_call = 1;\n\t\tif (!drift_side)\n\t\t\tdrift_call_%s(drift_args, "
		"%s);\n\t\telse\n\t\t\t%sdrift_new_%s(",
		name, returns ? "(void *)&drift_result" : "NULL", returns ? "drift_result = " : "", name);
	put_arguments(e, to);
	buf_adds(
		to,
		");\n\t\tdrift_in_call = 0;\n\t\tdrift_report->end[drift_side] = DRIFT_RETURNS;\n\t}\n");
}

/* The process of one version: a function with the same parameters, which does not return. */
static bool put_process(Emit *e, const char *header, Buf *to)
{
	const Program *p = e->config.program[NEW];
	const char *name = function_of(e, NEW)->source_name;
	Buf before = {0}, after[2] = {{0}, {0}};
	bool good = put_clauses(e, EMIT_BEFORE, &before) &&
				put_clauses(e, EMIT_AFTER_OLD, &after[OLD]) &&
				put_clauses(e, EMIT_AFTER_NEW, &after[NEW]);
	for (size_t i = 0; i < e->called.len; i++)
		buf_addf(to, "extern __typeof__(%s) drift_old_%s;\n", e->called.at[i], e->called.at[i]);
	buf_addf(to, "void drift_call_%s(void **arg, void *result);\n%s\n{\n", name, header);
	if (p->entry_types[0]->kind != CTYPE_VOID) {
		buf_addf(to, "\tstatic __typeof__(drift_new_%s(", name);
		put_arguments(e, to);
		buf_adds(to, ")) drift_result;\n");
	}
	for (size_t i = 0; i < e->old.len; i++)
		buf_addf(to, "\tDRIFT_KEEP(0, %zu, %s);\n", i, e->old.at[i]);
	buf_addf(to, "\tif (!drift_side) {\n%s\t}\n", buf_str(&before));
	put_call(e, to);
	buf_adds(to, "\tif (!drift_side) {\n");
	for (size_t i = 0; i < e->prev.len; i++)
		buf_addf(to, "\tDRIFT_KEEP(1, %zu, %s);\n", i, e->prev.at[i]);
	buf_addf(to, "%s\t} else {\n%s\t}\n\tif (drift_report->end[drift_side] == DRIFT_RETURNS) {\n",
			 buf_str(&after[OLD]), buf_str(&after[NEW]));
	for (size_t i = 0; i < e->pieces.len; i++)
		buf_addf(to, "\t%s\n", e->pieces.at[i].text);
	buf_adds(to, "\t}\n\tdrift_end();\n\t__builtin_unreachable();\n}\n");
	buf_free(&before);
	buf_free(&after[OLD]);
	buf_free(&after[NEW]);
	return good;
}

static void put_wrapper(const Emit *e, const EmitSource *newer, const char *header, Buf *to)
{
	const Program *p = e->config.program[NEW];
	const Contract *c = e->config.contract;
	const char *name = function_of(e, NEW)->source_name;
	bool returns = p->entry_types[0]->kind != CTYPE_VOID;
	u32 line = c ? contract_line(c->source, c->at) : p->locs.at[function_of(e, NEW)->loc].line;
	char *where = xasprintf("%s:%u: %s", c ? c->source->path : newer->path, line, name);
	buf_addf(to, "%s\n{\n", header);
	buf_adds(to, "\tif (drift_alone && !drift_side) {\n\t\tdrift_report->blocked[0] = "
				 "-1;\n\t\t_exit(1);\n\t}\n");
	buf_adds(to, "\tif (!drift_busy && !drift_alone) {\n\t\tdrift_busy = 1;\n");
	buf_addf(to, "\t\tint drift_good = drift_open() || drift_unchecked(\"%s\", \"no memory\");\n",
			 where);
	buf_addf(to,
			 "\t\tfor (int drift_k = 0; drift_good && drift_k < 2; drift_k++) {\n"
			 "\t\t\tlong drift_child = fork();\n"
			 "\t\t\tif (!drift_child) {\n\t\t\t\tdrift_enter(drift_k);\n\t\t\t\tdrift_process_%s(",
			 name);
	put_arguments(e, to);
	buf_addf(to,
			 ");\n\t\t\t}\n\t\t\tdrift_good = drift_wait(\"%s\", drift_k, drift_child);\n\t\t}\n",
			 where);
	buf_addf(to,
			 "\t\tif (drift_good)\n\t\t\tdrift_judge(\"%s\", drift_clauses, %zu, %zu, drift_freed, "
			 "%zu);\n",
			 where, e->clauses.len, c ? c->cases.len : 0, e->pieces.len);
	/* NEW's calls of itself are not checked. */
	buf_addf(to, "\t\tdrift_close();\n\t\t%sdrift_new_%s(",
			 returns ? "__auto_type drift_last = " : "", name);
	put_arguments(e, to);
	buf_addf(to, ");\n\t\tdrift_busy = 0;\n\t\treturn%s;\n\t}\n\t%sdrift_new_%s(",
			 returns ? " drift_last" : "", returns ? "return " : "", name);
	put_arguments(e, to);
	buf_adds(to, ");\n}\n#endif\n");
	free(where);
}

/* ---- the whole ---- */

static void put_head(const Emit *e, const EmitSource *old, const EmitSource *newer, Buf *to)
{
	const char *slash = strrchr(newer->path, '/'), *base = strrchr(e->config.path, '/');
	base = base ? base + 1 : e->config.path;
	buf_addf(
		to,
		"/* Made by drift check --emit: %s of %s is checked against its change contract in every\n"
		" * outermost call. Compile this file twice, in place of that source:\n"
		" *\n"
		" *   cc -fwrapv -DDRIFT_OLD -c %s -o old.o\n"
		" *   cc -fwrapv -iquote %.*s -c %s -o new.o\n"
		" *   cc old.o new.o OTHER-OBJECTS\n"
		" *\n"
		" * with the options of the program. OLD is %s. A violation is printed to standard error "
		"and\n"
		" * ends the program with abort(). A call that cannot be checked says so and goes on. */\n",
		function_of(e, NEW)->source_name, newer->path, base, slash ? (int)(slash - newer->path) : 1,
		slash ? newer->path : ".", base, old->path);
}

/* The header of the definition with another name. */
static char *header_of(const EmitSource *s, const char *prefix)
{
	const char *t = buf_str(&s->text);
	return xasprintf("%.*s%s%.*s", (int)(s->name - s->begin), t + s->begin, prefix,
					 (int)(s->brace - s->name), t + s->name);
}

static bool write_new(Emit *e, const EmitSource *newer, Buf *to)
{
	const char *s = buf_str(&newer->text);
	char *header = header_of(newer, ""), *process = header_of(newer, "drift_process_");
	Buf body = {0};
	bool good = put_process(e, process, &body);
	buf_addf(to, "#line 1 \"%s\"\n", newer->path);
	buf_add(to, s, newer->name);
	buf_adds(to, "drift_new_");
	buf_add(to, s + newer->name, newer->end - newer->name);
	/* Calls behind the definition are calls of the wrapper. */
	buf_addf(to, " %s;", header);
	buf_add(to, s + newer->end, newer->text.len - newer->end);
	buf_addf(to, "\n#line 1 \"%s\"\n%s", e->config.path, emit_runtime);
	put_table(e, to);
	buf_adds(to, buf_str(&body));
	put_wrapper(e, newer, header, to);
	buf_free(&body);
	free(header);
	free(process);
	return good;
}

static bool emit_all(Emit *e, EmitSource source[2], Buf *to)
{
	const Contract *c = e->config.contract;
	for (u32 i = 0; c && i < c->cases.len; i++)
		for (size_t k = 0; k < c->cases.at[i].clauses.len; k++) {
			const Clause *one = &c->cases.at[i].clauses.at[k];
			vec_push(&e->clauses, one);
			vec_push(&e->cases, i);
			if (one->kind == CLAUSE_ENSURES || one->kind == CLAUSE_SIGNALS)
				emit_mentions(e, one->e, i);
		}
	if (e->clauses.len > EMIT_CLAUSES || (c && c->cases.len > EMIT_CASES))
		return emit_refuse(e, NULL, "the contract has more than %d clauses or %d cases",
						   EMIT_CLAUSES, EMIT_CASES);
	if (!types_fit(e, OLD) || !types_fit(e, NEW) || !params_fit(e) || !is_whole(e) ||
		!kinds_fit(e) || !emit_source(e, OLD, &source[OLD]) || !emit_source(e, NEW, &source[NEW]) ||
		!variables_fit(e, &source[OLD]) || !emit_pieces(e))
		return false;
	put_head(e, &source[OLD], &source[NEW], to);
	put_old(e, &source[OLD], to);
	return write_new(e, &source[NEW], to);
}

bool check_emit(const EmitConfig *config, Err *err)
{
	Emit e = {.config = *config, .err = err};
	EmitSource source[2] = {0};
	Buf text = {0};
	bool good = emit_all(&e, source, &text) && file_write(config->path, text.at, text.len, err);
	for (int side = OLD; side <= NEW; side++)
		emit_source_free(&source[side]);
	for (size_t i = 0; i < e.old.len; i++)
		free(e.old.at[i]);
	for (size_t i = 0; i < e.prev.len; i++)
		free(e.prev.at[i]);
	for (size_t i = 0; i < e.pieces.len; i++)
		free(e.pieces.at[i].text);
	vec_free(&e.old);
	vec_free(&e.prev);
	vec_free(&e.pieces);
	vec_free(&e.clauses);
	vec_free(&e.cases);
	vec_free(&e.mentions);
	vec_free(&e.called);
	vec_free(&e.bound);
	arena_free(&e.arena);
	buf_free(&text);
	return good;
}

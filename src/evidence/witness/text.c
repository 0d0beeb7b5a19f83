/* text.c: prints an input for people. */
#include "evidence/witness/impl.h"

/* Standard input, a file or a variable; its beginning if it is long. */
static void add_bytes(const Buf *bytes, size_t most, Buf *to)
{
	bool whole = !most || bytes->len <= most;
	buf_addc(to, '"');
	buf_add_escaped(to, buf_str(bytes), whole ? bytes->len : most);
	buf_addc(to, '"');
	if (!whole)
		buf_addf(to, "... (%zu bytes)", bytes->len);
}

/* Inputs that a command line cannot show. gap: the text before the first of them. */
static void add_contents(const InputText *how, const Shape *s, const Assignment *a, const char *gap,
						 Buf *to)
{
	for (size_t i = 0; i < s->parts.len; i++) {
		const Part *part = &s->parts.at[i];
		Buf bytes = {0};
		bool env = part->role == ROLE_ENV;
		if (part->kind == PART_FIXED ||
			(part->role != ROLE_STDIN && part->kind != PART_FILE && !env))
			continue;
		if (how->inputs->call && part->role == ROLE_ARG)
			continue; /* the call has its value in it */
		inputs_bytes(how->inputs, part, a, &bytes);
		buf_addf(to, env ? "%s%s=" : "%s%s ", gap, env ? part->path : part->name);
		add_bytes(&bytes, how->most, to);
		buf_free(&bytes);
		gap = ", ";
	}
}

void input_text(const InputText *how, u32 shape, const Assignment *a, Buf *to)
{
	const Inputs *in = how->inputs;
	const Shape *s = &in->shapes.at[shape];
	Buf text = {0}; /* begins with a blank */
	if (how->entry) {
		buf_adds(&text, how->bare ? " " : " (");
		test_call(in, s, a, &text);
		buf_adds(&text, how->bare ? "" : ")");
	} else {
		test_shown(in, s, a, &text);
	}
	if (how->contents && !how->entry)
		add_contents(how, s, a, text.len ? ", " : how->name ? " with " : " ", &text);
	test_world(in, s, a, &text);
	if (how->name && !how->contents && !how->entry)
		test_variables(in, s, a, to);
	if (how->name)
		buf_adds(to, how->name);
	buf_adds(to, buf_str(&text) + (text.len && !how->name));
	buf_free(&text);
}

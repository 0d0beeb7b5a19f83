/* missing.c: functions that a program calls and nobody defines.
 *
 * A unit of a library calls functions of other units. If these are not there, each such function
 * gets a stub in the program of --call, or around the function of --entry:
 *
 *     void drift_stub1(int p1) __asm__("record");
 *     void drift_stub1(int p1) { ... prints "called record: 7" ... }
 *
 * It prints its arguments and what they point to, as far as that is initialised, and returns what
 * an input says in its first calls, then 0. The same code runs in the machine and natively. It
 * prints on standard output, at once: so calls are compared in order with what the program prints,
 * also if the program ends abnormally.
 *
 * A stub does not do what the function would do. Results name these functions and say what is
 * assumed of them. A function that a stub cannot replace (structs by value, a variable number of
 * arguments) gets none: a run ends at its call.
 */
#include "cli/call/call.h"

enum { MOST_MISSING = 24 }; /* each may have an input */

bool call_alike(const CType *a, const CType *b)
{
	bool alike = a->n_params == b->n_params;
	for (u32 i = 0; alike && i < a->n_params; i++) {
		const char *x = a->params[i] ? call_passed_as(a->params[i]) : NULL;
		const char *y = b->params[i] ? call_passed_as(b->params[i]) : NULL;
		alike = x && y && !strcmp(x, y);
	}
	return alike;
}

bool call_missing(LibraryCall *c, const CallMissing *given)
{
	if (c->missing.len == MOST_MISSING || !call_records(given->type))
		return false;
	vec_push(&c->missing, *given);
	vec_push(&c->stubbed, given->name);
	return true;
}

/* What it returns is an argument of main, behind the others. */
static void add_word(LibraryCall *c, CallStub *stub)
{
	if (stub->type->params[0]->kind != CTYPE_INT)
		return;
	stub->varies = true;
	vec_push(&c->words, "@int");
	stub->word = (u32)c->words.len;
	buf_addf(&c->shown, "%s%s() = \1%c", c->shown.len ? ", " : "", stub->name, (char)stub->word);
}

void call_missing_words(LibraryCall *c)
{
	for (size_t i = 0; i < c->missing.len; i++) {
		const CallMissing *one = &c->missing.at[i];
		CallStub stub = {.name = one->name, .type = one->type, .missing = true};
		add_word(c, &stub);
		vec_push(&c->stubs, stub);
	}
}

void call_missing_before(const LibraryCall *c, Buf *to)
{
	for (size_t i = 0; i < c->stubs.len; i++)
		if (c->stubs.at[i].word)
			buf_addf(to,
					 "\tdrift_stub_left%zu = %d;\n"
					 "\tdrift_stub_returns%zu = (__typeof__(drift_stub_returns%zu))drift_int("
					 "drift_argv[%u]);\n",
					 i + 1, CALL_FIRST, i + 1, i + 1, c->stubs.at[i].word);
}

/* What stubs return; a message lists those of one kind together. */
typedef enum Returned { NOTHING, AN_INPUT, AN_INT, AN_OBJECT, A_NULL, A_ZERO, N_RETURNED } Returned;

static Returned returned(const CallStub *s)
{
	const CType *result = s->type->params[0];
	bool pointer = result->kind == CTYPE_POINTER;
	if (result->kind == CTYPE_VOID)
		return NOTHING;
	if (!s->varies && pointer)
		return A_NULL;
	if (!s->varies)
		return A_ZERO;
	if (pointer)
		return AN_OBJECT;
	return s->word ? AN_INT : AN_INPUT;
}

void call_missing_tell(LibraryCall *c)
{
	static const char *const what[] = {[NOTHING] = "",
									   [AN_INPUT] = " and returns one input 8 times, then 0",
									   [AN_INT] = " and returns one int 8 times, then 0",
									   [AN_OBJECT] =
										   " and returns one object, or null, 8 times, then null",
									   [A_NULL] = " and returns null",
									   [A_ZERO] = " and returns 0"};
	for (Returned of = 0; of < N_RETURNED; of++) {
		Buf names = {0};
		for (size_t i = 0; i < c->stubs.len; i++)
			if (c->stubs.at[i].missing && returned(&c->stubs.at[i]) == of)
				buf_addf(&names, "%s%s", names.len ? ", " : "", c->stubs.at[i].name);
		char *text =
			xasprintf("what %s, which nobody defines, does: its stub records how it is called%s; "
					  "it writes no memory, reads only what it records, and returns",
					  buf_str(&names), what[of]);
		if (names.len)
			call_unseen(c, text);
		free(text);
		buf_free(&names);
	}
}

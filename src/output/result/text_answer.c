/* text_answer.c: the answer in one sentence, and the differences by kind.
 *
 * A sentence has a command that can be pasted and what is different when it runs:
 * `printf 'a\n' | ./new -x prints "2" instead of "1"`. */
#include "output/result/impl.h"

enum {
	QUOTED = 60,      /* characters of an output in the sentence */
	CALL_SHOWN = 120, /* bytes of a call in the sentence */
	KINDS_SHOWN = 10  /* the rest is in result.json */
};

/* ---- the command ---- */

/* Standard input that was given, or NULL. */
static const ResultGiven *stdin_of(const ResultDifference *d)
{
	for (size_t i = 0; i < d->given.len; i++)
		if (!strcmp(d->given.at[i].name, "stdin"))
			return &d->given.at[i];
	return NULL;
}

/* A string of C as an argument of printf(1), in quotes of the shell. */
static void add_printf(Buf *to, const char *text)
{
	buf_adds(to, "printf '");
	for (; *text; text++)
		if (text[0] == '\\' && text[1] == '"')
			continue; /* the quote follows */
		else if (*text == '\'')
			buf_adds(to, "'\\''");
		else if (*text == '%')
			buf_adds(to, "%%");
		else if (*text == '\\' && text[1]) {
			buf_add(to, text, 2);
			text++;
		} else {
			buf_addc(to, *text);
		}
	buf_adds(to, "' | ");
}

void add_command(const Result *r, const ResultDifference *d, Buf *to)
{
	const ResultGiven *in = stdin_of(d);
	bool piped = in && in->whole && in->bytes && strlen(in->text) <= QUOTED;
	if (piped)
		add_printf(to, in->text);
	buf_addf(to, "%s%s%s%s", d->variables ? d->variables : "", r->name, *d->input ? " " : "",
			 d->input);
	if (in && !piped && !in->bytes)
		buf_adds(to, " </dev/null");
	else if (in && !piped && d->test && r->dir)
		buf_addf(to, " <%s/tests/%04u/%s", r->dir, d->test, in->file);
}

/* ---- what is different ---- */

/* The line of an output that starts at `at`, in quotes and cut. */
static void add_quoted(Buf *to, ResultBytes text, size_t at)
{
	const char *end = memchr(text.at + at, '\n', text.n - at);
	size_t n = end ? (size_t)(end - text.at) - at : text.n - at;
	buf_addc(to, '"');
	buf_add_escaped(to, text.at + at, n < QUOTED ? n : QUOTED);
	buf_adds(to, n > QUOTED ? "...\"" : "\"");
}

static bool same_bytes(ResultBytes a, ResultBytes b)
{
	return a.n == b.n && (!a.n || !memcmp(a.at, b.at, a.n));
}

/* The first lines in which two outputs differ. */
static void add_printed(Buf *to, const char *verb, ResultBytes old, ResultBytes newer)
{
	size_t at = 0, least = old.n < newer.n ? old.n : newer.n;
	for (size_t i = 0; i < least && old.at[i] == newer.at[i]; i++)
		at = old.at[i] == '\n' ? i + 1 : at;
	if (at == newer.n) {
		buf_addf(to, newer.n ? "no longer %s " : "%s nothing instead of ", verb);
		add_quoted(to, old, at);
		return;
	}
	buf_addf(to, at == old.n && old.n ? "also %s " : "%s ", verb);
	add_quoted(to, newer, at);
	if (at == old.n && old.n)
		return;
	buf_adds(to, " instead of ");
	if (old.n)
		add_quoted(to, old, at);
	else
		buf_adds(to, "nothing");
}

/* True for a run that ended on its own: it returned or called exit. */
static bool is_ordinary(const ResultSide *s)
{
	return !strncmp(s->ends, "exit ", 5) || !strncmp(s->ends, "returns", 7);
}

/* How the runs end: "exit 1", "returns 5" or "SIGABRT". */
static void add_ends(Buf *to, const char *old, const char *newer)
{
	static const char word[] = "returns";
	const size_t n = sizeof word - 1;
	bool returned = !strncmp(old, word, n), returns = !strncmp(newer, word, n);
	buf_addf(to, returns ? "%s instead of " : "ends with %s instead of ", newer);
	if (returned && returns && old[n])
		buf_adds(to, old + n + 1);
	else if (returned)
		buf_addf(to, "returning%s", old + n);
	else
		buf_addf(to, returns ? "ending with %s" : "%s", old);
}

void add_effect(const ResultDifference *d, Buf *to)
{
	const ResultSide *old = &d->side[OLD], *newer = &d->side[NEW];
	bool ends = strcmp(old->ends, newer->ends) != 0;
	if (ends && (!is_ordinary(old) || !is_ordinary(newer)))
		add_ends(to, old->ends, newer->ends);
	else if (!same_bytes(old->printed.out, newer->printed.out))
		add_printed(to, "prints", old->printed.out, newer->printed.out);
	else if (ends && (strchr(newer->ends, '{') || strchr(old->ends, '{')))
		buf_adds(to, "ends with another status"); /* these are expressions over the input */
	else if (ends)
		add_ends(to, old->ends, newer->ends);
	else if (!same_bytes(old->printed.err, newer->printed.err))
		add_printed(to, "prints to standard error", old->printed.err, newer->printed.err);
	else if (d->files)
		buf_addf(to, "leaves different files: %s", d->files);
	else
		buf_adds(to, "behaves differently");
}

/* ---- kinds ---- */

static const ResultDifference *difference_of_kind(const ResultVersions *v,
												  const ResultDifference *first)
{
	for (size_t i = 0; i < v->differences.len; i++) {
		const ResultDifference *d = &v->differences.at[i];
		if ((d == first || d->like == first->group) && d->confirmed)
			return d;
	}
	return first;
}

ResultKind kind_of(const ResultVersions *v, const ResultDifference *first)
{
	ResultKind k = {.first = difference_of_kind(v, first)};
	for (size_t i = 0; i < v->differences.len; i++) {
		const ResultDifference *d = &v->differences.at[i];
		if (d != first && d->like != first->group)
			continue;
		k.n++;
		k.untested += !d->test;
		if (!d->test)
			continue;
		k.tests[0] = !k.tests[0] || d->test < k.tests[0] ? d->test : k.tests[0];
		k.tests[1] = d->test > k.tests[1] ? d->test : k.tests[1];
	}
	return k;
}

static void print_kind(const Result *r, const ResultKind *k, u32 number, FILE *to)
{
	Buf text = {0};
	buf_addf(&text, "kind %u: ", number);
	add_command(r, k->first, &text);
	buf_addc(&text, ' ');
	add_effect(k->first, &text);
	fprintf(to, "%s\n", buf_str(&text));
	fprintf(to, "    %u difference%s", k->n, k->n == 1 ? "" : "s");
	if (k->tests[0] && k->tests[0] == k->tests[1])
		fprintf(to, ", test %s/tests/%04u", r->dir, k->tests[0]);
	else if (k->tests[0])
		fprintf(to, ", tests %s/tests/%04u to %04u", r->dir, k->tests[0], k->tests[1]);
	fprintf(to, "\n");
	buf_free(&text);
}

void print_kinds(const Result *r, FILE *to)
{
	const ResultVersions *v = &r->versions;
	u32 number = 0;
	if (result_stories(v) < 2)
		return; /* the answer has it */
	for (size_t i = 0; i < v->differences.len; i++) {
		if (v->differences.at[i].like || ++number > KINDS_SHOWN)
			continue;
		ResultKind k = kind_of(v, &v->differences.at[i]);
		print_kind(r, &k, number, to);
	}
	if (number > KINDS_SHOWN)
		fprintf(to, "and %u more kinds, see result.json\n", number - KINDS_SHOWN);
}

/* ---- the sentence ---- */

/* The first row of drift diff in which the versions differ, as a difference; false: there is none. */
static bool first_row(const Result *r, ResultDifference *d)
{
	const ResultVersions *v = &r->versions;
	size_t name = strlen(r->name);
	for (size_t i = 0; i < v->groups.len; i++) {
		const ResultGroup *g = &v->groups.at[i];
		if (g->relation != RESULT_DIFFERS || !g->rows.len)
			continue;
		const ResultRow *row = &g->rows.at[0];
		bool named = !strncmp(row->input, r->name, name);
		const char *input = row->input + (named ? name : 0);
		*d = (ResultDifference){.input = input + (*input == ' '),
								.files = *g->doing[NEW].files ? g->doing[NEW].files : NULL};
		for (int side = OLD; side <= NEW; side++)
			d->side[side] =
				(ResultSide){.ends = g->doing[side].ends, .printed = row->printed[side]};
		return true;
	}
	return false;
}

bool add_answer(const Result *r, Buf *to)
{
	const ResultVersions *v = &r->versions;
	ResultDifference row;
	const ResultDifference *d = NULL;
	for (size_t i = 0; i < v->differences.len && (!d || !d->confirmed); i++)
		if (!d || v->differences.at[i].confirmed)
			d = &v->differences.at[i];
	if (!d && r->name && first_row(r, &row))
		d = &row;
	if (!d || !r->name)
		return false;
	size_t begin = to->len;
	add_command(r, d, to);
	if (*d->input == '(' &&
		to->len - begin > CALL_SHOWN) { /* arguments of a call; difference 1 has all */
		to->len = begin + CALL_SHOWN;
		while (to->len > begin && (u8)to->at[to->len - 1] >= 0x80)
			to->len--;
		buf_adds(to, "...)");
	}
	buf_addc(to, ' ');
	add_effect(d, to);
	return true;
}

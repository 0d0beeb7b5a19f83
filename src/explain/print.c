/* print.c: an explanation on one screen. */
#include "explain/impl.h"

enum { SHOWN = 10, CONDITION_SHOWN = 200 };

/* ---- parts of a line ---- */

static void add_place(const Program *p, u32 at, Buf *to)
{
	const Loc *loc = &p->locs.at[at];
	if (loc->line)
		buf_addf(to, "%s:%u", p->files.at[loc->file], loc->line);
	else
		buf_adds(to, "an unknown place");
}

static void add_input(const Explanation *x, const Assignment *a, Buf *to)
{
	const Inputs *in = x->config.inputs;
	const Shape *s = &in->shapes.at[x->shape];
	Buf args = {0};
	const char *gap = "";
	if (x->config.subject[NEW]->entry != NO_OPERAND) {
		test_call(in, s, a, to);
		return;
	}
	test_shown(in, s, a, &args);
	if (args.len) {
		buf_adds(to, buf_str(&args) + 1);
		gap = ", ";
	}
	buf_free(&args);
	for (size_t i = 0; i < s->parts.len; i++) {
		const Part *part = &s->parts.at[i];
		Buf bytes = {0};
		if (part->kind == PART_FIXED || (part->role != ROLE_STDIN && part->kind != PART_FILE))
			continue;
		inputs_bytes(in, part, a, &bytes);
		buf_addf(to, "%s%s \"", gap, part->name);
		buf_add_escaped(to, buf_str(&bytes), bytes.len);
		buf_addc(to, '"');
		buf_free(&bytes);
		gap = ", ";
	}
}

/* ---- the page ---- */

static u32 line_of(const Buf *text, u64 at)
{
	u32 line = 1;
	for (u64 i = 0; i < at && i < text->len; i++)
		line += text->at[i] == '\n';
	return line;
}

static void print_difference(const Explanation *x, FILE *to)
{
	static const char *const what[] = {[DIFFER_ENDING] = "the run",
									   [DIFFER_STDOUT] = "stdout",
									   [DIFFER_STDERR] = "stderr",
									   [DIFFER_FILES] = "files"};
	fprintf(to, "the difference   %s", what[x->differs]);
	if (x->differs == DIFFER_STDOUT || x->differs == DIFFER_STDERR)
		fprintf(to, " line %u",
				line_of(&x->of[NEW].behaviour.text[x->differs == DIFFER_STDERR], x->differs_at));
	fprintf(to, ": %s | %s\n", buf_str(&x->said[OLD]), buf_str(&x->said[NEW]));
}

/* Units that are in no set that is blamed. */
static void add_harmless(const Blame *b, Buf *to)
{
	const char *gap = "";
	u32 n = 0;
	for (u32 i = 0; i < b->edits.at.len; i++) {
		bool blamed = false;
		for (size_t k = 0; k < b->trials.sets.len; k++)
			for (size_t j = 0; j < b->trials.sets.at[k].units.len; j++)
				blamed |= b->trials.sets.at[k].units.at[j] == b->units.of[i];
		if (blamed)
			continue;
		buf_addf(to, "%sh%u", gap, i + 1);
		gap = ", ";
		n++;
	}
	if (n)
		buf_adds(to, n > 1 ? " do not matter here" : " does not matter here");
}

static void print_set(const Blame *b, const BlameSet *set, FILE *to)
{
	Buf text = {0};
	u32 repairs = 0;
	for (size_t i = 0; i < set->units.len; i++) {
		buf_adds(&text, i ? " together with " : "");
		blame_unit(b, set->units.at[i], &text);
		repairs += i < set->reverted.len && set->reverted.at[i] == TRIAL_OLD;
	}
	fprintf(to, "%s%s%s: with %s OLD fails in the same way; ", buf_str(&text),
			set->units.len > 1 ? "" : " alone",
			set->smallest ? "" : ", perhaps not all of it needed",
			set->units.len > 1 ? "them" : "it");
	if (repairs == set->units.len)
		fprintf(to, "without %s NEW does as OLD\n", set->units.len > 1 ? "any of them" : "it");
	else if (repairs)
		fprintf(to, "without %u of them NEW does as OLD\n", repairs);
	else
		fprintf(to, "without %s NEW does not do as OLD\n",
				set->units.len > 1 ? "one of them" : "it");
	buf_free(&text);
}

static void print_blame(const Explanation *x, FILE *to)
{
	const Blame *b = &x->blame;
	Buf rest = {0};
	if (!x->blamed && !x->blame_trouble.text[0])
		return; /* not asked for */
	if (!x->blamed || !b->trials.whole) {
		fprintf(to, "to blame         not known: %s\n",
				x->blamed ? "all edits together, put into OLD, do not do what NEW does"
						  : x->blame_trouble.text);
		return;
	}
	for (size_t i = 0; i < b->trials.sets.len; i++) {
		fputs(i ? "             or  " : "to blame         ", to);
		print_set(b, &b->trials.sets.at[i], to);
	}
	add_harmless(b, &rest);
	if (rest.len)
		fprintf(to, "                 %s\n", buf_str(&rest));
	if (b->trials.ran_out)
		fprintf(to, "                 there may be more: %u builds were made (--builds)\n",
				b->trials.builds);
	buf_free(&rest);
}

static void print_suspect(const Explanation *x, const ExplainSuspect *s, size_t number, FILE *to)
{
	const Program *p = x->config.subject[s->side]->program;
	Buf place = {0}, source = {0}, input = {0}, cond = {0};
	add_place(p, s->loc, &place);
	program_source(p, s->loc, &source);
	add_input(x, &s->input, &input);
	if (!s->value)
		expr_text(x->pool, s->cond, CONDITION_SHOWN, &cond);
	fprintf(to, "%s%zu. %s  %s\n", number == 1 ? "suspects         " : "                 ", number,
			buf_str(&place), buf_str(&source));
	if (s->value) {
		fprintf(to, "                    its value is another: %s | %s\n",
				s->is[OLD] ? s->is[OLD] : "(not executed)",
				s->is[NEW] ? s->is[NEW] : "(not executed)");
	} else {
		fprintf(to, "                    a check that %s does not make%s: %s%s\n",
				s->side == OLD ? "NEW" : "OLD", s->library ? ", in the C library" : "",
				buf_str(&cond), s->count > 1 ? ", and the like" : "");
		fprintf(to, "                    otherwise on %s: %s\n", buf_str(&input),
				s->passes ? "both do the same" : "they still differ");
	}
	buf_free(&place);
	buf_free(&source);
	buf_free(&input);
	buf_free(&cond);
}

static void print_edit(const Part *part, const Buf *was, const Buf *is, FILE *to)
{
	size_t longer = was->len > is->len ? was->len : is->len;
	Buf text = {0};
	u32 n = 0;
	for (size_t k = 0; k < longer; k++) {
		bool a = k < was->len, b = k < is->len;
		if (a && b && was->at[k] == is->at[k])
			continue;
		if (++n > 8)
			continue;
		buf_addf(&text, "%s%s byte %zu ", n > 1 ? ", " : "", part->name, k);
		buf_adds(&text, a ? "'" : "nothing");
		if (a)
			buf_add_escaped(&text, was->at + k, 1);
		buf_adds(&text, a ? "' -> " : " -> ");
		buf_adds(&text, b ? "'" : "nothing");
		if (b)
			buf_add_escaped(&text, is->at + k, 1);
		buf_adds(&text, b ? "'" : "");
	}
	fprintf(to, "%s%s", buf_str(&text), n > 8 ? ", ..." : "");
	buf_free(&text);
}

static void print_passing(const Explanation *x, FILE *to)
{
	const Inputs *in = x->config.inputs;
	const Shape *s = &in->shapes.at[x->shape];
	Buf old = {0}, now = {0};
	const char *gap = "";
	if (!x->passing_edits)
		return;
	fprintf(to, "pass instead     ");
	for (size_t i = 0; i < s->parts.len; i++) {
		Buf was = {0}, is = {0};
		inputs_bytes(in, &s->parts.at[i], &x->start, &was);
		inputs_bytes(in, &s->parts.at[i], &x->passing, &is);
		if (was.len != is.len || memcmp(buf_str(&was), buf_str(&is), was.len)) {
			fputs(gap, to);
			print_edit(&s->parts.at[i], &was, &is, to);
			gap = "; ";
		}
		buf_free(&was);
		buf_free(&is);
	}
	add_input(x, &x->start, &old);
	add_input(x, &x->passing, &now);
	fprintf(to, "  (%s -> %s)\n", buf_str(&old), buf_str(&now));
	buf_free(&old);
	buf_free(&now);
}

/* Why there is nothing to explain. */
static void print_trouble(const Explanation *x, FILE *to)
{
	Buf input = {0};
	add_input(x, &x->start, &input);
	if (x->trouble == EXPLAIN_SAME)
		fprintf(to, "nothing to explain: both do the same on %s\n",
				input.len ? buf_str(&input) : "this input");
	for (int side = OLD; x->trouble == EXPLAIN_UNSUPPORTED && side <= NEW; side++) {
		const RunResult *r = &x->of[side].run.result;
		if (r->outcome == RAN_UNSUPPORTED || r->cut)
			fprintf(to, "%s cannot be followed to its end: %s\n", x->config.subject[side]->version,
					r->cut ? "the time is up (--time)" : r->report);
	}
	buf_free(&input);
}

void explain_print(Explanation *x, FILE *to)
{
	if (x->trouble != EXPLAIN_FINE) {
		print_trouble(x, to);
		return;
	}
	print_difference(x, to);
	print_blame(x, to);
	for (size_t i = 0; i < x->suspects.len && i < SHOWN; i++)
		print_suspect(x, &x->suspects.at[i], i + 1, to);
	if (x->suspects.len > SHOWN)
		fprintf(to, "                 and %zu more\n", x->suspects.len - SHOWN);
	if (!x->suspects.len)
		fprintf(to,
				"suspects         none: neither decisions nor values tell the programs apart\n");
	print_passing(x, to);
	if (x->stats.unknown)
		fprintf(to, "not known        the solver gave up on %llu decisions\n",
				(unsigned long long)x->stats.unknown);
}

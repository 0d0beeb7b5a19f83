/* filter.c: lines of output that do not count (--ignore), for all inputs of a path.
 *
 * Whether a line matches hangs on its text, and that may hang on the input. A line goes from the
 * behaviour when it matches on every input of the path: its text is fixed, or a fixed piece of it
 * matches whatever stands around it, or an automaton accepts all texts that it may have
 * (pattern.h). All other lines stay, and where the behaviours then differ, a witness of that is
 * held against the patterns. If they leave nothing of the difference, all inputs that are like the
 * witness are excluded (each line has the same text, or matches by a fixed piece), and the solver
 * is asked for another. When none is left, the difference never counts; when the tries are used up,
 * the pair of paths is open.
 */
#include "test/filter.h"

#include "test/pattern.h"
#include "test/tester.h"

enum { TRIES = 32 }; /* witnesses of one pair of paths that may be left out */

/* ---- texts ---- */

static bool matches(const Filter *f, const char *line)
{
	for (size_t i = 0; i < f->n; i++)
		if (!regexec(&f->patterns[i], line, 0, NULL, 0))
			return true;
	return false;
}

void filter_text(const Filter *f, const Buf *text, Buf *to)
{
	const char *bytes = buf_str(text);
	for (size_t at = 0, n; at < text->len; at += n) {
		const char *end = memchr(bytes + at, '\n', text->len - at);
		n = end ? (size_t)(end - bytes) + 1 - at : text->len - at;
		char *line = xstrndup(bytes + at, end ? n - 1 : n);
		if (!matches(f, line))
			buf_add(to, bytes + at, n);
		free(line);
	}
}

/* ---- lines of items ---- */

/* A line between newlines that are there on every input. */
typedef struct OutLine {
	const OutItem *at;
	size_t n;
} OutLine;

typedef VEC(OutLine) OutLineList;

static bool is_newline(const OutItem *item)
{
	return item->kind == OUT_BYTE && item->byte == '\n';
}

static void find_lines(const OutItems *items, OutLineList *to)
{
	for (size_t i = 0, begin = 0; i < items->len; i++)
		if (is_newline(&items->at[i]) || i + 1 == items->len) {
			vec_push(to, ((OutLine){items->at + begin, i + 1 - begin}));
			begin = i + 1;
		}
}

/* Patterns that look at the characters around a place are not tried on pieces. */
static bool looks_around(const char *pattern)
{
	for (const char *at = strchr(pattern, '\\'); at; at = strchr(at + 1, '\\'))
		if (at[1] && strchr("bB<>`'", at[1]))
			return true;
	return false;
}

static bool piece_matches(const Filter *f, const char *piece, bool first, bool last)
{
	int flags = (first ? 0 : REG_NOTBOL) | (last ? 0 : REG_NOTEOL);
	for (size_t i = 0; i < f->n; i++)
		if (((first && last) || !looks_around(f->sources[i])) &&
			!regexec(&f->patterns[i], piece, 0, NULL, flags))
			return true;
	return false;
}

/* The line matches whatever its other characters are, as long as none is a newline or a zero:
 * by a pattern that takes all its texts, or by a fixed piece of it. A match inside of a piece that
 * needs neither the beginning nor the end of the text stays one when something is put before and
 * behind it. */
static bool line_matches(const Filter *f, const ExprPool *pool, const OutLine *l)
{
	size_t n = l->n - (l->n && is_newline(&l->at[l->n - 1]));
	bool fixed = true, zero = false, found = false;
	Buf piece = {0};
	for (size_t i = 0; i < n; i++) {
		fixed = fixed && l->at[i].kind == OUT_BYTE;
		zero = zero || (l->at[i].kind == OUT_BYTE && !l->at[i].byte);
	}
	if (zero && !fixed)
		return false; /* the text ends there for regexec */
	for (size_t i = 0; i < f->n && !found && !fixed; i++)
		found = f->automata[i] && pattern_always(f->automata[i], pool, l->at, n);
	bool first = true;
	for (size_t i = 0; i <= n && !found; i++) {
		if (i < n && l->at[i].kind == OUT_BYTE) {
			buf_addc(&piece, (char)l->at[i].byte);
			continue;
		}
		found = piece_matches(f, buf_str(&piece), first, i == n);
		first = false;
		buf_reset(&piece);
	}
	buf_free(&piece);
	return found;
}

/* No character of the line that hangs on the input is a newline or a zero. */
static Expr stays_one_line(ExprPool *p, const OutLine *l)
{
	Expr all = EXPR_TRUE;
	for (size_t i = 0; i < l->n; i++) {
		if (l->at[i].kind != OUT_EXPR)
			continue;
		all = expr_and(p, all, expr_ne(p, l->at[i].e, expr_const(p, 8, '\n')));
		all = expr_and(p, all, expr_ne(p, l->at[i].e, expr_const(p, 8, 0)));
	}
	return all;
}

static void drop_lines(const Filter *f, ExprPool *pool, OutItems *items)
{
	OutLineList lines = {0};
	size_t kept = 0;
	find_lines(items, &lines);
	for (size_t i = 0; i < lines.len; i++) {
		const OutLine *l = &lines.at[i];
		if (line_matches(f, pool, l) && stays_one_line(pool, l) == EXPR_TRUE)
			continue;
		memmove(items->at + kept, l->at, l->n * sizeof *l->at);
		kept += l->n;
	}
	items->len = kept;
	vec_free(&lines);
}

void filter_behaviour(const Filter *f, ExprPool *pool, Behaviour *b)
{
	for (int i = 0; f->n && i < 2; i++)
		drop_lines(f, pool, &b->items[i]);
}

/* ---- witnesses ---- */

static bool stream_shows(Tester *t, int stream)
{
	Buf text[2] = {0}, left[2] = {0};
	for (int side = OLD; side <= NEW; side++) {
		items_render(t->pool, &t->now[side].items[stream], t->eval, &text[side]);
		filter_text(&t->filter, &text[side], &left[side]);
	}
	bool shows = left[OLD].len != left[NEW].len ||
				 memcmp(buf_str(&left[OLD]), buf_str(&left[NEW]), left[OLD].len) != 0;
	for (int side = OLD; side <= NEW; side++) {
		buf_free(&text[side]);
		buf_free(&left[side]);
	}
	return shows;
}

bool filter_shows(Tester *t, const Assignment *a)
{
	u32 see = t->config.see, streams = SEE_STDOUT | SEE_STDERR;
	const Behaviour *old = &t->now[OLD], *newer = &t->now[NEW];
	if (!t->filter.n)
		return true;
	Expr rest = behaviour_differs(t->pool, old, newer, see & ~streams);
	expr_eval_begin(t->eval, a);
	if (!rest || expr_eval_value(t->eval, rest))
		return true;
	if (old->outcome == RAN_LIMIT || newer->outcome == RAN_LIMIT)
		return false;
	return (see & SEE_STDOUT && stream_shows(t, 0)) || (see & SEE_STDERR && stream_shows(t, 1));
}

static bool same_line(const OutLine *a, const OutLine *b)
{
	bool same = a->n == b->n;
	for (size_t i = 0; same && i < a->n; i++)
		same = out_item_same(&a->at[i], &b->at[i]);
	return same;
}

/* Inputs on which a line is treated as on the one of the evaluation. */
static Expr line_like(Tester *t, const OutLine *l)
{
	ExprPool *p = t->pool;
	Expr one = stays_one_line(p, l), all = EXPR_TRUE;
	if (line_matches(&t->filter, p, l) && expr_eval_value(t->eval, one))
		return one;
	for (size_t i = 0; i < l->n; i++) {
		const OutItem *item = &l->at[i];
		if (item->kind == OUT_BYTE)
			continue;
		Expr now = expr_const(p, expr_width(p, item->e), (u64)expr_eval_value(t->eval, item->e));
		all = expr_and(p, all, expr_eq(p, item->e, now));
	}
	return all;
}

/* Inputs of the pair of paths on which the stream is treated as on the one of the evaluation.
 * Lines that both versions have in front and at the end are treated alike anyway. */
static Expr stream_like(Tester *t, int stream)
{
	OutLineList lines[2] = {0};
	Expr all = EXPR_TRUE;
	for (int side = OLD; side <= NEW; side++)
		find_lines(&t->now[side].items[stream], &lines[side]);
	size_t first = 0, least = lines[OLD].len < lines[NEW].len ? lines[OLD].len : lines[NEW].len;
	while (first < least && same_line(&lines[OLD].at[first], &lines[NEW].at[first]))
		first++;
	while (least > first && same_line(&vec_last(&lines[OLD]), &vec_last(&lines[NEW]))) {
		lines[OLD].len--;
		lines[NEW].len--;
		least--;
	}
	for (int side = OLD; side <= NEW; side++) {
		for (size_t i = first; i < lines[side].len; i++)
			all = expr_and(t->pool, all, line_like(t, &lines[side].at[i]));
		vec_free(&lines[side]);
	}
	return all;
}

/* A number of the outputs whose text is longer or shorter than on the witness: patterns often
 * hang on that, and it leads away faster than one value after the other. */
static Expr other_length(Tester *t)
{
	Expr any = EXPR_FALSE;
	for (int k = 0; k < 4; k++) {
		const OutItems *items = &t->now[k & 1].items[k >> 1];
		for (size_t i = 0; i < items->len; i++) {
			if (items->at[i].kind != OUT_NUMBER)
				continue;
			Expr len = expr_textlen(t->pool, items->at[i].e, items->at[i].format);
			Expr now = expr_const(t->pool, 32, (u64)expr_eval_value(t->eval, len));
			any = expr_or(t->pool, any, expr_ne(t->pool, len, now));
		}
	}
	return any;
}

bool filter_witness(Tester *t, u32 shape, const Assignment *input, ExprList *conds, Expr differs)
{
	size_t n = conds->len;
	SolveResult r = SOLVE_SAT;
	bool found = false;
	Expr hint = EXPR_FALSE;
	for (int i = 0; i < TRIES && r == SOLVE_SAT && !found; i++) {
		r = SOLVE_UNKNOWN;
		if (i % 2 && hint != EXPR_FALSE)
			r = solve_near(t, shape, input, conds, expr_and(t->pool, differs, hint), &t->witness);
		if (r != SOLVE_SAT)
			r = solve_near(t, shape, input, conds, differs, &t->witness);
		if (r != SOLVE_SAT || (found = filter_shows(t, &t->witness)))
			continue;
		expr_eval_begin(t->eval, &t->witness);
		hint = other_length(t);
		Expr like = expr_and(t->pool, stream_like(t, 0), stream_like(t, 1));
		vec_push(conds, expr_not(t->pool, like));
	}
	conds->len = n;
	t->filtered += !found && r == SOLVE_SAT;
	t->unknown += r == SOLVE_UNKNOWN && !solver_over(t->solver);
	return found;
}

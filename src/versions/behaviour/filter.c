/* filter.c: finds lines of items that match, and removes them from behaviours. */
#include "versions/behaviour/filter.h"

#include "base/observe.h"
#include "versions/changes/version.h"

bool filter_init(Filter *f, const StrList *texts, Err *err)
{
	*f = (Filter){0};
	if (!lines_init(&f->lines, texts->at, texts->len, err))
		return false;
	for (size_t i = 0; i < texts->len; i++)
		vec_push(&f->automata, pattern_new(texts->at[i]));
	return true;
}

void filter_free(Filter *f)
{
	lines_free(&f->lines);
	for (size_t i = 0; i < f->automata.len; i++)
		pattern_free(f->automata.at[i]);
	vec_free(&f->automata);
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

/* Patterns that look at the surrounding characters are not tried on pieces. */
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
	for (size_t i = 0; i < f->automata.len; i++)
		if (((first && last) || !looks_around(f->lines.sources[i])) &&
			!regexec(&f->lines.patterns.at[i], piece, 0, NULL, flags))
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
	for (size_t i = 0; i < f->automata.len && !found && !fixed; i++)
		found = f->automata.at[i] && pattern_always(f->automata.at[i], pool, l->at, n);
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

/* No input-dependent character of the line is a newline or a zero. */
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
	for (int i = 0; f->automata.len && i < 2; i++)
		drop_lines(f, pool, &b->items[i]);
}

/* ---- both behaviours ---- */

static bool stream_shows(const Behaviours *b, int stream)
{
	Buf text[2] = {0}, left[2] = {0};
	for (int side = OLD; side <= NEW; side++) {
		items_render(b->pool, &b->now[side].items[stream], b->eval, &text[side]);
		lines_filter(&b->filter.lines, &text[side], &left[side]);
	}
	bool shows = left[OLD].len != left[NEW].len ||
				 memcmp(buf_str(&left[OLD]), buf_str(&left[NEW]), left[OLD].len) != 0;
	for (int side = OLD; side <= NEW; side++) {
		buf_free(&text[side]);
		buf_free(&left[side]);
	}
	return shows;
}

bool behaviours_show(const Behaviours *b, const Assignment *a)
{
	u32 observe = b->observe, streams = OBSERVE_STDOUT | OBSERVE_STDERR;
	const Behaviour *old = &b->now[OLD], *newer = &b->now[NEW];
	if (!b->filter.automata.len)
		return true;
	Expr rest = behaviour_differs(b->pool, old, newer, observe & ~streams);
	expr_eval_next(b->eval, a);
	if (!rest || expr_eval_value(b->eval, rest))
		return true;
	if (old->outcome == RAN_LIMIT || newer->outcome == RAN_LIMIT)
		return false;
	return (observe & OBSERVE_STDOUT && stream_shows(b, 0)) ||
		   (observe & OBSERVE_STDERR && stream_shows(b, 1));
}

static bool same_line(const OutLine *a, const OutLine *b)
{
	bool same = a->n == b->n;
	for (size_t i = 0; same && i < a->n; i++)
		same = out_item_same(&a->at[i], &b->at[i]);
	return same;
}

/* Inputs on which a line is treated as on the one of the evaluation. */
static Expr line_like(const Behaviours *b, const OutLine *l)
{
	ExprPool *p = b->pool;
	Expr one = stays_one_line(p, l), all = EXPR_TRUE;
	if (line_matches(&b->filter, p, l) && expr_eval_value(b->eval, one))
		return one;
	for (size_t i = 0; i < l->n; i++) {
		const OutItem *item = &l->at[i];
		if (item->kind == OUT_BYTE)
			continue;
		Expr now = expr_const(p, expr_width(p, item->e), (u64)expr_eval_value(b->eval, item->e));
		all = expr_and(p, all, expr_eq(p, item->e, now));
	}
	return all;
}

/* Inputs of the pair of paths on which the stream is treated as on the one of the evaluation.
 * Lines that both versions have in front and at the end are treated alike anyway. */
static Expr stream_like(const Behaviours *b, int stream)
{
	OutLineList lines[2] = {0};
	Expr all = EXPR_TRUE;
	for (int side = OLD; side <= NEW; side++)
		find_lines(&b->now[side].items[stream], &lines[side]);
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
			all = expr_and(b->pool, all, line_like(b, &lines[side].at[i]));
		vec_free(&lines[side]);
	}
	return all;
}

Expr behaviours_other_length(const Behaviours *b)
{
	Expr any = EXPR_FALSE;
	for (int k = 0; k < 4; k++) {
		const OutItems *items = &b->now[k & 1].items[k >> 1];
		for (size_t i = 0; i < items->len; i++) {
			if (items->at[i].kind != OUT_NUMBER)
				continue;
			Expr len = expr_textlen(b->pool, items->at[i].e, items->at[i].format);
			Expr now = expr_const(b->pool, 32, (u64)expr_eval_value(b->eval, len));
			any = expr_or(b->pool, any, expr_ne(b->pool, len, now));
		}
	}
	return any;
}

Expr behaviours_alike(const Behaviours *b)
{
	return expr_and(b->pool, stream_like(b, 0), stream_like(b, 1));
}

bool behaviour_is_open(const Behaviour *b)
{
	return b->outcome == RAN_LIMIT || b->outcome == RAN_UNSUPPORTED;
}

bool behaviours_open_both(const Behaviours *b)
{
	const Behaviour *old = &b->now[OLD], *newer = &b->now[NEW];
	return behaviour_is_open(old) && behaviour_is_open(newer) &&
		   (old->outcome == RAN_UNSUPPORTED || newer->outcome == RAN_UNSUPPORTED) &&
		   behaviour_identical(old, newer, b->observe);
}

bool behaviours_open(const Behaviours *b)
{
	return behaviour_is_open(&b->now[OLD]) != behaviour_is_open(&b->now[NEW]) ||
		   behaviours_open_both(b);
}

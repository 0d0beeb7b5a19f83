/* pattern.c: matches regular expressions against lines that contain expressions. */
#include "versions/behaviour/pattern.h"

#include <ctype.h>

enum {
	MAX_STATES = 256,  /* of an automaton */
	MAX_SETS = 64,     /* sets of states that the texts of a line may lead to */
	MAX_REPEATS = 64,  /* in braces */
	ENDLESS = 1 << 16, /* repetitions without end */
};

/* ---- syntax ---- */

typedef enum SyntaxKind { T_EMPTY, T_BYTES, T_BEGIN, T_END, T_BOTH, T_EITHER, T_REPEAT } SyntaxKind;

typedef struct ByteSet {
	bool has[256];
} ByteSet;

typedef struct Syntax {
	SyntaxKind kind;
	struct Syntax *a, *b; /* BOTH, EITHER; REPEAT: a */
	int least, most;      /* REPEAT */
	ByteSet bytes;        /* BYTES */
} Syntax;

typedef struct PatternReader {
	const char *at;
	Arena arena;
	u32 anchors; /* so far */
	bool bad;    /* something that is not understood */
} PatternReader;

static Syntax *syntax(PatternReader *r, SyntaxKind kind, Syntax *a, Syntax *b)
{
	Syntax *t = arena_alloc(&r->arena, sizeof *t);
	*t = (Syntax){.kind = kind, .a = a, .b = b};
	return t;
}

static Syntax *read_either(PatternReader *r);

/* [a-z], [^0-9]; no classes, no equivalences. */
static Syntax *read_bracket(PatternReader *r)
{
	Syntax *t = syntax(r, T_BYTES, NULL, NULL);
	bool not = *r->at == '^', first = true;
	r->at += not ;
	for (; *r->at && (first || *r->at != ']'); first = false) {
		u8 low = (u8)*r->at++, high = low;
		if (low == '[' || low == '\\' || low >= 128) {
			r->bad = true;
			return t;
		}
		if (r->at[0] == '-' && r->at[1] && r->at[1] != ']') {
			high = (u8)r->at[1];
			r->at += 2;
			r->bad |= high < low || high == '[' || high == '\\' || high >= 128;
		}
		for (unsigned c = low; c <= high; c++)
			t->bytes.has[c] = true;
	}
	r->bad |= *r->at != ']';
	r->at += *r->at == ']';
	for (int c = 1; not &&c < 256; c++)
		t->bytes.has[c] = !t->bytes.has[c];
	return t;
}

static Syntax *read_atom(PatternReader *r)
{
	Syntax *t = syntax(r, T_BYTES, NULL, NULL);
	u8 c = (u8)*r->at++;
	switch (c) {
	case '(':
		t = read_either(r);
		r->bad |= *r->at != ')';
		r->at += *r->at == ')';
		return t;
	case '[': return read_bracket(r);
	case '^':
	case '$':
		t->kind = c == '^' ? T_BEGIN : T_END;
		r->anchors++;
		return t;
	case '.': memset(t->bytes.has + 1, true, 255); return t;
	case '\\':
		c = (u8)*r->at++;
		r->bad |= !c || c >= 128 || !ispunct(c) || strchr("<>`'", c);
		if (!c)
			r->at--;
		break;
	case '*':
	case '+':
	case '?':
	case '{':
	case '}': r->bad = true; break;
	default: r->bad |= c >= 128;
	}
	t->bytes.has[c] = true;
	return t;
}

/* {2}, {2,} or {2,5}; the brace is behind. */
static void read_braces(PatternReader *r, int *least, int *most)
{
	char *end;
	if (!isdigit((u8)*r->at)) {
		r->bad = true;
		return;
	}
	long low = strtol(r->at, &end, 10), high = low;
	if (*end == ',' && end[1] == '}') {
		high = ENDLESS;
		end++;
	} else if (*end == ',' && isdigit((u8)end[1])) {
		high = strtol(end + 1, &end, 10);
	}
	r->bad |=
		*end != '}' || low > MAX_REPEATS || (high > MAX_REPEATS && high != ENDLESS) || high < low;
	r->at = end + (*end == '}');
	*least = (int)low;
	*most = (int)high;
}

static Syntax *read_repeat(PatternReader *r)
{
	u32 anchors = r->anchors;
	Syntax *t = read_atom(r);
	int least = *r->at == '+', most = *r->at == '?' ? 1 : ENDLESS;
	if (r->bad || !*r->at || !strchr("*+?{", *r->at))
		return t;
	r->bad |= r->anchors > anchors; /* glibc forgets some that are repeated */
	if (*r->at++ == '{')
		read_braces(r, &least, &most);
	r->bad |= *r->at && strchr("*+?{", *r->at);
	Syntax *all = syntax(r, T_REPEAT, t, NULL);
	all->least = least;
	all->most = most;
	return all;
}

static Syntax *read_both(PatternReader *r)
{
	Syntax *t = NULL;
	while (!r->bad && *r->at && *r->at != '|' && *r->at != ')') {
		Syntax *next = read_repeat(r);
		t = t ? syntax(r, T_BOTH, t, next) : next;
	}
	r->bad |= !t; /* nothing at all means different things */
	return t ? t : syntax(r, T_EMPTY, NULL, NULL);
}

static Syntax *read_either(PatternReader *r)
{
	Syntax *t = read_both(r);
	while (!r->bad && *r->at == '|') {
		r->at++;
		t = syntax(r, T_EITHER, t, read_both(r));
	}
	return t;
}

/* ---- the automaton ---- */

typedef struct PatternState {
	enum { S_BYTES, S_SPLIT, S_BEGIN, S_END, S_MATCH } kind;
	u16 next, other; /* SPLIT has two */
	ByteSet bytes;   /* BYTES: to go on with */
} PatternState;

struct Pattern {
	PatternState states[MAX_STATES];
	u16 n, start;
	bool full; /* there are too many */
};

static u16 state(Pattern *p, PatternState s)
{
	if (p->n == MAX_STATES) {
		p->full = true;
		return 0;
	}
	p->states[p->n] = s;
	return p->n++;
}

/* The states for a tree, with what comes after it. */
static u16 build(Pattern *p, const Syntax *t, u16 next)
{
	if (p->full)
		return 0;
	switch (t->kind) {
	case T_EMPTY: return next;
	case T_BYTES: return state(p, (PatternState){S_BYTES, next, 0, t->bytes});
	case T_BEGIN: return state(p, (PatternState){.kind = S_BEGIN, .next = next});
	case T_END: return state(p, (PatternState){.kind = S_END, .next = next});
	case T_BOTH: return build(p, t->a, build(p, t->b, next));
	case T_EITHER: {
		u16 a = build(p, t->a, next), b = build(p, t->b, next);
		return state(p, (PatternState){.kind = S_SPLIT, .next = a, .other = b});
	}
	case T_REPEAT: break;
	}
	u16 at = next;
	if (t->most == ENDLESS) {
		at = state(p, (PatternState){.kind = S_SPLIT, .other = next});
		u16 body = build(p, t->a, at);
		p->states[at].next = body;
	}
	for (int i = t->least; t->most != ENDLESS && i < t->most; i++) {
		u16 body = build(p, t->a, at);
		at = state(p, (PatternState){.kind = S_SPLIT, .next = body, .other = next});
	}
	for (int i = 0; i < t->least; i++)
		at = build(p, t->a, at);
	return at;
}

Pattern *pattern_new(const char *text)
{
	PatternReader r = {.at = text};
	Pattern *p = NULL;
	const Syntax *t = read_either(&r);
	if (!r.bad && !*r.at) {
		p = xcalloc(1, sizeof *p);
		p->start = build(p, t, state(p, (PatternState){.kind = S_MATCH}));
		if (p->full) {
			free(p);
			p = NULL;
		}
	}
	arena_free(&r.arena);
	return p;
}

void pattern_free(Pattern *p)
{
	free(p);
}

/* ---- reading ---- */

/* States that a text may have led to; none of them is the end, or it would have matched. */
typedef struct StateSet {
	u64 bits[MAX_STATES / 64];
} StateSet;

/* What the texts read so far may have led to; those that matched are left out. */
typedef struct Sets {
	StateSet at[MAX_SETS];
	u32 n;
	bool full; /* there are too many */
} Sets;

static bool has(const StateSet *s, u16 at)
{
	return s->bits[at / 64] >> (at % 64) & 1;
}

/* Adds a state and all states reachable from it without reading; returns true if that is a
 * match. */
static bool enter(const Pattern *p, StateSet *s, u16 at, bool begin, bool end)
{
	u16 todo[2 * MAX_STATES + 1], n = 0;
	todo[n++] = at;
	while (n) {
		u16 k = todo[--n];
		const PatternState *state = &p->states[k];
		if (has(s, k))
			continue;
		s->bits[k / 64] |= 1ull << (k % 64);
		if (state->kind == S_MATCH)
			return true;
		if (state->kind == S_SPLIT || (state->kind == S_BEGIN && begin) ||
			(state->kind == S_END && end))
			todo[n++] = state->next;
		if (state->kind == S_SPLIT)
			todo[n++] = state->other;
	}
	return false;
}

static void add_set(Sets *to, const StateSet *s)
{
	for (u32 i = 0; i < to->n; i++)
		if (!memcmp(&to->at[i], s, sizeof *s))
			return;
	if (to->n == MAX_SETS)
		to->full = true;
	else
		to->at[to->n++] = *s;
}

/* One character behind a text; a match may also begin after it. */
static void read_byte(const Pattern *p, const StateSet *from, u8 c, Sets *to)
{
	StateSet s = {0};
	for (u16 i = 0; i < p->n; i++)
		if (has(from, i) && p->states[i].kind == S_BYTES && p->states[i].bytes.has[c] &&
			enter(p, &s, p->states[i].next, false, false))
			return;
	if (!enter(p, &s, p->start, false, false))
		add_set(to, &s);
}

static void read_range(const Pattern *p, const Sets *from, u64 low, u64 high, Sets *to)
{
	for (u32 i = 0; i < from->n; i++)
		for (u64 c = low; c <= high; c++)
			if (c && c != '\n')
				read_byte(p, &from->at[i], (u8)c, to);
	to->full |= from->full;
}

/* Texts of a number: a sign perhaps, then up to so many digits. */
static bool read_number(const Pattern *p, const ExprPool *pool, const OutItem *item, Sets *sets)
{
	const TextFormat *f = expr_format_at(pool, item->format);
	if (f->base != 10 || f->precision >= 0 || f->width || f->plus || f->space || f->alt)
		return false;
	Sets now = *sets, out = {0};
	u64 low, high, least = 1ull << (expr_width(pool, item->e) - 1);
	expr_range(pool, item->e, &low, &high);
	if (f->is_signed && high >= least)
		read_range(p, sets, '-', '-', &now);
	for (int digits = 0; digits < 20; digits++) {
		Sets next = {0};
		read_range(p, &now, '0', '9', &next);
		for (u32 i = 0; i < next.n; i++)
			add_set(&out, &next.at[i]);
		out.full |= next.full;
		now = next;
	}
	*sets = out;
	return true;
}

bool pattern_always(const Pattern *p, const ExprPool *pool, const OutItem *line, size_t n)
{
	Sets sets = {.n = 1};
	if (enter(p, &sets.at[0], p->start, true, false))
		return true;
	for (size_t i = 0; i < n && sets.n && !sets.full; i++) {
		const OutItem *item = &line[i];
		u64 low = item->byte, high = item->byte;
		if (item->kind == OUT_NUMBER) {
			if (!read_number(p, pool, item, &sets))
				return false;
			continue;
		}
		if (item->kind == OUT_EXPR)
			expr_range(pool, item->e, &low, &high);
		Sets next = {0};
		read_range(p, &sets, low, high, &next);
		sets = next;
	}
	bool all = !sets.full;
	for (u32 i = 0; i < sets.n && all; i++) {
		StateSet s = {0};
		bool match = false;
		for (u16 k = 0; k < p->n && !match; k++)
			match = has(&sets.at[i], k) && enter(p, &s, k, n == 0, true);
		all = match;
	}
	return all;
}

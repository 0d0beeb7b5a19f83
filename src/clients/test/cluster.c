/* cluster.c: groups similar differences into clusters.
 *
 * A semantic change is a pair of symbolic behaviours, and one edit may have hundreds: one for each
 * length of a file, or for each position where a line may end. Two differences are in one cluster
 * if their effects propagated over the same lines to the same ends (effect_key), or if they show
 * the same kind of difference: the same changes were executed, both versions ended in the same
 * ways, and the kinds of lines that only one version prints are the same. The kind of a line is its
 * text without bytes that come from the input and without numbers; repeated kinds count once. So
 * lines that both versions print are ignored, however many there are. */
#include "clients/test/tester.h"

enum {
	NUMBER = 256,
	MOST_TOKENS = 512, /* of a line; the rest is not looked at */
	LONGEST = 8,       /* repeated piece of a line */
	SHOWN = 3,         /* differences of a cluster that are printed in full */
};

typedef VEC(u16) Tokens;
typedef VEC(u64) Kinds;

static u16 token_of(const OutItem *item)
{
	if (item->kind == OUT_NUMBER)
		return NUMBER;
	return item->byte >= '0' && item->byte <= '9' ? NUMBER : item->byte;
}

/* Appends a token; a piece that stands there twice at the end now loses the second. */
static void push_token(Tokens *line, u16 token)
{
	if (line->len >= MOST_TOKENS)
		return;
	vec_push(line, token);
	for (size_t n = 1; n <= LONGEST && 2 * n <= line->len; n++) {
		const u16 *end = line->at + line->len;
		if (!memcmp(end - n, end - 2 * n, n * sizeof *end)) {
			line->len -= n;
			return;
		}
	}
}

static void push_kind(Kinds *kinds, u64 kind)
{
	for (size_t i = 0; i < kinds->len; i++)
		if (kinds->at[i] == kind)
			return;
	vec_push(kinds, kind);
}

static u64 line_number(Tester *t, const Tokens *line, bool newline)
{
	Buf key = {0};
	key_number(&key, NUMBER_LINE);
	key_number(&key, newline);
	buf_add(&key, line->at, line->len * sizeof *line->at);
	u64 number = keymap_number(&t->numbers, buf_key(&key));
	buf_free(&key);
	return number;
}

static void kinds_of(Tester *t, const OutItems *items, Kinds *kinds)
{
	Tokens line = {0};
	bool empty = true;
	for (size_t i = 0; i <= items->len; i++) {
		bool end = i == items->len;
		bool newline = !end && items->at[i].kind == OUT_BYTE && items->at[i].byte == '\n';
		empty = empty && (end || newline);
		if (!end && !newline) {
			if (items->at[i].kind != OUT_EXPR)
				push_token(&line, token_of(&items->at[i]));
			continue;
		}
		if (newline || !empty) /* a last line without its end is another kind */
			push_kind(kinds, line_number(t, &line, newline));
		line.len = 0;
		empty = true;
	}
	vec_free(&line);
}

static int by_number(const void *x, const void *y)
{
	u64 a = *(const u64 *)x, b = *(const u64 *)y;
	return a < b ? -1 : a > b;
}

/* Adds numbers to a key, whatever their order. */
static void set_key(Kinds *set, Buf *to)
{
	if (set->len)
		qsort(set->at, set->len, sizeof *set->at, by_number);
	key_number(to, set->len);
	buf_add(to, set->at, set->len * sizeof *set->at);
}

/* Adds the kinds that only one of two has. */
static void only_in(const Kinds *a, const Kinds *b, Buf *to)
{
	Kinds only = {0};
	for (size_t i = 0; i < a->len; i++) {
		bool both = false;
		for (size_t k = 0; k < b->len && !both; k++)
			both = b->at[k] == a->at[i];
		if (!both)
			vec_push(&only, a->at[i]);
	}
	set_key(&only, to);
	vec_free(&only);
}

static void stream_kind(Tester *t, const OutItems *old, const OutItems *newer, Buf *to)
{
	Kinds kinds[2] = {0};
	kinds_of(t, old, &kinds[OLD]);
	kinds_of(t, newer, &kinds[NEW]);
	only_in(&kinds[OLD], &kinds[NEW], to);
	only_in(&kinds[NEW], &kinds[OLD], to);
	vec_free(&kinds[OLD]);
	vec_free(&kinds[NEW]);
}

/* How a version ends, without numbers and strings of what it leaves behind. */
static void ending_kind(const Behaviour *b, const char *text, Buf *to)
{
	Buf plain = {0};
	bool quoted = false;
	key_number(to, (u64)b->outcome << 32 | b->error);
	key_number(to, (u64)b->loc << 32 | (u32)b->status);
	for (; *text; text++) {
		quoted ^= *text == '"';
		if (!quoted && (*text < '0' || *text > '9'))
			buf_addc(&plain, *text);
	}
	key_text(to, buf_str(&plain));
	buf_free(&plain);
}

static void changes_kind(const Difference *d, Buf *to)
{
	Kinds changes = {0};
	for (size_t i = 0; i < d->changes.len; i++)
		push_kind(&changes, d->changes.at[i]);
	set_key(&changes, to);
	vec_free(&changes);
}

u64 cluster_kind(Tester *t, const Difference *d)
{
	const Behaviour *b = search_behaviours(t->search);
	Buf key = {0};
	key_number(&key, NUMBER_OBSERVED);
	changes_kind(d, &key);
	for (int stream = 0; stream < 2; stream++)
		stream_kind(t, &b[OLD].items[stream], &b[NEW].items[stream], &key);
	for (int side = OLD; side <= NEW; side++)
		ending_kind(&b[side], d->seen.ending[side], &key);
	key_text(&key, d->files);
	key_text(&key, d->undefined);
	u64 number = keymap_number(&t->numbers, buf_key(&key));
	buf_free(&key);
	return number;
}

u32 cluster_join(const Tester *t, Difference *d)
{
	u32 before = 0;
	for (size_t i = 0; i < t->differences.len && !d->like; i++) {
		const Difference *e = &t->differences.at[i];
		if ((d->way && e->way == d->way) || e->kind == d->kind)
			d->like = e->like ? e->like : e->group;
	}
	for (size_t i = 0; d->like && i < t->differences.len; i++)
		before += t->differences.at[i].like == d->like || t->differences.at[i].group == d->like;
	d->brief = before >= SHOWN;
	return before;
}

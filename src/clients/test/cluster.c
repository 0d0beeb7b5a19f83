/* cluster.c: groups similar differences into clusters.
 *
 * A semantic change is a pair of symbolic behaviours, and one edit may have hundreds: one for each
 * length of a file, or for each position where a line may end. Two differences are in one cluster
 * if their effects propagated over the same lines to the same ends (effect_way), or if they show
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

static void kinds_of(const OutItems *items, Kinds *kinds)
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
			push_kind(kinds, hash_mix(hash_bytes(line.at, line.len * sizeof *line.at), newline));
		line.len = 0;
		empty = true;
	}
	vec_free(&line);
}

/* Kinds that only one of two has, whatever their order. */
static u64 only_in(const Kinds *a, const Kinds *b)
{
	u64 h = 0;
	for (size_t i = 0; i < a->len; i++) {
		bool both = false;
		for (size_t k = 0; k < b->len && !both; k++)
			both = b->at[k] == a->at[i];
		h += both ? 0 : hash_mix(a->at[i], 1);
	}
	return h;
}

static u64 stream_kind(const OutItems *old, const OutItems *newer)
{
	Kinds kinds[2] = {0};
	kinds_of(old, &kinds[OLD]);
	kinds_of(newer, &kinds[NEW]);
	u64 h = hash_mix(only_in(&kinds[OLD], &kinds[NEW]), only_in(&kinds[NEW], &kinds[OLD]));
	vec_free(&kinds[OLD]);
	vec_free(&kinds[NEW]);
	return h;
}

/* How a version ends, without numbers and strings of what it leaves behind. */
static u64 ending_kind(const Behaviour *b, const char *text)
{
	u64 h = hash_mix(hash_mix(b->outcome, b->error), (u64)b->loc << 32 | (u32)b->status);
	bool quoted = false;
	for (; *text; text++) {
		quoted ^= *text == '"';
		if (!quoted && (*text < '0' || *text > '9'))
			h = hash_mix(h, (u8)*text);
	}
	return h;
}

u64 cluster_kind(const Tester *t, const Difference *d)
{
	const Behaviour *b = search_behaviours(t->search);
	u64 h = 1, changes = 0;
	for (size_t i = 0; i < d->changes.len; i++) {
		bool again = false;
		for (size_t k = 0; k < i && !again; k++)
			again = d->changes.at[k] == d->changes.at[i];
		changes += again ? 0 : hash_mix(d->changes.at[i], 3);
	}
	h = hash_mix(h, changes);
	for (int stream = 0; stream < 2; stream++)
		h = hash_mix(h, stream_kind(&b[OLD].items[stream], &b[NEW].items[stream]));
	for (int side = OLD; side <= NEW; side++)
		h = hash_mix(h, ending_kind(&b[side], d->seen.ending[side]));
	h = hash_mix(h, d->files ? hash_bytes(d->files, strlen(d->files)) : 0);
	return hash_mix(h, d->undefined ? hash_bytes(d->undefined, strlen(d->undefined)) : 0) | 1;
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

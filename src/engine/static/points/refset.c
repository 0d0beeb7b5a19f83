/* refset.c: sparse sets of small numbers. */
#include "engine/static/points/refset.h"

static u32 find(const RefSet *s, u32 base)
{
	u32 lo = 0, hi = s->n;
	if (hi && s->at[hi - 1].base < base)
		return hi;
	while (lo < hi) {
		u32 mid = (lo + hi) / 2;
		if (s->at[mid].base < base)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

static void reserve(RefSet *s, u32 n)
{
	if (n <= s->cap)
		return;
	s->cap = n < 2 * s->cap ? 2 * s->cap : n;
	s->at = xrealloc(s->at, s->cap * sizeof *s->at);
}

bool refset_has(const RefSet *s, u32 x)
{
	u32 i = find(s, x / 64);
	return i < s->n && s->at[i].base == x / 64 && s->at[i].bits >> x % 64 & 1;
}

bool refset_add(RefSet *s, u32 x)
{
	u32 i = find(s, x / 64);
	u64 bit = 1ull << x % 64;
	if (i < s->n && s->at[i].base == x / 64) {
		bool had = s->at[i].bits & bit;
		s->at[i].bits |= bit;
		return !had;
	}
	reserve(s, s->n + 1);
	memmove(s->at + i + 1, s->at + i, (s->n - i) * sizeof *s->at);
	s->at[i] = (RefChunk){x / 64, bit};
	s->n++;
	return true;
}

/* Chunks of b that a has not, and whether a grows where both have one. */
static u32 missing(const RefSet *a, const RefSet *b, bool *grows)
{
	u32 i = 0, n_new = 0;
	for (u32 k = 0; k < b->n; k++) {
		while (i < a->n && a->at[i].base < b->at[k].base)
			i++;
		if (i == a->n || a->at[i].base != b->at[k].base)
			n_new++;
		else if (b->at[k].bits & ~a->at[i].bits)
			*grows = true;
	}
	return n_new;
}

bool refset_join(RefSet *s, const RefSet *more)
{
	bool grows = false;
	u32 n_new = missing(s, more, &grows);
	if (!n_new && !grows)
		return false;
	reserve(s, s->n + n_new);
	/* From the end, so that nothing is overwritten before it is read. */
	u32 i = s->n, k = more->n, to = s->n + n_new;
	s->n = to;
	while (k) {
		if (i && s->at[i - 1].base > more->at[k - 1].base) {
			s->at[--to] = s->at[--i];
		} else if (i && s->at[i - 1].base == more->at[k - 1].base) {
			s->at[--to] = (RefChunk){s->at[i - 1].base, s->at[i - 1].bits | more->at[k - 1].bits};
			i--;
			k--;
		} else {
			s->at[--to] = more->at[--k];
		}
	}
	return true;
}

void refset_minus(const RefSet *a, const RefSet *b, RefSet *out)
{
	u32 k = 0;
	out->n = 0;
	reserve(out, a->n);
	for (u32 i = 0; i < a->n; i++) {
		while (k < b->n && b->at[k].base < a->at[i].base)
			k++;
		u64 bits = a->at[i].bits;
		if (k < b->n && b->at[k].base == a->at[i].base)
			bits &= ~b->at[k].bits;
		if (bits)
			out->at[out->n++] = (RefChunk){a->at[i].base, bits};
	}
}

void refset_meet(RefSet *s, const RefSet *other)
{
	u32 n = 0, k = 0;
	for (u32 i = 0; i < s->n; i++) {
		while (k < other->n && other->at[k].base < s->at[i].base)
			k++;
		u64 bits = k < other->n && other->at[k].base == s->at[i].base ? other->at[k].bits : 0;
		if (bits & s->at[i].bits)
			s->at[n++] = (RefChunk){s->at[i].base, bits & s->at[i].bits};
	}
	s->n = n;
}

void refset_copy(RefSet *s, const RefSet *from)
{
	reserve(s, from->n);
	s->n = from->n;
	if (from->n)
		memcpy(s->at, from->at, from->n * sizeof *s->at);
}

u32 refset_count(const RefSet *s)
{
	u32 n = 0;
	for (u32 i = 0; i < s->n; i++)
		n += (u32)__builtin_popcountll(s->at[i].bits);
	return n;
}

void refset_free(RefSet *s)
{
	free(s->at);
	*s = (RefSet){0};
}

bool refset_next(RefWalk *w, u32 *x)
{
	while (!w->left) {
		if (w->i == w->set->n)
			return false;
		w->left = w->set->at[w->i++].bits;
	}
	*x = w->set->at[w->i - 1].base * 64 + (u32)__builtin_ctzll(w->left);
	w->left &= w->left - 1;
	return true;
}

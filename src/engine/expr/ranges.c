/* ranges.c: small sets of numbers. */
#include "engine/expr/ranges.h"

RangeSet ranges_one(u64 lo, u64 hi)
{
	return (RangeSet){.n = 1, .at = {{lo, hi}}};
}

RangeSet ranges_around(u64 lo, u64 hi, u64 mask)
{
	if (lo <= hi)
		return ranges_one(lo, hi);
	return (RangeSet){.n = 2, .at = {{0, hi}, {lo, mask}}};
}

RangeSet ranges_shifted(const RangeSet *s, u32 zeros)
{
	RangeSet out = {.n = 0};
	for (u32 i = 0; i < s->n; i++) {
		u64 below = (1ull << zeros) - 1, lo = (s->at[i].lo >> zeros) + ((s->at[i].lo & below) != 0);
		u64 hi = s->at[i].hi >> zeros;
		if (lo > hi)
			continue;
		if (out.n && out.at[out.n - 1].hi + 1 >= lo)
			out.at[out.n - 1].hi = hi;
		else
			out.at[out.n++] = (Range){lo, hi};
	}
	return out;
}

bool ranges_meet(RangeSet *s, const RangeSet *with)
{
	RangeSet out = {.n = 0};
	for (u32 i = 0, k = 0; i < s->n && k < with->n;) {
		Range a = s->at[i], b = with->at[k];
		u64 lo = a.lo > b.lo ? a.lo : b.lo, hi = a.hi < b.hi ? a.hi : b.hi;
		if (lo <= hi) {
			if (out.n == MOST_RANGES)
				return false;
			out.at[out.n++] = (Range){lo, hi};
		}
		if (a.hi < b.hi)
			i++;
		else
			k++;
	}
	*s = out;
	return true;
}

static int by_lo(const void *a, const void *b)
{
	const Range *x = a, *y = b;
	return x->lo < y->lo ? -1 : x->lo > y->lo;
}

RangeSet ranges_less(const RangeSet *s, u64 k, u64 mask)
{
	RangeSet all = {.n = 0}, out = {.n = 0};
	for (u32 i = 0; i < s->n; i++) {
		bool whole = s->at[i].lo == 0 && s->at[i].hi == mask;
		RangeSet one =
			whole ? ranges_one(0, mask)
				  : ranges_around((s->at[i].lo - k) & mask, (s->at[i].hi - k) & mask, mask);
		for (u32 j = 0; j < one.n; j++)
			all.at[all.n++] = one.at[j];
	}
	qsort(all.at, all.n, sizeof *all.at, by_lo);
	for (u32 i = 0; i < all.n; i++) {
		if (out.n && out.at[out.n - 1].hi + 1 == all.at[i].lo)
			out.at[out.n - 1].hi = all.at[i].hi;
		else
			out.at[out.n++] = all.at[i];
	}
	return out;
}

RangeSet ranges_complement(const RangeSet *s, u64 mask)
{
	RangeSet out = {.n = 0};
	u64 from = 0;
	bool more = true;
	for (u32 i = 0; i < s->n; i++) {
		if (s->at[i].lo > from)
			out.at[out.n++] = (Range){from, s->at[i].lo - 1};
		more = s->at[i].hi < mask;
		from = s->at[i].hi + 1;
	}
	if (more)
		out.at[out.n++] = (Range){from, mask};
	return out;
}

bool ranges_single(const RangeSet *s)
{
	return s->n == 1 && s->at[0].lo == s->at[0].hi;
}

u64 ranges_count(const RangeSet *s)
{
	u64 n = 0;
	for (u32 i = 0; i < s->n; i++)
		n += s->at[i].hi - s->at[i].lo + 1;
	return n;
}

u64 ranges_holes(const RangeSet *s, u64 most)
{
	u64 n = 0;
	for (u32 i = 0; i + 1 < s->n && n <= most; i++) {
		u64 gap = s->at[i + 1].lo - s->at[i].hi - 1;
		n = gap > most ? most + 1 : n + gap;
	}
	return n;
}

/* narrow_array.c: bounds of bytes read from memory with symbolic parts.
 *
 * A read may visit thousands of stores, and is computed each time its query is narrowed.
 * Therefore we count the stores visited for one query. Beyond the limit a byte may have any
 * value.
 */
#include "engine/solve/direct.h"

enum {
	MOST_STEPS = 512,    /* stores looked at for one read */
	MOST_INDEXES = 64,   /* indexes looked at one by one */
	MOST_LOOKS = 1 << 21 /* stores looked at for one query: some thousandths of a second */
};

/* What a read may find at one index: bounds; *cell is the only cell it can be, or 0. */
typedef struct Found {
	u64 low, high;
	u32 cell; /* + 1 */
} Found;

static void widen(Found *f, bool first, u64 low, u64 high)
{
	f->low = first || low < f->low ? low : f->low;
	f->high = first || high > f->high ? high : f->high;
}

static void add_flat(Direct *d, u32 array)
{
	const FlatArray *from = flat_array(d->p, d->cells.at[array].e);
	if (!from)
		return;
	DirectFlat f = {.first = from->first, .n = from->n, .below = d->p->location[from->below]};
	f.cell = xcalloc(f.n, sizeof *f.cell);
	for (u32 i = 0; i < f.n; i++)
		if (from->byte[i])
			f.cell[i] = d->p->location[from->byte[i]] + 1;
	vec_push(&d->flats, f);
	d->cells.at[array].flat = (u32)d->flats.len;
}

void narrow_flats(Direct *d)
{
	for (size_t i = 0; i < d->cells.len; i++) {
		if (d->cells.at[i].op != EXPR_READ)
			continue;
		bool few = false; /* stores at constant indices that are met now */
		for (u32 a = d->cells.at[i].kid[0]; d->cells.at[a].op == EXPR_STORE;) {
			DirectCell *array = &d->cells.at[a];
			/* Who came by before went on from here: a histogram has a read for each store. */
			if (array->live && (few || array->asked))
				break;
			array->live = true;
			array->asked |= !few;
			if (!array->flat && !few)
				add_flat(d, a);
			few = d->cells.at[array->kid[1]].op == EXPR_CONST && !array->flat;
			a = array->flat ? d->flats.at[array->flat - 1].below : array->kid[0];
		}
	}
}

/* Walks the stores from the newest; those whose index may be the same count. */
static Found look(Direct *d, u32 array, u64 index)
{
	Found f = {0, 255, 0};
	bool first = true;
	u32 steps = 0;
	while (d->cells.at[array].op == EXPR_STORE) {
		const DirectCell *store = &d->cells.at[array];
		const DirectFlat *flat = store->flat ? &d->flats.at[store->flat - 1] : NULL;
		u32 byte = flat && index - flat->first < flat->n ? flat->cell[index - flat->first] : 0;
		if (byte) {
			const ExprInfo value = d->cells.at[byte - 1].info;
			widen(&f, first, value.low, value.high);
			f.cell = first ? byte : 0;
			return f;
		}
		if (flat) {
			d->steps++;
			array = flat->below;
			continue;
		}
		const ExprInfo at = d->cells.at[store->kid[1]].info;
		if (++steps > MOST_STEPS || ++d->steps > MOST_LOOKS)
			return (Found){0, 255, 0};
		if (at.low <= index && index <= at.high) {
			const ExprInfo value = d->cells.at[store->kid[2]].info;
			widen(&f, first, value.low, value.high);
			f.cell = first && at.low == at.high ? store->kid[2] + 1 : 0;
			first = false;
			if (at.low == at.high)
				return f;
		}
		array = store->kid[0];
	}
	const ExprTable *t = &d->p->tables.at[nd(d->p, d->cells.at[array].e)->a];
	u64 byte = index < t->n ? t->bytes[index] : 0;
	widen(&f, first, byte, byte);
	f.cell = 0;
	return f;
}

static bool few_indexes(const Direct *d, const ExprInfo *index)
{
	return d->steps < MOST_LOOKS && index->high - index->low < MOST_INDEXES;
}

void narrow_read_bounds(Direct *d, const DirectCell *c, ExprInfo *info)
{
	const ExprInfo index = d->cells.at[c->kid[1]].info;
	if (!few_indexes(d, &index))
		return;
	u64 low = 255, high = 0;
	for (u64 k = index.low; k <= index.high; k++) {
		Found f = look(d, c->kid[0], k);
		low = f.low < low ? f.low : low;
		high = f.high > high ? f.high : high;
	}
	if (low > info->low || high < info->high)
		*info = expr_info_range(8, low > info->low ? low : info->low,
								high < info->high ? high : info->high);
}

bool narrow_read_index(Direct *d, const DirectCell *c, u64 low, u64 high, u64 *first, u64 *last)
{
	const ExprInfo index = d->cells.at[c->kid[1]].info;
	if (!few_indexes(d, &index))
		return false;
	bool any = false;
	for (u64 k = index.low; k <= index.high; k++) {
		Found f = look(d, c->kid[0], k);
		if (f.low > high || f.high < low)
			continue;
		*first = any ? *first : k;
		*last = k;
		any = true;
	}
	if (!any) {
		*first = 1;
		*last = 0;
	}
	return true;
}

bool narrow_read_cell(Direct *d, const DirectCell *c, u64 index, u32 *cell)
{
	Found f = look(d, c->kid[0], index);
	*cell = f.cell - 1;
	return f.cell != 0;
}

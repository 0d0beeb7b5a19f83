/* flat.c: the contents of an array after stores at constant indices, by index.
 *
 * A file that was read into a buffer is an array of some hundred stores, one for each byte that
 * depends on the input. Without this file, a read at an index would walk them all, for each read
 * and each assignment that is tried. So we record the contents once for each array, and a read
 * is one look-up. A store at an index that depends on the input separates the contents below it
 * from those above.
 */
#include "engine/expr/pool.h"

enum {
	LEAST = 8,                     /* stores; fewer are walked */
	MOST_SPAN = 8192,              /* indices from the first to the last */
	MOST_FLATS = limit_of(256, 1), /* arrays that are kept; then all are dropped */
};

struct FlatArrays {
	VEC(FlatArray) at;
	IntMap of;    /* array -> 1 + position; 0: it has none */
	Expr highest; /* array that was asked for */
};

static void drop_all(struct FlatArrays *f)
{
	for (size_t i = 0; i < f->at.len; i++)
		free(f->at.at[i].byte);
	f->at.len = 0;
	intmap_clear(&f->of);
	f->highest = 0;
}

void flats_free(ExprPool *p)
{
	if (!p->flats)
		return;
	drop_all(p->flats);
	vec_free(&p->flats->at);
	intmap_free(&p->flats->of);
	free(p->flats);
}

void flats_forget(ExprPool *p, Expr mark)
{
	if (p->flats && p->flats->highest >= mark)
		drop_all(p->flats);
}

static bool at_constant(const ExprPool *p, Expr array)
{
	return nd(p, array)->op == EXPR_STORE && is_const(p, nd(p, array)->b);
}

/* False: there are few, or they lie too far apart. */
static bool make(const ExprPool *p, Expr array, FlatArray *f)
{
	u32 n = 0, last = 0;
	f->first = UINT32_MAX;
	for (f->below = array; at_constant(p, f->below); f->below = nd(p, f->below)->a) {
		u32 index = (u32)const64(nd(p, nd(p, f->below)->b));
		f->first = index < f->first ? index : f->first;
		last = index > last ? index : last;
		n++;
	}
	if (n < LEAST || last - f->first >= MOST_SPAN)
		return false;
	f->n = last - f->first + 1;
	f->byte = xcalloc(f->n, sizeof *f->byte);
	for (Expr a = array; a != f->below; a = nd(p, a)->a) {
		u32 k = (u32)const64(nd(p, nd(p, a)->b)) - f->first;
		if (!f->byte[k]) /* the newest counts */
			f->byte[k] = nd(p, a)->c;
	}
	return true;
}

const FlatArray *flat_array(ExprPool *p, Expr array)
{
	u64 known;
	if (!at_constant(p, array))
		return NULL;
	if (!p->flats)
		p->flats = xcalloc(1, sizeof *p->flats);
	struct FlatArrays *all = p->flats;
	if (intmap_get(&all->of, array, &known))
		return known ? &all->at.at[known - 1] : NULL;
	if (all->at.len == MOST_FLATS)
		drop_all(all);
	FlatArray f = {0};
	bool made = make(p, array, &f);
	if (made)
		vec_push(&all->at, f);
	intmap_put(&all->of, array, made ? all->at.len : 0);
	all->highest = array > all->highest ? array : all->highest;
	return made ? &vec_last(&all->at) : NULL;
}

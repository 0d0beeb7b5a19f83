/* narrow.c: narrows sets of values by constraints on several variables.
 *
 * Bounds propagate up, from the sets of the variables to every node. Demands propagate down: a
 * constraint must be true, so its operands lie in certain intervals, and so do theirs, down to a
 * term over one variable, whose set is cut. This is precise enough for what programs do with
 * digits and bytes: ((a * 10 + b) * 10 + c) == 742 leaves one value for each of a, b and c.
 */
#include "engine/solve/direct.h"

enum {
	ROUNDS = 8,           /* of going up and down */
	DEPTH = 64,           /* of a demand's way down */
	MOST_CELLS = 1 << 25, /* looked at for one query: about a tenth of a second */
	WORK_OF_CELL = 8,     /* to make one, as work of a query */
	CLOCK = 16,           /* roots between looks at the clock */
};

/* Outcome of a demand: sets may have shrunk, or one is empty. */
enum { SAME = 0, SHRUNK = 1, EMPTY = -1 };

static int worse(int a, int b)
{
	return a < 0 || b < 0 ? EMPTY : a | b;
}

/* ---- upwards ---- */

/* Calls fn for each cell that a cell looks at. An array that is known by index looks at its bytes,
 * those that no read comes by at nothing. */
static void each_kid(Direct *d, u32 cell, void (*fn)(Direct *d, u32 kid, u32 user))
{
	const DirectCell *c = &d->cells.at[cell];
	if (c->op == EXPR_STORE && !c->live)
		return;
	if (!c->flat) {
		for (unsigned k = 0; k < expr_arity[c->op]; k++)
			fn(d, c->kid[k], cell);
		return;
	}
	const DirectFlat *f = &d->flats.at[c->flat - 1];
	fn(d, f->below, cell);
	for (u32 i = 0; i < f->n; i++)
		if (f->cell[i])
			fn(d, f->cell[i] - 1, cell);
}

static void count_user(Direct *d, u32 kid, u32 user)
{
	(void)user;
	d->first_user[kid + 2]++;
}

static void add_user(Direct *d, u32 kid, u32 user)
{
	d->users[d->first_user[kid + 1]++] = user;
}

static void find_users(Direct *d)
{
	d->first_user = xcalloc(d->cells.len + 2, sizeof *d->first_user);
	for (u32 i = 0; i < d->cells.len; i++)
		each_kid(d, i, count_user);
	for (size_t i = 2; i < d->cells.len + 2; i++)
		d->first_user[i] += d->first_user[i - 1];
	/* Filled in, each beginning ends up where the next one was. */
	d->users = xmalloc((d->first_user[d->cells.len + 1] + 1) * sizeof *d->users);
	for (u32 i = 0; i < d->cells.len; i++)
		each_kid(d, i, add_user);
}

/* Which roots have which variable; at first all are to be looked at. */
static void find_roots(Direct *d)
{
	VarList vars = {0};
	d->n_stale = d->roots.len / 64 + 1;
	d->stale = xmalloc(d->n_stale * sizeof *d->stale);
	d->moved = xmalloc((d->vars->len / 64 + 1) * sizeof *d->moved);
	memset(d->moved, 0xff, (d->vars->len / 64 + 1) * sizeof *d->moved);
	memset(d->stale, 0xff, d->n_stale * sizeof *d->stale);
	d->var_roots = xcalloc((d->vars->len + 1) * d->n_stale, sizeof *d->var_roots);
	for (size_t r = 0; r < d->cuts.len; r++) {
		vars.len = 0;
		varset_list(d->p, expr_vars(d->p, d->cuts.at[r]), &vars);
		size_t at = vars.len ? direct_position(d->vars, vars.at[0]) : 0;
		for (size_t i = 0; i < vars.len; i++) {
			while (at + 1 < d->vars->len && d->vars->at[at] < vars.at[i]) /* both ascend */
				at++;
			d->var_roots[at * d->n_stale + r / 64] |= 1ull << r % 64;
		}
	}
	vec_free(&vars);
}

void narrow_begin(Direct *d)
{
	ExprList all = {0};
	expr_postorder(d->p, d->cuts.at, d->cuts.len, &all);
	vec_reserve(&d->cells, all.len);
	d->due = xcalloc(all.len / 64 + 1, sizeof *d->due);
	d->var_cell = xcalloc(d->vars->len + 1, sizeof *d->var_cell);
	for (size_t i = 0; i < all.len; i++) {
		const ExprNode *n = nd(d->p, all.at[i]);
		u32 kids[3] = {n->a, n->b, n->c};
		DirectCell c = {.e = all.at[i], .info = n->info, .op = n->op};
		for (unsigned k = 0; k < expr_arity[n->op]; k++)
			c.kid[k] = d->p->location[kids[k]];
		if (n->op == EXPR_VAR)
			d->var_cell[direct_position(d->vars, n->a)] = (u32)i + 1;
		/* What nodes know of bytes in memory is not all that is known here. */
		if (n->op == EXPR_READ)
			d->due[i / 64] |= 1ull << i % 64;
		vec_push(&d->cells, c);
	}
	for (size_t i = 0; i < d->cuts.len; i++)
		vec_push(&d->roots, d->p->location[d->cuts.at[i]]);
	narrow_flats(d);
	find_users(d);
	find_roots(d);
	d->s->stats.work += all.len * WORK_OF_CELL;
	vec_free(&all);
}

void narrow_end(Direct *d)
{
	for (size_t i = 0; i < d->flats.len; i++)
		free(d->flats.at[i].cell);
	vec_free(&d->flats);
	vec_free(&d->cells);
	vec_free(&d->roots);
	free(d->first_user);
	free(d->users);
	free(d->var_cell);
	free(d->due);
	free(d->stale);
	free(d->moved);
	free(d->var_roots);
}

void narrow_touch(Direct *d, size_t position)
{
	d->moved[position / 64] |= 1ull << position % 64;
	for (size_t i = 0; i < d->n_stale; i++)
		d->stale[i] |= d->var_roots[position * d->n_stale + i];
}

static ExprInfo compute_cell(Direct *d, const DirectCell *c)
{
	const ExprNode *n = nd(d->p, c->e);
	unsigned arity = expr_arity[c->op];
	ExprInfo info = expr_info_of(d->p, n, &d->cells.at[c->kid[0]].info,
								 arity > 1 ? &d->cells.at[c->kid[1]].info : NULL,
								 arity > 2 ? &d->cells.at[c->kid[2]].info : NULL);
	if (c->op == EXPR_READ)
		narrow_read_bounds(d, c, &info);
	return info;
}

/* The cell's bounds are these now; who looks at it is due if they were others. */
static void set_bounds(Direct *d, u32 cell, ExprInfo info)
{
	DirectCell *c = &d->cells.at[cell];
	/* Of an array it is not the bounds that count. */
	if (c->op != EXPR_STORE && !memcmp(&c->info, &info, sizeof info))
		return;
	c->info = info;
	for (u32 k = d->first_user[cell]; k < d->first_user[cell + 1]; k++)
		d->due[d->users[k] / 64] |= 1ull << d->users[k] % 64;
}

static void set_var_bounds(Direct *d, size_t position)
{
	if (position >= d->vars->len || !d->var_cell[position])
		return;
	const Domain *set = &d->sets[position];
	set_bounds(d, d->var_cell[position] - 1,
			   expr_info_range(input_width(d->p, d->vars->at[position]), set->at[0].low,
							   vec_last(set).high));
}

/* Computes the bounds of all cells. At first they are those of the nodes, for all inputs. Later
 * we recompute only cells that depend on a variable whose bounds have changed: usually a few of
 * thousands. The work counts as if all were computed. */
static void compute_bounds(Direct *d)
{
	for (size_t word = 0; word <= d->vars->len / 64; word++) {
		for (u64 bits = d->moved[word]; bits; bits &= bits - 1)
			set_var_bounds(d, word * 64 + (size_t)__builtin_ctzll(bits));
		d->moved[word] = 0;
	}
	for (size_t word = 0; word <= d->cells.len / 64; word++)
		while (d->due[word]) {
			u32 cell = (u32)word * 64 + (u32)__builtin_ctzll(d->due[word]);
			d->due[word] &= d->due[word] - 1;
			set_bounds(d, cell, compute_cell(d, &d->cells.at[cell]));
		}
	d->work += d->cells.len;
	d->s->stats.work += d->cells.len;
}

/* ---- downwards ---- */

/* The set of the variable at a position loses what is not in the other. */
static int meet(Direct *d, size_t at, const Domain *with)
{
	if (!domain_meet(&d->sets[at], with))
		return SAME;
	narrow_touch(d, at);
	return d->sets[at].len ? SHRUNK : EMPTY;
}

/* The set of the variable below the term becomes its values for which the term is in [low, high],
 * or, when low > high, outside of what lies between. */
static int cut(Direct *d, Expr term, u64 low, u64 high)
{
	u32 var, same;
	unsigned w = nd(d->p, term)->width;
	if (!direct_only_var(d->p, term, &var))
		return SAME;
	Domain values = {0};
	DomainRange r = {low, high};
	if (low <= high) {
		vec_push(&values, r);
	} else {
		r = (DomainRange){0, high};
		vec_push(&values, r);
		r = (DomainRange){low, mask64(w)};
		vec_push(&values, r);
	}
	size_t at = direct_position(d->vars, var);
	int result = SAME;
	if (domain_undo(d->p, term, &values, &same)) {
		result = meet(d, at, &values);
	} else if (input_width(d->p, var) <= 8) {
		Expr least = expr_ule(d->p, expr_const(d->p, w, low), term);
		Expr most = expr_ule(d->p, term, expr_const(d->p, w, high));
		Expr in = low <= high ? expr_and(d->p, least, most) : expr_or(d->p, least, most);
		const Domain *exact = domain_of(d->s, in, var);
		if (exact)
			result = meet(d, at, exact);
	}
	vec_free(&values);
	return result;
}

static int demand(Direct *d, u32 cell, u64 low, u64 high, int depth);
static int require(Direct *d, u32 cell, bool value, int depth);

/* The same with bounds that may be beyond the width's: they are cut to [0, max]. */
static int demand_wide(Direct *d, u32 cell, i128 low, i128 high, int depth)
{
	i128 most = (i128)mask64(nd(d->p, d->cells.at[cell].e)->width);
	if (high < 0 || low > most || low > high)
		return EMPTY;
	return demand(d, cell, low < 0 ? 0 : (u64)low, high > most ? (u64)most : (u64)high, depth);
}

/* a + b or a - b in [low, high], when it is sure how often that wraps. */
static int sum_or_difference(Direct *d, const DirectCell *c, bool minus, u64 low, u64 high,
							 int depth)
{
	const ExprInfo a = d->cells.at[c->kid[0]].info, b = d->cells.at[c->kid[1]].info;
	i128 modulus = (i128)mask64(nd(d->p, c->e)->width) + 1;
	i128 least = minus ? (i128)a.low - b.high : (i128)a.low + b.low;
	i128 most = minus ? (i128)a.high - b.low : (i128)a.high + b.high;
	i128 wrap = least < 0 ? -modulus : least >= modulus ? modulus : 0;
	if (most < wrap || most >= wrap + modulus || least < wrap)
		return SAME;
	i128 lo = (i128)low + wrap, hi = (i128)high + wrap;
	if (minus)
		return worse(demand_wide(d, c->kid[0], lo + b.low, hi + b.high, depth),
					 demand_wide(d, c->kid[1], (i128)a.low - hi, (i128)a.high - lo, depth));
	return worse(demand_wide(d, c->kid[0], lo - b.high, hi - b.low, depth),
				 demand_wide(d, c->kid[1], lo - a.high, hi - a.low, depth));
}

/* a * k in [low, high] without overflow. */
static int times(Direct *d, const DirectCell *c, u64 k, u64 low, u64 high, int depth)
{
	u64 m = mask64(nd(d->p, c->e)->width);
	if (!k || d->cells.at[c->kid[0]].info.high > m / k)
		return SAME;
	return demand_wide(d, c->kid[0], (i128)(low / k) + (low % k != 0), (i128)(high / k), depth);
}

static int demand_choice(Direct *d, const DirectCell *c, u64 low, u64 high, int depth)
{
	const ExprInfo cond = d->cells.at[c->kid[0]].info;
	const ExprInfo a = d->cells.at[c->kid[1]].info, b = d->cells.at[c->kid[2]].info;
	bool can_a = cond.high && a.low <= high && a.high >= low;
	bool can_b = !cond.low && b.low <= high && b.high >= low;
	if (can_a && can_b)
		return SAME;
	if (!can_a && !can_b)
		return EMPTY;
	return worse(require(d, c->kid[0], can_a, depth),
				 demand(d, c->kid[can_a ? 1 : 2], low, high, depth));
}

static int demand_sext(Direct *d, const DirectCell *c, u64 low, u64 high, int depth)
{
	unsigned from = nd(d->p, d->cells.at[c->kid[0]].e)->width;
	u64 half = 1ull << (from - 1), m = mask64(nd(d->p, c->e)->width);
	if (low >= half && high <= m - half)
		return EMPTY;
	if (low >= half && low <= m - half)
		low = m - half + 1;
	if (high >= half && high <= m - half)
		high = half - 1;
	if (low < half && high >= half)
		return SAME;
	return demand(d, c->kid[0], low & mask64(from), high & mask64(from), depth);
}

static int demand_extract(Direct *d, const DirectCell *c, u64 low, u64 high, int depth)
{
	unsigned shift = nd(d->p, c->e)->b;
	const ExprInfo a = d->cells.at[c->kid[0]].info;
	unsigned from = nd(d->p, d->cells.at[c->kid[0]].e)->width;
	if (from > 64 || a.high >> shift > mask64(nd(d->p, c->e)->width))
		return SAME;
	return demand(d, c->kid[0], low << shift, high << shift | mask64(shift), depth);
}

static int demand_concat(Direct *d, const DirectCell *c, u64 low, u64 high, int depth)
{
	unsigned cut_at = nd(d->p, d->cells.at[c->kid[1]].e)->width;
	int r = demand(d, c->kid[0], low >> cut_at, high >> cut_at, depth);
	if (low >> cut_at != high >> cut_at)
		return r;
	return worse(r, demand(d, c->kid[1], low & mask64(cut_at), high & mask64(cut_at), depth));
}

/* A byte of memory: the index is where such bytes are, and if that is one place, its byte is so. */
static int demand_read(Direct *d, const DirectCell *c, u64 low, u64 high, int depth)
{
	u64 first, last;
	u32 byte;
	if (!narrow_read_index(d, c, low, high, &first, &last))
		return SAME;
	if (first > last)
		return EMPTY;
	int r = demand(d, c->kid[1], first, last, depth);
	if (first == last && narrow_read_cell(d, c, first, &byte))
		r = worse(r, demand(d, byte, low, high, depth));
	return r;
}

static int demand_none(Direct *d, const DirectCell *c, u64 low, u64 high, int depth)
{
	(void)d, (void)c, (void)low, (void)high, (void)depth;
	return SAME;
}

/* Constants and variables have one value or a set (demand); truth values are required. */
#define demand_constant demand_none
#define demand_variable demand_none
#define demand_equal demand_none
#define demand_order demand_none
/* Nothing follows for the bounds of the operands, or nobody wrote it down. */
#define demand_division demand_none
#define demand_bits demand_none
#define demand_char demand_none
#define demand_float demand_none
#define demand_length demand_none

/* The second operand, if it is a constant of at most 64 bits. */
static bool by_constant(const Direct *d, const DirectCell *c, u64 *k)
{
	Expr b = nd(d->p, c->e)->b;
	if (!is_const(d->p, b) || nd(d->p, b)->width > 64)
		return false;
	*k = const64(nd(d->p, b));
	return true;
}

static int demand_sum(Direct *d, const DirectCell *c, u64 low, u64 high, int depth)
{
	return sum_or_difference(d, c, false, low, high, depth);
}

static int demand_difference(Direct *d, const DirectCell *c, u64 low, u64 high, int depth)
{
	return sum_or_difference(d, c, true, low, high, depth);
}

static int demand_neg(Direct *d, const DirectCell *c, u64 low, u64 high, int depth)
{
	u64 m = mask64(nd(d->p, c->e)->width);
	return low ? demand(d, c->kid[0], -high & m, -low & m, depth) : SAME;
}

static int demand_not(Direct *d, const DirectCell *c, u64 low, u64 high, int depth)
{
	u64 m = mask64(nd(d->p, c->e)->width);
	return demand(d, c->kid[0], ~high & m, ~low & m, depth);
}

static int demand_product(Direct *d, const DirectCell *c, u64 low, u64 high, int depth)
{
	u64 k;
	return by_constant(d, c, &k) ? times(d, c, k, low, high, depth) : SAME;
}

static int demand_left(Direct *d, const DirectCell *c, u64 low, u64 high, int depth)
{
	u64 k;
	return by_constant(d, c, &k) && k < 64 ? times(d, c, 1ull << k, low, high, depth) : SAME;
}

static int demand_quotient(Direct *d, const DirectCell *c, u64 low, u64 high, int depth)
{
	u64 k;
	if (!by_constant(d, c, &k) || !k)
		return SAME;
	return demand_wide(d, c->kid[0], (i128)low * k, (i128)high * k + (k - 1), depth);
}

/* A mask that takes nothing away. */
static int demand_mask(Direct *d, const DirectCell *c, u64 low, u64 high, int depth)
{
	u64 k;
	if (!by_constant(d, c, &k) || (k & (k + 1)) || d->cells.at[c->kid[0]].info.high > k)
		return SAME;
	return demand(d, c->kid[0], low, high, depth);
}

static int demand_zext(Direct *d, const DirectCell *c, u64 low, u64 high, int depth)
{
	return demand(d, c->kid[0], low, high, depth);
}

/* By operation: the column back of ops.h. */
static int demand_by_op(Direct *d, const DirectCell *c, u64 low, u64 high, int depth)
{
	static int (*const demand_op[EXPR_N_OPS])(Direct *, const DirectCell *, u64, u64, int) = {
#define X(NAME, CALL, ARITY, SHAPE, WIDTH, KIND, READS, ORDER, HAS, INFO, GATES, BACK, ...) \
	demand_##BACK,
		EXPR_OPS(X)
#undef X
	};
	return demand_op[c->op](d, c, low, high, depth);
}

/* The value of the node must be in [low, high]. */
static int demand(Direct *d, u32 cell, u64 low, u64 high, int depth)
{
	const DirectCell *c = &d->cells.at[cell];
	unsigned w = nd(d->p, c->e)->width;
	if (w > 64 || depth-- == 0)
		return SAME;
	if (high < c->info.low || low > c->info.high)
		return EMPTY;
	low = low < c->info.low ? c->info.low : low;
	high = high > c->info.high ? c->info.high : high;
	if (low == c->info.low && high == c->info.high)
		return SAME;
	if (w == 1)
		return require(d, cell, low, depth);
	u32 var;
	if (direct_only_var(d->p, c->e, &var))
		return cut(d, c->e, low, high);
	return demand_by_op(d, c, low, high, depth);
}

/* ---- comparisons ---- */

/* Signed bounds of a node. */
static void signed_bounds(const Direct *d, u32 cell, i64 *low, i64 *high)
{
	const DirectCell *c = &d->cells.at[cell];
	const ExprNode *n = nd(d->p, c->e);
	unsigned w = n->width;
	u64 sign = 1ull << (w - 1);
	if (n->op == EXPR_VAR) {
		domain_signed(&d->sets[direct_position(d->vars, n->a)], w, low, high);
		return;
	}
	if (n->op == EXPR_SEXT) {
		signed_bounds(d, c->kid[0], low, high);
		return;
	}
	bool across = c->info.low < sign && c->info.high >= sign;
	*low = (i64)sign_extend(across ? sign : c->info.low, w);
	*high = (i64)sign_extend(across ? sign - 1 : c->info.high, w);
}

/* The node's value, as a signed number, must be in [low, high]. */
static int demand_signed(Direct *d, u32 cell, i64 low, i64 high, int depth)
{
	const DirectCell *c = &d->cells.at[cell];
	u64 m = mask64(nd(d->p, c->e)->width), sign = (m >> 1) + 1;
	if (low > high)
		return EMPTY;
	if (low < 0 && high >= 0) {
		if (c->info.high < sign)
			return demand(d, cell, 0, (u64)high, depth);
		if (c->info.low >= sign)
			return demand(d, cell, (u64)low & m, m, depth);
		return cut(d, c->e, (u64)low & m, (u64)high);
	}
	return demand(d, cell, (u64)low & m, (u64)high & m, depth);
}

/* a < b (strict) or a <= b. */
static int in_order(Direct *d, u32 a, u32 b, bool is_signed, bool strict, int depth)
{
	unsigned w = nd(d->p, d->cells.at[a].e)->width;
	if (!is_signed) {
		const ExprInfo ia = d->cells.at[a].info, ib = d->cells.at[b].info;
		return worse(demand_wide(d, a, 0, (i128)ib.high - strict, depth),
					 demand_wide(d, b, (i128)ia.low + strict, (i128)mask64(w), depth));
	}
	i64 al, ah, bl, bh, min = (i64)sign_extend(1ull << (w - 1), w), max = (i64)(mask64(w) >> 1);
	signed_bounds(d, a, &al, &ah);
	signed_bounds(d, b, &bl, &bh);
	if (strict && (bh == min || al == max))
		return EMPTY;
	return worse(demand_signed(d, a, min, bh - strict, depth),
				 demand_signed(d, b, al + strict, max, depth));
}

static int equal_or_not(Direct *d, u32 a, u32 b, bool equal, int depth)
{
	const ExprInfo ia = d->cells.at[a].info, ib = d->cells.at[b].info;
	if (equal)
		return worse(demand(d, a, ib.low, ib.high, depth), demand(d, b, ia.low, ia.high, depth));
	/* Other than a known value: that matters at the ends of the other's bounds. */
	if (ia.low == ia.high) {
		u32 swap = a;
		a = b;
		b = swap;
	}
	const ExprInfo x = d->cells.at[a].info, k = d->cells.at[b].info;
	if (k.low != k.high)
		return SAME;
	if (x.low == k.low)
		return demand_wide(d, a, (i128)x.low + 1, (i128)x.high, depth);
	if (x.high == k.low)
		return demand_wide(d, a, (i128)x.low, (i128)x.high - 1, depth);
	return SAME;
}

/* Both kids must have the value; or, when one cannot, the other must. */
static int require_logic(Direct *d, const DirectCell *c, bool both, bool value, int depth)
{
	u32 a = c->kid[0], b = c->kid[1];
	if (both)
		return worse(require(d, a, value, depth), require(d, b, value, depth));
	const ExprInfo ia = d->cells.at[a].info, ib = d->cells.at[b].info;
	bool can_a = value ? ia.high : !ia.low, can_b = value ? ib.high : !ib.low;
	if (can_a && can_b)
		return SAME;
	return can_a || can_b ? require(d, can_a ? a : b, value, depth) : EMPTY;
}

/* ---- by operation: the column truth of ops.h ---- */

static int require_value(Direct *d, const DirectCell *c, bool value, int depth)
{
	(void)d, (void)c, (void)value, (void)depth;
	return SAME;
}

#define require_literal require_value
#define require_xor require_value
#define require_bit require_value

static int require_not(Direct *d, const DirectCell *c, bool value, int depth)
{
	return require(d, c->kid[0], !value, depth);
}

static int require_and(Direct *d, const DirectCell *c, bool value, int depth)
{
	return require_logic(d, c, value, value, depth);
}

static int require_or(Direct *d, const DirectCell *c, bool value, int depth)
{
	return require_logic(d, c, !value, value, depth);
}

static int require_choice(Direct *d, const DirectCell *c, bool value, int depth)
{
	return demand_choice(d, c, value, value, depth);
}

static int require_equal(Direct *d, const DirectCell *c, bool value, int depth)
{
	if (nd(d->p, d->cells.at[c->kid[0]].e)->width > 64)
		return SAME;
	return equal_or_not(d, c->kid[0], c->kid[1], value, depth);
}

static int require_order(Direct *d, const DirectCell *c, bool value, int depth)
{
	unsigned w = nd(d->p, d->cells.at[c->kid[0]].e)->width;
	bool strict = op_is_strict(c->op) == value;
	if (w > 64 || w == 1)
		return SAME;
	/* not (a < b) is b <= a */
	return in_order(d, c->kid[!value], c->kid[value], op_is_signed(c->op), strict, depth);
}

/* A truth value must be so. */
static int require(Direct *d, u32 cell, bool value, int depth)
{
	static int (*const require_op[EXPR_N_OPS])(Direct *, const DirectCell *, bool, int) = {
#define X(NAME, CALL, ARITY, SHAPE, WIDTH, KIND, READS, ORDER, HAS, INFO, GATES, BACK, TRUTH, ...) \
	require_##TRUTH,
		EXPR_OPS(X)
#undef X
	};
	const DirectCell *c = &d->cells.at[cell];
	u32 var;
	if (depth-- == 0)
		return SAME;
	if (value ? !c->info.high : c->info.low)
		return EMPTY;
	if (direct_only_var(d->p, c->e, &var)) {
		const Domain *set = domain_of(d->s, value ? c->e : expr_not(d->p, c->e), var);
		if (set)
			return meet(d, direct_position(d->vars, var), set);
	}
	return require_op[c->op](d, c, value, depth);
}

/* ---- terms ---- */

/* The ends of what a set has between the bounds of a cell. False if that is nothing. */
static bool ends_within(const Domain *set, const ExprInfo *within, u64 *low, u64 *high)
{
	bool any = false;
	*low = *high = 0;
	for (size_t i = 0; i < set->len; i++) {
		u64 l = set->at[i].low > within->low ? set->at[i].low : within->low;
		u64 h = set->at[i].high < within->high ? set->at[i].high : within->high;
		if (l > h)
			continue;
		*low = any ? *low : l;
		*high = h;
		any = true;
	}
	return any;
}

/* The value of the node must be in the set. */
static int demand_set(Direct *d, u32 cell, const Domain *set, int depth)
{
	const DirectCell *c = &d->cells.at[cell];
	u64 low, high, least, most;
	u32 var, same;
	if (depth-- == 0)
		return SAME;
	if (!ends_within(set, &c->info, &low, &high))
		return EMPTY;
	if (c->op == EXPR_ZEXT) {
		Domain narrow = {0}; /* values that it can have at all */
		domain_full(&narrow, nd(d->p, d->cells.at[c->kid[0]].e)->width);
		domain_meet(&narrow, set);
		int result = demand_set(d, c->kid[0], &narrow, depth);
		vec_free(&narrow);
		return result;
	}
	if (c->op == EXPR_ITE) {
		const ExprInfo cond = d->cells.at[c->kid[0]].info;
		bool can_a = cond.high && ends_within(set, &d->cells.at[c->kid[1]].info, &least, &most);
		bool can_b = !cond.low && ends_within(set, &d->cells.at[c->kid[2]].info, &least, &most);
		if (can_a && can_b)
			return SAME;
		if (!can_a && !can_b)
			return EMPTY;
		return worse(require(d, c->kid[0], can_a, depth),
					 demand_set(d, c->kid[can_a ? 1 : 2], set, depth));
	}
	if (direct_only_var(d->p, c->e, &var)) {
		Domain values = {0};
		domain_copy(&values, set);
		int result = domain_undo(d->p, c->e, &values, &same)
						 ? meet(d, direct_position(d->vars, var), &values)
						 : cut(d, c->e, low, high);
		vec_free(&values);
		return result;
	}
	return demand(d, cell, low, high, depth);
}

/* What a root says: a constraint holds, a term has one of its values. */
static int ask_root(Direct *d, size_t i)
{
	size_t first = d->roots.len - d->terms.len;
	return i < first ? require(d, d->roots.at[i], true, DEPTH)
					 : demand_set(d, d->roots.at[i], &d->terms.at[i - first].set, DEPTH);
}

bool narrow_all(Direct *d)
{
	bool changed = true;
	for (int round = 0; round < ROUNDS && changed; round++) {
		changed = false;
		compute_bounds(d);
		for (size_t i = 0; i < d->roots.len; i++) {
			/* What is not narrowed is only larger than it need be. */
			if (d->work > MOST_CELLS || d->s->stats.work > d->s->work_end)
				return true;
			if (i % CLOCK == 0 && solver_over(d->s))
				return true;
			/* What it cut nothing from it cuts nothing from again. */
			if (!(d->stale[i / 64] >> i % 64 & 1))
				continue;
			d->stale[i / 64] &= ~(1ull << i % 64);
			int r = ask_root(d, i);
			if (r < 0)
				return false;
			changed |= r;
			if (r)
				compute_bounds(d);
		}
	}
	return true;
}

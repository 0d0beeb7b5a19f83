/* tape.c: compiles expressions to a straight line of operations, to try many assignments.
 *
 * There is one cell per distinct node, operands before users. Running the tape is a loop over
 * cells without memo or stack. If all nodes have up to 64 bits, a cell needs one word; if one is
 * wider, the whole tape computes on 128 bits.
 */
#include "engine/expr/float/float.h"
#include "engine/expr/pool.h"

typedef struct TapeCell {
	u8 op;       /* ExprOp */
	u8 width;    /* of the result */
	u8 from;     /* width of the first operand */
	u8 shift;    /* CONCAT: width of the low part; EXTRACT: lowest bit */
	u32 a, b, c; /* operand cells, or what the node has there */
	u32 writes;  /* STORE: of this array, this one included */
	u32 flat;    /* STORE: 1 + number in flats; 0: it is walked */
	u32 root;    /* 1 + the first root that it is; 0: none */
	bool live;   /* STORE: reads come by it */
	bool asked;  /* STORE: whether it is flat */
	Expr e;      /* the node */
} TapeCell;

typedef struct TapeSlot {
	u32 var;  /* variable */
	u32 cell; /* its cell */
} TapeSlot;

/* A cell whose value was another one before the last change. */
typedef struct TapeOld {
	u32 cell;
	u128 value; /* that it had */
} TapeOld;

/* For changes of one variable: who looks at whom, and which roots do not hold. */
typedef struct TapeChanges {
	u32 *first;       /* by cell: where its users begin in users; one more at the end */
	u32 *users;       /* cells, ascending for each */
	u64 *due;         /* a bit for each cell: it has to be computed again */
	u32 *next;        /* by root: 1 + the next that is the same cell; 0: none */
	u64 *broken;      /* a bit for each root that is 0 */
	VEC(TapeOld) old; /* of the last change */
} TapeChanges;

/* An array of which it is known where a byte is (flat.c). */
typedef struct TapeFlat {
	u32 first, n; /* indices */
	u32 *cell;    /* 1 + that of the byte; 0: it is below */
	u32 below;    /* cell of the array there */
} TapeFlat;

struct Tape {
	ExprPool *p;
	VEC(TapeFlat) flats;
	VEC(TapeCell) cells;
	VEC(TapeSlot) vars; /* in ascending order of variable */
	VEC(u32) roots;     /* cells that must be nonzero, in the order they are computed */
	u64 work;           /* see tape_len */
	u64 *v;             /* values, or NULL if wide */
	u128 *wide;         /* values of a wide tape */
	TapeChanges *c;     /* made by tape_run */
};

static int slot_order(const void *a, const void *b)
{
	const TapeSlot *x = a, *y = b;
	return x->var < y->var ? -1 : x->var > y->var;
}

/* Its operands have their cells: these stand where the nodes do in the list that they are made of. */
static void add_cell(Tape *t, Expr e)
{
	const ExprNode *n = nd(t->p, e);
	unsigned arity = expr_arity[n->op];
	u32 kid[3] = {n->a, n->b, n->c};
	for (unsigned k = 0; k < arity; k++)
		kid[k] = t->p->location[kid[k]];
	TapeCell c = {.op = n->op, .width = n->width, .a = kid[0], .b = kid[1], .c = kid[2], .e = e};
	c.from = arity ? nd(t->p, n->a)->width : 0;
	c.shift = n->op == EXPR_CONCAT ? nd(t->p, n->b)->width : n->op == EXPR_EXTRACT ? n->b : 0;
	u32 below = n->op == EXPR_STORE || n->op == EXPR_READ ? t->cells.at[c.a].writes : 0;
	c.writes = n->op == EXPR_STORE ? below + 1 : 0;
	t->work += n->op == EXPR_READ ? 1 + below : 1;
	if (n->op == EXPR_VAR) {
		TapeSlot s = {.var = n->a, .cell = (u32)t->cells.len};
		vec_push(&t->vars, s);
	}
	vec_push(&t->cells, c);
}

static void add_flat(Tape *t, TapeCell *array)
{
	const FlatArray *from = flat_array(t->p, array->e);
	if (!from)
		return;
	TapeFlat f = {.first = from->first, .n = from->n, .below = t->p->location[from->below]};
	f.cell = xcalloc(f.n, sizeof *f.cell);
	for (u32 i = 0; i < f.n; i++)
		if (from->byte[i])
			f.cell[i] = t->p->location[from->byte[i]] + 1;
	vec_push(&t->flats, f);
	array->flat = (u32)t->flats.len;
}

/* The arrays that reads look at. */
static void add_flats(Tape *t)
{
	for (size_t i = 0; i < t->cells.len; i++) {
		if (t->cells.at[i].op != EXPR_READ)
			continue;
		bool few = false; /* those that are met now */
		for (u32 a = t->cells.at[i].a; t->cells.at[a].op == EXPR_STORE;) {
			TapeCell *array = &t->cells.at[a];
			/* Who came by before went on from here: a histogram has a read for each store. */
			if (array->live && (few || array->asked))
				break;
			array->live = true;
			array->asked |= !few;
			if (!array->flat && !few)
				add_flat(t, array);
			few = t->cells.at[array->b].op == EXPR_CONST && !array->flat;
			a = array->flat ? t->flats.at[array->flat - 1].below : array->a;
		}
	}
}

static Tape *tape_above(ExprPool *p, const Expr *roots, size_t n, Expr input)
{
	Tape *t = xcalloc(1, sizeof *t);
	t->p = p;
	ExprList all = {0};
	bool wide = false;
	expr_postorder_above(p, roots, n, input, &all);
	vec_reserve(&t->cells, all.len);
	for (size_t i = 0; i < all.len; i++) {
		if (all.at[i] == input)
			vec_push(&t->cells,
					 ((TapeCell){.op = EXPR_VAR, .width = nd(p, input)->width, .e = input}));
		else
			add_cell(t, all.at[i]);
		wide |= nd(p, all.at[i])->width > 64;
	}
	for (size_t i = 0; i < n; i++)
		vec_push(&t->roots, p->location[roots[i]]);
	if (t->vars.len)
		qsort(t->vars.at, t->vars.len, sizeof *t->vars.at, slot_order);
	if (wide)
		t->wide = xcalloc(all.len + 1, sizeof *t->wide);
	else
		t->v = xcalloc(all.len + 1, sizeof *t->v);
	for (size_t i = 0; i < all.len; i++)
		if (is_const(p, all.at[i])) {
			if (wide)
				t->wide[i] = const_value(p, all.at[i]);
			else
				t->v[i] = const64(nd(p, all.at[i]));
		}
	add_flats(t);
	vec_free(&all);
	return t;
}

Tape *tape_new(ExprPool *p, const Expr *roots, size_t n)
{
	return tape_above(p, roots, n, 0);
}

Tape *tape_over(ExprPool *p, Expr root, Expr input, u32 *cell)
{
	Tape *t = tape_above(p, &root, 1, input);
	if (t->vars.len) {
		tape_free(t);
		return NULL;
	}
	for (u32 i = 0; i < t->cells.len; i++)
		if (t->cells.at[i].e == input)
			*cell = i;
	return t;
}

bool tape_reads(const Tape *t)
{
	bool reads = false;
	for (size_t i = 0; i < t->cells.len && !reads; i++)
		reads = t->cells.at[i].op == EXPR_READ && t->cells.at[t->cells.at[i].a].op == EXPR_TABLE;
	return reads;
}

static void changes_free(TapeChanges *c)
{
	if (!c)
		return;
	free(c->first);
	free(c->users);
	free(c->due);
	free(c->next);
	free(c->broken);
	vec_free(&c->old);
	free(c);
}

void tape_free(Tape *t)
{
	if (!t)
		return;
	changes_free(t->c);
	for (size_t i = 0; i < t->flats.len; i++)
		free(t->flats.at[i].cell);
	vec_free(&t->flats);
	vec_free(&t->cells);
	vec_free(&t->vars);
	vec_free(&t->roots);
	free(t->v);
	free(t->wide);
	free(t);
}

u64 tape_len(const Tape *t)
{
	return t->work;
}

/* NULL: the tape does not have it. */
static TapeSlot *slot_of(const Tape *t, u32 var)
{
	size_t low = 0, high = t->vars.len;
	while (low < high) {
		size_t mid = (low + high) / 2;
		if (t->vars.at[mid].var < var)
			low = mid + 1;
		else
			high = mid;
	}
	return low < t->vars.len && t->vars.at[low].var == var ? &t->vars.at[low] : NULL;
}

bool tape_cell(const Tape *t, u32 var, u32 *cell)
{
	const TapeSlot *s = slot_of(t, var);
	if (s)
		*cell = s->cell;
	return s;
}

void tape_put(Tape *t, u32 cell, u64 value)
{
	value &= mask64(t->cells.at[cell].width);
	if (t->wide)
		t->wide[cell] = value;
	else
		t->v[cell] = value;
}

void tape_set(Tape *t, u32 var, u64 value)
{
	u32 cell;
	if (tape_cell(t, var, &cell))
		tape_put(t, cell, value);
}

static u64 value_at(const Tape *t, u32 cell)
{
	return t->wide ? (u64)t->wide[cell] : t->v[cell];
}

static u64 read_byte(const Tape *t, const TapeCell *c)
{
	u64 index = value_at(t, c->b);
	const TapeCell *array = &t->cells.at[c->a];
	while (array->op == EXPR_STORE) {
		const TapeFlat *flat = array->flat ? &t->flats.at[array->flat - 1] : NULL;
		u32 cell = flat && index - flat->first < flat->n ? flat->cell[index - flat->first] : 0;
		if (cell)
			return value_at(t, cell - 1);
		if (!flat && value_at(t, array->b) == index)
			return value_at(t, array->c);
		array = &t->cells.at[flat ? flat->below : array->a];
	}
	const ExprTable *table = &t->p->tables.at[array->a];
	return index < table->n ? table->bytes[index] : 0;
}

static u64 text_value(const Tape *t, const TapeCell *c)
{
	const TextFormat *f = &t->p->formats.at[c->c];
	u64 v = value_at(t, c->a);
	return c->op == EXPR_TEXTLEN ? text_len(f, c->from, v) : text_char(f, c->from, v, c->b);
}

/* What a cell computes, by the shape of its operation (ops.h). v has the values so far. */
#define VALUE_LEAF(CALL, BITS) return 0 /* undefined; arrays have no value; others are set */
#define VALUE_STORE VALUE_LEAF
#define VALUE_ONE(CALL, BITS) return fold_##CALL##_##BITS(c->width, c->from, c->shift, v[c->a])
#define VALUE_CUT VALUE_ONE
#define VALUE_WIDEN VALUE_ONE
#define VALUE_TWO(CALL, BITS) return fold_##CALL##_##BITS(c->from, v[c->a], v[c->b])
#define VALUE_JOIN(CALL, BITS) return v[c->a] << c->shift | v[c->b]
#define VALUE_PICK(CALL, BITS) return v[c->a] ? v[c->b] : v[c->c]
#define VALUE_READ(CALL, BITS) return read_byte(t, c)
#define VALUE_CHAR(CALL, BITS) return text_value(t, c)
#define VALUE_LENGTH VALUE_CHAR
#define VALUE_FONE(CALL, BITS) \
	return (typeof(*v))float_value(c->b, c->width, c->from, v[c->a], 0, 0)
#define VALUE_FTWO(CALL, BITS) \
	return (typeof(*v))expr_float2_value(t->p, c->c, c->width, c->from, v[c->a], v[c->b])
#define VALUE_FTHREE(CALL, BITS) \
	return (typeof(*v))float_value(FLOAT_FMA, c->width, c->from, v[c->a], v[c->b], v[c->c])

static u128 wide_value(const Tape *t, const TapeCell *c)
{
	const u128 *v = t->wide;
	switch (c->op) {
#define X(NAME, CALL, ARITY, SHAPE, ...) \
	case EXPR_##NAME: VALUE_##SHAPE(CALL, 128);
		EXPR_OPS(X)
#undef X
	default: abort();
	}
}

static u64 value64(const Tape *t, const TapeCell *c)
{
	const u64 *v = t->v;
	switch (c->op) {
#define X(NAME, CALL, ARITY, SHAPE, ...) \
	case EXPR_##NAME: VALUE_##SHAPE(CALL, 64);
		EXPR_OPS(X)
#undef X
	default: abort();
	}
}

static void compute(Tape *t, size_t cell)
{
	const TapeCell *c = &t->cells.at[cell];
	if (c->op == EXPR_VAR || c->op == EXPR_CONST)
		return;
	if (t->wide)
		t->wide[cell] = wide_value(t, c);
	else
		t->v[cell] = value64(t, c);
}

bool tape_holds(Tape *t)
{
	size_t next = 0;
	for (size_t r = 0; r < t->roots.len; r++) {
		u32 root = t->roots.at[r];
		for (; next <= root; next++)
			compute(t, next);
		if (!value_at(t, root))
			return false;
	}
	return true;
}

/* Calls fn for each cell that a cell looks at. An array that is known by index looks at its bytes,
 * those that no read comes by at nothing. */
static void each_kid(const Tape *t, u32 cell, void (*fn)(TapeChanges *c, u32 kid, u32 user))
{
	const TapeCell *c = &t->cells.at[cell];
	const u32 kid[3] = {c->a, c->b, c->c};
	if (c->op == EXPR_STORE && !c->live)
		return;
	if (!c->flat) {
		for (unsigned k = 0; k < expr_arity[c->op]; k++)
			fn(t->c, kid[k], cell);
		return;
	}
	const TapeFlat *f = &t->flats.at[c->flat - 1];
	fn(t->c, f->below, cell);
	for (u32 i = 0; i < f->n; i++)
		if (f->cell[i])
			fn(t->c, f->cell[i] - 1, cell);
}

static void count_user(TapeChanges *c, u32 kid, u32 user)
{
	(void)user;
	c->first[kid + 2]++;
}

static void add_user(TapeChanges *c, u32 kid, u32 user)
{
	c->users[c->first[kid + 1]++] = user;
}

static void find_users(Tape *t)
{
	TapeChanges *c = t->c;
	c->first = xcalloc(t->cells.len + 2, sizeof *c->first);
	for (u32 i = 0; i < t->cells.len; i++)
		each_kid(t, i, count_user);
	for (size_t i = 2; i < t->cells.len + 2; i++)
		c->first[i] += c->first[i - 1];
	/* Filled in, each beginning ends up where the next one was. */
	c->users = xmalloc((c->first[t->cells.len + 1] + 1) * sizeof *c->users);
	for (u32 i = 0; i < t->cells.len; i++)
		each_kid(t, i, add_user);
}

static void set_broken(TapeChanges *c, u32 root, bool broken)
{
	u64 bit = 1ull << root % 64;
	c->broken[root / 64] = broken ? c->broken[root / 64] | bit : c->broken[root / 64] & ~bit;
}

void tape_run(Tape *t)
{
	for (size_t i = 0; i < t->cells.len; i++)
		compute(t, i);
	if (!t->c) {
		t->c = xcalloc(1, sizeof *t->c);
		find_users(t);
		t->c->due = xcalloc(t->cells.len / 64 + 1, sizeof *t->c->due);
		t->c->next = xcalloc(t->roots.len + 1, sizeof *t->c->next);
		t->c->broken = xcalloc(t->roots.len / 64 + 1, sizeof *t->c->broken);
		vec_reserve(&t->c->old, t->cells.len + 1);
		for (u32 r = 0; r < t->roots.len; r++) {
			u32 *first = &t->cells.at[t->roots.at[r]].root;
			t->c->next[r] = *first;
			*first = r + 1;
		}
	}
	for (u32 r = 0; r < t->roots.len; r++)
		set_broken(t->c, r, !value_at(t, t->roots.at[r]));
}

u64 tape_root(const Tape *t, size_t root)
{
	return value_at(t, t->roots.at[root]);
}

const u64 *tape_broken(const Tape *t)
{
	return t->c->broken;
}

/* The roots that a cell is hold, or do not. */
static void set_roots(TapeChanges *c, u32 root, bool broken)
{
	for (; root; root = c->next[root - 1])
		set_broken(c, root - 1, broken);
}

/* A cell has another value than before. */
static inline void follow(Tape *t, u32 cell)
{
	TapeChanges *c = t->c;
	for (u32 k = c->first[cell]; k < c->first[cell + 1]; k++)
		c->due[c->users[k] / 64] |= 1ull << c->users[k] % 64;
	if (t->cells.at[cell].root)
		set_roots(c, t->cells.at[cell].root, !value_at(t, cell));
}

/* A cell gets a value; there is room for what it had. */
static inline void put_again(Tape *t, u32 cell, u64 value)
{
	u64 before = t->v[cell];
	bool changed = before != value;
	if (changed) {
		t->v[cell] = value;
		t->c->old.at[t->c->old.len++] = (TapeOld){cell, before};
	}
	/* Of an array it is not the value that counts. */
	if (changed || t->cells.at[cell].op == EXPR_STORE)
		follow(t, cell);
}

static void put_again_wide(Tape *t, u32 cell, u128 value)
{
	u128 before = t->wide[cell];
	if (before != value) {
		t->wide[cell] = value;
		t->c->old.at[t->c->old.len++] = (TapeOld){cell, before};
	}
	if (before != value || t->cells.at[cell].op == EXPR_STORE)
		follow(t, cell);
}

void tape_change(Tape *t, u32 var, u64 value)
{
	TapeSlot *s = slot_of(t, var);
	t->c->old.len = 0;
	if (!s)
		return;
	value &= mask64(t->cells.at[s->cell].width);
	if (t->wide)
		put_again_wide(t, s->cell, value);
	else
		put_again(t, s->cell, value);
	for (u32 word = s->cell / 64; word <= t->cells.len / 64; word++)
		while (t->c->due[word]) {
			u32 cell = word * 64 + (u32)__builtin_ctzll(t->c->due[word]);
			t->c->due[word] &= t->c->due[word] - 1;
			if (t->wide)
				put_again_wide(t, cell, wide_value(t, &t->cells.at[cell]));
			else
				put_again(t, cell, value64(t, &t->cells.at[cell]));
		}
}

void tape_undo(Tape *t)
{
	while (t->c->old.len) {
		TapeOld o = vec_pop(&t->c->old);
		if (t->wide)
			t->wide[o.cell] = o.value;
		else
			t->v[o.cell] = (u64)o.value;
		set_roots(t->c, t->cells.at[o.cell].root, !(u64)o.value);
	}
}

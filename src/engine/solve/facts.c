/* facts.c: the values that the decisions of one path leave to the inputs, decision by decision.
 *
 * For a variable we keep its set of values. For variables that were compared with each other we
 * keep the possible combinations, as rows, as long as they are few. For other terms that were
 * compared with constants we keep the set of values. A decision that holds on all remaining
 * values is implied, so that no query for its other side is needed. In a loop that counts down
 * from a number whose root was taken before, hundreds of decisions are implied for each open
 * one.
 *
 * Facts over-approximate (a decision that is too large to analyse changes nothing) and never
 * lose a value. All paths share facts: a fact and one more decision always produce the same
 * fact, so a path that begins like an earlier one costs a few look-ups. The part that it shares
 * with the previous path costs nothing: we know what each decision changed and undo it.
 */
#include "engine/solve/direct.h"

enum {
	MOST_ROWS = 1 << 10,  /* of a fact */
	MOST_WORK = 1 << 18,  /* rows times nodes for one decision */
	MOST_NODES = 256,     /* of a decision; longer ones are not looked at */
	MOST_VARS = 12,       /* that a decision looks at, likewise */
	MOST_BYTES = 1 << 26, /* of all rows; then all facts are dropped */
	MOST_FACTS = 1 << 20, /* likewise */
};

/* A superset of the values of some variables, or of a term. */
typedef struct Fact {
	Expr term;    /* whose set it is; 0: vars */
	VarList vars; /* ascending */
	Domain set;   /* of the only variable, or of the term */
	void
		*rows; /* values of several variables, vars.len in a row; of the first fact that has them */
	u32 all;   /* of these rows */
	u8 size;   /* bytes of a value in them: 1, 2, 4 or 8 */
	u64 *bits; /* which of them are left; NULL: all, and the rows are its own */
	u32 n;     /* that are left */
} Fact;

/* A decision of the present path. */
typedef struct FactStep {
	Expr e;
	u32 undo; /* where its part of Facts.undo begins */
	bool implied;
} FactStep;

/* A fact that a decision has replaced. */
typedef struct FactUndo {
	Expr term; /* whose; 0: of var */
	u32 var;
	u32 fact; /* 0: nothing was known */
} FactUndo;

struct Facts {
	VEC(Fact) facts; /* [0] is none */
	IntMap whole;    /* variable << 1, or term << 1 | 1, plus 1 -> fact with all its values */
	IntMap after;    /* fact << 32 | decision -> the fact then << 1 | it was implied */
	IntMap joined;   /* fact << 32 | fact -> their product */
	VEC(u32) of_var; /* the present path: fact of each variable, 0: nothing is known */
	IntMap of_term;  /* term -> its fact on the present path; 0: nothing is known */
	VEC(FactStep) path;
	VEC(FactUndo) undo;
	size_t taken; /* decisions of the path that were taken; what follows is of the one before */
	u64 bytes;    /* of all rows */
	Expr newest;  /* of all expressions in the maps */
};

Facts *facts_new(void)
{
	return xcalloc(1, sizeof(Facts));
}

static void clear(Facts *f)
{
	for (size_t i = 0; i < f->facts.len; i++) {
		vec_free(&f->facts.at[i].vars);
		vec_free(&f->facts.at[i].set);
		if (!f->facts.at[i].bits)
			free(f->facts.at[i].rows);
		free(f->facts.at[i].bits);
	}
	f->facts.len = f->of_var.len = f->path.len = f->undo.len = f->taken = 0;
	f->bytes = f->newest = 0;
	intmap_clear(&f->whole);
	intmap_clear(&f->after);
	intmap_clear(&f->joined);
	intmap_clear(&f->of_term);
}

void facts_free(Facts *f)
{
	clear(f);
	vec_free(&f->facts);
	vec_free(&f->of_var);
	vec_free(&f->path);
	vec_free(&f->undo);
	intmap_free(&f->whole);
	intmap_free(&f->after);
	intmap_free(&f->joined);
	intmap_free(&f->of_term);
	free(f);
}

void facts_forget(Facts *f, u32 mark)
{
	if (f->newest >= mark)
		clear(f);
}

void solve_path_begin(Solver *s)
{
	Facts *f = s->facts;
	u32 vars = input_vars(s->p);
	solver_forget(s);
	if (f->bytes > MOST_BYTES || f->facts.len > MOST_FACTS)
		clear(f);
	if (!f->facts.len)
		vec_push(&f->facts, (Fact){0});
	while (f->of_var.len < vars)
		vec_push(&f->of_var, 0);
	f->taken = 0;
}

/* Back to the first n decisions. */
static void path_back(Facts *f, size_t n)
{
	if (n >= f->path.len)
		return;
	while (f->undo.len > f->path.at[n].undo) {
		FactUndo u = vec_pop(&f->undo);
		if (u.term)
			intmap_put(&f->of_term, u.term, u.fact);
		else
			f->of_var.at[u.var] = u.fact;
	}
	f->path.len = n;
	if (!n)
		intmap_clear(&f->of_term);
}

/* ---- facts ---- */

static size_t bits_words(u32 rows)
{
	return ((size_t)rows + 63) / 64;
}

static u32 add_fact(Facts *f, Fact made)
{
	/* A path has an input, so what its decisions leave is never empty: everything would follow. */
	must(made.rows ? made.n : made.set.len);
	if (CHECKED)
		domain_check(&made.set);
	vec_push(&f->facts, made);
	f->bytes += made.bits ? bits_words(made.all) * sizeof *made.bits
						  : (u64)made.all * made.vars.len * made.size;
	return (u32)f->facts.len - 1;
}

static u128 fact_size(const Fact *x)
{
	return x->rows ? x->n : domain_size(&x->set);
}

/* All values of a variable, or of a term of at most 64 bits. */
static u32 whole(Facts *f, const ExprPool *p, u32 var, Expr term)
{
	u64 key = (term ? (u64)term << 1 | 1 : (u64)var << 1) + 1, known;
	if (intmap_get(&f->whole, key, &known))
		return (u32)known;
	Fact made = {.term = term};
	if (!term)
		vec_push(&made.vars, var);
	domain_full(&made.set, term ? nd(p, term)->width : input_width(p, var));
	u32 fact = add_fact(f, made);
	intmap_put(&f->whole, key, fact);
	if (term > f->newest)
		f->newest = term;
	return fact;
}

/* The value of each variable in the next combination; false after the last. */
typedef struct Rows {
	const Fact *fact;
	u32 row;   /* of its rows, or range of its set */
	u64 value; /* in the range */
} Rows;

/* The first row from this one on that is left. */
static u32 next_row(const Fact *x, u32 row)
{
	if (!x->bits)
		return row;
	while (row < x->all) {
		u64 word = x->bits[row / 64] >> (row % 64);
		if (word)
			return row + (u32)__builtin_ctzll(word);
		row = (row / 64 + 1) * 64;
	}
	return x->all;
}

static bool rows_next(Rows *r)
{
	const Fact *x = r->fact;
	if (x->rows)
		return (r->row = next_row(x, r->row + 1)) < x->all;
	if (r->value < x->set.at[r->row].high) {
		r->value++;
		return true;
	}
	if (++r->row == x->set.len)
		return false;
	r->value = x->set.at[r->row].low;
	return true;
}

static Rows rows_first(const Fact *x)
{
	return (Rows){
		.fact = x, .row = x->rows ? next_row(x, 0) : 0, .value = x->rows ? 0 : x->set.at[0].low};
}

/* The value of its i-th variable. */
static inline u64 rows_value(const Rows *r, size_t i)
{
	const Fact *x = r->fact;
	if (!x->rows)
		return r->value;
	size_t at = (size_t)r->row * x->vars.len + i;
	switch (x->size) {
	case 1: return ((const u8 *)x->rows)[at];
	case 2: return ((const u16 *)x->rows)[at];
	case 4: return ((const u32 *)x->rows)[at];
	default: return ((const u64 *)x->rows)[at];
	}
}

static void put_value(Fact *made, size_t at, u64 value)
{
	switch (made->size) {
	case 1: ((u8 *)made->rows)[at] = (u8)value; break;
	case 2: ((u16 *)made->rows)[at] = (u16)value; break;
	case 4: ((u32 *)made->rows)[at] = (u32)value; break;
	default: ((u64 *)made->rows)[at] = value;
	}
}

/* One more row: of two facts that share no variable, in the order of variables. */
static void merge_row(const Rows *a, const Rows *b, Fact *made)
{
	const VarList *va = &a->fact->vars, *vb = &b->fact->vars;
	size_t at = (size_t)made->all++ * made->vars.len;
	for (size_t i = 0, k = 0; i < va->len || k < vb->len;)
		if (k == vb->len || (i < va->len && va->at[i] < vb->at[k]))
			put_value(made, at++, rows_value(a, i++));
		else
			put_value(made, at++, rows_value(b, k++));
}

static void merge_vars(const Fact *a, const Fact *b, VarList *to)
{
	for (size_t i = 0, k = 0; i < a->vars.len || k < b->vars.len;)
		if (k == b->vars.len || (i < a->vars.len && a->vars.at[i] < b->vars.at[k]))
			vec_push(to, a->vars.at[i++]);
		else
			vec_push(to, b->vars.at[k++]);
}

/* Bytes that the largest value takes. */
static u8 value_size(const Fact *x)
{
	u64 most = x->rows ? 0 : vec_last(&x->set).high;
	if (x->rows)
		return x->size;
	if (most <= UINT8_MAX)
		return 1;
	if (most <= UINT16_MAX)
		return 2;
	return most <= UINT32_MAX ? 4 : 8;
}

/* The product of two facts that share no variable. */
static u32 join(Facts *f, u32 fa, u32 fb)
{
	u64 key = (u64)fa << 32 | fb, known;
	if (intmap_get(&f->joined, key, &known))
		return (u32)known;
	const Fact a = f->facts.at[fa], b = f->facts.at[fb];
	u8 sizes[] = {value_size(&a), value_size(&b)};
	Fact made = {.size = sizes[0] > sizes[1] ? sizes[0] : sizes[1]};
	merge_vars(&a, &b, &made.vars);
	size_t rows = (size_t)(fact_size(&a) * fact_size(&b)); /* at most MOST_ROWS */
	made.rows = xmalloc(rows * made.vars.len * made.size + 1);
	Rows x = rows_first(&a);
	do {
		Rows y = rows_first(&b);
		do {
			merge_row(&x, &y, &made);
		} while (rows_next(&y));
	} while (rows_next(&x));
	made.n = made.all;
	u32 fact = add_fact(f, made);
	intmap_put(&f->joined, key, fact);
	return fact;
}

/* ---- one decision ---- */

/* Which of a fact's variables a decision looks at, and what it was for their latest values: rows
 * that are the same there need not be tried again. */
typedef struct FactQuery {
	Tape *tape;
	u32 at[MOST_VARS];         /* positions of the variables in a row */
	u32 cell[MOST_VARS];       /* and on the tape */
	u32 n;                     /* of them */
	u64 latest[MOST_VARS];     /* values */
	bool known;                /* there are some */
	bool held;                 /* then */
	u8 of_byte[1 + UINT8_MAX]; /* of one byte: 0 not tried, 1 it does not hold, 2 it holds */
} FactQuery;

static bool try_row(FactQuery *q, const Rows *row)
{
	bool same = q->known;
	for (u32 i = 0; i < q->n; i++) {
		u64 value = rows_value(row, q->at[i]);
		same = same && q->latest[i] == value;
		q->latest[i] = value;
	}
	if (same)
		return q->held;
	bool byte = q->n == 1 && q->latest[0] <= UINT8_MAX;
	if (byte && q->of_byte[q->latest[0]])
		return q->held = q->of_byte[q->latest[0]] == 2;
	for (u32 i = 0; i < q->n; i++)
		tape_put(q->tape, q->cell[i], q->latest[i]);
	q->held = tape_holds(q->tape);
	q->known = true;
	if (byte)
		q->of_byte[q->latest[0]] = (u8)(1 + q->held);
	return q->held;
}

/* The values of the set, or the rows, on which the decision holds, and whether there are others;
 * false if it is too much work. */
static bool filter(ExprPool *p, const Fact *old, Expr e, Fact *made, bool *lost)
{
	Tape *tape = tape_new(p, &e, 1);
	u128 size = fact_size(old);
	size_t n = old->vars.len;
	bool good = size <= MOST_ROWS && size * tape_len(tape) <= MOST_WORK;
	*lost = false;
	if (good && old->rows) {
		made->rows = old->rows;
		made->all = old->all;
		made->size = old->size;
		made->bits = xcalloc(bits_words(old->all), sizeof *made->bits);
	}
	Rows r = rows_first(old);
	FactQuery asked = {.tape = tape};
	for (size_t i = 0; i < n && asked.n < MOST_VARS; i++)
		if (tape_cell(tape, old->vars.at[i], &asked.cell[asked.n]))
			asked.at[asked.n++] = (u32)i;
	do {
		if (!good)
			break;
		if (!try_row(&asked, &r))
			*lost = true;
		else if (old->rows)
			made->bits[r.row / 64] |= 1ull << (r.row % 64), made->n++;
		else
			domain_add(&made->set, r.value);
	} while (rows_next(&r));
	tape_free(tape);
	return good;
}

/* What is left of a fact after a decision, and whether that is less; false if it cannot be told. */
static bool restrict_fact(Solver *s, const Fact *old, Expr e, Fact *made, bool *lost)
{
	Expr term;
	if (old->term) {
		Domain holds = {0};
		bool output = domain_of_term(s->p, e, &term, &holds) && term == old->term;
		domain_copy(&made->set, &old->set);
		*lost = output && domain_meet(&made->set, &holds);
		vec_free(&holds);
		return output;
	}
	if (!expr_fits(s->p, e, MOST_NODES))
		return false;
	const Domain *set = old->rows ? NULL : domain_of(s, e, old->vars.at[0]);
	if (!set)
		return filter(s->p, old, e, made, lost);
	domain_copy(&made->set, &old->set);
	*lost = domain_meet(&made->set, set);
	return true;
}

/* The fact after one more decision. */
static u32 decide(Solver *s, u32 fact, Expr e, bool *implied)
{
	Facts *f = s->facts;
	u64 key = (u64)fact << 32 | e, known;
	*implied = false;
	if (intmap_get(&f->after, key, &known)) {
		*implied = known & 1;
		return (u32)(known >> 1);
	}
	const Fact old = f->facts.at[fact];
	Fact made = {.term = old.term};
	u32 then = fact;
	bool lost = false, output = f->bytes <= MOST_BYTES && restrict_fact(s, &old, e, &made, &lost);
	*implied = output && !lost;
	if (lost && (made.n || made.set.len)) {
		vec_append(&made.vars, old.vars.at, old.vars.len);
		then = add_fact(f, made);
	} else {
		vec_free(&made.set);
		free(made.bits);
	}
	intmap_put(&f->after, key, (u64)then << 1 | *implied);
	if (e > f->newest)
		f->newest = e;
	return then;
}

/* ---- a path ---- */

static u32 fact_of_var(Facts *f, const ExprPool *p, u32 var)
{
	u32 fact = f->of_var.at[var];
	return fact ? fact : whole(f, p, var, 0);
}

/* The product of all facts on the variables; 0 if it has too many rows. */
static u32 join_all(Facts *f, const ExprPool *p, const VarList *vars)
{
	u32 all = 0;
	for (size_t i = 0; i < vars->len; i++) {
		u32 fact = fact_of_var(f, p, vars->at[i]);
		bool again = false;
		for (size_t k = 0; k < i && !again; k++)
			again = fact_of_var(f, p, vars->at[k]) == fact;
		if (again)
			continue;
		u128 size = all ? fact_size(&f->facts.at[all]) : 1, more = fact_size(&f->facts.at[fact]);
		if (vars->len > 1 && (more > MOST_ROWS || size * more > MOST_ROWS))
			return 0;
		all = all ? join(f, all, fact) : fact;
	}
	return all;
}

static bool take_on_vars(Solver *s, const VarList *vars, Expr e, bool *implied)
{
	Facts *f = s->facts;
	u32 all = vars->len <= MOST_VARS ? join_all(f, s->p, vars) : 0;
	if (!all)
		return false;
	u32 then = decide(s, all, e, implied);
	const VarList *mine = &f->facts.at[then].vars;
	for (size_t i = 0; i < mine->len; i++) {
		vec_push(&f->undo, ((FactUndo){.var = mine->at[i], .fact = f->of_var.at[mine->at[i]]}));
		f->of_var.at[mine->at[i]] = then;
	}
	return true;
}

static bool take_on_term(Solver *s, Expr e)
{
	Facts *f = s->facts;
	Expr term;
	Domain set = {0};
	bool implied = false;
	if (domain_of_term(s->p, e, &term, &set)) {
		u64 fact = 0;
		intmap_get(&f->of_term, term, &fact);
		vec_push(&f->undo, ((FactUndo){.term = term, .fact = (u32)fact}));
		if (!fact)
			fact = whole(f, s->p, 0, term);
		intmap_put(&f->of_term, term, decide(s, (u32)fact, e, &implied));
	}
	vec_free(&set);
	return implied;
}

/* Most paths begin like the one before, whose facts are still there. */
bool solve_path_take(Solver *s, Expr e)
{
	Facts *f = s->facts;
	VarList vars = {0};
	bool implied = e == EXPR_TRUE;
	/* What is not initialised may have any value. */
	if (is_const(s->p, e) || (nd(s->p, e)->flags & EXPR_HAS_UNDEF))
		return implied;
	if (f->taken < f->path.len && f->path.at[f->taken].e == e)
		return f->path.at[f->taken++].implied;
	path_back(f, f->taken);
	vec_push(&f->path, ((FactStep){.e = e, .undo = (u32)f->undo.len}));
	f->taken++;
	if (e > f->newest)
		f->newest = e;
	varset_list(s->p, expr_vars(s->p, e), &vars);
	if (vars.len && !take_on_vars(s, &vars, e, &implied))
		implied = take_on_term(s, e);
	vec_free(&vars);
	vec_last(&f->path).implied = implied;
	return implied;
}

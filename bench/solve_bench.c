/* solve_bench.c: what expressions and queries cost.
 *
 * Prints nanoseconds per constructor call and per evaluated node; then explores a few small
 * programs, written here directly against the expression pool, and prints paths, queries a second,
 * and the share of queries that each solver layer answered.
 */
#include "engine/expr/pool.h"
#include "engine/solve/solve.h"

#include <time.h>

/* ---- constructors and evaluation ---- */

static Expr step(ExprPool *p, Expr acc, Expr x, u32 k)
{
	Expr c = expr_const(p, 32, k);
	acc = expr_add(p, expr_mul(p, acc, c), expr_zext(p, x, 32));
	return expr_xor(p, acc, expr_lshr(p, acc, expr_const(p, 32, 5)));
}

/* Five constructor calls that build nodes in each step, and two constants. */
enum { CALLS_PER_STEP = 7, STEPS = 400, ROUNDS = 500 };

/* Processor time: other work on the machine must not count. */
static double cpu_seconds(void)
{
	struct timespec t;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void bench_build(ExprPool *p, u32 in)
{
	Expr e = 0;
	u32 mark = expr_mark(p);
	double t = cpu_seconds();
	for (int round = 0; round < ROUNDS; round++) {
		expr_release(p, mark);
		e = expr_const(p, 32, 1);
		for (u32 k = 0; k < STEPS; k++)
			e = step(p, e, expr_input(p, in, k % 16), 3 + 2 * k);
	}
	double fresh = cpu_seconds() - t;
	t = cpu_seconds();
	for (int round = 0; round < ROUNDS; round++) {
		e = expr_const(p, 32, 1);
		for (u32 k = 0; k < STEPS; k++)
			e = step(p, e, expr_input(p, in, k % 16), 3 + 2 * k);
	}
	double again = cpu_seconds() - t;
	double calls = (double)ROUNDS * STEPS * CALLS_PER_STEP;
	printf("constructor, new node   %6.1f ns\n", fresh / calls * 1e9);
	printf("constructor, known node %6.1f ns\n", again / calls * 1e9);
	size_t size = expr_size(p, e);
	Assignment a;
	assignment_init(&a, p);
	u64 sum = 0;
	t = cpu_seconds();
	for (int round = 0; round < ROUNDS; round++) {
		a.at[round % 16]++;
		sum += (u64)expr_eval(p, e, &a);
	}
	double eval = cpu_seconds() - t;
	printf("evaluation, memoised    %6.1f ns a node\n", eval / ROUNDS / size * 1e9);
	Tape *tape = tape_new(p, &e, 1);
	t = cpu_seconds();
	for (int round = 0; round < ROUNDS; round++) {
		tape_set(tape, round % 16, (u64)round);
		sum += tape_holds(tape);
	}
	double run = cpu_seconds() - t;
	printf("evaluation, tape        %6.1f ns a node%s\n", run / ROUNDS / size * 1e9,
		   sum ? "" : " ");
	tape_free(tape);
	assignment_free(&a);
}

/* ---- a program under exploration ---- */

/* One run: the input, and the constraints it met. */
typedef struct Run {
	ExprPool *p;
	const Assignment *in;
	ExprEval *eval;
	ExprList path;
} Run;

/* A branch: which way this input takes. */
static bool branch(Run *r, Expr cond)
{
	bool yes = (u64)expr_eval_value(r->eval, cond);
	Expr taken = yes ? cond : expr_not(r->p, cond);
	if (!expr_is_const(r->p, taken))
		vec_push(&r->path, taken);
	return yes;
}

static Expr k32(Run *r, i64 v)
{
	return expr_const(r->p, 32, (u64)v);
}

static bool less(Run *r, Expr a, Expr b)
{
	return branch(r, expr_slt(r->p, a, b));
}

static bool same(Run *r, Expr a, Expr b)
{
	return branch(r, expr_eq(r->p, a, b));
}

/* Twelve integers: an advisory from altitudes, rates and modes. */
static void decide_ints(Run *r)
{
	Expr v[12];
	for (u32 k = 0; k < 12; k++)
		v[k] = expr_var(r->p, k);
	bool confident = less(r, k32(r, 600), v[0]) && branch(r, expr_ne(r->p, v[1], k32(r, 0)));
	bool tracked = confident && !less(r, k32(r, 600), v[4]) && less(r, k32(r, 600), v[2]);
	bool equipped = same(r, v[10], k32(r, 1));
	bool unknown_intent = same(r, v[11], k32(r, 0)) && same(r, v[9], k32(r, 0));
	if (!(tracked && ((equipped && unknown_intent) || !equipped)))
		return;
	static const i64 limits[] = {400, 500, 640, 740};
	Expr limit = k32(r, limits[0]);
	for (int k = 1; k < 4; k++)
		if (same(r, v[6], k32(r, k)))
			limit = k32(r, limits[k]);
	Expr up = v[7], down = v[8];
	if (same(r, v[5], k32(r, 1)))
		up = expr_add(r->p, up, k32(r, 100));
	bool prefer_up = less(r, down, up);
	bool own_below = less(r, v[3], v[2]), own_above = less(r, v[2], v[3]);
	bool need_up = prefer_up ? !own_below || (own_below && !less(r, limit, down))
							 : own_above && less(r, limit, up);
	bool need_down =
		prefer_up ? own_below && !less(r, down, limit) : !own_above || !less(r, up, limit);
	if (need_up && own_below)
		branch(r, expr_slt(r->p, v[0], v[4]));
	if (need_down && own_above)
		branch(r, expr_slt(r->p, v[4], expr_add(r->p, v[2], v[3])));
}

/* strcmp of the input with each of some words. */
static void match_words(Run *r)
{
	static const char *const words[] = {"include", "ifdef", "ifndef", "endif",
										"define",  "undef", "else",   "error"};
	for (size_t k = 0; k < countof(words); k++) {
		const char *w = words[k];
		size_t i = 0;
		while (same(r, expr_var(r->p, i), expr_const(r->p, 8, (u8)w[i])))
			if (!w[i++])
				return;
	}
}

/* number (op number)*, with range checks on the values. */
static void parse_sum(Run *r)
{
	ExprPool *p = r->p;
	Expr total = k32(r, 0), value = k32(r, 0);
	bool in_number = false;
	for (u32 i = 0; i < 6; i++) {
		Expr c = expr_sext(p, expr_var(p, i), 32);
		if (same(r, c, k32(r, 0)))
			break;
		if (!less(r, c, k32(r, '0')) && !less(r, k32(r, '9'), c)) {
			value = expr_add(p, expr_mul(p, value, k32(r, 10)), expr_sub(p, c, k32(r, '0')));
			in_number = true;
			if (less(r, k32(r, 255), value))
				return;
		} else if (same(r, c, k32(r, '+')) || same(r, c, k32(r, '*'))) {
			if (!in_number)
				return;
			total = expr_add(p, total, value);
			value = k32(r, 0);
			in_number = false;
		} else if (!same(r, c, k32(r, ' '))) {
			return;
		}
	}
	less(r, k32(r, 100), expr_add(p, total, value));
}

/* Bytes through a table, with a checksum over them: hard for everything but a solver. */
static void checksum(Run *r)
{
	ExprPool *p = r->p;
	u8 table[256];
	for (int i = 0; i < 256; i++)
		table[i] = (u8)(i * 7 ^ i >> 3);
	Expr t = expr_table(p, table, sizeof table), sum = expr_const(p, 16, 0xffff);
	for (u32 i = 0; i < 4; i++) {
		Expr b = expr_read(p, t, expr_zext(p, expr_var(p, i), 32));
		if (branch(r, expr_ult(p, b, expr_const(p, 8, 64))))
			sum = expr_xor(p, sum, expr_const(p, 16, 0x1021));
		sum = expr_add(p, expr_mul(p, sum, expr_const(p, 16, 31)), expr_zext(p, b, 16));
	}
	branch(r, expr_eq(p, sum, expr_const(p, 16, 0x1234)));
}

/* A number looked at as text. */
static void number_text(Run *r)
{
	ExprPool *p = r->p;
	u32 f = expr_format_decimal(p);
	Expr x = expr_var(p, 0), len = expr_textlen(p, x, f);
	for (u32 k = 0; k < 6; k++) {
		if (!branch(r, expr_ult(p, expr_const(p, 32, k), len)))
			return;
		Expr c = expr_textchar(p, x, k, f);
		if (same(r, c, expr_const(p, 8, '-')) && k)
			return;
		if (same(r, c, expr_const(p, 8, '7')))
			return;
	}
}

typedef struct Item {
	Assignment in; /* input to run */
	size_t bound;  /* constraints before it are not negated again */
} Item;

typedef struct Subject {
	const char *name;
	void (*run)(Run *r);
	u32 ints, bytes; /* inputs */
} Subject;

static void explore(const Subject *sub, u32 most_runs)
{
	ExprPool *p = expr_pool_new();
	for (u32 k = 0; k < sub->ints; k++)
		input_int(p, "arg", 32);
	if (sub->bytes)
		input_bytes(p, "stdin", sub->bytes);
	Solver *s = solver_new(p, NULL);
	VEC(Item) work = {0};
	Item first = {0};
	assignment_init(&first.in, p);
	vec_push(&work, first);
	Run r = {.p = p, .eval = expr_eval_new(p)};
	u32 runs = 0;
	double t = cpu_seconds();
	for (size_t at = 0; at < work.len && runs < most_runs; at++, runs++) {
		r.in = &work.at[at].in;
		r.path.len = 0;
		expr_eval_begin(r.eval, r.in);
		sub->run(&r);
		for (size_t i = work.at[at].bound; i < r.path.len; i++) {
			Item next = {.bound = i + 1};
			if (solve(s, r.path.at, i, expr_not(p, r.path.at[i]), &work.at[at].in, &next.in) ==
				SOLVE_SAT)
				vec_push(&work, next);
		}
	}
	t = cpu_seconds() - t;
	const SolveStats *st = solver_stats(s);
	printf("%-10s %6u %8llu %7.3f %10.0f", sub->name, runs, (unsigned long long)st->calls, t,
		   (double)st->calls / (st->total_seconds > 0 ? st->total_seconds : 1e-9));
	for (int k = 0; k < SOLVE_N_LAYERS; k++)
		printf(" %8.1f%%", 100.0 * (double)st->answered[k] / (double)(st->calls ? st->calls : 1));
	printf("  unknown %llu\n", (unsigned long long)st->results[SOLVE_UNKNOWN]);
	printf("%46s", "ms:");
	for (int k = 0; k < SOLVE_N_LAYERS; k++)
		printf(" %9.2f", st->seconds[k] * 1e3);
	printf("  of %.2f\n", st->total_seconds * 1e3);
	for (size_t k = 0; k < work.len; k++)
		assignment_free(&work.at[k].in);
	vec_free(&work);
	vec_free(&r.path);
	expr_eval_free(r.eval);
	solver_free(s);
	expr_pool_free(p);
}

int main(int argc, char **argv)
{
	static const Subject subjects[] = {
		{"ints", decide_ints, 12, 0}, {"words", match_words, 0, 8}, {"sum", parse_sum, 0, 6},
		{"checksum", checksum, 0, 4}, {"text", number_text, 1, 0},
	};
	ExprPool *p = expr_pool_new();
	bench_build(p, input_bytes(p, "stdin", 16));
	expr_pool_free(p);
	printf("\n%-10s %6s %8s %7s %10s", "program", "runs", "queries", "cpu s", "queries/s");
	for (SolveLayer k = 0; k < SOLVE_N_LAYERS; k++)
		printf(" %9s", solve_layer_name(k));
	printf("\n");
	for (size_t k = 0; k < countof(subjects); k++)
		if (argc < 2 || !strcmp(argv[1], subjects[k].name))
			explore(&subjects[k], argc > 2 ? (u32)atoi(argv[2]) : 3000);
	return 0;
}

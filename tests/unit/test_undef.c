/* test_undef.c: undefined bits of results against enumeration; and notes of symbolic runs against
 * those of concrete ones. With files as arguments: searches of these, on up to three bytes of
 * standard input. */
#include "engine/machine/state.h"
#include "engine/machine/sym.h"
#include "versions/product/subject.h"

#include <setjmp.h>
#include <cmocka.h>

enum {
	WIDTH = 3, /* of operands that are enumerated */
	VALUES = 1 << WIDTH,
	MOST_RUNS = 150,
};

/* A machine that has what undef_result uses. */
static Machine *bare(ExprPool *pool)
{
	Machine *m = xcalloc(1, sizeof *m);
	m->pool = pool;
	undef_init(&m->mem.undef);
	return m;
}

static void bare_free(Machine *m)
{
	undef_free(&m->mem.undef);
	free(m);
}

static void test_tags(void **state)
{
	(void)state;
	Machine *m = bare(NULL);
	u128 high = (u128)5 << 100;
	assert_true(undef_tag(m, 0, 0, 8) == 0);
	assert_true(undef_tag(m, 7, 0, 8) == 7ull << 32);
	assert_true(undef_tag(m, 0, 0xff, 8) == TAG_UNDEFINED);
	assert_true(undef_tag(m, 7, 0xff, 8) == (TAG_UNDEFINED | 7ull << 32));
	assert_true(undef_bits(m, TAG_UNDEFINED, 5) == 31);
	Tag part = undef_tag(m, 7 | DEP_UNDEFINED, 0x1234, 16);
	assert_true(tag_is_partial(part) && !TAG_RULE(part));
	assert_true(part == undef_tag(m, 7, 0x1234, 16));
	assert_true(part != undef_tag(m, 8, 0x1234, 16));
	assert_true(undef_bits(m, part, 16) == 0x1234 && undef_bits(m, part, 8) == 0x34);
	assert_true(tag_dep(m, part) == (7 | DEP_UNDEFINED));
	assert_true(tag_whole(m, part | 9) == (TAG_UNDEFINED | 7ull << 32 | 9));
	assert_true(tag_defined(m, part | 9) == 7ull << 32);
	assert_true(tag_on(m, part | 9, 3) == (undef_tag(m, 3, 0x1234, 16) | 9));
	assert_true(tag_on(m, part | 9, 3 | DEP_UNDEFINED) == (TAG_UNDEFINED | 3ull << 32 | 9));
	assert_true(undef_bits(m, undef_tag(m, 0, high, 128), 128) == high);
	/* What else depends on it is undefined as a whole, whatever it is joined with. */
	assert_true(tag_join(m, undef_tag(m, 0, 0x12, 8), 0) == TAG_UNDEFINED);
	assert_true(tag_join(m, undef_tag(m, 0, 0x12, 8), undef_tag(m, 0, 0x12, 8)) == TAG_UNDEFINED);
	bare_free(m);
}

/* The bytes of different machines have the same tags for the same bits. */
static void test_bytes_are_comparable(void **state)
{
	(void)state;
	Machine *x = bare(NULL), *y = bare(NULL);
	undef_tag(x, 0, 0x4000, 16);
	for (u32 bits = 0; bits < 256; bits++)
		assert_true(undef_tag(x, 0, bits, 8) == undef_tag(y, 0, bits, 8));
	Tag a = undef_tag(x, 0, 0x5000, 16), b = undef_tag(y, 0, 0x5000, 16);
	assert_true(a != b && machine_same_tag(x, a, y, b));
	assert_false(machine_same_tag(x, a, y, undef_tag(y, 0, 0x4000, 16)));
	bare_free(x);
	bare_free(y);
}

/* ---- enumeration ---- */

typedef struct Operation {
	Ins in;
	bool exact; /* no bit is called undefined that is not */
} Operation;

static Value result(const Ins *in, u32 a, u32 b, u32 c)
{
	Value out[2] = {{0}, {0}};
	ErrorKind kind;
	eval_ins(in, (Value){a, 0, 0}, (Value){b, 0, 0}, (Value){c, 0, 0}, out, &kind);
	return out[0];
}

/* The bits that change with the undefined bits of the operands. */
static u32 changing(const Ins *in, u32 a, u32 ua, u32 b, u32 ub, u32 c)
{
	u32 any = 0, all = ~0u;
	for (u32 i = 0; i < VALUES; i++)
		for (u32 k = 0; k < VALUES; k++)
			if (!(i & ~ua) && !(k & ~ub)) {
				u32 r = (u32)result(in, (a & ~ua) | i, (b & ~ub) | k, c).lo;
				any |= r;
				all &= r;
			}
	return any & ~all;
}

static void enumerate(const Operation *x)
{
	Machine *m = bare(NULL);
	u32 wide = type_bits(ins_type_result(&x->in));
	bool select = x->in.op == I_SELECT, unary = x->in.b == NO_OPERAND;
	for (u32 n = 0; n < 1u << (4 * WIDTH + (select ? WIDTH : 0)); n++) {
		u32 a = n % VALUES, ua = n / VALUES % VALUES, b = n / VALUES / VALUES % VALUES;
		u32 ub = n / VALUES / VALUES / VALUES % VALUES, c = n >> 4 * WIDTH;
		if (select) {
			a &= 1;
			ua &= 1;
		}
		bool division = x->in.op == I_UDIV || x->in.op == I_UREM;
		if (!(ua | ub) || (unary && (b | ub)) || (division && (!b || ub)))
			continue;
		Value va = {a, 0, undef_tag(m, 0, ua, select ? 1 : WIDTH)};
		Value vb = {b, 0, undef_tag(m, 0, ub, WIDTH)}, vc = {c, 0, 0};
		u32 is = changing(&x->in, a, ua, b, ub, c);
		u32 said = (u32)(undef_result(m, &x->in, va, vb, vc) & ((1u << wide) - 1));
		if (is & ~said || (x->exact && is != said))
			fail_msg("%s: a %x undefined %x, b %x undefined %x: %x change, %x said",
					 ins_table[x->in.op].name, a, ua, b, ub, is, said);
	}
	bare_free(m);
}

static Ins ins(InsOp op, u32 sub)
{
	bool unary = op == I_TRUNC || op == I_ZEXT || op == I_SEXT || op == I_BITREVERSE ||
				 op == I_MOV || op == I_CTPOP || op == I_ABS;
	return (Ins){.op = op,
				 .sub = (u8)sub,
				 .type = WIDTH,
				 .type2 = op == I_TRUNC ? WIDTH - 1
						  : op == I_MOV ? WIDTH
										: WIDTH + 2,
				 .b = unary ? NO_OPERAND : 1,
				 .c = op == I_SELECT ? 2 : NO_OPERAND};
}

static void test_all_bits_that_change_are_undefined(void **state)
{
	(void)state;
	static const InsOp exact[] = {I_AND, I_OR, I_XOR, I_TRUNC, I_ZEXT, I_SEXT, I_BITREVERSE, I_MOV};
	static const InsOp near[] = {I_ADD,  I_SUB,  I_MUL,  I_UDIV,  I_UREM, I_SHL,
								 I_LSHR, I_ASHR, I_UMAX, I_SADDS, I_ABS,  I_CTPOP};
	for (size_t i = 0; i < countof(exact); i++)
		enumerate(&(Operation){ins(exact[i], 0), true});
	for (size_t i = 0; i < countof(near); i++)
		enumerate(&(Operation){ins(near[i], 0), false});
	for (u32 p = P_EQ; p <= P_SLE; p++) /* the range of each operand is exact, but not the pair's */
		enumerate(&(Operation){ins(I_ICMP, p), p == P_EQ || p == P_NE});
	enumerate(&(Operation){ins(I_SELECT, 0), true});
}

/* A shift by a defined number moves the bits. */
static void test_shifts_are_exact(void **state)
{
	(void)state;
	Machine *m = bare(NULL);
	static const InsOp ops[] = {I_SHL, I_LSHR, I_ASHR};
	for (size_t i = 0; i < countof(ops); i++)
		for (u32 n = 0; n < VALUES * VALUES * WIDTH; n++) {
			Ins in = ins(ops[i], 0);
			u32 a = n % VALUES, ua = n / VALUES % VALUES, by = n / VALUES / VALUES;
			Value va = {a, 0, undef_tag(m, 0, ua, WIDTH)};
			u32 said = (u32)undef_result(m, &in, va, (Value){by, 0, 0}, (Value){0});
			assert_int_equal(said & (VALUES - 1), changing(&in, a, ua, by, 0, 0));
		}
	bare_free(m);
}

/* ---- operands with an expression: for all values of it ---- */

static void test_symbolic_operands(void **state)
{
	(void)state;
	ExprPool *pool = expr_pool_new();
	Machine *m = bare(pool);
	static const InsOp ops[] = {I_AND, I_OR, I_XOR, I_ADD, I_SUB, I_MUL, I_SHL, I_LSHR, I_ASHR};
	u32 group = input_int(pool, "x", WIDTH);
	Expr x = expr_var(pool, input_group(pool, group)->first);
	for (size_t i = 0; i < countof(ops) + 10; i++) {
		Ins in = i < countof(ops) ? ins(ops[i], 0) : ins(I_ICMP, (u32)(i - countof(ops)));
		u32 wide = type_bits(ins_type_result(&in));
		/* a, its undefined bits, and which bits of x there are and which are set. */
		for (u32 n = 0; n < VALUES * VALUES * VALUES * VALUES * 2; n++) {
			u32 a = n % VALUES, ua = n / VALUES % VALUES, keep = n / VALUES / VALUES % VALUES;
			u32 set = n / VALUES / VALUES / VALUES % VALUES;
			bool turned = n / VALUES / VALUES / VALUES / VALUES;
			Expr e = expr_or(pool, expr_and(pool, x, expr_const(pool, WIDTH, keep)),
							 expr_const(pool, WIDTH, set));
			if (!ua || expr_is_const(pool, e))
				continue;
			Value va = {a, 0, undef_tag(m, 0, ua, WIDTH)}, vb = {set, 0, e};
			u32 said = (u32)(turned ? undef_result(m, &in, vb, va, (Value){0})
									: undef_result(m, &in, va, vb, (Value){0})) &
					   ((1u << wide) - 1);
			for (u32 v = 0; v < VALUES; v++) {
				u32 b = (v & keep) | set;
				u32 is = turned ? changing(&in, b, 0, a, ua, 0) : changing(&in, a, ua, b, 0, 0);
				assert_int_equal(is & ~said, 0);
			}
		}
	}
	bare_free(m);
	expr_pool_free(pool);
}

/* ---- runs ---- */

/* One program in two machines. */
typedef struct Twins {
	MachineRunner symbolic, concrete;
	u64 runs;
	u64 notes; /* of concrete runs, all together */
} Twins;

static bool has_note(const RunResult *r, u32 loc)
{
	for (size_t i = 0; i < r->n_notes; i++)
		if (r->notes[i].loc == loc && !strcmp(r->notes[i].kind, "uninitialised"))
			return true;
	return false;
}

static void run(void *ctx, u32 shape, const Assignment *a, PathRun *out)
{
	Twins *t = ctx;
	PathRun other = {0};
	machine_runner_run(&t->symbolic, shape, a, out);
	t->concrete.plain = true;
	machine_runner_run(&t->concrete, shape, a, &other);
	for (size_t i = 0; i < other.result.n_notes; i++)
		if (!strcmp(other.result.notes[i].kind, "uninitialised")) {
			assert_true(has_note(&out->result, other.result.notes[i].loc));
			t->notes++;
		}
	t->runs++;
}

static void explore(Twins *t, const char *path, bool track)
{
	Err err = {0};
	StrList list = {0}, env = {0};
	Inputs inputs = {0};
	ExploreEnd end;
	ExprPool *pool = expr_pool_new();
	Subject s = {.name = "p",
				 .entry = NO_OPERAND,
				 .streams = OS_STREAM_CAPTURE,
				 .limit_insns = SUBJECT_INSNS,
				 .limit_mem = SUBJECT_MEM,
				 .pool = pool};
	s.program = program_load(path, &(LoadOptions){0}, &err);
	if (!s.program)
		fail_msg("%s", err.text);
	InputWords in = {.words = &list, .env = &env, .input = "@text:3"};
	assert_true(inputs_words(&inputs, &in, &err));
	inputs_bind(&inputs, pool);
	MachineOptions how = {.purpose = track ? MACHINE_TRACKING : MACHINE_PLAIN};
	assert_true(subject_start(&s, &inputs, &how, &t->symbolic, &err));
	s.from_start = true;
	assert_true(subject_start(&s, &inputs, &(MachineOptions){0}, &t->concrete, &err));
	Runner runner = {.ctx = t, .run = run};
	ExploreOptions opt = {.order = ORDER_NEWEST, .runs = MOST_RUNS};
	Explorer *x = explorer_new(&inputs, &runner, &opt, NULL, NULL);
	assert_true(explorer_run(x, &end, &err));
	explorer_free(x);
	subject_stop(&t->symbolic);
	subject_stop(&t->concrete);
	subject_free(&s);
	program_free(s.program);
	inputs_free(&inputs);
	expr_pool_free(pool);
}

static void test_symbolic_runs_note_as_much(void **state)
{
	(void)state;
	Twins t = {0};
	for (int track = 0; track < 2; track++)
		explore(&t, "tests/programs/undefined_bits/fields.c", track);
	assert_true(t.runs > 4 && t.notes > 0);
}

static char **given;

static void test_given(void **state)
{
	(void)state;
	Twins t = {0};
	for (char **file = given; *file; file++)
		for (int track = 0; track < 2; track++)
			explore(&t, *file, track);
	printf("%llu runs, %llu notes\n", (unsigned long long)t.runs, (unsigned long long)t.notes);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest only[] = {cmocka_unit_test(test_given)};
	given = argv + 1;
	setenv("DRIFT_CHECK", "1", 1);
	if (argc > 1)
		return cmocka_run_group_tests(only, NULL, NULL);
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_tags),
		cmocka_unit_test(test_bytes_are_comparable),
		cmocka_unit_test(test_all_bits_that_change_are_undefined),
		cmocka_unit_test(test_shifts_are_exact),
		cmocka_unit_test(test_symbolic_operands),
		cmocka_unit_test(test_symbolic_runs_note_as_much),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}

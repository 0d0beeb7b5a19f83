/* test_ins.c: the table of instructions (src/engine/load/program.h) against itself and against what
 * lowering makes of programs: operands are there where it says so, and as wide as what set them. */
#include "engine/load/program.h"

#include <setjmp.h>
#include <cmocka.h>

static void test_columns(void **state)
{
	(void)state;
	for (u32 i = 0; i < INS_COUNT; i++) {
		const InsInfo *x = &ins_table[i];
		bool from_b = x->memory == MEMORY_COPY || x->memory == MEMORY_LISTS;
		bool long_c = x->memory == MEMORY_COPY || x->memory == MEMORY_FILL;
		assert_true(*x->name);
		/* What touches memory does so at a. */
		InsAccess access[2];
		u32 n = ins_accesses(&(Ins){.op = (u8)i, .type = 32, .a = 1, .b = 2, .c = 3}, access);
		assert_int_equal(n, (x->a == OF_PTR && x->memory != MEMORY__) + from_b);
		assert_true(!n || access[0].at == 1);
		assert_true(n < 2 || (access[1].at == 2 && access[1].reads && !access[1].writes));
		for (u32 k = 0; k < n; k++) {
			assert_true(access[k].reads || access[k].writes);
			assert_int_equal(access[k].length, long_c ? 3 : NO_OPERAND);
			assert_true(long_c == !access[k].size);
		}
		assert_true(from_b ? x->b == OF_PTR : x->b != OF_PTR);
		assert_true(long_c ? x->c == OF_T2 : x->c == OF__ || x->c == OF_T);
		assert_true(x->fails != FAILS_DIVISOR || (x->a == OF_T && x->b == OF_T));
		assert_true(x->fails != FAILS_ALWAYS || x->gives == OF__);
		for (u32 k = 0; k < i; k++)
			assert_string_not_equal(x->name, ins_table[k].name);
	}
}

static void test_types(void **state)
{
	(void)state;
	Ins set = {.op = I_MEMSET, .type = TYPE_PTR, .type2 = 32};
	assert_int_equal(ins_type_a(&set), TYPE_PTR);
	assert_int_equal(ins_type_b(&set), 8);
	assert_int_equal(ins_type_c(&set), 32);
	Ins select = {.op = I_SELECT, .type = TYPE_F80};
	assert_int_equal(ins_type_a(&select), 1);
	assert_int_equal(ins_type_b(&select), TYPE_F80);
	assert_int_equal(ins_type_result(&select), TYPE_F80);
	assert_int_equal(ins_type_result(&(Ins){.op = I_ICMP, .type = 128}), 1);
	assert_int_equal(ins_type_result(&(Ins){.op = I_SEXT, .type = 8, .type2 = 64}), 64);
	assert_int_equal(ins_type_result(&(Ins){.op = I_SADDO, .type = 16}), 16);
	assert_int_equal(ins_type_b(&(Ins){.op = I_FBINARY, .type = TYPE_F64, .sub = FF_POWI}), 32);
	assert_int_equal(ins_type_b(&(Ins){.op = I_FBINARY, .type = TYPE_F64, .sub = FF_POW}),
					 TYPE_F64);
}

/* A function being looked at. */
typedef struct Checked {
	const Program *p;
	const Function *f;
	Type *types; /* of the value that begins in a register; TYPE_VOID: none does */
	bool *seen;  /* by operation */
} Checked;

static u32 set_type(Checked *c, u32 reg, Type t)
{
	c->types[reg] = t;
	return reg + type_regs(t);
}

static void note_results(Checked *c, const Ins *in)
{
	u32 reg = in->dst;
	if (in->op == I_CALL && reg != NO_REG) {
		const Call *call = &c->f->calls[in->extra];
		for (u32 k = 0; k < call->n_results; k++)
			reg = set_type(c, reg, call->results[k]);
	} else if (reg != NO_REG) {
		reg = set_type(c, reg, ins_type_result(in));
		if (ins_table[in->op].gives == OF_PAIR)
			set_type(c, reg, 1);
	}
}

static void check_operand(const Checked *c, const Ins *in, Operand o, u8 column, Type t,
						  bool may_miss)
{
	const char *name = ins_table[in->op].name;
	if (o == NO_OPERAND) {
		if (column != OF__ && !may_miss)
			fail_msg("%s: %s lacks an operand", c->f->name, name);
		return;
	}
	Type is = operand_is_const(o) ? c->p->consts.at[o & ~OPERAND_CONST].type : c->types[o];
	if (column == OF__)
		fail_msg("%s: %s has an operand that the table does not know", c->f->name, name);
	if (type_bits(is) != type_bits(t))
		fail_msg("%s: %s reads type %u as type %u", c->f->name, name, is, t);
}

static void check_ins(const Checked *c, const Ins *in)
{
	const InsInfo *x = &ins_table[in->op];
	check_operand(c, in, in->a, x->a, ins_type_a(in), in->op == I_TRAP);
	check_operand(c, in, in->b, x->b, ins_type_b(in), in->op == I_GEP);
	check_operand(c, in, in->c, x->c, ins_type_c(in), false);
	if (in->op != I_CALL && (in->dst == NO_REG) != (x->gives == OF__))
		fail_msg("%s: %s and its destination", c->f->name, x->name);
	c->seen[in->op] = true;
}

static void check_function(const Program *p, const Function *f, bool *seen)
{
	/* A function without a body has parameters and no registers. */
	Checked c = {p, f, xcalloc(f->n_regs + 2 * f->n_params + 2, sizeof *c.types), seen};
	for (u32 i = 0, reg = 0; i < f->n_params; i++)
		reg = set_type(&c, reg, f->params[i]);
	for (u32 i = 0; i < f->n_ins; i++)
		note_results(&c, &f->ins[i]);
	for (u32 i = 0; i < f->n_ins; i++)
		check_ins(&c, &f->ins[i]);
	free(c.types);
}

static void check_program(const char *path, bool fold, bool *seen)
{
	Err err = {0};
	Program *p = program_load(path, &(LoadOptions){.fold = fold}, &err);
	if (!p)
		fail_msg("%s", err.text);
	for (size_t k = 0; k < p->functions.len; k++)
		check_function(p, &p->functions.at[k], seen);
	program_free(p);
}

/* What the programs of tests/programs do not use. */
static const char rare[] = "int main(int argc, char **argv)\n"
						   "{\n"
						   "	int a = argc, b = **argv;\n"
						   "	unsigned c = a, d = b;\n"
						   "	if (a > 9)\n"
						   "		__builtin_trap();\n"
						   "	a += __builtin_elementwise_min(a, b);\n"
						   "	a += __builtin_elementwise_max(a, b);\n"
						   "	c += __builtin_elementwise_min(c, d);\n"
						   "	c += __builtin_elementwise_max(c, d);\n"
						   "	a += __builtin_elementwise_add_sat(a, b);\n"
						   "	a += __builtin_elementwise_sub_sat(a, b);\n"
						   "	c += __builtin_elementwise_add_sat(c, d);\n"
						   "	c += __builtin_elementwise_sub_sat(c, d);\n"
						   "	return a + c;\n"
						   "}\n";

static void check_rare(bool *seen)
{
	Err err = {0};
	char *dir = temp_dir(&err);
	assert_non_null(dir);
	char *path = xasprintf("%s/rare.c", dir);
	assert_true(file_write(path, rare, strlen(rare), &err));
	check_program(path, false, seen);
	tree_remove(dir, NULL);
	free(path);
	free(dir);
}

static void test_lowering(void **state)
{
	(void)state;
	static const char *const names[] = {
		"alloca",           "asm-ops",           "atomics",       "bitint",      "builtins-bits",
		"builtins-misc",    "builtins-overflow", "computed-goto", "float-arith", "float-bits",
		"float-classify",   "float-convert",     "int128",        "longdouble",  "math-calls",
		"memory-functions", "switch-big",        "varargs-copy",  "vectors",     "vla",
	};
	/* No C makes these, or only options of the loader. */
	static const InsOp never[] = {I_FREM, I_FPTOSI_SAT, I_FPTOUI_SAT, I_UNSUPPORTED, I_OBSERVE};
	bool seen[INS_COUNT] = {0};
	for (size_t i = 0; i < countof(names); i++) {
		char *path = xasprintf("tests/programs/c/%s.c", names[i]);
		check_program(path, i % 2, seen);
		free(path);
	}
	check_rare(seen);
	for (size_t i = 0; i < countof(never); i++)
		seen[never[i]] = true;
	for (u32 i = 0; i < INS_COUNT; i++)
		if (!seen[i])
			fail_msg("no program has a %s", ins_table[i].name);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_columns),
		cmocka_unit_test(test_types),
		cmocka_unit_test(test_lowering),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}

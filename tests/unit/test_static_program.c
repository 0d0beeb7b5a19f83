/* test_static_program.c: calls, pointers, effects and distances of small C programs. */
#include "engine/static/static.h"

#include <setjmp.h>
#include <cmocka.h>
#include <unistd.h>

typedef struct Subject {
	Program *p;
	Static *s;
} Subject;

static Subject subject(const char *source)
{
	Subject x = {0};
	Err err = {0};
	char *dir = temp_dir(&err);
	assert_non_null(dir);
	char *file = xasprintf("%s/subject.c", dir);
	assert_true(file_write(file, source, strlen(source), &err));
	x.p = program_load(file, &(LoadOptions){0}, &err);
	tree_remove(dir, NULL);
	free(file);
	free(dir);
	if (!x.p)
		fail_msg("%s", err.text);
	x.s = static_new(x.p, NULL);
	return x;
}

static void done(Subject *x)
{
	static_free(x->s);
	program_free(x->p);
}

static u32 function(const Subject *x, const char *name)
{
	for (u32 f = 0; f < x->p->functions.len; f++)
		if (!strcmp(x->p->functions.at[f].source_name, name))
			return f;
	fail_msg("no function %s", name);
	return 0;
}

/* The last instruction of a kind on a line. */
static u32 at_line(const Subject *x, u32 f, InsOp op, u32 line)
{
	const Function *fn = &x->p->functions.at[f];
	for (u32 i = fn->n_ins; i-- > 0;)
		if (fn->ins[i].op == op && x->p->locs.at[fn->ins[i].loc].line == line)
			return i;
	fail_msg("no %s on line %u of %s", ins_table[op].name, line, fn->name);
	return 0;
}

static u32 global(const Subject *x, const char *name)
{
	u32 g = 0;
	assert_true(strmap_get(&x->p->global_by_name, name, &g));
	return static_object_number(x->s, OBJECT_GLOBAL, g, 0);
}

static bool writes(const Subject *x, LocationSet set, const char *name)
{
	u32 o = global(x, name);
	return o != NO_OPERAND && static_set_has(x->s, set, o, 0, 4);
}

static bool writes_stream(const Subject *x, LocationSet set, u32 stream)
{
	return static_set_has(x->s, set, static_object_number(x->s, OBJECT_STREAM, stream, 0), 0, 1);
}

static void test_fields(void **state)
{
	(void)state;
	Subject x = subject("int x, y, z;\n"
						"struct pair { int *a, *b; } all[4];\n"
						"int main(int argc, char **argv)\n"
						"{\n"
						"	struct pair p = {&x, &y};\n"
						"	all[argc & 3] = p;\n"
						"	*all[(argc + 1) & 3].a = 1;\n"
						"	*all[(argc + 1) & 3].b = 2;\n"
						"	(void)argv;\n"
						"	return z;\n"
						"}\n");
	u32 f = function(&x, "main");
	LocationSet a = static_mod(x.s, f, at_line(&x, f, I_STORE, 7));
	LocationSet b = static_mod(x.s, f, at_line(&x, f, I_STORE, 8));
	assert_true(writes(&x, a, "x") && !writes(&x, a, "y"));
	assert_true(writes(&x, b, "y") && !writes(&x, b, "x"));
	assert_false(writes(&x, static_mod_function(x.s, f), "z"));
	const char *const *notes;
	assert_int_equal(static_notes(x.s, &notes), 0);
	done(&x);
}

static void test_indirect(void **state)
{
	(void)state;
	Subject x = subject("int add(int a) { return a + 1; }\n"
						"int sub(int a) { return a - 1; }\n"
						"int other(int a) { return a; }\n"
						"int (*table[])(int) = {add, sub};\n"
						"int (*lone)(int) = other;\n"
						"int main(int argc, char **argv)\n"
						"{\n"
						"	(void)argv;\n"
						"	return table[argc & 1](3) +\n"
						"		lone(4);\n"
						"}\n");
	u32 f = function(&x, "main");
	const u32 *callees;
	u32 n = static_callees(x.s, f, at_line(&x, f, I_CALL, 9), &callees);
	assert_int_equal(n, 2);
	assert_true((callees[0] == function(&x, "add") && callees[1] == function(&x, "sub")) ||
				(callees[1] == function(&x, "add") && callees[0] == function(&x, "sub")));
	n = static_callees(x.s, f, at_line(&x, f, I_CALL, 10), &callees);
	assert_int_equal(n, 1);
	assert_int_equal(callees[0], function(&x, "other"));
	done(&x);
}

/* The targets of the call on line 9 of main by the closed rule, as "f g"; others than f, g and h
 * are left out. */
static void closed_targets(const char *setup, const char *target, const char *expected)
{
	static const char *const names[] = {"f", "g", "h"};
	Buf text = {0}, found = {0};
	buf_addf(&text,
			 "#include <string.h>\n"
			 "#include <stdlib.h>\n"
			 "typedef int (*fn)(int);\n"
			 "int f(int a) { return a + 1; } int g(int a) { return a - 1; } int h(int a) { return "
			 "a; }\n"
			 "struct op { int kind; fn call; const char *name; };\n"
			 "%s\n"
			 "fn volatile kept;\n"
			 "int main(int argc, char **argv) { (void)argv;\n"
			 "	return (%s)(argc);\n"
			 "}\n",
			 setup, target);
	Subject x = subject(buf_str(&text));
	Static *closed = static_new(x.p, &(StaticOptions){.no_points_to = true});
	u32 main_fn = function(&x, "main"), call = NO_OPERAND;
	const Function *m = &x.p->functions.at[main_fn];
	for (u32 i = 0; i < m->n_ins; i++)
		if (m->ins[i].op == I_CALL && m->calls[m->ins[i].extra].callee == NO_OPERAND)
			call = i;
	assert_int_not_equal(call, NO_OPERAND);
	const u32 *callees;
	u32 n = static_callees(closed, main_fn, call, &callees);
	for (size_t k = 0; k < countof(names); k++)
		for (u32 i = 0; i < n; i++)
			if (!strcmp(x.p->functions.at[callees[i]].name, names[k]))
				buf_addf(&found, "%s%s", found.len ? " " : "", names[k]);
	assert_string_equal(buf_str(&found), expected);
	buf_free(&text);
	buf_free(&found);
	static_free(closed);
	done(&x);
}

static void test_closed(void **state)
{
	(void)state;
	/* Followed. */
	closed_targets("", "argc > 1 ? f : g", "f g");
	closed_targets("static fn const t[] = {f, g};", "t[argc & 1]", "f g");
	closed_targets("static fn t[] = {f, g}; fn other = h;", "t[argc & 1]", "f g");
	closed_targets("static fn pick(int a) { return a ? f : g; }", "pick(argc)", "f g");
	closed_targets("static struct op t[] = {{1, f, \"a\"}, {2, g, \"b\"}}; fn u[2] = {h};",
				   "t[argc & 1].kind ? t[argc & 1].call : t[0].call", "f g");
	closed_targets("static const struct op a = {1, f, 0}, b = {2, g, 0};"
				   "static const struct op *const t[] = {&a, &b};",
				   "t[argc & 1]->call", "f g");
	/* Out of sight: all whose addresses are. */
	closed_targets("static fn t[] = {f, g}; void set(int i) { t[i] = h; }",
				   "(set(argc), t[argc & 1])", "f g h");
	closed_targets("static fn pick(void) { fn a[2] = {f, g}; return a[rand() & 1]; }", "pick()",
				   "f g");
	closed_targets("static fn pick(int a) { fn *p = malloc(16); p[0] = f; p[1] = g; return p[a]; }",
				   "pick(argc)", "f g");
	closed_targets("static unsigned long key; static fn pick(void) { key = (unsigned long)f ^ 5; "
				   "return (fn)(key ^ 5); }",
				   "pick()", "f");
	closed_targets("static fn pick(void) { fn a = g, b; char *p = (char *)&a, *q = (char *)&b; "
				   "for (int i = 0; i < 8; i++) q[i] = p[i]; return b; }",
				   "pick()", "g");
	closed_targets("static int k; static fn pick(fn a) { return k ? a : (fn)(long)k; }", "pick(h)",
				   "h");
	closed_targets("static const struct op t = {1, f, 0}; static fn pick(void) { struct op c; "
				   "memcpy(&c, &t, sizeof c); return c.call; }",
				   "pick()", "f");
	closed_targets("static const struct op t = {1, f, 0}; static fn pick(void) { fn a; unsigned lo "
				   "= ((unsigned *)&t.call)[0], hi = ((unsigned *)&t.call)[1]; "
				   "((unsigned *)&a)[0] = lo; ((unsigned *)&a)[1] = hi; return a; }",
				   "pick()", "f");
}

static const char *const ending = "#include <setjmp.h>\n"
								  "#include <stdlib.h>\n"
								  "jmp_buf back;\n"
								  "void die(void) { exit(3); }\n"
								  "void may(int x) { if (x) die(); }\n"
								  "void jump(void) { longjmp(back, 1); }\n"
								  "int plain(int x) { return x * 2; }\n"
								  "int main(int argc, char **argv)\n"
								  "{\n"
								  "	(void)argv;\n"
								  "	if (setjmp(back)) return 1;\n"
								  "	may(argc);\n"
								  "	if (argc > 5) jump();\n"
								  "	while (argc == 2);\n"
								  "	return plain(argc);\n"
								  "}\n";

static void test_returning(void **state)
{
	(void)state;
	Subject x = subject(ending);
	assert_true(static_never_returns(x.s, function(&x, "die")));
	assert_true(static_never_returns(x.s, function(&x, "jump")));
	assert_true(static_may_not_return(x.s, function(&x, "may")));
	assert_false(static_never_returns(x.s, function(&x, "may")));
	assert_false(static_may_not_return(x.s, function(&x, "plain")));
	u32 f = function(&x, "main");
	const Flow *flow = static_flow(x.s, f);
	u32 b = static_block(x.s, f, at_line(&x, f, I_CALL, 12));
	u32 ways = flow->succ_at[b + 1] - flow->succ_at[b];
	assert_true(flow_is_exit(flow, b, ways - 1)); /* may(argc) may not come back */
	u32 ret = static_block(x.s, f, at_line(&x, f, I_CALL, 15));
	assert_false(flow_postdominates(flow, ret, b));
	/* Whether the last line runs is decided by that call too. */
	bool decided = false;
	for (u32 v = static_block(x.s, f, at_line(&x, f, I_CBR, 13)), k = flow->cdep_at[v];
		 k < flow->cdep_at[v + 1]; k++)
		decided |= flow->cdep[k].from == b;
	assert_true(decided || static_block(x.s, f, at_line(&x, f, I_CBR, 13)) == b);
	done(&x);
}

static void test_heap(void **state)
{
	(void)state;
	Subject x = subject("#include <stdlib.h>\n"
						"void *get(size_t n)\n"
						"{\n"
						"	void *p = malloc(n);\n"
						"	if (!p)\n"
						"		abort();\n"
						"	return p;\n"
						"}\n"
						"int main(int argc, char **argv)\n"
						"{\n"
						"	int *a = get(4);\n"
						"	int *b = get(8);\n"
						"	*a = argc;\n"
						"	*b = 2;\n"
						"	(void)argv;\n"
						"	return *a;\n"
						"}\n");
	u32 f = function(&x, "main"), names[4], get = function(&x, "get");
	LocationSet a = static_mod(x.s, f, at_line(&x, f, I_STORE, 13));
	LocationSet b = static_mod(x.s, f, at_line(&x, f, I_STORE, 14));
	assert_true(a.n && b.n);
	assert_false(static_sets_meet(x.s, a, b));
	assert_true(static_sets_meet(x.s, a, static_ref(x.s, f, at_line(&x, f, I_LOAD, 16))));
	/* The names of the first block, from the inside out, end with the call in main. */
	StackCall stack[] = {{get, at_line(&x, get, I_CALL, 4)}, {f, at_line(&x, f, I_CALL, 11)}};
	u32 n = static_heap_names(x.s, stack, 2, names, 4);
	assert_int_equal(n, 2);
	assert_true(static_set_has(x.s, a, names[1], 0, 4));
	done(&x);
}

static void test_sides(void **state)
{
	(void)state;
	Subject x = subject("#include <stdio.h>\n"
						"#include <unistd.h>\n"
						"int left, right, after;\n"
						"void set(void) { left = 1; }\n"
						"int main(int argc, char **argv)\n"
						"{\n"
						"	(void)argv;\n"
						"	if (argc > 1)\n"
						"		set();\n"
						"	else\n"
						"		right = 2;\n"
						"	after = 3;\n"
						"	if (argc > 2)\n"
						"		printf(\"%d\", argc);\n"
						"	write(2, \"x\", 1);\n"
						"	return 0;\n"
						"}\n");
	u32 f = function(&x, "main");
	u32 b = static_block(x.s, f, at_line(&x, f, I_CBR, 8));
	LocationSet yes = static_mod_side(x.s, f, b, 0), no = static_mod_side(x.s, f, b, 1);
	assert_true(writes(&x, yes, "left") && !writes(&x, yes, "right") && !writes(&x, yes, "after"));
	assert_true(writes(&x, no, "right") && !writes(&x, no, "left") && !writes(&x, no, "after"));
	u32 c = static_block(x.s, f, at_line(&x, f, I_CBR, 13));
	assert_true(writes_stream(&x, static_mod_side(x.s, f, c, 0), 1));
	assert_false(writes_stream(&x, static_mod_side(x.s, f, c, 1), 1));
	/* The exit status belongs to what ends the program. */
	u32 status = static_object_number(x.s, OBJECT_STATUS, 0, 0);
	assert_true(static_set_has(x.s, static_mod_function(x.s, x.p->start), status, 0, 1));
	assert_false(static_set_has(x.s, static_mod_function(x.s, function(&x, "set")), status, 0, 1));
	done(&x);
}

static void test_distance(void **state)
{
	(void)state;
	Subject x = subject("int hit;\n"
						"void inner(int a)\n"
						"{\n"
						"	if (a == 7)\n"
						"		hit = 1;\n"
						"}\n"
						"int main(int argc, char **argv)\n"
						"{\n"
						"	(void)argv;\n"
						"	if (argc > 1) {\n"
						"		if (argc > 2)\n"
						"			inner(argc);\n"
						"	}\n"
						"	return argc;\n"
						"}\n");
	u32 f = function(&x, "main"), g = function(&x, "inner");
	Target t = {g, at_line(&x, g, I_STORE, 5)};
	Distance *d = static_distance(x.s, &t, 1);
#define STEPS(fn, ins) d->of[d->at[fn] + static_block(x.s, fn, ins)]
	assert_int_equal(STEPS(g, t.ins), 0);
	assert_int_equal(STEPS(g, at_line(&x, g, I_CBR, 4)), 1);
	assert_int_equal(d->entry[g], 1);
	assert_int_equal(STEPS(f, at_line(&x, f, I_CALL, 12)), 1);
	assert_int_equal(STEPS(f, at_line(&x, f, I_CBR, 11)), 2);
	assert_int_equal(STEPS(f, at_line(&x, f, I_CBR, 10)), 3);
	assert_int_equal(STEPS(f, at_line(&x, f, I_RET, 14)), FAR);
	u32 b = static_block(x.s, f, at_line(&x, f, I_CBR, 11));
	assert_int_equal(static_distance_way(x.s, d, f, b, 0), 2);
	assert_int_equal(static_distance_way(x.s, d, f, b, 1), FAR);
#undef STEPS
	distance_free(d);
	done(&x);
}

static void test_defuse(void **state)
{
	(void)state;
	Subject x = subject("int g, h;\n"
						"int main(int argc, char **argv)\n"
						"{\n"
						"	(void)argv;\n"
						"	h = 4;\n"
						"	g = argc;\n"
						"	int r = g;\n"
						"	g = 9;\n"
						"	return r;\n"
						"}\n");
	u32 f = function(&x, "main"), load = at_line(&x, f, I_LOAD, 7);
	const DefUse *d = static_defuse(x.s, f);
	assert_int_equal(d->mem_at[load + 1] - d->mem_at[load], 1); /* not line 5, not line 8 */
	assert_int_equal(d->mem[d->mem_at[load]], at_line(&x, f, I_STORE, 6));
	const Function *fn = &x.p->functions.at[f];
	assert_int_equal(d->def[fn->ins[load].dst], load);
	assert_true(d->use_at[fn->ins[load].dst + 1] > d->use_at[fn->ins[load].dst]);
	done(&x);
}

/* The last instruction of a kind. */
static Ins *last_of(const Subject *x, u32 f, InsOp op)
{
	const Function *fn = &x->p->functions.at[f];
	for (u32 i = fn->n_ins; i-- > 0;)
		if (fn->ins[i].op == op)
			return &fn->ins[i];
	fail_msg("no %s in %s", ins_table[op].name, fn->name);
	return NULL;
}

/* Every instruction of the table, in place of a store to `to`, with `from` behind its second operand:
 * its effects are those of the column. */
static void test_memory_column(void **state)
{
	(void)state;
	Subject x = subject("int to[8], from[8], called[8];\n"
						"static void call(int *p) { *p = 1; }\n"
						"static void one(void) { to[0] = from[0]; call(called); }\n"
						"int main(void) { one(); return to[0]; }\n");
	u32 f = function(&x, "one");
	Ins *at = last_of(&x, f, I_STORE);
	Ins with = {
		.type = 32, .type2 = 32, .a = at->a, .b = last_of(&x, f, I_LOAD)->a, .loc = at->loc};
	/* The length of a block operation is a register: how long it is, nobody knows. */
	with.c = with.dst = last_of(&x, f, I_LOAD)->dst;
	u32 ins = (u32)(at - x.p->functions.at[f].ins);
	for (u32 op = 0; op < INS_COUNT; op++) {
		u8 memory = ins_table[op].memory;
		bool copies = memory == MEMORY_COPY || memory == MEMORY_LISTS;
		*at = with;
		at->op = (u8)op;
		static_free(x.s);
		x.s = static_new(x.p, NULL);
		LocationSet mod = static_mod(x.s, f, ins), ref = static_ref(x.s, f, ins);
		bool calls = memory == MEMORY_CALL, none = memory == MEMORY__ || calls;
		assert_int_equal(writes(&x, mod, "to"), !none && memory != MEMORY_READ);
		assert_int_equal(writes(&x, ref, "to"), memory == MEMORY_READ || memory == MEMORY_BOTH);
		assert_int_equal(writes(&x, ref, "from"), copies);
		assert_int_equal(writes(&x, mod, "called"), calls);
		assert_false(writes(&x, mod, "from"));
		assert_false(writes(&x, ref, "called"));
	}
	done(&x);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_fields),        cmocka_unit_test(test_indirect),
		cmocka_unit_test(test_closed),        cmocka_unit_test(test_returning),
		cmocka_unit_test(test_heap),          cmocka_unit_test(test_sides),
		cmocka_unit_test(test_distance),      cmocka_unit_test(test_defuse),
		cmocka_unit_test(test_memory_column),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}

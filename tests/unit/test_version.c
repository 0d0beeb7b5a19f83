/* test_version.c: the change map on pairs of small programs (tests/programs/version/pairs.txt), and
 * on versions of the mutation bench (`make mutants`), where diff(1) says which lines changed. */
#include "versions/changes/version.h"

#include <setjmp.h>
#include <cmocka.h>

static Program *load_file(const char *path, bool fold)
{
	Err err = {0};
	Program *p = program_load(path, &(LoadOptions){.fold = fold}, &err);
	if (!p)
		fail_msg("%s", err.text);
	return p;
}

static Program *load_text(const char *dir, const char *name, const char *text)
{
	Err err = {0};
	char *path = xasprintf("%s/%s/p.c", dir, name), *sub = xasprintf("%s/%s", dir, name);
	assert_true(dir_make(sub, &err));
	assert_true(file_write(path, text, strlen(text), &err));
	Program *p = load_file(path, false);
	free(path);
	free(sub);
	return p;
}

typedef struct Versions {
	Program *p[N_SIDES];
	ChangeMap *m;
	char *dir; /* of the sources, when they were made for the test */
} Versions;

static Versions versions(const char *old, const char *newer)
{
	Versions v = {0};
	Err err = {0};
	v.dir = temp_dir(&err);
	v.p[OLD] = load_text(v.dir, "old", old);
	v.p[NEW] = load_text(v.dir, "new", newer);
	v.m = change_map(v.p[OLD], v.p[NEW], NULL, &err);
	if (!v.m)
		fail_msg("%s", err.text);
	return v;
}

static void done(Versions *v)
{
	change_map_free(v->m);
	program_free(v->p[OLD]);
	program_free(v->p[NEW]);
	if (v->dir)
		tree_remove(v->dir, NULL);
	free(v->dir);
}

/* ---- what holds for every map ---- */

/* Counterparts are mutual, and changed together or not at all. */
static void check_matches(const Versions *v, Side s, u32 f)
{
	const Function *fn = &v->p[s]->functions.at[f];
	Side t = side_other(s);
	u32 g = change_map_function(v->m, s, f);
	for (u32 i = 0; i < fn->n_ins; i++) {
		u32 k = change_map_match(v->m, s, f, i);
		bool changed = change_map_changed(v->m, s, f, i);
		assert_int_equal(changed, change_map_of(v->m, s, f, i) != NO_OPERAND);
		if (k == NO_OPERAND) {
			bool flow = fn->ins[i].op == I_CALL || fn->ins[i].op == I_CBR;
			assert_true(changed || !flow || g == NO_OPERAND);
			continue;
		}
		const Ins *a = &fn->ins[i], *b = &v->p[t]->functions.at[g].ins[k];
		assert_int_equal(change_map_match(v->m, t, g, k), i);
		if (!changed) {
			assert_int_equal(a->op, b->op);
			assert_int_equal(a->type, b->type);
		}
		if (a->dst != NO_REG)
			assert_int_equal(change_map_register(v->m, s, f, a->dst), b->dst);
	}
	for (u32 b = 0; b < fn->n_blocks; b++) {
		u32 c = change_map_block(v->m, s, f, b);
		assert_true(c == NO_OPERAND || change_map_block(v->m, t, g, c) == b);
	}
}

static void check_change(const Versions *v, u32 id)
{
	const Change *c = change_map_at(v->m, id);
	assert_int_equal(c->id, id);
	for (Side s = OLD; s < N_SIDES; s++) {
		const ChangePart *part = &c->part[s];
		for (u32 k = 0; k < part->n_points; k++) {
			const ChangePoint *p = &part->points[k];
			assert_true(p->ins < v->p[s]->functions.at[p->function].n_ins);
			if (p->kind != POINT_MARKER)
				assert_true(change_map_changed(v->m, s, p->function, p->ins));
			else
				assert_true(c->kind != (s == NEW ? CHANGE_ADDITION : CHANGE_DELETION));
		}
	}
}

static void check_map(const Versions *v)
{
	for (Side s = OLD; s < N_SIDES; s++)
		for (u32 f = 0; f < v->p[s]->functions.len; f++)
			check_matches(v, s, f);
	for (u32 i = 0; i < change_map_count(v->m); i++)
		check_change(v, i);
}

/* ---- pairs ---- */

static void lines_only(const Versions *v, Side s, const Change *c, Buf *to)
{
	Buf text = {0};
	change_lines_text(v->m, s, c, &text);
	const char *colon = strrchr(buf_str(&text), ':');
	buf_adds(to, colon ? colon + 1 : buf_str(&text));
	buf_free(&text);
}

static void summary(const Versions *v, Buf *to)
{
	for (u32 i = 0; i < change_map_count(v->m); i++) {
		const Change *c = change_map_at(v->m, i);
		Side s = c->kind == CHANGE_DELETION ? OLD : NEW;
		const ChangePart *p = &c->part[s];
		buf_addf(to, "%s %s ", change_kind_name(c->kind),
				 p->global != NO_OPERAND ? v->p[s]->globals.at[p->global].name
										 : v->p[s]->functions.at[p->function].source_name);
		lines_only(v, OLD, c, to);
		buf_addc(to, ' ');
		lines_only(v, NEW, c, to);
		buf_addc(to, '\n');
	}
}

/* The part of a group after a heading, up to the next one; the caller frees it. */
static char *part_of(const char *group, const char *heading)
{
	const char *at = strstr(group, heading);
	assert_non_null(at);
	at = strchr(at, '\n') + 1;
	const char *end = strstr(at, "\n--- ");
	if (!strncmp(at, "--- ", 4))
		end = at - 1;
	return xstrndup(at, end ? (size_t)(end + 1 - at) : strlen(at));
}

static void check_pair(const char *name, const char *group)
{
	char *old = part_of(group, "--- old"), *newer = part_of(group, "--- new");
	char *want = part_of(group, "--- changes");
	Versions v = versions(old, newer);
	Buf got = {0};
	summary(&v, &got);
	size_t n = strlen(want);
	while (n && want[n - 1] == '\n' && (n == 1 || want[n - 2] == '\n'))
		want[--n] = 0;
	if (strcmp(buf_str(&got), want))
		fail_msg("%s: expected\n%sgot\n%s", name, want, buf_str(&got));
	check_map(&v);
	buf_free(&got);
	done(&v);
	free(old);
	free(newer);
	free(want);
}

static void pairs(void **state)
{
	(void)state;
	Buf text = {0};
	Err err = {0};
	u32 n = 0;
	assert_true(file_read("tests/programs/version/pairs.txt", &text, &err));
	for (char *at = strstr(text.at, "\n=== "), *next; at; at = next, n++) {
		next = strstr(at + 1, "\n=== ");
		char *group = xstrndup(at + 1, next ? (size_t)(next - at) : strlen(at + 1));
		char *name = xstrndup(group + 4, strcspn(group + 4, "\n"));
		check_pair(name, group);
		free(group);
		free(name);
	}
	assert_true(n > 20);
	buf_free(&text);
}

/* ---- data ---- */

static void changed_table_sits_at_its_readers(void **state)
{
	(void)state;
	static const char old[] = "int t[4] = {1, 2, 3, 4};\n"
							  "int u[4] = {1, 2, 3, 4};\n"
							  "int low(void) { return t[0]; }\n"
							  "int high(void) { return t[3]; }\n"
							  "int other(void) { return u[3]; }\n"
							  "int main(void) { return low() + high() + other(); }\n";
	char *newer = xstrdup(old);
	strstr(newer, "4}")[0] = '5';
	Versions v = versions(old, newer);
	assert_int_equal(change_map_count(v.m), 1);
	const Change *c = change_map_at(v.m, 0);
	for (Side s = OLD; s < N_SIDES; s++) {
		assert_int_equal(c->part[s].n_points, 1);
		u32 f = c->part[s].points[0].function;
		assert_string_equal(v.p[s]->functions.at[f].name, "high");
		assert_int_equal(c->part[s].points[0].kind, POINT_DATA);
	}
	check_map(&v);
	done(&v);
	free(newer);
}

static void addresses_of_matched_objects(void **state)
{
	(void)state;
	Versions v = versions("int a; int b; int main(void) { return a + b; }\n",
						  "int b; long c; int a; int main(void) { return a + b + (int)c; }\n");
	u32 a[N_SIDES] = {0}, b[N_SIDES] = {0};
	for (Side s = OLD; s < N_SIDES; s++) {
		assert_true(strmap_get(&v.p[s]->global_by_name, "a", &a[s]));
		assert_true(strmap_get(&v.p[s]->global_by_name, "b", &b[s]));
	}
	u64 old_a = v.p[OLD]->globals.at[a[OLD]].address;
	u64 new_a = v.p[NEW]->globals.at[a[NEW]].address;
	u64 new_b = v.p[NEW]->globals.at[b[NEW]].address;
	assert_int_equal(change_map_global(v.m, OLD, a[OLD]), a[NEW]);
	assert_true(change_map_same_address(v.m, old_a, new_a));
	assert_true(change_map_same_address(v.m, old_a + 2, new_a + 2));
	assert_false(change_map_same_address(v.m, old_a, new_a + 1));
	assert_false(change_map_same_address(v.m, old_a, new_b));
	assert_true(change_map_same_address(v.m, 17, 17));
	done(&v);
}

/* ---- bad input ---- */

static void refuse(const char *old, const char *newer, const char *why)
{
	Err err = {0};
	char *dir = temp_dir(&err);
	Program *o = load_text(dir, "old", old), *n = load_text(dir, "new", newer);
	assert_null(change_map(o, n, NULL, &err));
	assert_non_null(strstr(err.text, why));
	program_free(o);
	program_free(n);
	tree_remove(dir, NULL);
	free(dir);
}

static void not_two_versions(void **state)
{
	(void)state;
	refuse("int f(void) { return 1; }\n", "int g(int x, int y) { return x / y; }\n",
		   "no function in common");
	refuse("int main(void) { return 1; }\n", "int f(void) { return 1; }\n",
		   "the old version has a main function, the new has none");
}

/* ---- the mutation bench ---- */

static bool covers(const Versions *v, Side s, u32 first, u32 last)
{
	for (u32 i = 0; i < change_map_count(v->m); i++) {
		const ChangePart *p = &change_map_at(v->m, i)->part[s];
		for (u32 k = 0; k < p->n_lines; k++)
			if (p->lines[k].first <= last && p->lines[k].last >= first)
				return true;
	}
	return false;
}

/* Every hunk as diff names it ("12,13c12") meets the lines of a change, on the sides where it has
 * lines. */
static void check_hunks(const Versions *v, const char *name, const char *lines)
{
	for (const char *at = lines; *at;) {
		char *end;
		u32 from[N_SIDES], to[N_SIDES];
		from[OLD] = to[OLD] = (u32)strtoul(at, &end, 10);
		if (*end == ',')
			to[OLD] = (u32)strtoul(end + 1, &end, 10);
		char kind = *end++;
		from[NEW] = to[NEW] = (u32)strtoul(end, &end, 10);
		if (*end == ',')
			to[NEW] = (u32)strtoul(end + 1, &end, 10);
		if ((kind != 'a' && !covers(v, OLD, from[OLD], to[OLD])) ||
			(kind != 'd' && !covers(v, NEW, from[NEW], to[NEW])))
			fail_msg("%s: no change with the lines of %.12s", name, at);
		at = *end ? end + 1 : end;
	}
}

/* base.c and a version of a subject of the mutation bench; lines: see below. */
static void mutant(const char *subject, const char *version, const char *lines, bool fold)
{
	Versions v = {0};
	Err err = {0};
	const char *build = getenv("DRIFT_BUILD");
	const char *top = build ? build : "build";
	char *old = xasprintf("%s/mutants/%s/base.c", top, subject);
	char *newer = xasprintf("%s/mutants/%s/%s.c", top, subject, version);
	/* Explored programs are loaded with short-circuit logic folded. */
	v.p[OLD] = load_file(old, fold);
	v.p[NEW] = load_file(newer, fold);
	v.m = change_map(v.p[OLD], v.p[NEW], NULL, &err);
	assert_non_null(v.m);
	assert_true(change_map_count(v.m) > 0);
	check_hunks(&v, newer, lines);
	check_map(&v);
	done(&v);
	free(old);
	free(newer);
}

static void mutants(void **state)
{
	(void)state;
	/* Versions of each kind of change, with the hunks of `diff base.c vNN.c`; those in which a
	 * macro or a type changed have no code on the changed line. */
	static const struct {
		const char *subject, *version, *lines;
	} list[] = {
		{"advisory", "v03", "34c34"},
		{"advisory", "v07", "62c62"},
		{"advisory", "v10", "93c93"},
		{"calc", "v04", "66d65"},
		{"calc", "v13", "55d54"},
		{"calc", "v17", "26c26"},
		{"csv", "v11", "125c125"},
		{"csv", "v12", "126c126"},
		{"csv", "v21", "141c141"},
		{"dates", "v03", "15c15"},
		{"dates", "v05", "40c40"},
		{"dates", "v20", "132a133,134"},
		{"ini", "v02", "124c124"},
		{"ini", "v03", "122c122"},
		{"ini", "v15", "49c49"},
		{"ini", "v21", "104c104"},
		{"json", "v04", "99c99"},
		{"json", "v07", "76c76"},
		{"json", "v16", "152,153c152,154"},
		{"json", "v19", "211a212,213 215,216d216"},
		{"ranges", "v14", "68a69,70"},
		{"ranges", "v15", "112c112,113"},
		{"ranges", "v16", "151c151"},
		{"ranges", "v19", "26c26"},
		{"replace", "v14", "45c45"},
		{"replace", "v17", "74,75c74,75 76a77,78"},
		{"replace", "v22", "52c52"},
		{"sched", "v03", "82c82"},
		{"sched", "v10", "113c113"},
		{"sched", "v16", "101c101"},
		{"sched", "v21", "39c39"},
		{"sequence", "v02", "54c54"},
		{"sequence", "v10", "27c27,30"},
		{"sequence", "v12", "24d23 33a33"},
		{"stats", "v08", "35,36d34"},
		{"stats", "v10", "66c66"},
		{"stats", "v15", "151c151"},
		{"tokens", "v11", "113,115c113"},
		{"tokens", "v12", "125c125"},
		{"tokens", "v14", "63c63 75a76"},
	};
	for (size_t i = 0; i < countof(list); i++)
		mutant(list[i].subject, list[i].version, list[i].lines, i % 2);
}

/* Every instruction of the table, in place of a store to a global whose size changed and with another
 * such global behind its second operand: it is a point of a change exactly if the column says that it
 * touches the one or the other. */
static void test_memory_column(void **state)
{
	(void)state;
	static const char body[] = "static void call(int *p) { *p = 1; }\n"
							   "static void one(void) { to[0] = from[0]; call(called); }\n"
							   "int main(void) { one(); return 0; }\n";
	char *old = xasprintf("int to[8], from[8], called[8];\n%s", body);
	char *newer = xasprintf("int to[9], from[9], called[8];\n%s", body);
	Versions v = versions(old, newer);
	Ins *at[N_SIDES] = {0}, with[N_SIDES];
	u32 ins = 0, f[N_SIDES] = {0};
	for (Side s = OLD; s < N_SIDES; s++) {
		while (strcmp(v.p[s]->functions.at[f[s]].source_name, "one"))
			f[s]++;
		const Function *fn = &v.p[s]->functions.at[f[s]];
		Ins *load = NULL;
		for (u32 i = 0; i < fn->n_ins; i++)
			if (fn->ins[i].op == I_LOAD)
				load = &fn->ins[i];
			else if (fn->ins[i].op == I_STORE)
				at[s] = &fn->ins[ins = i];
		assert_non_null(load);
		with[s] = (Ins){.type = 32, .type2 = 32, .a = at[s]->a, .b = load->a, .loc = at[s]->loc};
		with[s].c = with[s].dst = load->dst;
		vec_push(&v.p[s]->texts, "what UNSUPPORTED refers to");
	}
	for (u32 op = 0; op < INS_COUNT; op++) {
		Err err = {0};
		for (Side s = OLD; s < N_SIDES; s++) {
			*at[s] = with[s];
			at[s]->op = (u8)op;
		}
		change_map_free(v.m);
		v.m = change_map(v.p[OLD], v.p[NEW], NULL, &err);
		assert_non_null(v.m);
		u8 memory = ins_table[op].memory;
		bool touches = memory != MEMORY__ && memory != MEMORY_CALL;
		for (Side s = OLD; s < N_SIDES; s++)
			if (change_map_changed(v.m, s, f[s], ins) != touches)
				fail_msg("%s: %s a point of the change", ins_table[op].name,
						 touches ? "is not" : "is");
	}
	done(&v);
	free(old);
	free(newer);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pairs),
		cmocka_unit_test(changed_table_sits_at_its_readers),
		cmocka_unit_test(addresses_of_matched_objects),
		cmocka_unit_test(not_two_versions),
		cmocka_unit_test(mutants),
		cmocka_unit_test(test_memory_column),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}

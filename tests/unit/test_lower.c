/* test_lower.c: what lowering makes of small functions, and twins for streams (engine/load/streams.c). */
#include "engine/load/program.h"

#include <setjmp.h>
#include <cmocka.h>

/* Loads a source n times, from the second time on with what library has. */
static void load_some(const char *source, bool streams, Library **library, Program **to, u32 n)
{
	Err err = {0};
	char *dir = temp_dir(&err);
	char *file = xasprintf("%s/subject.c", dir);
	assert_true(file_write(file, source, strlen(source), &err));
	for (u32 i = 0; i < n; i++) {
		to[i] = program_load(
			file, &(LoadOptions){.streams = streams, .library = i ? library : NULL}, &err);
		if (!to[i])
			fail_msg("%s", err.text);
	}
	tree_remove(dir, NULL);
	free(file);
	free(dir);
}

static Program *load(const char *source, bool streams)
{
	Program *p;
	load_some(source, streams, NULL, &p, 1);
	return p;
}

static const Function *function(const Program *p, const char *name)
{
	u32 f;
	if (!strmap_get(&p->by_name, name, &f))
		fail_msg("no function %s", name);
	return &p->functions.at[f];
}

static u32 count(const Function *f, InsOp op)
{
	u32 n = 0;
	for (u32 i = 0; i < f->n_ins; i++)
		n += f->ins[i].op == op;
	return n;
}

static void test_scalars(void **state)
{
	(void)state;
	Program *p = load("struct two { int a; long b; };\n"
					  "long sum(struct two t, __int128 w) { return t.a + t.b + (long)w; }\n"
					  "int main(void) { return (int)sum((struct two){1, 2}, 3); }\n",
					  false);
	/* A small struct comes as scalars, a wide integer takes two registers. */
	const Function *f = function(p, "sum");
	u32 regs = 0;
	for (u32 i = 0; i < f->n_params; i++)
		regs += type_regs(f->params[i]);
	assert_int_equal(regs, 4);
	assert_int_equal(f->n_results, 1);
	assert_int_equal(f->results[0], 64);
	assert_int_equal(f->kind, FN_SUBJECT);
	assert_int_equal(p->main, function(p, "main")->id);
	program_free(p);
}

static void test_control(void **state)
{
	(void)state;
	Program *p = load("int kind(int c) {\n"
					  "\tswitch (c) { case 1: return 5; case 7: return 6; case -1: return 8; }\n"
					  "\treturn 0;\n"
					  "}\n"
					  "int both(int a, int b) { return a && b; }\n"
					  "int main(int n, char **v) { return kind(n) + both(n, n > 1); }\n",
					  false);
	const Function *f = function(p, "kind");
	assert_int_equal(count(f, I_SWITCH), 1);
	for (u32 i = 0; i < f->n_ins; i++)
		if (f->ins[i].op == I_SWITCH) {
			assert_int_equal(f->ins[i].n_extra, 3);
			assert_int_equal(f->cases[f->ins[i].extra + 2].lo, 0xffffffff);
		}
	/* Short-circuit logic is a branch, and what joins there a choice in an expression. */
	f = function(p, "both");
	assert_int_equal(count(f, I_CBR), 1);
	assert_int_equal(count(f, I_PHI), 1);
	/* Blocks follow each other and cover everything; each ends in a way out. */
	for (u32 b = 0; b < f->n_blocks; b++) {
		assert_int_equal(f->blocks[b].first, b ? f->blocks[b - 1].end : 0);
		InsOp last = f->ins[f->blocks[b].end - 1].op;
		assert_true(last == I_BR || last == I_CBR || last == I_RET || last == I_SWITCH);
	}
	assert_int_equal(f->blocks[f->n_blocks - 1].end, f->n_ins);
	program_free(p);
}

static void test_globals(void **state)
{
	(void)state;
	Program *p = load("int zero[3]; static int two = 2; const char *text = \"ab\";\n"
					  "int main(void) { return zero[1] + two++ + *text; }\n",
					  false);
	u32 g;
	assert_true(strmap_get(&p->global_by_name, "zero", &g));
	assert_true(p->globals.at[g].zero && p->globals.at[g].size == 12);
	assert_true(strmap_get(&p->global_by_name, "text", &g));
	u64 at;
	memcpy(&at, p->globals.at[g].init, sizeof at);
	bool found = false; /* a pointer in a global is an address of another one */
	for (size_t i = 0; i < p->globals.len; i++)
		if (p->globals.at[i].address == at)
			found = p->globals.at[i].constant && !memcmp(p->globals.at[i].init, "ab", 3);
	assert_true(found);
	program_free(p);
}

static const char speaker[] = "#include <stdio.h>\n"
							  "void say(FILE *to) { fputs(\"x\", to); }\n"
							  "int main(int n, char **v) {\n"
							  "\tfputs(\"a\", stderr);\n"
							  "\tfputs(\"b\", stdout);\n"
							  "\tsay(n > 1 ? stdout : stderr);\n"
							  "\treturn 0;\n"
							  "}\n";

/* Calls that name a stream have twins of their own; those that do not have the original. */
static void test_twins(void **state)
{
	(void)state;
	Program *p = load(speaker, true);
	const Function *m = function(p, "main"), *said = function(p, "say");
	u32 seen = 0, original = said->calls[0].callee;
	assert_int_equal(p->functions.at[original].stream, 0);
	for (u32 i = 0; i < m->n_calls; i++) {
		const Function *to = &p->functions.at[m->calls[i].callee];
		if (strcmp(to->source_name, "fputs"))
			continue;
		assert_true(to->stream == 1 || to->stream == 2);
		assert_int_equal(p->twins[original * N_STREAMS + to->stream - 1], to->id);
		assert_int_equal(program_entered(p, &m->calls[i], original), to->id);
		assert_ptr_equal(to->ins, p->functions.at[original].ins); /* the same code */
		assert_int_equal(to->address,
						 p->functions.at[original].address + 16 * (u64)(to->id - original));
		for (u32 k = 0; k < to->n_calls; k++) /* and so on */
			if (to->calls[k].callee != NO_OPERAND && p->functions.at[to->calls[k].callee].stream)
				assert_int_equal(p->functions.at[to->calls[k].callee].stream, to->stream);
		seen |= 1u << to->stream;
	}
	assert_int_equal(seen, 1 << 1 | 1 << 2);
	program_free(p);
	p = load(speaker, false);
	assert_null(p->twins);
	for (size_t i = 0; i < p->functions.len; i++)
		assert_int_equal(p->functions.at[i].stream, 0);
	program_free(p);
}

/* All functions of a program as text, to be freed; the program goes. */
static char *all_of(Program *p)
{
	char *text = NULL;
	size_t n;
	FILE *to = open_memstream(&text, &n);
	for (size_t i = 0; i < p->functions.len; i++)
		program_dump(p, &p->functions.at[i], to);
	for (size_t i = 0; i < p->globals.len; i++)
		fprintf(to, "%s %#lx %u\n", p->globals.at[i].name, p->globals.at[i].address,
				p->globals.at[i].loc);
	fclose(to);
	program_free(p);
	return text;
}

/* A library that an earlier program was made with makes the same of the next one. */
static void test_shared_library(void **state)
{
	(void)state;
	static const char *const sources[] = {
		speaker,
		"#include <stdio.h>\n#include <stdlib.h>\n"
		"int main(int n, char **a) { printf(\"%Lg %d\", strtold(a[0], 0), n); return atoi(a[1]); "
		"}\n",
		"#include <emmintrin.h>\n#include <stdio.h>\n"
		"int main(int n, char **a) { (void)a; __m128i v = _mm_set1_epi16((short)n);\n"
		"  printf(\"%d\", _mm_cvtsi128_si32(_mm_packs_epi16(v, v))); return 0; }\n"};
	Library *library = NULL;
	for (size_t i = 0; i < countof(sources); i++) {
		Program *p[2]; /* with a library of its own, with that of those before it */
		load_some(sources[i], false, &library, p, countof(p));
		char *alone = all_of(p[0]), *shared = all_of(p[1]);
		assert_non_null(library);
		assert_string_equal(alone, shared);
		free(alone);
		free(shared);
	}
	library_close(library);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_scalars),        cmocka_unit_test(test_control),
		cmocka_unit_test(test_globals),        cmocka_unit_test(test_twins),
		cmocka_unit_test(test_shared_library),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}

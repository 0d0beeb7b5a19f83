/* test_input.c: what input_load makes of good, wrong and damaged programs. */
#include "toolchain/object.h"
#include "toolchain/section.h"
#include "engine/load/bitcode/bitcode.h"

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

/* A scratch directory that the tests share; they run inside it. */
typedef struct Scratch {
	char *dir;
} Scratch;

static void put_bytes(const char *name, const void *bytes, size_t n)
{
	Err err = {0};
	if (!file_write(name, bytes, n, &err))
		fail_msg("%s", err.text);
}

static void put_text(const char *name, const char *text)
{
	put_bytes(name, text, strlen(text));
}

static void shell(const char *command)
{
	char *argv[] = {(char *)(uintptr_t) "sh", (char *)(uintptr_t) "-c", (char *)(uintptr_t)command,
					NULL};
	int status = -1;
	Buf out = {0};
	Err err = {0};
	if (!run_command(argv, &out, &out, &status, &err) || status != 0)
		fail_msg("%s: %s %s", command, err.text, buf_str(&out));
	buf_free(&out);
}

static int enter_scratch(void **state)
{
	Err err = {0};
	Scratch *s = xcalloc(1, sizeof *s);
	s->dir = temp_dir(&err);
	*state = s;
	return s->dir && chdir(s->dir) == 0 ? 0 : -1;
}

static int leave_scratch(void **state)
{
	Scratch *s = *state;
	bool ok = chdir("/") == 0 && tree_remove(s->dir, NULL);
	free(s->dir);
	free(s);
	return ok ? 0 : -1;
}

static bool is_bitcode(const Buf *b)
{
	return object_kind((const u8 *)b->at, b->len) == FILE_BITCODE;
}

/* Loads and checks how many modules come out. */
static void expect_modules(const char *prog, const char *cflags, InputForm kind, size_t n)
{
	InputSet set;
	Err err = {0};
	InputOptions opts = {.cflags = cflags};
	if (!input_load(prog, &opts, &set, &err))
		fail_msg("%s: %s", prog, err.text);
	assert_int_equal(set.kind, kind);
	assert_int_equal(set.modules.len, n);
	for (size_t i = 0; i < n; i++)
		assert_true(is_bitcode(&set.modules.at[i].bitcode));
	input_free(&set);
}

/* Expects a refusal whose first line starts with the program's name and holds `part`. */
static void expect_refusal(const char *prog, const char *cflags, const char *part)
{
	InputSet set;
	Err err = {0};
	InputOptions opts = {.cflags = cflags};
	bool ok = input_load(prog, &opts, &set, &err);
	input_free(&set);
	assert_false(ok);
	if (!strstr(err.text, part))
		fail_msg("'%s' not in: %s", part, err.text);
}

/* ---- the section ---- */

static void section_round_trip(void **state)
{
	(void)state;
	Buf b = {0};
	Err err = {0};
	static const char *const paths[] = {"a.c", "", "some/where/b.c"};
	for (u32 i = 0; i < 3; i++) {
		char body[64];
		memset(body, 'A' + (int)i, sizeof body);
		section_add(&b, paths[i], body, 10 * i + 3, 19);
		assert_int_equal(b.len % SECTION_ALIGN, 0);
	}
	/* A linker may pad between objects. */
	buf_add(&b, "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 16);
	size_t pos = 0;
	SectionBlob blob;
	for (u32 i = 0; i < 3; i++) {
		assert_true(section_next((u8 *)b.at, b.len, &pos, &blob, &err));
		assert_int_equal(blob.len, 10 * i + 3);
		assert_int_equal(blob.path_len, strlen(paths[i]));
		assert_memory_equal(blob.path, paths[i], blob.path_len);
		assert_int_equal(blob.bitcode[0], 'A' + (int)i);
		assert_int_equal(blob.llvm, 19);
	}
	assert_true(section_next((u8 *)b.at, b.len, &pos, &blob, &err));
	assert_null(blob.bitcode);
	buf_free(&b);
}

/* Every single damaged byte that is not padding is noticed. */
static void section_notices_damage(void **state)
{
	(void)state;
	Buf b = {0};
	section_add(&b, "x.c", "0123456789", 10, 19);
	size_t used = 40 + 3 + 10;
	for (size_t i = 0; i < used; i++) {
		SectionBlob blob;
		size_t pos = 0;
		b.at[i] ^= 0x41;
		bool ok = section_next((u8 *)b.at, b.len, &pos, &blob, NULL);
		b.at[i] ^= 0x41;
		if (ok)
			fail_msg("byte %zu changed and nobody noticed", i);
	}
	for (size_t n = 1; n < used; n++) {
		SectionBlob blob;
		size_t pos = 0;
		assert_false(section_next((u8 *)b.at, n, &pos, &blob, NULL));
	}
	buf_free(&b);
}

/* ---- sources ---- */

static void one_file(void **state)
{
	(void)state;
	put_text("one.c", "int main(void)\n{\n\treturn VALUE;\n}\n");
	expect_modules("one.c", "-DVALUE=3", INPUT_SOURCES, 1);
	expect_refusal("one.c", NULL, "one.c:3:9: error: use of undeclared identifier 'VALUE'");
	expect_refusal("one.c", "-DVALUE='3", "--cflags: a quote is not closed");
	expect_modules("one.c", "-D'VALUE=1 + 2' -fconserve-stack -Werror -Wall", INPUT_SOURCES, 1);
}

static void directory(void **state)
{
	(void)state;
	Err err = {0};
	InputSet set;
	InputOptions opts = {.cflags = "-O2 -DX=1 -lm -MD", .native = true};
	shell("mkdir -p dir empty && touch empty/a.h");
	put_text("dir/b.c", "int f(void) { return X; }\n");
	put_text("dir/a.c", "int f(void);\nint main(void) { return f(); }\n");
	put_text("dir/.hidden.c", "not C\n");
	if (!input_load("dir/", &opts, &set, &err))
		fail_msg("%s", err.text);
	assert_int_equal(set.modules.len, 2);
	assert_string_equal(set.modules.at[0].name, "dir/a.c");
	assert_string_equal(set.modules.at[1].name, "dir/b.c");
	assert_int_equal(set.sources.len, 2);
	const StrList *flags = &set.sources.at[0].flags;
	assert_in_range(flags->len, 2, 20);
	assert_string_equal(flags->at[flags->len - 2], "-O2");
	assert_string_equal(flags->at[flags->len - 1], "-DX=1");
	assert_int_equal(set.link.len, 1);
	assert_string_equal(set.link.at[0], "-lm");
	assert_false(file_exists("a.d"));
	input_free(&set);
	expect_refusal("empty", NULL, "empty: no C sources");
}

static void many_errors(void **state)
{
	(void)state;
	shell("mkdir -p broken && for i in 1 2 3 4 5; do echo 'int x = y;' >broken/f$i.c; done");
	expect_refusal("broken", NULL, "broken/f1.c: does not compile:\nbroken/f1.c:1:9: error: ");
	expect_refusal("broken", NULL, "broken/f3.c:1:9: error: ");
	expect_refusal("broken", NULL, "\n(2 more files do not compile)");
	/* More than a message holds: whole lines of it. */
	shell("for i in $(seq 15); do echo \"int a$i = some_rather_long_undeclared_name_$i;\"; done "
		  ">long.c"
		  "; for i in $(seq 100); do printf '                              '; done >>long.c;"
		  "echo 'int z = no;' >>long.c");
	expect_refusal("long.c", NULL, "long.c:1:10: error: ");
}

static void database(void **state)
{
	(void)state;
	shell("mkdir -p db/build db/inc db/src");
	put_text("db/inc/k.h", "#define K 7\n");
	put_text("db/src/m.c", "#include <k.h>\nint main(void) { return K + W; }\n");
	put_text("db/src/n.c", "int n = sizeof \""
						   "x\";\n");
	char *cwd = getcwd(NULL, 0);
	char *json = xasprintf(
		"[{\"directory\":\"%s/db/build\",\"file\":\"../src/m.c\",\"command\":\"/usr/bin/cc "
		"-I../inc "
		"\\\"-DW=1 + 1\\\" -fipa-pta -MD -MF m.d -o m.o -c ../src/m.c\"},"
		"{\"directory\":\"%s/db/build\",\"file\":\"../src/n.c\",\"arguments\":[\"ccache\",\"gcc\","
		"\"-c\",\"../src/n.c\"]},"
		"{\"directory\":\"%s/db/build\",\"file\":\"../src/n.c\",\"command\":\"gcc -fPIC -c "
		"../src/n.c\"},"
		"{\"directory\":\"%s/db/build\",\"file\":\"../src/x.cc\",\"command\":\"g++ -c "
		"../src/x.cc\"}]",
		cwd, cwd, cwd, cwd);
	put_text("db/build/compile_commands.json", json);
	expect_modules("db", NULL, INPUT_SOURCES, 2);
	assert_false(file_exists("db/build/m.d"));
	shell("mkdir -p db/src/build && cp db/build/compile_commands.json db/src/build/");
	expect_modules("db/src/m.c", NULL, INPUT_SOURCES, 1);
	put_text("db/build/compile_commands.json", "[{\"file\":");
	expect_refusal("db", NULL, "db/build/compile_commands.json: not a compilation database");
	put_text("db/build/compile_commands.json", "[{\"file\":\"x.c\"}]");
	expect_refusal("db", NULL, "no command");
	put_text("db/build/compile_commands.json", "[]");
	expect_refusal("db", NULL, "no C sources in this compilation database");
	free(json);
	free(cwd);
}

/* ---- other files ---- */

static void wrong_files(void **state)
{
	(void)state;
	static const char elf32[52] = {0x7f, 'E', 'L', 'F', 1, 1, 1};
	static const char other[] = {1, 2, 0, 3};
	expect_refusal("nowhere", NULL, "nowhere: No such file or directory");
	put_text("nothing", "");
	expect_refusal("nothing", NULL, "nothing: the file is empty");
	put_text("script", "#!/bin/sh\necho hello\n");
	expect_refusal("script", NULL, "script: a script, not a program");
	put_text("words", "hello\n");
	expect_refusal("words", NULL, "words: a text file, not a program");
	put_bytes("prog32", elf32, sizeof elf32);
	expect_refusal("prog32", NULL, "prog32: a 32-bit program");
	put_bytes("noise", other, sizeof other);
	expect_refusal("noise", NULL, "noise: not a program that drift can read");
	put_bytes("noise.bc", other, sizeof other);
	expect_refusal("noise.bc", NULL, "noise.bc: not LLVM bitcode");
	put_text("x.cpp", "");
	expect_refusal("x.cpp", NULL, "C++ is not supported");
	expect_refusal("/dev/null", NULL, "/dev/null: not a regular file");
	put_text("plain.c", "int main(void) { return 0; }\n");
	shell("clang-19 -o plain plain.c");
	expect_refusal("plain", NULL, "plain: contains no bitcode: it was built without drift-cc");
}

static void bitcode_files(void **state)
{
	(void)state;
	put_text("p.c", "int main(void) { return 0; }\n");
	shell("clang-19 -emit-llvm -c p.c -o p.bc && clang-19 -emit-llvm -S p.c -o p.ll");
	expect_modules("p.bc", NULL, INPUT_BITCODE, 1);
	InputSet set;
	Err err = {0};
	assert_true(input_load("p.ll", &(InputOptions){0}, &set, &err));
	assert_int_equal(set.kind, INPUT_BITCODE);
	assert_string_equal(set.modules.at[0].name, "p.ll");
	assert_non_null(strstr(buf_str(&set.modules.at[0].bitcode), "define"));
	input_free(&set);
}

/* ---- binaries ---- */

/* An object whose section holds the given number of modules. */
static void make_object(const char *name, u32 llvm, int modules)
{
	Buf section = {0};
	Err err = {0};
	char *command = xasprintf("echo 'int %s_v;' | clang-19 -x c -c - -o %s.o", name, name);
	shell(command);
	free(command);
	for (int i = 0; i < modules; i++) {
		char *source = xasprintf("%s%d.c", name, i);
		section_add(&section, source, "BC\xC0\xDE....", 8, llvm);
		free(source);
	}
	char *object = xasprintf("%s.o", name);
	if (!object_append(object, SECTION_NAME, section.at, section.len, SECTION_ALIGN, &err))
		fail_msg("%s: %s", object, err.text);
	free(object);
	buf_free(&section);
}

static void binaries(void **state)
{
	(void)state;
	make_object("one", 19, 1);
	make_object("two", 19, 2);
	put_text("main.c", "extern int one_v, two_v;\nint main(void) { return one_v + two_v; }\n");
	shell("clang-19 -c main.c -o main.o && rm -f lib.a thin.a && ar rc lib.a two.o && "
		  "ar rcT thin.a two.o one.o && clang-19 main.o one.o lib.a -o prog && ./prog && "
		  "ld -r one.o two.o -o part.o && clang-19 -shared two.o -o libtwo.so && "
		  "clang-19 main.o one.o -L. -ltwo -Wl,-rpath,'$ORIGIN' -o dynamic && ./dynamic && "
		  "clang-19 main.o one.o -L. -ltwo -o beside");
	expect_modules("one.o", NULL, INPUT_BINARY, 1);
	expect_modules("prog", NULL, INPUT_BINARY, 3);
	expect_modules("lib.a", NULL, INPUT_BINARY, 2);
	expect_modules("thin.a", NULL, INPUT_BINARY, 3);
	expect_modules("part.o", NULL, INPUT_BINARY, 3);
	expect_modules("libtwo.so", NULL, INPUT_BINARY, 2);
	expect_modules("dynamic", NULL, INPUT_BINARY, 3);
	expect_modules("./beside", NULL, INPUT_BINARY, 3);
	InputSet set;
	assert_true(input_load("./beside", &(InputOptions){0}, &set, NULL));
	assert_int_equal(set.modules.at[0].unit, 0);
	assert_int_equal(set.modules.at[1].unit, 1);
	assert_int_equal(set.modules.at[2].unit, 1);
	input_free(&set);
	shell("strip prog && ./prog");
	expect_modules("prog", NULL, INPUT_BINARY, 3);
	make_object("old", 18, 1);
	expect_refusal("old.o", NULL, "old.o: its bitcode was made by LLVM 18");
	shell("ar rc empty.a main.o");
	expect_refusal("empty.a", NULL, "empty.a: contains no bitcode");
	shell("rm two.o");
	expect_refusal("thin.a", NULL, "thin.a: its member ./two.o");
}

static void libtool_wrapper(void **state)
{
	(void)state;
	make_object("two", 19, 2);
	put_text("w.c", "extern int two_v;\nint main(void) { return two_v; }\n");
	shell("mkdir -p w/.libs w/lib && clang-19 -shared two.o -o w/lib/libtwo.so && clang-19 -c w.c");
	Buf section = {0};
	Err err = {0};
	section_add(&section, "w.c", "BC\xC0\xDE....", 8, 19);
	assert_true(object_append("w.o", SECTION_NAME, section.at, section.len, SECTION_ALIGN, &err));
	buf_free(&section);
	shell("clang-19 w.o -Lw/lib -ltwo -o w/.libs/prog");
	char *cwd = getcwd(NULL, 0);
	char *script = xasprintf("#! /bin/sh\n"
							 "# prog - temporary wrapper script for .libs/prog\n"
							 "# Generated by libtool (GNU libtool) 2.4.7\n"
							 "    LD_LIBRARY_PATH=\"%s/w/lib:$LD_LIBRARY_PATH\"\n",
							 cwd);
	put_text("w/prog", script);
	expect_modules("w/prog", NULL, INPUT_BINARY, 3);
	shell("rm w/.libs/prog");
	expect_refusal("w/prog", NULL, "w/.libs/prog: No such file");
	free(script);
	free(cwd);
}

/* ---- damage ---- */

static u64 next_random(u64 *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state;
}

/* Changes bytes where it hurts: the file header, the tables at the end, or anywhere. Every
 * fourth mutant is cut short as well. */
static void mutate(Buf *b, u64 *seed)
{
	static const u8 nasty[] = {0, 1, 0x7f, 0x80, 0xff};
	int edits = 1 + (int)(next_random(seed) % 8);
	for (int i = 0; i < edits; i++) {
		u64 where = next_random(seed) % 3, r = next_random(seed),
			span = b->len < 2048 ? b->len : 2048;
		size_t at = where == 0 ? r % 64 : where == 1 ? b->len - 1 - r % span : r % b->len;
		u64 how = next_random(seed);
		if (at < b->len)
			b->at[at] = (char)(how & 1 ? nasty[how / 2 % 5] : (u8)(how >> 8));
	}
	if (next_random(seed) % 4 == 0)
		b->len = next_random(seed) % b->len;
}

/* Loads mutants of one file; what they yield is open, but a refusal has to be in words. */
static void try_mutants(const char *name, u64 seed, int count)
{
	Buf good = {0};
	int refused = 0;
	assert_true(file_read(name, &good, NULL));
	for (int i = 0; i < count; i++) {
		Buf bad = {0};
		InputSet set;
		Err err = {0};
		buf_add(&bad, good.at, good.len);
		mutate(&bad, &seed);
		put_bytes("mutant", bad.at, bad.len);
		bool ok = input_load("mutant", &(InputOptions){0}, &set, &err);
		if (!ok && (strncmp(err.text, "mutant", 6) != 0 || strchr(err.text, '\n')))
			fail_msg("mutant %d of %s: '%s'", i, name, err.text);
		refused += !ok;
		input_free(&set);
		buf_free(&bad);
	}
	/* Neither all nor none: the mutants do reach what is behind the first check. */
	assert_in_range(refused, count / 10, count - 1);
	buf_free(&good);
}

static void damaged_files(void **state)
{
	(void)state;
	make_object("one", 19, 1);
	make_object("two", 19, 2);
	put_text("main.c", "extern int one_v, two_v;\nint main(void) { return one_v + two_v; }\n");
	shell("clang-19 -c main.c -o main.o && rm -f lib.a && ar rc lib.a one.o two.o && "
		  "clang-19 main.o one.o two.o -o prog");
	try_mutants("one.o", 1, 400);
	try_mutants("prog", 2, 400);
	try_mutants("lib.a", 3, 400);
	try_mutants("two.o", 4, 400);
}

/* The name table of every prefix of a file lies outside of it sooner or later. */
static void cut_files(void **state)
{
	(void)state;
	Buf good = {0};
	make_object("one", 19, 1);
	assert_true(file_read("one.o", &good, NULL));
	for (size_t n = 1; n < good.len; n += 7) {
		put_bytes("mutant", good.at, n);
		expect_refusal("mutant", NULL, "mutant: ");
	}
	buf_free(&good);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(section_round_trip), cmocka_unit_test(section_notices_damage),
		cmocka_unit_test(one_file),           cmocka_unit_test(directory),
		cmocka_unit_test(many_errors),        cmocka_unit_test(database),
		cmocka_unit_test(wrong_files),        cmocka_unit_test(bitcode_files),
		cmocka_unit_test(binaries),           cmocka_unit_test(libtool_wrapper),
		cmocka_unit_test(damaged_files),      cmocka_unit_test(cut_files),
	};
	return cmocka_run_group_tests_name("input", tests, enter_scratch, leave_scratch);
}

/* test_ccline.c: compilers' command lines, read word by word. */
#include "toolchain/ccline.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <unistd.h>

#include <cmocka.h>

static const char *joined(const StrList *list, Buf *to)
{
	buf_reset(to);
	for (size_t i = 0; i < list->len; i++) {
		buf_adds(to, i ? " " : "");
		buf_adds(to, list->at[i]);
	}
	return buf_str(to);
}

/* One line and what is to be read in it. */
typedef struct Case {
	const char *line;    /* words, as a shell splits them */
	CcMode mode;         /* what it makes */
	const char *output;  /* of -o, or NULL */
	const char *inputs;  /* "file:language ..." */
	const char *subject; /* options for the bitcode half */
	const char *link;    /* options for the linker */
} Case;

static const Case cases[] = {
	{"a.c", CC_LINK, NULL, "a.c:C", "", ""},
	{"-c a.c -o a.o", CC_COMPILE, "a.o", "a.c:C", "", ""},
	{"-oprog a.o -lm -L /x b.a", CC_LINK, "prog", "a.o:linker b.a:linker", "", "-lm -L /x"},
	{"-O2 -g3 -Wall -Wno-int-conversion -DX=1 -D Y -Iinc -c a.c", CC_COMPILE, NULL, "a.c:C",
	 "-Wno-int-conversion -DX=1 -D Y -Iinc", ""},
	{"-Ofast -Ix -c a.c", CC_COMPILE, NULL, "a.c:C", "-ffast-math -Ix", ""},
	{"-Ofast -Ix -O2 -c a.c", CC_COMPILE, NULL, "a.c:C", "-Ix", ""},
	{"-D_FORTIFY_SOURCE=2 -D _FORTIFY_SOURCE=3 -Wp,-D_FORTIFY_SOURCE=2,-DZ -c a.c", CC_COMPILE,
	 NULL, "a.c:C", "-DZ", ""},
	{"-MD -MF x.d -MT t.o -MP -Wp,-MD,y.d -Xpreprocessor -MMD -c a.c", CC_COMPILE, NULL, "a.c:C",
	 "", ""},
	{"-fwrapv -funsigned-char -fsanitize=address -flto -fstack-protector-strong -c a.c", CC_COMPILE,
	 NULL, "a.c:C", "-fwrapv -funsigned-char", ""},
	{"-x c - -x none b.o", CC_LINK, NULL, "-:C b.o:linker", "", ""},
	{"-xassembler-with-cpp t.c u.S -x none v.s w.cc x.i y.ll", CC_LINK, NULL,
	 "t.c:asm u.S:asm v.s:asm w.cc:C++ x.i:preprocessed y.ll:IR", "", ""},
	{"-E a.c", CC_OTHER, NULL, "a.c:C", "", ""},
	{"-c -S a.c", CC_OTHER, NULL, "a.c:C", "", ""},
	{"-include k.h -isystem sys -iquote q -std=c99 -m64 -c a.c", CC_COMPILE, NULL, "a.c:C",
	 "-Xclang -include -Xclang k.h -isystem sys -iquote q -std=c99 -m64", ""},
	{"-Xclang -include-pch -Xclang p.pch -Xclang -fno-validate-pch -c a.c", CC_COMPILE, NULL,
	 "a.c:C", "-Xclang -fno-validate-pch", ""},
	{"-Xlinker --start -Wl,-z,now -static-libgcc -shared -r a.o", CC_LINK, NULL, "a.o:linker", "",
	 "-Xlinker --start -Wl,-z,now -static-libgcc -shared -r"},
	{"-fconserve-stack -fno-tree-pre -fopt-info-vec -fplan9-extensions -c a.c", CC_COMPILE, NULL,
	 "a.c:C", "-fplan9-extensions", ""},
	{"-c -- -odd.c", CC_COMPILE, NULL, "-odd.c:C", "", ""},
	{"-undef -u sym -c a.c", CC_COMPILE, NULL, "a.c:C", "-undef", "-u sym"},
	{"-c a.c -o", CC_COMPILE, NULL, "a.c:C", "", ""},
};

static void check_case(const Case *c)
{
	static const char *const langs[] = {"linker", "C", "preprocessed", "IR", "asm", "C++", "other"};
	Arena arena = {0};
	StrList words = {0};
	CcLine line;
	Buf text = {0};
	assert_true(split_words(c->line, &words, &arena));
	ccline_parse(&line, &words, &arena);
	if (line.mode != c->mode)
		fail_msg("%s: mode %d", c->line, line.mode);
	if (!!line.output != !!c->output || (c->output && strcmp(line.output, c->output) != 0))
		fail_msg("%s: output %s", c->line, line.output);
	for (size_t i = 0; i < line.inputs.len; i++)
		buf_addf(&text, "%s%s:%s", i ? " " : "", line.inputs.at[i].path,
				 langs[line.inputs.at[i].lang]);
	if (strcmp(buf_str(&text), c->inputs) != 0)
		fail_msg("%s: inputs %s", c->line, buf_str(&text));
	if (strcmp(joined(&line.subject, &text), c->subject) != 0)
		fail_msg("%s: subject %s", c->line, buf_str(&text));
	if (strcmp(joined(&line.link, &text), c->link) != 0)
		fail_msg("%s: link %s", c->line, buf_str(&text));
	buf_free(&text);
	ccline_free(&line);
	vec_free(&words);
	arena_free(&arena);
}

static void lines(void **state)
{
	(void)state;
	for (size_t i = 0; i < countof(cases); i++)
		check_case(&cases[i]);
}

/* The bitcode half's options stand behind the user's, so that they win. */
static void subject_command(void **state)
{
	(void)state;
	Arena arena = {0};
	StrList words = {0}, argv = {0};
	CcLine line;
	Buf text = {0};
	split_words("-O3 -DA -c a.c -o a.o", &words, &arena);
	ccline_parse(&line, &words, &arena);
	ccline_subject_command(&line, &line.inputs.at[0], "clang", &argv);
	const char *all = joined(&argv, &text);
	const char *user = strstr(all, " -DA "), *ours = strstr(all, " -O1 ");
	assert_true(user && ours && user < ours);
	assert_null(strstr(all, "-O3"));
	assert_null(strstr(all, "a.o"));
	assert_non_null(strstr(all, " -emit-llvm -c -o - -x c a.c"));
	buf_free(&text);
	ccline_free(&line);
	vec_free(&words);
	vec_free(&argv);
	arena_free(&arena);
}

static void expect_words(const char *text, const char *expected)
{
	Arena arena = {0};
	StrList words = {0};
	Buf all = {0};
	bool ok = split_words(text, &words, &arena);
	for (size_t i = 0; i < words.len; i++)
		buf_addf(&all, "[%s]", words.at[i]);
	if (!ok)
		assert_null(expected);
	else
		assert_string_equal(buf_str(&all), expected);
	buf_free(&all);
	vec_free(&words);
	arena_free(&arena);
}

static void shell_words(void **state)
{
	(void)state;
	expect_words("", "");
	expect_words("  \t\n ", "");
	expect_words("a  b", "[a][b]");
	expect_words("'a b' \"c d\"e f\\ g", "[a b][c de][f g]");
	expect_words("''", "[]");
	expect_words("\"a\\\"b\\n\"", "[a\"b\\n]");
	expect_words("'a\\'", "[a\\]");
	expect_words("-DX='\"text\"'", "[-DX=\"text\"]");
	expect_words("'open", NULL);
	expect_words("\"open\\\"", NULL);
}

static void response_files(void **state)
{
	(void)state;
	Arena arena = {0};
	StrList words = {0}, out = {0};
	Buf text = {0};
	Err err = {0};
	char *dir = temp_dir(&err);
	assert_non_null(dir);
	char *outer = xasprintf("%s/outer", dir), *inner = xasprintf("%s/inner", dir);
	char *content = xasprintf("-c 'x y.c'\n@%s", inner);
	char *loop = xasprintf("-DI @%s", inner);
	assert_true(file_write(outer, content, strlen(content), &err));
	assert_true(file_write(inner, loop, strlen(loop), &err));
	char *word = xasprintf("@%s", outer);
	vec_push(&words, word);
	vec_push(&words, "@nowhere");
	expand_response_files(&words, &out, &arena);
	/* A file that names itself ends somewhere. */
	assert_in_range(out.len, 4, 100);
	assert_string_equal(out.at[0], "-c");
	assert_string_equal(out.at[1], "x y.c");
	assert_string_equal(out.at[2], "-DI");
	assert_string_equal(out.at[out.len - 1], "@nowhere");
	tree_remove(dir, NULL);
	free(dir), free(outer), free(inner), free(content), free(loop), free(word);
	buf_free(&text);
	vec_free(&words);
	vec_free(&out);
	arena_free(&arena);
}

static void gcc_options(void **state)
{
	(void)state;
	assert_true(gcc_only("-fconserve-stack"));
	assert_true(gcc_only("-fno-ipa-sra"));
	assert_true(gcc_only("-flive-patching=inline-clone"));
	assert_true(gcc_only("-fdump-tree-all"));
	assert_false(gcc_only("-fno-such-option"));
	assert_false(gcc_only("-fplan9-extensions"));
	assert_false(gcc_only("-ftree-vectorize"));
	assert_false(gcc_only("-O2"));
	assert_false(gcc_only("fconserve-stack"));
	assert_false(gcc_only("-"));
	assert_false(gcc_only(""));
}

static bool defines(const char *text)
{
	StrList words = {0};
	Arena arena = {0};
	CcLine line;
	assert_true(split_words(text, &words, &arena));
	ccline_parse(&line, &words, &arena);
	bool is = cc_link_defines(&line.link);
	ccline_free(&line);
	vec_free(&words);
	arena_free(&arena);
	return is;
}

static void link_options(void **state)
{
	(void)state;
	static const char *const nothing[] = {"",
										  "-static",
										  "-pie -s",
										  "-rdynamic",
										  "-L/lib -L dir",
										  "-Wl,-z,now",
										  "-Wl,-rpath,/x",
										  "-z relro",
										  "-Wl,-O1,--as-needed",
										  "-rpath /x",
										  "-fuse-ld=lld -static-libgcc",
										  "-Wl,-u,main"};
	static const char *const something[] = {"-lm",
											"-static -lm",
											"-Wl,-lm",
											"-Wl,x.a",
											"-Wl,--defsym,f=main",
											"-Wl,-z,now,x.o",
											"-Xlinker x.o",
											"-T script",
											"-Wl,--wrap=malloc",
											"-Wl,@file",
											"-shared",
											"-Wl,--unresolved-symbols=ignore-all"};
	for (size_t i = 0; i < sizeof nothing / sizeof *nothing; i++)
		assert_false(defines(nothing[i]));
	for (size_t i = 0; i < sizeof something / sizeof *something; i++)
		assert_true(defines(something[i]));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lines),       cmocka_unit_test(subject_command),
		cmocka_unit_test(shell_words), cmocka_unit_test(response_files),
		cmocka_unit_test(gcc_options), cmocka_unit_test(link_options),
	};
	return cmocka_run_group_tests_name("ccline", tests, NULL, NULL);
}

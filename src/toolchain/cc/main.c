/* main.c: entry point of drift-cc: parses the call and decides what it needs. */
#include "toolchain/cc/cc.h"

#include <unistd.h>

static const char help[] =
	"usage: drift-cc ARG...\n"
	"\n"
	"A C compiler that takes the arguments of gcc and clang. It compiles with clang and stores "
	"the\n"
	"bitcode of each C source in the object file, so that drift can load the program:\n"
	"\n"
	"    CC=drift-cc ./configure && make && drift run ./src/prog\n"
	"\n"
	"    --drift-help     print this text (--help and --version are clang's)\n"
	"\n"
	"Environment:\n"
	"    DRIFT_CLANG      the clang to use instead of clang-" DRIFT_LLVM "\n"
	"    DRIFT_CC_VERBOSE set to 1: print the commands, and why bitcode is missing\n";

void note_lost(const char *file, const char *why, const char *consequence)
{
	fprintf(stderr, "drift-cc: %s: no bitcode kept (%s); %s\n", file, why, consequence);
}

static bool has_sources(const CcLine *line)
{
	for (size_t i = 0; i < line->inputs.len; i++)
		if (line->inputs.at[i].lang != LANG_LINKER)
			return true;
	return false;
}

/* If DRIFT_CLANG were drift-cc itself, it would call itself without end. */
static bool clang_is_us(void)
{
	const char *name = clang_name(), *slash = strrchr(name, '/');
	return !strcmp(slash ? slash + 1 : name, "drift-cc");
}

/* git drift builds each revision in a directory of its own. __FILE__ is part of the output of some programs and must not
 * distinguish the revisions. The option is no part of CC, so that configure sees one compiler. */
static void add_from_environment(CcCall *call)
{
	const char *tree = getenv("DRIFT_CC_TREE"), *silent = getenv("DRIFT_CC_NO_WARNINGS");
	if (silent && *silent)
		vec_push(&call->words, "-w"); /* the last one: -Werror has nothing to end the build for */
	if (!tree || !*tree)
		return;
	char *word = xasprintf("-fmacro-prefix-map=%s/=", tree);
	vec_push(&call->words, arena_strdup(&call->arena, word));
	free(word);
}

int main(int argc, char **argv)
{
	CcCall call = {0};
	if (argc == 2 && !strcmp(argv[1], "--drift-help")) {
		fputs(help, stdout);
		return 0;
	}
	if (clang_is_us()) {
		fputs("drift-cc: DRIFT_CLANG names drift-cc itself; set it to a clang\n", stderr);
		return EXIT_TROUBLE;
	}
	for (int i = 1; i < argc; i++)
		vec_push(&call.words, argv[i]);
	add_from_environment(&call);
	const char *verbose = getenv("DRIFT_CC_VERBOSE");
	call.verbose = verbose && *verbose && strcmp(verbose, "0") != 0;
	expand_response_files(&call.words, &call.expanded, &call.arena);
	ccline_parse(&call.line, &call.expanded, &call.arena);
	if (!call.line.level)
		call.line.level = "-O0"; /* as clang has it */

	bool probe = call.line.mode == CC_OTHER || call_is_probe(&call),
		 sources = has_sources(&call.line);
	int status = probe                       ? native_only(&call)
				 : sources                   ? compile_both(&call)
				 : call.line.mode == CC_LINK ? link_only(&call)
											 : native_only(&call);

	ccline_free(&call.line);
	vec_free(&call.words);
	vec_free(&call.expanded);
	arena_free(&call.arena);
	return status;
}

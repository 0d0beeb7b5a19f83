/* native.c: the command of the native half, and calls that need nothing else. */
#include "toolchain/cc/cc.h"

#include <errno.h>
#include <unistd.h>

/* The directories in which cmake, meson and ffmpeg compile probes. */
static const char *const probe_dirs[] = {"/ffconf.", "/CMakeFiles/CMakeTmp",
										 "/CMakeFiles/CMakeScratch/", "/meson-private/"};

static bool in_probe_dir(const char *path)
{
	for (size_t i = 0; i < countof(probe_dirs); i++)
		if (strstr(path, probe_dirs[i]))
			return true;
	return false;
}

/* The names that autoconf, cmake and zlib use for probes, and the empty file on which makefiles
 * test options. */
static bool is_probe_file(const char *path)
{
	const char *slash = strrchr(path, '/');
	const char *name = slash ? slash + 1 : path;
	return !strncmp(name, "conftest.", 9) || !strncmp(name, "ztest", 5) ||
		   !strncmp(name, "CMakeCCompilerId.", 17) || !strcmp(path, "/dev/null") ||
		   in_probe_dir(path);
}

bool call_is_probe(const CcCall *call)
{
	char cwd[4096];
	if (getcwd(cwd, sizeof cwd) && in_probe_dir(cwd))
		return true;
	for (size_t i = 0; i < call->line.inputs.len; i++) {
		const CcInput *in = &call->line.inputs.at[i];
		if (in->lang != LANG_LINKER && is_probe_file(in->path))
			return true;
	}
	const char *out = call->line.output;
	return out && !strcmp(out, "/dev/null");
}

static bool has_word(const CcCall *call, const char *word)
{
	for (size_t i = 0; i < call->expanded.len; i++)
		if (!strcmp(call->expanded.at[i], word))
			return true;
	return false;
}

/* True if the call compiles C and does not ask for errors. */
static bool may_be_lenient(const CcCall *call)
{
	bool c = false;
	for (size_t i = 0; i < call->line.inputs.len; i++)
		c = c || call->line.inputs.at[i].lang == LANG_C;
	if (!c)
		return false;
	for (size_t i = 0; i < call->expanded.len; i++)
		if (!strncmp(call->expanded.at[i], "-Werror", 7))
			return false;
	return call->line.mode != CC_OTHER && !has_word(call, "-pedantic-errors");
}

/* Adds a word after all other options: the last one wins. */
static void add_last(StrList *argv, const char *word)
{
	size_t end = argv->len;
	for (size_t i = 1; i < argv->len && end == argv->len; i++)
		if (!strcmp(argv->at[i], "--"))
			end = i;
	vec_push(argv, NULL);
	memmove(&argv->at[end + 1], &argv->at[end], (argv->len - 1 - end) * sizeof *argv->at);
	argv->at[end] = word;
}

void cc_native_words(const CcCall *call, StrList *argv)
{
	bool probe = call_is_probe(call), drop = false;
	for (size_t i = 0; i < call->expanded.len; i++)
		drop = drop || gcc_only(call->expanded.at[i]);
	/* clang gets response files unchanged unless a word in them must be dropped. */
	const StrList *words = drop && !probe ? &call->expanded : &call->words;
	vec_push(argv, clang_name());
	if (may_be_lenient(call))
		for (size_t i = 0; gcc_leniency[i]; i++)
			vec_push(argv, gcc_leniency[i]);
	for (size_t i = 0; i < words->len; i++)
		if (probe || !gcc_only(words->at[i]))
			vec_push(argv, words->at[i]);
	/* A user who turned warnings into errors meant gcc's warnings. Named ones stay errors. A probe
	 * asks which warnings exist. */
	if (!probe && has_word(call, "-Werror"))
		add_last(argv, "-Wno-error");
	/* Link-time optimisation would make the objects bitcode files and compile them at link time,
	 * which would lose our section. The user's option stays, so that clang checks it. */
	if (call->line.lto && !call->line.needs_lto)
		add_last(argv, "-fno-lto");
}

int native_only(const CcCall *call)
{
	StrList argv = {0};
	cc_native_words(call, &argv);
	vec_push(&argv, NULL);
	execvp(argv.at[0], (char *const *)argv.at);
	fprintf(stderr, "drift-cc: %s: %s; install clang-%s or name a clang in DRIFT_CLANG\n",
			argv.at[0], strerror(errno), DRIFT_LLVM);
	vec_free(&argv);
	return 127;
}

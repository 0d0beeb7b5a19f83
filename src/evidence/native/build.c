/* build.c: builds a version natively, in several flavours. */
#include "evidence/native/harness.h"
#include "evidence/native/program_impl.h"

#include <errno.h>
#include <sys/stat.h>

#include "toolchain/ccline.h"
#include "base/jobs.h"
#include "base/watch.h"
#include "engine/load/bitcode/bitcode.h"
#include "engine/load/object.h"
#include "engine/load/probe.h"
#include "engine/load/program.h"
#include "evidence/native/stubs.h"

/* Makes a directory that only its owner can enter: programs run there and leave what they read. */
static bool make_private(const char *path, Err *err)
{
	const char *slash = strrchr(path, '/');
	char *parent = slash && slash > path ? xstrndup(path, (size_t)(slash - path)) : NULL;
	bool good = !parent || dir_make(parent, err);
	free(parent);
	return good && (mkdir(path, 0700) == 0 || dir_make(path, err));
}

static bool need_scratch(NativeVersion *p, Err *err)
{
	if (p->scratch)
		return true;
	if (!make_private(p->config.scratch, err))
		return false;
	p->scratch = realpath(p->config.scratch, NULL);
	return p->scratch || err_set(err, "%s: %s", p->config.scratch, strerror(errno));
}

static void add_flavour(StrList *argv, Flavour f)
{
	static const char *const flags[N_FLAVOURS][5] = {
		[FLAVOUR_PLAIN] = {NULL},
		[FLAVOUR_SANITIZED] = {SANITIZE_FLAGS},
		[FLAVOUR_ZEROED] = {"-ftrivial-auto-var-init=zero"},
		[FLAVOUR_PATTERNED] = {"-ftrivial-auto-var-init=pattern"},
	};
	for (size_t i = 0; i < countof(flags[f]) && flags[f][i]; i++)
		vec_push(argv, flags[f][i]);
}

/* Messages of compilers and linkers about known problems, and how to solve them. */
static const struct {
	const char *mark, *way_out;
} troubles[] = {
	{"undefined reference", "; name the file that defines it, or its library: --cflags -lNAME"},
	{"multiple definition", "; name the files of one program only"},
	{"cannot find -l", "; install that library, or its -dev package"},
	{"cannot find", ""},
	{"error: ", ""},
};

/* Finds the line of a compiler's or linker's output that has the error. */
static void take_reason(const char *text, Buf *to)
{
	enum { MOST = 200 }; /* characters */
	const char *way_out = "";
	size_t n = strcspn(text, "\n");
	bool found = false;
	for (const char *at = text; *at && !found; at += n + (at[n] == '\n')) {
		n = strcspn(at, "\n");
		char *line = xstrndup(at, n);
		for (size_t i = 0; !found && i < countof(troubles); i++) {
			found = strstr(line, troubles[i].mark) && !strstr(line, "linker command failed");
			way_out = found ? troubles[i].way_out : "";
		}
		free(line);
		text = found ? at : text;
	}
	n = strcspn(text, "\n");
	buf_add(to, text, n < MOST ? n : MOST);
	buf_adds(to, n < MOST ? "" : "...");
	buf_adds(to, way_out);
}

/* Writes one line about the error to err, and the whole output to the log. */
static bool build_failed(NativeVersion *p, const char *what, const Buf *said, Err *err)
{
	Budget *b = p->config.budget;
	if (b && budget_over(b))
		return err_set(err, "%s before %s was built natively",
					   b->stop && *b->stop ? "drift was stopped" : "drift reached its time limit",
					   what);
	Buf reason = {0};
	FILE *log = p->config.log ? fopen(p->config.log, "a") : NULL;
	take_reason(buf_str(said), &reason);
	if (log) {
		fprintf(log, "%s cannot be built natively:\n%s\n", what, buf_str(said));
		fclose(log);
	}
	err_set(err, "%s cannot be built natively: %s%s%s%s", what, buf_str(&reason),
			log ? " (complete messages:  " : "", log ? p->config.log : "", log ? ")" : "");
	buf_free(&reason);
	return false;
}

/* A compiler, linker or script. What it leaves if it is killed goes with the scratch directory. */
static Job version_job(const NativeVersion *p, char *const *argv, const char *dir)
{
	return (Job){
		.argv = argv, .dir = dir, .temp = p->scratch, .capture = true, .budget = p->config.budget};
}

static bool run_clang(NativeVersion *p, StrList *argv, const char *dir, const char *what, Err *err)
{
	vec_push(argv, NULL);
	Job job = version_job(p, (char *const *)argv->at, dir);
	jobs_run(&job, 1, 1);
	bool good = job_ok(&job);
	if (!good)
		build_failed(p, what, &job.err, err);
	job_free(&job);
	return good;
}

/* Arguments are adjacent in memory, so no sanitizer notices a read past the end of one. So before
 * main begins, each argument gets its own block. */
static const char own_blocks[] =
	"char *strdup(const char *);\n"
	"__attribute__((constructor)) static void own_blocks(int argc, char **argv)\n"
	"{\n"
	"	for (int i = 0; i < argc; i++)\n"
	"		argv[i] = strdup(argv[i]);\n"
	"}\n";

static bool build_text(NativeVersion *p, const char *text, const char *what, const char *object,
					   Err *err)
{
	char *source = xasprintf("%s/own.c", p->scratch);
	const char *own[] = {clang_name(), "-w", "-c", "-o", object, source};
	StrList argv = {0};
	vec_append(&argv, own, countof(own));
	bool good = file_write(source, text, strlen(text), err) && run_clang(p, &argv, NULL, what, err);
	vec_free(&argv);
	free(source);
	return good;
}

/* Compiles stubs for the undefined symbols that the linker reported. */
static bool build_stubs(NativeVersion *p, const char *what, const StrList *needed, Flavour f,
						const char *object, Err *err)
{
	InputSet in = {0};
	InputOptions how = {.cflags = p->config.cflags};
	StrList functions = {0}, data = {0}, argv = {0};
	Arena arena = {0};
	Buf text = {0};
	char *source = xasprintf("%s/stubs.c", p->scratch);
	bool good =
		input_load(what, &how, &in, err) && probe_missing(&in, &functions, &data, &arena, err);
	stubs_text(&functions, &data, &text);
	const char *own[] = {clang_name(), "-w", "-c", "-o", object, source};
	vec_append(&argv, own, countof(own));
	vec_append(&argv, needed->at, needed->len);
	add_flavour(&argv, f);
	good =
		good && file_write(source, text.at, text.len, err) && run_clang(p, &argv, NULL, what, err);
	input_free(&in);
	vec_free(&functions);
	vec_free(&data);
	vec_free(&argv);
	arena_free(&arena);
	buf_free(&text);
	free(source);
	return good;
}

/* Links; if symbols are undefined, links again with stubs for them. */
static bool run_linker(NativeVersion *p, const StrList *words, const char *dir, Flavour f,
					   const char *what, Err *err)
{
	StrList argv = {0}, needed = {0};
	Arena arena = {0};
	char *object = xasprintf("%s/stubs.o", p->scratch);
	vec_push(&argv, "env");
	vec_push(&argv, "LC_ALL=C"); /* its messages are parsed */
	vec_append(&argv, words->at, words->len);
	vec_push(&argv, NULL);
	Job job = version_job(p, (char *const *)argv.at, dir);
	jobs_run(&job, 1, 1);
	bool good = job_ok(&job);
	if (!good && !p->config.strict)
		stubs_needed(buf_str(&job.err), &needed, &arena);
	if (!good && !needed.len)
		build_failed(p, what, &job.err, err);
	if (!good && needed.len) {
		argv.at[argv.len - 1] = object;
		good = build_stubs(p, what, &needed, f, object, err) && run_clang(p, &argv, dir, what, err);
	}
	job_free(&job);
	vec_free(&argv);
	vec_free(&needed);
	arena_free(&arena);
	free(object);
	return good;
}

static bool build_blocks(NativeVersion *p, const char *what, const char *object, Err *err)
{
	return build_text(p, own_blocks, what, object, err);
}

/* Compiles one source. */
static bool compile_source(NativeVersion *p, const InputSource *s, Flavour f, const char *what,
						   const char *object, Err *err)
{
	StrList argv = {0};
	vec_push(&argv, clang_name());
	vec_append(&argv, s->flags.at, s->flags.len);
	if (p->inlines)
		vec_push(&argv, INLINE_FLAG);
	const char *own[] = {"-O1", "-w", "-c", "-o", object, s->path};
	vec_append(&argv, own, countof(own));
	add_flavour(&argv, f);
	if (p->config.world) /* otherwise the compiler assumes that malloc succeeds */
		vec_push(&argv, "-fno-builtin");
	bool good = run_clang(p, &argv, s->dir, what, err);
	vec_free(&argv);
	return good;
}

/* True if the bitcode from loading the sources can be used for this build, too. */
static bool loaded_serves(const NativeVersion *p, const InputSet *in, Flavour f)
{
	const InputSet *loaded = p->config.loaded;
	bool fits = f == FLAVOUR_PLAIN && !p->inlines && !p->config.world && loaded &&
				loaded->modules.len && loaded->modules.len == in->sources.len &&
				loaded->sources.len == in->sources.len;
	for (size_t i = 0; fits && i < loaded->sources.len; i++)
		fits = !loaded->sources.at[i].unseen.len;
	return fits;
}

static bool make_object(const InputSet *loaded, size_t i, const char *object)
{
	const InputModule *made = &loaded->modules.at[i];
	return object_write(made->name, &made->bitcode, object);
}

static bool link_quickly(NativeVersion *p, const InputSet *in, const StrList *link)
{
	Linker linker = native_linker(&in->link);
	StrList argv = {0};
	if (linker == LINKER_CLANG)
		return false;
	vec_push(&argv, "gcc");
	if (linker == LINKER_GOLD && file_exists("/usr/bin/ld.gold"))
		vec_push(&argv, "-fuse-ld=gold");
	for (size_t i = 1; i < link->len; i++)
		vec_push(&argv, link->at[i]);
	vec_push(&argv, NULL);
	Job job = version_job(p, (char *const *)argv.at, in->dir);
	jobs_run(&job, 1, 1);
	bool good = job_ok(&job);
	job_free(&job);
	vec_free(&argv);
	return good;
}

/* Compiles the sources one by one, since each has its own options and directory, then links the
 * program. */
static bool build_once(NativeVersion *p, const InputSet *in, Flavour f, const char *what,
					   const char *to, Err *err)
{
	StrList link = {0};
	Arena arena = {0};
	bool good = true, serves = loaded_serves(p, in, f);
	if (serves && kept_find(p, in, to))
		return true;
	vec_push(&link, clang_name());
	for (size_t i = 0; good && i < in->sources.len; i++) {
		char *object = xasprintf("%s/%zu.o", p->scratch, i);
		good = (serves && make_object(p->config.loaded, i, object)) ||
			   compile_source(p, &in->sources.at[i], f, what, object, err);
		vec_push(&link, arena_strdup(&arena, object));
		free(object);
	}
	if (good && (f == FLAVOUR_SANITIZED || (f == FLAVOUR_PLAIN && p->config.world))) {
		char *object = xasprintf("%s/own.o", p->scratch);
		good = build_text(p, f == FLAVOUR_SANITIZED ? own_blocks : confirm_shim, what, object, err);
		vec_push(&link, arena_strdup(&arena, object));
		free(object);
	}
	vec_append(&link, in->link.at, in->link.len);
	add_flavour(&link, f);
	if (p->inlines)
		vec_push(&link, INLINE_LINK_FLAG);
	const char *own[] = {"-w", "-rdynamic", "-lm", "-o", to}; /* see src/engine/load/symbols.c */
	vec_append(&link, own, countof(own));
	good = good && ((f == FLAVOUR_PLAIN && link_quickly(p, in, &link)) ||
					run_linker(p, &link, in->dir, f, what, err));
	if (good && serves)
		kept_add(p, in, to);
	vec_free(&link);
	arena_free(&arena);
	return good;
}

/* C99 inline functions have no definition for the linker in these sources if some other source should
 * have it, or if only an optimiser makes the program link. */
static bool build_sources(NativeVersion *p, const InputSet *in, Flavour f, const char *what,
						  const char *to, Err *err)
{
	Err again;
	bool good = build_once(p, in, f, what, to, err);
	if (!good && !p->inlines && strstr(err->text, "undefined reference")) {
		p->inlines = true;
		good = build_once(p, in, f, what, to, &again);
		p->inlines = good;
	}
	return good;
}

static bool build_bitcode(NativeVersion *p, const InputSet *in, const char *what, const char *to,
						  Err *err)
{
	const char *own[] = {clang_name(), "-O1", "-w", "-rdynamic", in->binary, "-lm", "-o", to};
	StrList argv = {0};
	vec_append(&argv, own, countof(own));
	bool good = run_linker(p, &argv, NULL, FLAVOUR_PLAIN, what, err);
	vec_free(&argv);
	return good;
}

/* Builds a version without sources: AddressSanitizer works on bitcode, and locals can be
 * initialised there. UndefinedBehaviorSanitizer needs sources. The whole program is one module,
 * linked with its original libraries. */
static bool build_twin(NativeVersion *p, Flavour f, const char *what, const char *to, Err *err)
{
	static const u8 fills[N_FLAVOURS] = {[FLAVOUR_ZEROED] = 0, [FLAVOUR_PATTERNED] = 0xaa};
	InputSet in = {0};
	Buf bitcode = {0};
	StrList argv = {0};
	char *module = xasprintf("%s/program.bc", p->scratch);
	char *blocks = xasprintf("%s/blocks.o", p->scratch);
	const char *own[] = {clang_name(), "-O1", "-w", "-o", to, module, "-lm"};
	const char *checks[] = {"-g", "-fno-omit-frame-pointer", "-fno-optimize-sibling-calls",
							"-fsanitize=address", blocks};
	bool good =
		program_bitcode(what, f == FLAVOUR_SANITIZED ? NULL : &fills[f], &bitcode, &in, err) &&
		file_write(module, bitcode.at, bitcode.len, err);
	vec_append(&argv, own, countof(own));
	for (size_t k = 0; f == FLAVOUR_SANITIZED && k < countof(checks); k++)
		vec_push(&argv, checks[k]);
	vec_append(&argv, in.link.at, in.link.len);
	good = good && (f != FLAVOUR_SANITIZED || build_blocks(p, what, blocks, err)) &&
		   run_linker(p, &argv, NULL, f, what, err);
	vec_free(&argv);
	buf_free(&bitcode);
	input_free(&in);
	free(module);
	free(blocks);
	return good;
}

/* Builds a version without sources. */
static bool build_without(NativeVersion *p, const InputSet *in, Flavour f, const char *what,
						  char **to, Err *err)
{
	if (f != FLAVOUR_PLAIN)
		return build_twin(p, f, what, *to, err);
	if (in->kind == INPUT_BITCODE)
		return build_bitcode(p, in, what, *to, err);
	free(*to);
	*to = realpath(in->binary, NULL);
	return *to || err_set(err, "%s: %s", in->binary, strerror(errno));
}

static const char *const flavours[] = {"plain", "sanitized", "zeroed", "patterned"};

/* Builds one function, with the build.sh that the tests come with. */
static bool build_entry(NativeVersion *p, Flavour f, FlavourBuild *b, Err *err)
{
	const char *what = p->config.version;
	char *script = xasprintf("%s/build.sh", p->config.native);
	char *bitcode = xasprintf("%s/program.bc", p->config.native);
	char *argv[] = {(char *)(uintptr_t) "sh", script, (char *)(uintptr_t)flavours[f], NULL};
	Job job = version_job(p, argv, NULL);
	job.group = true;
	p->sourceless = file_exists(bitcode);
	bool good = f == FLAVOUR_PLAIN || f == FLAVOUR_SANITIZED || !p->sourceless ||
				err_set(err, "%s: without sources, locals of one function cannot be filled", what);
	if (good) {
		jobs_run(&job, 1, 1);
		good = job_ok(&job) || build_failed(p, what, &job.err, err);
		job_free(&job);
	}
	char *program = xasprintf("%s/%s", p->config.native, flavours[f]);
	b->path = good ? realpath(program, NULL) : NULL;
	free(program);
	free(script);
	free(bitcode);
	return good && (b->path || err_set(err, "%s: there is no native program", what));
}

/* Builds from sources or, without them, from bitcode. */
static bool make_build(NativeVersion *p, Flavour f, FlavourBuild *b, Err *err)
{
	const char *what = p->config.version;
	if (p->config.native)
		return build_entry(p, f, b, err);
	InputSet in = {0};
	InputOptions how = {.cflags = p->config.cflags, .native = true, .uncompiled = true};
	bool good = input_load(what, &how, &in, err);
	char *to = xasprintf("%s/%s", p->scratch, flavours[f]);
	if (good && in.kind == INPUT_SOURCES)
		good = build_sources(p, &in, f, what, to, err);
	else if (good && (p->sourceless = true))
		good = build_without(p, &in, f, what, &to, err);
	input_free(&in);
	if (good)
		b->path = to;
	else
		free(to);
	return good;
}

bool native_version_build_now(NativeVersion *p, Flavour f, FlavourBuild *b, Err *err)
{
	return need_scratch(p, err) && make_build(p, f, b, err);
}

const char *native_version_build(NativeVersion *p, Flavour f, Err *err)
{
	FlavourBuild *b = &p->build[f];
	stall("build");
	if (!b->path && !b->failed)
		b->failed = !need_scratch(p, &p->trouble) ||
					!(f == FLAVOUR_PLAIN && p->ahead.pid ? native_version_wait(p, b, &p->trouble)
														 : make_build(p, f, b, &p->trouble));
	if (!b->path)
		err_set(err, "%s", p->trouble.text);
	return b->path;
}

/* compile.c: runs both halves in parallel and adds the bitcode to the output of the native half. */
#include "toolchain/cc/cc.h"
#include "base/jobs.h"
#include "toolchain/object.h"
#include "toolchain/section.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* One source with bitcode. jobs[0] is the native half; source i has jobs[i + 1]. */
typedef struct BitcodeSource {
	const CcInput *input;
	StrList argv; /* command of the bitcode half */
} BitcodeSource;

typedef VEC(BitcodeSource) SourceList;

static bool keeps_bitcode(Lang lang)
{
	return lang == LANG_C || lang == LANG_C_DONE || lang == LANG_IR;
}

static const char *lang_text(Lang lang)
{
	if (lang == LANG_ASM)
		return "assembly";
	return lang == LANG_CXX ? "C++" : "not C";
}

static void list_sources(const CcCall *call, SourceList *out)
{
	for (size_t i = 0; i < call->line.inputs.len; i++) {
		BitcodeSource s = {.input = &call->line.inputs.at[i]};
		if (!keeps_bitcode(s.input->lang))
			continue;
		ccline_subject_command(&call->line, s.input, clang_name(), &s.argv);
		vec_push(&s.argv, NULL);
		vec_push(out, s);
	}
}

static void free_sources(SourceList *sources)
{
	for (size_t i = 0; i < sources->len; i++)
		vec_free(&sources->at[i].argv);
	vec_free(sources);
}

static void show_command(const char *half, const StrList *argv)
{
	Buf line = {0};
	for (size_t i = 0; i < argv->len && argv->at[i]; i++) {
		buf_addc(&line, ' ');
		buf_add_shell(&line, argv->at[i]);
	}
	fprintf(stderr, "drift-cc: %s:%s\n", half, buf_str(&line));
	buf_free(&line);
}

/* Both halves read standard input if a source is "-". So it is copied to an unnamed file, which
 * each half opens again. Returns NULL if there is no such source. */
static char *copy_of_stdin(const SourceList *sources)
{
	bool wanted = false;
	for (size_t i = 0; i < sources->len; i++)
		wanted = wanted || !strcmp(sources->at[i].input->path, "-");
	int fd = wanted ? memfd_create("stdin", MFD_CLOEXEC) : -1;
	if (fd < 0)
		return NULL;
	Buf text = {0};
	file_read("/dev/stdin", &text, NULL);
	for (size_t done = 0; done < text.len;) {
		ssize_t n = write(fd, text.at + done, text.len - done);
		if (n <= 0)
			break;
		done += (size_t)n;
	}
	buf_free(&text);
	return xasprintf("/proc/%ld/fd/%d", (long)getpid(), fd);
}

/* The object that -c makes from a source; the caller frees it. */
static char *object_of(const CcLine *line, const CcInput *input)
{
	if (line->output)
		return xstrdup(line->output);
	const char *slash = strrchr(input->path, '/');
	const char *name = slash ? slash + 1 : input->path;
	const char *dot = strrchr(name, '.');
	return xasprintf("%.*s.o", (int)(dot ? dot - name : (ptrdiff_t)strlen(name)), name);
}

static bool regular_file(const char *path)
{
	struct stat st;
	return stat(path, &st) == 0 && S_ISREG(st.st_mode);
}

/* The first error of a failed bitcode half, for the note. */
static const char *first_error(const Job *job, Arena *arena)
{
	if (job->error)
		return arena_strdup(arena, strerror(job->error));
	const char *at = strstr(buf_str(&job->err), "error: ");
	if (!at)
		return "its bitcode compile failed";
	return arena_strndup(arena, at, strcspn(at, "\n"));
}

/* The version of LLVM that wrote the bitcode: ours, unless the user names another clang. */
static u32 llvm_version(void)
{
	const char *name = getenv("DRIFT_CLANG");
	u32 version = (u32)atoi(DRIFT_LLVM);
	if (!name || !*name)
		return version;
	Buf out = {0};
	int status;
	char *const argv[] = {(char *)(uintptr_t)clang_name(), (char *)(uintptr_t) "-dumpversion",
						  NULL};
	if (run_command(argv, &out, NULL, &status, NULL) && status == 0)
		version = (u32)atoi(buf_str(&out));
	buf_free(&out);
	return version;
}

static const char lost_c[] = "drift will not know this file's functions";

static void append(const char *file, const Buf *section)
{
	Err err = {0};
	if (section->len &&
		!object_append(file, SECTION_NAME, section->at, section->len, SECTION_ALIGN, &err))
		note_lost(file, err.text, lost_c);
}

/* Adds the bitcode to the output of the native half: to each object its own, to a binary all of
 * it. Sources that have none are added to lost. */
static void embed(CcCall *call, const SourceList *sources, const Job *jobs, StrList *lost)
{
	Buf section = {0};
	const CcLine *line = &call->line;
	const char *binary = line->output ? line->output : "a.out";
	u32 llvm = llvm_version();
	for (size_t i = 0; i < sources->len; i++) {
		const BitcodeSource *s = &sources->at[i];
		const Job *job = &jobs[i + 1];
		if (!job_ok(job)) {
			note_lost(s->input->path, first_error(job, &call->arena), lost_c);
			vec_push(lost, s->input->path);
			if (call->verbose)
				fputs(buf_str(&job->err), stderr);
			continue;
		}
		section_add(&section, s->input->path, job->out.at, job->out.len, llvm);
		if (line->mode == CC_LINK)
			continue;
		char *object = object_of(line, s->input);
		if (regular_file(object))
			append(object, &section);
		free(object);
		buf_reset(&section);
	}
	if (line->mode == CC_LINK && regular_file(binary))
		append(binary, &section);
	buf_free(&section);
}

/* Reports sources that drift cannot run, once each. */
static void note_other_sources(const CcCall *call, StrList *lost)
{
	for (size_t i = 0; i < call->line.inputs.len; i++) {
		const CcInput *in = &call->line.inputs.at[i];
		if (in->lang == LANG_LINKER || keeps_bitcode(in->lang))
			continue;
		const char *out = call->line.output ? call->line.output : "x.o";
		size_t n = strlen(out);
		/* A precompiled header has no code. */
		bool object = call->line.mode == CC_LINK || (n > 2 && !strcmp(out + n - 2, ".o"));
		if (object && (in->lang == LANG_ASM || in->lang == LANG_CXX))
			note_lost(in->path, lang_text(in->lang), lost_c);
		if (object)
			vec_push(lost, in->path);
	}
}

int exit_like(const Job *native)
{
	if (native->error) {
		fprintf(stderr, "drift-cc: %s: %s; install clang-%s or name a clang in DRIFT_CLANG\n",
				native->argv[0], strerror(native->error), DRIFT_LLVM);
		return 127;
	}
	if (WIFSIGNALED(native->status)) {
		signal(WTERMSIG(native->status), SIG_DFL);
		raise(WTERMSIG(native->status));
		return 128 + WTERMSIG(native->status);
	}
	return WEXITSTATUS(native->status);
}

int compile_both(CcCall *call)
{
	SourceList sources = {0};
	StrList native = {0};
	cc_native_words(call, &native);
	vec_push(&native, NULL);
	list_sources(call, &sources);
	char *input = copy_of_stdin(&sources);
	Job *jobs = xcalloc(sources.len + 1, sizeof *jobs);
	jobs[0] = (Job){.argv = (char *const *)native.at, .input = input, .decides = true};
	if (call->verbose)
		show_command("native", &native);
	for (size_t i = 0; i < sources.len; i++) {
		jobs[i + 1] =
			(Job){.argv = (char *const *)sources.at[i].argv.at, .input = input, .capture = true};
		if (call->verbose)
			show_command("bitcode", &sources.at[i].argv);
	}
	jobs_run(jobs, sources.len + 1, 2);
	if (job_ok(&jobs[0])) {
		StrList lost = {0};
		embed(call, &sources, jobs, &lost);
		note_other_sources(call, &lost);
		record_link(call, &lost);
		vec_free(&lost);
	}
	int status = exit_like(&jobs[0]);
	for (size_t i = 0; i < sources.len + 1; i++)
		job_free(&jobs[i]);
	free(jobs);
	free(input);
	free_sources(&sources);
	vec_free(&native);
	return status;
}

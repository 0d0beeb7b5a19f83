/* record.c: links, and records in the binary what has no bitcode (toolchain/linked.h). */
#include "toolchain/cc/cc.h"
#include "base/jobs.h"
#include "toolchain/linked.h"

#include <sys/stat.h>

/* A source that drift does not run: its object, as the native half has made it. */
static void add_source(Buf *to, const CcLine *line, const char *path)
{
	Buf object = {0};
	StrList argv = {0};
	int status;
	vec_push(&argv, clang_name());
	for (size_t i = 0; i < line->build.len; i++)
		vec_push(&argv, line->build.at[i]);
	const char *const words[] = {"-w", "-c", "-o", "-", path, NULL};
	for (size_t i = 0; i < countof(words); i++)
		vec_push(&argv, words[i]);
	if (run_command((char *const *)argv.at, &object, NULL, &status, NULL) && !status)
		linked_object(to, "code", path, (Span){(const u8 *)object.at, object.len});
	buf_free(&object);
	vec_free(&argv);
}

void record_link(const CcCall *call, const StrList *lost)
{
	const CcLine *line = &call->line;
	const char *binary = line->output ? line->output : "a.out";
	Buf text = {0};
	Err err = {0};
	struct stat st;
	if (line->mode != CC_LINK || stat(binary, &st) || !S_ISREG(st.st_mode))
		return;
	for (size_t i = 0; i < lost->len; i++)
		add_source(&text, line, lost->at[i]);
	linked_line(&text, line, getenv("DRIFT_CC_TREE"));
	if (text.len && !object_append(binary, LINKED_SECTION, text.at, text.len, 1, &err))
		fprintf(stderr, "drift-cc: %s: %s; drift will not know what it was linked from\n", binary,
				err.text);
	buf_free(&text);
}

int link_only(const CcCall *call)
{
	StrList argv = {0};
	cc_native_words(call, &argv);
	vec_push(&argv, NULL);
	Job job = {.argv = (char *const *)argv.at, .decides = true};
	jobs_run(&job, 1, 1);
	if (job_ok(&job))
		record_link(call, &(StrList){0});
	int status = exit_like(&job);
	job_free(&job);
	vec_free(&argv);
	return status;
}

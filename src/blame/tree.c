/* tree.c: one copy of a tree, edited and built again and again. */
#include "blame/tree.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/ccline.h"
#include "base/jobs.h"

void build_tree_begin(BuildTree *t, const Edits *edits, const SourceTrees *from, const char *dir,
					  Budget *budget)
{
	*t = (BuildTree){.edits = edits,
					 .from = from,
					 .dir = xstrdup(dir),
					 .program = xasprintf("%s/%s", dir, from->program),
					 .budget = budget};
}

void build_tree_end(BuildTree *t)
{
	Err ignored;
	if (t->dir)
		tree_remove(t->dir, &ignored);
	free(t->dir);
	free(t->program);
	free(t->has);
	*t = (BuildTree){0};
}

/* ---- copying ---- */

/* All that lies in OLD's tree, with its times, but for what version control keeps there. */
static bool copy_old(const BuildTree *t, Err *err)
{
	struct dirent **names;
	StrList argv = {0};
	const char *first[] = {"cp", "-a", "-t", t->dir, "--"};
	int n = scandir(t->edits->root[SIDE_OLD], &names, NULL, alphasort), status = 0;
	for (size_t i = 0; i < countof(first); i++)
		vec_push(&argv, first[i]);
	for (int i = 0; i < n; i++) {
		const char *name = names[i]->d_name;
		if (strcmp(name, ".") && strcmp(name, "..") && strcmp(name, ".git"))
			vec_push(&argv, xasprintf("%s/%s", t->edits->root[SIDE_OLD], name));
		free(names[i]);
	}
	if (n >= 0)
		free(names);
	size_t given = argv.len;
	vec_push(&argv, NULL);
	bool good = tree_remove(t->dir, err) && dir_make(t->dir, err) &&
				(given == countof(first) ||
				 (run_command((char *const *)argv.at, NULL, NULL, &status, err) &&
				  (!status || err_set(err, "cannot copy %s", t->edits->root[SIDE_OLD]))));
	for (size_t i = countof(first); i < given; i++)
		free((char *)(uintptr_t)argv.at[i]);
	vec_free(&argv);
	return good;
}

/* ---- editing ---- */

static bool is_c(const Edits *e, u32 file)
{
	return lang_of_file(e->files.at[file].name) == LANG_C;
}

static bool changes_more_than_c(const BuildTree *t, const bool *take)
{
	for (u32 i = 0; i < t->edits->at.len; i++)
		if (t->has[i] != take[i] && !is_c(t->edits, t->edits->at.at[i].file))
			return true;
	return false;
}

/* Every C source counts as written now. */
static void touch_sources(const BuildTree *t)
{
	for (u32 i = 0; i < t->edits->files.len; i++)
		if (is_c(t->edits, i)) {
			char *path = xasprintf("%s/%s", t->dir, t->edits->files.at[i].name);
			utimensat(AT_FDCWD, path, NULL, 0); /* one that is not there is not compiled */
			free(path);
		}
}

static bool edit_tree(BuildTree *t, const bool *take, Err *err)
{
	size_t n = t->edits->at.len;
	if (!t->has) {
		if (!copy_old(t, err))
			return false;
		t->has = xcalloc(n + 1, sizeof *t->has);
	}
	bool more = changes_more_than_c(t, take);
	if (!edits_rewrite(t->edits, t->has, take, t->dir, err)) {
		free(t->has); /* what is in it is not known */
		t->has = NULL;
		return false;
	}
	memcpy(t->has, take, n * sizeof *take);
	if (more)
		touch_sources(t);
	return true;
}

/* ---- building ---- */

bool build_tree_make(BuildTree *t, const bool *take, Buf *said)
{
	char *argv[] = {"sh", "-c", (char *)(uintptr_t)t->from->build, NULL};
	Job job = {
		.argv = argv, .dir = t->dir, .capture = true, .input = "/dev/null", .budget = t->budget};
	Err err = {0};
	if (!edit_tree(t, take, &err)) {
		buf_addf(said, "%s\n", err.text);
		return false;
	}
	unlink(t->program); /* or a build that makes none would leave the one before */
	jobs_run(&job, 1, 1);
	bool good = job_ok(&job) && file_exists(t->program);
	if (!good) {
		buf_adds(said, buf_str(&job.out));
		buf_adds(said, buf_str(&job.err));
		buf_adds(said, "it cannot be built\n");
	}
	job_free(&job);
	return good;
}

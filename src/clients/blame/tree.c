/* tree.c: one copy of a tree, edited and built again and again. */
#include "clients/blame/tree.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "toolchain/ccline.h"
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
	int n = scandir(t->edits->root[OLD], &names, NULL, alphasort), status = 0;
	vec_append(&argv, first, countof(first));
	for (int i = 0; i < n; i++) {
		const char *name = names[i]->d_name;
		if (strcmp(name, ".") && strcmp(name, "..") && strcmp(name, ".git"))
			vec_push(&argv, xasprintf("%s/%s", t->edits->root[OLD], name));
		free(names[i]);
	}
	if (n >= 0)
		free(names);
	size_t given = argv.len;
	vec_push(&argv, NULL);
	bool good = tree_remove(t->dir, err) && dir_make(t->dir, err) &&
				(given == countof(first) ||
				 (run_command((char *const *)argv.at, NULL, NULL, &status, err) &&
				  (!status || err_set(err, "cannot copy %s", t->edits->root[OLD]))));
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

static const char *last_part(const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash ? slash + 1 : path;
}

/* True if a line of the text includes a file of that name, or the name is unknown. */
static bool includes(const char *text, const char *name)
{
	size_t n = strlen(name);
	for (const char *at = text; (at = strstr(at, "include")); at++) {
		const char *hash = at, *word = at + strlen("include");
		while (hash > text && (hash[-1] == ' ' || hash[-1] == '\t'))
			hash--;
		if (hash == text || hash[-1] != '#')
			continue;
		word += strspn(word, " \t");
		if (*word != '"' && *word != '<')
			return true; /* by a macro */
		word++;
		size_t k = strcspn(word, "\">\n");
		if (k >= n && !memcmp(word + k - n, name, n) && (k == n || word[k - n - 1] == '/'))
			return true;
	}
	return false;
}

/* Marks the files that include one that is marked, until there are no more. */
static void mark_users(const Edits *e, bool *marked)
{
	bool more = true;
	while (more) {
		more = false;
		for (u32 i = 0; i < e->files.len; i++)
			for (u32 k = 0; k < e->files.len && !marked[i] && e->files.at[i].plain; k++) {
				const char *name = last_part(e->files.at[k].name);
				if (!marked[k] || is_c(e, k))
					continue;
				for (Side s = OLD; s < N_SIDES && !marked[i]; s++)
					marked[i] = includes(buf_str(&e->files.at[i].text[s]), name);
				more |= marked[i];
			}
	}
}

/* C sources that are to be compiled again though they were not edited count as written now. */
static void touch_users(const BuildTree *t, const bool *take)
{
	const Edits *e = t->edits;
	bool *marked = xcalloc(e->files.len + 1, sizeof *marked), all = false, some = false;
	for (u32 i = 0; i < e->at.len; i++) {
		u32 file = e->at.at[i].file;
		if (t->has[i] == take[i] || is_c(e, file))
			continue;
		some = marked[file] = true;
		all |= !edit_file_is_code(&e->files.at[file]);
	}
	if (some && !all)
		mark_users(e, marked);
	for (u32 i = 0; i < e->files.len && some; i++)
		if (is_c(e, i) && (all || marked[i])) {
			char *path = xasprintf("%s/%s", t->dir, e->files.at[i].name);
			utimensat(AT_FDCWD, path, NULL, 0); /* one that is not there is not compiled */
			free(path);
		}
	free(marked);
}

static bool edit_tree(BuildTree *t, const bool *take, Err *err)
{
	size_t n = t->edits->at.len;
	if (!t->has) {
		if (!copy_old(t, err))
			return false;
		t->has = xcalloc(n + 1, sizeof *t->has);
		/* To be level, all that has edits is written. */
		for (size_t i = 0; t->level && i < n; i++)
			t->has[i] = !take[i];
	}
	if (!edits_rewrite(t->edits, t->has, take, t->level, t->dir, err)) {
		free(t->has); /* what is in it is not known */
		t->has = NULL;
		return false;
	}
	touch_users(t, take);
	memcpy(t->has, take, n * sizeof *take);
	return true;
}

/* ---- building ---- */

bool build_tree_make(BuildTree *t, const bool *take, Buf *said)
{
	char *argv[] = {"sh", "-c", (char *)(uintptr_t)t->from->build, NULL};
	Job job = {.argv = argv,
			   .dir = t->dir,
			   .input = "/dev/null",
			   .capture = true,
			   .group = true,
			   .budget = t->budget};
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

/* source.c: compiles a program given as C sources. */
#include "engine/load/bitcode/parts.h"
#include "engine/load/probe.h"
#include "toolchain/linked.h"

#include <dirent.h>
#include <errno.h>

enum {
	AT_ONCE = 2,     /* compilers side by side */
	FILES_SHOWN = 3, /* files whose errors are shown */
	ROOM = 3500,     /* bytes of clang's lines; the rest of a message is for names */
};

static void post_states_free(UnitList *units)
{
	for (size_t i = 0; i < units->len; i++)
		ccline_free(&units->at[i].line);
	vec_free(units);
}

/* Options for sources, and where the compiler runs. */
typedef struct SourceFlags {
	StrList words;
	StrList files;   /* that words were read from */
	const char *dir; /* of -working-directory, or NULL for the current one */
} SourceFlags;

static void source_flags_free(SourceFlags *f)
{
	vec_free(&f->words);
	vec_free(&f->files);
}

/* Splits the options; words of files are put in their place. */
static bool source_flags(const char *cflags, SourceFlags *to, Arena *arena, Err *err)
{
	StrList given = {0};
	bool ok = split_words(cflags ? cflags : "", &given, arena) ||
			  err_set(err, "--cflags: a quote is not closed in: %s", cflags);
	to->dir = take_working_directory(&given);
	if (to->dir && !is_directory(to->dir))
		ok =
			ok && err_set(err, "--cflags: -working-directory: there is no directory '%s'", to->dir);
	if (ok)
		expand_response_files_in(to->dir, &given, &to->words, &to->files, arena);
	for (size_t i = 0; ok && i < to->words.len; i++)
		if (to->words.at[i][0] == '@')
			ok = err_set(err, "--cflags: %s: cannot be read%s%s", to->words.at[i],
						 to->dir ? " in " : "", to->dir ? to->dir : "");
	vec_free(&given);
	return ok;
}

/* The name of a file for a compiler that runs elsewhere. */
static const char *name_in(const char *dir, const char *path, Arena *arena)
{
	char *real = dir ? realpath(path, NULL) : NULL;
	const char *name = real ? arena_strdup(arena, real) : path;
	free(real);
	return name;
}

static void add_unit(UnitList *units, const char *path, const SourceFlags *flags, Arena *arena)
{
	Unit u = {.name = path,
			  .dir = flags->dir,
			  .input = {name_in(flags->dir, path, arena), lang_of_source(path)}};
	ccline_parse(&u.line, &flags->words, arena);
	vec_push(units, u);
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Notes the names of C files that a source includes: they are no sources of their own. */
static void note_included(const char *dir, const char *name, StrMap *to)
{
	char *path = xasprintf("%s/%s", dir, name);
	Buf text = {0};
	const char *at = file_read(path, &text, NULL) ? buf_str(&text) : "";
	while ((at = strstr(at, "include"))) {
		at += strlen("include");
		at += strspn(at, " \t");
		size_t n = *at == '"' ? strcspn(at + 1, "\"\n") : 0;
		if (n > 2 && !strncmp(at + 1 + n - 2, ".c", 2)) {
			char *included = xstrndup(at + 1, n);
			const char *file = included + (strncmp(included, "./", 2) ? 0 : 2);
			if (strcmp(file, name) != 0)
				strmap_put(to, file, 1);
			free(included);
		}
	}
	buf_free(&text);
	free(path);
}

/* All *.c of a directory, in an order that does not depend on the disk. */
static bool add_directory(const char *dir, const SourceFlags *flags, UnitList *units, Arena *arena,
						  Err *err)
{
	DIR *d = opendir(dir);
	StrList names = {0};
	if (!d)
		return err_set(err, "%s: %s", dir, strerror(errno));
	for (struct dirent *e; (e = readdir(d));) {
		size_t n = strlen(e->d_name);
		if (e->d_name[0] != '.' && n > 2 && !strcmp(e->d_name + n - 2, ".c"))
			vec_push(&names, arena_strdup(arena, e->d_name));
	}
	closedir(d);
	if (names.len)
		qsort(names.at, names.len, sizeof *names.at, by_name);
	size_t len = strlen(dir);
	while (len > 1 && dir[len - 1] == '/')
		len--;
	StrMap included = {0};
	for (size_t i = 0; i < names.len; i++)
		note_included(dir, names.at[i], &included);
	for (size_t i = 0; i < names.len; i++) {
		if (strmap_get(&included, names.at[i], NULL))
			continue;
		char *path = xasprintf("%.*s/%s", (int)len, dir, names.at[i]);
		add_unit(units, arena_strdup(arena, path), flags, arena);
		free(path);
	}
	strmap_free(&included);
	vec_free(&names);
	return units->len || err_set(err,
								 "%s: no C sources (*.c) in this directory; name the "
								 "directory that holds them",
								 dir);
}

/* The command of one file in the database of a directory above it, up to the top of a git repository. */
static bool above_units(const char *file, const SourceFlags *flags, UnitList *units, Arena *arena,
						Err *err)
{
	char *at = realpath(dir_of(file, arena), NULL);
	bool good = true, top = !at;
	while (good && !top && !units->len && at[0] && at[1]) {
		char *git = xasprintf("%s/.git", at);
		const char *database = database_find(at, arena);
		top = file_exists(git);
		free(git);
		good = !database || database_units(database, file, &flags->words, units, arena, err);
		*strrchr(at, '/') = 0;
	}
	free(at);
	return good;
}

/* Lists what is to be compiled: by the compilation database if there is one, else the file or
 * the directory with the user's flags alone. */
static bool list_units(const char *prog, bool is_dir, const SourceFlags *flags, UnitList *units,
					   Arena *arena, Err *err)
{
	const char *database = database_find(is_dir ? prog : dir_of(prog, arena), arena);
	if (!database && !is_dir && !above_units(prog, flags, units, arena, err))
		return false;
	if (database &&
		!database_units(database, is_dir ? NULL : prog, &flags->words, units, arena, err))
		return false;
	if (units->len)
		return true;
	if (is_dir && database)
		return err_set(err,
					   "%s: no C sources in this compilation database; remove it or build "
					   "with CC=drift-cc",
					   database);
	if (is_dir)
		return add_directory(prog, flags, units, arena, err);
	add_unit(units, arena_strdup(arena, prog), flags, arena);
	return true;
}

/* Clang's lines of the first few files, as they are. When one file of a program does not compile,
 * others often fail for the same reason. */
static size_t gather_errors(const UnitList *units, Job *jobs, Buf *text, const char **first)
{
	size_t failed = 0;
	for (size_t i = 0; i < units->len; i++) {
		if (job_ok(&jobs[i]))
			continue;
		if (failed == 0)
			*first = units->at[i].name;
		if (failed++ < FILES_SHOWN) {
			reads_cut(&jobs[i].err);
			buf_adds(text, buf_str(&jobs[i].err));
		}
	}
	return failed;
}

/* Keeps whole lines, as many as fit. */
static void cut_lines(Buf *text, size_t room)
{
	while (text->len > room || (text->len && text->at[text->len - 1] != '\n'))
		text->len--;
	if (text->at)
		text->at[text->len] = 0;
}

static bool report_errors(const UnitList *units, Job *jobs, Err *err)
{
	Buf text = {0};
	const char *first = "";
	for (size_t i = 0; i < units->len; i++)
		if (jobs[i].stopped)
			return err_set(err, "%s: drift was stopped before it compiled this file",
						   units->at[i].name);
		else if (jobs[i].error)
			return err_set(err,
						   "%s: cannot run %s: %s; install clang-" DRIFT_LLVM
						   " or name a clang in DRIFT_CLANG",
						   units->at[i].name, clang_name(), strerror(jobs[i].error));
	size_t failed = gather_errors(units, jobs, &text, &first);
	cut_lines(&text, ROOM);
	if (failed > FILES_SHOWN)
		buf_addf(&text, "(%zu more files do not compile)\n", failed - FILES_SHOWN);
	if (text.len)
		text.at[--text.len] = 0; /* whoever prints the message ends it */
	err_set(err, "%s: does not compile:\n%s", first, buf_str(&text));
	buf_free(&text);
	return false;
}

/* only: nothing is compiled, and the jobs tell which files would be read. */
static void make_jobs(const UnitList *units, bool only, StrList *commands, Job *jobs)
{
	for (size_t i = 0; i < units->len; i++) {
		const Unit *u = &units->at[i];
		StrList compile = {0};
		ccline_subject_command(&u->line, &u->input, clang_name(), &compile);
		vec_push(&commands[i], compile.at[0]);
		reads_ask(&commands[i], only);
		vec_append(&commands[i], compile.at + 1, compile.len - 1);
		vec_push(&commands[i], NULL);
		vec_free(&compile);
		jobs[i] = (Job){.argv = (char *const *)commands[i].at, .dir = u->dir, .capture = true};
	}
}

static bool compile_units(const UnitList *units, bool only, Compiled *before, InputSet *out,
						  Err *err)
{
	bool ok = true;
	Job *jobs = xcalloc(units->len, sizeof *jobs);
	StrList *commands = xcalloc(units->len, sizeof *commands);
	StrMap seen = {0};
	make_jobs(units, only, commands, jobs);
	compiled_run(before, jobs, units->len, AT_ONCE);
	for (size_t i = 0; i < units->len; i++)
		ok = ok && job_ok(&jobs[i]);
	if (!ok)
		report_errors(units, jobs, err);
	for (size_t i = 0; i < units->len; i++) {
		if (ok)
			reads_take(only ? &jobs[i].out : &jobs[i].err, units->at[i].dir, &seen, out);
		if (ok && !only) {
			add_module(out, units->at[i].name, strlen(units->at[i].name), jobs[i].out);
			jobs[i].out = (Buf){0};
		}
		job_free(&jobs[i]);
		vec_free(&commands[i]);
	}
	strmap_free(&seen);
	free(jobs);
	free(commands);
	return ok;
}

static bool is_among(const StrList *list, const char *word)
{
	for (size_t i = 0; i < list->len; i++)
		if (!strcmp(list->at[i], word))
			return true;
	return false;
}

/* Options that leave it to the optimiser how floating point numbers are computed: what it makes of
 * that is in native code only, though the subject has them as well. */
static bool is_leave(const char *word)
{
	static const char *const leave[] = {
		"-ffast-math",
		"-ffp-contract=fast",
		"-ffp-model=fast",
		"-ffp-model=aggr",
		"-funsafe-math-optimizations",
		"-fapprox-func",
		"-fassociative-math",
		"-freciprocal-math",
		"-fno-signed-zeros",
		"-ffinite-math-only",
		"-fno-honor-nans",
		"-fno-honor-infinities",
		"-fdenormal-fp-math",
		"-mdaz-ftz",
		"-mrecip",
	};
	for (size_t i = 0; i < countof(leave); i++)
		if (!strncmp(word, leave[i], strlen(leave[i])))
			return true;
	return false;
}

/* Options of the native compile that do something to the code, and that the subject does not have. */
static void find_unseen(const CcLine *line, StrList *to)
{
	static const char *const silent[] = {"-W", "-w", "-g", "-O", "-pedantic", "-pipe"};
	for (size_t i = 0; i < line->build.len; i++) {
		const char *word = line->build.at[i];
		bool leave = is_leave(word), seen = !leave && is_among(&line->subject, word);
		for (size_t k = 0; k < countof(silent) && !seen && !leave; k++)
			seen = !strncmp(word, silent[k], strlen(silent[k])) && strncmp(word, "-Wp,", 4) &&
				   strncmp(word, "-Wa,", 4);
		if (!seen)
			vec_push(to, word);
	}
}

/* Remembers how the program would be built natively. */
static void keep_build(const UnitList *units, InputSet *out)
{
	for (size_t i = 0; i < units->len; i++) {
		const Unit *u = &units->at[i];
		InputSource s = {.path = u->input.path, .dir = u->dir};
		find_unseen(&u->line, &s.unseen);
		if (lang_of_file(u->input.path) != u->input.lang) { /* a header, compiled as C */
			vec_push(&s.flags, "-x");
			vec_push(&s.flags, "c");
		}
		for (size_t k = 0; gcc_leniency[k]; k++)
			vec_push(&s.flags, gcc_leniency[k]);
		vec_append(&s.flags, u->line.build.at, u->line.build.len);
		vec_push(&out->sources, s);
	}
	if (units->len) {
		vec_append(&out->link, units->at[0].line.link.at, units->at[0].line.link.len);
		out->dir = units->at[0].dir;
	}
}

bool input_compile(const InputSource *like, const char *file, const StrList *more, InputModule *out,
				   Err *err)
{
	InputSet set = {0};
	SourceFlags flags = {0};
	UnitList units = {0};
	vec_append(&flags.words, like->flags.at, like->flags.len);
	vec_append(&flags.words, more->at, more->len);
	add_unit(&units, file, &flags, &set.arena);
	units.at[0].dir = like->dir;
	bool good = compile_units(&units, false, NULL, &set, err);
	if (good) {
		*out = set.modules.at[0];
		vec_free(&set.modules);
	}
	post_states_free(&units);
	source_flags_free(&flags);
	input_free(&set);
	return good;
}

bool load_sources(const char *prog, bool is_dir, const InputOptions *opts, InputSet *out, Err *err)
{
	UnitList units = {0};
	SourceFlags flags = {0};
	StrMap seen = {0};
	out->kind = INPUT_SOURCES;
	bool ok = source_flags(opts->cflags, &flags, &out->arena, err);
	if (opts->unused)
		vec_push(&flags.words, "-femit-all-decls");
	ok = ok && list_units(prog, is_dir, &flags, &units, &out->arena, err);
	ok = ok && (opts->uncompiled || compile_units(&units, opts->reads, opts->compiled, out, err));
	for (size_t i = 0; i < flags.files.len; i++)
		reads_add(out, &seen, NULL, flags.files.at[i]);
	if (ok && units.len)
		linked_line(&out->linked, &units.at[0].line, NULL);
	if (ok && opts->native)
		keep_build(&units, out);
	post_states_free(&units);
	source_flags_free(&flags);
	strmap_free(&seen);
	return ok;
}

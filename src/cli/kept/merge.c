/* merge.c: drift merge: joins the results of shards. */
#include "cli/cmd.h"
#include "cli/kept/kept.h"
#include "cli/options/format.h"

#define MERGE_OPTIONS(X)                                        \
	X(TEXT, out, 'o', "dir", "DIR", 0, 0,                       \
	  "write result.json and tests to DIR (default drift-out)") \
	FORMAT_OPTIONS(X)

typedef struct MergeCommand {
	MERGE_OPTIONS(OPT_FIELD)
} MergeCommand;

#define OPT_STRUCT MergeCommand
static const OptSpec merge_specs[] = {MERGE_OPTIONS(OPT_ROW)};

const OptCommand merge_command_spec = {
	.name = "merge",
	.args = "[-o DIR] SHARD...",
	.summary =
		"Join the results of 'drift explore', 'drift test' or 'drift diff' with --shard K/N. Each "
		"SHARD "
		"is the directory of one of "
		"them. The\n"
		"program and the files that the command line names must be here under the same names: "
		"drift runs\n"
		"the inputs again that it shows. The result is exhaustive if all N shards are given and "
		"each has\n"
		"finished its part. Otherwise the result names the shards that are missing.\n"
		"\n"
		"Exit status: as of the search: 0 drift found no error, 1 it found an error, 2 the command "
		"failed.",
	.example = "  drift explore --shard 1/2 -o s1 prog.c -- @str:8\n"
			   "  drift explore --shard 2/2 -o s2 prog.c -- @str:8\n"
			   "  drift merge -o all s1 s2",
	.specs = merge_specs,
	.n_specs = countof(merge_specs),
};

typedef VEC(char *) MergeWords;

static void add_word(MergeWords *to, const char *word)
{
	vec_push(to, xstrdup(word));
}

/* The options of the merged result: our own. */
static void add_options(const MergeCommand *o, MergeWords *to)
{
	add_word(to, "-o");
	add_word(to, o->out ? o->out : "drift-out");
	if (o->json)
		add_word(to, "--json");
	if (o->format)
		vec_push(to, xasprintf("--format=%s", o->format));
	if (o->color)
		vec_push(to, xasprintf("--color=%s", o->color));
	for (size_t i = 0; i < o->strip_prefix.len; i++)
		vec_push(to, xasprintf("--strip-prefix=%s", o->strip_prefix.at[i]));
}

/* The words of the search without those that each shard has for itself. */
static void make_words(const SearchShard *shard, const MergeCommand *o, MergeWords *to)
{
	bool value, rest = false;
	add_word(to, shard->words.at[0]);
	add_options(o, to);
	for (size_t i = 1; i < shard->words.len; i++) {
		const char *word = shard->words.at[i];
		rest |= !strcmp(word, "--");
		if (!rest && kept_own(word, &value) && strncmp(word, "--tests", 7) != 0)
			i += value;
		else
			add_word(to, word);
	}
}

static int merge(const MergeCommand *o, SearchShard *shard)
{
	MergeWords words = {0};
	make_words(shard, o, &words);
	int argc = (int)words.len;
	vec_push(&words, NULL);
	const char *name = words.at[0];
	bool test = !strcmp(name, "test"), diff = !strcmp(name, "diff");
	int status = (test ? test_shards : diff ? diff_shards : explore_shards)(argc, words.at, shard);
	for (int i = 0; i < argc; i++)
		free(words.at[i]);
	vec_free(&words);
	return status;
}

int cmd_merge(int argc, char **argv)
{
	MergeCommand o = {0};
	StrList dirs = {0};
	SearchShard shard = {0};
	Err err = {0};
	bool good = opt_parse(&merge_command_spec, &o, argc, argv, &dirs, NULL, &err);
	if (good && !dirs.len)
		good = err_set(&err, "no shard given; see 'drift merge --help'");
	VEC(char *) files = {0};
	for (size_t i = 0; good && i < dirs.len; i++)
		vec_push(&files, xasprintf("%s/search", dirs.at[i]));
	good = good && shard_read(files.at[0], &shard, &err);
	for (size_t i = 0; good && i < files.len; i++)
		vec_push(&shard.files, files.at[i]);
	int status = good ? merge(&o, &shard) : complain(&err);
	for (size_t i = 0; i < files.len; i++)
		free(files.at[i]);
	vec_free(&files);
	vec_free(&dirs);
	vec_free(&o.strip_prefix);
	shard_free(&shard);
	return status;
}

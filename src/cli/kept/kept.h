/* kept.h: searches that are kept in a file: --resume, --shard, and `drift merge`. */
#ifndef DRIFT_CMD_KEPT_H
#define DRIFT_CMD_KEPT_H

#include "engine/explore/jobs/kept.h"
#include "engine/explore/jobs/shard.h"
#include "engine/load/program.h"

struct PairJob;

typedef struct KeptSearch {
	bool any;                  /* true if the search is kept, or merged from files */
	SearchKeep keep;           /* for the search */
	char *file;                /* where it is kept; NULL: it is merged */
	bool anew;                 /* true: nothing of an earlier search is used */
	SearchShard shard;         /* .of: 0 if the search is not divided */
	const SearchShard *merged; /* its files are merged; NULL: no */
} KeptSearch;

typedef struct KeptOptions {
	const char *resume, *shard; /* as on the command line, or NULL */
	const char **out;           /* -o; with --resume it is set */
	bool possible; /* true if the search is one that can be kept: one program, by path */
} KeptOptions;

/* argv: the words of the command, which must be the same for whoever continues or merges. Everything begins as {0}, but
 * for merged. */
bool kept_parse(KeptSearch *kept, KeptOptions o, int argc, char **argv, Err *err);
/* Completes it when the programs are known. Returns how the search is kept; NULL: it is not. */
const SearchKeep *kept_begin(KeptSearch *kept, const Program *const *programs, size_t n);
/* pair.c: the same for a search on two versions that were loaded. */
bool kept_pair(KeptSearch *kept, struct PairJob *job, int argc, char **argv, Err *err);
bool kept_part(const struct PairJob *job); /* true if the search is one of several shards */
void kept_free(KeptSearch *kept);
/* True if the word is an option that a process may have for itself. *value: its value is the next word. */
bool kept_own(const char *word, bool *value);

/* explore.c, test.c, diff.c: the command with these words. shards: of which the files are merged in place of a search; NULL:
 * none. */
int explore_shards(int argc, char **argv, const SearchShard *shards);
int test_shards(int argc, char **argv, const SearchShard *shards);
int diff_shards(int argc, char **argv, const SearchShard *shards);

#endif

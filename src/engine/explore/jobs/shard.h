/* shard.h: a search that is divided among computers that know nothing of each other.
 *
 * Each shard searches the tree breadth first, in one process, until it has enough open nodes. That is
 * the same for all shards, because results do not depend on time. Every shard then makes the same jobs of these
 * nodes, keeps them in its file (kept.h), and searches those of its own. Whoever merges does the same first
 * part, compares the jobs byte by byte, and reads what the shards found in place of searching.
 *
 *     the same part in all shards ──► jobs 1 2 3 4 5 6 ...
 *     shard 1 of 3: jobs 1, 4, ...    shard 2 of 3: jobs 2, 5, ...    shard 3 of 3: jobs 3, 6, ... */
#ifndef DRIFT_JOBS_SHARD_H
#define DRIFT_JOBS_SHARD_H

#include "base/opt.h"

/* Part of SearchKeep (kept.h). */
typedef struct SearchShard {
	u32 number;    /* from 1; 0: none, files are merged */
	u32 of;        /* number of shards */
	StrList words; /* the command line of the search, for whoever merges */
	StrList files; /* of shards, to merge; none: search */
	Buf owned;     /* the words, if shard_read made them */
} SearchShard;

/* Reads "3/16". */
bool shard_parse(const char *text, SearchShard *shard, Err *err);
/* Reads from the file of a shard which one it is, and its words. */
bool shard_read(const char *path, SearchShard *shard, Err *err);
void shard_free(SearchShard *shard);

#endif

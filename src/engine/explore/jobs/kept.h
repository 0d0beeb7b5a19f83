/* kept.h: a search that is kept in a file, so that another process can continue it.
 *
 * The file begins with the identity of the search: program, inputs, options, build of drift. Entries
 * follow, each with a check of its bytes: first the jobs that the given inputs left, then every report
 * of a worker, with the number of its job. So the file says what was found and what is left as of its
 * last entry, whatever ended the search. An entry that was not written completely is dropped. */
#ifndef DRIFT_JOBS_KEPT_H
#define DRIFT_JOBS_KEPT_H

#include "base/digest.h"
#include "engine/explore/jobs/bytes.h"

struct Explorer;

/* How a search is kept. */
typedef struct SearchKeep {
	const char *file; /* where it is kept; NULL: nowhere, because it is merged from other files */
	Digest
		identity; /* of everything but given inputs that a process has to have in common that goes on */
	const struct SearchShard
		*shard; /* the part that is searched, or how parts are merged (shard.h); NULL: everything */
} SearchKeep;

/* Keeps the search in a file, or continues the one that the file has. Call it before explorer_run; keep must live as
 * long as the explorer. There is a worker process then even if no jobs were asked for. */
void explorer_keep(struct Explorer *x, const SearchKeep *keep);

typedef struct SearchFile {
	int fd;           /* the file; -1: the search is not kept */
	const char *path; /* its name; borrowed */
	Buf entries;      /* of an earlier process: see search_file_next */
	size_t at;        /* how much of them was read */
} SearchFile;

/* Opens or creates the file. Returns false if it has another search, or if another process has it. */
bool search_file_open(SearchFile *k, const char *path, Digest identity, Err *err);
/* Opens the file of another process for reading alone. With identity NULL it may be of any search. */
bool search_file_read(SearchFile *k, const char *path, const Digest *identity, Err *err);
/* True if earlier processes left entries. */
bool search_file_any(const SearchFile *k);
/* Reads the next entry of earlier processes; false: there are no more. */
bool search_file_next(SearchFile *k, ByteReader *entry);
/* Adds an entry. Returns false if it could not be written. */
bool search_file_add(SearchFile *k, const void *bytes, size_t n);
void search_file_close(SearchFile *k);

#endif

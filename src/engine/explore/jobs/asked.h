/* asked.h: what a kept search asked of the world, with the answers.
 *
 * A process that continues or merges a search may run on another day or another computer. It uses the results of other
 * processes only if the system gives the program the same answers here. So the file of a search has a digest of each answer,
 * and the reader compares it with the digest of its own answer. */
#ifndef DRIFT_JOBS_ASKED_H
#define DRIFT_JOBS_ASKED_H

#include "engine/explore/jobs/bytes.h"

struct Explorer;

/* How many questions there were so far. */
size_t asked_count(const struct Explorer *x);
/* Appends all questions with digests of their answers. */
void asked_write(const struct Explorer *x, Buf *to);
/* Compares questions of another process with the answers here. Returns false if the bytes are none. For each that differs a remark
 * makes the search incomplete; who names the other process. */
bool asked_compare(struct Explorer *x, ByteReader *from, const char *who);

#endif

/* asked.h: what a kept search asked of the world, with the answers.
 *
 * Whoever continues or merges a search does so in a world of its own: another day, another computer. What was found elsewhere
 * counts only if the answers are the same there. So the file of a search has a digest of each answer, and a reader computes
 * its own. */
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

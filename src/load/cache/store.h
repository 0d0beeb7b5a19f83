/* store.h: what is kept from one command to the next, by what it was made from.
 *
 * Everything here could be made again: nothing is lost when it is removed, and nobody is told when it
 * cannot be kept. It lies in $XDG_CACHE_HOME/drift/programs, else ~/.cache/drift/programs, one file
 * for each key. A file is written under another name and renamed, so that nobody sees half of one;
 * it says its key and a digest of its contents, and what does not fit is as good as not there. What
 * was not used for longest goes when there is too much.
 *
 * A directory that others may write to is not used.
 */
#ifndef DRIFT_LOAD_CACHE_STORE_H
#define DRIFT_LOAD_CACHE_STORE_H

#include "load/cache/digest.h"

enum { STORE_MOST = 512 << 20 }; /* bytes in all */

/* The contents, in the arena; NULL: there are none. */
const u8 *store_read(const char *kind, Digest key, Arena *arena, size_t *n);
void store_write(const char *kind, Digest key, const void *bytes, size_t n);

#endif

/* store.h: a persistent cache, keyed by what an entry was made from.
 *
 * Everything in it can be made again: removing it loses nothing, and a failure to store is not
 * reported. It is in $XDG_CACHE_HOME/drift/programs, or ~/.cache/drift/programs, one file for
 * each key. A file is written under another name and renamed, so that nobody reads half of one.
 * It contains its key and a checksum of its contents. A file that does not match is treated as
 * missing. When the cache is too large, the least recently used files are removed.
 *
 * A directory that others may write to is not used.
 */
#ifndef DRIFT_LOAD_CACHE_STORE_H
#define DRIFT_LOAD_CACHE_STORE_H

#include "base/digest.h"

enum { STORE_MOST = 512 << 20 }; /* bytes in all */

/* The contents, in the arena; NULL: there are none. */
const u8 *store_read(const char *kind, Digest key, Arena *arena, size_t *n);
void store_write(const char *kind, Digest key, const void *bytes, size_t n);

#endif

/* cache.h: caches loaded programs.
 *
 * Loading a large program takes a second or more, nearly all of it in LLVM. The result depends
 * only on the bitcode, on drift's C library, on drift itself and on a few options. So it is
 * stored under a digest of these (store.h). Sources are compiled each time, because only the
 * compiler knows all files that they include.
 */
#ifndef DRIFT_LOAD_CACHE_CACHE_H
#define DRIFT_LOAD_CACHE_CACHE_H

#include "base/digest.h"
#include "engine/load/bitcode/bitcode.h"
#include "engine/load/program.h"

/* Adds which drift this is; false: nobody knows. */
bool cache_build(Digest *to);
/* False: such a program is not kept. libc is the path of the C library. */
bool cache_key(const InputSet *in, const LoadOptions *opts, const char *libc, Digest *key);
/* The program as it was when it was kept; NULL: it was not. */
Program *cache_find(Digest key);
void cache_keep(Digest key, const Program *p);

#endif

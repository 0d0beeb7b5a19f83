/* cache.h: programs that were loaded before.
 *
 * Loading a large program takes a second or more, nearly all of it LLVM's. What comes out hangs on the
 * bitcode, on drift's C library, on drift itself and on a few options, and on nothing else: so it is
 * kept by a digest of these (store.h). Sources are compiled each time, as only the compiler knows all
 * that they include.
 */
#ifndef DRIFT_LOAD_CACHE_CACHE_H
#define DRIFT_LOAD_CACHE_CACHE_H

#include "load/cache/digest.h"
#include "load/input/input.h"
#include "load/program.h"

/* Adds which drift this is; false: nobody knows. */
bool cache_build(Digest *to);
/* False: such a program is not kept. libc is the path of the C library. */
bool cache_key(const InputSet *in, const LoadOptions *opts, const char *libc, Digest *key);
/* The program as it was when it was kept; NULL: it was not. */
Program *cache_find(Digest key);
void cache_keep(Digest key, const Program *p);

#endif

/* wrong.h: defects that the engine of our own tests can have (mk/tests.mk), and no other.
 *
 * DRIFT_WRONG_HASH=NAME brings back a comparison of hashes that was wrong once: `items`, `behaviour` or
 * `infect`. `make check-verdicts WRONG=NAME` must find it.
 */
#ifndef DRIFT_BASE_WRONG_H
#define DRIFT_BASE_WRONG_H

#include "base/base.h"

#ifdef DRIFT_TEST_ENGINE
static inline bool wrong_hash(const char *name)
{
	const char *wanted = getenv("DRIFT_WRONG_HASH");
	return wanted && !strcmp(wanted, name);
}
#else
static inline bool wrong_hash(const char *name)
{
	(void)name;
	return false;
}
#endif

#endif

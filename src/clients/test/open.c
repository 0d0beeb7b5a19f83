/* open.c: pairs of runs for which the machine does not know both ends.
 *
 * One version ended; the other did something that the machine does not support, or used up its
 * instructions. That alone is no difference: only native runs of both can show one, and they show
 * how the other version ends. If both versions met it and did the same so far, that is no proof of
 * equality either. */
#include "clients/test/tester.h"

enum { TRIES = 32 }; /* such pairs that are run natively */

bool open_try(Tester *t)
{
	return !t->config.unconfirmed && t->open_tries++ < TRIES;
}

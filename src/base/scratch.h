/* scratch.h: temporary directories that only their owner can use.
 *
 * A scratch directory has mode 0700 and a name that is unique, and its maker holds a lock (flock)
 * on the directory itself. The lock is inherited by fork, so it lasts until the last process that
 * uses the directory has ended, however it ended. A directory whose lock can be taken is left over
 * from a run that was killed: whoever makes the next one removes it.
 *
 * A maker locks its directory after it made it, so for a moment the directory looks left over. It
 * therefore checks, once it has the lock, that the directory still exists, and makes another one if
 * not.
 *
 * Locks are known to one kernel only. Several machines can share a directory, so the name contains
 * the boot id, and only directories of the same boot are removed.
 */
#ifndef DRIFT_BASE_SCRATCH_H
#define DRIFT_BASE_SCRATCH_H

#include "base/base.h"

typedef struct Scratch {
	char *dir; /* NULL: none */
	int lock;  /* descriptor of the directory, locked; closed on exec */
} Scratch;

/* Makes a directory below $TMPDIR, or below /tmp and the like if that does not work. Removes what
 * killed runs left there. */
bool scratch_open(Scratch *s, Err *err);
/* Removes it. */
void scratch_close(Scratch *s);
/* Removes what killed runs of this user left. */
void scratch_sweep(void);

#endif

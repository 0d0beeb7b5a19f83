/* claim.h: a directory of results belongs to one command at a time.
 *
 * Two searches that write to one directory would mix their tests, and one would remove what the other needs. The
 * claim is a lock (flock) on the directory itself, so it ends with the process, however that ends. */
#ifndef DRIFT_CMD_CLAIM_H
#define DRIFT_CMD_CLAIM_H

#include "base/base.h"

/* Makes the directory if it is missing, and claims it until the process ends. An empty directory that it made is
 * removed at the end. False with an error if another command has claimed it, or if it cannot be made. File systems
 * without locks are used without one. */
bool claim_dir(const char *dir, Err *err);

#endif

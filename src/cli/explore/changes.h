/* changes.h: changes between two versions as targets of drift explore. */
#ifndef DRIFT_EXPLORE_CHANGES_H
#define DRIFT_EXPLORE_CHANGES_H

#include "base/observe.h"
#include "clients/paths/targets.h"
#include "versions/product/subject.h"

/* Adds each change as a target, with its points in one version. The targets keep no pointer to a
 * program. Fails if no code changed. */
bool targets_of_changes(CaseTargets *to, const Subject *const version[N_SIDES], Side side,
						Err *err);

#endif

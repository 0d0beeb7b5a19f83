#!/bin/sh
# verdicts.t: a slice of `make check-verdicts`: verdicts on pairs made to break them, against native enumeration.
#
# Searches end after so many runs, not after a time, so the load of the machine does not matter.
. "$(dirname "$0")/lib.sh"

export DRIFT_BUILD
check 'no verdict on 70 pairs is wrong' env SEED=60 FEW=1 JOBS=1 sh "$top/tests/gen/check_verdicts.sh" 70

finish

#!/bin/sh
# verdicts.t: a slice of `make check-verdicts`: verdicts on pairs made to break them, against native enumeration.
#
# The time limit of a search can make an answer open or missed, never wrong, so the load of the machine does not matter.
. "$(dirname "$0")/lib.sh"

export DRIFT_BUILD
check 'no verdict on 70 pairs is wrong' env SEED=60 FEW=1 JOBS=1 TIME=2s sh "$top/tests/gen/check_verdicts.sh" 70

finish

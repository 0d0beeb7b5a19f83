#!/bin/sh
# verdicts.t: a slice of `make check-verdicts`: verdicts on pairs made to break them, against native enumeration.
. "$(dirname "$0")/lib.sh"

export DRIFT_BUILD
check 'no verdict on 60 pairs is wrong' env SEED=60 FEW=1 JOBS=1 sh "$top/tests/gen/check_verdicts.sh" 60

finish

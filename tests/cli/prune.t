#!/bin/sh
# prune.t: random programs with one change: what drift test leaves out does not change what it says.
. "$(dirname "$0")/lib.sh"

export DRIFT_BUILD
check 'the same verdict and as many groups with and without pruning' env SEED=4 RUNS=800 sh "$top/tests/gen/check_prune.sh" 4

finish

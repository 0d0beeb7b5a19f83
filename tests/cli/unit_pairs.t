#!/bin/sh
# unit_pairs.t: pairs of functions of tests/programs/units under --entry: where a pointer points, integers that are addresses,
# types that changed, structs by value, names that changed. make check-units has all of them.
. "$(dirname "$0")/lib.sh"
export DRIFT_BUILD

run_units() { sh "$top/tests/units/run.sh" "$@"; }

slice="a1 a5 b2 b4 c1 c5 d1_ d2 d3 d5 d7 e2 e6"
check 'native calls agree with the files' run_units judge $slice
check 'drift agrees with native calls' run_units drift $slice

finish

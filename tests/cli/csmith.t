#!/bin/sh
# csmith.t: a slice of `make check-csmith`: twenty random programs.
. "$(dirname "$0")/lib.sh"

command -v csmith >/dev/null || skip_all 'csmith is not installed'
check 'twenty random programs do the same natively and in the machine' \
	env DRIFT_BUILD="$DRIFT_BUILD" JOBS=1 LIMIT=120 NATIVE=0.5 sh "$top/bench/csmith.sh" 20
finish

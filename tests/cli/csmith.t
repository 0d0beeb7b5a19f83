#!/bin/sh
# csmith.t: a slice of `make check-csmith`: twenty random programs.
. "$(dirname "$0")/lib.sh"

command -v csmith >/dev/null || skip_all 'csmith is not installed'
DRIFT_BUILD=$DRIFT_BUILD JOBS=1 LIMIT=120 sh "$top/bench/csmith.sh" 20 >"$tmp/result" 2>&1
check 'twenty random programs do the same natively and in the machine' \
	sh -c "cat '$tmp/result'; grep -q '^\([1-9][0-9]*\) of \1 identical$' '$tmp/result'"
finish

#!/bin/sh
# oracle.sh SUBJECT.c [OPTION...]: compiles the subject for the oracle and asks it, see oracle.c.
# DRIFT_BUILD says where drift is.
top=$(cd "$(dirname "$0")/../.." && pwd)
build=${DRIFT_BUILD:-$top/build}
# Subjects are asked about more than once; their native code is kept by contents.
so=$build/tests/subjects/$(cksum <"$1" | tr ' ' -).so
if [ ! -f "$so" ]; then
	mkdir -p "$build/tests/subjects" || exit 2
	${CLANG:-clang-19} -w -O1 -shared -fPIC -Dmain=subject_main -Dexit=subject_exit -fwrapv \
		-o "$so.$$" "$1" && mv "$so.$$" "$so" || exit 2
fi
subject=$1
shift
# What a subject leaks is no fault of the oracle, in whose process it runs.
ASAN_OPTIONS=detect_leaks=0:${ASAN_OPTIONS:-} DRIFT_LIBC=$build/lib/drift/libc.bc \
	timeout "${LIMIT:-60}" "$build/tests/oracle" "$subject" "$so" "$@"

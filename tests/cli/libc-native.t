#!/bin/sh
# The subjects' C library, built natively, agrees with glibc on every program of tests/programs/libc.
root=$(cd "$(dirname "$0")/../.." && pwd)
DRIFT_NATIVE=${DRIFT_BUILD:-$root/build}/native exec "$root/tests/libc/native/compare.sh"

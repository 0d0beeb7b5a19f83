#!/bin/sh
# contracts.t: random contracts against enumeration, a few of what `make check-contracts` does.
. "$(dirname "$0")/lib.sh"
export DRIFT_BUILD

few() { sh "$top/tests/gen/contracts/check.sh" "$@"; }
mutated() { MUTATE=1 sh "$top/tests/gen/contracts/check.sh" "$@"; }

check 'verdicts on random contracts are those of enumeration' few 6 7001
check 'contracts with one thing changed are noticed' mutated 4 8001
# The judge can say no: it must not agree with a version that is another one.
sed 's/old.result != newer.result/0/' "$top/tests/gen/contracts/random.c" >"$tmp/random.c"
cp "$top/tests/gen/contracts/check.sh" "$tmp/check.sh"
check 'a wrong judge is noticed' sh -c '! sh "$1/check.sh" 12 1 >/dev/null' sh "$tmp"
finish

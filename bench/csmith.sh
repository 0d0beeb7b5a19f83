#!/bin/sh
# csmith.sh [N]: random programs do the same natively and in the machine.
#
# N (20) programs come from csmith with the seeds SEED+1 (SEED is 0) and up, so that every run
# tests the same ones. A program that does not end natively in time is left out. What the others
# print, and their status, must be the same in the machine, which may take $LIMIT (120) seconds.
# $NATIVE (2) is what a native run may take.
# The last line is `N of M identical`; the status is 0 if all are. $KEEP names a directory
# that receives the sources of those that differ. $JOBS (2) programs run at a time.
set -u
here=$(cd "$(dirname "$0")" && pwd)
drift=${DRIFT_BUILD:-$here/../build}/bin/drift
clang=${CLANG:-clang-19}
LIMIT=${LIMIT:-120}

# one SEED: prints "same SEED", "skip SEED" or "differ SEED reason".
one()
{
	seed=$1
	dir=$(mktemp -d "${TMPDIR:-/tmp}/drift-csmith.XXXXXX") || exit 2
	trap 'rm -rf "$dir"' EXIT
	cd "$dir" || exit 2
	csmith --seed "$seed" >"p$seed.c" || exit 2
	# Some programs never end. The optimiser may take it that a loop does, and what then happens is
	# nobody's meaning: not with this option.
	"$clang" -O1 -fno-finite-loops -w -I "$CSMITH_HEADERS" -o native.exe "p$seed.c" || exit 2
	timeout "${NATIVE:-2}" ./native.exe >native.out 2>native.err
	status=$?
	if [ $status -eq 124 ]; then
		echo "skip $seed"
		return
	fi
	timeout $((LIMIT + 10)) "$drift" run --limit-time "${LIMIT}s" --cflags "-w -I$CSMITH_HEADERS" \
		"p$seed.c" >machine.out 2>machine.err </dev/null
	result=$?
	if [ $result -ne $status ]; then
		echo "differ $seed: status $result instead of $status: $(head -n 1 machine.err)"
	elif ! cmp -s native.out machine.out; then
		echo "differ $seed: $(head -n 1 machine.out) instead of $(head -n 1 native.out)"
	elif ! cmp -s native.err machine.err; then
		echo "differ $seed: on standard error: $(head -n 1 machine.err)"
	else
		echo "same $seed"
		return
	fi
	if [ -n "${KEEP:-}" ]; then
		mkdir -p "$KEEP" && cp "p$seed.c" "$KEEP"
	fi
}

if [ "${1-}" = --one ]; then
	one "$2"
	exit
fi

count=${1:-20}
first=$((${SEED:-0} + 1))
if ! command -v csmith >/dev/null; then
	echo "csmith is not installed; run make deps" >&2
	exit 2
fi
if [ ! -x "$drift" ]; then
	echo "no $drift; run make first" >&2
	exit 2
fi
CSMITH_HEADERS=$(dpkg -L libcsmith-dev 2>/dev/null | sed -n 's|/csmith\.h$||p' | head -n 1)
CSMITH_HEADERS=${CSMITH_HEADERS:-/usr/include/csmith}
export CSMITH_HEADERS LIMIT

seq "$first" $((first + count - 1)) | xargs -P "${JOBS:-2}" -n 1 sh "$0" --one |
	awk -v count="$count" '
		$1 == "differ" { print; fflush() }
		{ n[$1]++ }
		END {
			if (n["same"] + n["skip"] + n["differ"] != count) {
				print count - n["same"] - n["skip"] - n["differ"] " programs could not be tried"
				bad = 1
			}
			if (n["skip"])
				print n["skip"] + 0 " of " count " left out: no end within 2 s natively"
			print n["same"] + 0 " of " n["same"] + n["differ"] " identical"
			exit bad || n["differ"] > 0 || n["same"] == 0
		}'

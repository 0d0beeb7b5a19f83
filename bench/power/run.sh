#!/bin/sh
# run.sh: how many versions of the power bench does drift test tell from their base?
# usage: run.sh [-t SECONDS] [-s] [-x OPTIONS] [-k DIR] PROGRAM...
# Each search ends at the first difference, or after SECONDS (60) of processor time of the engine. -s: with the
# ordinary input of the program as start value; otherwise with an empty one. OPTIONS are added to each command. -k: keeps the
# results there. Prints for each version: found or missed, and processor seconds (all processes, with native builds).
# Needs DRIFT_BUILD.
set -u
here=$(cd "$(dirname "$0")" && pwd)
seconds=60
start=
extra=
keep=
while getopts t:sx:k: option; do
	case $option in
	t) seconds=$OPTARG ;;
	s) start=yes ;;
	x) extra=$OPTARG ;;
	k) keep=$OPTARG ;;
	*) exit 2 ;;
	esac
done
shift $((OPTIND - 1))
tmp=$(mktemp -d "${TMPDIR:-/tmp}/drift-power.XXXXXX") || exit 2
trap 'rm -rf "$tmp"' EXIT
trap 'exit 2' HUP INT TERM
[ -n "$keep" ] || keep=$tmp/results
mkdir -p "$keep"

# one PROGRAM VERSION: a line; its processor seconds are those of this subshell's children
one()
{
	input=@text:64
	[ -z "$start" ] || input=@file:80=$here/$1/start
	out=$keep/$1-$2
	# shellcheck disable=SC2086 # the options are words
	(ulimit -t "$seconds"; "$DRIFT_BUILD/bin/drift" test --stop-after first --world fixed --time 20m -o "$out" $extra --stdin "$input" \
		"$tmp/$1/base.c" "$tmp/$1/$2.c" >"$out.txt" 2>&1)
	word=missed
	for test in "$out"/tests/*/; do
		[ -d "$test" ] && word=found
	done
	times >"$tmp/times"
	awk -v name="$1 $2 $word" 'NR == 2 {
		for (i = 1; i <= 2; i++) { split($i, t, "[ms]"); sum += t[1] * 60 + t[2] }
		printf "%s %.1f\n", name, sum }' "$tmp/times"
}

for program; do
	mkdir -p "$tmp/$program"
	cp "$here/$program/base.c" "$tmp/$program/base.c"
	for patch in "$here/$program"/v*.patch; do
		version=$(basename "$patch" .patch)
		patch -s -o "$tmp/$program/$version.c" "$tmp/$program/base.c" "$patch" || exit 2
		(one "$program" "$version")
	done
done | tee "$keep/table"
awk '{ n[$1]++; found[$1] += $3 == "found"; sum += $4 }
	END { for (p in n) printf "%s: %d of %d\n", p, found[p], n[p]; printf "%.0f processor seconds\n", sum }' "$keep/table" | sort

#!/bin/sh
# run.sh [NAME...]: eight programs natively (-O1), in the interpreter and with hot functions compiled.
#
# Prints a table in Markdown: seconds of processor time of each, and the two factors. The compiler's
# time is included, and nothing is cached. PART=N divides the workloads, which take about a second
# natively; the interpreter takes ten to fifty.
set -u
here=$(cd "$(dirname "$0")" && pwd)
drift=${DRIFT_BUILD:-$here/../../build}/bin/drift
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT

# seconds OUT WORDS...: runs the words, prints the seconds of user and system time.
seconds()
{
	seconds_to=$1
	shift
	( "$@" >"$seconds_to" 2>"$tmp/err" || echo "failed: $*" >&2; times ) | awk '
		/m/ { for (i = 1; i <= 2; i++) { split($i, t, "[ms]"); s[NR] += t[1] * 60 + t[2] } }
		END { printf "%.2f", s[NR] }'
}

work()
{
	case $1 in
	crc32) echo 6000 ;;
	quicksort) echo 130 ;;
	hashtable) echo 60000 ;;
	json) echo 2500 ;;
	sha256) echo 130 ;;
	strings) echo 4000 ;;
	matrix) echo 450 ;;
	vm) echo 55 ;;
	esac
}

echo '| program | native s | interpreter s | compiled s | interpreter / native | compiled / native |'
echo '|---|---|---|---|---|---|'
for name in ${*:-crc32 quicksort hashtable json sha256 strings matrix vm}; do
	${CLANG:-clang-19} -O1 -w -o "$tmp/native" "$here/$name.c" || exit 2
	n=$(($(work "$name") / ${PART:-1}))
	a=$(seconds "$tmp/a" "$tmp/native" $n)
	b=$(seconds "$tmp/b" "$drift" run --no-compile "$here/$name.c" $n)
	c=$(seconds "$tmp/c" "$drift" run "$here/$name.c" $n)
	cmp -s "$tmp/a" "$tmp/b" && cmp -s "$tmp/a" "$tmp/c" || echo "$name: the outputs differ" >&2
	awk -v n="$name" -v a="$a" -v b="$b" -v c="$c" 'BEGIN {
		printf "| %s | %.2f | %.2f | %.2f | %.1f | %.1f |\n", n, a, b, c, b / (a + 1e-9), c / (a + 1e-9) }'
done | tee "$tmp/table"
awk -F'|' '{ x += log($6); y += log($7); n++ }
	END { printf "| geometric mean | | | | %.1f | %.1f |\n", exp(x / n), exp(y / n) }' "$tmp/table"

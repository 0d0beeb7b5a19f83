#!/bin/sh
# real.sh [NAME...]: real programs natively (-O1, as drift-cc builds them), interpreted and with hot functions compiled.
#
# Debian's lua5.4, the shell of sqlite3, jq, tidy-html5, bzip2 and mujs, fetched and built when they are not in the cache of
# bench/real. Each gets work for a second or so of the compiled program. Prints a table in Markdown: seconds of processor time of
# the whole command, with the program loaded from the cache and no native code kept, and how much faster native code is.
set -u
here=$(cd "$(dirname "$0")/../starts" && pwd)
own=$(cd "$(dirname "$0")" && pwd)
build=$(cd "${DRIFT_BUILD:-$here/../../build}" && pwd) || exit 2
cache=${DRIFT_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/drift}/real
cc=$build/bin/drift-cc
drift=$build/bin/drift
. "$here/../real/fetch.sh"
. "$here/../real/gnu.sh"
. "$here/programs.sh"
tmp=$(mktemp -d "${TMPDIR:-/tmp}/drift-compiled.XXXXXX") || exit 2
trap 'rm -rf "$tmp"' EXIT
trap 'exit 130' HUP INT TERM
export XDG_CACHE_HOME="$tmp/cache"

# seconds OUT WORDS...: runs the words on $input, prints the seconds of user and system time.
seconds()
{
	seconds_to=$1
	shift
	( "$@" >"$seconds_to" 2>"$tmp/err" <"$input" || echo "failed: $*: $(head -n 1 "$tmp/err")" >&2; times ) | awk '
		/m/ { for (i = 1; i <= 2; i++) { split($i, t, "[ms]"); s[NR] += t[1] * 60 + t[2] } }
		END { printf "%.2f", s[NR] }'
}

# What each program does.
work()
{
	input=/dev/null
	case $1 in
	lua) set -- "$own/real/work.lua" ;;
	mujs) set -- "$own/real/work.js" ;;
	sqlite) set -- :memory: && input=$own/real/work.sql ;;
	jq) set -- '[.[] | select(.id % 3 == 1) | {name: (.name | ascii_upcase), sum: (.x | add)}] | group_by(.sum % 10) | map(length)' && input=$tmp/json ;;
	tidy) set -- -q --force-output yes --show-warnings no && input=$tmp/page ;;
	bzip2) set -- -c && input=$tmp/text ;;
	esac
	seconds "$tmp/a" "$program" "$@" >"$tmp/native"
	"$drift" run "$program" --version >"$tmp/b" 2>&1 </dev/null # loads it
	seconds "$tmp/b" "$drift" run --no-compile "$program" "$@" >"$tmp/interpreted"
	seconds "$tmp/c" "$drift" run "$program" "$@" >"$tmp/compiled"
}

awk 'BEGIN { printf "["; for (i = 0; i < 12000; i++)
	printf "%s{\"id\": %d, \"name\": \"item %d\", \"x\": [%d, %d.5, null]}", i ? ",\n" : "", i, i * 7, i, i % 19; print "]" }' >"$tmp/json"
awk 'BEGIN { print "<html><head><title>Rows</title><body>"; for (i = 0; i < 4000; i++)
	printf "<div class=c%d><p>Some <b>text <i>with</b> marks</i> &amp; signs<table><tr><td>row %d<td>%d</table>\n", i % 7, i, i * i }' >"$tmp/page"
awk 'BEGIN { for (i = 0; i < 150000; i++) { x = (x * 1103515245 + 12345) % 2147483648; printf "line %d of words%d\n", i, x % 997 } }' >"$tmp/text"

echo '| program | native s | interpreter s | compiled s | interpreter / native | compiled / native | interpreter / compiled |'
echo '|---|---|---|---|---|---|---|'
for name in ${*:-lua sqlite jq tidy bzip2 mujs}; do
	case $name in
	lua) package=lua5.4 ;;
	sqlite) package=sqlite3 ;;
	tidy) package=tidy-html5 ;;
	*) package=$name ;;
	esac
	make_program "$name" "$package" || continue
	work "$name"
	cmp -s "$tmp/a" "$tmp/b" && cmp -s "$tmp/a" "$tmp/c" || echo "$name: the outputs differ" >&2
	awk -v n="$name" -v a="$(cat "$tmp/native")" -v b="$(cat "$tmp/interpreted")" -v c="$(cat "$tmp/compiled")" 'BEGIN {
		printf "| %s | %.2f | %.2f | %.2f | %.1f | %.1f | %.1f |\n", n, a, b, c, b / (a + 1e-9), c / (a + 1e-9), b / (c + 1e-9) }'
done | tee "$tmp/table"
awk -F'|' '/[0-9]/ { z += log($8); n++ } END { if (n) printf "| geometric mean | | | | | | %.1f |\n", exp(z / n) }' "$tmp/table"

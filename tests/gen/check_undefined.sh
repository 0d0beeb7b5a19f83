#!/bin/sh
# check_undefined.sh N: runs N random programs on memory that is set in part, and compares the lines on which a test
# depends on undefined bits: those that drift notes, those that MemorySanitizer reports, and those whose outcome changes
# with the contents of the memory. drift must note all of the latter. In programs without arithmetic on undefined bits
# drift and MemorySanitizer must agree on every line. Every third program is also explored. Others have registers only: there LLVM must not choose values.
# SEED=K begins with another
# program. A failing program is kept.
top=$(cd "$(dirname "$0")/../.." && pwd)
build=${DRIFT_BUILD:-$top/build}
clang=${CLANG:-${DRIFT_CLANG:-clang-19}}
n=${1:-300}
first=${SEED:-0}
fills=32
tmp=$(mktemp -d "${TMPDIR:-/tmp}/drift-undefined.XXXXXX") || exit 2
bad=0
lines=0
undefined=0
carries=0
more=0
open=0
less=0
joined=0
joined_undefined=0
printf 'a\203\005Z' >"$tmp/input"

# The comparison of relations by ranges is exact, as drift's. Arguments are no uses.
msan='-fsanitize=memory -fsanitize-recover=memory -fno-sanitize-memory-param-retval -mllvm -msan-handle-icmp-exact=1'

# reported NAME: lines that MemorySanitizer reports.
reported()
{
	# shellcheck disable=SC2086
	"$clang" -w -O0 -g $msan -o "$tmp/msan" "$tmp/$1.c" || return 1
	MSAN_OPTIONS=halt_on_error=0:exit_code=0:report_umrs=1 "$tmp/msan" <"$tmp/input" >"$tmp/out" 2>&1 || return 1
	sed -n "s/^    #0 .* in main .*$1\.c:\([0-9]*\).*/\1/p" "$tmp/out" | sort -un
}

noted()
{
	"$build/bin/drift" run --notes "$tmp/$1.c" <"$tmp/input" >"$tmp/out" 2>&1 || return 1
	sed -n "s/.*note: .*$1\.c:\([0-9]*\):.*: a branch depends on uninitialised memory.*/\1/p" "$tmp/out" | sort -un
}

# changing NAME: lines whose outcomes are different for different contents.
changing()
{
	"$clang" -w -O0 -DFILL -o "$tmp/fill" "$tmp/$1.c" || return 1
	k=0
	while [ $k -lt $fills ]; do
		echo "fill $k"
		"$tmp/fill" $k <"$tmp/input" || return 1
		k=$((k + 1))
	done | awk '$1 == "fill" { n = $2; next } { at[n, $1] = at[n, $1] $2; seen[$1] = 1; last = n }
		END { for (l in seen) for (k = 1; k <= last; k++) if (at[k, l] != at[0, l]) { print l; break } }' | sort -un
}

# search NAME: symbolic and tracked runs note what concrete ones do; runs from snapshots note what others do.
search()
{
	"$build/tests/test_undef" "$tmp/$1.c" >"$tmp/out" 2>&1 &&
		{ "$build/tests/test_snapshot" "$tmp/$1.c" >"$tmp/out" 2>&1 || grep -q ', 0 of them' "$tmp/out"; } && return
	bad=$((bad + 1))
	cp "$tmp/$1.c" "$tmp/search-$1.c"
	echo "$tmp/search-$1.c: a search of it fails:"
	sed 's/^/  /' "$tmp/out" | head -n 8
}

# check NAME WRONG: compares. A file says for each test who says so, as letters.
check()
{
	if ! { reported "$1" >"$tmp/m" && noted "$1" >"$tmp/d" && changing "$1" >"$tmp/f"; }; then
		echo "$1 does not run: $tmp/$1.c"
		sed 's/^/  /' "$tmp/out" | head -n 8
		bad=$((bad + 1))
		return
	fi
	grep -n 'TEST(' "$tmp/$1.c" | sed -n 's/^\([0-9]*\):.*/\1/p' | awk -v d="$tmp/d" -v m="$tmp/m" -v f="$tmp/f" '
		function read(file, set) { while ((getline l <file) > 0) set[l] = 1 }
		BEGIN { read(d, D); read(m, M); read(f, F) }
		{ print $1 " " ($1 in D ? "d" : "") ($1 in M ? "m" : "") ($1 in F ? "f" : "") "." }' >"$tmp/say"
	if grep -E "$2" "$tmp/say" >"$tmp/wrong"; then
		bad=$((bad + 1))
		echo "$tmp/$1.c: lines, and who says so (d drift, m MemorySanitizer, f contents):"
		sed 's/^/  /' "$tmp/wrong"
	else
		rm -f "$tmp/$1.c"
	fi
}

i=$first
while [ "$i" -lt $((first + n)) ]; do
	# Both must say the same of every test; and all that changes.
	"$build/tests/random_undefined" "$i" >"$tmp/$i.c"
	check "$i" ' (d|m|df|mf|f)\.'
	lines=$((lines + $(grep -c . "$tmp/say")))
	undefined=$((undefined + $(grep -c ' d' "$tmp/say")))
	# MemorySanitizer leaves carries out: there drift says more.
	if [ $(((i - first) % 3)) -eq 0 ]; then
		"$build/tests/random_undefined" "$i" carries >"$tmp/c$i.c"
		search "c$i"
		check "c$i" ' m?f\.'
		carries=$((carries + $(grep -c . "$tmp/say")))
		more=$((more + $(grep -c ' df\.' "$tmp/say")))
		open=$((open + $(grep -c ' d\.' "$tmp/say")))
		less=$((less + $(grep -c ' m\.' "$tmp/say")))
	fi
	# Values meet where branches join, and LLVM could choose one of them.
	if [ $(((i - first) % 3)) -eq 1 ]; then
		"$build/tests/random_undefined" "$i" registers >"$tmp/r$i.c"
		check "r$i" ' (d|m|df|mf|f)\.'
		joined=$((joined + $(grep -c . "$tmp/say")))
		joined_undefined=$((joined_undefined + $(grep -c ' d' "$tmp/say")))
	fi
	i=$((i + 1))
done
echo "undefined bits: $n programs, $bad wrong; both note $undefined of $lines tests;" \
	"of $carries tests on carries, only drift notes $((more + open)) ($more change), only MemorySanitizer $less;" \
	"of $joined tests on registers, both note $joined_undefined"
[ "$bad" -eq 0 ] && rm -rf "$tmp"
[ "$bad" -eq 0 ]

#!/bin/sh
# run.sh: how long a slice of a real program takes, as a table in Markdown: GNU bc and sed.
#
# The programs are those of `make check-real`, built with drift-cc in the user's cache. Places are found in the
# source by what stands there. Seconds are of the processor and on the clock, for the whole command; the
# bar is 5 on the clock, and a slice that takes longer, or none, makes the status 1.
set -u
here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../.." && pwd)
drift=${DRIFT_BUILD:-$top/build}/bin/drift
cache=${XDG_CACHE_HOME:-$HOME/.cache}/drift/real
tmp=$(mktemp -d "${TMPDIR:-/tmp}/drift-slice.XXXXXX") || exit 2
trap 'rm -rf "$tmp"' EXIT
trap 'exit 130' HUP INT TERM
bad=0

# slice PACKAGE BINARY SOURCE TEXT VARIABLE ARGUMENT...: a row; standard input is $tmp/in.
slice()
{
	package=$1 binary=$cache/build/$2 source=$cache/src/$1/source/$3 text=$4 variable=$5
	shift 5
	line=$(grep -nF -- "$text" "$source" | head -n 1 | cut -d: -f1)
	place=${source##*/}:$line
	begin=$(date +%s.%N)
	(
		timeout 60 "$drift" slice "$binary" --at "$place" ${variable:+--var "$variable"} --stdin "$tmp/in" -- "$@" \
			>"$tmp/out" 2>"$tmp/err" </dev/null || echo failed >>"$tmp/err"
		times >"$tmp/cpu"
	)
	end=$(date +%s.%N)
	marks=$(sed -n 's/^lines with code: \([0-9]*\); dynamic \([0-9]*\), relevant \([0-9]*\), static \([0-9]*\)/\1 | \2 | \3 | \4/p' "$tmp/out")
	if [ -z "$marks" ]; then
		echo "| $package | $place | no slice: $(head -n 1 "$tmp/err") |"
		bad=1
		return
	fi
	seconds=$(sed -n 2p "$tmp/cpu" | tr 'ms' '  ' | awk '{ printf "%.2f", $1 * 60 + $2 + $3 * 60 + $4 }')
	clock=$(echo "$begin $end" | awk '{ printf "%.2f", $2 - $1 }')
	echo "| $package | $place${variable:+, $variable} | $marks | $seconds | $clock |"
	[ "${clock%.*}" -lt 5 ] || bad=1
}

for package in bc sed; do
	[ -f "$cache/build/$package/.built" ] && continue
	DRIFT_BUILD=${DRIFT_BUILD:-$top/build} SAMPLE=100000 sh "$top/bench/real/run.sh" "$package" >"$tmp/build" 2>&1
	[ -f "$cache/build/$package/.built" ] || {
		cat "$tmp/build" >&2
		exit 2
	}
done

echo '| program | place | lines with code | dynamic | relevant | static | s of the processor | s on the clock |'
echo '|---|---|---|---|---|---|---|---|'
printf 'define f(n) { if (n<2) return (1); return (n*f(n-1)); }\nf(30)\n' >"$tmp/in"
slice bc bc/bc/bc lib/number.c '_bc_rec_mul (n1, len1, n2, len2, &pval);' full_scale -q
echo 'scale=20; 1/3; sqrt(2); 2^100; obase=16; 255' >"$tmp/in"
slice bc bc/bc/bc lib/number.c 'qval = bc_new_num (qdigits-scale,scale);' '' -q
printf 'one two two\nthree two\n' >"$tmp/in"
slice sed sed/sed/sed sed/execute.c 'if (count < sub->numb)' count 's/two/2/2; s/t\(.*\)e/<\1>/'
exit $bad

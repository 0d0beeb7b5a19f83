#!/bin/sh
# check_stops.sh [N]: N searches (default 200) are ended at random moments, by their time or by a signal; the largest
# overrun must be at most 2 seconds, and what is left must be a good result.
#
# Subjects are those of the benches with inputs large enough for a search to go on, programs that hold the engine up, and
# random programs of csmith, which take long to compile, load and build. PROGRAMS='PATH...' adds programs with main,
# sources or built by drift-cc. SEED=K takes other moments, LOAD=K runs K busy loops beside them. A search that ends before its moment is not counted.
set -u
top=$(cd "$(dirname "$0")/../.." && pwd)
build=${DRIFT_BUILD:-$top/build}
drift=$build/bin/drift
n=${1:-200}
seed=${SEED:-0}
tmp=$(mktemp -d "${TMPDIR:-/tmp}/drift-stops.XXXXXX") || exit 2
loops=''
trap 'kill $loops 2>/dev/null; rm -rf "$tmp"' EXIT
trap 'exit 130' HUP INT TERM
cd "$tmp" || exit 2

# version NAME FILE SCRIPT: two versions, the other one edited.
version() { cp "$2" "$1.c" && sed "$3" "$2" >"$1-new.c"; }
now() { date +%s%N; }

subjects()
{
	for name in tables endless objects; do
		version "$name" "$top/tests/programs/budget/$name.c" 's/"yes"/"yea"/; s/"no"/"none"/; s/return 3/return 4/'
		echo "test $name.c $name-new.c -- @str:16"
		echo "explore $name.c -- @str:16"
		echo "diff $name.c $name-new.c -- @str:16"
		echo "explain $name.c $name-new.c -- abcdefgh"
	done
	version parser "$top/bench/explore/parser.c" 's/== .+./== 43 || c == 44/; 0,/return 0/s//return 1/'
	version match "$top/bench/explore/match.c" '0,/return 1/s//return 2/'
	version words "$top/bench/explore/words.c" '0,/return 1/s//return 2/'
	echo 'explore parser.c --stdin @text:40=1+2*3-4'
	echo 'explore -j 2 parser.c --stdin @text:40=1+2*3-4'
	echo 'explore --by output parser.c --stdin @text:12=1+2*3-4'
	echo 'test parser.c parser-new.c --stdin @text:40=1+2*3-4'
	echo 'explore match.c -- @str:12=a* @str:12=ab'
	echo 'test words.c words-new.c -- @str:9=help @str:9=-v'
	echo 'test -j 2 match.c match-new.c -- @str:12=a* @str:12=ab'
	for name in json calc csv dates replace tokens; do
		version "$name" "$top/bench/mutants/$name/base.c" '0,/ < /s// <= /; 0,/ + 1/s// + 2/'
		echo "test $name.c $name-new.c --stdin @text:48=[1,1] -- @str:8=a"
		echo "explore $name.c --stdin @text:64=[1,1] -- @str:8=a"
		echo "check $name.c $name-new.c"
	done
	for k in 1 2; do
		csmith --seed "$k" --no-bitfields --max-funcs 30 -o "random$k.c" 2>/dev/null || continue
		version "random$k" "random$k.c" 's/checksum = /cksum = /' 2>/dev/null
		cp "random$k.c" "random$k-new.c"
		echo "static int more;" >>"random$k-new.c"
		echo "test --cflags -I/usr/include/csmith random$k.c random$k-new.c -- @str:2"
		echo "explore --cflags -I/usr/include/csmith random$k.c -- @str:2"
	done
	for program in ${PROGRAMS:-}; do
		echo "explore $program --stdin @text:200=1 -- @str:8=-h"
		echo "test $program $program --stdin @text:200=1 -- @str:8=-h"
	done
}

# single COMMAND: standard output has one report, with one verdict.
single()
{
	case $1 in
	explore) pattern='^(paths|partitions): ' ;;
	explain) pattern='^(to blame |nothing known: |nothing to explain: )' ;;
	*) pattern='^(different|equivalent|no difference found|unconfirmed|violated|not shown|nothing known|holds)[: ]' ;;
	esac
	single_n=$(grep -v '^different [0-9]*: ' log | grep -c -E "$pattern")
	[ "$single_n" -eq 1 ] || echo "$single_n reports" >>log.err
	[ "$single_n" -eq 1 ]
}

# good COMMAND STATUS: what is left of a search that wrote results. 2 is trouble, but where nothing could be known.
good()
{
	single "$1" || return
	case $1:$2 in
	diff:2) grep -q 'there is no result$' log.err && return 0 || return ;;
	explain:2) grep -q '"verdict":	"nothing known"' out/result.json || return ;;
	*:[01]) ;;
	*) return 1 ;;
	esac
	[ "$1" != diff ] || return 0
	"$drift" report -o page.html out >report.txt 2>&1 && grep -q '"ended":	"\(time\|stopped\|done\)"' out/result.json
}

# once NUMBER: prints milliseconds over the moment, or nothing if the search ended before it. Even ones by time.
once()
{
	line=$(sed -n "$(($1 / 2 % lines + 1))p" list)
	at=$(awk -v seed="$seed$1" 'BEGIN { srand(seed); print int(100 + rand() * rand() * 4000) }')
	seconds=$(awk -v ms="$at" 'BEGIN { print ms / 1000 }')
	command=${line%% *}
	rest=${line#* }
	rm -rf out
	[ "$command" = diff ] || rest="-o out $rest"
	if [ $(($1 % 2)) -eq 0 ]; then
		begin=$(now)
		eval "\"$drift\" $command --time $seconds $rest" >log 2>log.err </dev/null
		status=$?
		end=$(now)
	else
		begin=$(now)
		eval "exec \"$drift\" $command --time 0 $rest" >log 2>log.err </dev/null &
		sleep "$seconds"
		kill -INT $! 2>/dev/null || { wait $!; return; }
		wait $!
		status=$?
		end=$(now)
	fi
	over=$(((end - begin) / 1000000 - at))
	[ "$over" -gt 0 ] || return
	if ! good "$command" "$status"; then
		echo "$1: '$line' at $at ms: status $status" >>bad
		tail -n 5 log log.err | sed 's/^/    /' >>bad
	fi
	if grep -q 'had to be cut off' log.err; then
		echo "$1: '$line' at $at ms" >>forced
	fi
	echo "$over	$line"
}

for k in $(seq "${LOAD:-0}"); do
	timeout 3600 sh -c 'while :; do :; done' &
	loops="$loops $!"
done
subjects >list
lines=$(wc -l <list)
: >bad
: >forced
: >overruns
k=0
while [ "$(wc -l <overruns)" -lt "$n" ] && [ $k -lt $((n * 4)) ]; do
	once $k >>overruns
	k=$((k + 1))
done
sort -n overruns | awk -F'	' -v tried="$k" '{ over[NR] = $1; line[NR] = $2 } END {
	printf "%d of %d searches were stopped; over by %d ms in the middle, %d ms in 19 of 20, %d ms at most (%s)\n",
		NR, tried, over[int((NR + 1) / 2)], over[int(NR * .95)], over[NR], line[NR]
	exit over[NR] > 2000
}'
late=$?
echo "over by more than half a second:"
sort -n overruns | awk -F'	' '$1 > 500 { printf "  %d ms	%s\n", $1, $2; n++ } END { if (!n) print "  none" }'
echo "$(wc -l <forced) of them by force"
cat forced
[ -s bad ] && cat bad
[ ! -s bad ] && [ $late -eq 0 ]

#!/bin/sh
# check_verdicts.sh N: N pairs of programs from tests/gen/verdicts, each run natively on all of its inputs; then what
# drift says of the pair, in several ways, is held against that. `equivalent` of a pair that differs is wrong, and so is
# `different` of one that does not; a difference that is not found is counted as missed.
# SEED=K begins with another pair, BLOCK=NAME takes pairs of one block, CLASS=K passes over pairs whose changed block is
# not meant for that class, FIRST=1 stops at the first wrong one, JOBS=2 works in parallel, TIME=5s is for each search.
# A pair is asked about in three ways and every tenth in all; FEW=1: in one or two, WAYS='auto path': in these.
# SANITIZE=1 looks for undefined behaviour in the pairs. Pairs that fail are kept.
top=$(cd "$(dirname "$0")/../.." && pwd)
build=${DRIFT_BUILD:-$top/build}
drift=$build/bin/drift
n=${1:-100}
first=${SEED:-0}
jobs=${JOBS:-2}
all_ways='auto no-prune directed path reach output signature random diff by-output by-path by-reach by-change confirm'
tmp=$(mktemp -d "${TMPDIR:-/tmp}/drift-verdicts.XXXXXX") || exit 2
sanitize=
[ -z "${SANITIZE-}" ] || sanitize=-fsanitize=address,undefined
export ASAN_OPTIONS=detect_leaks=0

# natively DIR VERSION: what the version does on every input, into DIR/VERSION.txt.
natively()
{
	# shellcheck disable=SC2086 # no or one word
	cc -w $sanitize -DTRUTH -Dmain=subject_main -o "$1/$2" "$1/$2.c" "$build/tests/enumerate.o" -lm &&
		(cd "$1" && timeout -k 2 600 "./$2" <inputs >"$2.txt") && ! grep -E 'runtime error|ERROR: ' "$1/$2.txt"
}

# truth DIR: equal, different, or unknown where not all inputs could be tried.
truth()
{
	if ! natively "$1" old || ! natively "$1" new; then
		echo failed
	elif ! cmp -s "$1/old.txt" "$1/new.txt"; then
		echo different
	elif grep -q ' changed,.* wide,' "$1/about"; then
		echo unknown
	else
		echo equal
	fi >"$1/truth"
}

# ways SEED ABOUT: how to ask about this pair.
ways()
{
	if [ -n "${WAYS-}" ]; then
		echo "$WAYS"
	elif [ -n "${FEW-}" ]; then
		echo "$all_ways" | awk -v seed="$1" '{ print $1, seed % 2 ? $(seed % (NF - 1) + 2) : "" }'
	elif [ $(($1 % 10)) -eq 9 ]; then
		echo "$all_ways"
	else
		echo "$all_ways" | awk -v seed="$1" '{ print $1, $(seed % (NF - 1) + 2), $(int(seed / 13 + seed * 5) % (NF - 1) + 2) }'
	fi
}

# ask WAY DIR OPTIONS...: what drift says of the pair that way, in one word or two.
ask()
{
	way=$1
	dir=$2
	shift 2
	rm -rf "$dir/out"
	case $way in
	auto) set -- test --no-confirm -o "$dir/out" "$@" ;;
	no-prune) set -- test --no-confirm --no-prune -o "$dir/out" "$@" ;;
	confirm) set -- test -o "$dir/out" "$@" ;;
	diff) set -- diff "$@" ;;
	*) set -- test --no-confirm --strategy "$way" -o "$dir/out" "$@" ;;
	esac
	# Files that a program finds are no part of the pair: an empty directory.
	mkdir -p "$dir/cwd" && (cd "$dir/cwd" && timeout -k 2 "${LIMIT:-600}" "$drift" "$@") >"$dir/log" 2>&1 </dev/null
	status=$?
	case $status in
	0 | 1)
		if [ "$way" = diff ]; then
			grep -o -E '^(different|equivalent|no difference found|unconfirmed)' "$dir/log" | tail -n 1
		else
			sed -n 's/^	"verdict":	"\(.*\)",$/\1/p' "$dir/out/result.json"
		fi
		;;
	124 | 137) echo 'does not end' ;;
	*) echo "ends with status $status" ;;
	esac
}

# explore BY DIR OPTIONS...: what every test does must be what some input does natively; partitions by output whose
# output is a constant must show everything that is done natively. "right", or what is wrong.
explore()
{
	by=$1
	dir=$2
	shift 2
	rm -rf "$dir/out"
	mkdir -p "$dir/cwd" && (cd "$dir/cwd" && timeout -k 2 "${LIMIT:-600}" "$drift" explore --by "$by" --tests all -o "$dir/out" "$@") >"$dir/log" 2>&1 </dev/null
	[ $? -le 1 ] || { echo 'does not explore'; return; }
	sed 's/^[^:]*: exit \([0-9]*\) out="\(.*\)" err="\([^"]*\)".*/\1 \2 \3/' "$dir/new.txt" | LC_ALL=C sort -u >"$dir/native"
	for t in "$dir"/out/tests/[0-9]*; do
		grep -q '^[0-9]*$' "$t/status" || continue
		printf '%s %s %s\n' "$(cat "$t/status")" "$(escape "$t/out")" "$(escape "$t/err")"
	done | LC_ALL=C sort -u >"$dir/explored"
	if [ -n "$(LC_ALL=C comm -13 "$dir/native" "$dir/explored")" ]; then
		echo 'shows what is not done'
	elif [ "$by" = output ] && grep -q 'which are all there are' "$dir/log" && ! grep -q 'more in .*result.json' "$dir/log" && ! grep ' => ' "$dir/log" | grep -q -v '^[^{]*exits with [0-9]*$' &&
		[ -n "$(LC_ALL=C comm -23 "$dir/native" "$dir/explored")" ]; then
		echo 'does not show all that is done'
	else
		echo right
	fi
}

# reach BY DIR OPTIONS...: partitions by whether the first changed line is executed must not all miss it, if some input
# executes it natively.
reach()
{
	by=$1
	dir=$2
	shift 2
	line=$(diff "$dir/old.c" "$dir/new.c" | sed -n '1s/.*[acd]\([0-9]*\).*/\1/p')
	(cd "$dir" && cc -w --coverage -Dmain=subject_main -o reached new.c "$build/tests/enumerate.o" -lm &&
		timeout -k 2 600 ./reached <inputs && gcov -t reached-new.gcda) >"$dir/executed" 2>/dev/null
	grep -q "^ *[0-9]*\**: *${line:-0}:" "$dir/executed" || { echo right; return; }
	rm -rf "$dir/out"
	mkdir -p "$dir/cwd" && (cd "$dir/cwd" && timeout -k 2 "${LIMIT:-600}" "$drift" explore --by "$by" --target "$dir/new.c:$line" -o "$dir/out" "$@") >"$dir/log" 2>&1 </dev/null
	[ $? -le 1 ] || { echo 'does not explore'; return; }
	if grep -q 'all there are' "$dir/log" && ! grep -q 'more in .*result.json' "$dir/log" && ! grep ' => ' "$dir/log" | grep -q -v 'misses the target'; then
		echo 'misses a line that is executed'
	else
		echo right
	fi
}

# escape FILE: as enumerate.c tells it.
escape()
{
	[ ! -s "$1" ] || awk '{ printf "%s%s", sep, $0; sep = "\\012" } END { }' "$1"
	[ ! -s "$1" ] || [ -n "$(tail -c 1 "$1")" ] || printf '\\012'
}

# judge TRUTH SAID: right, missed, open or wrong.
judge()
{
	case $1:$2 in
	*:right | equal:equivalent | different:different | unknown:different) echo right ;;
	unknown:*) echo open ;;
	equal:'no difference found' | equal:unconfirmed) echo open ;;
	different:'no difference found') echo missed ;;
	different:unconfirmed) echo right ;;
	*) echo wrong ;;
	esac
}

# pair SEED: makes the pair and asks; a line "pair SEED TRUTH JUDGEMENT" for each, "seed SEED ..." for what is wrong.
pair()
{
	seed=$1
	p=$tmp/$seed
	mkdir "$p" && "$build/tests/verdict_pair" "$top/tests/gen/verdicts" "$seed" "$p" ${BLOCK:+"$BLOCK"} || exit 2
	classes=$(sed 's/.*class\([ 0-9]*\):.*/\1/' "$p/about")
	if [ -n "${CLASS-}" ] && ! echo "$classes " | grep -q " $CLASS "; then
		rm -rf "$p"
		return
	fi
	truth "$p" >"$p/compile" 2>&1
	is=$(cat "$p/truth")
	worst=right
	[ "$is" != failed ] || { worst=wrong; echo "seed $seed: no truth: $(cat "$p/about")"; }
	for how in $(ways "$seed"); do
		[ "$is" != failed ] || break
		set --
		while IFS= read -r word; do
			set -- "$@" "$word"
		done <"$p/options"
		case $how:$(grep -c -e '--entry' "$p/options"):$(grep -c ' wide,' "$p/about") in
		output:1:* | signature:1:* | by-*:1:* | by-*:*:1) continue ;;
		by-reach:* | by-change:*) said=$(reach "${how#by-}" "$p" --time "${TIME:-5s}" "$p/new.c" "$@") ;;
		by-*) said=$(explore "${how#by-}" "$p" --time "${TIME:-5s}" "$p/new.c" "$@") ;;
		*) said=$(ask "$how" "$p" --time "${TIME:-5s}" "$p/old.c" "$p/new.c" "$@") ;;
		esac
		j=$(judge "$is" "$said")
		[ "$how" != random ] || [ "$j" != missed ] || j=open
		echo "way $how $j"
		case $j:$worst in
		wrong:*) echo "seed $seed with $how: $is, said '$said': $(cat "$p/about"): $p"; worst=wrong ;;
		missed:right | missed:open | open:right) worst=$j ;;
		esac
	done
	echo "pair $seed $is $worst$classes"
	if [ "$worst" != wrong ]; then
		rm -rf "$p"
	elif [ -n "${FIRST-}" ]; then
		: >"$tmp/stop"
	fi
}

j=0
while [ "$j" -lt "$jobs" ]; do
	(
		i=$((first + j))
		while [ "$i" -lt $((first + n)) ] && [ ! -e "$tmp/stop" ]; do
			pair "$i"
			i=$((i + jobs))
		done
	) >"$tmp/log.$j" &
	j=$((j + 1))
done
wait

grep -h '^seed' "$tmp"/log.* | sort -n -k 2
# After how many pairs a class was first seen to be wrong.
grep -h '^pair .* wrong' "$tmp"/log.* | sort -n -k 2 | awk -v first="$first" '
	{ for (i = 5; i <= NF; i++) if (!($i in at)) at[$i] = $2 - first + 1 }
	END { for (c in at) print "class " c ": wrong after " at[c] " pairs" }' | sort -n -k 2
grep -h '^way' "$tmp"/log.* | sort | uniq -c | awk '{ n[$4] += $1 } END { printf "answers: %d right, %d open, %d missed, %d wrong\n", n["right"], n["open"], n["missed"], n["wrong"] }'
grep -h '^pair' "$tmp"/log.* | awk '
	{ is[$3]++; how[$4]++; if ($3 == "different" && $4 == "missed") missed++ }
	END {
		printf "verdicts: %d passed, %d failed; %d equivalent, %d different, %d unknown; %d missed\n",
			NR - how["wrong"], how["wrong"], is["equal"], is["different"], is["unknown"], missed
		exit how["wrong"] > 0
	}'
bad=$?
[ "$bad" -ne 0 ] || rm -rf "$tmp"
exit "$bad"

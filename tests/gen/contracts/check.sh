#!/bin/sh
# check.sh [N [FIRST]]: N random contracts, from seed FIRST (1) on, against enumeration. MUTATE=1 changes one thing in each: those
# whose verdicts change by enumeration must change by drift. The global of every third one is zero, and of every third an input. Prints
# what is wrong; status 1 if something is.
set -u
here=$(cd "$(dirname "$0")" && pwd)
build=${DRIFT_BUILD:-$here/../../../build}
drift=$build/bin/drift
n=${1:-300}
first=${2:-1}
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 2' HUP INT TERM
gcc -std=gnu17 -O1 -w -o "$work/random" "$here/random.c" || exit 2
assume='a >= -3 && a <= 3 && s->x >= -2 && s->x <= 2 && s->y >= 0 && s->y <= 1'
wrong=0 open=0 clauses=0 changed=0 noticed=0
seed=$first
while [ "$seed" -lt $((first + n)) ]; do
	mkdir -p "$work/p"
	"$work/random" "$seed" "$work/p" ${MUTATE:+mutate} || exit 2
	gcc -std=gnu17 -O1 -w -fwrapv -o "$work/judge" "$work/p/judge.c" || exit 2
	case $((seed % 3)) in
	0) how=initial more= ;;
	1) how=vary more=' && g >= -1 && g <= 3' ;;
	2) how=zero more= ;;
	esac
	"$work/judge" $how >"$work/truth"
	for more in "$more" ''; do
		timeout 600 "$drift" check --no-confirm --json -o "$work/out" --assume "$assume$more" --runs 3000 --function f --globals $how \
			"$work/p/old.c" "$work/p/new.c" >"$work/json" 2>"$work/err"
		status=$?
		grep -q "there is no input 'g'" "$work/json" "$work/err" || break # nothing speaks of it
	done
	sed -n '/"clauses"/,$s/.*"verdict":	*"\([^"]*\)".*/\1/p' "$work/json" >"$work/said"
	if [ "$status" -gt 1 ]; then
		echo "seed $seed: $(cat "$work/err")"
		wrong=$((wrong + 1))
	fi
	all=$(wc -l <"$work/truth")
	if [ -n "${MUTATE:-}" ]; then
		head -n $((all / 2)) "$work/truth" >"$work/before"
		tail -n $((all / 2)) "$work/truth" >"$work/after"
		cmp -s "$work/before" "$work/after" || changed=$((changed + 1))
		cmp -s "$work/before" "$work/after" || cmp -s "$work/before" "$work/said" || noticed=$((noticed + 1))
		cp "$work/after" "$work/truth"
	fi
	clauses=$((clauses + $(wc -l <"$work/truth")))
	open=$((open + $(grep -c 'not shown' "$work/said")))
	paste "$work/truth" "$work/said" | awk -F'\t' '$2 != "not shown" && $1 != $2 { bad = 1; print "clause " NR ": " $2 ", by enumeration " $1 } END { exit bad }' >"$work/bad"
	if [ $? -ne 0 ] || [ "$(wc -l <"$work/truth")" != "$(wc -l <"$work/said")" ]; then
		wrong=$((wrong + 1))
		echo "seed $seed:"
		cat "$work/bad"
	fi
	seed=$((seed + 1))
done
echo "contracts: $n, $clauses clauses, $open not shown, $wrong wrong"
[ -z "${MUTATE:-}" ] || echo "mutated: $changed of them mean something else, $noticed were noticed"
[ "$wrong" -eq 0 ] && [ "$changed" -eq "$noticed" ]

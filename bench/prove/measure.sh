#!/bin/sh
# measure.sh [dev|held]: asks drift for a proof of each pair of one half, at most 10 seconds of processor
# time each. Prints a line for each pair and the number of proved ones by class. Fails if a pair with a
# witness is proved.
here=$(cd "$(dirname "$0")" && pwd) || exit 2
drift=${DRIFT:-$here/../../build/bin/drift}
half=${1:-dev}
list=$(mktemp) || exit 2
trap 'rm -f "$list"' EXIT

for pair in "$here/$half"/*/; do
	name=$(basename "$pair")
	kind=equal
	[ -f "${pair}witness" ] && kind=differing
	said=$( (ulimit -t 10 && "$drift" changes --prove "${pair}old.c" "${pair}new.c") 2>&1)
	result=open
	case $said in *'equivalent: all changes are refactorings'*) result=proved ;; esac
	echo "$kind $result ${name%%-*} ${name#*-} $(echo "$said" | sed -n 's/.*not proved to do the same: //p' | head -n 1)"
done >"$list"
cat "$list"
awk '{ n[$1]++; if ($2 == "proved") { p[$1]++; c[$3]++ } if ($1 == "equal") all[$3]++ }
	END {
		for (k in all) printf "%s: %d of %d equal pairs proved\n", k, c[k], all[k]
		printf "equal: %d of %d proved; differing: %d of %d proved\n", p["equal"], n["equal"], p["differing"], n["differing"]
	}' "$list"
! grep -q '^differing proved' "$list"

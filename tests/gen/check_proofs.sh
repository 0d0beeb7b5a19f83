#!/bin/sh
# check_proofs.sh N: N random functions, each with a rewritten version: what drift proves equal must be equal in native runs
# on a table of inputs. SEED=K begins with another pair. A pair that is proved and differs is kept and named.
top=$(cd "$(dirname "$0")/../.." && pwd)
build=${DRIFT_BUILD:-$top/build}
n=${1:-50}
first=${SEED:-0}
tmp=$(mktemp -d "${TMPDIR:-/tmp}/drift-proofs.XXXXXX") || exit 2
trap 'rm -rf "$tmp"' EXIT
${CC:-cc} -w -O1 -o "$tmp/make" "$top/tests/gen/random_proof.c" || exit 2

# outcome VERSION SEED: what the version does natively on the table; fails if it cannot be known.
outcome() {
	"$tmp/make" "$2" "$1" native >"$tmp/native.c" &&
		${CC:-cc} -w -O0 -fwrapv -o "$tmp/native" "$tmp/native.c" &&
		(ulimit -t 20 && "$tmp/native") >"$tmp/$1.out" 2>/dev/null
}

equal=0 differ=0 proved=0 wrong=0 unknown=0
i=$first
while [ "$i" -lt $((first + n)) ]; do
	i=$((i + 1))
	for v in old new; do "$tmp/make" "$i" $v drift >"$tmp/$v.c"; done
	said=$( (ulimit -t 30 && "$build/bin/drift" changes --prove --no-cache "$tmp/old.c" "$tmp/new.c") 2>&1)
	case $said in
	*'no code changed'*) continue ;;
	*'all changes are refactorings'*) proof=true ;;
	*) proof=false ;;
	esac
	if ! outcome old "$i" || ! outcome new "$i"; then
		unknown=$((unknown + 1))
		continue
	fi
	same=false
	cmp -s "$tmp/old.out" "$tmp/new.out" && same=true
	$same && equal=$((equal + 1)) || differ=$((differ + 1))
	$same && $proof && proved=$((proved + 1))
	if $proof && ! $same; then
		wrong=$((wrong + 1))
		echo "seed $i: proved, and the versions differ"
	fi
done
echo "$((equal + differ)) pairs: $proved of $equal equal ones proved, $wrong of $differ differing ones; $unknown without an end"
[ "$wrong" -eq 0 ]

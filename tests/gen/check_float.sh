#!/bin/sh
# check_float.sh N: N random pairs of programs over floating-point numbers, each with several strategies, held
# against native runs on all inputs. SEED=K begins with another pair. A failing pair is kept and named.
top=$(cd "$(dirname "$0")/../.." && pwd)
build=${DRIFT_BUILD:-$top/build}
n=${1:-300}
first=${SEED:-0}
tmp=$(mktemp -d "${TMPDIR:-/tmp}/drift-float.XXXXXX") || exit 2
right=0 wrong=0 open=0 exhaustive=0
i=$first
while [ "$i" -lt $((first + n)) ]; do
	for version in old new all; do
		"$build/tests/random_float" "$i" $version >"$tmp/$version.c"
	done
	cc -O0 -ffp-contract=off -o "$tmp/all" "$tmp/all.c" -lm 2>"$tmp/log" || exit 2
	truth=$("$tmp/all") || exit 2
	for how in '' '--no-prune' '--strategy output' '--strategy path --no-snapshot'; do
		# shellcheck disable=SC2086
		"$build/bin/drift" test $how --no-confirm --json --time "${TIME:-20}" -o "$tmp/out" "$tmp/old.c" "$tmp/new.c" \
			-- @int=3 @int=4 >"$tmp/json" 2>"$tmp/log" </dev/null
		status=$?
		verdict=$("$build/tests/json_get" "$tmp/json" verdict)
		[ "$("$build/tests/json_get" "$tmp/json" exhaustive)" = true ] && exhaustive=$((exhaustive + 1))
		bad=
		case $verdict in
		equivalent) [ "$truth" = 0 ] || bad="says equivalent; $truth inputs differ" ;;
		different) [ "$truth" != 0 ] || bad='says different; no input differs' ;;
		'no difference found') open=$((open + 1)) ;;
		*) bad="status $status, verdict '$verdict'" ;;
		esac
		if [ -n "$bad" ]; then
			wrong=$((wrong + 1))
			mkdir -p "$tmp/$i" && cp "$tmp/old.c" "$tmp/new.c" "$tmp/$i"
			echo "seed $i $how: $bad ($tmp/$i)"
			head -n 3 "$tmp/log"
		else
			right=$((right + 1))
		fi
	done
	i=$((i + 1))
done
echo "random pairs over floating point: $right right, $wrong wrong, $open of them open, $exhaustive exhaustive"
[ "$wrong" -eq 0 ] && rm -rf "$tmp"
[ "$wrong" -eq 0 ]

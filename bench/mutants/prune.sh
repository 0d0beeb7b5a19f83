#!/bin/sh
# prune.sh: drift test with and without pruning on versions of the mutation bench.
# usage: prune.sh [-n RUNS] [-s STRATEGY] [-o TABLE] [SUBJECT[/VERSION]...]
# Needs DRIFT_BUILD. A search that is exhaustive without pruning must have the same verdict, the same differences and be
# exhaustive with it; of others, no two verdicts may contradict each other. Prints a line for each version and totals; exit
# status 1 if one is not the same.
set -u

drift=${DRIFT_BUILD:?}/bin/drift
get=$DRIFT_BUILD/tests/json_get
here=$(cd "$(dirname "$0")" && pwd)
runs=1500
strategy=auto
table=/dev/null
while getopts n:s:o: option; do
	case $option in
	n) runs=$OPTARG ;;
	s) strategy=$OPTARG ;;
	o) table=$OPTARG ;;
	*) exit 2 ;;
	esac
done
shift $((OPTIND - 1))
tmp=$(mktemp -d "${TMPDIR:-/tmp}/drift-prune.XXXXXX") || exit 2
trap 'rm -rf "$tmp"' EXIT
trap 'exit 2' HUP INT TERM

# search NAME OPTION VERSION WORD...: one search; its result is in $tmp/NAME.
search()
{
	search_name=$1 search_option=$2 search_version=$3
	shift 3
	rm -rf "${tmp:?}/$search_name"
	timeout 900 "$drift" test --no-confirm "$search_option" -o "$tmp/$search_name" --strategy "$strategy" --time 0 --runs "$runs" \
		--undefined=count --output stdout,status base.c "$search_version.c" "$@" >"$tmp/said" 2>&1
	[ $? -le 1 ] || { echo trouble >"$tmp/$search_name.said" && return; }
	if "$get" "$tmp/$search_name/result.json" 'notes.*.kind' | grep -q proof-failed; then
		echo trouble >"$tmp/$search_name.said"
		return
	fi
	for search_key in verdict exhaustive semantic_changes; do
		"$get" "$tmp/$search_name/result.json" "$search_key"
	done >"$tmp/$search_name.said"
	# A semantic change may be shown on another of its paths: its outputs are compared, not the condition of that path.
	for search_key in old.output new.output old.ends new.ends; do
		"$get" "$tmp/$search_name/result.json" "differences.*.$search_key" >"$tmp/$search_key"
	done
	paste "$tmp/old.output" "$tmp/new.output" "$tmp/old.ends" "$tmp/new.ends" | LC_ALL=C sort >>"$tmp/$search_name.said"
}

number() { "$get" "$tmp/$1/result.json" "$2" 2>/dev/null || echo 0; }

# judge: whether both results are the same.
judge()
{
	verdicts=$(head -qn 1 "$tmp/none.said" "$tmp/all.said" | sort -u | tr '\n' ' ')
	case $verdicts in
	*trouble*) echo TROUBLE && return ;;
	'different equivalent ') echo CONTRADICTION && return ;;
	esac
	if [ "$(sed -n 2p "$tmp/none.said")" = true ]; then
		cmp -s "$tmp/none.said" "$tmp/all.said" && echo same || echo DIFFERS
	else
		[ "$(sed -n 2p "$tmp/all.said")" = true ] && echo only-pruned || echo open
	fi
}

one()
{
	cd "$DRIFT_BUILD/mutants/$1" || exit 2
	subject=$1 version=$2
	# shellcheck disable=SC2046 # a shape is words
	eval "set -- $(tr '\n' ' ' <"$here/$1/shape")"
	search none --no-prune "$version" "$@"
	search all --prune=reach,infect,propagate,once "$version" "$@"
	printf '%-9s %-4s %-14s %-20s %6s %6s %7s %7s\n' "$subject" "$version" "$(judge)" \
		"$(head -n 1 "$tmp/all.said" | tr ' ' -)" "$(number none stats.runs)" "$(number all stats.runs)" \
		"$(number none stats.solver.calls)" "$(number all stats.solver.calls)" | tee -a "$tmp/lines" "$table"
}

: >"$tmp/lines"
[ $# -gt 0 ] || set -- advisory calc csv dates ini json ranges replace sched sequence stats tokens
sh "$here/versions.sh" || exit 2
for what; do
	case $what in
	*/*) one "${what%/*}" "${what#*/}" ;;
	*)
		for version in $(awk 'BEGIN { RS = "" } { print $2 }' "$here/$what/versions.txt"); do
			(one "$what" "$version")
		done
		;;
	esac
done
awk '
{ n[$3]++ }
$3 == "same" { none += $5; all += $6; calls_none += $7; calls_all += $8 }
END {
	for (k in n) printf "%s: %d\n", k, n[k]
	printf "exhaustive without pruning: %d runs and %d solver calls without it, %d and %d with it\n", none, calls_none, all, calls_all
	exit n["DIFFERS"] || n["CONTRADICTION"] || n["TROUBLE"]
}' "$tmp/lines"

#!/bin/sh
# general.sh: processor time that generalising conditions adds to drift test, on versions of the mutation bench.
# usage: general.sh [-n RUNS] [-r REPEATS] [-b BUILD] [SUBJECT/VERSION...]
# Needs DRIFT_BUILD. Each version is searched with generalised conditions and with --path-conditions, in turn, REPEATS times; the
# smallest processor time of each counts. With -b, another build is measured in the same turns. Prints a line for each
# version: seconds with path conditions and generalised, differences, generalised conditions; then totals and their ratio.
# Searches must be the same in runs and differences; exit status 1 if they are not.
set -u

here=$(cd "$(dirname "$0")" && pwd)
runs=100
repeats=3
builds=${DRIFT_BUILD:?}
while getopts n:r:b: option; do
	case $option in
	n) runs=$OPTARG ;;
	r) repeats=$OPTARG ;;
	b) builds="$builds $OPTARG" ;;
	*) exit 2 ;;
	esac
done
shift $((OPTIND - 1))
tmp=$(mktemp -d "${TMPDIR:-/tmp}/drift-general.XXXXXX") || exit 2
trap 'rm -rf "$tmp"' EXIT
trap 'exit 2' HUP INT TERM

# processor FILE: seconds that children took, from what times printed.
processor() { sed -n '2s/[ms]/ /gp' "$1" | awk '{ print $1 * 60 + $2 + $3 * 60 + $4 }'; }

# search NAME BUILD VERSION WORD...: the seconds of one search; its result is in $tmp/NAME.
search()
{
	search_name=$1 search_build=$2 search_version=$3
	shift 3
	rm -rf "${tmp:?}/$search_name"
	(
		timeout 600 "$search_build/bin/drift" test -o "$tmp/$search_name" --time 0 --runs "$runs" --no-confirm --world fixed \
			--undefined=count --output stdout,status base.c "$search_version.c" "$@" >"$tmp/said" 2>&1
		times >"$tmp/times"
	)
	processor "$tmp/times"
}

get() { "$DRIFT_BUILD/tests/json_get" "$tmp/$1/result.json" "$2" 2>/dev/null; }

# smaller FILE SECONDS: keeps the smaller number in the file.
smaller() { [ -s "$1" ] && awk -v a="$2" '{ exit !(a < $1) }' "$1" || [ ! -s "$1" ] && echo "$2" >"$1"; }

one()
{
	cd "$DRIFT_BUILD/mutants/$1" || exit 2
	subject=$1 version=$2
	rm -f "$tmp"/*.seconds
	# shellcheck disable=SC2046 # a shape is words
	eval "set -- $(tr '\n' ' ' <"$here/$1/shape")"
	i=0
	while [ $((i += 1)) -le "$repeats" ]; do
		for build in $builds; do
			name=$(printf %s "$build" | tr / _)
			smaller "$tmp/$name.path.seconds" "$(search "$name.path" "$build" "$version" --path-conditions "$@")"
			smaller "$tmp/$name.general.seconds" "$(search "$name.general" "$build" "$version" "$@")"
		done
	done
	for build in $builds; do
		name=$(printf %s "$build" | tr / _)
		same=same
		for key in verdict stats.runs semantic_changes; do
			[ "$(get "$name.path" $key)" = "$(get "$name.general" $key)" ] || same=DIFFERS
		done
		printf '%-9s %-4s %-8s %7.2f %7.2f %5d %5d %s\n' "$subject" "$version" $same "$(cat "$tmp/$name.path.seconds")" \
			"$(cat "$tmp/$name.general.seconds")" "$(get "$name.general" 'differences.*.condition' | wc -l)" \
			"$(get "$name.general" 'differences.*.path_condition' | grep -c .)" "$build" | tee -a "$tmp/lines"
	done
}

: >"$tmp/lines"
# The second and the fifth differing version of each subject.
[ $# -gt 0 ] || set -- $(for subject in advisory calc csv dates ini json ranges replace sched sequence stats tokens; do
	awk -v s=$subject 'BEGIN { RS = "" } /\ntruth: differs/ && (++n == 2 || n == 5) { print s "/" $2 }' "$here/$subject/versions.txt"
done)
sh "$here/versions.sh" || exit 2
for what; do
	(one "${what%/*}" "${what#*/}")
done
awk '
{ path[$8] += $4; general[$8] += $5; differences[$8] += $6; weaker[$8] += $7; wrong += $3 != "same" }
END {
	for (b in path)
		printf "%s: %.2f s with path conditions, %.2f s generalised: %.2f times; %d differences, %d generalised\n", b, path[b],
			general[b], general[b] / path[b], differences[b], weaker[b]
	exit wrong > 0
}' "$tmp/lines"

#!/bin/sh
# compare.sh: drift compare on versions of the mutation bench, as tables in Markdown.
# usage: compare.sh [-n RUNS] [SUBJECT/VERSION...]
# Needs DRIFT_BUILD. The subjects are those of the papers in kind: advisory (tcas), replace, ranges (cut).
set -u

drift=${DRIFT_BUILD:?}/bin/drift
here=$(cd "$(dirname "$0")" && pwd)
runs=500
while getopts n: option; do
	case $option in
	n) runs=$OPTARG ;;
	*) exit 2 ;;
	esac
done
shift $((OPTIND - 1))
tmp=$(mktemp -d "${TMPDIR:-/tmp}/drift-compare.XXXXXX") || exit 2
trap 'rm -rf "$tmp"' EXIT
trap 'exit 2' HUP INT TERM

[ $# -gt 0 ] || set -- advisory/v01 advisory/v10 replace/v05 replace/v12 ranges/v04 ranges/v15
sh "$here/versions.sh" || exit 2
for pair; do
	subject=${pair%/*} version=${pair#*/}
	cd "$DRIFT_BUILD/mutants/$subject" || exit 2
	echo
	echo "\`$pair\`: $(awk -v v="$version" 'BEGIN { RS = "" } $2 == v' "$here/$subject/versions.txt" | sed -n 's/^what: //p')"
	# shellcheck disable=SC2046 # a shape is words
	eval "set -- $(tr '\n' ' ' <"$here/$subject/shape")"
	timeout 550 "$drift" compare --format markdown --no-confirm -o "$tmp/d" --runs "$runs" --orders newest,oldest \
		--strategies path,path+prune,reach,signature,output,sequence,isolation,random,new base.c "$version.c" "$@" \
		2>"$tmp/said" | sed 1d
	[ -s "$tmp/said" ] && sed 's/^/    /' "$tmp/said" | head -n 3
done
exit 0

#!/bin/sh
# strategies.sh: the strategies of drift test on the same differing versions with the same budget.
# usage: strategies.sh [-t SECONDS] [-n VERSIONS]
# Of each subject VERSIONS (5) differing versions, spread over its list; the first difference counts. Needs
# DRIFT_BUILD. Prints a table in Markdown.
set -u

here=$(cd "$(dirname "$0")" && pwd)
budget=5
versions=5
while getopts t:n: option; do
	case $option in
	t) budget=$OPTARG ;;
	n) versions=$OPTARG ;;
	*) exit 2 ;;
	esac
done
tmp=$(mktemp -d "${TMPDIR:-/tmp}/drift-strategies.XXXXXX") || exit 2
trap 'rm -rf "$tmp"' EXIT
trap 'exit 2' HUP INT TERM

# sample SUBJECT: differing versions at even distances.
sample()
{
	awk 'BEGIN { RS = "" } /\ntruth: differs\n/ { print $2 }' "$here/$1/versions.txt" | awk -v n="$versions" -v s="$1" '
		{ all[NR] = $1 }
		END { for (i = 0; i < n && i < NR; i++) print s "/" all[1 + int(i * NR / n)] }'
}

# row NAME STRATEGY OPTIONS
row()
{
	# shellcheck disable=SC2046 # the sample is words
	sh "$here/run.sh" -o "$tmp/table" -t "$budget" -s "$2" -x "--stop-after first $3" $(cat "$tmp/sample") >/dev/null
	awk -v name="$1" '
		$3 == "differs" { n++; seconds += $6; found += $5 == "found"; if ($8 > 0) { reach += $8; reached++ } }
		END { printf "| %s | %d of %d | %.1f | %.1f |\n", name, found, n, seconds, reached ? reach / reached : 0 }' \
		"$tmp/table"
}

for subject in "$here"/*/base.c; do
	sample "$(basename "$(dirname "$subject")")"
done >"$tmp/sample"
echo '| strategy | found | engine, s | runs to reach |'
echo '|---|---|---|---|'
row random random ''
row 'path' path '--no-prune'
row 'path, pruned (eXpress)' path ''
row output output ''
row signature signature ''
row 'reach only' reach ''
row directed directed ''
row auto auto ''
row 'auto, not pruned' auto '--no-prune'

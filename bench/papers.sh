#!/bin/sh
# papers.sh: the tables of the publications from results of drift compare, in Markdown.
# usage: papers.sh [-n RUNS] [TABLE...]
# Needs DRIFT_BUILD. Tables: paths (eXpress, tables 2 and 3), seeds (eXpress, table 4), orders (TR11, figures 4 and 5), errors
# (FSE 2013, table 3), outputs (thesis, table 6.4 and figure 6.11). The subjects are those of the papers in kind: advisory
# (tcas), replace, ranges (cut), tokens (a lexical analyser), sequence (seq), and the pairs of bench/interactions.
set -u

drift=${DRIFT_BUILD:?}/bin/drift
get=$DRIFT_BUILD/tests/json_get
here=$(cd "$(dirname "$0")" && pwd)
runs=500
while getopts n: option; do
	case $option in
	n) runs=$OPTARG ;;
	*) exit 2 ;;
	esac
done
shift $((OPTIND - 1))
tmp=$(mktemp -d "${TMPDIR:-/tmp}/drift-papers.XXXXXX") || exit 2
trap 'rm -rf "$tmp"' EXIT
trap 'exit 2' HUP INT TERM
[ $# -gt 0 ] || set -- paths seeds orders errors outputs

# rows: the latest table, a line for each search: strategy, order, then the numbers in the order of $keys.
keys='runs exhaustive solver_calls seconds differences errors first_difference tests tests_executing tests_differing partitions semantic_changes'
rows()
{
	result=$tmp/d/result.json
	for key in strategy order $keys; do
		"$get" "$result" "compare.rows.*.$key" 2>/dev/null >"$tmp/column.$key"
	done
	[ -s "$tmp/column.errors" ] || sed 's/.*/0/' "$tmp/column.runs" >"$tmp/column.errors"
	# shellcheck disable=SC2046 # a list of files
	paste -d' ' $(for key in strategy order $keys; do echo "$tmp/column.$key"; done)
}

# compared LABEL WORD...: drift compare in the current directory; its rows, each with the label before it.
compared()
{
	label=$1
	shift
	rm -rf "$tmp/d"
	timeout 550 "$drift" compare --no-confirm --format json -o "$tmp/d" --runs "$runs" "$@" >/dev/null 2>"$tmp/said"
	[ $? -le 1 ] || { echo "$label: $(head -n 1 "$tmp/said")" >&2; return; }
	rows | sed "s,^,$label ,"
}

# mutants SUBJECT WORD...: all versions of a subject of the mutation bench.
mutants()
{
	subject=$1
	shift
	sh "$here/mutants/versions.sh" "$subject" || exit 2
	for patch in "$here/mutants/$subject"/*.patch; do
		version=$(basename "$patch" .patch)
		(
			cd "$DRIFT_BUILD/mutants/$subject" || exit 2
			words=$(tr '\n' ' ' <"$here/mutants/$subject/shape")
			eval "compared '$subject' \"\$@\" base.c '$version.c' $words"
		)
	done
}

# Numbers in the rows: 1 label, 2 strategy, 3 order, then those of $keys.
paths()
{
	for subject in advisory replace ranges sequence tokens; do
		mutants "$subject" --strategies path,path+prune
	done >"$tmp/rows"
	echo '| subject | versions | tests of path | execute no change | both find | runs to the first, path | with pruning | fewer | mean | median |'
	echo '|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|'
	awk '
	function median(list, n,    i, k, t) {
		for (i = 2; i <= n; i++) for (k = i; k > 1 && list[k - 1] > list[k]; k--) { t = list[k]; list[k] = list[k - 1]; list[k - 1] = t }
		return n ? (n % 2 ? list[(n + 1) / 2] : (list[n / 2] + list[n / 2 + 1]) / 2) : 0
	}
	function row() {
		if (s != "") printf "| %s | %d | %d | %.0f %% | %d | %d | %d | %.0f %% | %.0f %% | %.0f %% |\n", s, versions, tests, 100 * idle / tests,
			both, plain, cut, plain ? 100 * (plain - cut) / plain : 0, both ? sum / both : 0, median(less, both)
		versions = tests = idle = both = plain = cut = sum = 0
	}
	$1 != s { row(); s = $1 }
	$2 == "path" { versions++; tests += $11; idle += $11 - $12; first = $10 }
	$2 == "path+prune" && first > 0 && $10 > 0 {
		both++; plain += first; cut += $10; less[both] = 100 * (first - $10) / first; sum += less[both]
	}
	END { row() }' "$tmp/rows"
}

seeds()
{
	for program in vent globs pages; do
		for version in new held; do
			(
				cd "$here/suite/$program" || exit 2
				# Tests that show the difference already are no seeds.
				# shellcheck disable=SC2046 # a shape is words
				{
					timeout 550 "$drift" suite --no-confirm --runs 1 --format json -o "$tmp/d" --seeds tests old.c "$version.c" $(cat shape) >/dev/null
					"$get" "$tmp/d/result.json" 'suite.tests.*.differs' | paste -d' ' - tests | sed -n 's/^false //p' >"$tmp/alike"
					compared "$program/$version" --strategies path,path+prune old.c "$version.c" $(cat shape)
					compared "$program/$version+seeds" --strategies path,path+prune --seeds "$tmp/alike" old.c "$version.c" $(cat shape)
				}
			)
		done
	done >"$tmp/rows"
	echo '| version | path | path, seeded | path+prune | path+prune, seeded |'
	echo '|---|---:|---:|---:|---:|'
	awk '{ name = $1; seeded = sub(/\+seeds$/, "", name); if (!(name in known)) { known[name] = 1; order[++n] = name } at[name, $2, seeded] = $10 ? $10 : "-" }
	END {
		for (i = 1; i <= n; i++) printf "| %s | %s | %s | %s | %s |\n", order[i], at[order[i], "path", 0], at[order[i], "path", 1],
			at[order[i], "path+prune", 0], at[order[i], "path+prune", 1]
	}' "$tmp/rows"
}

orders()
{
	for subject in advisory replace ranges tokens; do
		mutants "$subject" --strategies reach,new,output,signature --orders oldest,newest
	done >"$tmp/rows"
	echo '| subject | strategy | order | exhaustive | runs | tests | semantic changes shown, mean of a version |'
	echo '|---|---|---|---:|---:|---:|---:|'
	awk '
	{ key = $1 " | " $2 " | " ($3 == "null" ? "own" : $3); if (!(key in n)) list[++k] = key
	  n[key]++; runs[key] += $4; all[key] += $5 == "true"; tests[key] += $11; shown[key] += $15 }
	END { for (i = 1; i <= k; i++) { x = list[i]; printf "| %s | %d of %d | %d | %d | %.1f |\n", x, all[x], n[x], runs[x], tests[x], shown[x] / n[x] } }' "$tmp/rows"
}

errors()
{
	sh "$here/interactions/versions.sh" || exit 2
	for pair in $(cd "$here/interactions" && ls -d */base.c | sed 's,/.*,,'); do
		(
			cd "$DRIFT_BUILD/interactions/$pair" || exit 2
			words=$(tr '\n' ' ' <"$here/interactions/$pair/shape")
			eval "compared '$pair' --golden old.c --strategies sequence,isolation old.c new.c $words"
		)
	done >"$tmp/rows"
	echo '| pair | sequence: tests | differ | errors | isolation: tests | differ | errors |'
	echo '|---|---:|---:|---:|---:|---:|---:|'
	awk '$2 == "sequence" { printf "| %s | %d | %d | %d ", $1, $11, $13, $9; t += $11; d += $13; e += $9 }
	$2 == "isolation" { printf "| %d | %d | %d |\n", $11, $13, $9; it += $11; id += $13; ie += $9; n++ }
	END { if (n) printf "| mean | %.0f | %.1f | %.1f | %.0f | %.1f | %.1f |\n", t / n, d / n, e / n, it / n, id / n, ie / n }' "$tmp/rows"
}

outputs()
{
	for subject in advisory dates ranges sequence; do
		mutants "$subject" --strategies output,path --output stdout,status
	done >"$tmp/rows"
	echo '| subject | partitions met, by output | by path | tests, by output | by path | queries, by output | by path | seconds, by output | by path |'
	echo '|---|---:|---:|---:|---:|---:|---:|---:|---:|'
	awk '
	function row() { if (s != "") printf "| %s | %d | %d | %d | %d | %d | %d | %.1f | %.1f |\n", s, p["output"], p["path"], t["output"], t["path"], q["output"], q["path"], z["output"], z["path"]; split("", p); split("", t); split("", q); split("", z) }
	$1 != s { row(); s = $1 }
	{ p[$2] += $14; t[$2] += $11; q[$2] += $6; z[$2] += $7 }
	END { row() }' "$tmp/rows"
}

for table; do
	case $table in
	paths | seeds | orders | errors | outputs) echo; echo "$table"; echo; "$table" ;;
	*) echo "papers: no table '$table'" >&2; exit 2 ;;
	esac
done
exit 0

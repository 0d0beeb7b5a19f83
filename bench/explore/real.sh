#!/bin/sh
# real.sh [NAME...]: exploration of real programs: cut, expr, seq, bc, cmark.
#
# The programs are those of `make check-real`, built with drift-cc in the user's cache. Each is explored
# for $TIME (60) seconds. `own` is line coverage of the program's own file (of all its files for bc and
# cmark). A sample of $SAMPLE (200) tests is then run natively with the same binary: `false` counts
# those that did not do what was recorded, and makes the status 1.
set -u
here=$(cd "$(dirname "$0")" && pwd)
build=${DRIFT_BUILD:-$here/../../build}
cache=${XDG_CACHE_HOME:-$HOME/.cache}/drift/real
time=${TIME:-60}
sample=${SAMPLE:-200}
tmp=$(mktemp -d "${TMPDIR:-/tmp}/drift-bench.XXXXXX") || exit 2
trap 'rm -rf "$tmp"' EXIT
trap 'exit 130' HUP INT TERM

# subject NAME: sets binary, package, own (end of the name of its own file) and the words.
subject()
{
	package=coreutils
	binary=$cache/build/coreutils/src/$1
	own=/src/$1.c
	case $1 in
	cut | expr | seq) set -- "--seeds $1.seeds --grow 2" ;;
	bc)
		package=bc binary=$cache/build/bc/bc/bc own=
		set -- '--stdin @text:6=1+2'
		;;
	cmark)
		package=cmark binary=$cache/build/cmark/src/cmark own=
		set -- '--stdin @text:6=*a*'
		;;
	*) return 1 ;;
	esac
	words=$1
}

# coverage RESULT OWN: percent of the lines of one file, or of all.
coverage()
{
	awk -v own="$2" '
		/"coverage":/ { inside = 1 }
		inside && own != "" && index($0, own "\":") { found = 1 }
		inside && (own == "" || found) && /"lines":/ && lines == "" { lines = $2 + 0 }
		inside && (own == "" || found) && /"lines_total":/ { printf "%.1f %%", 100 * lines / ($2 + 0); exit }' "$1"
}

# replay DIR: how many of a sample of the tests do natively what was recorded: sets right and wrong.
replay()
{
	find "$1/tests" -name status -exec grep -L '^limit\|^unsupported\|^error' {} + | sed 's|/status$||' | sort >"$tmp/list"
	awk -v most="$sample" '{ line[NR] = $0 } END {
		step = NR > most ? NR / most : 1
		for (i = 1; i <= NR; i += step) print line[int(i)] }' "$tmp/list" >"$tmp/chosen"
	xargs "$build/bin/drift" replay --with "$binary" <"$tmp/chosen" >"$tmp/replayed" 2>&1
	right=$(grep -c 'as recorded' "$tmp/replayed")
	wrong=$(grep -vc 'as recorded' "$tmp/replayed")
}

if [ $# -eq 0 ]; then
	set -- cut expr seq bc cmark
fi
for name; do
	if ! subject "$name"; then
		echo "bench: no program '$name'" >&2
		exit 2
	fi
	[ -x "$binary" ] || SAMPLE=1000000 DRIFT_BUILD=$build sh "$here/../real/run.sh" "$package" >"$tmp/build.log" 2>&1
done
cd "$here" || exit 2
bad=0
printf '%-8s %8s %8s %9s %7s %8s %8s %7s %8s %7s %6s\n' program seconds paths outcomes errors runs/s own solver 'in z3' replayed false
for name; do
	subject "$name"
	if [ ! -x "$binary" ]; then
		echo "$name: skipped: $package is not built: $(tail -n 1 "$tmp/build.log")"
		continue
	fi
	# shellcheck disable=SC2086 # a list of words
	timeout "$((time * 3 + 60))" "$build/bin/drift" explore "$binary" --tests outcomes --time "$time" -o "$tmp/$name" $words >"$tmp/summary" 2>&1
	if [ $? -gt 1 ]; then
		echo "$name: $(head -n 1 "$tmp/summary")"
		bad=1
		continue
	fi
	replay "$tmp/$name"
	awk -v name="$name" -v own="$(coverage "$tmp/$name/result.json" "$own")" -v right="$right" -v wrong="$wrong" '
		/^paths:/ { paths = $2 + 0; outcomes = $3 }
		/^errors:/ { errors = $2 }
		/^runs:/ { seconds = $4; rate = substr($6, 2) }
		/^solver:/ { share = seconds ? 100 * $5 / seconds : 0; z3 = $NF }
		/^  divergence/ { diverged = diverged "\n  " $0 }
		END {
			printf "%-8s %8.1f %8d %9d %7d %8d %8s %5.0f %% %8d %7d %6d%s\n", name, seconds, paths, outcomes, errors, rate,
				own, share, z3, right, wrong, diverged
		}' "$tmp/summary"
	if [ "$wrong" -gt 0 ]; then
		grep -v 'as recorded' "$tmp/replayed" | head -n 5
		bad=1
	fi
done
exit $bad

#!/bin/sh
# speed.sh [-s] REV [NAME...]: what drift takes now against another revision of it, in instructions, as a table in Markdown.
# NOW=REV2 compares two revisions. -s: every strategy of drift test on one version of each subject of the mutation bench, with the
# sums of each strategy; NAME is a strategy then.
#
# Six explorations and six tests, each by both builds under valgrind's callgrind: the instructions of the engine from main on, without those
# of compilers that it starts. Unlike times they repeat to a per mille or so on a busy computer. A budget of runs makes
# the work the same; where the numbers of runs or of solver calls are not, the row says so, and its ratio means little.
# JOBS=2 run at a time. TEST_OPTIONS='--world fixed --path-conditions' are more options of drift test, where a revision knows them: REV may search
# less by default than the tree does now.
set -u
top=$(cd "$(dirname "$0")/.." && pwd)
build=${DRIFT_BUILD:-$top/build}

die()
{
	echo "speed: $1" >&2
	exit 2
}

# list: name, directory from the top or from the build, words of the command but for the shape of a subject of the mutation bench.
list()
{
	cat <<-'LIST'
	triangle | examples | explore --tests outcomes --runs 100 triangle.c -- @int @int @int
	words | bench/explore | explore --tests outcomes --runs 400 --order newest words.c -- @str:5=help @str:4=-v
	parser | bench/explore | explore --tests outcomes --runs 400 --stdin @text:6=1+2 parser.c
	decision-fold | bench/explore | explore --tests outcomes --runs 200 --fold decision.c -- @int @int @int @int @int @int @int @int @int @int @int @int
	set-by-output | bench/partitions | explore --tests outcomes --runs 100 --by output set.c -- @int @int @int @int @int @int
	tree-by-output | bench/partitions | explore --tests outcomes --runs 100 --by output --order newest tree.c -- @int @int @int @int @int
	dates-v03 | mutants/dates | test --runs 200 base.c v03.c
	calc-v13 | mutants/calc | test --runs 200 base.c v13.c
	json-v19 | mutants/json | test --runs 200 base.c v19.c
	stats-v08 | mutants/stats | test --runs 200 --strategy directed base.c v08.c
	csv-v21 | mutants/csv | test --runs 200 --strategy path base.c v21.c
	ranges-v14 | mutants/ranges | test --runs 200 --strategy output base.c v14.c
	LIST
}

# A strategy that REV does not have cannot be held against it: sequence is not among them.
STRATEGIES='auto directed reach path random output signature'

# strategies [NAME...]: the same for -s. Versions are spread over the numbers, so that several kinds of changes are among them.
strategies()
{
	[ $# -gt 0 ] || set -- $STRATEGIES
	for strategy; do
		k=0
		for subject in $(cd "$top/bench/mutants" && ls -d */shape | sed 's,/.*,,'); do
			k=$((k + 1))
			printf '%s.%s | mutants/%s | test --runs 60 --strategy %s base.c v%02d.c\n' \
				"$strategy" "$subject" "$subject" "$strategy" $((k * 7 % 20 + 1))
		done
	done
}

# words NAME: sets dir and words.
words()
{
	line=$(${LIST:-list} | grep "^$1 |") || die "no search '$1'"
	dir=$(echo "$line" | cut -d '|' -f 2 | tr -d ' ')
	words=$(echo "$line" | cut -d '|' -f 3-)
	case $dir in
	mutants/*)
		words="$words --no-confirm --output stdout,status $(tr '\n' ' ' <"$top/bench/$dir/shape")"
		dir=$build/$dir
		;;
	*) dir=$top/$dir ;;
	esac
}

# one NAME SIDE BUILD: leaves "instructions runs calls" in NAME.SIDE.
one()
{
	words "$1"
	to=$SPEED/$1.$2
	engine=$3/lib/drift/engine
	cd "$dir" || exit 2
	eval "set -- $words"
	command=$1
	shift
	if [ "$command" = test ] && [ -n "${TEST_OPTIONS-}" ] && "$engine" test --help 2>&1 | grep -q -e "^ *${TEST_OPTIONS%% *} "; then
		# shellcheck disable=SC2086 # several words
		set -- $TEST_OPTIONS "$@"
	fi
	# What loading leaves in the cache is there for both: a first load costs more than a search of some runs.
	"$engine" "$command" -o "$to.out" "$@" >/dev/null 2>&1 </dev/null
	valgrind --tool=callgrind --toggle-collect=main --callgrind-out-file=/dev/null --log-file="$to.log" \
		"$engine" "$command" -o "$to.out" "$@" >"$to.said" 2>&1 </dev/null
	[ $? -le 1 ] || die "$(basename "$to"): $(head -n 1 "$to.said")"
	awk '
		/^==[0-9]+==/ && pid == "" { pid = $1 }
		$1 == pid && $2 == "Collected" { print $4; exit }' "$to.log" >"$to"
	for key in runs calls; do
		sed -n "s/^[[:space:]]*\"$key\":[[:space:]]*\([0-9]*\).*/\1/p" "$to.out/result.json" | sort -n | tail -n 1 >>"$to"
	done
	rm -rf "$to.out"
	echo "speed: $(basename "$to")" >&2
}

if [ "${1-}" = --one ]; then
	one "$2" "$3" "$4"
	exit
fi

command -v valgrind >/dev/null || die 'valgrind is not installed (Debian package valgrind)'
unset DRIFT_ENGINE DRIFT_LIBC
LIST=list
[ "${1-}" != -s ] || { LIST=strategies; shift; }
export LIST
base=$(sh "$top/tests/gen/same/base.sh" --small "${1-}") && work=$(sh "$top/tests/gen/same/base.sh" --small "${NOW:-work}") || exit 2
shift
[ $LIST = list ] || set -- $(strategies "$@" | cut -d ' ' -f 1)
[ $# -gt 0 ] || set -- $(list | cut -d ' ' -f 1)
SPEED=$(mktemp -d "${TMPDIR:-/tmp}/drift-speed.XXXXXX") || exit 2
export SPEED
trap 'rm -rf "$SPEED"' EXIT
trap 'exit 2' HUP INT TERM
sh "$top/bench/mutants/versions.sh" || exit 2
for name; do
	printf '%s base %s\n%s work %s\n' "$name" "$base" "$name" "$work"
done | xargs -P "${JOBS:-2}" -L 1 sh "$0" --one || exit 2

echo '| search | million instructions before | now | ratio | |'
echo '|---|---|---|---|---|'
for name; do
	paste -s -d ' ' "$SPEED/$name.base" "$SPEED/$name.work" | tr '\n' ' ' | awk -v name="$name" '{
		note = $2 != $5 || $3 != $6 ? sprintf("runs %d, now %d; solver calls %d, now %d", $2, $5, $3, $6) : ""
		printf "| %s | %.1f | %.1f | %.3f | %s |\n", name, $1 / 1e6, $4 / 1e6, $4 / $1, note
	}'
done | tee "$SPEED/table"
[ $LIST = strategies ] || exit 0
echo
echo '| strategy | million instructions before | now | ratio | largest ratio |'
echo '|---|---|---|---|---|'
for name in $STRATEGIES; do
	sed -n "s/^| $name\\./| /p" "$SPEED/table" | awk -F '|' -v name="$name" '
		{ before += $3; now += $4; if ($5 > most) { most = $5; of = $2 } }
		END { if (before) printf "| %s | %.1f | %.1f | %.3f | %.3f (%s) |\n", name, before, now, now / before, most, of }' | tr -s ' '
done

#!/bin/sh
# check_conditions.sh [SUBJECT[/VERSION]...]: conditions of differences on the mutation bench against native runs.
#
# drift test compares each version with the base. Every condition that it reports is evaluated on all inputs of the
# subject's shape. An input that satisfies the path's condition must satisfy the generalised one. Inputs that satisfy
# the generalised one are run natively, all of them or MOST=40: both versions must differ there and print what the texts
# of their outputs say. RUNS=200 is the budget of a search. Prints the lines of tests/oracle/conditions.c, which fail
# with the word '#', and a summary: mean length of conditions in characters and mean share of the inputs that they
# cover, before and after. Exits with 1 if something is false.
set -u
top=$(cd "$(dirname "$0")/../.." && pwd)
build=${DRIFT_BUILD:-$top/build}
bench=$top/bench/mutants
programs=$build/mutants
most=${MOST:-40}
runs=${RUNS:-200}
ASAN_OPTIONS=detect_leaks=0
export ASAN_OPTIONS
tmp=$(mktemp -d "${TMPDIR:-/tmp}/drift-conditions.XXXXXX") || exit 2
trap 'rm -rf "$tmp"' EXIT
trap 'exit 2' HUP INT TERM

# compile SUBJECT VERSION: a native program, and one with sanitizers.
compile()
{
	cc -w -O1 -o "$tmp/$2" "$programs/$1/$2.c" &&
		cc -w -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all -o "$tmp/$2.checked" "$programs/$1/$2.c"
}

# placeholders: of the shape in the arguments, as tests/oracle/conditions.c reads them.
placeholders()
{
	while [ $# -gt 0 ] && [ "$1" != -- ]; do
		[ "$1" != --stdin ] || echo "stdin $2"
		shift
	done
	while [ $# -gt 1 ]; do
		shift
		echo "$1"
	done
}

# one SUBJECT VERSION
one()
{
	subject=$1
	version=$2
	eval "set -- $(tr '\n' ' ' <"$bench/$subject/shape")"
	placeholders "$@" >"$tmp/shape"
	rm -rf "$tmp/out"
	(cd "$programs/$subject" && timeout 600 "$build/bin/drift" test -o "$tmp/out" --runs "$runs" --no-confirm --undefined=count \
		--output stdout,status base.c "$version.c" "$@") >"$tmp/said" 2>&1
	[ $? -le 1 ] || { echo "# $subject/$version: drift failed"; sed 's/^/#   /' "$tmp/said"; return; }
	compile "$subject" "$version" || { echo "# $subject/$version: does not compile"; return; }
	"$build/tests/conditions" "$tmp/shape" "$tmp/$subject.inputs" "$tmp/out/result.json" "$tmp/base" "$tmp/$version" \
		"$most" "$subject/$version" "$tmp/$subject.tables"
	rm -f "$tmp/$version" "$tmp/$version.checked"
}

[ -x "$build/tests/conditions" ] || { echo "check_conditions.sh: $build/tests/conditions is missing; make check-conditions builds it"; exit 2; }
[ $# -gt 0 ] || set -- advisory calc csv dates ini json ranges replace sched sequence stats tokens
sh "$bench/versions.sh" && DRIFT_BUILD=$build sh "$bench/truth.sh" --tool || exit 2
for wanted; do
	subject=${wanted%/*}
	[ -e "$tmp/$subject.inputs" ] ||
		"$programs/truth" --inputs "$bench/$subject/shape" "$bench/$subject/classes" >"$tmp/$subject.inputs"
	# Arrays of one line that conditions may name.
	sed -n "s:^.* \\([a-z_]*\\)\\[[A-Z0-9]*\\] = \\({[-0-9, ]*}\\);.*:// table \\1 \\2:p" "$programs/$subject/base.c" |
		{ echo; cat; } >"$tmp/$subject.tables"
	compile "$subject" base || exit 2
	case $wanted in
	*/*) one "$subject" "${wanted#*/}" ;;
	*)
		for name in $(sed -n 's/^version: //p' "$bench/$subject/versions.txt"); do
			one "$subject" "$name"
		done
		;;
	esac
done | tee "$tmp/lines"
awk '
/^#/ { wrong++; next }
{
	n[$3]++
	runs += $9
	if ($3 == "unread" || !$7)
		next
	counted++
	before += $4; after += $5
	share_before += $6 / $8; share_after += $7 / $8
	if ($3 == "general") {
		g++; g_before += $4; g_after += $5; gs_before += $6 / $8; gs_after += $7 / $8
	}
}
END {
	printf "differences %d: generalised %d, of the path %d, not readable %d; native runs %d, wrong %d\n", NR - wrong,
		n["general"], n["path"], n["unread"], 2 * runs, wrong
	if (counted)
		printf "all: %.1f characters before, %.1f after; share of inputs %.3f %% before, %.3f %% after\n", \
			before / counted, after / counted, 100 * share_before / counted, 100 * share_after / counted
	if (g)
		printf "generalised: %.1f characters before, %.1f after; share of inputs %.3f %% before, %.3f %% after\n", \
			g_before / g, g_after / g, 100 * gs_before / g, 100 * gs_after / g
	exit wrong > 0
}' "$tmp/lines"

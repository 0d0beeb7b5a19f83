#!/bin/sh
# check_same.sh REV: results of this tree against those of another revision of it, on the same programs.
# check_same.sh --OPTION: against those of this tree with that option.
# check_same.sh /DIRECTORY: against those of another build of this tree.
#
# Each command of same/commands.sh runs with both builds. Exit statuses must be the same, and so must the values of all keys that the
# result of REV has, but for times (same/json_lines.c says which those are); what this tree says beyond that does not count.
# Commands that fail, or do not end, with both are counted apart. RUNS=60 is the budget of each, FEW=100 takes so many of the commands, evenly spread,
# JOBS=2 run at a time, LIMIT=120 seconds is for one. Differences are printed with their command; exit status 1 if there is any.
set -u
top=$(cd "$(dirname "$0")/../.." && pwd)
build=${DRIFT_BUILD:-$top/build}
limit=${LIMIT:-120}
SAME_OPTION=${SAME_OPTION-}
unset DRIFT_ENGINE DRIFT_LIBC # each build has its own

# result BUILD NAME COMMAND WORD...: runs it; leaves NAME.json, NAME.err and NAME.status.
result()
{
	result_drift=$1/bin/drift
	result_to=$2
	result_command=$3
	shift 3
	[ "$result_command" = diff ] || set -- -o "$SAME/$number/out" "$@"
	timeout -k 2 "$limit" "$result_drift" "$result_command" --json "$@" >"$result_to.json" 2>"$result_to.err" </dev/null
	result_status=$?
	[ $result_status -ne 137 ] || result_status=124 # too slow, and slow to end
	echo $result_status >"$result_to.status"
	rm -rf "$SAME/$number/out"
}

# compare DIR: the two results in it: same, fails, slow or differs; what differs is left in DIR/report.
compare()
{
	old=$(cat "$1/base.status")
	new=$(cat "$1/work.status")
	if [ "$old" -ne "$new" ]; then
		echo "exit status $old, now $new: $(head -n 1 "$1/work.err")" >"$1/report"
		echo differs
	elif [ "$old" -eq 124 ]; then
		echo slow
	elif [ "$old" -gt 1 ]; then
		echo fails
	elif "$build/tests/json_lines" "$1/base.json" "$1/base.json" >"$1/base.lines" &&
		"$build/tests/json_lines" "$1/base.json" "$1/work.json" >"$1/work.lines" &&
		cmp -s "$1/base.lines" "$1/work.lines"; then
		echo same
	else
		diff "$1/base.lines" "$1/work.lines" | grep '^[<>]' | cut -c 1-200 | head -n 10 >"$1/report"
		echo differs
	fi
}

# one NUMBER: a line of the list.
one()
{
	number=$1
	mkdir "$SAME/$number" || exit 2
	line=$(sed -n "${number}p" "$SAME/list")
	dir=${line%%	*}
	cd "$dir" || exit 2
	eval "set -- ${line#*	}"
	command=$1
	shift
	# shellcheck disable=SC2086 # nothing, or one option
	result "$BASE_BUILD" "$SAME/$number/base" "$command" $SAME_OPTION "$@"
	set -- "$command" "$@"
	result "$build" "$SAME/$number/work" "$@"
	said=$(compare "$SAME/$number")
	[ "$said" = same ] || printf '(cd %s && drift %s)\n' "$dir" "${line#*	}" >"$SAME/$number/command"
	rm -f "$SAME/$number"/*.json "$SAME/$number"/*.lines
	echo "$said $number"
}

if [ "${1-}" = --one ]; then
	one "$2"
	exit
fi

[ -x "$build/tests/json_lines" ] || { echo "check-same: no $build/tests/json_lines; use make check-same" >&2; exit 2; }
case ${1-} in
--*) BASE_BUILD=$build SAME_OPTION=$1 ;;
/*) BASE_BUILD=$1 ;;
*) BASE_BUILD=$(sh "$top/tests/gen/same/base.sh" "${1-}") || exit 2 ;;
esac
SAME=$(mktemp -d "${TMPDIR:-/tmp}/drift-same.XXXXXX") || exit 2
export BASE_BUILD SAME SAME_OPTION
trap 'rm -rf "$SAME"' EXIT
trap 'exit 2' HUP INT TERM
sh "$top/bench/mutants/versions.sh" && mkdir "$SAME/verdict" &&
	sh "$top/tests/gen/same/commands.sh" "$SAME/verdict" "${RUNS:-60}" >"$SAME/list" || exit 2
all=$(wc -l <"$SAME/list")
few=${FEW:-$all}
[ "$few" -le "$all" ] || few=$all

awk -v n="$few" -v all="$all" 'BEGIN { for (i = 0; i < n; i++) print 1 + int(i * all / n) }' |
	xargs -P "${JOBS:-2}" -n 1 sh "$0" --one | while read -r said number; do
	echo "$said" >>"$SAME/said"
	[ "$said" = same ] || printf '%s: %s\n' "$said" "$(cat "$SAME/$number/command")"
	case $said in
	differs) sed 's/^/    /' "$SAME/$number/report" ;;
	fails) sed 's/^/    /' "$SAME/$number/base.err" | head -n 1 ;;
	esac
	count=$(wc -l <"$SAME/said")
	[ $((count % 50)) -ne 0 ] || echo "check-same: $count of $few" >&2
done
awk -v few="$few" '
	{ n[$1]++ }
	END {
		printf "%d of %d commands compared: %d the same, %d differ; with both builds %d fail, %d do not end\n", n["same"] + n["differs"],
			few, n["same"], n["differs"], n["fails"], n["slow"]
		exit NR != few || n["differs"] > 0 || n["same"] == 0
	}' "$SAME/said"

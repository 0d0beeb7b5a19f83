#!/bin/sh
# run.sh: drift test on every version of the mutation bench, held against the truth.
# usage: run.sh [-o TABLE] [-t SECONDS] [-s STRATEGY] [-x OPTIONS] [SUBJECT[/VERSION]...]
# Needs DRIFT_BUILD. Prints one line for each version, a line for each subject and totals; exit status 1 when a
# verdict is false. OPTIONS are words that drift test is given as well.
set -u

drift=${DRIFT_BUILD:?}/bin/drift
here=$(cd "$(dirname "$0")" && pwd)
programs=$DRIFT_BUILD/mutants
budget=60
strategy=auto
table=/dev/null
options=
while getopts o:t:s:x: option; do
	case $option in
	o) table=$OPTARG ;;
	t) budget=$OPTARG ;;
	s) strategy=$OPTARG ;;
	x) options=$OPTARG ;;
	*) exit 2 ;;
	esac
done
shift $((OPTIND - 1))
tmp=$(mktemp -d "${TMPDIR:-/tmp}/drift-mutants.XXXXXX") || exit 2
trap 'rm -rf "$tmp"' EXIT
trap 'exit 2' HUP INT TERM
: >"$tmp/lines"

# field NAME: of the versions.txt block on standard input.
field() { sed -n "s/^$1: //p" | head -n 1; }
# number KEY: the first number under that key in result.json; 0 without one.
number() { sed -n "s/^[[:space:]]*\"$1\":[[:space:]]*\([0-9.e+-]*\).*/\1/p" "$tmp/out/result.json" | sort -g | tail -n 1; }
word() { sed -n "s/^[[:space:]]*\"$1\":[[:space:]]*\"\([^\"]*\)\".*/\1/p" "$tmp/out/result.json" | head -n 1; }

# judge TRUTH VERDICT UNDEFINED: a word for the line.
judge()
{
	case $1/$2 in
	*/trouble) echo TROUBLE ;;
	differs/different) echo found ;;
	differs/equivalent) echo FALSE-EQUIVALENT ;;
	differs/*) echo missed ;;
	equivalent*/equivalent) echo proved ;;
	equivalent*/different) echo FALSE-DIFFERENCE ;;
	equivalent*/*) echo open ;;
	*) echo TROUBLE ;;
	esac
}

# one SUBJECT VERSION: runs drift and prints the line.
one()
{
	cd "$programs/$1" || exit 2
	awk -v v="$2" 'BEGIN { RS = "" } $2 == v' "$here/$1/versions.txt" >"$tmp/block"
	truth=$(field truth <"$tmp/block")
	undefined=$(field undefined <"$tmp/block")
	rm -rf "$tmp/out"
	eval "set -- \"\$1\" \"\$2\" $(tr '\n' ' ' <"$here/$1/shape")"
	subject=$1
	version=$2
	shift 2
	# shellcheck disable=SC2086 # options are words
	timeout $((budget + 60)) "$drift" test -o "$tmp/out" --time "$budget" --strategy "$strategy" --undefined=count $options \
		--output stdout,status base.c "$version.c" "$@" >"$tmp/said" 2>&1
	status=$?
	verdict=trouble
	[ "$status" -le 1 ] && verdict=$(word verdict | tr " " -)
	grep -q proof-failed "$tmp/out/result.json" 2>/dev/null && verdict=trouble # a defect of drift
	printf '%-9s %-4s %-18s %-20s %-17s %7.2f %7.2f %6s %7s %7s %5s %s\n' "$subject" "$version" "$truth" "$verdict" \
		"$(judge "$truth" "$verdict")" "$(number engine_seconds)" "$(number first_difference_seconds)" \
		"$(number runs_to_reach)" "$(number runs)" "$(number calls)" "$(number semantic_changes)" \
		"${undefined:+undefined: $undefined}" | tee -a "$tmp/lines" "$table"
	[ "$status" -le 1 ] || sed 's/^/    /' "$tmp/said" | head -n 3
}

[ $# -gt 0 ] || set -- advisory calc csv dates ini json ranges replace sched sequence stats tokens
sh "$here/versions.sh" || exit 2
printf '%-9s %-4s %-18s %-20s %-17s %7s %7s %6s %7s %7s %5s\n' subject vers truth verdict judgement seconds first reach runs \
	solver groups | tee "$table"
for wanted; do
	case $wanted in
	*/*) one "${wanted%/*}" "${wanted#*/}" ;;
	*)
		for name in $(sed -n 's/^version: //p' "$here/$wanted/versions.txt"); do
			one "$wanted" "$name"
		done
		;;
	esac
done
sh "$here/subjects.sh" "$tmp/lines"
awk '{
	n[$5]++
	if ($3 == "differs") differing++; else equivalent++
	seconds += $6
}
END {
	printf "differing %d: found %d, missed %d; equivalent %d: proved %d, open %d; ", differing, n["found"], n["missed"], \
		equivalent, n["proved"], n["open"]
	printf "false equivalent %d, false difference %d, trouble %d; engine %.1f s\n", n["FALSE-EQUIVALENT"], \
		n["FALSE-DIFFERENCE"], n["TROUBLE"], seconds
	exit n["FALSE-EQUIVALENT"] + n["FALSE-DIFFERENCE"] + n["TROUBLE"] > 0
}' "$tmp/lines"

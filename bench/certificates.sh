#!/bin/sh
# certificates.sh: makes a certificate of every version that `drift test` proves equivalent, and verifies it: those of the
# mutation bench whose truth is `equivalent`, and the equivalent pairs of examples/.
# usage: certificates.sh [-t SECONDS] [SUBJECT[/VERSION]|examples]...
# Needs DRIFT_BUILD. Prints a line for each pair and the totals. Exit status 1 when a certificate does not verify.
set -u

top=$(cd "$(dirname "$0")/.." && pwd)
drift=${DRIFT_BUILD:?}/bin/drift
bench=$top/bench/mutants
budget=60
while getopts t: option; do
	case $option in
	t) budget=$OPTARG ;;
	*) exit 2 ;;
	esac
done
shift $((OPTIND - 1))
tmp=$(mktemp -d "${TMPDIR:-/tmp}/drift-certificates.XXXXXX") || exit 2
trap 'rm -rf "$tmp"' EXIT
trap 'exit 2' HUP INT TERM
: >"$tmp/lines"

# word KEY: the first text under that key in a result or in the answer of drift verify.
word() { sed -n "s/.*\"$1\":[[:space:]]*\"\([^\"]*\)\".*/\1/p" "$2" | head -n 1; }

# answer NAME OLD NEW: verifies $tmp/certificate and prints the line.
answer()
{
	timeout 3600 "$drift" verify --json "$tmp/certificate" "$2" "$3" >"$tmp/answer" 2>"$tmp/said"
	verified=$(word answer "$tmp/answer" | tr ' ' -)
	printf '%-16s %-12s %8s bytes  %s\n' "$1" "${verified:-trouble}" "$(wc -c <"$tmp/certificate")" \
		"$(sed 's/.*"nodes"/nodes/; s/["}]//g' "$tmp/answer")" | tee -a "$tmp/lines"
	[ "$verified" = verified ] || { word why "$tmp/answer" && cat "$tmp/said"; } | sed '/^$/d; s/^/    /'
}

# one NAME OLD NEW ARGUMENT...: searches, certifies, verifies.
one()
{
	name=$1 old=$2 new=$3
	shift 3
	rm -rf "$tmp/out" "$tmp/certificate"
	timeout $((budget + 60)) "$drift" test -o "$tmp/out" --time "$budget" --world fixed --certificate "$tmp/certificate" \
		"$old" "$new" "$@" >"$tmp/said" 2>&1
	verdict=$(word verdict "$tmp/out/result.json" | tr ' ' -)
	if [ -e "$tmp/certificate" ]; then
		answer "$name" "$old" "$new"
	elif [ "$verdict" = equivalent ]; then
		printf '%-16s %-12s\n' "$name" not-written | tee -a "$tmp/lines"
		sed 's/^/    /' "$tmp/said" | tail -n 3
	else
		printf '%-16s %-12s %s\n' "$name" unproved "${verdict:-trouble}" | tee -a "$tmp/lines"
	fi
}

# mutant SUBJECT VERSION: with the options of the bench.
mutant()
{
	cd "$DRIFT_BUILD/mutants/$1" || exit 2
	eval "set -- \"\$1\" \"\$2\" $(tr '\n' ' ' <"$bench/$1/shape")"
	subject=$1 version=$2
	shift 2
	one "$subject/$version" base.c "$version.c" --undefined=count --output stdout,status "$@"
}

examples()
{
	cd "$top/examples" || exit 2
	sed 's/a == b && b == c/b == c \&\& a == c/' triangle.c >"$tmp/triangle.c"
	sed 's/pieces >= 10)/pieces > 9)/' discount/old.c >"$tmp/discount.c"
	one discount discount/old.c discount/new.c --assume 'arg1 < 100' -- @int @int
	one discount-nine discount/old.c "$tmp/discount.c" -- @int @int
	one discount-entry discount/old.c "$tmp/discount.c" --entry percent
	one discount-call discount/old.c "$tmp/discount.c" --call 'printf("%d\n", percent(@int))'
	one triangle triangle.c "$tmp/triangle.c" -- @int @int @int
	for program in wordcount.c expand.c notes; do
		one "$program" "$program" "$program" -- @str:2
	done
}

# versions SUBJECT: those that are equivalent.
versions() { awk 'BEGIN { RS = "" } /\ntruth: equivalent/ { print $2 }' "$bench/$1/versions.txt"; }

[ $# -gt 0 ] || set -- examples advisory calc csv dates ini json ranges replace sched sequence stats tokens
sh "$bench/versions.sh" || exit 2
for wanted; do
	case $wanted in
	examples) examples ;;
	*/*) mutant "${wanted%/*}" "${wanted#*/}" ;;
	*)
		for version in $(versions "$wanted"); do
			mutant "$wanted" "$version"
		done
		;;
	esac
done
awk '{ n[$2]++ }
END {
	printf "pairs %d: proved %d, verified %d, refuted %d, gave up %d, trouble %d, not written %d; unproved %d\n", NR, \
		NR - n["unproved"], n["verified"], n["refuted"], n["gave-up"], n["trouble"], n["not-written"], n["unproved"]
	exit n["refuted"] + n["gave-up"] + n["trouble"] + n["not-written"] > 0
}' "$tmp/lines"

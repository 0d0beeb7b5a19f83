#!/bin/sh
# explain.sh: drift explain on the differing versions of the mutation bench, one failing input each: the rank of the true line.
# usage: explain.sh [-o TABLE] [-x OPTIONS] [SUBJECT[/VERSION]...]
# Needs DRIFT_BUILD. The input is the witness of versions.txt, which no part of drift found. A suspect is right when it is a
# line that the patch puts in or takes out, a line that uses the macro which it changes, or, where it only takes lines
# out, one beside the gap. One line for each version: rank of
# the first right suspect (0: none), number of suspects, seconds of processor time, compiling included; then totals. OPTIONS are words that drift explain is given as well.
set -u

drift=${DRIFT_BUILD:?}/bin/drift
here=$(cd "$(dirname "$0")" && pwd)
programs=$DRIFT_BUILD/mutants
table=/dev/null
options=
while getopts o:x: option; do
	case $option in
	o) table=$OPTARG ;;
	x) options=$OPTARG ;;
	*) exit 2 ;;
	esac
done
shift $((OPTIND - 1))
tmp=$(mktemp -d "${TMPDIR:-/tmp}/drift-explain.XXXXXX") || exit 2
trap 'rm -rf "$tmp"' EXIT
trap 'exit 2' HUP INT TERM
: >"$tmp/lines"

# field NAME: of the versions.txt block on standard input.
field() { sed -n "s/^$1: //p" | head -n 1; }

# true_lines OLD NEW: lines "old 12" and "new 13" that count as the place of the change.
true_lines()
{
	diff -U0 "$1" "$2" | awk '/^@@/ {
		split(substr($2, 2), o, ","); split(substr($3, 2), n, ",")
		oc = o[2] == "" ? 1 : o[2]; nc = n[2] == "" ? 1 : n[2]
		for (i = 0; i < oc; i++) print "old", o[1] + i
		for (i = 0; i < nc; i++) print "new", n[1] + i
		if (!nc) { print "new", n[1]; print "new", n[1] + 1 }
		if (!oc) { print "old", o[1]; print "old", o[1] + 1 }
	}'
	for macro in $(diff -U0 "$1" "$2" | sed -n 's/^[-+]#[ \t]*define[ \t][ \t]*\([A-Za-z_0-9]*\).*/\1/p' | sort -u); do
		grep -n -w "$macro" "$1" | sed 's/:.*//; s/^/old /'
		grep -n -w "$macro" "$2" | sed 's/:.*//; s/^/new /'
	done
}

# suspects: "side line" of each, in order, from the result.
suspects()
{
	awk '/^\t"suspects":/ { on = 1 } /^\t"no_suspects":/ { on = 0 }
		on && /^\t\t\t"side":/ { gsub(/[",]/, "", $2); side = $2 }
		on && /^\t\t\t"line":/ { gsub(/,/, "", $2); print side, $2 }' "$1"
}

# processor FILE: seconds of it that children took, from what times printed.
processor() { sed -n '2s/[ms]/ /gp' "$1" | awk '{ print $1 * 60 + $2 + $3 * 60 + $4 }'; }

# one SUBJECT VERSION
one()
{
	cd "$programs/$1" || exit 2
	awk -v v="$2" 'BEGIN { RS = "" } $2 == v' "$here/$1/versions.txt" >"$tmp/block"
	[ "$(field truth <"$tmp/block")" = differs ] || return 0
	subject=$1
	version=$2
	shape=$(tr '\n' ' ' <"$here/$1/shape")
	# shellcheck disable=SC2059 # it is written as printf reads it
	printf -- "$(field stdin <"$tmp/block" | sed 's/%/%%/g')" >"$tmp/in"
	set --
	case $shape in *--stdin*) set -- --stdin "$tmp/in" ;; esac
	eval "set -- \"\$@\" -- $(field witness <"$tmp/block")"
	(
		# shellcheck disable=SC2086 # options are words
		timeout 120 "$drift" explain --builds 0 --output stdout,status $options --json base.c "$version.c" "$@" \
			>"$tmp/json" 2>"$tmp/said"
		echo $? >"$tmp/status"
		times >"$tmp/times"
	)
	status=$(cat "$tmp/status")
	true_lines base.c "$version.c" >"$tmp/true"
	suspects "$tmp/json" >"$tmp/suspects"
	printf '%-9s %-4s %6s %5d %6d %7.2f %s\n' "$subject" "$version" "$status" \
		"$(awk 'NR == FNR { right[$0] = 1; next } right[$0] { print FNR; found = 1; exit } END { if (!found) print 0 }' \
			"$tmp/true" "$tmp/suspects")" \
		"$(wc -l <"$tmp/suspects")" "$(processor "$tmp/times")" \
		"$(field kind <"$tmp/block")" | tee -a "$tmp/lines" "$table"
	[ "$status" = 1 ] || sed 's/^/    /' "$tmp/said" | head -n 3
	[ -s "$tmp/suspects" ] || sed -n 's/^\t"no_suspects":/    none:/p' "$tmp/json"
}

[ $# -gt 0 ] || set -- advisory calc csv dates ini json ranges replace sched sequence stats tokens
sh "$here/versions.sh" || exit 2
printf '%-9s %-4s %6s %5s %6s %7s %s\n' subject vers status rank length seconds kind | tee "$table"
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
awk '{
	n++
	first += $4 == 1
	five += $4 >= 1 && $4 <= 5
	missing += $4 == 0
	empty += $5 == 0
	length_sum += $5
	seconds += $6
	slow += $6 > 5
	longest = $6 > longest ? $6 : longest
	trouble += $3 != 1
}
END {
	printf "versions %d: first %d (%.0f %%), among the first five %d (%.0f %%), not there %d, empty %d, trouble %d; ", n, first, \
		100 * first / n, five, 100 * five / n, missing, empty, trouble
	printf "mean length %.1f; %.2f s on average, %.1f s the longest, %d over 5 s\n", length_sum / n, seconds / n, longest, slow
}' "$tmp/lines"

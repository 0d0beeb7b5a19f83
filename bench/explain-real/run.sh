#!/bin/sh
# run.sh: drift explain on mistakes of real programs, put back into Debian's sources.
# usage: run.sh [-o TABLE] [CASE...]
#
# cases.sh has a function for each case: it makes two trees, old (right) and new (wrong), builds both with drift-cc and makes
# the input. Sources are fetched once, below the user's cache. One line for each case: rank of the first right suspect, number
# of suspects, seconds of processor time; exit status 1 when a rank or a number is more than the case allows. Needs DRIFT_BUILD.
set -u

DRIFT_BUILD=${DRIFT_BUILD:?}
drift=$DRIFT_BUILD/bin/drift
cc=$DRIFT_BUILD/bin/drift-cc
here=$(cd "$(dirname "$0")" && pwd)
cache=${XDG_CACHE_HOME:-$HOME/.cache}/drift/real
cflags='-g -O1 -w'
table=/dev/null
while getopts o: option; do
	case $option in
	o) table=$OPTARG ;;
	*) exit 2 ;;
	esac
done
shift $((OPTIND - 1))
. "$here/../real/fetch.sh"
. "$here/../real/gnu.sh"
. "$here/../real-pairs/recipes.sh"
. "$here/cases.sh"
tmp=$(mktemp -d "${TMPDIR:-/tmp}/drift-real.XXXXXX") || exit 2
trap 'rm -rf "$tmp"' EXIT
trap 'exit 2' HUP INT TERM

# suspects JSON: "side file:line source" of each, in order.
suspects()
{
	awk '/^\t"suspects":/ { on = 1 } /^\t"no_suspects":/ { on = 0 }
		function value(line) { sub(/^[^:]*:\t/, "", line); sub(/,$/, "", line); gsub(/^"|"$/, "", line); return line }
		on && /^\t\t\t"side":/ { side = value($0) }
		on && /^\t\t\t"file":/ { file = value($0) }
		on && /^\t\t\t"line":/ { line = value($0) }
		on && /^\t\t\t"source":/ { print side " " file ":" line " " value($0) }' "$1"
}

# processor FILE: seconds of it that children took, from what times printed.
processor() { sed -n '2s/[ms]/ /gp' "$1" | awk '{ print $1 * 60 + $2 + $3 * 60 + $4 }'; }

# one CASE
one()
{
	name=$1
	dir=$cache/explain/$name
	old=
	new=
	rank=1
	most=9
	right=
	rm -rf "$tmp/out"
	mkdir -p "$dir"
	stamp=$(cat "$here"/*.c "$here/cases.sh" "$here"/patches/* "$cc" | cksum)
	if [ "$(cat "$dir/.built" 2>/dev/null)" != "$stamp" ]; then
		rm -rf "$dir"
		mkdir -p "$dir"
		build=yes
	else
		build=
	fi
	set --
	if ! "case_$(echo "$name" | tr - _)" >"$tmp/log" 2>&1; then
		printf '%-14s not made: %s\n' "$name" "${fetch_error:-$(tail -n 1 "$tmp/log")}" | tee -a "$table"
		status=1
		return
	fi
	echo "$stamp" >"$dir/.built"
	(
		cd "$dir" || exit 2
		eval "timeout 300 \"$drift\" explain --builds 0 $options -o \"$tmp/out\" \"$old\" \"$new\" $input" >"$tmp/said" 2>&1
		echo $? >"$tmp/ended"
		times >"$tmp/times"
	)
	ended=$(cat "$tmp/ended")
	suspects "$tmp/out/result.json" >"$tmp/suspects" 2>/dev/null
	found=$(grep -n -m 1 -E -e "$right" "$tmp/suspects" | sed 's/:.*//')
	number=$(wc -l <"$tmp/suspects")
	verdict=right
	if [ "$ended" != 1 ] || [ -z "$found" ] || [ "${found:-0}" -gt "$rank" ] || [ "$number" -gt "$most" ]; then
		verdict=WRONG
		status=1
	fi
	printf '%-14s %-6s rank %2s (at most %d), %2d suspects (at most %2d), %6.1f s\n' "$name" "$verdict" "${found:-0}" "$rank" \
		"$number" "$most" "$(processor "$tmp/times")" | tee -a "$table"
	[ "$verdict" = right ] || sed 's/^/    /' "$tmp/said" | cut -c 1-160 | head -n "${LINES_SHOWN:-12}"
}

[ $# -gt 0 ] || set -- png-trns png-row zlib-extra patch-context munpack-type json
fetch_prepare
status=0
: >"$table"
for wanted; do
	one "$wanted"
done
exit "$status"

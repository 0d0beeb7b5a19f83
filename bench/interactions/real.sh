#!/bin/sh
# real.sh: drift test --interactions on Debian packages with all of their patches at once, and the time of the graph.
# usage: real.sh [-t SECONDS] [PAIR...]
#
# real.txt names the pairs. The source is fetched once (bench/real); NEW is the package as Debian has it, OLD the same without
# the patches of debian/patches. Both are built with drift-cc below the user's cache. Prints a line for each pair, and leaves
# what drift said in the cache. A report: there is no truth to hold it against. Needs DRIFT_BUILD.
set -u

DRIFT_BUILD=${DRIFT_BUILD:?}
drift=$DRIFT_BUILD/bin/drift
cc=${REAL_CC:-$DRIFT_BUILD/bin/drift-cc}
here=$(cd "$(dirname "$0")" && pwd)
cache=${XDG_CACHE_HOME:-$HOME/.cache}/drift/real
budget=60
while getopts t: option; do
	case $option in
	t) budget=$OPTARG ;;
	*) exit 2 ;;
	esac
done
shift $((OPTIND - 1))
. "$here/../real/fetch.sh"
. "$here/../real/gnu.sh"
. "$here/../real-pairs/recipes.sh"

# unpatch_all TREE: takes back all patches of the package.
unpatch_all()
{
	sed 's/[[:space:]].*//; /^#/d; /^$/d' "$1/debian/patches/series" | sed '1!G;h;$!d' | while read -r one; do
		patch -d "$1" -p1 -R -s -f <"$1/debian/patches/$one" || exit 1
	done
}

# trees: $pair/new and $pair/old, built.
trees()
{
	stamp=$(cat "$here/../real-pairs/recipes.sh" "$here/real.txt" "$cc" | cksum)
	[ "$(cat "$pair/.built" 2>/dev/null)" = "$stamp" ] && return
	rm -rf "$pair"
	mkdir -p "$pair"
	cp -a "$source" "$pair/new" || return 1
	source=$pair/new
	(cd "$pair/new" && "configure_$recipe" && "build_$recipe") || return 1
	cp -a "$pair/new" "$pair/old" && unpatch_all "$pair/old" || return 1
	(cd "$pair/old" && "build_$recipe") || return 1
	echo "$stamp" >"$pair/.built"
}

number() { sed -n "s/^[[:space:]]*\"$1\":[[:space:]]*\([0-9.e+-]*\).*/\1/p" "$pair.out/result.json" | sort -g | tail -n 1; }
word() { sed -n "s/^[[:space:]]*\"$1\":[[:space:]]*\"\([^\"]*\)\".*/\1/p" "$pair.out/result.json" | head -n 1; }

one()
{
	line=$(grep "^$1 " "$here/real.txt") || { echo "$1: no such pair" >&2; exit 2; }
	eval "set -- $line"
	name=$1 package=$2 program=$3
	recipe=$(echo "$package" | tr -c 'a-z0-9\n' _)
	shift 3
	pair=$cache/interactions/$name
	mkdir -p "$cache/interactions"
	fetch_source "$package" || { echo "| $name | not fetched: $fetch_error |"; return; }
	trees >"$pair.log" 2>&1 || { echo "| $name | not built: see $pair.log |"; return; }
	patches=$(sed '/^#/d; /^$/d' "$pair/new/debian/patches/series" | wc -l)
	cd "$here/../real-pairs" || exit 2
	begin=$(date +%s)
	"$drift" graph --kind changes "$pair/old/$program" "$pair/new/$program" >"$pair.graph" 2>&1
	graph=$(($(date +%s) - begin))
	rm -rf "$pair.out"
	"$drift" test --interactions -o "$pair.out" --time "$budget" "$pair/old/$program" "$pair/new/$program" "$@" \
		>"$pair.said" 2>&1 </dev/null
	[ $? -le 1 ] || { echo "| $name | $patches | trouble: $(grep -m 1 . "$pair.said") |"; return; }
	echo "| $name | $patches | $(grep -c '^change [0-9]' "$pair.graph") | $(grep -c '^place' "$pair.graph") | $graph |" \
		"$(word verdict) | $(number semantic_changes) | $(sed -n 's/^interactions: //p' "$pair.said") |" \
		"$(number seen) of $(number possible) | $(number runs) |"
}

fetch_prepare
[ $# -gt 0 ] || set -- $(sed '/^#/d; /^$/d; s/ .*//' "$here/real.txt")
echo "| pair | patches | changes | places | graph, s | verdict | differences | interactions | sequences | runs |"
echo "|---|---|---|---|---|---|---|---|---|---|"
for wanted; do
	(one "$wanted") || exit
done

#!/bin/sh
# real.sh: drift test --interactions on Debian packages with all of their patches at once, and the time of the graph.
# usage: real.sh [-t SECONDS] [-r RUNS] [PAIR...]
#
# real.txt names the pairs. The source is fetched once (bench/real); NEW is the package as Debian has it, OLD the same without
# what the patches of debian/patches change in files of C that both have. Both are built with drift-cc below the user's cache, and
# drift is told where the trees are and how to build in them: critical sets are by experiment. Prints a line for each pair, then
# the interactions, and leaves what drift said in the cache. A report: there is no truth to hold it against. Needs DRIFT_BUILD.
set -u

DRIFT_BUILD=${DRIFT_BUILD:?}
drift=$DRIFT_BUILD/bin/drift
cc=${REAL_CC:-$DRIFT_BUILD/bin/drift-cc}
here=$(cd "$(dirname "$0")" && pwd)
cache=${XDG_CACHE_HOME:-$HOME/.cache}/drift/real
budget=60
runs=
while getopts t:r: option; do
	case $option in
	t) budget=$OPTARG ;;
	r) runs="--runs $OPTARG" ;;
	*) exit 2 ;;
	esac
done
shift $((OPTIND - 1))
. "$here/../real/fetch.sh"
. "$here/../real/gnu.sh"
. "$here/../real-pairs/recipes.sh"

# series TREE: the package's patches, in their order.
series() { sed 's/[[:space:]].*//; /^#/d; /^$/d' "$1/debian/patches/series"; }

# unpatch TREE PATTERN: takes back the patches whose names match, from the last on.
unpatch()
{
	series "$1" | sed '1!G;h;$!d' | while read -r one; do
		# shellcheck disable=SC2254 # a pattern it is
		case $one in $2) patch -d "$1" -p1 -R -s -f <"$1/debian/patches/$one" || exit 1 ;; esac
	done
}

# patched TREE: the files that its patches touch.
patched()
{
	series "$1" | while read -r one; do
		sed -n 's/^+++ [^/]*\/\([^[:space:]]*\).*/\1/p' "$1/debian/patches/$one"
	done | sort -u
}

# keep_rest OLD NEW: OLD differs in files of C that both have, and is built as NEW is.
keep_rest()
{
	patched "$2" | while read -r file; do
		case $file in
		*.[chyl]) [ -e "$1/$file" ] || [ ! -e "$2/$file" ] || cp -p "$2/$file" "$1/$file" ;;
		*) [ ! -e "$2/$file" ] || cp -p "$2/$file" "$1/$file" ;;
		esac
	done
}

# trees: $pair/new and $pair/old, built.
trees()
{
	stamp=$(cat "$here/../real-pairs/recipes.sh" "$here/builds.sh" "$here/real.txt" "$cc" | cksum)
	[ "$(cat "$pair/.built" 2>/dev/null)" = "$stamp" ] && return
	rm -rf "$pair"
	mkdir -p "$pair"
	cp -a "$source" "$pair/new" || return 1
	[ -z "$left_out" ] || unpatch "$pair/new" "$left_out" || return 1
	source=$pair/new
	(cd "$pair/new" && "configure_$recipe" && "build_$recipe") || return 1
	cp -a "$pair/new" "$pair/old" || return 1
	[ -z "$left_out" ] || for one in $(cd "$pair/old/debian/patches" && ls -d $left_out); do
		sed -i "/^$one/d" "$pair/old/debian/patches/series" "$pair/new/debian/patches/series"
	done
	unpatch "$pair/old" '*' && keep_rest "$pair/old" "$pair/new" || return 1
	(cd "$pair/old" && "build_$recipe") || return 1
	cat >"$pair/build.sh" <<-END
		pair=$pair cc=$cc
		. "$here/../real/gnu.sh"
		. "$here/../real-pairs/recipes.sh"
		. "$here/builds.sh"
		build_$name
	END
	echo "$stamp" >"$pair/.built"
}

number() { sed -n "s/^[[:space:]]*\"$1\":[[:space:]]*\([0-9.e+-]*\).*/\1/p" "$pair.out/result.json" | sort -g | tail -n 1; }
word() { sed -n "s/^[[:space:]]*\"$1\":[[:space:]]*\"\([^\"]*\)\".*/\1/p" "$pair.out/result.json" | head -n 1; }

by() { grep -c "\"critical_by\":[[:space:]]*\"$1\"" "$pair.out/result.json"; }

# processor FILE COMMAND...: its seconds of processor time; what it says goes to the file.
processor()
{
	said=$1
	shift
	("$@" >"$said" 2>&1; times) | tail -n 1 |
		awk '{ for (i = 1; i <= 2; i++) { split($i, t, "m"); s += 60 * t[1] + t[2] } printf "%.1f", s }'
}

one()
{
	line=$(grep "^$1 " "$here/real.txt") || { echo "$1: no such pair" >&2; exit 2; }
	eval "set -- $line"
	name=$1 package=$2 left_out=$3 program=$4
	recipe=$(echo "$package" | tr -c 'a-z0-9\n' _)
	shift 4
	pair=$cache/interactions/$name
	mkdir -p "$cache/interactions"
	fetch_source "$package" || { echo "| $name | not fetched: $fetch_error |"; return; }
	trees >"$pair.log" 2>&1 || { echo "| $name | not built: see $pair.log |"; return; }
	patches=$(series "$pair/new" | wc -l)
	cd "$here/../real-pairs" || exit 2
	graph=$(processor "$pair.graph" "$drift" graph --kind changes "$pair/old/$program" "$pair/new/$program")
	rm -rf "$pair.out"
	"$drift" test --interactions -o "$pair.out" --time "$budget" $runs --old-sources "$pair/old" --new-sources "$pair/new" \
		--build "sh $pair/build.sh" "$pair/old/$program" "$pair/new/$program" "$@" >"$pair.said" 2>&1 </dev/null
	[ $? -le 1 ] || { echo "| $name | $patches | trouble: $(grep -m 1 . "$pair.said") |"; return; }
	echo "| $name | $patches | $(grep -c '^change [0-9]' "$pair.graph") | $(grep -c '^place' "$pair.graph") | $graph |" \
		"$(word verdict) | $(number semantic_changes) | $(by experiment) | $(by graph) | $(number builds) |" \
		"$(sed -n 's/^interactions: //p' "$pair.said") | $(number seen) of $(number possible) | $(number runs) |"
	sed -n '/^interactions: [1-9]/,/^  sequences of changes/p' "$pair.said" | sed '1d;$d' >"$pair.found"
}

fetch_prepare
[ $# -gt 0 ] || set -- $(sed '/^#/d; /^$/d; s/ .*//' "$here/real.txt")
echo "| pair | patches | changes | places | graph, s | verdict | differences | by experiment | by graph | builds | interactions | sequences | runs |"
echo "|---|---|---|---|---|---|---|---|---|---|---|---|---|"
for wanted; do
	(one "$wanted") || exit
done
for wanted; do
	[ ! -s "$cache/interactions/$wanted.found" ] || { echo; echo "$wanted:"; cat "$cache/interactions/$wanted.found"; }
done

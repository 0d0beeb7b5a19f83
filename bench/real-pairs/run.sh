#!/bin/sh
# run.sh: drift test on real changes: programs of Debian source packages before and after one patch.
# usage: run.sh [-c] [-o TABLE] [-t SECONDS] [PAIR...]
#
# pairs.txt names the pairs: package, patch, program and what drift test is to vary. The source is
# fetched once; the package's patches are taken back from the last on until the named one is on top:
# that is NEW, and without it the tree is OLD. Both are built with drift-cc below the user's cache.
# Prints one line for each pair; with -c what drift changes says, below the lines of the patch. Needs DRIFT_BUILD.
set -u

DRIFT_BUILD=${DRIFT_BUILD:?}
drift=$DRIFT_BUILD/bin/drift
cc=${REAL_CC:-$DRIFT_BUILD/bin/drift-cc}
here=$(cd "$(dirname "$0")" && pwd)
cache=${XDG_CACHE_HOME:-$HOME/.cache}/drift/real
budget=60
table=/dev/null
changes=
while getopts co:t: option; do
	case $option in
	c) changes=yes ;;
	o) table=$OPTARG ;;
	t) budget=$OPTARG ;;
	*) exit 2 ;;
	esac
done
shift $((OPTIND - 1))
. "$here/../real/fetch.sh"
. "$here/../real/gnu.sh"
. "$here/recipes.sh"
tmp=$(mktemp -d "${TMPDIR:-/tmp}/drift-pairs.XXXXXX") || exit 2
trap 'rm -rf "$tmp"' EXIT
trap 'exit 2' HUP INT TERM

# unpatch TREE PATCH: takes back the package's patches behind the named one, or all but it.
unpatch()
{
	sed 's/[[:space:]].*//; /^#/d; /^$/d' "$1/debian/patches/series" | sed '1!G;h;$!d' | while read -r one; do
		[ "$one" = "$2" ] && break
		patch -d "$1" -p1 -R -s -f <"$1/debian/patches/$one" || exit 1
	done
}

# trees: $pair/new and $pair/old, built.
trees()
{
	stamp=$(cat "$here/recipes.sh" "$here/pairs.txt" "$cc" | cksum)
	[ "$(cat "$pair/.built" 2>/dev/null)" = "$stamp" ] && return
	rm -rf "$pair"
	mkdir -p "$pair"
	cp -a "$source" "$pair/new" && unpatch "$pair/new" "$patch" || return 1
	source=$pair/new
	(cd "$pair/new" && "configure_$recipe" && "build_$recipe") || return 1
	cp -a "$pair/new" "$pair/old"
	patch -d "$pair/old" -p1 -R -s -f <"$pair/new/debian/patches/$patch" || return 1
	(cd "$pair/old" && "build_$recipe") || return 1
	# A change that the build overlooked is none of drift's.
	! cmp -s "$pair/old/$program" "$pair/new/$program" || return 1
	echo "$stamp" >"$pair/.built"
}

number() { sed -n "s/^[[:space:]]*\"$1\":[[:space:]]*\([0-9.e+-]*\).*/\1/p" "$tmp/out/result.json" | sort -g | tail -n 1; }
word() { sed -n "s/^[[:space:]]*\"$1\":[[:space:]]*\"\([^\"]*\)\".*/\1/p" "$tmp/out/result.json" | head -n 1; }
count() { grep -c "\"$1\":[[:space:]]*true" "$tmp/out/result.json"; }

# list_changes: what a person reads, and what drift says of it.
list_changes()
{
	printf '== %s: %s, %s\n' "$name" "$package" "$patch"
	sed -n '/^\(---\|+++\|@@\)/p; /^[-+][^-+]/p' "$pair/new/debian/patches/$patch" | sed 's/^/    | /'
	(cd "$pair" && "$drift" changes "old/$program" "new/$program" 2>&1)
}

# one NAME: the line of a pair.
one()
{
	line=$(grep "^$1 " "$here/pairs.txt") || { echo "$1: no such pair" >&2; exit 2; }
	# The fields as words of the shell: arguments of drift test stand quoted.
	eval "set -- $line"
	name=$1 package=$2 patch=$3 program=$4
	recipe=$(echo "$package" | tr -c 'a-z0-9\n' _)
	shift 4
	pair=$cache/pairs/$name
	if ! fetch_source "$package"; then
		printf '%-14s not fetched: %s\n' "$name" "$fetch_error" | tee -a "$table"
		return
	fi
	mkdir -p "$cache/pairs"
	if ! trees >"$cache/pairs/$name.log" 2>&1; then
		printf '%-14s not built: see %s\n' "$name" "$cache/pairs/$name.log" | tee -a "$table"
		return
	fi
	if [ "$changes" ]; then
		list_changes | tee -a "$table"
		return
	fi
	cd "$here" || exit 2
	rm -rf "$tmp/out"
	timeout $((budget + 120)) "$drift" test -o "$tmp/out" --time "$budget" "$pair/old/$program" "$pair/new/$program" "$@" \
		>"$cache/pairs/$name.said" 2>&1 </dev/null
	status=$?
	rm -rf "$cache/pairs/$name.out"
	cp -a "$tmp/out" "$cache/pairs/$name.out" 2>/dev/null
	verdict="trouble: $(grep -m 1 . "$cache/pairs/$name.said")"
	[ "$status" -le 1 ] && verdict=$(word verdict)
	[ "$status" -le 1 ] || { printf '%-14s %s\n' "$name" "$verdict" | tee -a "$table"; return; }
	printf '%-14s %-20s %7.1f %7.2f %4s/%-4s %6s %7s %7s\n' "$name" "$verdict" "$(number seconds)" \
		"$(number first_difference_seconds)" "$(count reached)" "$(grep -c '"reached"' "$tmp/out/result.json")" \
		"$(number semantic_changes)" "$(number runs)" "$(number calls)" | tee -a "$table"
}

fetch_prepare
[ $# -gt 0 ] || set -- $(sed '/^#/d; /^$/d; s/ .*//' "$here/pairs.txt")
[ "$changes" ] && : >"$table" || printf '%-14s %-20s %7s %7s %9s %6s %7s %7s\n' pair verdict seconds first reached groups runs solver | tee "$table"
for wanted; do
	(one "$wanted") || exit
done

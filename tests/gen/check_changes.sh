#!/bin/sh
# check_changes.sh: the places of drift changes over real histories.
#
#   check_changes.sh [PACKAGE...]
#
# The patches of Debian source packages are taken back one by one. Each step is a pair of versions:
# every C file that a patch changes is compared by drift changes, and check_places compares the
# answer with diff. A file that does not compile alone in both versions is left out and counted.
# Needs the network the first time; sources are kept in $CACHE.
build=${DRIFT_BUILD:-build}
cache=${CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/drift/real}
root=$(cd "$(dirname "$0")/../.." && pwd)
packages=${*:-cron unzip ncompress figlet tree}
# shellcheck source=bench/real/fetch.sh
. "$root/bench/real/fetch.sh"
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
steps=0 files=0 left=0 failed=0

# Options with which the sources of a package compile without its build.
options_of()
{
	case $1 in
	unzip) echo '-DUNIX -DBZIP2_SUPPORT=0' ;;
	cron) echo '-DDEBIAN -DUSE_PAM=0' ;;
	esac
}

# edits OLD NEW: the edits of diff, without indentation.
edits()
{
	sed 's/^[ 	]*//; s/[ 	\r]*$//' "$1" >"$tmp/left"
	sed 's/^[ 	]*//; s/[ 	\r]*$//' "$2" >"$tmp/right"
	diff -U0 "$tmp/left" "$tmp/right" | sed -n 's/^@@ -\([0-9,]*\) +\([0-9,]*\) @@.*/\1 \2/p' |
		awk '{ split($1, o, ","); split($2, n, ",")
			print o[1], ($1 ~ /,/ ? o[2] : 1), n[1], ($2 ~ /,/ ? n[2] : 1) }'
}

# check_file PACKAGE STEP FILE
check_file()
{
	both="$(options_of "$1") -w"
	set -- "$1" "$2" "$3" "-I$tmp/old -I$tmp/old/$(dirname "$3")" "-I$tmp/new -I$tmp/new/$(dirname "$3")"
	(cd "$tmp" && timeout 120 "$build/bin/drift" changes --json --cflags "$both" --old-cflags "$4" --new-cflags "$5" \
		"old/$3" "new/$3") >"$tmp/json" 2>"$tmp/err" </dev/null
	if [ $? -gt 1 ]; then
		left=$((left + 1))
		echo "$1 $2 $3: left out: $(head -n 1 "$tmp/err")" >>"$tmp/left_out"
		return
	fi
	files=$((files + 1))
	edits "$tmp/old/$3" "$tmp/new/$3" >"$tmp/edits"
	if ! "$build/tests/check_places" "$tmp/json" "$3" "$tmp/old/$3" "$tmp/new/$3" <"$tmp/edits" >"$tmp/said"; then
		sed "s|^|$1 $2: |" "$tmp/said"
		failed=$((failed + $(wc -l <"$tmp/said")))
	fi
}

# Takes a patch of $tmp/new back in $tmp/old.
take_back()
{
	rm -rf "$tmp/old"
	cp -a "$tmp/new" "$tmp/old" && patch -R -p1 -s -f -d "$tmp/old" <"$1" >"$tmp/patch.out" 2>&1
}

check_package()
{
	rm -rf "$tmp/new"
	cp -a "$source" "$tmp/new"
	series=$source/debian/patches/series
	[ -r "$series" ] || { echo "$1: has no patches"; return; }
	for name in $(sed 's/#.*//' "$series" | awk 'NF { print $1 }' | sed '1!G;h;$!d'); do
		take_back "$source/debian/patches/$name" || { echo "$1: $name cannot be taken back"; return; }
		changed=$(cd "$tmp/new" && find . -name '*.c' -type f | sed 's|^\./||' | while read -r f; do
			[ -f "../old/$f" ] && ! cmp -s "$f" "../old/$f" && echo "$f"
		done)
		[ -z "$changed" ] || steps=$((steps + 1))
		for f in $changed; do
			check_file "$1" "$name" "$f"
		done
		rm -rf "$tmp/new"
		mv "$tmp/old" "$tmp/new"
	done
}

fetch_prepare
for package in $packages; do
	if fetch_source "$package"; then
		check_package "$package"
	else
		echo "$package: cannot be fetched: $fetch_error"
	fi
done
[ -z "$VERBOSE" ] || cat "$tmp/left_out" 2>/dev/null
echo "$steps steps, $files files compared, $left left out, $failed failures"
[ "$failed" -eq 0 ] && [ "$files" -gt 0 ]

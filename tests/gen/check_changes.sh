#!/bin/sh
# check_changes.sh: the places of drift changes over real histories.
#
#   check_changes.sh [PACKAGE...]
#
# The patches of Debian source packages are taken back one by one. Each step is a pair of versions:
# every C file that a patch changes, and one C file for each header, is compared by drift changes, and
# check_places compares the answer with diff, for that file and all changed headers that it reads. A file
# that does not compile alone in both versions is left out and counted. configure runs once for each
# package, for config.h. VERBOSE=1 prints what was left out and why.
# Needs the network the first time; sources are kept in $CACHE.
build=${DRIFT_BUILD:-build}
cache=${CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/drift/real}
root=$(cd "$(dirname "$0")/../.." && pwd)
packages=${*:-cron unzip ncompress figlet tree procmail uucp cpio net-tools ppp screen bsdmainutils
	nullmailer mpack libvncserver dash cdparanoia sl}
# shellcheck source=bench/real/fetch.sh
. "$root/bench/real/fetch.sh"
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
steps=0 compared=0 files=0 left=0 failed=0

# Options with which the sources of a package compile without its build.
options_of()
{
	case $1 in
	unzip) echo '-DUNIX -DBZIP2_SUPPORT=0' ;;
	cron) echo '-DDEBIAN -DUSE_PAM=0' ;;
	esac
	[ -z "$(find "$tmp/new" -name config.h -print -quit)" ] || echo '-DHAVE_CONFIG_H'
}

# includes TREE FILE [all]: the top and its own directory; all directories of headers. Those of other systems may be among them.
includes()
{
	printf -- '-I%s -I%s' "$tmp/$1" "$tmp/$1/$(dirname "$2")"
	[ -z "${3-}" ] || (cd "$tmp/$1" && find . -name '*.h' -printf '%h\n' | sort -u | head -n 40) | while read -r dir; do
		printf -- ' -I%s' "$tmp/$1/${dir#./}"
	done
}

# edits FILE: the edits of diff, without indentation.
edits()
{
	sed 's/^[ 	]*//; s/[ 	\r]*$//' "$tmp/old/$1" >"$tmp/left"
	sed 's/^[ 	]*//; s/[ 	\r]*$//' "$tmp/new/$1" >"$tmp/right"
	diff -U0 "$tmp/left" "$tmp/right" | sed -n 's/^@@ -\([0-9,]*\) +\([0-9,]*\) @@.*/\1 \2/p' |
		awk -v file="$1" '{ split($1, o, ","); split($2, n, ",")
			print file, o[1], ($1 ~ /,/ ? o[2] : 1), n[1], ($2 ~ /,/ ? n[2] : 1) }'
}

# reads TREE FILE FLAGS: the files that it is compiled from, below the top of the tree.
reads()
{
	# shellcheck disable=SC2086 # flags are words
	(cd "$tmp/$1" && clang-19 -w -MM $3 "$2" 2>/dev/null) | tr -s ' \\\n' '\n' | sed -n "s,^$tmp/$1/,,p; /^[^/].*\.[ch]\$/p" |
		sed 's,^\./,,; :a; s,[^/]*/\.\./,,; ta' | sort -u
}

# check_file PACKAGE STEP FILE
check_file()
{
	both="$(options_of "$1" | paste -s -d ' ') -w"
	for includes_how in '' all; do
		old_flags=$(includes old "$3" $includes_how) new_flags=$(includes new "$3" $includes_how)
		(cd "$tmp" && timeout 120 "$build/bin/drift" changes --json --cflags "$both" --old-cflags "$old_flags" --new-cflags "$new_flags" \
			"old/$3" "new/$3") >"$tmp/json" 2>"$tmp/err" </dev/null
		check_status=$?
		[ $check_status -gt 1 ] || break
	done
	if [ $check_status -gt 1 ]; then
		left=$((left + 1))
		echo "$1 $2 $3: left out: $({ grep -m 1 'error:' "$tmp/err" || head -n 1 "$tmp/err"; } | sed "s,$tmp/,,g")" >>"$tmp/left_out"
		return 1
	fi
	files=$((files + 1))
	{ reads old "$3" "$both $old_flags" && reads new "$3" "$both $new_flags"; } | sort | uniq -d | while read -r read_file; do
		[ ! -f "$tmp/old/$read_file" ] || cmp -s "$tmp/old/$read_file" "$tmp/new/$read_file" || edits "$read_file"
	done >"$tmp/edits"
	if ! "$build/tests/check_places" "$tmp/json" "$tmp/old" "$tmp/new" <"$tmp/edits" >"$tmp/said"; then
		sed "s|^|$1 $2 $3: |" "$tmp/said"
		failed=$((failed + $(wc -l <"$tmp/said")))
	fi
}

# Takes a patch of $tmp/new back in $tmp/old.
take_back()
{
	rm -rf "$tmp/old"
	cp -a "$tmp/new" "$tmp/old" && patch -R -p1 -s -f -d "$tmp/old" <"$1" >"$tmp/patch.out" 2>&1
}

# changed: names of C files and headers that both trees have and that differ.
changed()
{
	(cd "$tmp/new" && find . -name '*.[ch]' -type f | sed 's|^\./||' | sort) | while read -r f; do
		[ -f "$tmp/old/$f" ] && ! cmp -s "$tmp/new/$f" "$tmp/old/$f" && echo "$f"
	done
}

# reader HEADER: a C file that includes it; beside it, if there is one.
reader()
{
	(cd "$tmp/new" && grep -r -l --include='*.c' -E "# *include *[<\"]([^>\"]*/)?$(basename "$1")[>\"]" . | sed 's|^\./||' |
		awk -v dir="$(dirname "$1")/" '{ print (index("./" $0, "./" dir) == 1 ? 0 : 1), length($0), $0 }' | sort -n | head -n 1 | cut -d ' ' -f 3)
}

# configure_once PACKAGE: makes config.h and other headers in $tmp/new.
configure_once()
{
	if [ -f "$tmp/new/configure" ]; then
		(cd "$tmp/new" && CC=clang-19 timeout 300 sh ./configure) >"$tmp/configure.log" 2>&1 </dev/null || echo "$1: configure fails" >>"$tmp/left_out"
	fi
}

# check_step PACKAGE PATCH
check_step()
{
	changed >"$tmp/changed"
	[ -s "$tmp/changed" ] || return 0
	steps=$((steps + 1)) step_any=''
	: >"$tmp/done"
	for f in $(grep '\.c$' "$tmp/changed"); do
		if check_file "$1" "$2" "$f"; then
			step_any=1
			cut -d ' ' -f 1 "$tmp/edits" >>"$tmp/done"
		fi
	done
	for f in $(grep '\.h$' "$tmp/changed"); do
		grep -q -x -F -e "$f" "$tmp/done" && continue
		f=$(reader "$f")
		[ -n "$f" ] && [ -f "$tmp/old/$f" ] && check_file "$1" "$2" "$f" && step_any=1
	done
	[ -z "$step_any" ] || compared=$((compared + 1))
}

check_package()
{
	rm -rf "$tmp/new"
	cp -a "$source" "$tmp/new"
	series=$source/debian/patches/series
	[ -r "$series" ] || { echo "$1: has no patches"; return; }
	configure_once "$1"
	for name in $(sed 's/#.*//' "$series" | awk 'NF { print $1 }' | sed '1!G;h;$!d'); do
		take_back "$source/debian/patches/$name" || { echo "$1: $name cannot be taken back"; return; }
		check_step "$1" "$name"
		rm -rf "$tmp/new"
		mv "$tmp/old" "$tmp/new"
	done
}

fetch_prepare
for package in $packages; do
	if fetch_source "$package"; then
		check_package "$package"
		echo "$package: $steps steps so far, $compared compared"
	else
		echo "$package: cannot be fetched: $fetch_error"
	fi
done
[ -z "$VERBOSE" ] || cat "$tmp/left_out" 2>/dev/null
echo "$steps steps that change C, $compared compared; $files comparisons, $left left out, $failed failures"
[ "$failed" -eq 0 ] && [ "$files" -gt 0 ]

#!/bin/sh
# truth.sh [PAIR...]: holds the known errors of the interaction bench against native programs, without drift.
#
# A line of PAIR/truth is `NAME HUNK... : ARG...`. Hunks are those of `diff -U0`, from h1. With all of them in the old
# program it must do on the arguments what the new one does, which is not what the old one does; with one of them less it
# must not. Programs are built with AddressSanitizer and UBSan, so that an error shows.
set -u
here=$(cd "$(dirname "$0")" && pwd)
build=${DRIFT_BUILD:-$here/../../build}
dir=$build/interactions
CC=${CC:-gcc}
bad=0

# hunks OLD NEW DIR: each hunk as a file of its own.
hunks()
{
	rm -f "$3"/h*.diff
	diff -U0 "$1" "$2" | awk -v dir="$3" '
		/^@@/ { n++ }
		n { print >(dir "/h" n ".diff") }'
}

# with PAIR NAME HUNK...: the old program with some hunks, as DIR/NAME.
with()
{
	p=$1 as=$2
	shift 2
	{
		echo '--- old.c'
		echo '+++ old.c'
		for h; do echo "$h"; done | sed 's/^h//' | sort -n | while read -r n; do
			cat "$dir/$p/h$n.diff"
		done
	} >"$dir/$p/part.diff"
	cp "$dir/$p/old.c" "$dir/$p/part.c"
	[ $# -eq 0 ] || patch -s -F 0 -r - "$dir/$p/part.c" "$dir/$p/part.diff" || return 1
	$CC -w -g -O1 -fsanitize=address,undefined -fno-sanitize-recover=all -o "$dir/$p/$as" "$dir/$p/part.c"
}

# does PROGRAM ARG...: its output and status, in one text; addresses left out.
does()
{
	program=$1
	shift
	text=$(ASAN_OPTIONS=detect_leaks=0 timeout 5 "$program" "$@" 2>&1)
	echo "$text" | sed -n '/Sanitizer/{s/.*Sanitizer: \([a-z-]*\).*/\1/p;q;};/runtime error/{s/.*runtime error: //p;q;};p' |
		head -n 50
	[ -n "$text" ] || echo nothing
}

[ $# -gt 0 ] || set -- $(cd "$here" && ls -d */truth | sed 's,/.*,,')
for pair; do
	sh "$here/versions.sh" "$pair" || exit 2
	hunks "$dir/$pair/old.c" "$dir/$pair/new.c" "$dir/$pair"
	all=$(ls "$dir/$pair"/h*.diff | sed 's,.*/\(h[0-9]*\).diff,\1,')
	with "$pair" p-old && with "$pair" p-new $all || { echo "$pair: cannot be built"; bad=1; continue; }
	grep -v '^#' "$here/$pair/truth" >"$dir/$pair/truth"
	while read -r line; do
		name=${line%% *}
		set_=$(echo "${line#* }" | sed 's/ *:.*//')
		args=$(echo "$line" | sed 's/^[^:]*: *//')
		set -f
		set -- $args
		old=$(does "$dir/$pair/p-old" "$@")
		new=$(does "$dir/$pair/p-new" "$@")
		with "$pair" p-set $set_
		got=$(does "$dir/$pair/p-set" "$@")
		ok=ok
		[ "$old" != "$new" ] || ok="old and new do the same"
		[ "$got" = "$new" ] || ok="the set does not do what new does: $got"
		for h in $set_; do
			rest=$(echo " $set_ " | sed "s/ $h / /")
			with "$pair" p-less $rest
			less=$(does "$dir/$pair/p-less" "$@")
			[ "$less" != "$new" ] || ok="without $h it does it, too"
		done
		set +f
		echo "$pair $name: $ok"
		[ "$ok" = ok ] || bad=1
	done <"$dir/$pair/truth"
	rm -f "$dir/$pair"/p-* "$dir/$pair"/part.*
done
exit $bad

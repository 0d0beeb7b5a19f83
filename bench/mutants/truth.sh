#!/bin/sh
# truth.sh [--update] [SUBJECT...]: recomputes the ground truth of the mutation bench.
#
# Enumerates every input of each subject's shape on the base program and on all versions (see
# truth.c), and holds the result against versions.txt; --update writes it there instead. Then every
# witness runs once more on programs compiled the ordinary way, each in a process of its own, so that
# a mistake in the enumeration's C library cannot make a difference that is none; so do the seeds.
# truth.sh --tool only makes the enumerator.
# Exit 0: all as written; 1: something is not; 2: trouble.
set -u
here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../.." && pwd)
build=${DRIFT_BUILD:-$top/build}/mutants
clang=${CLANG:-clang-19}
plain='-O1 -fPIC -shared -Wl,-z,now,-z,norelro -fsanitize-coverage=trace-pc -Dmain=subject_main'
checked='-fsanitize=address,undefined -fsanitize-trap=undefined -fsanitize-recover=address'
warn='-std=gnu17 -Wall -Wextra -Wshadow -Wstrict-prototypes -Werror'
update=
failed=0

die()
{
	echo "truth: $1" >&2
	exit 2
}

# stale OUT SOURCE...: true if OUT must be made again.
stale()
{
	out=$1
	shift
	[ -e "$out" ] || return 0
	for source; do
		[ "$source" -nt "$out" ] && return 0
	done
	return 1
}

build_tool()
{
	mkdir -p "$build" || die "cannot write $build"
	echo "$clang $plain $checked" | cmp -s - "$build/flags" || echo "$clang $plain $checked" >"$build/flags"
	stale "$build/truth" "$here/truth.c" "$here"/truth/*.[ch] || return 0
	objects=
	for file in "$here/truth.c" "$here"/truth/*.c; do
		object=$build/$(basename "$file" .c).o
		"$clang" $warn -D_GNU_SOURCE -O2 -g -c -o "$object" "$file" || die "the tool does not compile"
		objects="$objects $object"
	done
	"$clang" -fsanitize=address -rdynamic -o "$build/truth" $objects -ldl || die "the tool does not link"
}

# build_version SUBJECT NAME: as it is, checked, and the ordinary way.
build_version()
{
	from=$build/$1/$2.c
	to=$build/$1/$2
	stale "$to" "$from" "$here/truth/capture.h" "$build/flags" || return 0
	"$clang" $plain -ftrivial-auto-var-init=zero -include "$here/truth/capture.h" -w \
	    -o "$to.so" "$from" &&
	"$clang" $plain $checked -ftrivial-auto-var-init=pattern -include "$here/truth/capture.h" -w \
	    -o "$to.checked.so" "$from" &&
	"$clang" -O1 -w -o "$to" "$from" || die "$from does not compile"
}

# rewrite SUBJECT RESULTS: versions.txt with what was measured in place of what it says.
rewrite()
{
	awk -v results="$2" -v dir="$build/$1" -v classes="$([ -e "$here/$1/classes" ] && echo 1)" '
	function measured(name,    f, c, cmd, line, places) {
		split(result[name], f, "\t")
		split(f[1], c, " ")
		cmd = "diff " dir "/base.c " dir "/" name ".c"
		while ((cmd | getline line) > 0)
			if (line ~ /^[0-9]/)
				places = places " " line
		close(cmd)
		print "lines:" places
		if (c[2] == 0) {
			print "truth: equivalent" (classes ? "-by-proof" : "")
			print "inputs: 0 of " c[3] (classes ? " classes" : "")
			return
		}
		print "truth: differs"
		print "inputs: " (c[6] ? "many" : c[2]) " of " c[3] (classes ? " classes" : "")
		if (c[4] > 0)
			print "undefined: " (c[6] ? "many" : c[4]) (c[4] == c[2] ? ", the only difference" : "")
		if (c[5] > 0)
			print "hangs: " c[5]
		print "witness:" (f[2] != "" ? " " f[2] : "")
		if (f[3] != "")
			print "stdin: " f[3]
	}
	BEGIN {
		while ((getline line < results) > 0) {
			name = line
			sub(/ .*/, "", name)
			result[name] = line
		}
	}
	/^(lines|truth|inputs|undefined|hangs|witness|stdin):/ { next }
	/^version:/ { name = $2 }
	{ print }
	/^what:/ { measured(name) }
	' "$here/$1/versions.txt"
}

# behaviour PROGRAM ARGS INPUT: what it prints, with its status; ARGS is a piece of shell.
behaviour()
{
	printf -- "$3" | eval "timeout 10 \"\$1\" $2" 2>/dev/null
	echo "[status $?]"
}

complain()
{
	echo "truth: $1"
	failed=1
}

# confirm SUBJECT: witnesses and seeds on ordinary programs. A witness of undefined behaviour
# need not show anything there.
confirm()
{
	awk '
	function flush() {
		if (name != "" && witness && !undefined)
			print name "\001" args "\001" input
		name = args = input = ""
		witness = undefined = 0
	}
	/^version:/ { flush(); name = $2 }
	/^witness:/ { witness = 1; args = substr($0, 10) }
	/^stdin:/ { input = substr($0, 8) }
	/^undefined:.*only/ { undefined = 1 }
	END { flush() }' "$here/$1/versions.txt" >"$build/$1/witnesses"
	while IFS=$(printf '\001') read -r name args input; do
		old=$(behaviour "$build/$1/base" "$args" "$input")
		new=$(behaviour "$build/$1/$name" "$args" "$input")
		[ "$old" != "$new" ] || complain "$1 $name: the witness shows no difference"
	done <"$build/$1/witnesses"
	while read -r line; do
		(cd "$here/$1" && eval "timeout 10 \"$build/$1/base\" $line" >/dev/null 2>&1)
		[ $? -lt 124 ] || complain "$1: the base program goes wrong on seed $line"
	done <"$here/$1/seeds"
}

check_subject()
{
	[ -e "$here/$1/versions.txt" ] || die "no subject $1"
	DRIFT_BUILD=${build%/mutants} sh "$here/versions.sh" "$1" || exit 2
	names=$(sed -n 's/^version: //p' "$here/$1/versions.txt")
	for name in base $names; do
		build_version "$1" "$name"
	done
	nice -n 19 "$build/truth" "$here/$1/shape" "$here/$1/classes" "$build/$1" base $names \
	    >"$build/$1/results" || die "$1: the enumeration broke off; leave out versions to find the one"
	rewrite "$1" "$build/$1/results" >"$build/$1/versions.txt" || die "$1: no result"
	if [ "$update" ]; then
		cp "$build/$1/versions.txt" "$here/$1/versions.txt"
	elif ! diff -u "$here/$1/versions.txt" "$build/$1/versions.txt"; then
		complain "$1: versions.txt says otherwise"
	fi
	confirm "$1"
	awk -v subject="$1" '
	/^version:/ { versions++ }
	/^truth: differs/ { differing++ }
	/^truth: equivalent/ { equivalent++ }
	/^inputs:/ { inputs = $4 }
	END {
		printf "%-10s %3d versions: %3d differ, %2d equivalent; %d inputs\n",
			subject, versions, differing, equivalent, inputs
	}' "$build/$1/versions.txt"
}

[ "${1:-}" = --update ] && { update=1; shift; }
build_tool
[ "${1:-}" = --tool ] && exit
[ $# -gt 0 ] || set -- $(cd "$here" && ls -d */versions.txt | sed 's,/.*,,')
for subject; do
	check_subject "$subject"
done
exit $failed

#!/bin/sh
# truth.sh: natively, is every version's witness one, and are random inputs none?
# usage: truth.sh [COUNT]     COUNT random inputs for each program (20,000)
# Needs a C compiler. Prints a line for each version: does its witness differ, and how many random inputs do. Exit
# status 1 if a witness does not differ.
set -u
here=$(cd "$(dirname "$0")" && pwd)
tmp=$(mktemp -d "${TMPDIR:-/tmp}/drift-power.XXXXXX") || exit 2
trap 'rm -rf "$tmp"' EXIT
trap 'exit 2' HUP INT TERM
cc=${CC:-cc}
bad=0
"$cc" -O1 -D_GNU_SOURCE -o "$tmp/random" "$here/random.c" || exit 2
for program in jobs ledit mail mdblock rules scan; do
	dir=$here/$program
	"$cc" -O1 -w -static -o "$tmp/base" "$dir/base.c" || exit 2
	set --
	for patch in "$dir"/v*.patch; do
		name=$(basename "$patch" .patch)
		patch -s -o "$tmp/$name.c" "$dir/base.c" "$patch" && "$cc" -O1 -w -static -o "$tmp/$program-$name" "$tmp/$name.c" || exit 2
		set -- "$@" "$tmp/$program-$name"
		for side in base "$program-$name"; do
			"$tmp/$side" <"$dir/$name.in" >"$tmp/$side.out"
			echo $? >>"$tmp/$side.out"
		done
		word=differs
		cmp -s "$tmp/base.out" "$tmp/$program-$name.out" && word=same && bad=1
		echo "$program $name witness $word"
	done
	"$tmp/random" 1 "${1:-20000}" "$tmp/base" "$@" | sed "s|$tmp/|random |"
done
exit $bad

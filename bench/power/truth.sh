#!/bin/sh
# truth.sh: natively, is every version's witness one, and are random inputs none?
# usage: truth.sh [COUNT [PROGRAM...]]     COUNT random inputs for each program (1,000,000); all programs
# Needs a C compiler. Prints a line for each version: does its witness differ, and how many random inputs do. Exit
# status 1 if a witness does not differ.
set -u
here=$(cd "$(dirname "$0")" && pwd)
tmp=$(mktemp -d "${TMPDIR:-/tmp}/drift-power.XXXXXX") || exit 2
trap 'rm -rf "$tmp"' EXIT
cc=${CC:-cc}
bad=0
count=${1:-1000000}
[ $# -eq 0 ] || shift
[ $# -gt 0 ] || set -- cfmt interp jobs ledit mail mdblock prioq rules scan tables udiff uninorm
"$cc" -O1 -rdynamic -o "$tmp/random" "$here/random.c" || exit 2

# native FILE NAME: FILE.c as program NAME, and as shared object NAME.so for random
native()
{
	"$cc" -O1 -w -o "$tmp/$2" "$tmp/$1.c" &&
		"$cc" -O1 -w -shared -fPIC -Wl,-z,now -Dmain=subject_main -include stdlib.h -Dexit=subject_exit -o "$tmp/$2.so" "$tmp/$1.c" || exit 2
}

for program; do
	dir=$here/$program
	cp "$dir/base.c" "$tmp/base.c"
	native base base
	set --
	for patch in "$dir"/v*.patch; do
		name=$(basename "$patch" .patch)
		patch -s -o "$tmp/version.c" "$dir/base.c" "$patch" || exit 2
		native version "$program-$name"
		set -- "$@" "$tmp/$program-$name.so"
		for side in base "$program-$name"; do
			"$tmp/$side" <"$dir/$name.in" >"$tmp/$side.out"
			echo $? >>"$tmp/$side.out"
		done
		word=differs
		cmp -s "$tmp/base.out" "$tmp/$program-$name.out" && word=same && bad=1
		echo "$program $name witness $word"
	done
	"$tmp/random" 1 "$count" "$tmp/base.so" "$@" | sed "s|$tmp/|random |"
done
exit $bad

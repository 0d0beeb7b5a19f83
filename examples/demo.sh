#!/bin/sh
# demo.sh: what `make demo` shows: programs running in the machine, and what it says of a bug.
# Works on a scratch directory; needs DRIFT_BUILD and to be run from the top of the tree.
set -u

drift=${DRIFT_BUILD:?}/bin/drift
tmp=$(mktemp -d "${TMPDIR:-/tmp}/drift-demo.XXXXXX") || exit 1
trap 'rm -rf "$tmp"' EXIT
trap 'exit 1' HUP INT TERM
wrong=0

# show EXPECTED SHOWN COMMAND...: runs a command under the text SHOWN, both streams in one.
show()
{
	show_expected=$1
	echo "\$ $2"
	shift 2
	status=0
	"$@" >"$tmp/shown" 2>&1 || status=$?
	sed "s|$tmp/||g" "$tmp/shown"
	[ "$status" -eq "$show_expected" ] && return
	echo "demo: exit status $status instead of $show_expected" >&2
	wrong=1
}

# say LINE...: an explanation.
say()
{
	echo
	printf '%s\n' "$@"
	echo
}

say '1. Two versions of a program: on which inputs do they differ?'
show 1 'drift test -o differences examples/discount/old.c examples/discount/new.c -- @int @int' \
	"$drift" test -o "$tmp/differences" examples/discount/old.c examples/discount/new.c -- @int @int
say 'drift prints the change, an input on which the versions differ (it ran both versions natively on it), and a' \
	'condition: all inputs that satisfy it show this difference. On all other inputs, both versions do the same.'

say '2. drift runs a program in a virtual machine. --stats prints the number of instructions and the time.'
show 0 'drift run --stats examples/wordcount.c -n 3 <LICENSE' \
	"$drift" run --stats examples/wordcount.c -n 3 <LICENSE
clang-19 -O1 -o "$tmp/wordcount" examples/wordcount.c || exit 1
"$tmp/wordcount" -n 3 <LICENSE >"$tmp/native"
"$drift" run examples/wordcount.c -n 3 <LICENSE >"$tmp/machine"
if cmp "$tmp/native" "$tmp/machine"; then
	say 'Compiled by clang and run natively, the program prints the same.'
else
	wrong=1
fi

say '3. Files that a program writes stay in memory. -o saves them to another directory.'
show 0 "drift run -o saved examples/notes 'buy milk' 'water the plants'" \
	"$drift" run -o "$tmp/saved" examples/notes 'buy milk' 'water the plants'
show 0 'cat saved/notes.txt' cat "$tmp/saved/notes.txt"

say '4. This program has a bug, but a native run seems to work.'
clang-19 -O1 -o "$tmp/expand" examples/expand.c || exit 1
show 0 './expand -q                      # compiled by clang' "$tmp/expand" -q
show 1 'drift run examples/expand.c -q' "$drift" run examples/expand.c -q
say 'drift prints the kind and the location of the error, the memory that the program accessed, the calls that led' \
	'there, and the calls that allocated the block. The block has no room for the two quotation marks.'

say '5. drift also finds the error without an input: it tries all arguments of up to 2 bytes and 1 byte.'
show 1 'drift explore -o found examples/expand.c -- @str:2 @str:1' \
	"$drift" explore -o "$tmp/found" examples/expand.c -- @str:2 @str:1
say 'The second error is a division by the width 0. drift wrote a test for each error.'
[ "$wrong" -eq 0 ] || exit 1
echo 'Next: docs/run.md describes drift run, and docs/drift-cc.md how to compile a real project for it.'

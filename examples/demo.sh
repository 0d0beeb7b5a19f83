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
say 'What changed; an input that shows it, run natively on both versions as well; what each of them did; all other' \
	'inputs it stands for. Both versions do the same on the rest.'

say '2. A program runs in the machine as it would natively. --stats says what it cost.'
show 0 'drift run --stats examples/wordcount.c -n 3 <LICENSE' \
	"$drift" run --stats examples/wordcount.c -n 3 <LICENSE
clang-19 -O1 -o "$tmp/wordcount" examples/wordcount.c || exit 1
"$tmp/wordcount" -n 3 <LICENSE >"$tmp/native"
"$drift" run examples/wordcount.c -n 3 <LICENSE >"$tmp/machine"
if cmp "$tmp/native" "$tmp/machine"; then
	say 'The same program, compiled by clang and run natively, prints the same, byte for byte.'
else
	wrong=1
fi

say '3. What a program writes stays in memory: the disk is left alone. -o saves it elsewhere.'
show 0 "drift run -o saved examples/notes 'buy milk' 'water the plants'" \
	"$drift" run -o "$tmp/saved" examples/notes 'buy milk' 'water the plants'
show 0 'cat saved/notes.txt' cat "$tmp/saved/notes.txt"

say '4. A program with a bug that shows only with -q, and natively not even then.'
clang-19 -O1 -o "$tmp/expand" examples/expand.c || exit 1
show 0 './expand -q                      # compiled by clang' "$tmp/expand" -q
show 1 'drift run examples/expand.c -q' "$drift" run examples/expand.c -q
say 'The first line names the kind of error, the place and the function; then what was accessed,' \
	'the block it missed, and the calls that led there; below "allocated at", the calls that made' \
	'the block: expanded_size does not know of the two quotation marks. Exit status 1.'

say '5. The same without knowing what to look for: two arguments of up to 2 bytes and 1 byte, any.'
show 1 'drift explore -o found examples/expand.c -- @str:2 @str:1' \
	"$drift" explore -o "$tmp/found" examples/expand.c -- @str:2 @str:1
say 'Both errors of the program are found, the second being a width of 0; each with a test that shows it.'
[ "$wrong" -eq 0 ] || exit 1
echo 'Next: docs/run.md says what drift run can do, docs/drift-cc.md how to give it a real project.'

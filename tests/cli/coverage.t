#!/bin/sh
# coverage.t: lines and branches against a count by hand (tests/programs/coverage/counted.c).
. "$(dirname "$0")/lib.sh"

cd "$tmp" || exit 1

# counts DESCRIPTION WANTED ARG: the summary's line of coverage.
counts()
{
	capture counts "$drift" explore --tests none -o counts.d "$programs/coverage" -- "$3" </dev/null
	check "$1" grep -qxF "coverage:  $2" counts.out
}
counts 'ways that were taken, not blocks that were run' '17 of 21 lines (81.0 %), 6 of 13 branches (46.2 %)' x
counts 'over several runs' '20 of 21 lines (95.2 %), 10 of 13 branches (76.9 %)' @str:1=x
branches() { tr -d '\n\t' <counts.d/result.json | grep -q "$1\":{\"lines\":[0-9]*,\"lines_total\":[0-9]*,\"branches\":$2,\"branches_total\":$3}"; }
check 'a function of a header counts once' branches counted.h 1 2
check 'and the file of its own' branches counted.c 9 11

# Four words that strcmp compares, beside a loop with thousands of paths: each has turns of its own.
capture order "$drift" explore --tests none --runs 300 -o order.d "$programs/order/keywords.c" -- @str:6 @str:6 </dev/null
check 'keywords are found though the C library compares them' grep -q '^coverage:  16 of 17 lines' order.out

finish

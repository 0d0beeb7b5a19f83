#!/bin/sh
# worlds_kinds.t: pairs of bench/worlds that differ only in another world, or in none: standard input as a pipe or a terminal,
# functions under --entry at another time. make bench-worlds has all of them.
. "$(dirname "$0")/lib.sh"

run_worlds() { JSON_GET=$DRIFT_BUILD/tests/json_get DRIFT=$drift PAIRS=$1 sh "$top/bench/worlds/run.sh" dev --runs 500; }

check 'what differs is found, what is the same is proved' run_worlds 'stdin_prompt stdin_skip_same entry_clock entry_pid_same'

# A terminal returns lines, so a read from it fixes the length. The kind is decided before that, as it is for a file.
cd "$tmp" || exit 1
cat >typed.c <<'C'
#include <stdio.h>
#include <unistd.h>
int main(void)
{
	char b[4];
	long n = read(0, b, 4);
	if (n > 0 && b[0] == 'k')
		puts("k");
	if (n == 4 && b[3] == 'y')
		puts("y");
	return (int)read(0, b, 2);
}
C
explore typed typed.c --vary stdin_kind --stdin @text:4=ab
check 'no run leaves the path it was solved for' field typed exhaustive true
check 'each kind has paths' sh -c '[ "$(cat typed.d/tests/*/world | LC_ALL=C sort -u | wc -l)" -ge 2 ]'

finish

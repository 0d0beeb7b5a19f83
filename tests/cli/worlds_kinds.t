#!/bin/sh
# worlds_kinds.t: pairs of bench/worlds that differ only in another world, or in none: standard input as a pipe or a terminal,
# functions under --entry at another time. make bench-worlds has all of them.
. "$(dirname "$0")/lib.sh"

run_worlds() { JSON_GET=$DRIFT_BUILD/tests/json_get DRIFT=$drift PAIRS=$1 sh "$top/bench/worlds/run.sh" dev --runs 500; }

check 'what differs is found, what is the same is proved' run_worlds 'stdin_prompt stdin_skip_same entry_clock entry_pid_same'

finish

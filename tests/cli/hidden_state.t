#!/bin/sh
# hidden_state.t: state that a function leaves behind for later calls: in static variables, streams, the C library, the kernel.
# make check-hidden has all kinds.
. "$(dirname "$0")/lib.sh"
export DRIFT_BUILD

run_hidden() { sh "$top/tests/hidden/run.sh" "$@"; }

slice="static_callee heap_list in_ungetc out_pending locale_set signal_handler exit_argument fd_offset thread_local"
check 'native runs observe what changes, and nothing else' run_hidden judge $slice
check 'drift observes it as well' run_hidden drift $slice

finish

#!/bin/sh
# main.t: the front door: help, version, wrong commands.
. "$(dirname "$0")/lib.sh"

# ends STATUS TEXT ARG...: drift with these arguments ends so, and prints a line with TEXT.
ends()
{
	ends_status=$1
	ends_text=$2
	shift 2
	capture main "$drift" "$@" </dev/null
	cat "$tmp/main.out" "$tmp/main.err"
	[ "$(cat "$tmp/main.status")" = "$ends_status" ] &&
		cat "$tmp/main.out" "$tmp/main.err" | grep -F -q -e "$ends_text"
}

check 'no command: usage, status 2' ends 2 'usage: drift COMMAND'
check '--help lists the commands' ends 0 '  slice ' --help
check '--version' ends 0 'drift 0.' --version
check '-V names LLVM' ends 0 '(LLVM ' -V
check 'help COMMAND' ends 0 'usage: drift slice' help slice
check 'help of a part of env' ends 0 'usage: drift env locate' help env locate
check 'help of env' ends 0 'usage: drift env COMMAND' help env
check 'help of what there is not' ends 2 "unknown command 'frobnicate'" help frobnicate
check 'an unknown command' ends 2 "unknown command 'frobnicate'" frobnicate
check 'an unknown option' ends 2 "unknown option '--frobnicate'" run --frobnicate
check 'drift run without a program' ends 2 'drift run --help' run

# The engine is beside the program, wherever both are; the program alone still does env.
mkdir -p "$tmp/moved/bin" "$tmp/moved/lib" "$tmp/alone/bin"
cp "$drift" "$tmp/moved/bin"
cp "$drift" "$tmp/alone/bin"
ln -s "$DRIFT_BUILD/lib/drift" "$tmp/moved/lib/drift"
ln -s "$tmp/moved/bin/drift" "$tmp/link"
whole=$drift
drift=$tmp/link
check 'moved with its engine, reached through a link' ends 2 'drift run --help' run
drift=$tmp/alone/bin/drift
DRIFT_ENGINE=$tmp/nowhere
export DRIFT_ENGINE
check 'without an engine it says how to get one' ends 2 "nowhere: No such file or directory: drift's engine" run
check '... in one line' test "$(cat "$tmp/main.out" "$tmp/main.err" | wc -l)" -eq 1
check '... and env works' ends 3 'recorder' env record -o "$tmp/alone.trace" -- sh -c 'exit 3'
DRIFT_ENGINE=$DRIFT_BUILD/lib/drift/engine
check 'DRIFT_ENGINE names another' ends 2 'drift run --help' run
unset DRIFT_ENGINE
drift=$whole

finish

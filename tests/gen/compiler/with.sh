#!/bin/sh
# with.sh DIR/COMPILER COMMAND...: runs a command of the test suite beside a compiler server (server.c; it and its client are built in
# DIR), with temporary files in memory if there is room. Without either, the command takes longer and does the same.
set -u
client=$1
dir=${client%/*}
shift

server=
work=
leave()
{
	[ -z "$server" ] || { kill "$server" 2>/dev/null; wait "$server" 2>/dev/null; }
	[ -z "$work" ] || rm -rf "$work"
}
trap leave EXIT
trap 'exit 1' HUP INT TERM

# in_memory DIR: it can hold the files of a suite, programs included.
in_memory()
{
	[ "$(stat -f -c %T "$1" 2>/dev/null)" = tmpfs ] && [ "$(df -Pk "$1" | awk 'NR == 2 { print $4 }')" -gt 4000000 ] || return
	cp /bin/true "$work/true" && "$work/true" 2>/dev/null
}
if [ -z "${TMPDIR-}" ]; then
	work=$(mktemp -d /dev/shm/drift-check.XXXXXX 2>/dev/null) && in_memory /dev/shm || { rm -rf "$work"; work=; }
fi
[ -n "$work" ] || work=$(mktemp -d "${TMPDIR:-/tmp}/drift-check.XXXXXX") || exit 1
chmod 755 "$work" # tests run as other users, too
TMPDIR=$work
DRIFT_COMPILER_SOCKET=$work/compiler
export TMPDIR DRIFT_COMPILER_SOCKET

# All symbols are bound before the first copy is made.
LD_BIND_NOW=1 LD_PRELOAD=$dir/server.so "${client##*/}" >"$work/compiler.log" 2>&1 &
server=$!
while [ ! -S "$DRIFT_COMPILER_SOCKET" ]; do
	kill -0 "$server" 2>/dev/null || { cat "$work/compiler.log"; break; }
	sleep 0.1
done
DRIFT_CLANG=$client
export DRIFT_CLANG
"$@"
status=$?
# The server's children count as well.
kill "$server" 2>/dev/null
wait "$server" 2>/dev/null
server=
times >"$work/times"
awk 'NR == 2 { split($0, t, "[ms ]+"); print "# " int(60 * (t[1] + t[3]) + t[2] + t[4]) " s of processor time, compilers included" }' "$work/times"
exit $status

#!/bin/sh
# libc.t: every program of tests/programs/libc does the same on the subjects' C library in the
# machine as natively on glibc.
#
# Beside NAME.c there may be NAME.in (standard input), NAME.args (one line of shell words) and
# NAME.env (NAME=VALUE lines). LIBC='NAME...' runs only these.
. "$(dirname "$0")/lib.sh"

dir=$programs/libc
flags='-std=gnu17 -fno-builtin -D_GNU_SOURCE -D__NO_CTYPE -U_FORTIFY_SOURCE'
[ -n "$(find "$dir" -name '*.c' | head -n 1)" ] || skip_all 'no programs'

# run KIND NAME: one run in a fresh directory, with a small environment. Natively and in the machine
# the program is called by the same name.
run()
{
	run_kind=$1
	run_name=$2
	run_in=/dev/null
	run_args=
	run_env=
	[ -f "$dir/$run_name.in" ] && run_in=$dir/$run_name.in
	[ -f "$dir/$run_name.args" ] && run_args=$(cat "$dir/$run_name.args")
	[ -f "$dir/$run_name.env" ] && run_env=$(cat "$dir/$run_name.env")
	rm -rf "$tmp/run"
	mkdir "$tmp/run" && cd "$tmp/run" || exit 1
	if [ "$run_kind" = native ]; then
		run_command="../bin/$run_name"
	else
		run_command="\"$drift\" run --cflags \"$flags -w\" ../bin/$run_name.c"
	fi
	eval "capture $run_kind env -i PATH=/usr/bin:/bin $run_env $run_command $run_args" <"$run_in"
	cd "$here" || exit 1
}

mkdir "$tmp/bin"
find "$dir" -name '*.[ch]' -exec cp {} "$tmp/bin" \;
cd "$dir" || exit 1
for name in ${LIBC:-*.c}; do
	name=${name%.c}
	# Built from where it runs, so that __FILE__ is the same in both worlds.
	mkdir -p "$tmp/run" && cd "$tmp/run" || exit 1
	# shellcheck disable=SC2086 # flags is a list of words
	if ! "$clang" $flags -O1 -w -o "../bin/$name" "../bin/$name.c" -lm 2>"$tmp/cc.err"; then
		not_ok "$name: native build" "$tmp/cc.err"
		continue
	fi
	run native "$name"
	run machine "$name"
	check "$name" same native machine
done
finish

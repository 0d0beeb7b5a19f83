#!/bin/sh
# features.t: every program of tests/programs/c behaves in the machine as natively: output,
# errors and status, byte for byte.
#
# A program is NAME.c or a directory of sources. NAME.in is its standard input; NAME.args has one
# line of arguments, in shell syntax, for each run. FEATURES='NAME...' runs only these.
. "$(dirname "$0")/lib.sh"

cd "$programs/c" || exit 1
mkdir "$tmp/bin"
DRIFT_TEST_A=alpha DRIFT_TEST_D='d d'
export DRIFT_TEST_A DRIFT_TEST_D

# compare NAME PROGRAM ARGS: one run, natively and in the machine.
compare()
{
	compare_name=$1
	compare_program=$2
	compare_text=$3
	eval "set -- $compare_text"
	if [ -f "$compare_name.in" ]; then
		compare_in=$compare_name.in
	else
		compare_in=/dev/null
	fi
	capture native "$tmp/bin/$compare_name" "$@" <"$compare_in"
	capture machine "$drift" run "$compare_program" "$@" <"$compare_in"
	check "$compare_name${compare_text:+ $compare_text}" same native machine
}

for name in ${FEATURES:-*.c */}; do
	name=${name%/}
	name=${name%.c}
	if [ -d "$name" ]; then
		program=$name
		set -- "$name"/*.c
	else
		program=$name.c
		set -- "$name.c"
	fi
	if ! "$clang" -O1 -w -o "$tmp/bin/$name" "$@" -lm 2>"$tmp/cc.err"; then
		not_ok "$name: native build" "$tmp/cc.err"
	elif [ -f "$name.args" ]; then
		while read -r arguments; do
			compare "$name" "$program" "$arguments"
		done <"$name.args"
	else
		compare "$name" "$program" ''
	fi
done
finish

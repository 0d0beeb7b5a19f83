#!/bin/sh
# build.t: changed flags rebuild what they must, and nothing else is rebuilt.
. "$(dirname "$0")/lib.sh"

# The flags of the make that runs the tests are none of ours.
unset MAKEFLAGS MAKEOVERRIDES MFLAGS CC CFLAGS OPT WERROR SAN CHECK AS_BUILT V

object=$tmp/b/obj/src/base/buf.o
bitcode=$tmp/b/libc/ctype.bc

# compiles WORD ARGUMENT...: make says that it does WORD (CC, LIBC); idle ARGUMENT...: it does nothing.
built() { make -C "$top" BUILD="$tmp/b" "$@" "$object" "$bitcode" >"$tmp/said" 2>&1 || { cat "$tmp/said"; return 1; }; }
compiles()
{
	compiles_word=$1
	shift
	built "$@" && grep -q "^  $compiles_word " "$tmp/said" || { cat "$tmp/said"; false; }
}
idle()
{
	idle_word=$1
	shift
	built "$@" && ! grep "^  $idle_word " "$tmp/said"
}

check 'a first build compiles' compiles CC
check '... also the C library' test -s "$bitcode"
check 'a second one does not' idle '[A-Z]*'
check 'other CFLAGS compile again' compiles CC "CFLAGS=-O0 -DX='\"a b\"'"
check '... once' idle '[A-Z]*' "CFLAGS=-O0 -DX='\"a b\"'"
check '... and back' compiles CC
check 'OPT likewise' compiles CC OPT=-O0
check '... but not the C library' idle LIBC OPT=-O1
check 'another compiler likewise' compiles CC CC="$clang" OPT=-O1
check '... once' idle '[A-Z]*' CC="$clang" OPT=-O1
check 'a build may be taken as it is' idle '[A-Z]*' AS_BUILT=1
check 'WERROR=1 compiles all again' compiles CC WERROR=1
check '... also the C library' compiles LIBC
check 'where to install is none of it' idle '[A-Z]*' PREFIX="$tmp"
check 'showing the command changes nothing' sh -c "make -s -C '$top' BUILD='$tmp/b' OPT=-O3 show-compile"
check '... in the build' idle '[A-Z]*'

# A warning ends a build only if that was asked for.
cat >"$tmp/warns.mk" <<E2
include Makefile
$tmp/b/warns.o: $tmp/warns.c \$(FLAGS)
	\$(CC) \$(WARN) -c -o \$@ \$<
E2
echo 'int f(int x) { int y; return x; }' >"$tmp/warns.c"
warns() { make -s -C "$top" -f "$tmp/warns.mk" BUILD="$tmp/b" "$@" "$tmp/b/warns.o"; }
check 'a warning is no error' warns
check '... but with WERROR=1' sh -c "! make -s -C '$top' -f '$tmp/warns.mk' BUILD='$tmp/b' WERROR=1 '$tmp/b/warns.o'"

check 'make help lists six targets' test "$(make -s -C "$top" help | grep -c -E '^make( [a-z]+)?  ')" -eq 6
check '... and make help-dev others' sh -c "make -s -C '$top' help-dev | grep -q '^make check-unit '"

finish

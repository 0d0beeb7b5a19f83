#!/bin/sh
# badinput.t: programs that drift cannot run end with one clear line and exit status 2.
. "$(dirname "$0")/lib.sh"

cd "$tmp" || exit 1

# refused PROG WORD [OPTION...]: exit status 2, nothing on standard output, and exactly one line on
# standard error that starts with "drift: " and has WORD.
refused()
{
	refused_prog=$1
	refused_text=$2
	shift 2
	capture bad "$drift" run "$@" "$refused_prog" </dev/null
	rejects bad "$refused_text" && [ ! -s "$tmp/bad.out" ]
}

# broken PROG TEXT: exit status 2; clang's own lines follow drift's.
broken()
{
	capture bad "$drift" run "$1" </dev/null
	cat "$tmp/bad.err"
	[ "$(cat "$tmp/bad.status")" = 2 ] && grep -q "^drift: $1: " "$tmp/bad.err" &&
		grep -F -q -e "$2" "$tmp/bad.err"
}

echo 'int main(void) { return 0; }' >good.c
echo 'int other(void) { return 0; }' >nomain.c
printf 'int main(void)\n{\n\treturn undeclared;\n}\n' >error.c
printf 'int helper(void);\nint main(void) { return helper(); }\n' >undefined.c
mkdir empty twice
echo 'int main(void) { return 1; }' | tee twice/a.c >twice/b.c
: >nothing
echo hello >words
printf '#!/bin/sh\nexit 0\n' >script
printf '\1\2\3\0\4' >noise
$clang -o native good.c
$clang -emit-llvm -c good.c -o good.bc
head -c 200 good.bc >cut.bc
cp good.bc newer.bc # of the next epoch: a number after the name of the producer
printf '\11' | dd of=newer.bc bs=1 seek=28 conv=notrunc 2>/dev/null
printf '\1\2\3\0\4' >noise.bc
echo 'this is no IR' >wrong.ll
printf 'define i32 @main() {\n  %%a = add i32 %%b, 1\n  %%b = add i32 1, 1\n  ret i32 %%a\n}\n' >unruly.ll
PATH=$DRIFT_BUILD/bin:$PATH drift-cc good.c -o good
size=$(wc -c <good)
head -c $((size / 2)) good >half
magic=$(grep -a -b -o 'DRIFTBC' good | head -n 1 | cut -d: -f1)
cp good damaged
printf 'X' | dd of=damaged bs=1 seek=$((magic + 100)) conv=notrunc 2>/dev/null
$clang -m32 -c good.c -o small.o 2>/dev/null || : >small.o

check "a missing file" refused nowhere "nowhere: No such file or directory"
check "a directory without sources" refused empty "empty: "
check "an empty file" refused nothing "nothing: "
check "a text file" refused words "words: "
check "a script" refused script "script: "
check "bytes without meaning" refused noise "noise: "
check "a device" refused /dev/null "/dev/null: "
check "a binary without bitcode" refused ./native bitcode
check "... which is named" mentions bad "./native: "
check "half a binary" refused ./half ELF
check "... which is named" mentions bad "./half: "
check "a binary with damaged bitcode" refused ./damaged damaged
check "a 32-bit object" refused small.o "32-bit"
check "truncated bitcode" refused cut.bc "cut.bc: "
check "bitcode of another version of LLVM" refused newer.bc LLVM
check "... which is named" mentions bad "newer.bc: "
check "no bitcode in a .bc file" refused noise.bc "noise.bc: "
check "no IR in a .ll file" refused wrong.ll "wrong.ll"
check "IR that breaks LLVM's rules" refused unruly.ll dominate
check "no main" refused nomain.c "main"
check "two mains" refused twice "main"
check "an undefined symbol" refused undefined.c "helper"
"$drift" run undefined.c --cflags -lm >/dev/null 2>&1 # a library may define it: this one is kept in the cache
for options in -static '-Wl,-z,now -pie' -Wl,-rpath,/lib; do
	check "... with $options" refused undefined.c "helper" --cflags "$options"
done
check "an open quote in --cflags" refused good.c "--cflags" --cflags "-DX='1"

# The library that subjects run on: cut short, with a damaged module, and something else.
libc=$DRIFT_BUILD/lib/drift/libc.bc
head -c 100000 "$libc" >cut-libc
index=$(head -n 1 "$libc" | awk '{ print $3 + $4 + 1 }')
bytes=$(head -n "$index" "$libc" | wc -c)
{
	head -n "$index" "$libc"
	head -c $(($(wc -c <"$libc") - bytes)) /dev/zero | tr '\0' x
} >damaged-libc
export DRIFT_LIBC
for DRIFT_LIBC in cut-libc good.bc nowhere; do
	check "a C library that is none: $DRIFT_LIBC" refused good.c "$DRIFT_LIBC"
done
DRIFT_LIBC=damaged-libc
check "a C library with damaged bitcode" refused good.c start.bc
unset DRIFT_LIBC

check "a source with an error shows clang's lines" broken error.c \
	"error.c:3:9: error: use of undeclared identifier 'undeclared'"

# A directory of results has one owner at a time.
mkdir held
for command in 'explore good.c' 'test good.c good.c' 'diff good.c good.c'; do
	# shellcheck disable=SC2086 # words
	capture bad flock held "$drift" ${command%% *} -o held ${command#* }
	check "${command%% *}: results in a directory that another command holds" rejects bad "held: "
	check "... and nothing is written there" [ -z "$(ls held)" ]
done
check "... until it ends" "$drift" explore -o held good.c
capture bad "$drift" explore -o unmade missing.c
check "a directory made for a result that does not come is removed" [ ! -e unmade ]

finish

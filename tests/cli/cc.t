#!/bin/sh
# cc.t: drift-cc stands in for the compiler: same results as clang, bitcode in what it makes.
. "$(dirname "$0")/lib.sh"

export PATH="$DRIFT_BUILD/bin:$PATH"
cd "$tmp" || exit 1

# holds N FILE: FILE holds exactly N modules. The first eight bytes of each end in a newline, so
# that counting lines counts modules.
holds()
{
	held=$(grep -a -c 'DRIFTBC$' "$2")
	[ "$held" = "$1" ] || { echo "$2 holds $held modules, not $1"; return 1; }
}

# quiet COMMAND...: succeeds and says nothing.
quiet()
{
	"$@" >quiet.out 2>&1 && [ ! -s quiet.out ] || { cat quiet.out; return 1; }
}

# as_clang ARG...: drift-cc and clang agree in status and messages.
as_clang()
{
	"$clang" "$@" >clang.out 2>clang.err
	clang_status=$?
	drift-cc "$@" >drift.out 2>drift.err
	drift_status=$?
	[ $clang_status = $drift_status ] && cmp clang.out drift.out && cmp clang.err drift.err
}

cat >a.c <<'EOF'
#include <stdio.h>
int b(void);
int main(void) { printf("%d\n", b() + VALUE); return 0; }
EOF
cat >b.c <<'EOF'
int b(void) { return 40; }
EOF
cat >c.c <<'EOF'
int unused(void) { return 0; }
EOF
cat >d.S <<'EOF'
	.globl d
d:	ret
	.section .note.GNU-stack,"",@progbits
EOF

# ---- what it makes ----

check "compile and link in one step" quiet drift-cc -DVALUE=2 a.c b.c -o prog
check "the program runs" test "$(./prog)" = 42
check "it holds both modules" holds 2 prog
check "-c with -o" quiet drift-cc -O2 -g -DVALUE=2 -c a.c -o x.o
check "an object holds its module" holds 1 x.o
check "several sources with -c" quiet drift-cc -DVALUE=2 -c a.c b.c c.c
for f in a b c; do
	check "$f.o holds one module" holds 1 $f.o
done
check "link objects" quiet drift-cc a.o b.o -o prog2
check "the modules are carried along" holds 2 prog2
check "a mix of source and object" quiet drift-cc -DVALUE=2 a.c b.o -o prog3
check "the mix holds both" holds 2 prog3
check "the mix runs" test "$(./prog3)" = 42
ar rc lib.a b.o c.o
check "an archive: only what is pulled" quiet drift-cc a.o lib.a -o prog4
check "two of three modules" holds 2 prog4
check "-Wl,--gc-sections keeps the bitcode" quiet drift-cc -ffunction-sections -Wl,--gc-sections \
	a.o b.o -o prog5
check "of all objects" holds 2 prog5
check "-static" quiet drift-cc -static a.o b.o -o prog6
check "static binary holds the modules" holds 2 prog6
check "a partial link" quiet drift-cc -r a.o b.o -o part.o
check "a partial link holds both" holds 2 part.o
check "-shared" quiet drift-cc -shared -fPIC b.c -o libb.so
check "a library holds its module" holds 1 libb.so
check "strip leaves it" sh -c 'strip prog2 && test "$(./prog2)" = 42'
check "after strip the modules are there" holds 2 prog2
check "lld carries it too" quiet drift-cc -fuse-ld=lld a.o b.o -o prog7
check "by lld both modules" holds 2 prog7
check "-flto keeps an ordinary object" quiet drift-cc -flto -O2 -c b.c -o lto.o
check "with its module" holds 1 lto.o
check "a link with -flto" quiet drift-cc -flto=auto a.o lto.o -o prog8
check "holds both" holds 2 prog8

# ---- ways to say it ----

echo "-DVALUE=2 -c 'a.c' -o \"resp.o\"" >args
check "response file" quiet drift-cc @args
check "a response file's object holds its module" holds 1 resp.o
check "standard input" sh -c 'drift-cc -x c -c -o in.o - <b.c'
check "the object from standard input holds its module" holds 1 in.o
check "no -o, source elsewhere" sh -c 'mkdir -p sub && cp b.c sub/far.c && drift-cc -c sub/far.c'
check "the object is in the current directory" holds 1 far.o
check "preprocessed source" sh -c 'drift-cc -E b.c -o b.i && drift-cc -c b.i -o bi.o'
check "preprocessed source gives bitcode" holds 1 bi.o
echo '#define K 1' >pre.h
echo 'int k = K;' >k.c
check "a precompiled header" sh -c 'drift-cc -O2 -x c-header pre.h -o pre.h.pch &&
	drift-cc -O2 -include pre.h -c k.c -o k.o'
check "is read as text for the bitcode" holds 1 k.o
check "dependency files come from the native half" sh -c \
	'drift-cc -MMD -MF dep.d -MT tgt -c b.c -o dep.o && "$1" -MMD -MF ref.d -MT tgt -c b.c -o ref.o &&
	cmp dep.d ref.d' sh "$clang"
check "-Wp,-MD too" sh -c 'drift-cc -Wp,-MD,wp.d -c b.c -o wp.o && test -s wp.d'
check "-save-temps" sh -c 'mkdir -p st && cd st && drift-cc -save-temps -c ../b.c && test -f b.i'
check "its object holds its module" holds 1 st/b.o
check "-Werror with a macro of the hardening kind" quiet drift-cc -Werror -O2 -D_FORTIFY_SOURCE=2 \
	-Wp,-D_FORTIFY_SOURCE=2 -fstack-protector-strong -c b.c -o f.o
echo 'int add(int x, int y) { return x + y; }' >add.c
check "a sanitizer is in the native half" sh -c \
	'drift-cc -fsanitize=undefined -c add.c -o s.o && nm s.o | grep -q ubsan'
check "the bitcode of it" holds 1 s.o
check "is without" sh -c 'objcopy --dump-section .drift.bc=section.bin s.o && ! grep -a -q ubsan section.bin'
check "gcc's tuning options are dropped" quiet drift-cc -fconserve-stack -fno-tree-pre -c b.c -o g.o
check "and the bitcode is kept" holds 1 g.o

# ---- the same answers as clang ----

check "--version" as_clang --version
check "-dumpmachine" as_clang -dumpmachine
check "-print-prog-name" as_clang -print-prog-name=ld
check "no input" as_clang
check "-E" as_clang -E b.c
check "-S to standard output" as_clang -S -o - b.c
check "-M" as_clang -M b.c
check "-fsyntax-only" as_clang -fsyntax-only -Wall b.c
check "a missing file" as_clang -c nowhere.c
check "an unknown option fails" as_clang -fno-such-option -c b.c
check "an unknown machine option fails" as_clang -mno-such-option -c b.c
check "an unknown warning" as_clang -Wno-such-warning -c b.c
check "an option that is not used" as_clang -c b.c -lm -o unused.o
check "-fplan9-extensions is not silently dropped" as_clang -fplan9-extensions -c b.c
echo 'int main(void) { return missing; }' >bad.c
echo 'int lax(void) { return missing(); }' >lax.c
check "an error in the source" as_clang -c bad.c
echo 'int f(int x) { int y; return 0; }' >warn.c
check "-Werror makes it an error" sh -c '! drift-cc -Werror -c lax.c 2>note && grep -q "error: call to undeclared" note'
check "what gcc takes with a warning is taken" sh -c 'drift-cc -c lax.c 2>note && grep -q warning: note'
check "and kept" holds 1 lax.o
cp lax.c conftest.c
check "in a probe of configure, too" drift-cc -c conftest.c
echo 'main(){return(0);}' >conftest.c
check "autoconf 2.13: does the compiler work" sh -c 'drift-cc -o conftest -g conftest.c 2>/dev/null && ./conftest'
printf '%s\n' '#include "confdefs.h"' 'char bcopy();' 'int main() {' 'bcopy();' '; return 0; }' >conftest.c
: >confdefs.h
check "is a function there" drift-cc -o conftest conftest.c
printf '%s\n' '#include "confdefs.h"' 'main(){exit(strcmp("a", "b") == 0);}' >conftest.c
check "does a program run" sh -c 'drift-cc -o conftest conftest.c 2>/dev/null && ./conftest'
echo 'main(){return(missing_function());}' >conftest.c
check "no is still an answer" sh -c '! drift-cc -o conftest conftest.c 2>/dev/null'
# Warnings that gcc 12 has not, and one that it has.
cat >strict.c <<'END'
static inline int unused(void) { return 1; }
extern char *name;
int parenthesised(int a) { if ((a == 1)) return a; return sizeof(a) < 0; }
int self(int x) { x = x; return x; }
int main(void) { return parenthesised(0) + self(0); }
END
check "clang's own warnings do not stop a build with -Werror" sh -c \
	'! "$1" -Weverything -Werror -c strict.c -o clang.o 2>/dev/null && drift-cc -Weverything -Werror -c strict.c -o strict.o 2>note && grep -q warning: note' sh "$clang"
check "the bitcode of it is kept" holds 1 strict.o
check "nor an option that only gcc knows" drift-cc -Wlogical-op -Werror -c b.c -o logical.o
check "a warning that is named stays an error" sh -c '! drift-cc -Werror=parentheses-equality -c strict.c 2>/dev/null'
echo 'int main(void) { int unused; return 0; }' >conftest.c
check "and -Werror is for probes to ask" sh -c '! drift-cc -Wall -Werror -c conftest.c 2>/dev/null'
check "a warning is said once" as_clang -Wall -Wextra -c warn.c -o warn.o
echo 'int main(void) { return 0; }' >conftest.c
check "a probe of configure: gcc's options are refused there" as_clang -fconserve-stack -c conftest.c
check "a probe links" as_clang conftest.c -o conftest
check "an undefined symbol at the link" sh -c '! drift-cc b.o -o nomain 2>/dev/null'
check "output to /dev/null" quiet drift-cc -c b.c -o /dev/null

# ---- what cannot be kept ----

check "assembly: one note, and the object is made" sh -c \
	'drift-cc -c d.S 2>note && test -f d.o && test "$(wc -l <note)" = 1 &&
	grep -q "^drift-cc: d.S: .*bitcode .*(assembly)" note'
echo 'extern "C" int e() { return 1; }' >e.cc
check "C++: one note" sh -c 'drift-cc -c e.cc 2>note &&
	test "$(grep -c "^drift-cc: e.cc: .*bitcode .*(C++)" note)" = 1'
check "a program with an assembly part" sh -c 'drift-cc -DVALUE=2 a.c b.c d.S -o mix 2>note &&
	test "$(./mix)" = 42 && test "$(wc -l <note)" = 1'
check "its C parts are kept" holds 2 mix
cat >nobc <<'EOF'
#!/bin/sh
case " $* " in *" -emit-llvm "*) echo "x.c:1:1: error: no luck" >&2; exit 1 ;; esac
exec clang-19 "$@"
EOF
chmod +x nobc
check "a failing bitcode half does not fail the build" sh -c \
	'DRIFT_CLANG=./nobc drift-cc -c b.c -o lost.o 2>note && test -f lost.o &&
	grep -q "^drift-cc: b.c: .*bitcode .*(error: no luck)" note'
check "no clang: a clear line" sh -c '! DRIFT_CLANG=./none drift-cc -c b.c 2>note &&
	grep -q "^drift-cc: ./none: .*; install clang-19" note'
check "DRIFT_CC_VERBOSE shows both commands" sh -c \
	'unset DRIFT_CLANG; DRIFT_CC_VERBOSE=1 drift-cc -c b.c 2>note && grep -q "^drift-cc: native: clang-19 .*-c b.c$" note &&
	grep -q "^drift-cc: bitcode: clang-19 .*-emit-llvm" note'
check "--drift-help" sh -c 'drift-cc --drift-help | grep -q "CC=drift-cc ./configure"'

# ---- optimisation is that of the native half, where a source asks for it ----

cat >level.c <<'EOF'
#include <stdio.h>
int main(void)
{
#ifdef __OPTIMIZE__
	printf("optimised ");
#endif
#ifdef __OPTIMIZE_SIZE__
	printf("for size ");
#endif
	puts("");
}
EOF
for level in '' -O0 -O2 -Os '-O2 -O0'; do
	# shellcheck disable=SC2086
	drift-cc $level level.c -o level && ./level >native.txt && "$drift" run ./level >machine.txt
	check "both halves see '$level'" cmp native.txt machine.txt
done

# ---- variables of libraries without bitcode ----

mkdir library && cd library || exit 1
echo 'int level = 5;' >level.c
printf '#include <stdio.h>\nextern int level;\nint main(int c, char **v)\n{\n\tif (c > 1 && *v[1] == 115)\n\t\tlevel = c;\n\tprintf("%%d\\n", level + !v);\n}\n' >main.c
"$clang" -shared -fPIC -o liblevel.so level.c
"$DRIFT_BUILD/bin/drift-cc" -g -o main main.c -L. -llevel
capture set "$drift" run ./main s
check 'a variable of a library can be set and read' sh -c '[ "$(cat "$1")" = 2 ]' sh "$tmp/set.out"
capture unset "$drift" run ./main
check 'its first value is not made up' grep -q "main.c:7:.*unsupported: 'level' " "$tmp/unset.err"
capture again "$drift" explore --tests none -o found ./main -- @str:1=s
check 'nor kept from the run before' grep -q "'level' " "$tmp/again.out"
cd ..

finish

#!/bin/sh
# linked.t: what is linked into a program without bitcode is part of it: objects of assembly and of other compilers, members of
# archives, options of the linker that define symbols. Two versions with equal bitcode are not equal if that differs.
. "$(dirname "$0")/lib.sh"

cd "$tmp" || exit 1
PATH=$DRIFT_BUILD/bin:$PATH
cat >p.c <<'END'
#include <stdio.h>
int g(void);
int main(void) { printf("%d\n", g()); }
END
cat >own.c <<'END'
int g(void) { return 1; }
int __wrap_g(void) { return 2; }
int one(void) { return 1; }
int two(void) { return 2; }
END
for n in 1 2; do
	mkdir $n
	printf '\t.globl g\ng:\tmov $%s,%%eax\n\tret\n\t.section .note.GNU-stack\n' $n >$n/g.s
	echo "int g(void) { return $n; }" >$n/native.c
	"$clang" -c -o $n/native.o $n/native.c
	printf '#include <stdio.h>\n__attribute__((constructor)) static void say(void) { puts("%s"); }\n' $n >$n/begin.c
	"$clang" -c -o $n/begin.o $n/begin.c
done
cp -R 1 again
drift-cc -c p.c own.c

# versions NAME WORDS: links both versions and compares them, then the first with a second link of the same.
versions()
{
	for dir in 1 2 again; do
		(cd $dir && eval "drift-cc -o p $2") 2>/dev/null || return
	done
	run "$1" test --one-input 1/p 2/p
	run same test --one-input 1/p again/p
}
# differs WHAT NAME: not equal; the first is equal to itself.
differs()
{
	check "$1" not verdict "$2" equivalent
	check 'the same again is no change' verdict same equivalent
}
not() { ! "$@"; }

versions assembly '../p.o g.s'
differs 'a source in assembly' assembly
check 'is named' mentions assembly g.s
for n in 1 2 again; do (cd $n && drift-cc -c g.s 2>/dev/null); done
versions object '../p.o g.o'
differs 'an object of assembly' object
versions native '../p.o native.o'
differs 'an object of another compiler' native
for n in 1 2 again; do (cd $n && ar rc libg.a native.o); done
versions archive '../p.o libg.a'
differs 'a member of an archive' archive
versions library '../p.o -L. -lg'
differs 'a library of the project' library
versions begin '../p.o ../own.o begin.o'
differs 'code that nobody calls by name' begin
drift-cc -o 1/p p.o own.o
drift-cc -o 2/p p.o own.o -Wl,--wrap=g
run wrap test --one-input 1/p 2/p
check 'an option that replaces a symbol' not verdict wrap equivalent
check 'is named' mentions wrap wrap=g
drift-cc -r -o 2/part.o p.o 2/native.o && drift-cc -o 2/p 2/part.o
drift-cc -r -o 1/part.o p.o 1/native.o && drift-cc -o 1/p 1/part.o
run partial test --one-input 1/p 2/p
check 'a partial link' not verdict partial equivalent

# Sources get options of the linker from --cflags.
printf 'int one(void) { return 1; }\nint two(void) { return 2; }\nint g(void);\nint main(void) { return g(); }\n' >s.c
mkdir tree1 tree2
cp s.c tree1 && cp s.c tree2
echo -Wl,--defsym=g=one >tree1/options
echo -Wl,--defsym=g=two >tree2/options
run sources test --one-input tree1 tree2 --cflags @options
check 'options of the linker for sources' not verdict sources equivalent
cp tree1/options tree2/options
run sources test --one-input tree1 tree2 --cflags @options
check 'that are equal' verdict sources equivalent
finish

#!/bin/sh
# git_builds.t: builds of git drift that end early, what init built, what is missing, several projects, submodules.
. "$(dirname "$0")/lib.sh"
. "$here/git_lib.sh"

revision() { git add -A && git commit -q -m "$1"; }
compare()
{
	compare_to=$1
	shift
	capture "$compare_to" git drift "$@" </dev/null
}
# built NAME N: git drift built so often.
built() { [ "$(grep -c 'git-drift: building' "$tmp/$1.err")" -eq "$2" ] || { cat "$tmp/$1.err"; false; }; }

# ---- builds that end early, and are continued ----

cd "$tmp" && git init -q slow && cd slow || exit 1
cat >prog.c <<'END'
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	printf("%d\n", argc > 1 ? atoi(argv[1]) * 2 : 0);
	return 0;
}
END
# Its first step waits for a file, as a build does that takes long.
cat >Makefile <<'END'
prog: step
	$(CC) -g -o prog prog.c
step:
	echo once >>$(COUNT)
	touch step && while test ! -e $(GATE); do sleep 0.1; done
END
revision 'First'
sed -i 's/\* 2/* 3/' prog.c
revision 'Second'
COUNT=$tmp/count GATE=$tmp/gate
export COUNT GATE
compare cut --build-time 2s --bin prog -- @int
check 'a build that takes too long is trouble' status cut 2
check '... which names --build-time' mentions cut '--build-time'
compare early --build-time 2s
check '... with nothing configured, changed sources are compared alone' status early 1
check '... and --build-time is named' mentions early '--build-time'
: >"$GATE"
: >"$COUNT"
compare continued --time 120
check '... the next command continues it' status continued 1
check '... what was made is not made again' sh -c '[ "$(wc -l <"$COUNT")" -le 1 ]'
compare budget --time 1 --bin prog -- @int
check '--time is for the search alone' status budget 1

# ---- what init built ----

compare init init
check 'drift init knows what is built' status init 0
check '... and builds nothing again' built init 0
compare after
check '... nor does the comparison after it' built after 0

# ---- a warning that the project's own compiler does not have ----

cd "$tmp" && git init -q strict && cd strict || exit 1
cp ../slow/prog.c .
sed -i '1i int twice();' prog.c
printf 'prog: prog.c\n\t$(CC) -Werror=strict-prototypes -g -o prog prog.c\n' >Makefile
revision 'First'
sed -i 's/\* 3/* 4/' prog.c
revision 'Second'
compare strict --bin prog -- @int
check 'a warning that ends the build: it is done without' status strict 1
check '... which is said' mentions strict -Werror

# ---- what a build leaves behind is no part of the next ----

cd "$tmp" && git init -q leaves && cd leaves || exit 1
cp ../slow/prog.c .
printf 'prog: prog.c\n\t$(CC) -g -o prog prog.c\n\techo exit 1 >configure\n\tchmod +x configure\n' >Makefile
revision 'First'
sed -i 's/\* 3/* 4/' prog.c
revision 'Second'
compare leaves --bin prog -- @int
check 'a build that makes a configure' status leaves 1
OTHER=1 compare otherwise --bin prog -- @int
check '... in another environment is done as before' built otherwise 2
check '... and compared' status otherwise 1

# ---- tools and libraries that are missing ----

cd "$tmp" && git init -q lacks && cd lacks || exit 1
cp ../slow/prog.c .
mkdir sub && echo 'int other;' >sub/other.c
printf 'all:\n\tno-such-tool-x prog.c\n' >Makefile
revision 'First'
sed -i 's/\* 3/* 4/' prog.c
revision 'Second'
compare tool
check 'a tool that is missing is named' mentions tool no-such-tool-x
check '... changed sources are compared alone' status tool 1
printf 'all:\n\tbison-99.9 prog.y\n' >Makefile
revision 'A tool of a package'
sed -i 's/\* 4/* 7/' prog.c
compare package
check '... with its Debian package, if it has one' mentions package 'apt install bison'
git checkout -q prog.c
printf 'all:\n\t$(CC) -include no_such_header_y.h -c prog.c\n' >Makefile
revision 'Third'
sed -i 's/\* 4/* 5/' prog.c
revision 'Fourth'
compare header
check 'likewise a header' mentions header no_such_header_y.h
check '... and a difference is found' status header 1

# ---- a manual page that cannot be made, and sources that are one program together ----

cd "$tmp" && git init -q manual && cd manual || exit 1
cat >main.c <<'END'
#include <stdio.h>
#include <stdlib.h>
int twice(int n);
int main(int argc, char **argv)
{
	printf("%d\n", argc > 1 && atoi(argv[1]) > 3 ? twice(atoi(argv[1])) : 0);
	return 0;
}
END
echo 'int twice(int n) { return n * 2; }' >twice.c
printf 'all: prog.1 prog\nprog: main.o twice.o\n\t$(CC) -o $@ $^\n%%.o: %%.c\n\t$(CC) -g -c $<\nprog.1:\n\tno-such-tool-x\n' >Makefile
revision 'First'
sed -i 's/> 3/> 4/' main.c
revision 'Second'
compare manual --time 60
check 'a manual page cannot be made: the program is, and is compared' says manual '--bin prog -- @int'
check '... which shows the difference' status manual 1
printf 'all:\n\tno-such-tool-x\n' >Makefile
revision 'No program'
sed -i 's/> 4/> 5/' main.c
revision 'Third'
compare whole --time 60
check 'nothing is built: the sources of the only directory are one program' says whole '--bin [.] .*@int'
check '... which shows the difference' status whole 1

# ---- compile_commands.json instead of a build ----

cd "$tmp" && git init -q base && cd base || exit 1
mkdir src lib inc
printf '#include <stdlib.h>\n#include "twice.h"\nint main(int argc, char **argv) { return argc > 1 ? TIMES(atoi(argv[1])) & 63 : 0; }\n' >src/main.c
echo 'int twice(int n) { return WANTED * n; }' >lib/twice.c
printf 'int twice(int n);\n#define TIMES twice\n' >inc/twice.h
# commands DIRECTORY
commands()
{
	printf '[{"directory": "%s", "file": "src/main.c", "command": "cc -Iinc -c src/main.c"},\n' "$1"
	printf '{"directory": "%s", "file": "lib/twice.c", "arguments": ["cc", "-DWANTED=2", "-c", "lib/twice.c"]}]\n' "$1"
}
commands . >compile_commands.json
revision 'First'
sed -i 's/\* n/* n + (n == 7)/' lib/twice.c
compare commands
check 'compile_commands.json of the repository says how sources are compiled' status commands 1
check '... and no build is needed' built commands 0
"$drift" test lib/twice.c lib/twice.c --entry twice >"$tmp/above.out" 2>&1
check '... also for one file below it' sh -c 'grep -q "^equivalent: no code" "$1"' sh "$tmp/above.out"
git rm -q --cached compile_commands.json && git commit -q -m 'Not in the repository'
echo compile_commands.json >.gitignore && git add .gitignore
commands "$PWD" >compile_commands.json
revision 'Second'
sed -i 's/n == 7/n == 8/' lib/twice.c
compare own
check 'one of the work tree, with paths into it, serves both revisions' status own 1

# ---- headers that only a build makes ----

cd "$tmp" && git init -q made && cd made || exit 1
mkdir src
printf '#include <config.h>\n#include "src/made.h"\n#include "numbers.h"\n#ifdef HAVE_STDLIB_H\n#include <stdlib.h>\n#endif\n' >src/made.c
printf 'uint32_t twice(uint32_t n)\n{\n\treturn n * FACTOR + (sizeof NULL != SIZEOF_VOID_P);\n}\n' >>src/made.c
printf '#ifdef HAVE_OTHER\nint other(void) { return 1; }\n#endif\n' >>src/made.c
printf '#define FACTOR @FACTOR@\n' >src/numbers.h.in
printf 'all:\n\tno-such-tool-x\n' >Makefile
mkdir sub && echo 'int other;' >sub/other.c
revision 'First'
sed -i 's/n \* FACTOR/n * FACTOR * 2/' src/made.c
revision 'Second'
compare made
check 'without a build: config.h, a template, a header that nothing makes' status made 1
check '... which is said' mentions made 'note: src/made.h'
cp "$tmp/made.out" "$tmp/paste.sh"
check '... the line that was tried can be pasted' sh -c 'eval "$(sed -n "s/^  different, [0-9]* s: //p" "$1" | head -n 1)" >/dev/null 2>&1; [ $? -eq 1 ]' sh "$tmp/made.out"
sed -i 's/return 1/return 2/' src/made.c
revision 'Code that another configuration has'
compare other
check 'no code changed as compiled alone: that is no proof' status other 2
check '... and not called equivalent' sh -c '! grep -q "^equivalent" "$1" && grep -q "^no answer" "$1"' sh "$tmp/other.out"

# ---- several projects, submodules ----

cd "$tmp" && git init -q many && cd many || exit 1
mkdir a b
cp ../slow/prog.c a
cp ../slow/prog.c b
printf 'prog: prog.c\n\t$(CC) -g -o prog prog.c\n' >a/Makefile
cp a/Makefile b
revision 'First'
sed -i 's/\* 3/* 4/' a/prog.c
revision 'Second'
compare one
check 'of several projects the one that changed is compared' status one 1
check '... by its name' says one '--bin a/prog'
sed -i 's/\* 4/* 5/' a/prog.c
sed -i 's/\* 3/* 5/' b/prog.c
revision 'Third'
compare both
check 'two projects are named' mentions both 'a b'

git init -q "$tmp/part" && (cd "$tmp/part" && echo 'int part(int n) { return n + 7; }' >part.c && revision part)
cd "$tmp" && git init -q whole && cd whole || exit 1
git -c protocol.file.allow=always submodule --quiet add "$tmp/part" part
printf 'int part(int n);\nint main(int argc, char **argv) { return part(argc > 1 ? argv[1][0] : 0); }\n' >main.c
printf 'prog: main.c\n\t$(CC) -g -o prog main.c part/part.c\n' >Makefile
revision 'First'
sed -i 's/argv\[1\]\[0\]/argv[1][0] + 1/' main.c
revision 'Second'
compare sub --time 120
check 'submodules are there for a build' status sub 1

finish

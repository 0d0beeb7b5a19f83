#!/bin/sh
# git_first.t: git drift where nothing says what to compare, and changes that no build step reads.
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

# ---- a library with a test that fails ----

git init -q lib && cd lib || exit 1
cat >num.c <<'END'
#include "num.h"
#include <stdlib.h>
static int digit(char c)
{
	return c >= '0' && c <= '9' ? c - '0' : -1;
}
int num_parse(const char *text)
{
	int n = 0;
	for (; digit(*text) >= 0; text++)
		n = n * 10 + digit(*text);
	return n;
}
END
echo 'int num_parse(const char *text);' >num.h
printf '#include "num.h"\nint main(void) { return num_parse("10") != 10; }\n' >test_num.c
printf 'int unused(void) { return 1; }\n' >extra.c
cat >Makefile <<'END'
all: check
libnum.a: num.o
	ar rc $@ $^
test_num: test_num.o libnum.a
	$(CC) -o $@ test_num.o libnum.a
%.o: %.c num.h
	$(CC) -g -c -o $@ $<
check: test_num
	./test_num
END
echo words >README.md
revision 'First'
sed -i "s/c >= '0'/c > '0'/" num.c
revision 'Digits'
compare first
check 'nothing is configured: a difference is found' status first 1
check '... in a library whose tests fail, which is said' tells first 'note: HEAD: .*failed.*programs'
check '... and that its code runs' tells first 'note: to build .* runs'
check '... the command line is printed' says first 'git drift HEAD~1 HEAD --bin libnum.a --entry num_parse'
compare paste HEAD~1 HEAD --bin libnum.a --entry num_parse
check '... pasted, it shows the difference' status paste 1
check '... from the same builds' built paste 0
check '... a test program is no candidate' silent first 'bin test_num'

# ---- what no build step reads ----

sed -i "s/c > '0'/c >= '0'/" num.c
revision 'Digits again'
compare again
check 'tests that pass again' status again 1
echo more >README.md
revision 'Documentation'
git tag docs
compare docs
check 'documentation: nothing is compared' says docs '^nothing compared: README.md'
check '... with status 0' status docs 0
check '... without a build' built docs 0
check '... and it is not equivalent' silent docs equivalent
compare alone HEAD~1 HEAD --bin num.c --entry num_parse
check '... what drift compiles itself is compared: no build tells what it reads' says alone '^equivalent: no code'
: >"$XDG_CACHE_HOME/probe" && sleep 0.1 && echo x >"$XDG_CACHE_HOME/probe" && sleep 0.1 && cat "$XDG_CACHE_HOME/probe" >/dev/null
if [ -n "$(find "$XDG_CACHE_HOME/probe" -printf '%A@ %T@\n' | awk '$1 > $2')" ]; then
	sed -i 's/return 1/return 2/' extra.c
	revision 'A source that nobody compiles'
	compare unread
	check 'a source that no step has read: nothing is compared' says unread '^nothing compared: extra.c'
	sed -i 's/return n;/return n + 1;/' num.c
	revision 'Read'
	compare reads HEAD~2 HEAD --time 120
	check '... unless another changed that one has read' status reads 1
fi
compare forced docs~1 docs --build 'make num.o libnum.a' --bin libnum.a --entry num_parse
check '--build forces a comparison' status forced 0
CFLAGS=-O1 compare otherwise docs~1 docs
check 'what a build with another environment reads is not known' built otherwise 2
compare since --since HEAD
check '--since with nothing says so' says since '^nothing compared'
check '... with status 0' status since 0

git drift init >"$tmp/lib_init.out" 2>&1
check 'drift init proposes the public functions of a library' grep -q 'entry = "*num_parse' .drift
check '... and not its tests' sh -c '! grep -q test_num .drift'

# ---- a program: the line is that of drift suggest ----

cd "$tmp" && git init -q scale && cd scale || exit 1
cat >scale.c <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv)
{
	if (argc == 3 && !strcmp(argv[1], "scale"))
		printf("%d\n", atoi(argv[2]) > 41 ? 1 : 0);
	return 0;
}
END
revision 'First'
sed -i 's/> 41/> 42/' scale.c
revision 'Second'
compare scale --time 60
check 'a program with a command word and a number' status scale 1
check '... is tried with them' says scale 'git drift HEAD~1 HEAD --bin . -- scale @int='
git drift init >"$tmp/init.out" 2>&1
check '... drift init records them' sh -c 'git config -f .drift target.scale.args | grep -q "^scale @int="'
check '... without a build' sh -c '! grep -q building "$1"' sh "$tmp/init.out"
compare target --time 60
check '... and they show the difference' status target 1

# ---- functions: proofs, and pointers that may be null ----

cd "$tmp" && git init -q units && cd units || exit 1
cat >units.c <<'END'
#include <stddef.h>
struct item { int a, b; };
static int table[3] = {1, 2, 3};
static int value(struct item *x, int n) { return x == NULL ? -1 : x->a + n; }
int item_value(struct item *x, int n) { return value(x, n); }
int plus(int n) { return n + 1; }
int blank(const char *s) { return strchr(" \t", *s) ? 1 : 0; }
int third(int i) { return i >= 0 && i < 3 ? table[i] : 0; }
int is_long(const char *text) { return strlen(text) > 20 ? 1 : 0; }
END
sed -i '1i#include <string.h>' units.c
printf 'libunits.a: units.o\n\tar rc $@ $^\n%%.o: %%.c\n\t$(CC) -g -c $<\n' >Makefile
revision 'First'
sed -i 's/n + 1/1 + n/; s/strchr.*0;/*s == 32 || *s == 9 || *s == 0;/' units.c
revision 'Second'
compare units --time 60
check 'two functions that changed, each proved' says units '^equivalent: each function that changed.*: blank plus$'
check '... with status 0' status units 0
sed -i 's/1, 2, 3/1, 2, 4/' units.c
revision 'A table'
compare table --time 60
check 'a table that changed is no function: its users are compared' status table 1
sed -i 's/NULL ? -1/NULL ? -2/' units.c
revision 'Null'
compare null --time 60
check 'a pointer that only a callee tests is null, too' status null 1
check '... which the line says' says null '--entry [a-z_]* --null tested'

sed -i 's/20 ? 1/20 ? 2/' units.c
revision 'Long'
compare long --time 60
check 'a text that is longer than the usual bound' status long 1
check '... which the line says' says long '--entry is_long --bound 128'

# ---- refactorings, and links to a program ----

cd "$tmp" && git init -q sum && cd sum || exit 1
cat >sum.c <<'END'
#include <stdio.h>
#include <stdlib.h>
static int sum(int n) { int s = 0; for (int i = 0; i < n; i++) s += i; return s; }
int main(int argc, char **argv) { printf("%d\n", argc > 1 ? sum(atoi(argv[1])) : 0); return 0; }
END
printf 'all: sum\n\tln -sf sum one\n\tln -sf sum two\nsum: sum.c\n\t$(CC) -g -o sum sum.c\n' >Makefile
revision 'First'
sed -i 's/for (int i = 0; i < n; i++) s += i;/int i = 0; while (n > i) { s = i + s; i++; }/' sum.c
revision 'Second'
compare sum
check 'a change that is a refactoring: a proof without a bound' says sum '^equivalent: .*refactorings.*: sum$'
check '... with status 0' status sum 0
check '... links to a program are no programs' tells sum '; in: sum$'

# ---- a header of static inline functions ----

cd "$tmp" && git init -q inline && cd inline || exit 1
printf '#ifndef SUM_H\n#define SUM_H\nstatic inline int sum_up(int n)\n{\n\tint s = 0;\n\twhile (n > 0)\n\t\ts += n--;\n\treturn s;\n}\n#endif\n' >sum.h
revision 'First'
sed -i 's/n > 0/n > 1/' sum.h
revision 'Second'
compare inline --time 60
check 'a repository that is one header of static inline functions: the difference' status inline 1
check '... in its function' says inline '--bin sum.h --cflags .* --entry sum_up'

# ---- a header that only one build has made ----

cd "$tmp" && git init -q stamp && cd stamp || exit 1
printf '#define STAMP "@STAMP@"\n' >stamp.h.in
cat >stamp.c <<'END'
#include <stdio.h>
#include <stdlib.h>
#include "stamp.h"
static int half(int n) { return n / 2; }
int main(int argc, char **argv)
{
	puts(STAMP);
	printf("%d\n", argc > 1 ? half(atoi(argv[1])) : 0);
	return 0;
}
END
printf 'all:\n\tmkdir made\n\tsed s/@STAMP@/9/ stamp.h.in >made/stamp.h\n\tfalse\n' >Makefile
revision 'First'
sed -i 's,n / 2,n / 3,' stamp.c
revision 'Second'
compare stamp
check 'a header that the build of one revision left serves both' tells stamp '1 changed function: half;'
check '... and the difference is that of the change' status stamp 1

# ---- a change that nothing executes, and an archive that lost its permissions ----

cd "$tmp" && git init -q far && cd far || exit 1
cat >far.c <<'END'
#include <stdio.h>
#include <unistd.h>
int main(int argc, char **argv)
{
	if (getppid() == -7 && argc > 1)
		puts(argv[1]);
	return 0;
}
END
printf '#!/bin/sh\nprintf "far: far.c\\n\\t\\$(CC) -g -o far far.c\\n" >Makefile\n' >configure
revision 'First'
sed -i 's/puts(argv/puts(1 + argv/' far.c
revision 'Second'
compare far --time 20
check 'configure may lack the permission to execute' built far 2
check 'no line executes the change: the first sentence says so' sh -c 'head -n 1 "$1" | grep -q "^no answer: .*: main"' sh "$tmp/far.out"
check '... how to go on follows, then what was tried' sh -c 'sed -n "/^to go on/,\$p" "$1" | grep -q "git drift HEAD~1 HEAD --bin far"' sh "$tmp/far.out"
check '... with status 2' status far 2

finish

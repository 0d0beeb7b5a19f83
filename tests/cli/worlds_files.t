#!/bin/sh
# worlds_files.t: the search in other worlds uses the files of inputs as the first search has read them: results of the first
# replace an accepted test, and what this search adds is no placeholder of --seeds.
. "$(dirname "$0")/lib.sh"

cd "$tmp" || exit 1
cat >old.c <<'C'
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	int n = atoi(argv[1]);
	if (getenv("MODE"))
		puts("mode");
	puts(n > 10 ? "large" : "small");
}
C
sed 's/> 10/>= 10/' old.c >new.c
# tried NAME: other values of MODE were tried.
tried() { lists "$1" 'world.*.tried' '""'; }
capture first "$drift" test --runs 100 -o out.d old.c new.c -- @int
check 'a difference has a test' status first 1
capture out "$drift" test --runs 100 -o out.d --accept out.d/tests/0001 old.c new.c -- @int
check 'the same directory: the test is accepted' status out 0
check '... and other worlds are searched' tried out
check '... without a note' omits out 'notes.*.kind' world

sed 's/"mode"/n == 10 ? "ten" : "mode"/' old.c >ten.c
capture world "$drift" test --runs 100 -o out.d --accept out.d/tests/0001 old.c ten.c -- @int
check 'a test that is gone is an error' status world 2

# ---- a directory of seeds ----

cat >size.c <<'C'
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
	int c = getchar();
	if (getenv("MODE") && c == 'k')
		printf("%d\n", LINE);
	puts(c == 'x' ? "x" : "other");
}
C
mkdir corpus && printf x >corpus/one && printf kk >corpus/two
corpus() { capture "$1" "$drift" test --runs 200 -o "$1.d" --seeds corpus --stdin @text:4 --old-cflags -DLINE=1 --new-cflags -DLINE="$2" size.c size.c; }
corpus differs 2
check 'a variable that is set shows the difference' status differs 1
sed "s/c == 'x' ? \"x\" : \"other\"/c != 'x' ? \"other\" : \"x\"/" size.c >same.c
capture same "$drift" test --runs 200 -o same.d --seeds corpus --stdin @text:4 --cflags -DLINE=1 size.c same.c
check 'without one, it was tried' tried same
check '... without a note' omits same 'notes.*.kind' world

finish

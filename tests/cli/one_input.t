#!/bin/sh
# one_input.t: no difference on one input is no proof; drift asks for more inputs.
. "$(dirname "$0")/lib.sh"
cd "$tmp" || exit 1

cat >old.c <<'END'
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 3;
	printf("%d\n", n * 2);
	return 0;
}
END
sed 's/n \* 2/n + n + (n == 77)/' old.c >new.c
sed 's/n \* 2/n + n/' old.c >same.c
sed 's/^int main/\n&/' old.c >layout.c
sed 's/n \* 2/n * 2 + 1/' old.c >other.c

compare none old.c new.c
check 'no input: trouble' status none 2
check '... with a shape to try, which finds the difference' mentions none 'drift test old.c new.c -- @int=1'
check '... and it is not called equivalent' field none verdict 'no difference found'
compare fixed old.c new.c -- 5
check 'an input that does not vary, likewise' status fixed 2
check '... the suggestion starts with it' mentions fixed '-- @int=5'
compare accepted old.c new.c --one-input -- 5
check '--one-input accepts one' status accepted 0
compare found old.c new.c -- 77
check 'a difference on the one input is one' status found 1
compare differ old.c other.c
check '... without any input, too' status differ 1
compare layout old.c layout.c
check 'no code changed: every input' status layout 0
compare proof old.c same.c -- @int
check 'a proof for every input' status proof 0
compare strict old.c same.c --strict -- 5
check '--strict does not make it less' status strict 2

cat >deaf.c <<'END'
#include <stdio.h>
int main(void)
{
	int volatile four = 4;
	printf("%d\n", four);
	return 0;
}
END
sed 's/= 4/= 2 + 2 - 0 * 3/; s/volatile four/volatile four = 4, five/; s/return 0/return five - 4/' deaf.c >deaf2.c
compare deaf deaf.c deaf2.c -- @int
check 'an input that nobody reads does not vary' status deaf 2
compare deaf_one deaf.c deaf2.c --one-input -- @int
check '... unless one input is enough' status deaf_one 0

cat >f.c <<'END'
int f(int x)
{
	return x + 1;
}
END
sed 's/x + 1/1 + x/' f.c >g.c
compare entry f.c g.c --entry f
check 'the arguments of a function vary' status entry 0
compare call f.c g.c --call 'f(@int)'
check '... and placeholders of --call' status call 0
compare call_one f.c g.c --call 'f(3)'
check '... a call without one does not' status call_one 2

cat >reads.c <<'END'
#include <stdio.h>
int main(void)
{
	int c = getchar();
	return c == 'x' ? 3 : 0;
}
END
sed 's/3 : 0/2 : 0/' reads.c >reads2.c
compare reads reads.c reads2.c
check 'a program that reads standard input' status reads 2
check '... is suggested one' mentions reads "--stdin '@text:16=a 1'"

cat >two.c <<'END'
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	if (argc != 3)
		return 2;
	printf("%d\n", atoi(argv[1]) + atoi(argv[2]));
	return 0;
}
END
sed 's/+ atoi/- -atoi/' two.c >two2.c
compare two two.c two2.c
check 'a program with two arguments is suggested two' field two suggestion 'drift test two.c two2.c -- @int=1 @int=1'
cat >uid.c <<'END'
#include <stdio.h>
#include <unistd.h>
int main(void)
{
	printf("%d\n", getuid() == 0);
	return 0;
}
END
sed 's/getuid() == 0/!getuid()/' uid.c >uid2.c
compare uid uid.c uid2.c
check 'a program that asks for the user id is no proof' status uid 2
check '... and is suggested to vary it' field uid suggestion 'drift test uid.c uid2.c --vary uid'
compare vary uid.c uid2.c --vary uid
check '... which proves it' field vary verdict equivalent
# The engine alone: the time is up before the first run of the search.
capture early "$DRIFT_BUILD/lib/drift/engine" test --time 0.000001 -o early.d reads.c reads2.c --stdin @text:16 </dev/null
check 'a search without time for a run has not shown that nothing is read' status early 0

explore path reads.c
check 'drift explore hints likewise' mentions path "drift explore reads.c --stdin '@text:16=a 1'"
check '... and its status stays' status path 0
explore paths reads.c --stdin @text:16
check '... not where something varies' quiet paths 'try:'

finish

#!/bin/sh
# replay.t: tests of two versions, run again; and one results directory for explorations and tests.
. "$(dirname "$0")/lib.sh"

cd "$tmp" || exit 1
# lines NAME N PATTERN: so many lines of the output have it.
lines() { [ "$(grep -c -e "$3" "$tmp/$1.out")" -eq "$2" ] || { cat "$tmp/$1.out" "$tmp/$1.err"; false; }; }
# plan NAME: as many lines of TAP as planned, none of them a failure.
plan() { status "$1" 0 && lines "$1" 0 '^not ok' && grep -q "^1\.\.$(grep -c '^ok' "$tmp/$1.out")\$" "$tmp/$1.out"; }

cat >old.c <<'END'
#include <stdio.h>
#include <string.h>
int twice(int n)
{
	return n == 5 ? 10 / (n - 5) : 2 * n;
}
int main(int argc, char **argv)
{
	char name[3];
	if (argc < 2)
		return 2;
	if (argv[1][0] == 'q') {
		printf("quit at %s\n", __FILE__ + SKIP);
		return 1;
	}
	strcpy(name, argv[1]);
	puts(name);
	return 0;
}
END
sed 's/quit/QUIT/; s/name\[3\]/name[4]/; s/n == 5/n == 6/' old.c >new.c

# ---- a program ----

capture found "$drift" test -o pair.d --cflags -DSKIP=0 old.c new.c -- @str:3 </dev/null
check 'there are differences' status found 1
capture machine "$drift" replay pair.d/tests
check 'both versions do as recorded in the machine' status machine 0
check 'each is a line' says machine 'pair.d/tests/0001 old: as recorded'
check 'a recorded error comes again' says machine 'old: as recorded (status error: out-of-bounds'
capture native "$drift" replay --native pair.d/tests
check 'and natively' status native 0
check 'with sanitizers for errors' says native 'natively an error, too'
capture tap sh pair.d/tests/run.sh
check 'run.sh runs them all' plan tap
check 'two for each test' lines tap "$(($(ls -d pair.d/tests/0* | wc -l) * 2))" '^ok'
capture alone env DRIFT=/nowhere/drift sh pair.d/tests/run.sh
check 'also where there is no drift' plan alone
for version in old new; do
	"$clang" -w -g -fsanitize=address,undefined -DSKIP=0 -fmacro-prefix-map=old.c=new.c -o $version.bin $version.c
done
capture binaries sh pair.d/tests/run.sh ./old.bin ./new.bin
check 'run.sh takes binaries' plan binaries
capture swapped sh pair.d/tests/run.sh ./new.bin ./old.bin
check 'versions in the wrong order are noticed' status swapped 1
capture swapped env DRIFT=/nowhere/drift sh pair.d/tests/run.sh ./new.bin ./old.bin
check 'also where there is no drift' status swapped 1
capture one "$drift" replay --native --new ./old.bin pair.d/tests/0001
check 'one binary may be given, the other is built' says one 'old: as recorded'
check 'and does not do what the new version did' says one 'new: DIFFERS'
capture moved "$drift" replay --old new.c pair.d/tests/0001
check 'in the machine, --old is a program' says moved 'old: DIFFERS'
capture with "$drift" replay --with ./old.bin pair.d/tests
check 'one binary for two versions is refused' complains with '--old .*--new'
capture usage sh pair.d/tests/run.sh ./old.bin
check 'by run.sh as well' complains usage 'usage: tests/run.sh .OLD NEW.'
echo 'something else' >pair.d/tests/0001/new.out
capture wrong "$drift" replay pair.d/tests/0001
check 'another outcome than recorded is 1' status wrong 1
check 'of that version' says wrong 'new: DIFFERS (other output)'

cat >lnaof.c <<'END'
#include <stdio.h>
unsigned inet_lnaof(unsigned address);
int main(int argc, char **argv)
{
	puts(inet_lnaof((argv[1][0] & 3u) << 24) > LEAST ? "big" : "small");
	return argc == 9;
}
END
capture vouched "$drift" test -o vouched.d --native inet_lnaof --old-cflags -DLEAST=1 --new-cflags -DLEAST=2 lnaof.c lnaof.c -- @str:1=n </dev/null
check 'there is a difference behind a function of the host' status vouched 1
capture machine "$drift" replay vouched.d/tests
check 'it replays, with the options of each version' status machine 0
check 'what the user vouched for is called again' says machine 'new: as recorded (status 0)'
sed -i 's/"native":.*\[.*/"other": [],/' vouched.d/result.json
capture machine "$drift" replay vouched.d/tests
check 'where the machine cannot follow, it does not judge' says machine 'new: .*unsupported at lnaof.c:5:7.*--native'

# ---- one function ----

capture entry "$drift" test -o entry.d --cflags -DSKIP=0 --entry 'int twice(int n)' old.c new.c </dev/null
check 'there are differences of a function' status entry 1
capture machine "$drift" replay entry.d/tests
check 'a function is called again in the machine' status machine 0
capture native sh entry.d/tests/run.sh
check 'and natively' plan native
echo 77 >entry.d/tests/0001/old.returned
capture wrong "$drift" replay entry.d/tests/0001
check 'another value than recorded is noticed' says wrong 'old: DIFFERS (returned'

# ---- one directory for both ----

for made in pair entry; do
	capture over "$drift" explore -o $made.d --cflags -DSKIP=0 old.c -- @str:2 </dev/null
	check "explore replaces what test left ($made)" status over 0
	check 'with tests of its own' "$drift" replay $made.d/tests
	check 'and nothing else' sh -c "! ls $made.d/tests/0001 $made.d/native | grep -e '^old' -e '^new'"
done
capture over "$drift" test -o pair.d --cflags -DSKIP=0 old.c new.c -- @str:3 </dev/null
check 'test replaces what explore left' status over 1
check 'with tests of its own' "$drift" replay pair.d/tests
check 'and native builds of its own' sh -c '! [ -e pair.d/native/build.sh ]'

mkdir -p mine/tests theirs/native result call/call/new call/call/old
echo 'mine' | tee result/result.json call/call/new/call.c >call/call/old/call.c
echo 'Not made by drift.' >mine/tests/README
echo 'echo mine' >theirs/native/build.sh
for command in 'explore old.c' 'test old.c new.c'; do
	# shellcheck disable=SC2086 # words
	capture tests "$drift" $command --cflags -DSKIP=0 -o mine -- @str:2 </dev/null
	check "$command: tests of somebody else are left alone" complains tests "not drift's"
	# shellcheck disable=SC2086 # words
	capture builds "$drift" $command --cflags -DSKIP=0 -o theirs -- @str:2 </dev/null
	check "$command: so are builds" complains builds "^drift: .*native "
	# shellcheck disable=SC2086 # words
	capture result "$drift" $command --cflags -DSKIP=0 -o result -- @str:2 </dev/null
	check "$command: and a result" complains result "^drift: .*result.json "
done
check 'and are still there' test -f mine/tests/README -a -f theirs/native/build.sh
check 'a result.json of somebody else, too' grep -q '^mine$' result/result.json
echo 'int f(int n) { return n > 3; }' >f.c
capture call "$drift" test -o call f.c f.c --call 'f(@int)'
check 'a directory call/old as well' complains call "not drift's"
check '... and is still there' grep -q '^mine$' call/call/old/call.c
# ---- limits ----

cat >spin.c <<'E'
#include <stdlib.h>
int main(int argc, char **argv)
{
	volatile unsigned n = 0;
	while (atoi(argv[argc - 1]) == 7 && n < LEAST + 100000000u)
		n++;
	return 0;
}
E
"$drift" explore --limit-insns 5000 --cflags -DLEAST=1 -o spin.d spin.c -- @int=7 >spin.out </dev/null
check 'a run that came to its limit is recorded as such' sh -c 'grep -q "^limit at " spin.d/tests/*/status'
check 'and comes to it at the same place in a replay' "$drift" replay spin.d/tests

finish

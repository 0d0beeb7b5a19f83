#!/bin/sh
# baseline.t: differences that are meant, by ids that stay when lines move.
. "$(dirname "$0")/lib.sh"

cd "$tmp" || exit 1
cat >old.c <<'END'
#include <stdio.h>
#include <stdlib.h>
static int fee(int n)
{
	return n > 100 ? 3 : 1;
}
static const char *kind(int n)
{
	return n < 0 ? "credit" : "debit";
}
int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 0;
	printf("%d %s\n", fee(n), kind(n));
	return 0;
}
END
sed 's/n > 100/n >= 100/; s/n < 0/n < -1/' old.c >new.c

run() { capture run "$drift" test -o out "$@" -- @int; }
ids() { sed -n 's/^  id      //p' run.out; }
status_is() { [ "$(cat run.status)" = "$1" ] || { cat run.out run.err; return 1; }; }
says() { grep -q -e "$1" run.out run.err || { cat run.out run.err; return 1; }; }

run old.c new.c
check 'without a baseline no ids are told' test -z "$(ids)"
run --baseline accepted old.c new.c
check 'with one each difference has its id' test "$(ids | sort -u | wc -l)" -eq 2
check '... a file that is not there is empty' status_is 1
first=$(ids | head -n 1)
second=$(ids | tail -n 1)
printf '# ours\n%s the limit is inclusive now\n' "$first" >accepted
run --baseline accepted old.c new.c
check 'one is accepted, the other is told' test "$(ids)" = "$second"
check '... the accepted one is counted' says '^accepted: 1 difference '
printf '%s agreed on in the meeting\n' "$second" >>accepted
run --baseline accepted old.c new.c
check 'all accepted: status 0' status_is 0
check '... and the verdict says that they are left out' says '^not compared: .*accepted'
check '... no test is left' test ! -e out/tests/0001
run --baseline accepted --all old.c new.c
check '... also with --all' status_is 0

# Lines move, names of files change: the ids stay.
mkdir moved
(printf '/* a\n * b\n */\n' && cat old.c) >moved/old.c
(printf '\n\n' && cat new.c) >moved/new.c
run --baseline accepted moved/old.c moved/new.c
check 'ids stay when lines move' status_is 0
sed 's/n < -1/n < -2/' new.c >other.c
run --baseline accepted old.c other.c
check 'with another change beside it, it is told again' status_is 1
check '... what was not seen is counted' says '^accepted: .* 2 '

capture run "$drift" test --json --baseline accepted -o out old.c new.c -- @int
check 'JSON has the reason' says '"reason":	"the limit is inclusive now"'
check '... and that it was seen' says '"differs":	true'

echo 'abc because' >bad
run --baseline bad old.c new.c
check 'a line that is no id: its place' says '^drift: bad:1: .*32'
check '... status 2' status_is 2
echo "$first" >bad
run --baseline bad old.c new.c
check 'a reason is asked for' says '^drift: bad:1: .*reason'

finish

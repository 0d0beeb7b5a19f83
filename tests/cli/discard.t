#!/bin/sh
# discard.t: many tests of an earlier command go away, and nothing else does.
. "$(dirname "$0")/lib.sh"

cat >"$tmp/old.c" <<'END'
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) { puts(argc > 1 && atoi(argv[1]) > 3 ? "a" : "b"); }
END
sed 's/> 3/> 4/' "$tmp/old.c" >"$tmp/new.c"
cd "$tmp" || exit 1

# many: as if there had been a long exploration, one that was killed, and files of the user.
many()
{
	rm -rf out
	"$drift" explore -o out old.c -- @int=1 >/dev/null
	i=10
	while [ "$i" -lt 40 ]; do
		cp -R out/tests/0001 "out/tests/00$i"
		i=$((i + 1))
	done
	cp -R out/tests out/.tests.gone-1-0
	mkdir out/mine
	: >out/mine/file
}
no_rest() { [ -z "$(ls -d out/.tests.* 2>/dev/null)" ]; }
settled() { await no_rest; }
numbers() { (cd out/tests && ls -d 0* | tr '\n' ' '); }

many
"$drift" test -o out old.c new.c -- @int=1 >said 2>&1
check 'drift test: its own tests are there' test "$(numbers)" = '0001 '
check 'and nothing else in the end' settled
check 'but files of the user' test -f out/mine/file
many
"$drift" explore -o out old.c -- @int=1 >said 2>&1
check 'drift explore: its own tests are there' test "$(numbers)" = '0001 0002 '
check 'and nothing else in the end' settled
check 'but files of the user' test -f out/mine/file
many
mkdir -p bare && ln -sf "$(command -v "$clang")" bare/clang-19
PATH=$tmp/bare "$drift" explore -o out old.c -- @int=1 >said 2>&1
check 'without rm it is waited for' sh -c '[ -z "$(ls -d out/.tests.* 2>/dev/null)" ] && [ -d out/tests/0001 ] && [ ! -d out/tests/0030 ]'
many
rm out/tests/run.sh
"$drift" test -o out old.c new.c -- @int=1 >said 2>&1
check 'tests that are not of drift stay' test -d out/tests/0030

finish

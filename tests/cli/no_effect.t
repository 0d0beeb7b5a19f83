#!/bin/sh
# no_effect.t: an option that a command cannot honour, alone or beside others, is refused before anything is loaded or run: status 2
# and one line that names it. test, diff, check and explain have more of this in their own scripts.
. "$(dirname "$0")/lib.sh"

cd "$tmp" || exit 1
cat >one.c <<'END'
#include <stdio.h>
#include <stdlib.h>
int twice(int n) { return 2 * n; }
int main(int argc, char **argv)
{
	printf("%d\n", argc > 1 ? twice(atoi(argv[1])) : 0);
	return 0;
}
END
sed 's/2 \* n/n + n + (n == 7)/' one.c >two.c
"$DRIFT_BUILD/bin/drift-cc" -o one one.c
cat >harness.c <<'END'
#include <stddef.h>
#include <stdint.h>
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) { return size > 1 && data[0] == 'a' ? 0 : 0; }
END
echo 5 >seeds
mkdir corpus
echo ab >corpus/a

# refuses OPTION COMMAND...: the command is refused, because of the option. fine COMMAND...: it is not, and finds no error.
refuses()
{
	refuses_option=$1
	shift
	capture refused "$drift" "$@" </dev/null
	check "$*: $refuses_option is refused" rejects refused "$refuses_option"
}
fine()
{
	capture taken "$drift" "$@" </dev/null
	check "$*: fine" status taken 0
}

# ---- explore ----

explore() { echo explore -o out "$@"; }
for option in '--grow 3' '--seeds corpus --grow 3 --stdin @text:2'; do
	refuses --grow $(explore $option one.c)
done
refuses --grow $(explore --seeds seeds --grow 3 one.c -- @int)
fine $(explore --seeds seeds --grow 0 --runs 20 one.c)
refuses --keep $(explore --keep one.c -- @int)
refuses --fold $(explore --fold --no-fold one.c -- @int)
refuses --bound $(explore --bound 3 one.c -- @int)
refuses --depth $(explore --depth 3 one.c -- @int)
refuses --depth $(explore --depth 3 harness.c)
fine $(explore --bound 3 harness.c)
fine $(explore --bound 3 --depth 2 --entry twice one.c)
capture refused "$drift" explore --bound 3 --call 'twice(@int)' one.c
check 'the placeholders of --call have bounds of their own' rejects refused --bound --call
capture refused "$drift" test --bound 3 --call 'twice(@int)' one.c two.c
check '... for two versions as well' rejects refused --bound --call
capture refused "$drift" test --depth 3 --call 'twice(@int)' one.c two.c
check '... and are not followed' rejects refused --depth --entry
refuses --cflags $(explore --cflags -DX one -- @int)
refuses --color $(explore --color always --json one.c -- @int)
fine $(explore --color never --json one.c -- @int)
refuses --output $(explore --output stdout one.c -- @int)
refuses --target $(explore --target one.c:3 one.c -- @int)

# --grow 0 is a number, not the default of 16.
cat >long.c <<'END'
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv)
{
	if (argc > 1 && strlen(argv[1]) > 1)
		abort();
	return 0;
}
END
fine $(explore --seeds seeds --grow 0 long.c)
capture longer "$drift" $(explore --seeds seeds --grow 1 long.c) </dev/null
check '--grow 1 finds what --grow 0 does not' status longer 1

# ---- run ----

for option in '--name x' '-o out' '--limit-insns 9' '--limit-mem 9M' '--limit-time 9s' '--native f' --stats --notes --json '--repeat 2'; do
	name=${option%% *}
	[ "$name" != -o ] || name=--output
	refuses "$name" run --dump main $option one.c
done
fine run --dump main --fold --no-cache --cflags -DX one.c
fine run --name x --limit-insns 1M --limit-mem 9M --limit-time 60s --stats --notes --repeat 2 one.c 4
refuses --cflags run --cflags -DX one 4

# ---- slice ----

refuses --at slice --var n one.c
refuses --cflags slice --cflags -DX --at one.c:3 one -- 4
fine slice --cflags -DX --at one.c:3 one.c -- 4

# ---- graph ----

refuses --what graph --kind cfg --what cdg one.c
fine graph --kind cfg --what cfg one.c
refuses --old-cflags graph --kind cfg --old-cflags -DX one.c
refuses --new-cflags graph --kind cfg --new-cflags -DX one.c
refuses --format graph --kind cfg --format json one.c
refuses --function graph --kind changes --function main one.c two.c
refuses --cflags graph --kind cfg --cflags -DX one
# Further options do not take the place of those for both.
sed 's/2 \* n/TWO * n + MORE/' one.c >both.c
fine graph --kind changes --cflags -DTWO=2 --old-cflags -DMORE=0 --new-cflags -DMORE=1 both.c both.c

# ---- replay ----

"$drift" explore -o tests --tests all one.c -- @int >out.txt
for way in --native '--with ./one'; do
	refuses --program replay $way --program one.c tests/tests
	refuses --cflags replay $way --cflags -DX tests/tests
	refuses --no-cache replay $way --no-cache tests/tests
done
fine replay --native tests/tests
fine replay --program one.c --cflags -DX --no-cache tests/tests
refuses --cflags replay --program one --cflags -DX tests/tests/0001
refuses --old replay --old one.c tests/tests

finish

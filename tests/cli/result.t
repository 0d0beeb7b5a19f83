#!/bin/sh
# result.t: result.json in one form for all commands.
. "$(dirname "$0")/lib.sh"

pairs=$programs/pairs
LC_ALL=C
export LC_ALL
cd "$tmp" || exit 1

# keys FILE: names of all its keys, but for those that are names of files.
keys() { sed 's/\\"//g' "$1" | grep -o '"[^"]*":' | tr -d '":' | grep -v '\.c$' | sort -u; }
# Words of the page, without the marks of lists and of what may be missing.
tr -d '?[]' <"$top/docs/result.md" | grep -o '`[^`]*`' | tr '.' '\n' | tr -d '`' | sort -u >documented
# documented NAME: every key of NAME.json is on the page. The tables themselves are held against the writer in
# tests/unit/test_result.c; here it is the figures that count.
documented()
{
	keys "$1.json" >keys
	[ "$(wc -l <keys)" -gt 20 ] && comm -23 keys documented >unknown && cat unknown && ! [ -s unknown ]
}

capture test "$drift" test --why -o test.d "$pairs/errors/old.c" "$pairs/errors/new.c" -- @int @str:4=abc </dev/null
cp test.d/result.json test.json
check 'keys of drift test are documented' documented test
"$drift" test --why --json -o again.d "$pairs/errors/old.c" "$pairs/errors/new.c" -- @int @str:4=abc >again.json </dev/null
check '--json prints what result.json has' sh -c 'for f in test again; do sed "/\"curve\":/,/\]/d" $f.json | grep -v -e second -e command_line >$f.bare; done; cmp test.bare again.bare'
"$drift" diff --json --all "$pairs/errors/old.c" "$pairs/errors/new.c" -- @int @str:4=abc >diff.json </dev/null
check 'keys of drift diff are documented' documented diff
"$drift" explore --by output -o explore.d "$programs/partition/shop.c" -- @int @int >explore.out </dev/null
cp explore.d/result.json explore.json
check 'keys of drift explore are documented' documented explore

# ---- what was printed ----

cat >o.c <<'END'
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	int x = argc > 1 ? atoi(argv[1]) : 0;
	printf("%d %x", x + MORE, x * 3);
	if (x > 700 * MORE)
		printf(" large %c", 'a' + x % 8);
	return 0;
}
END
sed 's/MORE/2/' o.c >n.c
sed -i 's/MORE/1/' o.c
# printed FILE: a line for each input: the input and what was printed on it, old and new.
printed() { awk -F'"' '/"input":/ { i = $4 } /"stdout":/ { s = s "|" $4; if (++n % 2 == 0) { print i s; s = "" } }' "$1"; }
# native FILE: the same, from native programs.
native()
{
	while IFS='|' read -r input _; do
		# shellcheck disable=SC2086 # words
		echo "$input|$(./o ${input#./n})|$(./n ${input#./n})"
	done
}
"$clang" -w -o o o.c && "$clang" -w -o n n.c || exit 1
"$drift" diff --all --json o.c n.c -- @int >rows.json </dev/null
printed rows.json >rows
check 'drift diff says what both print on the input of a row' sh -c '[ "$(wc -l <rows)" -ge 3 ]'
native <rows >rows.native
check '... as native programs do' cmp rows rows.native
"$drift" test -o printed.d o.c n.c -- @int >/dev/null </dev/null
printed printed.d/result.json >found
native <found >found.native
check 'drift test says what both print on the input of a difference' sh -c '[ -s found ] && cmp found found.native'
check '... exactly' sh -c 'grep -q "\"exact\":.*true" printed.d/result.json && ! grep -q "\"exact\":.*false" printed.d/result.json'

# ---- what was accepted ----

"$drift" test -o first.d "$pairs/many/old.c" "$pairs/many/new.c" -- @str:1 >/dev/null </dev/null
mkdir same && echo '"$PROG" 1' >same/cmd
"$drift" test -o rest.d --accept first.d/tests/0001 --accept same "$pairs/many/old.c" "$pairs/many/new.c" \
	-- @str:1 >/dev/null </dev/null
tr -d '\n\t' <rest.d/result.json | grep -o '"accepted":.*' >accepted
check 'an accepted difference is counted' grep -q '"test":"first.d/tests/0001","differs":true,"pairs":1}' accepted
check 'one that is none any more is told' grep -q '"test":"same","differs":false,"pairs":0}' accepted

# ---- one directory for all commands ----

entry='int f(int x)'
echo 'int f(int x) { return x > 3; }' >f.c
echo 'int f(int x) { return x > 4; }' >g.c
"$drift" test -o shared.d --entry "$entry" f.c g.c >/dev/null </dev/null
check 'drift explore takes the directory of drift test' "$drift" explore -o shared.d --entry "$entry" f.c
check '... and its tests are there' sh -c '[ -f shared.d/tests/0001/status ] && ! [ -e shared.d/tests/0001/old.out ] && [ -f shared.d/native/build.sh ]'
"$drift" test -o shared.d --entry "$entry" f.c g.c >again.out </dev/null
check '... and the other way round' sh -c 'grep -q "^different" again.out && [ -f shared.d/tests/0001/old.out ] && ! [ -e shared.d/tests/0001/status ]'
mkdir -p alien.d/native && echo 'exit 0' >alien.d/native/build.sh
check 'what others made stays' sh -c '! "$1" explore -o alien.d --entry "$2" f.c && [ -s alien.d/native/build.sh ]' sh "$drift" "$entry"

finish

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
check '--json prints what result.json has' sh -c 'grep -v second test.json >a; grep -v second again.json >b; cmp a b'
"$drift" diff --json --all "$pairs/errors/old.c" "$pairs/errors/new.c" -- @int @str:4=abc >diff.json </dev/null
check 'keys of drift diff are documented' documented diff
"$drift" explore --by output -o explore.d "$programs/partition/shop.c" -- @int @int >explore.out </dev/null
cp explore.d/result.json explore.json
check 'keys of drift explore are documented' documented explore

finish

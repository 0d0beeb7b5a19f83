#!/bin/sh
# why.t: drift test --why: where the effect of a change ended.
. "$(dirname "$0")/lib.sh"

cd "$tmp" || exit 1
pairs=$programs/pairs

# explain NAME OPTIONS...: drift test --why into $tmp/NAME.d; what it says is captured.
explain()
{
	explain_to=$1
	shift
	compare "$explain_to" --why "$@"
}

# ended NAME KIND WORD...: an effect ended in that way, and its description has all words.
ended()
{
	ended_name=$1 ended_kind=$2
	shift 2
	lists "$ended_name" 'why.*.ends.*' "\"kind\":\"$ended_kind\"" "$@"
}

explain masked "$pairs/masked/old.c" "$pairs/masked/new.c" -- @int=7
check 'a change without effect is explained' field masked 'why.*.change' 1
check 'in words, too' says masked '^why change 1 '
check 'by a run of it' field masked 'why.*.input' './new 7'
check 'what differs on the way has both values' says masked 'new.c:8:19: +: 21 | 22'
check 'where it came from' says masked '21 | 22 <- .*new.c:7:19'
check 'and its line' says masked 'int spare = rate + 7;'
check 'a division that gives the same is named' ended masked masked new.c:13:14: "'/'" 0 15
check 'an operation that drops it all, too' ended masked masked new.c:13:36: "'&'" 0 '21 | 22'
check 'a comparison' ended masked masked new.c:10:11: "'>'" false
check 'a variable that is assigned again before it is used' ended masked 'not used' new.c:9:6: '14 | 15'
check 'nothing else ended' field masked why.0.ends.# 4
check 'and the user sees all of it' mentions masked new.c:9:6: '14 | 15'

# In memory: overwritten, never read, and through a function and an array to a masking one.
cat >old.c <<'END'
#include <stdio.h>
#include <stdlib.h>
static int table[4];
static int sink;
static void put(int i, int v) { table[i] = v; }
static int low(int v) { return v & 3; }
int main(int argc, char **argv)
{
	int x = atoi(argv[1]);
	if (argc != 2 || x < 0 || x > 9)
		return 1;
	put(0, 4 * x);
	put(1, 4 * x);
	put(1, 2);
	sink = table[0];
	for (int i = 0; i < 2; i++)
		printf("%d ", low(table[i]));
	return 0;
}
END
sed 's/4 \* x/8 * x/' old.c >new.c
explain memory old.c new.c -- @int=3
check 'a value is followed through a call into memory' says memory 'new.c:5:42: =: 12 | 24, 2 times'
check 'and out of it' says memory 'new.c:15:9: read: 12 | 24 <- new.c:5:42'
check 'into a function that masks it' ended memory masked new.c:6:34: "'&'" 0 '12 | 24'
check 'what is overwritten unread is said' ended memory overwritten new.c:5:42
check 'what is never read, too' ended memory 'not read' new.c:15:7: '12 | 24'

# A decision that differs, and ways that do the same.
cat >old2.c <<'END'
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	int x = argc > 1 ? atoi(argv[1]) : 0, y = 1;
	if (x > 5)
		y = 2 - 1;
	printf("%d\n", y);
	return 0;
}
END
sed 's/x > 5/x >= 5/; s/2 - 1/x \& 0 | 1/' old2.c >new2.c
explain ways old2.c new2.c -- @int=5
check 'a decision that differs is shown' says ways 'branch: to line [0-9]* | to line [0-9]*'

explain shows "$pairs/ase10/old.c" "$pairs/ase10/new.c" -- @int
check 'a change that shows on other inputs is explained, too' says shows '^why change 1'
check 'by a masked run' ended shows masked "'>'" false
explain same "$pairs/ase10/old.c" "$pairs/ase10/old.c" -- @int
check 'without a change there is nothing to explain' silent same '^why'
capture json "$drift" test --why --json -o json.d "$pairs/masked/old.c" "$pairs/masked/new.c" -- @int=7 </dev/null
check '--json has it as a part' sh -c 'grep -q "\"why\"" json.out && ! grep -q "^why" json.out'

explain joins "$pairs/joins/old.c" "$pairs/joins/new.c" -- @int=7 @int=3
check "a join of variables has a line" says joins "new.c:[1-9][0-9:]*: join: "
check "... and no location has line 0" silent joins "\.c:0"
check "... nor in the result" omits joins "why.*.infected.*" ".c:0"

finish

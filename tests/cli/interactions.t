#!/bin/sh
# interactions.t: changes that are harmless alone and wrong together: graph, search, critical sets, report.
. "$(dirname "$0")/lib.sh"

pairs=$programs/interactions
five="$pairs/figure5_old.c $pairs/figure5_new.c"
cut="$pairs/cut_old.c $pairs/cut_new.c"

# flat FILE: JSON in one line, without space.
flat()
{
	tr -d '\n\t ' <"$1"
}

# has TEXT FILE
has()
{
	flat "$2" | grep -qF -- "$1"
}

# ---- the graph ----

$drift graph --kind changes $five >"$tmp/five" 2>&1
check "figure 5 has three changes, a place and its edges" sh -c "
	grep -q '^change 1 (.*figure5_new.c:11):' '$tmp/five' &&
	grep -q '^change 2 (.*figure5_new.c:15):' '$tmp/five' &&
	grep -q '^change 3 (.*figure5_new.c:17):' '$tmp/five' &&
	grep -q '^place .*figure5_new.c:18 (main): changes meet: 1, 2, 3' '$tmp/five' &&
	[ \$(grep -c '^change [0-9]' '$tmp/five') = 3 ] && [ \$(grep -c '^place' '$tmp/five') = 1 ]"
check "what may follow a change is control flow, round the loop as well" sh -c "
	sed -n '/^change 2/,/^change 3/p' '$tmp/five' | grep -q -- '-> change 2 ' &&
	sed -n '/^start/,/^end/p' '$tmp/five' | grep -q -- '-> change 1 ' &&
	! sed -n '/^start/,/^end/p' '$tmp/five' | grep -q -- '-> change [23] '"
sed 's/bool lhs = false/int lhs = 0/; s/lhs = true/lhs = 1/' "$pairs/figure5_new.c" >"$tmp/figure5_int.c"
$drift graph --kind changes "$pairs/figure5_old.c" "$tmp/figure5_int.c" >"$tmp/int" 2>&1
check "a statement that only uses a new variable is a change at its own line" sh -c "
	grep -q '^change 3 (.*figure5_int.c:17):' '$tmp/int' && [ \$(grep -c '^change [0-9]' '$tmp/int') = 3 ]"
$drift graph --kind changes $cut >"$tmp/cut" 2>&1
check "a deletion is in the graph, and the access where it meets the others" sh -c "
	grep -q '^change 1 .*: deletion in main' '$tmp/cut' &&
	grep -q '^place .*cut_new.c:14 (is_printable): changes meet: 1, 2, 3' '$tmp/cut'"
$drift graph --kind changes --format json $five >"$tmp/json" 2>&1
check "as JSON" sh -c "tr -d '\n\t ' <'$tmp/json' | grep -q '\"node\":\"place\".*\"line\":18.*\"changes\":\[1,2,3\].*\"edges\":\[{\"from\":0,\"to\":2}'"
$drift graph --kind changes --format dot $five >"$tmp/dot" 2>&1
check "for Graphviz" sh -c "grep -q '^digraph changes {' '$tmp/dot' && grep -q 'n0 -> n2;' '$tmp/dot'"
check "another format is refused" sh -c "! $drift graph --kind changes --format svg $five 2>'$tmp/err' &&
	grep -q -e '--format.*text, json .*dot' '$tmp/err'"
check "and so is one version" sh -c "! $drift graph --kind changes '$pairs/cut_old.c' 2>'$tmp/err' &&
	grep -q '^drift: .*two' '$tmp/err'"

# ---- figure 5 ----

$drift test --interactions -o "$tmp/o5" $five -- @str:3 >"$tmp/five.txt" 2>&1
r=$tmp/o5/result.json
check "figure 5: the input is found" grep -q '"input":	"0-"' "$r"
check "its sequence is all three changes" has '"sequence":[1,2,3]' "$r"
check "its critical set is the two, by experiment" has '"critical":[2,3],"critical_edits":["figure5_new.c:15","figure5_new.c:17"],"critical_by":"experiment","cie":true' "$r"
check "they meet at line 18" sh -c "tr -d '\n\t' <'$r' | grep -q '\"interactions\":\[{\"changes\":\[2, 3\],\"places\":\[\"[^\"]*figure5_new.c:18 (main)\"\],\"differences\":\[1\],\"cie\":true,\"by\":\"experiment\"}\]'"
check "all sequences were seen" has '"sequences":{"seen":5,"possible":5,"more_possible":false' "$r"
check "tests off the critical sequences show nothing" sh -c "
	tr -d '\n\t ' <'$r' | grep -q '\"other\":{\"tests\":[1-9][0-9]*,\"differ\":0},\"critical\":{\"tests\":[1-9][0-9]*,\"differ\":[1-9]'"
check "people are told the same" sh -c "
	grep -q 'change 2 (.*:15) .*change 3 (.*:17), .*experiment' '$tmp/five.txt' &&
	grep -q 'figure5_new.c:18 (main)' '$tmp/five.txt' &&
	grep -q '^  critical  .* %' '$tmp/five.txt'"
check "nothing of the experiments is left" [ ! -e "$tmp/o5/trials" ]
$drift test --strategy sequence --builds 0 --interactions -o "$tmp/os" $five -- @str:3 >"$tmp/seq.txt" 2>&1
check "--strategy sequence finds it, too" sh -c "tr -d '\n\t' <'$tmp/os/result.json' | grep -q '\"exhaustive\":true' &&
	grep -q '^different: .*(1 ' '$tmp/seq.txt'"
check "without builds the critical set is by graph, and says so" sh -c "
	tr -d '\n\t ' <'$tmp/os/result.json' | grep -q '\"critical_by\":\"graph\"' && grep -q 'estimated' '$tmp/seq.txt'"

# ---- figures 3 and 4 ----

$drift test --interactions --stop-after first -o "$tmp/oc" $cut -- @str:4=1,3- d >"$tmp/cut.txt" 2>&1
r=$tmp/oc/result.json
check "cut: an access out of bounds is a difference without an assertion" grep -q '"ends":	"out-of-bounds at .*cut_new.c:14:' "$r"
check "its critical set is the deletion and the allocation" has '"critical":[1,2],"critical_edits":["cut_old.c:47-48","cut_new.c:53-54"]' "$r"
check "they meet where the table is read" grep -q 'cut_new.c:14 (is_printable)' "$tmp/cut.txt"

# ---- programs that a command builds in trees ----

mkdir -p "$tmp/to/src" "$tmp/to/.deps"
cat >"$tmp/to/src/main.c" <<'C'
#include <stdio.h>
#include <stdlib.h>
#include "limit.h"
int main(int argc, char **argv)
{
	int x = atoi(argv[argc - 1]);
	if (x < 0 || x > LIMIT)
		x = LIMIT;
	printf("%d\n", look(x));
	return 0;
}
C
cat >"$tmp/to/src/look.c" <<'C'
#include "limit.h"
static const int table[8] = {3, 1, 4, 1, 5, 9, 2, 6};
int look(int x)
{
	if (x > 7)
		x = 7;
	return table[x];
}
C
printf '#define LIMIT 7\nint look(int x);\n' >"$tmp/to/src/limit.h"
echo . >"$tmp/to/.deps/flags"
cat >"$tmp/to/Makefile" <<'M'
objects = src/main.o src/look.o
prog: $(objects) .deps/flags
	$(CC) -g -o prog $(objects)
.c.o:
	$(CC) -g -c -o $@ $<
M
cp -r "$tmp/to" "$tmp/tn"
sed -i 's/LIMIT 7/LIMIT 9/' "$tmp/tn/src/limit.h"
sed -i '/x > 7/,/x = 7/d; s/return table/return +table/' "$tmp/tn/src/look.c"
sed -i 's/printf("%d/printf("%i/' "$tmp/tn/src/main.c"
cc=$(dirname "$drift")/drift-cc
(cd "$tmp/to" && make -s CC="$cc") && (cd "$tmp/tn" && make -s CC="$cc")
$drift test --interactions -o "$tmp/otree" --old-sources "$tmp/to" --new-sources "$tmp/tn" --build "make -s CC=$cc" \
	"$tmp/to/prog" "$tmp/tn/prog" -- @int >"$tmp/tree.txt" 2>&1
check "trees: the limit in a header and the check that is gone are needed together, by experiment" \
	has '"critical_edits":["src/limit.h:1","src/look.c:5"],"critical_by":"experiment"' "$tmp/otree/result.json"
check "nothing was built in the user's trees" sh -c "! grep -q 'LIMIT 9' '$tmp/to/src/limit.h' && [ ! -e '$tmp/otree/trials' ]"
check "trees belong together" sh -c "$drift test --interactions --old-sources '$tmp/to' '$tmp/to/prog' '$tmp/tn/prog' -- 1 2>&1 | grep -q '^drift: .*--old-sources .*--new-sources'"
$drift test --interactions -o "$tmp/otree" --old-sources "$tmp/to" --new-sources "$tmp/tn" --build false \
	"$tmp/to/prog" "$tmp/tn/prog" -- @int >"$tmp/tree.txt" 2>&1
check "a build that fails is said, and sets are by graph then" sh -c "
	grep -q 'estimated.*: .*OLD.* built' '$tmp/tree.txt' && grep -q '\"critical_by\":	\"graph\"' '$tmp/otree/result.json'"

# ---- the time is up ----

cat >"$tmp/long_old.c" <<'C'
#include <stdio.h>
int main(int argc, char **argv)
{
	unsigned h = 1, low = 0;
	for (const char *s = argv[argc - 1]; *s; s++)
		if (*s > 'a')
			h = h * 31 + (*s & 1);
		else
			low++;
	printf("%u %u\n", h, low);
	return 0;
}
C
sed 's/low = 0/low = 1/; s/low++/low += h > 3/' "$tmp/long_old.c" >"$tmp/long_new.c"
$drift test --interactions --time 12 -o "$tmp/olong" "$tmp/long_old.c" "$tmp/long_new.c" -- @str:40 >"$tmp/long.txt" 2>&1
check "a search that ends by its time leaves some for experiments" sh -c "
	grep -q '\"ended\":	\"time\"' '$tmp/olong/result.json' && grep -q '\"critical_by\"' '$tmp/olong/result.json' &&
	! grep -q '^drift: .*result.json' '$tmp/long.txt'"

# ---- an edit that only shows elsewhere ----

cat >"$tmp/enum_old.c" <<'C'
#include <stdio.h>
#include <stdlib.h>
enum { ROOM = 8, BASE = 2 };
int main(int argc, char **argv)
{
	unsigned x = (unsigned)atoi(argv[argc - 1]) % 100;
	char text[ROOM + 1];
	int k = ROOM;
	text[k] = 0;
	do {
		text[--k] = (char)('0' + x % BASE);
		x /= BASE;
	} while (x && k > 0);
	puts(text + k);
	return 0;
}
C
sed 's/ROOM = 8/ROOM = 7/; s/while (x \&\& k > 0)/while (x)/; s/BASE = 2 }/BASE = 2, }/' "$tmp/enum_old.c" >"$tmp/enum_new.c"
sed -i 's/% 100/% 200/' "$tmp/enum_old.c" "$tmp/enum_new.c"
$drift test --interactions -o "$tmp/oe" "$tmp/enum_old.c" "$tmp/enum_new.c" -- @int=1 >"$tmp/enum.txt" 2>&1
check "an enumerator stands for the change that it shows in" sh -c "
	tr -d '\n\t ' <'$tmp/oe/result.json' | grep -q '\"critical_edits\":\[\"enum_new.c:3\",\"enum_new.c:13\"\],\"critical_by\":\"experiment\"' &&
	grep -q '^interactions: 1' '$tmp/enum.txt'"

# ---- harmless changes, and no sources ----

cat >"$tmp/two_old.c" <<'C'
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	int x = atoi(argv[argc - 1]), low = 0, high = 100;
	if (x < low)
		x = low;
	printf("one\n");
	if (x > high)
		x = high;
	printf("%d\n", x);
	return 0;
}
C
sed 's/high = 100/high = 99 + 1/; s/low = 0/low = -5/; s/x > high/x >= high/' "$tmp/two_old.c" >"$tmp/two_new.c"
$drift test --interactions -o "$tmp/ot" "$tmp/two_old.c" "$tmp/two_new.c" -- @int >"$tmp/two.txt" 2>&1
check "what one change does alone is no interaction" sh -c "
	grep -q '^interactions: 0' '$tmp/two.txt' && grep -q 'alone: 2 differences' '$tmp/two.txt'"
check "and no change interaction error" has '"cie":false' "$tmp/ot/result.json"
cat >"$tmp/over_old.c" <<'C'
#include <stdio.h>
#include <stdlib.h>
int table[4] = {4, 3, 2, 1};
int main(int argc, char **argv)
{
	int k = (argc > 1 ? atoi(argv[1]) : 0) & 3;

	int shift = 0;

	int y = table[k + shift];

	printf("%d %d\n", y, 1);
	return 0;
}
C
sed 's/shift = 0/shift = 2/; s/y, 1)/y, 2)/' "$tmp/over_old.c" >"$tmp/over_new.c"
$drift test --interactions --all -o "$tmp/oo" "$tmp/over_old.c" "$tmp/over_new.c" -- @int=3 >"$tmp/over.txt" 2>&1
check "an error needs the edit that makes it, not those that print what was read behind the end" sh -c "
	tr -d '\n\t ' <'$tmp/oo/result.json' | grep -q 'out-of-bounds.*\"critical_edits\":\[\"over_new.c:8\"\],\"critical_by\":\"experiment\"' || { cat '$tmp/over.txt'; false; }"
for v in old new; do
	$clang -g -O0 -Xclang -disable-O0-optnone -emit-llvm -c -o "$tmp/$v.bc" "$pairs/figure5_$v.c"
done
$drift test --interactions -o "$tmp/ob" "$tmp/old.bc" "$tmp/new.bc" -- @str:3 >"$tmp/bc.txt" 2>&1
check "bitcode has no sources to edit: by graph" has '"by":"graph"' "$tmp/ob/result.json"
check "then what is needed is a guess, and no error is called one of interaction" has '"cie":null' "$tmp/ob/result.json"
$drift test -o "$tmp/op" $five -- @str:3 >"$tmp/plain.txt" 2>&1
says_nothing()
{
	! grep -q '"interactions"\|"critical\|^interactions' "$tmp/op/result.json" "$tmp/plain.txt"
}
check "without --interactions nothing of it is said" says_nothing
check "orders of changes have their share of auto" has '"ordered":{"on":true' "$tmp/op/result.json"
finish

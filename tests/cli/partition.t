#!/bin/sh
# partition.t: drift explore by output, reach and change, and what it says of the partitions.
. "$(dirname "$0")/lib.sh"

cd "$tmp" || exit 1
subjects=$programs/partition
pick='int pick(int x, int y, int z)'

tests() { [ "$(find "$tmp/$1.d/tests" -mindepth 1 -maxdepth 1 -type d | wc -l)" -eq "$2" ]; }

# ---- the signature of a function: two decisions make its value, a third one only prints ----

explore paths "$subjects/signature.c" --entry "$pick"
check 'eight paths' all_paths paths 8
check 'in result.json by path' field paths by path
explore value "$subjects/signature.c" --entry "$pick" --by output --output return
check 'three partitions by the returned value' all_partitions value 3
check 'and three tests' tests value 3
check 'the first line of the signature' shows value '  x + y <= 10 => returns 2'
check 'the second' shows value '  x + y > 10 && x - y > 0 => returns x'
check 'the third' shows value '  x + y > 10 && x - y <= 0 => returns y'
check 'constraints are counted' shows value '1.7 constraints each'
check 'result.json says by what' field value by output
check 'and has the condition as a formula' keeps value '"condition_smt":	"(= #b1 (ite (bvslt (bvadd |x| |y|) #x0000000b) #b1 #b0))"'
check 'and the output as a term' keeps value '"term":	"|y|"'
check 'and declares the inputs' keeps value '(declare-const |z| (_ BitVec 32))'
explore all "$subjects/signature.c" --entry "$pick" --by output
check 'six partitions with what is printed' all_partitions all 6
check 'output and value on one line' shows all '=> prints "large\n", returns x'

# ---- the same through main ----

explore main "$subjects/signature.c" --by output --output exit -- @int @int @int
check 'three partitions by exit status' all_partitions main 3
check 'the status is an expression' shows main 'arg1 + arg2 > 10 && arg1 - arg2 <= 0 => exits with arg2 & 255'
check 'also in result.json' keeps main '"status_expr":	"arg2 & 255"'
"$clang" -w -o signature "$subjects/signature.c"
check 'the tests of partitions replay natively' sh main.d/tests/run.sh ./signature

# ---- streams are apart: what is said on one is nothing to the other ----

explore apart "$programs/streams/signature.c" --by output --output stdout -- @int @int @int
check 'a message on standard error makes no partition by standard output' all_partitions apart 3
check 'their conditions do not speak of it' silent apart arg3
explore quiet "$programs/streams/signature.c" --cflags=-DQUIET --by output --output stdout -- @int @int @int
check 'as many as without the message' all_partitions quiet 3
explore message "$programs/streams/signature.c" --by output --output stderr -- @int @int @int
check 'by standard error it is the message that counts' all_partitions message 2
check 'and nothing else' silent message arg1
explore both "$programs/streams/signature.c" --by output --output stdout --output stderr -- @int @int @int
check 'both streams: all of it' all_partitions both 6
explore told "$programs/streams/messages.c" --by output --output stdout -- @int @int
check 'numbers, texts, characters, loops, write and perror on standard error' all_partitions told 3

# ---- variables ----

explore var "$subjects/signature.c" --by output --output signature.c:18:out -- @int @int @int
check 'a variable as output: three partitions' all_partitions var 3
check 'its value' shows var 'arg1 + arg2 > 10 && arg1 - arg2 > 0 => out = arg1'
explore half "$subjects/signature.c" --by output --output signature.c:11:larger -- @int @int @int
check 'an assignment that is not always executed' shows half 'arg1 - arg2 <= 0 => larger = arg2'
check 'without it there is no output' shows half 'arg1 - arg2 > 0 => no output'
check 'and nothing else decides' shows half 'partitions: 2 '
explore array "$subjects/errors.c" --by output --output errors.c:24:a -- @int
check 'an array, before its use' shows array 'true => a = {arg1, arg1 + 1, arg1 + 2}'
explore struct "$subjects/errors.c" --by output --output errors.c:21:p -- @int
check 'a struct' shows struct 'true => p = {arg1, 7}'
explore loop "$subjects/errors.c" --by output --output errors.c:22:i -- @int
check 'every assignment counts' shows loop 'true => i = 0, i = 1, i = 2, i = 3'
explore global "$subjects/errors.c" --by output --output errors.c:30:total -- @int
check 'a global' shows global 'arg1 > 4 => total = arg1 * 2'
check 'which may stay as it was' shows global 'arg1 < 5 => total = 0'
explore hidden "$subjects/errors.c" --by output --output errors.c:14:calls -- @int
check 'a static local' shows hidden 'arg1 > 4 => calls = 1'

# ---- names, and the text of numbers ----

explore shop "$subjects/shop.c" --by output -- @int @int
check 'tables have the names of their variables' shows shop 'arg2 <= stock[arg1] => prints "{arg2 * prices[arg1]}\n"'
check 'how long a text is says how large the number is' \
	shows shop 'arg2 in {-9..-1, 10..99} && arg2 > stock[arg1] => prints "only {stock[arg1]}'

# ---- reach and change ----

explore reach "$subjects/signature.c" --by reach --target signature.c:13 -- @int @int @int
check 'two ways to a line' all_partitions reach 2
check 'there' some reach 'cases.*.condition' 'arg1 + arg2 > 10'
check 'or not' some reach 'cases.*.condition' 'arg1 + arg2 <= 10'
explore change "$subjects/signature.c" --by change --target signature.c:13 --output exit -- @int @int @int
check 'a change: its outputs where it is executed' all_partitions change 3
check 'one of them' some change 'cases.*.status_expr' 'arg1 & 255'
check 'and one way past it' some change 'cases.*.condition' 'arg1 + arg2 <= 10'

# ---- bad input ----

explore bad "$subjects/errors.c" --by colour -- @int
check 'an unknown --by' rejects bad --by path output reach change
explore bad "$subjects/errors.c" --by output --output errors.c:30:nobody -- @int
check 'a variable that is not in scope' rejects bad "'nobody'"
explore bad "$subjects/errors.c" --by output --output errors.c:30:dead -- @int
check 'a variable of another block' rejects bad "'dead'"
explore bad "$subjects/errors.c" --by output --output errors.c:2:n -- @int
check 'a line without code' rejects bad errors.c:2
explore bad "$subjects/errors.c" --by output --output errors.c:999:n -- @int
check 'a line past the end' rejects bad errors.c:999
explore bad "$subjects/errors.c" --by output --output other.c:3:n -- @int
check 'another file' rejects bad other.c:3
explore bad "$subjects/errors.c" --by output --output errors.c:n -- @int
check 'a place without a line' complains_once bad 'write FILE:LINE:VAR'
explore bad "$subjects/errors.c" --by output --output errors.c:28:dead -- @int
check 'a variable that is never executed' rejects bad errors.c:28
explore bad "$subjects/errors.c" --by output --output colour -- @int
check 'an unknown output' complains_once bad 'FILE:LINE:VAR'
explore bad "$subjects/errors.c" --by path --output stdout -- @int
check '--output by path' rejects bad --output '--by output' '--by change'
explore bad "$subjects/errors.c" --by reach -- @int
check '--by reach without a target' complains_once bad 'needs --target FILE:LINE'
explore bad "$subjects/errors.c" --by output --target errors.c:30 -- @int
check '--target by output' rejects bad --target '--by reach'

# ---- -j: honoured, or refused in a line ----

# refused NAME: by -j, in one line.
refused() { rejects "$1" '-j 2: '; }
explore jobs "$subjects/signature.c" --by output -j 2 -- @int @int @int
check 'partitions by output refuse -j' refused jobs
explore jobs "$subjects/signature.c" --by reach --target signature.c:13 -j 2 -- @int @int @int
check 'so do those by reach' refused jobs
explore jobs "$subjects/signature.c" --by output -j 1 -- @int @int @int
check 'one process is one process' status jobs 0
capture jobs "$drift" diff -j 2 "$subjects/signature.c" "$subjects/signature.c" -- @int @int @int </dev/null
check 'drift diff refuses it by output' refused jobs
capture jobs "$drift" diff -j 2 --by path --runs 9 "$subjects/signature.c" "$subjects/signature.c" -- @int @int @int </dev/null
check 'and takes it by path' status jobs 0
for strategy in output signature random; do
	capture jobs "$drift" test -o jobs.d -j 2 --strategy $strategy "$subjects/signature.c" "$subjects/signature.c" -- @int @int @int </dev/null
	check "strategy $strategy refuses it" refused jobs
done

# ---- arrays of several dimensions: one index behind the name would be a row that is not there ----

cat >rows.c <<'C'
#include <stdio.h>
static const short rows[2][4] = {{3, 1, 4, 1}, {5, 9, 2, 6}};
int main(void)
{
	int c = getchar();
	if (c < 0)
		return 1;
	puts(rows[1][c & 3] > 5 ? "large" : "small");
	return 0;
}
C
explore rows rows.c --by output --stdin @text:1
check 'a row is written with its values' shows rows '{5, 9, 2, 6}[stdin[0] & 3]'
check 'and not with an index that is none of C' silent rows 'rows['

# ---- longjmp ----

cat >jump.c <<'C'
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
static jmp_buf back;
static int leave(int n) { longjmp(back, n % 3 + 1); }
int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) & 7 : 0, r = setjmp(back);
	printf("%d\n", r ? r : leave(n));
	return 0;
}
C
explore jump jump.c --by output -- @int
check 'what longjmp passes decides' all_partitions jump 3

# ---- computed goto: what differs behind a label depends on the goto ----

# no_case_of_all NAME: several partitions, and the condition of none is true on all inputs.
no_case_of_all() { [ "$(json "$tmp/$1.d/result.json" cases.#)" -gt 1 ] && ! json "$tmp/$1.d/result.json" 'cases.*.condition' | grep -q -x -e true -e ''; }

cat >label.c <<'C'
#include <stdio.h>
int main(void)
{
	int c = getchar(), r = 1;
	__int128 wide = 5;
	void *const ways[] = {&&one, &&two, &&none};
	goto *ways[c == 'a' ? 0 : c == 'b' ? 1 : 2];
one: wide += 7; r = 2;
two: wide *= 3; r += 4;
none: printf("%d %d\n", (int)wide, r);
	return 0;
}
C
explore label label.c --by output --stdin @text:1
printf '36 6\n15 5\n5 1\n' >label.want
check 'a wide value behind a label is the one of each way' sh -c 'cat label.d/tests/*/out | LC_ALL=C sort -u >label.is; LC_ALL=C sort label.want | cmp - label.is'
check 'and each way has its condition' no_case_of_all label

# ---- malloc: whether it fails depends on its size; so does what malloc_usable_size returns ----

cat >block.c <<'C'
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
	int c = getchar();
	char *p = malloc(c > 'm' ? (size_t)1 << 46 : 10);
	puts(p ? "block" : "none");
	return 0;
}
C
explore block block.c --by output --stdin @text:1
check 'a malloc that fails depends on its size' no_case_of_all block
cat >usable.c <<'C'
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
	int c = getchar();
	printf("%d\n", malloc_usable_size(malloc(c > 'm' ? 100 : 10)) > 50);
	return 0;
}
C
explore usable usable.c --by output --stdin @text:1
check 'and so does the size of a block' no_case_of_all usable

finish

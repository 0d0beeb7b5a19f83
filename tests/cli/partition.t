#!/bin/sh
# partition.t: drift explore by output, reach and change, and what it says of the partitions.
. "$(dirname "$0")/lib.sh"

limit=60
cd "$tmp" || exit 1
subjects=$programs/partition
pick='int pick(int x, int y, int z)'

# explore NAME OPTIONS...: explores into $tmp/NAME.d; what it says is captured under the same name.
explore()
{
	explore_to=$1
	shift
	capture "$explore_to" "$drift" explore -o "$tmp/$explore_to.d" "$@" </dev/null
}
status() { [ "$(cat "$tmp/$1.status")" -eq "$2" ] || { cat "$tmp/$1.err" "$tmp/$1.out"; false; }; }
says() { grep -qF -e "$2" "$tmp/$1.out" || { cat "$tmp/$1.out" "$tmp/$1.err"; false; }; }
silent() { ! grep -qF -e "$2" "$tmp/$1.out" || { cat "$tmp/$1.out"; false; }; }
complains() { status "$1" 2 && [ "$(wc -l <"$tmp/$1.err")" -eq 1 ] && grep -qF -e "$2" "$tmp/$1.err" || { cat "$tmp/$1.err"; false; }; }
json() { grep -qF -e "$2" "$tmp/$1.d/result.json" || { head -60 "$tmp/$1.d/result.json"; false; }; }
tests() { [ "$(find "$tmp/$1.d/tests" -mindepth 1 -maxdepth 1 -type d | wc -l)" -eq "$2" ]; }

# ---- the signature of a function: two decisions make its value, a third one only prints ----

explore paths "$subjects/signature.c" --entry "$pick"
check 'eight paths' says paths 'paths:     8, which are all there are'
check 'in result.json by path' json paths '"by":	"path"'
explore value "$subjects/signature.c" --entry "$pick" --by output --output return
check 'three partitions by the returned value' says value 'partitions: 3, which are all there are'
check 'and three tests' tests value 3
check 'the first line of the signature' says value '  x + y <= 10 => returns 2'
check 'the second' says value '  x + y > 10 && x - y > 0 => returns x'
check 'the third' says value '  x + y > 10 && x - y <= 0 => returns y'
check 'constraints are counted' says value '1.7 constraints each'
check 'result.json says by what' json value '"by":	"output"'
check 'and has the condition as a formula' json value '"condition_smt":	"(= #b1 (ite (bvslt (bvadd |x| |y|) #x0000000b) #b1 #b0))"'
check 'and the output as a term' json value '"term":	"|y|"'
check 'and declares the inputs' json value '(declare-const |z| (_ BitVec 32))'
explore all "$subjects/signature.c" --entry "$pick" --by output
check 'six partitions with what is printed' says all 'partitions: 6, which are all there are'
check 'output and value on one line' says all '=> prints "large\n", returns x'

# ---- the same through main ----

explore main "$subjects/signature.c" --by output --output exit -- @int @int @int
check 'three partitions by exit status' says main 'partitions: 3, which are all there are'
check 'the status is an expression' says main 'arg1 + arg2 > 10 && arg1 - arg2 <= 0 => exits with arg2 & 255'
check 'also in result.json' json main '"status_expr":	"arg2"'
"$clang" -w -o signature "$subjects/signature.c"
check 'the tests of partitions replay natively' sh main.d/tests/run.sh ./signature

# ---- streams are apart: what is said on one is nothing to the other ----

explore apart "$programs/streams/signature.c" --by output --output stdout -- @int @int @int
check 'a message on standard error makes no partition by standard output' says apart 'partitions: 3, which are all there are'
check 'their conditions do not speak of it' silent apart arg3
explore quiet "$programs/streams/signature.c" --cflags=-DQUIET --by output --output stdout -- @int @int @int
check 'as many as without the message' says quiet 'partitions: 3, which are all there are'
explore message "$programs/streams/signature.c" --by output --output stderr -- @int @int @int
check 'by standard error it is the message that counts' says message 'partitions: 2, which are all there are'
check 'and nothing else' silent message arg1
explore both "$programs/streams/signature.c" --by output --output stdout --output stderr -- @int @int @int
check 'both streams: all of it' says both 'partitions: 6, which are all there are'
explore told "$programs/streams/messages.c" --by output --output stdout -- @int @int
check 'numbers, texts, characters, loops, write and perror on standard error' says told 'partitions: 3, which are all there are'

# ---- variables ----

explore var "$subjects/signature.c" --by output --output signature.c:18:out -- @int @int @int
check 'a variable as output: three partitions' says var 'partitions: 3, which are all there are'
check 'its value' says var 'arg1 + arg2 > 10 && arg1 - arg2 > 0 => out = arg1'
explore half "$subjects/signature.c" --by output --output signature.c:11:larger -- @int @int @int
check 'an assignment that is not always executed' says half 'arg1 - arg2 <= 0 => larger = arg2'
check 'without it there is no output' says half 'arg1 - arg2 > 0 => no output'
check 'and nothing else decides' says half 'partitions: 2,'
explore array "$subjects/errors.c" --by output --output errors.c:24:a -- @int
check 'an array, before its use' says array 'true => a = {arg1, arg1 + 1, arg1 + 2}'
explore struct "$subjects/errors.c" --by output --output errors.c:21:p -- @int
check 'a struct' says struct 'true => p = {arg1, 7}'
explore loop "$subjects/errors.c" --by output --output errors.c:22:i -- @int
check 'every assignment counts' says loop 'true => i = 0, i = 1, i = 2, i = 3'
explore global "$subjects/errors.c" --by output --output errors.c:30:total -- @int
check 'a global' says global 'arg1 > 4 => total = arg1 * 2'
check 'which may stay as it was' says global 'arg1 < 5 => total = 0'
explore hidden "$subjects/errors.c" --by output --output errors.c:14:calls -- @int
check 'a static local' says hidden 'arg1 > 4 => calls = 1'

# ---- names, and the text of numbers ----

explore shop "$subjects/shop.c" --by output -- @int @int
check 'tables have the names of their variables' says shop 'arg2 <= stock[arg1] => prints "{arg2 * prices[arg1]}\n"'
check 'how long a text is says how large the number is' \
	says shop 'arg2 in {-9..-1, 10..99} && arg2 > stock[arg1] => prints "only {stock[arg1]}'

# ---- reach and change ----

explore reach "$subjects/signature.c" --by reach --target signature.c:13 -- @int @int @int
check 'two ways to a line' says reach 'partitions: 2, which are all there are'
check 'there' says reach 'arg1 + arg2 > 10 => executes the target'
check 'or not' says reach 'arg1 + arg2 <= 10 => misses the target'
explore change "$subjects/signature.c" --by change --target signature.c:13 --output exit -- @int @int @int
check 'a change: its outputs where it is executed' says change 'partitions: 3, which are all there are'
check 'one of them' says change '=> executes the target, exits with arg1 & 255'
check 'and one way past it' says change 'arg1 + arg2 <= 10 => misses the target'

# ---- bad input ----

explore bad "$subjects/errors.c" --by colour -- @int
check 'an unknown --by' complains bad 'must be path, output, reach or change'
explore bad "$subjects/errors.c" --by output --output errors.c:30:nobody -- @int
check 'a variable that is not in scope' complains bad "no variable 'nobody' is in scope there"
explore bad "$subjects/errors.c" --by output --output errors.c:30:dead -- @int
check 'a variable of another block' complains bad "no variable 'dead' is in scope there"
explore bad "$subjects/errors.c" --by output --output errors.c:2:n -- @int
check 'a line without code' complains bad 'there is no code on that line; the next is on line'
explore bad "$subjects/errors.c" --by output --output errors.c:999:n -- @int
check 'a line past the end' complains bad 'there is no code on that line or after it'
explore bad "$subjects/errors.c" --by output --output other.c:3:n -- @int
check 'another file' complains bad 'no code of the program comes from that file'
explore bad "$subjects/errors.c" --by output --output errors.c:n -- @int
check 'a place without a line' complains bad 'write FILE:LINE:VAR'
explore bad "$subjects/errors.c" --by output --output errors.c:28:dead -- @int
check 'a variable that is never executed' complains bad 'no run executed that line'
explore bad "$subjects/errors.c" --by output --output colour -- @int
check 'an unknown output' complains bad 'FILE:LINE:VAR'
explore bad "$subjects/errors.c" --by path --output stdout -- @int
check '--output by path' complains bad '--output is for --by output and --by change'
explore bad "$subjects/errors.c" --by reach -- @int
check '--by reach without a target' complains bad 'needs --target FILE:LINE'
explore bad "$subjects/errors.c" --by output --target errors.c:30 -- @int
check '--target by output' complains bad '--target is for --by reach'

# ---- -j: honoured, or refused in a line ----

# refused NAME: by -j, in one line.
refused() { complains "$1" 'is solved in one process; leave -j out' && grep -q '^drift: -j 2: ' "$tmp/$1.err"; }
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
check 'a row is written with its values' says rows '{5, 9, 2, 6}[stdin[0] & 3]'
check 'and not with an index that is none of C' silent rows 'rows['

finish

#!/bin/sh
# explore.t: drift explore and drift replay from the command line.
. "$(dirname "$0")/lib.sh"

cd "$tmp" || exit 1
subjects=$programs/explore
witness=$programs/witness/option.c

# ---- results ----

explore triangle "$subjects/triangle.c" -- @int @int @int
check 'an exhaustive exploration ends with 0' status triangle 0
check 'and says so' field triangle exhaustive true
check 'and in result.json' field triangle exhaustive true
check 'the command is named' field triangle command explore
check 'conditions are written over the inputs' keeps triangle '"condition":	"arg1 <= 0'
"$clang" -w -o triangle "$subjects/triangle.c"
check 'every test replays natively' sh triangle.d/tests/run.sh ./triangle
check 'run.sh prints a plan' sh -c 'sh triangle.d/tests/run.sh ./triangle | grep -q "^1\.\.[1-9]"'
check 'a test replays in the machine' "$drift" replay triangle.d/tests/0001
check 'a test replays natively' "$drift" replay --with ./triangle triangle.d/tests/0001
echo 'something else' >triangle.d/tests/0001/out
capture wrong "$drift" replay triangle.d/tests/0001
check 'another outcome than recorded is 1' status wrong 1
check 'and run.sh fails on it' sh -c '! sh triangle.d/tests/run.sh ./triangle'
explore triangle "$subjects/triangle.c" -- @int @int @int
check 'an earlier result is replaced' status triangle 0
mkdir -p other/tests && touch other/tests/precious
capture precious "$drift" explore -o other "$subjects/leap.c" -- @int
check 'a tests directory of somebody else is left alone' rejects precious other/tests -o

# ---- witnesses: from an innocent start ----

explore bugs "$witness" --runs 1500 -- @str:1=x @str:5=1
check 'errors found end with 1' status bugs 1
for bug in 'out-of-bounds at .*option.c:10:' 'out-of-bounds at .*option.c:18:' \
	'null-dereference at .*option.c:34:' 'division-by-zero at .*option.c:37:' \
	'SIGABRT.*'; do
	check "witness: $bug" says bugs "$bug"
done
"$clang" -w -g -fsanitize=address,undefined -fno-sanitize-recover=undefined -o bugs "$witness"
for t in $(sed -n 's/^  .*: .*\(tests\/[0-9]*\)$/\1/p' bugs.out); do
	check "its test $t fails natively as well" "$drift" replay --with ./bugs "bugs.d/$t"
done

# ---- inputs ----

explore text "$subjects/count_stdin.c" --stdin @text:2=ab
check 'standard input' field text exhaustive true
"$clang" -w -o text "$subjects/count_stdin.c"
check 'tests with standard input replay' sh text.d/tests/run.sh ./text
explore table "$programs/tables/large_table.c" --stdin @text:2=ab
check 'large constant tables stay symbolic' field table exhaustive true
check 'each combination of values is an outcome' field table outcomes 8
"$clang" -w -o table "$programs/tables/large_table.c"
check 'which is what they print natively' sh table.d/tests/run.sh ./table
explore assume "$subjects/days.c" --assume 'arg1 == 2 && arg2 % 100 != 0' -- @int @int
check 'assumptions restrict the paths' says assume '^paths:  *2 '

# there_and_back SUBJECT OPTIONS...: the condition of each case, assumed, leaves the one path.
there_and_back()
{
	"$drift" explore -o back.d --tests none "$@" >back.out </dev/null
	sed -n 's/^[[:space:]]*"condition":[[:space:]]*"\(.*\)",$/\1/p' back.d/result.json | sed 's/\\"/"/g; s/\\\\/\\/g' >back.conditions
	[ "$(wc -l <back.conditions)" -gt 1 ] || return 1
	while IFS= read -r condition; do
		"$drift" explore -o back2.d --tests none --assume "$condition" "$@" >back.out 2>&1 </dev/null
		grep -q '^paths:  *1 ' back.out || { echo "$condition"; cat back.out; return 1; }
	done <back.conditions
}
check 'conditions can be assumed as they are printed: text' there_and_back "$subjects/strcmp_words.c" -- @str:3=a
check 'and tables and ranges' there_and_back "$subjects/table_read.c" -- @int
check 'and short fields' there_and_back "$subjects/struct_copy.c" -- @int @int
check 'and dates' there_and_back "$subjects/days.c" -- @int @int
printf '3 2000\n# a comment\n2 1999 </dev/null\n' >seeds
explore seeds "$subjects/days.c" --seeds seeds -- @int @int
check 'seeds with a shape' field seeds exhaustive true
explore grown "$subjects/strcmp_words.c" --seeds words --grow 2
check 'a missing seeds file is trouble' complains_once grown 'words'
echo "'o'" >words
explore grown "$subjects/strcmp_words.c" --seeds words --grow 1
check 'seeds without a shape grow' field grown exhaustive true
explore entry "$subjects/gcd.c" --entry 'int main(int, char *)' -- 1
check 'an entry takes no arguments' rejects entry --stdin main
explore leap "$subjects/days.c" --entry 'int leap(int y)'
check 'one function alone' field leap exhaustive true

explore inner "$subjects/getopt_flags.c" --tests all -- -@str:1=a
check 'a placeholder inside of a word' field inner exhaustive true
"$clang" -w -o inner "$subjects/getopt_flags.c"
check 'its tests replay' sh inner.d/tests/run.sh ./inner
check 'and keep the fixed beginning' sh -c '! grep -L " -\| '"'"'-" inner.d/tests/*/cmd | grep .'
explore width "$subjects/digits_of_int.c" -- x@int=7
check 'a number inside of a word' says width 'paths: '
printf 'a5\n' >inner.seeds
explore inner "$subjects/leap.c" --seeds inner.seeds -- b@int
check 'a seed must begin as the word does' rejects inner inner.seeds:1 "'b'"

# ---- symbolic variables, solver budget, terminal ----

cat >env.c <<'END'
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
	const char *mode = getenv("MODE");
	puts(!mode ? "none" : mode[0] == 'q' ? "quiet" : "other");
	return 0;
}
END
explore env env.c --env MODE=@str:1=x
check 'a symbolic variable' all_paths env 2
"$clang" -w -o env env.c
check 'its tests set it' sh env.d/tests/run.sh ./env
explore timeout "$subjects/gcd.c" --solver-timeout 1ms --runs 20 --tests none -- @int @int
check 'a small solver budget ends' says timeout '^runs:'
if command -v script >/dev/null 2>&1; then
	# On a busy computer the first seconds may bring no line.
	for seconds in 5 40; do
		script -qec "'$drift' explore -o tty.d '$witness' --time $seconds --tests none -- @str:9=x @str:90=1" tty.log >/dev/null 2>&1 </dev/null
		! grep -q 'paths  .*runs/s' tty.log || break
	done
	check 'a terminal gets a live line' grep -q 'paths  .*runs/s' tty.log
fi
check 'a pipe gets none' sh -c '! grep -q "runs/s" "$1"' sh "$tmp/triangle.err"

# ---- budgets and processes ----

explore runs "$subjects/checksum.c" --runs 2 -- @str:8
check 'a budget is named' field runs ended runs
check 'and forbids exhaustive' field runs exhaustive false
explore depth "$subjects/popcount.c" --max-depth 2 -- @int
check 'a depth is named' mentions depth --max-depth
explore alone "$subjects/state_machine.c" --tests none -- @str:2
explore pair "$subjects/state_machine.c" --tests none -j 2 -- @str:2
conditions() { sed -n 's/.*"condition":\(.*\),$/\1/p' "$1.d/result.json" | sort; }
conditions alone >alone.list
conditions pair >pair.list
check 'the same paths with workers' cmp alone.list pair.list
for order in newest oldest coverage; do
	explore order "$subjects/state_machine.c" --tests none --order $order -- @str:2
	conditions order >order.list
	check "the same paths by $order" cmp alone.list order.list
done

# ---- functions of the host ----

cat >cube.c <<'END'
#include <math.h>
#include <stdio.h>
int main(int argc, char **argv)
{
	puts(cbrt((double)(argv[1][0] & 3)) > 1.1 ? "big" : "small");
	return argc == 9;
}
END
explore cube cube.c -- @str:1=x
check 'a function of math.h is an expression: a path for each side' all_paths cube 2
check 'and it is named with its place' mentions cube 'native: ' cbrt 'cube.c:5:'
cat >local.c <<'END'
#include <stdio.h>
unsigned inet_lnaof(unsigned address);
int main(int argc, char **argv)
{
	puts(inet_lnaof((argv[1][0] & 3u) << 24) > 1 ? "big" : "small");
	return argc == 9;
}
END
explore local local.c --native inet_lnaof -- @str:1=x
check 'one that only the user vouches for is an under-approximation' says local 'under-approximation: .*(local.c:5:'
check 'and forbids exhaustive' field local exhaustive false
check 'its argument is named' mentions local inet_lnaof local.c:5
check 'its tests replay in the machine' "$drift" replay local.d/tests

# ---- bad input: one clear line ----

bad()
{
	bad_what=$1
	bad_words=$2
	shift 2
	explore bad "$@"
	# shellcheck disable=SC2086 # words
	check "$bad_what" rejects bad $bad_words
}
bad 'unknown placeholder' "'@number'" "$subjects/leap.c" -- @number
bad 'bad bound' '@str:x' "$subjects/leap.c" -- @str:x
bad 'start longer than its bound' '@str:2=abc 2' "$subjects/leap.c" -- @str:2=abc
bad 'start that is no number' 'not a 32-bit decimal' "$subjects/leap.c" -- @int=4000000000
printf '1 2 3\n' >broken
bad 'seed with too many arguments' 'broken:1 3 1' "$subjects/leap.c" --seeds broken -- @int
printf '12\n'"'"'1\n' >broken
bad 'seed with a missing quote' "broken:2: column 1: missing '" "$subjects/leap.c" --seeds broken -- @int
printf 'abcdef\n' >broken
bad 'seed longer than its bound' 'broken:1 arg1 6 3' "$subjects/leap.c" --seeds broken -- @str:3
bad 'assumption that does not parse' "8 '>'" "$subjects/leap.c" --assume 'arg1 > > 3' -- @int
bad 'assumption about nothing' "'arg2'" "$subjects/leap.c" --assume 'arg2 > 3' -- @int
bad 'assumptions that nothing satisfies' 'drift: ' "$subjects/leap.c" --assume 'arg1 > 3 && arg1 < 2' -- @int
bad 'entry that does not exist' "leap.c 'nothing'" "$subjects/leap.c" --entry 'int nothing(int)'
bad 'entry that is no prototype' '--entry 8' "$subjects/leap.c" --entry 'struct * f(int)'
bad 'entry with other parameters' "--entry 'leap'" "$subjects/days.c" --entry 'int leap(long y, int z)'
bad 'unknown order' '--order newest oldest coverage' "$subjects/leap.c" --order best -- @int
bad 'no program' 'drift explore'

# ---- sizes of files, by name ----

cat >sizes.c <<'END'
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/stat.h>
int main(int argc, char **argv)
{
	struct stat st;
	struct statx x;
	if (stat(argv[1], &st))
		return 9;
	if (st.st_size == 0)
		return st.st_blocks == 0 ? 3 : 8;
	if (statx(AT_FDCWD, argv[1], 0, STATX_SIZE, &x) || x.stx_size != (unsigned)st.st_size)
		return 9;
	if (x.stx_size > 2)
		return 4;
	FILE *f = fopen(argv[1], "r");
	int n = 0;
	while (f && getc(f) != EOF)
		n++;
	return n == st.st_size ? 0 : 7;
}
END
sed -i '1a #include <fcntl.h>' sizes.c
printf 'ab' >seed
explore sizes sizes.c -- @file:4=seed
check 'a size that stat tells is an input' field sizes exhaustive true
sizes_found() { [ "$(cat sizes.d/tests/*/status | sort -u | tr '\n' ' ')" = '0 3 4 ' ] || { head sizes.d/tests/*/status; false; }; }
check 'both ways at each test of it' sizes_found
check 'and its tests are as recorded' sh sizes.d/tests/run.sh

# ---- into the same directory again ----

printf '#include <stdio.h>\nint main(int n, char **v) { int c = n > 1 ? v[1][0] : getchar(); puts(c == 65 ? "a" : "b"); return 0; }\n' >again.c
explore again again.c --stdin @text:1=x --
check 'tests have their input' test -f again.d/tests/0001/stdin
explore again again.c -- @str:1=x
only_now()
{
	[ "$(ls again.d/tests/0001)" = "$(printf 'cmd\nerr\nout\nstatus')" ] && [ "$(ls -A again.d | tr '\n' ' ')" = 'native result.json tests ' ] &&
		[ "$(ls again.d/tests | wc -l)" -eq "$(($(grep -c '"test":' again.d/result.json) + 1))" ] || { ls -AR again.d; false; }
}
check 'nothing of an earlier exploration stays in the same directory' only_now
check 'and its tests are as recorded' sh again.d/tests/run.sh

# ---- many paths ----

# cases NAME: how many result.json lists.
cases() { grep -c '"outcome":' "$tmp/$1.d/result.json"; }
tests_of() { ls -d "$tmp/$1.d"/tests/[0-9]* 2>/dev/null | wc -l; }
many=$top/bench/explore/parser.c
explore many "$many" --order newest --stdin @text:5=1+2
paths=$(sed -n "s/^paths: *\([0-9]*\).*/\1/p" "$tmp/many.out")
check 'many: there are more than 1000 paths' test "$paths" -gt 1100
check 'few: as many tests as somebody looks at' test "$(tests_of many)" -ge 20 -a "$(tests_of many)" -lt 40
check 'few: the first 1000 are listed, and those with a test' test "$(cases many)" -ge 1000 -a "$(cases many)" -le 1020
check 'few: the others are counted' grep -q "\"cases_left_out\":	$((paths - $(cases many)))" "$tmp/many.d/result.json"
check 'few: the user is told how to get them' mentions many '(--tests outcomes)' "$((paths - $(tests_of many)))" '(--tests all)'
# Errors behind the bound: 300 ways to print and 150 to exit, then a division by zero at each of 3 places.
cat >late.c <<'E'
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	int n = atoi(argv[argc - 1]), zero = n < 0;
	for (int i = 0; i < 300; i++)
		if (n == i) {
			printf("%d\n", i);
			return i / 2;
		}
	if (n == 1000)
		return 1 / zero;
	if (n == 1001)
		return 2 / zero;
	if (n == 1002)
		return 3 % zero;
	return 0;
}
E
"$drift" explore --color always -o colour.d "$subjects/leap.c" -- @int >colour.out </dev/null
check 'no errors are not red' sh -c 'grep -q "^.*errors:    0" "$1" && ! grep -q "31m.*errors:    0" "$1"' sh colour.out
explore late late.c --order oldest -- @int=0
check 'few: 100 tests, and one for each error' test "$(tests_of late)" -eq 103
check 'few: each error has its test' test "$(grep -c '^  division-by-zero at .*: .*late.d/tests/01' late.out)" -eq 3
explore wide "$many" --by output --stdin @text:5=1+2
check 'few: 100 tests of partitions' test "$(tests_of wide)" -eq 100
check 'few: 50 partitions on a terminal' test "$(grep -c ' => ' wide.out)" -eq 50
explore each "$many" --order newest --tests all --stdin @text:5=1+2
check 'all: a test for each path' test "$(tests_of each)" -eq "$paths"
check 'all: nothing is without a test' silent each '(--tests all)'
explore few "$many" --order newest --tests covering --stdin @text:5=1+2
check 'covering: few tests' test "$(tests_of few)" -gt 1 -a "$(tests_of few)" -lt 40
check 'covering: they are good' sh few.d/tests/run.sh
# What they execute is all that was executed: explored by themselves, nothing varies.

for test in few.d/tests/[0-9]*; do echo "<$test/stdin"; done >few.seeds
explore again "$many" --tests none --seeds few.seeds --runs "$(wc -l <few.seeds)"
check 'covering: the same lines are executed' sh -c '[ "$(sed -n "s/, .*branches.*//; s/^coverage: *//p" "$1")" = "$(sed -n "s/, .*branches.*//; s/^coverage: *//p" "$2")" ]' \
	sh few.out again.out

# ---- more paths than are listed ----

cat >bits.c <<'E'
#include <stdlib.h>
int main(int argc, char **argv)
{
	int n = atoi(argv[argc - 1]), set = 0;
	for (int i = 0; i < 11; i++)
		if (n >> i & 1)
			set++;
	return set;
}
E
explore bits bits.c --tests none -- @int
check 'all paths are found' field bits paths 2048
check 'not all of them are listed' field bits cases_left_out 1048
check 'the average number of constraints is that of all paths' field bits constraints_average 11

# ---- a start that does not depend on the input ----

cat >start.c <<'E'
#include <stdlib.h>
static volatile unsigned sum;
int main(int argc, char **argv)
{
	for (unsigned i = 0; i < 6000000; i++)
		sum += i;
	int n = atoi(argv[argc - 1]);
	for (unsigned i = 0; n == 7; i++)
		sum += i;
	return n > 3;
}
E
explore start start.c -- @int
check 'it does not count in the default limit' keeps start '"exit"'
check 'what comes after it has the limit' keeps start '"limit"'
check 'both paths are found' field start paths 2
explore from_start start.c --no-snapshot -- @int
check 'the same without snapshots' field from_start paths 2
explore given start.c --limit-insns 20M -- @int
check 'a limit that was given counts from the beginning' field given paths 1

# ---- reads behind the end of a file ----

cat >seek.c <<'E'
#include <stdio.h>
int main(int argc, char **argv)
{
	FILE *f = fopen(argv[argc - 1], "r");
	char b[4];
	if (!f || fseek(f, 3, SEEK_SET))
		return 2;
	size_t n = fread(b, 1, 2, f);
	printf("%zu %d %ld\n", n, feof(f) != 0, ftell(f));
	if (n && b[0] == 'x')
		puts("x");
	fseek(f, -1, SEEK_END);
	printf("%d\n", fgetc(f) == EOF);
	return 0;
}
E
explore seek seek.c --tests all -- @file:5
check 'a read behind the end is a path of its own: all tests replay' sh seek.d/tests/run.sh

finish

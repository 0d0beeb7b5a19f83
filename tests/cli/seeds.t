#!/bin/sh
# seeds.t: long inputs that are given are run before anything is followed, and what differs on them is told at once.
. "$(dirname "$0")/lib.sh"

cd "$tmp" || exit 1
. "$top/bench/long/seeds.sh"
cp "$top/bench/long/counts.c" old.c
sed 's/bad > 9 ? 9 : bad/bad > 9 ? 9 : lines > 20 ? 3 : bad/; s/int bad = 0,/int lines = 0, bad = 0,/; s/	int n = take_line/	lines++;\n		int n = take_line/' old.c >new.c
seed counts 900 >long
printf '1,2\n' >short
printf '<short\n<long\n' >both
printf '<long\n' >one


count() { [ "$(grep -c "$2" "$1")" -eq "$3" ] || { cat "$1"; false; }; }

check 'the versions differ on the long one, natively' sh -c '
	clang-19 -w -o old old.c && clang-19 -w -o new new.c || exit 1
	./old <long >1; a=$?; ./new <long >2; b=$?; [ $a -ne $b ]'

# held OUT OPTION...: the engine never comes to following anything; its status once it has told a difference.
held()
{
	out=$1
	shift
	use_test_engine
	DRIFT_STALL=explore "$drift" test --time 0 -o "$out.d" "$@" >"$out.out" 2>&1 </dev/null &
	held_engine=$!
	unset DRIFT_ENGINE
	await grep -q -s '"verdict":	"different"' "$out.d/result.json"
	kill -TERM $held_engine
	wait $held_engine
}

held held --seeds both old.c new.c
check 'a difference is told before anything is followed' test $? -eq 1
check 'it is in result.json' field held 'differences.*.confirmed' true
check 'and has a test' cmp -s held.d/tests/0001/stdin long

# Followed, it is the same difference.
capture whole "$drift" test --runs 3 -o whole.d --seeds both old.c new.c </dev/null
check 'both ways: different' status whole 1
check 'both ways: once' count whole.d/result.json '"group":' 1
check 'it says that no more is known' sh -c 'sed -n "s/^  when *//p" whole.out | head -n 1 | grep -v -q stdin'
check 'followed, its condition is told at the end' sh -c 'grep -A1 "^difference 1,.*:$" whole.out | grep -q "^  when    .*stdin"'
check 'followed, its condition is known' lists whole 'differences.*.condition' stdin

# What a budget leaves out is counted.
capture left "$drift" test --runs 1 -o left.d --seeds both old.c new.c </dev/null
check 'not followed: it is found all the same' status left 1
check 'not followed: counted' lists left 'notes.*.what' given end
capture all "$drift" test --runs 2 -o all.d --seeds both old.c new.c </dev/null
check 'followed: nothing is said' omits all 'notes.*.what' given end

# The limit of runs is one; what is run besides is counted apart.
cat >few.c <<'EOF'
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	int n = atoi(argv[argc - 1]);
	puts(n > 10 ? "large" : n == 7 && SEVEN ? "seven" : "small");
	return 0;
}
EOF
for i in 1 2 3 4 5 6 7 8; do echo $i; done >eight
capture few "$drift" test --runs 3 -o few.d --seeds eight --old-cflags -DSEVEN=0 --new-cflags -DSEVEN=1 few.c few.c -- @int </dev/null
check 'fewer runs than inputs: the difference is told all the same' status few 1
check 'fewer runs than inputs: the limit is kept, the others are counted apart' says few '^runs:   3 .* 8 '
check 'fewer runs than inputs: likewise in result.json' field few stats.runs_of_search 3
check '... both' field few stats.runs_of_given 8

# Where there is no difference none is told.
capture same "$drift" test --runs 2 -o same.d --seeds both old.c old.c </dev/null
check 'the same program: no difference' status same 0

# A histogram: each byte is written where the input says. How it came to the output is found without following either.
cat >bytes.c <<'EOF'
#include <stdio.h>
static int hist[256];
int main(void)
{
	int c, before = 0;
	while ((c = getchar()) != EOF) {
		hist[c]++;
#ifdef NEW
		if (c == '!' && before == '?')
			puts("odd");
#endif
		before = c;
	}
	printf("%d\n", hist['a']);
	return 0;
}
EOF
awk 'BEGIN { for (i = 0; i < 500; i++) printf "line %d of\n", i * 7919 % 10007 }' >slow
{ cat slow; printf '?!'; } >odd
printf '?!' >tiny
printf '<odd\n' >long.seeds
held long --new-cflags -DNEW --seeds long.seeds bytes.c bytes.c
check 'a long input: told before anything is followed' test $? -eq 1
check 'with its effect' says long 'effect  bytes.c:10'
check 'and the change counts as executed' field long 'changes.*.reached' true
printf '<slow\n<tiny\n' >behind.seeds
held behind --new-cflags -DNEW --seeds behind.seeds bytes.c bytes.c
check 'a short one behind a long one: likewise' test $? -eq 1
check 'and it is the short one' cmp -s behind.d/tests/0001/stdin tiny

# Its path has the same outputs as the plain run: it gets its condition all the same.
cat >sums.c <<'EOF'
#include <stdio.h>
int main(void)
{
	int c, n = 0;
	volatile long s = 0;
	while ((c = getchar()) != EOF) {
		for (int i = 0; i < 4000; i++)
			s += i;
		if (c == 'x')
			n += ADD;
	}
	printf("%d\n", n);
	return 0;
}
EOF
printf 'abx' >sums.in
printf '<sums.in\n' >sums.seeds
capture sums "$drift" test --runs 5 -o sums.d --old-cflags -DADD=3 --new-cflags -DADD=4 --seeds sums.seeds sums.c sums.c </dev/null
check 'told at once' sh -c 'sed -n "s/^  when *//p" sums.out | head -n 1 | grep -v -q stdin'
check 'followed, with the condition of its path' lists sums 'differences.*.condition' stdin

finish

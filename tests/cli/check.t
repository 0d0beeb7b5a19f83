#!/bin/sh
# check.t: change contracts: the figures of the thesis, verdicts, formats, complaints.
. "$(dirname "$0")/lib.sh"
cd "$tmp" || exit 1
contracts=$programs/contracts

# verdicts NAME WRONG: the verdicts of all clauses, in one line; status in $status.
verdicts()
{
	"$drift" check --json -o out --new-cflags "-DWRONG=$2" "$contracts/$1_old.c" "$contracts/$1_new.c" >json 2>err
	status=$?
	sed -n '/"clauses"/,$s/.*"verdict":	*"\([^"]*\)".*/\1/p' json | tr '\n' ' '
}

# says NAME WRONG STATUS VERDICTS
says()
{
	verdicts "$1" "$2" >verdicts
	said=$(cat verdicts)
	[ "$said" = "$4 " ] && [ "$status" = "$3" ] || {
		echo "status $status, verdicts $said"
		cat err
		return 1
	}
}

check 'figure 7.2: the right change holds' says fig72 0 0 'holds holds holds holds'
check 'figure 7.2: still a null pointer' says fig72 1 1 'violated violated holds holds'
check 'figure 7.2: counts what is not there' says fig72 2 1 'holds violated holds holds'
check 'figure 7.4: the right change holds' says fig74 0 0 'holds holds holds holds'
check 'figure 7.4: adds too much' says fig74 1 1 'violated violated holds holds'
check 'figure 7.4: nothing changed, which no equality notices' says fig74 2 1 'violated violated holds holds'
check 'figure 7.5: the right change holds' says fig75 0 0 'holds holds holds holds'
check 'figure 7.5: adds to all sets' says fig75 1 1 'holds holds holds violated'
check 'figure 7.5: counts two' says fig75 2 1 'violated holds holds holds'
check 'figure 7.6: a new parameter' says fig76 0 0 'holds holds holds holds'
check 'figure 7.6: adds it twice' says fig76 1 1 'violated holds holds holds'
check 'figure 7.6: adds it elsewhere, too' says fig76 2 1 'holds holds holds violated'

# ---- what is left ----

verdicts fig76 1 >/dev/null
check 'a violation is a test that was confirmed' grep -q '"confirmed":	true' json
check 'its directory has both results' test -s out/m/tests/0001/old.returned -a -s out/m/tests/0001/new.returned
check 'its native programs show it again' sh -c 'out/m/tests/run.sh | grep -q "^ok"'

# ---- the program ----

cat >old.c <<'X'
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 0;
	printf("%d\n", n >= 100 ? n - n * 20 / 100 : n);
	return n == 7;
}
X
sed 's/>= 100/> 100/' old.c >new.c
printf '%s\n' 'changed_behavior requires arg1 == 100; ensures stdout == "100\n"; // a remark' >meant
check 'a contract of the program holds' "$drift" check -o p --contract meant old.c new.c -- @int
printf '%s\n' 'changed_behavior requires arg1 == 100; ensures stdout == "95\n" && exit == 0;' >meant
check 'and is violated' sh -c '! '"$drift"' check -o p --contract meant old.c new.c -- @int >said && grep -q "prints  \"80.n\" | \"100.n\"" said'
check 'without a contract main must do as before' sh -c '! '"$drift"' check -o p old.c new.c -- @int >said && grep -q "violated   equal by default" said'
check 'without arguments main is not shown' sh -c "$drift"' check -o p old.c new.c >said && grep -q "not shown  equal by default: no arguments" said'
check 'which --strict makes status 3' sh -c "$drift"' check --strict -o p old.c new.c >said; [ $? = 3 ]'

# ---- nothing satisfies the premise ----

cat >o.c <<'X'
int f(unsigned char c) { return c; }
X
cat >n.c <<'X'
/*@ changed_behavior
  @   requires c > 300;
  @   ensures \result == 7;
  @*/
int f(unsigned char c) { return c; }
X
check 'a premise that nothing satisfies is vacuous' sh -c "$drift"' check -o v o.c n.c >said && grep -q "vacuous    ensures" said'

# ---- complaints ----

# complains TEXT CONTRACT: its first lines have the text, and the status is trouble.
complains()
{
	printf '/*@ %s */\nint f(unsigned char c) { return c; }\n' "$2" >n.c
	"$drift" check -o v o.c n.c >said 2>&1
	[ $? = 2 ] && grep -qF -- "$1" said && grep -q '\^$' said || {
		cat said
		return 1
	}
}

check 'a missing semicolon' complains "n.c:1:50: ';' expected in front of 'ensures'" 'changed_behavior requires c > 3 && c < 4     ensures \result == 7;'
check 'an unknown name' complains "NEW has no parameter and no variable 'd'" 'changed_behavior requires d > 3;'
check 'an unknown word' complains 'unknown word; there are' 'changed_behavior ensures \reslt > 3;'
check 'a result before the call' complains 'there is no \result before the call' 'changed_behavior requires \result > 3;'
check 'an assignment' complains "'==' compares" 'changed_behavior ensures \result = 3;'
check 'two comparisons in a row' complains 'two comparisons in a row' 'changed_behavior requires 0 < c < 9;'
check 'an unknown kind' complains 'unknown kind' 'changed_behavior signals (crash) true;'
check 'a number that is followed' complains "'*' needs a pointer" 'changed_behavior requires *c == 1;'
check 'a range without an end' complains 'the range must bound' 'changed_behavior requires \forall int i; i > 0; c > i;'
check 'a function' complains 'cannot be called in a contract' 'changed_behavior ensures sqrt(c) > 0;'
check 'a contract that is none' complains "begins with 'changed_behavior'" 'when_ensured \result > 3;'
printf '/*@ changed_behavior ensures true; */\nint x;\nint f(unsigned char c) { return c; }\n' >n.c
check 'a contract above no function' sh -c '! '"$drift"' check -o v o.c n.c 2>said >&2 && grep -q "no function follows" said'
cat >n.c <<'X'
/*@ requires c > 0; ensures \result == c; */
/** \brief Doxygen. */
int f(unsigned char c) { return c; }
X
check 'comments of others are left alone' sh -c "$drift"' check -o v o.c n.c >said && grep -q "no function changed" said'

# ---- options that would do nothing ----

# refuses TEXT OPTION...: status 2, and the message has the text.
refuses()
{
	text=$1
	shift
	"$drift" check -o v old.c new.c "$@" >said 2>&1
	[ $? = 2 ] && grep -qF -- "$text" said || {
		cat said
		return 1
	}
}

check '--call' refuses '--call is only for' --call 'f(1)'
check '--suggest on runs' refuses '--suggest is only for' --suggest -- @int
check '--shape of the program alone' refuses '--shape is only for functions' --function main --shape 'int f(int n)'
check '--shape of a function that is not checked' refuses 'is not checked' --shape 'int nobody(int n)'
check '--globals of the program alone' refuses '--globals is only for functions' --function main --globals vary
check '--bound of the program alone' refuses '--bound is only for functions' --function main --bound 4
check '--grow without seeds' refuses '--grow is only for --seeds' --grow 4
check '--confirm-unsafe with --no-confirm' refuses '--confirm-unsafe is only for native runs' --confirm-unsafe --no-confirm
check 'inputs of the program that cannot be read' refuses '@nothing' --function main -- @nothing:3:4
cp o.c one.c
check '--file of a function alone' sh -c "$drift"' check -o v --function f --file a=@text:3 one.c one.c >said 2>&1; [ $? = 2 ] && grep -q "name --function main as well" said'

# ---- what counts ----

cat >sum.c <<'X'
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 0;
	volatile int kept = NEW ? n + 1 : (int)((unsigned)n + 1u);
	puts(kept == 5 ? "five" : "other");
	return 0;
}
X
check 'an overflow of NEW alone is a note' "$drift" check -o v --old-cflags -DNEW=0 --new-cflags -DNEW=1 --function main sum.c sum.c -- @int
check '--undefined count makes it a violation' sh -c "$drift"' check -o v --undefined count --old-cflags -DNEW=0 --new-cflags -DNEW=1 --function main sum.c sum.c -- @int >said; [ $? = 1 ] && grep -q "violated   equal by default" said'
cat >word.c <<'X'
#include <stdio.h>
int main(void)
{
	puts(NEW ? "version 2" : "version 1");
	return 0;
}
X
check 'with --ignore, equality is not shown' sh -c "$drift"' check -o v --ignore "^version" --old-cflags -DNEW=0 --new-cflags -DNEW=1 --function main word.c word.c -- x >said; [ $? = 0 ] && grep -q "not shown  equal by default: .*--ignore" said'

# ---- formats ----

for format in json junit sarif github markdown; do
	"$drift" check --format $format -o out --new-cflags -DWRONG=1 "$contracts/fig74_old.c" "$contracts/fig74_new.c" >said 2>&1
	check "--format $format names the violated clause" grep -q 'prev(num) + 1' said
done
# ---- a function that is gone ----

printf 'int f(int n) { return n; }\nint g(int n) { return n + 1; }\n' >"$tmp/two.c"
printf 'int f(int n) { return n; }\n' >"$tmp/one.c"
capture gone "$drift" check -o "$tmp/gone.d" "$tmp/two.c" "$tmp/one.c"
check 'a function that NEW does not have is named' grep -q 'g: NEW does not have it' "$tmp/gone.out"

finish

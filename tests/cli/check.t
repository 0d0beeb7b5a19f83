#!/bin/sh
# check.t: change contracts: the figures of the thesis, verdicts, formats, complaints.
. "$(dirname "$0")/lib.sh"
cd "$tmp" || exit 1
contracts=$programs/contracts

# figure NAME WRONG STATUS VERDICTS [OPTION...]
figure()
{
	figure_name=$1 figure_wrong=$2 figure_status=$3 figure_verdicts=$4
	shift 4
	run out check --time "$limit" "$@" --new-cflags "-DWRONG=$figure_wrong" "$contracts/${figure_name}_old.c" "$contracts/${figure_name}_new.c"
	clauses out "$figure_verdicts" && status out "$figure_status"
}

# The contract as it is printed, and the same with one more clause. Native runs of each clause take most of the time: one
# version of each figure has them.
check 'figure 7.2: the right change holds' figure fig72 0 0 'holds holds holds holds holds holds holds'
check 'figure 7.2: still a null pointer' figure fig72 1 1 'violated holds holds holds holds holds holds' --no-confirm
check 'figure 7.2: changes what did not crash' figure fig72 2 1 'holds holds violated holds holds holds holds' --no-confirm
check 'figure 7.2: counts what is not there' figure fig72 3 1 'holds holds holds holds violated holds holds' --no-confirm
check 'figure 7.4: the right change holds' figure fig74 0 0 'holds holds holds holds' --no-confirm
check 'figure 7.4: adds too much' figure fig74 1 1 'violated violated holds holds'
check 'figure 7.4: nothing changed, which no equality notices' figure fig74 2 1 'violated violated holds holds' --no-confirm
check 'figure 7.5: the right change holds' figure fig75 0 0 'holds holds holds' --no-confirm
check 'figure 7.5: adds to all sets' figure fig75 1 1 'holds holds violated' --no-confirm
check 'figure 7.5: counts two' figure fig75 2 1 'violated holds holds'
check 'figure 7.6: a new parameter' figure fig76 0 0 'holds holds holds holds' --no-confirm
check 'figure 7.6: adds it elsewhere, too' figure fig76 2 1 'holds holds holds violated' --no-confirm
check 'figure 7.6: adds it twice' figure fig76 1 1 'violated holds holds holds'

# ---- what is left of that ----

check 'a violation is a test that was confirmed' field out 'contracts.0.clauses.0.confirmed' true
check 'its directory has both results' test -s out.d/m/tests/0001/old.returned -a -s out.d/m/tests/0001/new.returned
check 'its native programs show it again' sh -c 'out.d/m/tests/run.sh | grep -q "^ok"'

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
run p check old.c new.c -- @int
check 'without a contract main must do as before' clauses p violated
check 'which is a clause of its own' field p 'contracts.*.clauses.*.text' 'equal by default'
run p check old.c new.c
check 'without arguments main is not shown' clauses p 'not shown'
check 'and it says how arguments are given' lists p 'contracts.*.clauses.*.why' arguments --
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
run v check o.c n.c
check 'a premise that nothing satisfies is vacuous' field v contracts.0.clauses.0.verdict vacuous
check 'which is no failure' status v 0

# ---- complaints ----

# complains COLUMN WORD CONTRACT: status 2; the message names the column, has the word, and points to the column.
complains()
{
	printf '/*@ %s */\nint f(unsigned char c) { return c; }\n' "$3" >n.c
	run v check o.c n.c
	status v 2 && mentions v "drift: n.c:1:$1: " "$2" && tells v "^ \{$(($1 + 1))\}^\$"
}

check 'a missing semicolon' complains 50 "';'" 'changed_behavior requires c > 3 && c < 4     ensures \result == 7;'
check 'an unknown name' complains 31 "'d'" 'changed_behavior requires d > 3;'
check 'an unknown word' complains 30 '\deprecated' 'changed_behavior ensures \reslt > 3;'
check 'a result before the call' complains 31 '\result' 'changed_behavior requires \result > 3;'
check 'an assignment' complains 38 "'=='" 'changed_behavior ensures \result = 3;'
check 'two comparisons in a row' complains 37 '&&' 'changed_behavior requires 0 < c < 9;'
check 'an unknown kind' complains 31 null-dereference 'changed_behavior signals (crash) true;'
check 'a number that is followed' complains 31 "'*'" 'changed_behavior requires *c == 1;'
check 'a range without an end' complains 48 "'i'" 'changed_behavior requires \forall int i; i > 0; c > i;'
check 'a function' complains 30 "'sqrt'" 'changed_behavior ensures sqrt(c) > 0;'
check 'a contract that is none' complains 1 "'changed_behavior'" 'when_ensured \result > 3;'
printf '/*@ changed_behavior ensures true; */\nint x;\nint f(unsigned char c) { return c; }\n' >n.c
run v check o.c n.c
check 'a contract above no function' status v 2
check 'its place' mentions v 'drift: n.c:1:1: '
cat >n.c <<'X'
/*@ requires c > 0; ensures \result == c; */
/** \brief Doxygen. */
int f(unsigned char c) { return c; }
X
run v check o.c n.c
check 'comments of others are left alone' verdict v holds
check 'for they are no contracts' field v contracts.# 0

# ---- options that would do nothing ----

# refuses TEXT OPTION...: status 2, and a message that begins with the text.
refuses()
{
	text=$1
	shift
	run v check old.c new.c "$@"
	rejects v "drift: $text"
}

check '--call' refuses '--call' --call 'f(1)'
check '--suggest on runs' refuses '--suggest' --suggest -- @int
check '--shape of the program alone' refuses '--shape' --function main --shape 'int f(int n)'
check '--shape of a function that is not checked' refuses "--shape 'int nobody(int n)': nobody" --shape 'int nobody(int n)'
check '--globals of the program alone' refuses '--globals' --function main --globals vary
check '--bound of the program alone' refuses '--bound' --function main --bound 4
check '--grow without seeds' refuses '--grow' --grow 4
check '--confirm-unsafe with --no-confirm' refuses '--confirm-unsafe' --confirm-unsafe --no-confirm
run v check old.c new.c --function main -- @nothing:3:4
check 'inputs of the program that cannot be read' rejects v @nothing:3:4
cp o.c one.c
run v check --function f --file a=@text:3 one.c one.c
check '--file of a function alone' rejects v --file '--function main'

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
run v check --undefined count --old-cflags -DNEW=0 --new-cflags -DNEW=1 --function main sum.c sum.c -- @int
check '--undefined count makes it a violation' clauses v violated
cat >word.c <<'X'
#include <stdio.h>
int main(void)
{
	puts(NEW ? "version 2" : "version 1");
	return 0;
}
X
run v check --ignore '^version' --old-cflags -DNEW=0 --new-cflags -DNEW=1 --function main word.c word.c -- x
check 'with --ignore, equality is not shown' clauses v 'not shown'
check '... for that reason' lists v 'contracts.*.clauses.*.why' --ignore

# ---- formats ----

for format in json junit sarif github markdown; do
	"$drift" check --no-confirm --format $format -o out --new-cflags -DWRONG=1 "$contracts/fig74_old.c" "$contracts/fig74_new.c" >said 2>&1
	check "--format $format names the violated clause" grep -q 'prev(num) + 1' said
done
# ---- a function that is gone ----

printf 'int f(int n) { return n; }\nint g(int n) { return n + 1; }\n' >"$tmp/two.c"
printf 'int f(int n) { return n; }\n' >"$tmp/one.c"
capture gone "$drift" check -o "$tmp/gone.d" "$tmp/two.c" "$tmp/one.c"
check 'a function that NEW does not have is named' field gone notes.0.kind gone
check '... by its name' lists gone 'notes.*.what' g:

# ---- loading ----

# Each function is loaded alone; the sources are compiled once for all of them.
printf 'int f(int n) { return n; }\nint g(int n) { return n + 1; }\nint h(int n) { return n - 1; }\n' >"$tmp/three.c"
sed -e 's/n + 1/1 + n/' -e 's/n - 1/-1 + n/' -e 's/return n;/return n + 0;/' "$tmp/three.c" >"$tmp/again.c"
cat >"$tmp/counted" <<X
#!/bin/sh
echo >>"$tmp/compiles"
exec "${DRIFT_CLANG:-$clang}" "\$@"
X
chmod +x "$tmp/counted"
DRIFT_CLANG=$tmp/counted
export DRIFT_CLANG
run once check --no-confirm "$tmp/three.c" "$tmp/again.c"
unset DRIFT_CLANG
check 'three functions hold' clauses once 'holds holds holds'
check '... and each version was compiled once' [ "$(wc -l <"$tmp/compiles")" -eq 2 ]

finish

#!/bin/sh
# contracts_emit.t: drift check --emit: a contract as a C file that runs without drift, compiled by gcc and clang.
. "$(dirname "$0")/lib.sh"
export DRIFT_BUILD
cd "$tmp" || exit 1
contracts=$programs/contracts

# emit FUNCTION OLD NEW [OPTION...]: writes c.c.
emit()
{
	of=$1 old=$2 new=$3
	shift 3
	capture emitted "$drift" check --emit c.c --function "$of" "$@" "$old" "$new" </dev/null
	status emitted 0
}
# built COMPILER MAIN [OPTION...]: compiles c.c twice, and links it with MAIN to ./prog.
built()
{
	cc=$1 main=$2
	shift 2
	rm -f prog
	"$cc" -w -fwrapv "$@" -DDRIFT_OLD -c c.c -o old.o && "$cc" -w -fwrapv "$@" -iquote . -c c.c -o new.o && "$cc" -w -o prog old.o new.o "$main"
}
# ends STATUS WORD...: how ./prog ends on the words; what it says is in err and out.
ends()
{
	want=$1
	shift
	{ ./prog "$@" >out 2>err; echo $? >code; } 2>/dev/null
	[ "$(cat code)" = "$want" ] || { echo "status $(cat code), not $want"; cat out err; return 1; }
}
passes() { ends 0 "$@" && [ ! -s err ] || { cat err; false; }; }
# violates CLAUSE WORD...
violates()
{
	clause=$1
	shift
	ends 134 "$@" && grep -q -F "violated: $clause" err
}

cat >main72.c <<'X'
#include <stdio.h>
#include <stdlib.h>
struct file { int exists; int size; };
struct dir { struct file *f[2]; };
extern int included;
void check_include(struct dir *b, int c);
int main(int argc, char **argv)
{
	struct file one = {1, 2}, none = {0, 0};
	struct dir d = {{&one, argc > 2 ? &none : NULL}};
	check_include(&d, atoi(argv[1]));
	printf("included %d\n", included);
	return 0;
}
X
cat >main76.c <<'X'
#include <stdlib.h>
struct c { int f; };
int m(struct c *self, int x);
int main(int argc, char **argv)
{
	struct c c = {atoi(argv[1])};
	return m(&c, atoi(argv[2])) == -1000;
}
X
check 'figure 7.2 is written' emit check_include "$contracts/fig72_old.c" "$contracts/fig72_new.c"
for cc in gcc "$(command -v clang-19 || command -v clang || echo gcc)"; do
	check "figure 7.2, ${cc##*/}: the right change" built "$cc" main72.c
	check '... where OLD crashes' passes 1
	check '... where it does not' passes 0
	check '... what NEW prints is printed once' grep -q -x 'included 1' out
	check "figure 7.2, ${cc##*/}: still a null pointer" built "$cc" main72.c -DWRONG=1
	check '... is noticed' violates 'signals (null-dereference) false' 5
	check '... and other calls pass' passes 0
	check "figure 7.2, ${cc##*/}: changes what did not crash" built "$cc" main72.c -DWRONG=2
	check '... is noticed, too' violates 'equal by default' 1 x
done
check 'figure 7.6 is written: NEW has one parameter more' emit m "$contracts/fig76_old.c" "$contracts/fig76_new.c"
built gcc main76.c
check '... holds' passes 3 4
built gcc main76.c -DWRONG=1
check '... is violated' violates 'ensures \result == \prev(\result) + x' 3 4
check '... and not where the premise is false' passes -3 4
built gcc main76.c -DWRONG=2
check '... is violated elsewhere' violates 'equal by default' -3 4

# ---- one source with main, a static function that calls itself, quantifiers, outputs, ends ----

cat >old.c <<'X'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct item { int n; unsigned bits : 3; struct item *next; char name[4]; };
int total;
int table[4] = {1, 2, 3, 4};
static int depth(int n) { return n <= 0 ? 0 : 1 + depth(n - 1); }
static int f(struct item *i, const char *s, int n)
{
	if (n == 1)
		printf("one %s\n", s);
	if (n == 2)
		exit(7);
	if (n == 3)
		abort();
	if (n == 4)
		total += depth(n);
	if (n == 5)
		i->bits = 5, i->name[0] = 'x';
	if (n == 6)
		table[2] = 9;
	if (n == 7)
		fclose(fopen("made", "a"));
	if (n == 8)
		for (;;)
			total++;
	return (int)strlen(s) + n;
}
int main(int argc, char **argv)
{
	struct item i = {1, 2, NULL, "abc"};
	puts("begin");
	int r = f(&i, argv[2], atoi(argv[1]));
	printf("end %d %d %u\n", r, total, i.bits);
	return 0;
}
X
cat >contract <<'X'
/*@ changed_behavior
  @   requires n > 100 && (\forall int k; 0 <= k && k < 4; table[k] > 0) && n in {101, 103..200};
  @   when_ensured \result >= 0 && strlen(s) < 3;
  @   ensures \result == \prev(\result) + 1 && total == \old(total) + (strcmp(s, "a") == 0 ? 1 : 0);
  @   ensures i->n == \old(i->n) * 2;
  @ also changed_behavior
  @   when_signaled (exit(7));
  @   signals (exit(8)) i->n == 1;
  @ also changed_behavior
  @   when_signaled (abort);
  @   ensures \result == -1;
  @*/
X
# change SED...: NEW is OLD with the contract, the meant change, and these.
change()
{
	sed '/^static int f/,/^}/{s/exit(7)/exit(8)/;s/abort()/return -1/;s/^	return (int)strlen(s) + n;/	if (n > 100 \&\& n != 102 \&\& n <= 200 \&\& strlen(s) < 3) {\n		i->n *= 2;\n		total += s[0] == 97 \&\& !s[1];\n		return (int)strlen(s) + n + 1;\n	}\n&/}' old.c >meant.c
	sed -n '1,/^static int depth/p' meant.c >new.c
	cat contract >>new.c
	sed '1,/^static int depth/d' meant.c >>new.c
	[ $# -eq 0 ] || sed -i "$@" new.c
	emit f old.c new.c && : >empty.c && built gcc empty.c
}
check 'a source with main and a static function' change
check '... a premise with sets, quantifiers and texts' passes 101 a
check '... the clause of another text' passes 103 ab
check '... outside of the premise' passes 102 a
check '... an exit that is another one' ends 8 2 a
check '... without a word' test ! -s err
check '... an abort that is a return' passes 3 a
check '... output' passes 1 text
check '... is there once' sh -c '[ "$(grep -c "one text" out)" = 1 ] && [ "$(grep -c begin out)" = 1 ]'
check '... a struct, a bit field, an array' sh -c './prog 5 a >out && ./prog 6 a >out'
check 'a system call is not made three times: the call is not checked' ends 0 7 a
check '... and says so' grep -q 'not checked: .*system call' err
check '... it was made once' test -f made
change 's/n + 1;/n + 2;/'
check 'a wrong result' violates 'ensures \result' 101 a
change 's/n \*= 2/n += 2/'
check 'a wrong field' violates 'ensures i->n' 101 a
change 's/exit(8);/exit(9);/'
check 'a wrong exit' violates 'signals (exit(8)) i->n == 1' 2 a
change 's/return -1/abort()/'
check 'an abort that is still there' violates 'ensures \result == -1' 3 a
change 's/one %s/ONE %s/'
check 'another output' violates 'equal by default' 1 text
change 's/bits = 5/bits = 4/'
check 'another bit field' violates 'equal by default' 5 a
change "s/name\\[0\\] = 'x'/name[1] = 'x'/"
check 'another element' violates 'equal by default' 5 a
change 's/table\[2\] = 9/table[1] = 9/'
check 'another global' violates 'equal by default' 6 a
change 's/1 + depth(n - 1)/2 + depth(n - 1)/'
check 'a function that the function calls' violates 'equal by default' 4 a
change 's/return (int)strlen(s) + n + 1;/table[3] = 7; &/'
check 'everything else equal' violates everything 101 a
sed -i 's/DRIFT_SECONDS 10/DRIFT_SECONDS 1/' c.c && built gcc empty.c
check 'a call that does not end is not checked' sh -c 'timeout 3 ./prog 8 a >out 2>err; grep -q "not checked: OLD" err'

# ---- what is refused, by name ----

# refused WORD: status 2, and the message names it.
refused() { emit "$2" o.c n.c >/dev/null; status emitted 2 && mentions emitted -- '--emit' "$1"; }
# pair CONTRACT: the same function with a contract.
pair()
{
	cat >o.c
	sed "s|^int f(|/*@ changed_behavior $1 @*/\n&|" o.c >n.c
}
echo 'int f(int n) { static int count; return n + count++; }' | pair 'ensures \\result == n;'
check 'a static local' refused f.count f
printf 'static int count;\nint f(int n) { return n + count++; }\n' | pair 'ensures \\result == n;'
check 'a static variable' refused 'count' f
printf 'struct s { int a, b; };\nint f(struct s p) { return p.a; }\n' | pair 'ensures \\result == 1;'
check 'a struct by value' refused 'parameter 1 of f' f
printf 'int f(int n, int (*g)(int)) { return g(n); }\n' | pair 'ensures \\result == 1;'
check 'a call through a pointer' refused pointer f
printf 'int f(char *s) { return s[0]; }\n' | pair 'when_signaled (out-of-bounds); ensures \\result == 1;'
check 'an end that no process notices' refused out-of-bounds f
printf 'int f(char *s) { return s[0]; }\n' | pair 'requires s[0..1] == "ab"; ensures \\result == 1;'
check 'a range of bytes' refused 'n.c:1:' f
printf 'int f(char *s) { return s[0]; }\n' | pair 'ensures \\prev(s)[0] == 1;'
check 'memory of another state' refused 'n.c:1:' f
printf 'static int g(int n) { return n; }\nint f(int n) { return g(n); }\n' | pair 'when_ensured g(n) == 1; ensures \\result == 1;'
check 'a static function of OLD' refused "'g'" f
printf 'int f(int n) { return n; }\n' | pair 'ensures nobody == 1;'
check 'an error in the contract' sh -c '"$1" check --emit c.c --function f o.c n.c 2>said; [ $? = 2 ] && grep -q "nobody" said' sh "$drift"
check '--emit needs one function' sh -c '"$1" check --emit c.c o.c n.c 2>said; [ $? = 2 ] && grep -q -e --function said' sh "$drift"

# ---- random contracts ----

check 'random contracts: aborts are those of enumeration' sh "$top/tests/gen/contracts/emit.sh" 4 9001
finish

#!/bin/sh
# certificate.t: drift test --certificate, and drift verify, which accepts what is right and refuses each forgery.
. "$(dirname "$0")/lib.sh"

cd "$tmp" || exit 1

# ---- what is right ----

# A leaf of each rule: m == 77 cannot reach a change, and nobody runs m == 78, which cannot either; the change of n has
# no effect, the rest is compared.
cat >old.c <<'C'
#include <stdio.h>
#include <stdlib.h>

static int sign(int n)
{
	return n < 0 ? -1 : n > 0;
}

int main(int argc, char **argv)
{
	if (argc != 3)
		return 2;
	int n = atoi(argv[1]), m = atoi(argv[2]), s;
	static void *const ways[] = {&&on, &&off};
	goto *ways[m == 77];
off:
	puts(n == 5 ? "five" : "seventy-seven");
	return 3;
on:
	if (m == 78)
		return 4;
	if (n > 100) {
		printf("%d\n", sign(m) * 2);
		return 1;
	}
	if (n > 5)
		s = 1;
	else
		s = 2;
	if (m > 3)
		puts("large");
	else if (m < -3)
		puts("small");
	else
		puts("medium");
	return s;
}
C
sed 's/sign(m) \* 2/sign(m) + sign(m)/; s/if (n > 5)/if (n >= 6)/' old.c >new.c
sed 's/sign(m) \* 2/sign(m) + 2/' old.c >other.c

# certify NAME ARGUMENT...: $tmp/NAME becomes the certificate.
certify()
{
	certify_name=$1
	shift
	rm -f "$certify_name"
	capture "$certify_name.test" "$drift" test -o "$certify_name.d" --certificate "$certify_name" "$@" </dev/null
}
# verifies NAME OLD NEW STATUS: of drift verify.
verifies()
{
	capture verify "$drift" verify "$1" "$2" "$3" </dev/null
	[ "$(cat verify.status)" -eq "$4" ] || { cat verify.status verify.out verify.err && false; }
}

certify good old.c new.c -- @int @int
check 'a proof has a certificate' test -s good
for rule in whole reach state side; do
	check "the pair has a leaf by the rule $rule" grep -q "^leaf [0-9]* $rule " good
done
check 'which verifies' verifies good old.c new.c 0
certify again old.c new.c -- @int @int
check 'it is the same each time' cmp good again
certify none old.c other.c -- @int @int
check 'versions that differ have none' test ! -e none
check 'and the command says so' grep -q certificate none.test.err
check 'with the status of the difference' status none.test 1
capture json "$drift" verify --json good old.c new.c
check '--json has the answer' field json.out answer verified
check 'and figures' field json.out leaves "$(grep -c '^leaf ' good)"

# Other shapes: standard input, a function, a call, no change at all, fixed arguments.
cat >sum.c <<'C'
#include <stdio.h>
int sum(const char *s, int n)
{
	int k = 0;
	for (int i = 0; i < n && s[i]; i++)
		k += s[i] == 'x';
	return k * 2;
}
int main(void)
{
	int c = getchar();
	char text[2] = {(char)c, 0};
	if (c == EOF)
		return 9;
	return sum(text, 2);
}
C
sed 's/k \* 2/k + k/' sum.c >sum2.c
certify stdin sum.c sum2.c --stdin @text:2
check 'standard input' verifies stdin sum.c sum2.c 0
certify entry sum.c sum2.c --entry sum --bound 3 --assume 'n < 4'
check 'a function' verifies entry sum.c sum2.c 0
certify call sum.c sum2.c --call 'printf("%d\n", sum(@str:2, 2))'
check 'a call' verifies call sum.c sum2.c 0
certify same old.c old.c -- @int @int
check 'no code changed' verifies same old.c old.c 0
certify fixed old.c new.c -- 500 3
check 'one input' verifies fixed old.c new.c 0
certify parts old.c new.c --output status -- @int @int
check 'a part of the behaviour' verifies parts old.c new.c 0
cat >world.c <<'C'
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	const char *s = getenv("LANGUAGE");
	int n = argc > 1 ? atoi(argv[1]) : 0;
	return s ? 1 : n > 5 ? 2 : 3;
}
C
sed 's/n > 5/n >= 6/' world.c >world2.c
certify world world.c world2.c -- @int
check 'an answer of the world' verifies world world.c world2.c 0
check 'which the certificate names' grep -q '^world ' world

# A command line whose proof nobody could check has none.
for option in '--native abs' '--ignore a' '--strategy random' '--seeds good'; do
	# shellcheck disable=SC2086
	certify refused old.c new.c $option -- @int @int
	check "--certificate with $option is refused" status refused.test 2
done

# ---- forgeries ----

# complete: what is on standard input, with a right last line.
complete()
{
	sed '/^end /d' >complete.lines
	cat complete.lines
	echo "end $(wc -l <complete.lines)"
}
# normal FILE: expressions before edges before leaves. Behind "# more" there is room for expressions.
normal()
{
	{
		grep -v -e '^node ' -e '^expr ' -e '^edge ' -e '^leaf ' -e '^end ' -e '^#' "$1"
		grep '^node ' "$1"
		grep '^expr ' "$1"
		echo '# more'
		grep '^edge ' "$1"
		grep '^leaf ' "$1"
	} | complete
}
# forged WHAT STATUS FROM OLD NEW SCRIPT: FROM, edited by a script of sed, is refused with this status.
forged()
{
	sed "$6" "$3" | complete >forgery
	if cmp -s forgery "$3"; then
		not_ok "$1: the script forges nothing"
	else
		check "$1" verifies forgery "$4" "$5" "$2"
	fi
}
# main WHAT STATUS SCRIPT: of the pair above.
main() { forged "$1" "$2" plain old.bc new.bc "$3"; }

# Bitcode is loaded in less than half of the time.
for version in old new; do
	"${DRIFT_CLANG:-clang-19}" -g -O1 -Xclang -disable-llvm-passes -emit-llvm -c "$version.c" -o "$version.bc"
done
certify bits old.bc new.bc -- @int @int
for rule in whole reach state; do
	check "the pair as bitcode has a leaf by the rule $rule" grep -q "^leaf [0-9]* $rule " bits
done
normal bits >plain
check 'the order of lines does not matter' verifies plain old.bc new.bc 0
edge_of() { sed -n "s/^leaf \([0-9]*\) $1 .*/\1/p" plain | head -n 1; }
reach=$(edge_of reach) side=$(edge_of side) state=$(edge_of state) whole=$(edge_of 'whole same') solver=$(edge_of 'whole solver')
more=$(($(grep -c '^expr ' plain) + 1))
n=$(sed -n 's/^expr \([0-9]*\) var 32 0$/\1/p' plain)
# always: a condition that every input satisfies; strong: one that few do.
always="s/^# more/expr $more = 1 $n $n/"
strong="s/^# more/expr $more const 32 1234\\nexpr $((more + 1)) = 1 $n $more/"

main 'a leaf is missing' 1 "/^leaf $whole /d"
last=$(grep -c '^edge ' plain)
main 'a leaf is missing, and its edge' 1 "/^leaf $last /d; /^edge $last /d"
main 'the condition of a leaf is widened' 1 "$always; s/^\\(edge $whole [0-9]*\\) .*/\\1 $more/"
main 'the condition of a leaf with a cut is widened' 1 "$always; s/^\\(edge $reach [0-9]*\\) .*/\\1 $more/"
main 'the condition of an edge is stronger' 1 "$strong; s/^\\(edge $state [0-9]*\\) .*/\\1 $((more + 1))/"
main 'the digest of OLD is wrong' 1 's/^old .*/old 0000000000000000000000000000000000000000000000000000000000000000/'
check 'another program' verifies good old.c other.c 1
check 'the sides are swapped' verifies good new.c old.c 1
main 'the sides and the digests are swapped' 1 "s/^old .*/$(sed -n 's/^new/old/p' bits)/; s/^new .*/$(sed -n 's/^old/new/p' bits)/"
main 'another shape, with the old parts' 2 's/^word "@int"/word "@str:3"/'
main 'a further argument' 1 's/^claim .*/&/; 0,/^word/s/^word.*/&\n&/'
main 'a part of another width' 1 's/^part "arg1 \(.*\) bits 32/part "arg1 \1 bits 16/'
main 'a cut by a rule that does not hold: state' 1 "s/^leaf $whole whole [a-z]*/leaf $whole state 1 1 not/"
main 'a cut by a rule that does not hold: reach' 1 "s/^leaf $whole whole [a-z]*/leaf $whole reach 1 0 not/"
main 'another rule: reach becomes state' 1 "s/^leaf $reach reach/leaf $reach state/"
main 'another rule: state becomes reach' 1 "s/^leaf $state state/leaf $state reach/"
main 'a cut that is too early: reach' 1 "s/^leaf $reach reach 1/leaf $reach reach 0/"
main 'a cut that is too early: state' 1 "s/^leaf $state state 3 3/leaf $state state 1 1/"
main 'a cut behind the end' 1 "s/^leaf $reach reach 1/leaf $reach reach 4000000000/"
main 'a leaf that was not compared' 1 "s/^leaf $whole whole same/leaf $whole whole not/"
main 'outputs that are equal only for the solver' 1 "s/^leaf $solver whole solver/leaf $solver whole same/"
main 'the input of a leaf is of another one' 1 "s/^leaf $whole whole same.*/leaf $whole whole same 0=7/"
main 'a leaf comes twice' 1 "s/^leaf $whole .*/&\\n&/"
main 'a node comes twice' 1 "s/^# more/node $(($(grep -c '^node ' plain) + 1)) 1\\n&/"
main 'a second root' 1 "s/^# more/node $(($(grep -c '^node ' plain) + 1)) 0\\n&/"
main 'a node below itself' 1 's/^node 2 .*/node 2 2/'
main 'no tree' 1 '/^node /d; /^edge /d; /^leaf /d; /^expr /d'
main 'one leaf for all inputs' 1 "/^node /d; /^edge /d; /^expr /d; /^leaf $whole /!{/^leaf /d}; s/^leaf $whole /leaf 0 /"
main 'no code changed' 1 's/^claim .*/claim same-code/'
main 'more is assumed than the leaves say' 1 's/^word/option "--assume=arg1 > 100"\n&/'
main 'a limit that ends the runs' 1 's/^word/option "--limit-insns=100"\n&/'
main 'only a part of the behaviour' 1 's/^word/option "--output=status"\n&/'
main 'an option that calls the host' 2 's/^word/option "--native=abs"\n&/'
main 'an option that is none' 2 's/^word/option "abc"\n&/'

# A function whose result has the same bits and is another number.
echo 'int f(int a) { return a; }' >int.c
echo 'unsigned f(int a) { return a; }' >unsigned.c
certify typed int.c int.c --entry f
check 'a function is what it is' verifies typed int.c int.c 0
check 'another type with the same bits' verifies typed int.c unsigned.c 1

# What a verdict does not cover must be there.
forged 'what was not compared is dropped' 1 parts old.c new.c '/^not-compared /d'
forged 'one line of it is dropped' 1 entry sum.c sum2.c '0,/^not-compared /{/^not-compared /d}'
forged 'a line of the world is dropped' 1 world world.c world2.c '/^world /d'
sed 's/"medium"/"middle"/' new.c >text.c
certify status old.c text.c --output status -- @int @int
check 'versions of which only the status is equal' verifies status old.c text.c 0
forged 'the option that says so is dropped' 1 status old.c text.c '/^option "--output/d'
certify assumed old.c other.c --assume 'arg1 <= 100' -- @int @int
check 'versions that are equal where something is assumed' verifies assumed old.c other.c 0
forged 'the assumption is dropped' 1 assumed old.c other.c '/^option "--assume/d'

# Runs fix the value of a conversion: one leaf for each. One run does not stand for the others.
cat >value.c <<'C'
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	double d = argc > 1 ? atoi(argv[1]) : 0;
	printf("%d\n", d > 1 ? 4 * 2 : 3);
	return 0;
}
C
sed 's/4 \* 2/4 + 4 + 0 * argc/' value.c >value2.c
certify value value.c value2.c --assume 'arg1 >= 0 && arg1 < 3' -- @int
check 'values that a run fixes' verifies value value.c value2.c 0
check 'are leaves' test "$(grep -c '^leaf ' value)" -gt 1
normal value >value.plain
forged 'one of them stands for all' 1 value.plain value.c value2.c '/^node /d; /^edge /d; /^expr /d; /^leaf 1 /!{/^leaf /d}; s/^leaf 1 /leaf 0 /'

# ---- sides of a branch that nobody ran ----

side() { main "$1" "$2" "s/^leaf $3 .*/leaf $3 side $4/"; }
side 'another input that comes to the branch' 0 "$side" '1 0 not 0=3 1=5'
side 'an input that does not come there' 1 "$side" '1 0 not 1=77'
side 'from the other side a change can be reached' 1 "$state" '1 0 not 1=78'
side 'so can one from a side that was compared' 1 "$whole" '1 0 not'
side 'an earlier decision' 1 "$side" '0 0 not'
side 'a later branch' 1 "$side" '2 0 not'
side 'a side behind the end' 1 "$side" '9 0 not'
side 'a side that was compared' 1 "$side" '1 0 same'
side 'a side of a computed goto' 1 "$reach" '0 0 not'
side 'a change was executed before' 1 "$whole" '3 0 not 0=101'
main 'a side becomes a cut of another rule: reach' 1 "s/^leaf $side side/leaf $side reach/"
main 'a side becomes a cut of another rule: state' 1 "s/^leaf $side side/leaf $side state/"
main 'the condition of a side is widened' 1 "$always; s/^\\(edge $side [0-9]*\\) .*/\\1 $more/"
main 'the condition of a side is stronger' 1 "$strong; s/^\\(edge $side [0-9]*\\) .*/\\1 $((more + 1))/"
main 'a side is missing, and its edge' 1 "/^leaf $side /d; /^edge $side /d"

# A side that only ends the program: the function that has it is called again, and a change comes after the call.
cat >leaves.c <<'C'
#include <stdio.h>
#include <stdlib.h>
static void check(int n)
{
	if (n == 5) {
		puts("five");
		exit(4);
	}
}
int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 0;
	check(n);
	if (n < 3)
		n = -n;
	return n > 7;
}
C
sed 's/n > 7/n >= 8/' leaves.c >leaves2.c
sed 's/exit(4);//' leaves.c >stays.c
sed 's/exit(4);//' leaves2.c >stays2.c
certify leaves leaves.c leaves2.c -- @int
check 'a side that ends the program is cut' grep -q '^leaf [0-9]* side' leaves
check 'and verifies' verifies leaves leaves.c leaves2.c 0
certify stays stays.c stays2.c -- @int
check 'one that returns to a change is not' sh -c '! grep -q "^leaf [0-9]* side" stays'
check 'and verifies' verifies stays stays.c stays2.c 0
digests="s/^old .*/$(grep '^old ' stays)/; s/^new .*/$(grep '^new ' stays)/"
forged 'nor is it if a certificate says so' 1 leaves stays.c stays2.c "$digests"

# ---- files that are none ----

# broken WHAT SCRIPT: an edited file that cannot be read.
broken() { main "$1" 2 "$2"; }
broken 'a claim comes twice' 's/^claim .*/&\n&/'
broken 'another claim' 's/^claim .*/claim proved/'
broken 'a digest that is too short' 's/^old ../old /'
broken 'a digest with a sign' 's/^old ../old +1/'
broken 'a number that is too large' "s/^node 2 .*/node 2 99999999999999999999/"
broken 'a node of no number' 's/^node 2 .*/node 7 1/'
broken 'an edge of a node that is none' "s/^edge $whole [0-9]*/edge $whole 4294967297/"
broken 'an edge without a condition' "s/^\\(edge $whole [0-9]*\\) .*/\\1/"
broken 'a condition that is no truth value' "s/^\\(edge $whole [0-9]*\\) .*/\\1 $n/"
broken 'a leaf of an edge that is none' "s/^leaf $whole /leaf 4294967296 /"
broken 'a rule that is none' "s/^leaf $whole whole/leaf $whole guess/"
broken 'a value that does not fit' "s/^leaf $whole .*/leaf $whole whole same 0=4294967296/"
broken 'a variable that is none' "s/^leaf $whole .*/leaf $whole whole same 4294967295=1/"
broken 'an expression that refers to a later one' "s/^# more/expr $more bvnot 1 $((more + 1))/"
broken 'an expression of a wrong width' "s/^# more/expr $more bvadd 16 $n $n/"
broken 'an expression of a huge width' "s/^# more/expr $more const 4294967297 0/"
broken 'an expression with an undefined value' "s/^# more/expr $more undef 1 0/"
broken 'a text that does not end' 's/^word .*/word "abc/'
broken 'a word that is none' 's/^# more/nonsense 1 2/'
head -n -1 bits >truncated
check 'a truncated file: the last line is missing' verifies truncated old.bc new.bc 2
head -c "$(($(wc -c <bits) / 2))" bits >truncated
check 'a truncated file: the half' verifies truncated old.bc new.bc 2
head -c "$(($(wc -c <bits) - 1))" bits >truncated
check 'a truncated file: the last byte' verifies truncated old.bc new.bc 2
head -n "$(($(wc -l <bits) - 3))" bits | complete >truncated
check 'a truncated file with a right last line' verifies truncated old.bc new.bc 1
{ cat bits && echo "leaf 0 whole same"; } >truncated
check 'it goes on after its end' verifies truncated old.bc new.bc 2
: >empty
check 'an empty file' verifies empty old.bc new.bc 2
check 'no file' verifies absent old.bc new.bc 2
check 'a source' verifies old.c old.bc new.bc 2
{ cat bits && printf '\0'; } >zero
check 'a zero byte' verifies zero old.bc new.bc 2
sed 's/^drift-certificate .*/drift-certificate 2/' bits >later
check 'a form of a later drift' verifies later old.bc new.bc 2

# Bytes that are changed at random: whatever is said, drift does not die, and never of a signal.
mutate()
{
	perl -e 'my ($seed) = @ARGV; srand $seed; local $/; open my $in, "<", "plain" or die; my $text = <$in>;
		for (1 .. 1 + int rand 3) {
			my $at = int rand length $text;
			my $how = int rand 4;
			substr($text, $at, 1) = $how == 0 ? chr(1 + int rand 255) : $how == 1 ? int(rand 10) : $how == 2 ? "" : " 4294967295 ";
		}
		print $text' "$1"
}
survives()
{
	for seed in $(seq 1 20); do
		mutate "$seed" >mutant
		"$drift" verify mutant old.bc new.bc >mutant.out 2>&1 </dev/null
		[ $? -le 3 ] || { echo "seed $seed" && cat mutant.out && return 1; }
	done
}
check 'changed bytes' survives

# ---- revisions ----

mkdir repo && (
	cd repo && git init -q . && git config user.name a && git config user.email a@b && cp ../old.c prog.c && git add . &&
		git commit -qm one && cp ../new.c prog.c && git commit -qam two
) >git.out 2>&1
PATH=$DRIFT_BUILD/bin:$PATH
in_repository() { (cd repo && git drift "$@" </dev/null); }
# git_status STATUS ARGUMENT...
git_status()
{
	git_wanted=$1
	shift
	in_repository "$@"
	[ $? -eq "$git_wanted" ]
}
check 'git drift writes a certificate' git_status 0 HEAD~1 HEAD --certificate ../proof -o ../git.d -- @int @int
check 'which git drift verifies' git_status 0 verify ../proof HEAD~1 HEAD
check 'and refuses for other revisions' git_status 1 verify ../proof HEAD HEAD~1
check 'not for each of several commits' git_status 2 --since HEAD~1 --certificate ../proof -- @int @int

# ---- the mutation bench ----

slice='advisory/v05 stats/v04'
DRIFT_BUILD=$DRIFT_BUILD sh "$top/bench/certificates.sh" -t 600 examples $slice >bench.out 2>&1
bench_status=$?
check 'certificates of examples/ and of a slice of the mutation bench verify' test "$bench_status" -eq 0
diag "$(tail -n 1 bench.out)"

finish

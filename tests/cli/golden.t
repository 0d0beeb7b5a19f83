#!/bin/sh
# golden.t: differences against a version that is right: 30 semantic changes with known classes, splits, commands.
. "$(dirname "$0")/lib.sh"

# program NAME WORD...: prints a word for each number; a word is C for what printf is given.
program()
{
	name=$1
	shift
	{
		printf '#include <stdio.h>\n#include <stdlib.h>\nint main(int argc, char **argv)\n{\n'
		printf '	int x = atoi(argv[argc - 1]);\n	switch (x) {\n'
		k=0
		for word; do
			printf '	case %d: printf(%s); break;\n' $k "$word"
			k=$((k + 1))
		done
		printf '	default: printf("none\\n");\n	}\n	return 0;\n}\n'
	} >"$tmp/$name.c"
}

old= new= gold=
k=0
while [ $k -lt 30 ]; do
	old="$old \"old$k\\n\""
	new="$new \"new$k\\n\""
	case $((k % 3)) in
	0) gold="$gold \"old$k\\n\"" ;;
	1) gold="$gold \"new$k\\n\"" ;;
	2) gold="$gold \"gold$k\\n\"" ;;
	esac
	k=$((k + 1))
done
eval "set -f"
program old $old
program new $new
program gold $gold
set +f

# class INPUT: class and how it is known, of the difference on an input.
class()
{
	tr -d '\n\t' <"$1" | sed 's/"test":/\n&/g' | grep "\"input\":\"$2\"" |
		sed 's/.*"class":"\([a-z-]*\)","class_by":"\([a-z]*\)".*/\1 \2/'
}

$drift test --golden "$tmp/gold.c" -o "$tmp/o" "$tmp/old.c" "$tmp/new.c" -- @int >"$tmp/out" 2>&1
status=$?
r=$tmp/o/result.json
wrong=
k=0
while [ $k -lt 30 ]; do
	case $((k % 3)) in
	0) want='regression proved' ;;
	1) want='progress proved' ;;
	2) want='incomplete-fix proved' ;;
	esac
	[ "$(class "$r" $k)" = "$want" ] || wrong="$wrong $k:$(class "$r" $k)"
	k=$((k + 1))
done
check "30 semantic changes have their classes, proved ($wrong)" [ -z "$wrong" ]
check "a regression is status 1" [ $status = 1 ]
check "the summary counts them" grep -q 'golden: .*: 10 regression (10 proved), 10 incomplete-fix (10 proved), 10 progress (10 proved), 0 unknown' "$tmp/out"
$drift test --golden "$tmp/new.c" -o "$tmp/o" "$tmp/old.c" "$tmp/new.c" -- @int >"$tmp/out" 2>&1
check "all is progress: status 0, and still different" sh -c "[ $? = 0 ] && grep -q '^different: .*(30 ' '$tmp/out'"

# ---- where the golden version is not the same everywhere ----

cat >"$tmp/so.c" <<'C'
#include <stdio.h>
#include <stdlib.h>
static int many(int x)
{
	int n = 0;
	for (int i = 0; i < 12; i++)
		if (x >> i & 1)
			n += i * i;
	return n;
}
int main(int argc, char **argv)
{
	int x = atoi(argv[argc - 1]);
	if (x < 0)
		printf("%d\n", x + 1);
	else if (x < 100)
		printf("%d\n", 2 * x);
	else
		printf("big\n");
	return many(0);
}
C
sed 's/x + 1/x + 2/; s/2 \* x/2 * x + 10/; s/"big/"BIG/' "$tmp/so.c" >"$tmp/sn.c"
# negative: even as new, odd as old; to 99: as old where 2 * x + 10 > 50, else as new; big: depends on twelve bits
sed 's/x + 1)/x % 2 ? x + 1 : x + 2)/; s/2 \* x)/x > 20 ? 2 * x : 2 * x + 10)/; s/printf("big.n")/printf(many(x) == 7 ? "big\\n" : "BIG\\n")/' \
	"$tmp/so.c" >"$tmp/sg.c"
$drift test --golden "$tmp/sg.c" -o "$tmp/o" "$tmp/so.c" "$tmp/sn.c" -- @int >"$tmp/out" 2>&1
r=$tmp/o/result.json
tr -d '\n\t' <"$r" | sed 's/"test":/\n&/g' | sed -n 's/.*"input":"\([^"]*\)".*"class":"\([a-z-]*\)","class_by":"\([a-z]*\)".*/\1 \2 \3/p' >"$tmp/classes"
# right INPUT CLASS: what native programs say.
cat >"$tmp/judge" <<'S'
for v in so sn sg; do [ -x $1/$v ] || ${CC:-gcc} -w -o $1/$v $1/$v.c; done
bad=0
while read -r input class by; do
	o=$($1/so "$input") n=$($1/sn "$input") g=$($1/sg "$input")
	want=incomplete-fix
	[ "$g" = "$o" ] && want=regression
	[ "$g" = "$n" ] && want=progress
	[ "$want" = "$class" ] || { echo "$input: $class, natively $want"; bad=1; }
done
exit $bad
S
check "splits: each witness has the class that native programs give it" sh -c "sh '$tmp/judge' '$tmp' <'$tmp/classes'"
check "both classes of what is below zero were found" sh -c "grep -q '^-[0-9]* regression proved' '$tmp/classes' && grep -q '^-[0-9]* progress proved' '$tmp/classes'"
check "and of what is below 100" sh -c "grep -q '^[0-9]\{1,2\} regression proved' '$tmp/classes' && grep -q '^[0-9]\{1,2\} progress proved' '$tmp/classes'"
check "too many paths of the golden version: no class of these is proved" sh -c "
	grep '^[0-9]\{3,\} ' '$tmp/classes' >'$tmp/big' && [ -s '$tmp/big' ] && ! grep -q proved '$tmp/big'"

# ---- commands, and what cannot be known ----

${CC:-gcc} -w -o "$tmp/ref" "$tmp/gold.c"
$drift test --golden-cmd "$tmp/ref" --assume 'arg1 >= 0 && arg1 < 3' -o "$tmp/o" "$tmp/old.c" "$tmp/new.c" -- @int >"$tmp/out" 2>&1
r=$tmp/o/result.json
check "a command judges the witnesses" sh -c "[ '$(class "$r" 0)/$(class "$r" 1)/$(class "$r" 2)' = 'regression witness/progress witness/incomplete-fix witness' ]"
sed 's/^int main/#include <sys\/eventfd.h>\n&/; s/int x = atoi/eventfd(0, 0);\n	int x = atoi/' "$tmp/gold.c" >"$tmp/fork.c"
$drift test --no-confirm --golden "$tmp/fork.c" --assume 'arg1 == 1' -o "$tmp/o" "$tmp/old.c" "$tmp/new.c" -- @int >"$tmp/out" 2>&1
status=$?
check "a golden version that cannot be followed: unknown, status 1" sh -c "[ $status = 1 ] && grep -q '\"class\":	\"unknown\"' '$tmp/o/result.json'"
check "--golden and --golden-cmd exclude each other" sh -c "$drift test --golden a --golden-cmd b '$tmp/old.c' '$tmp/new.c' -- 1 2>&1 | grep -q '^drift: .*--golden .*--golden-cmd'"
check "with --entry there is no command" sh -c "$drift test --golden-cmd cat --entry 'int many(int x)' '$tmp/so.c' '$tmp/sn.c' 2>&1 | grep -q '^drift: --golden-cmd.* --call'"

# ---- a library ----

cat >"$tmp/lo.c" <<'C'
int grade(int points)
{
	if (points < 0)
		return -1;
	return points >= 90 ? 1 : points >= 50 ? 2 : 3;
}
C
sed 's/return -1/return 0/; s/>= 90/> 90/; s/>= 50/>= 40/' "$tmp/lo.c" >"$tmp/ln.c"
sed 's/return -1/return 0/; s/>= 50/>= 45/' "$tmp/lo.c" >"$tmp/lg.c"
$drift test --golden "$tmp/lg.c" --call 'grade(@int)' -o "$tmp/o" "$tmp/lo.c" "$tmp/ln.c" >"$tmp/out" 2>&1
check "a call of a library has classes, and is split where they are not the same" sh -c "
	grep -q 'golden: .*: 2 regression (2 proved), 0 incomplete-fix, 2 progress (2 proved), 0 unknown' '$tmp/out'"
finish

#!/bin/sh
# filters.t: --ignore speaks for every input of a path, held against native enumeration; placeholders keep their text.
. "$(dirname "$0")/lib.sh"
cd "$tmp" || exit 1

compare()
{
	name=$1
	shift
	capture "$name" "$drift" test --no-confirm -o "$name.d" "$@"
}

# program NAME STATEMENTS: with x from the command line.
program()
{
	cat >"$1.c" <<END
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int c, char **v)
{
	int x = c > 1 ? atoi(v[1]) : 0;
	(void)x;
	$2
	return 0;
}
END
}

# ---- lines that match on some inputs only ----

program plain 'printf("v%d\n", x);'
program flipped 'printf("v%d\n", x ^ 1);'
for start in 0 1 5 -3; do
	compare some --ignore '^v[01]$' plain.c flipped.c -- "@int=$start"
	check "a line that is ignored on two inputs, from $start" says some '^different: .*(1 semantic change'
done
capture shown "$drift" test -o shown.d --ignore '^v[01]$' plain.c flipped.c -- @int
check 'the witness shows it natively' says shown '^different: .*(1 semantic change'
capture diff "$drift" diff --ignore '^v[01]$' plain.c flipped.c -- @int
check 'drift diff finds it as well' says diff '1 different'
compare none --ignore '^v[01]$' --assume '0 <= arg1 && arg1 <= 1' plain.c flipped.c -- @int
check 'where it is ignored on all inputs nothing is found' verdict none 'no difference found'
check 'and that is all there is' field none exhaustive true
check 'but no equivalence' field none verdict 'no difference found'

# ---- lines that match whatever the input is ----

program times 'printf("a %d\ntime: %d ms\nb\n", x, x / 2);'
program others 'printf("a %d\ntime: %d ms\nb\n", x, x / 3);'
for pattern in '^time: ' 'ms$' 'ime' '^time'; do
	compare whole --ignore "$pattern" times.c others.c -- @int
	check "a fixed piece that matches '$pattern' says enough" verdict whole 'no difference found'
	check 'for all inputs' field whole exhaustive true
done
for pattern in '^time: -?[0-9]+ ms$' '^[a-z]+: (-|[0-9])[0-9]* ms$'; do
	compare whole --ignore "$pattern" times.c others.c -- @int
	check "as does '$pattern', which takes every number" verdict whole 'no difference found'
	check 'on all inputs' field whole exhaustive true
done
compare sign --ignore '^time: [0-9]' times.c others.c -- @int
check 'a number with a sign does not match' says sign '^difference 1: ./others -'
compare word --ignore 'v\b' plain.c flipped.c -- @int
check 'a pattern that looks around is not tried on pieces' says word '^different: '
program debug 'printf("debug: %s\nend\n", v[1]);'
program marked 'printf("debug: <%s>\nend\n", v[1]);'
compare lines --ignore '^debug: ' debug.c marked.c -- @str:2
check 'an argument with a newline makes another line' says lines '^difference 1: '
compare alone --ignore '^debug: ' --assume 'arg1[0] > 32 && (arg1[1] == 0 || arg1[1] > 32)' debug.c marked.c -- @str:2
check 'without one nothing differs' verdict alone 'no difference found'
check 'on any input' field alone exhaustive true
program fewer 'if (x > 3) puts("note: large"); printf("%d\n", x);'
program more 'if (x > 5) puts("note: large"); printf("%d\n", x);'
compare notes --ignore '^note:' fewer.c more.c -- @int
check 'lines that only one version has' field notes exhaustive true

# ---- against enumeration ----

"$clang" -w -O1 -o plain plain.c && "$clang" -w -O1 -o flipped flipped.c
# enumerated PATTERN: whether some input from -20 to 120 shows a line that counts.
enumerated()
{
	for n in $(seq -20 120); do
		./plain "$n" | grep -vE -e "$1" >one.txt
		./flipped "$n" | grep -vE -e "$1" >two.txt
		cmp -s one.txt two.txt || return 0
	done
	return 1
}
for pattern in '^v-?[0-9]$' '[0-9]' '^v' '^v[0-9]*$' '^v(-|1?[0-9]$|[0-9]{2}$)' '^v.*[02468]$' 'v-[0-9]+|v[0-9]{1,2}$|v1[01][0-9]|v12'; do
	compare each --ignore "$pattern" --assume '-20 <= arg1 && arg1 <= 120' plain.c flipped.c -- @int
	if enumerated "$pattern"; then
		check "'$pattern' leaves a difference" says each '^different: '
	else
		check "'$pattern' leaves none" verdict each 'no difference found'
	fi
done

# ---- placeholders keep their text ----

program number 'printf("%d\n", x);'
program text 'printf("%d%s\n", x, v[1][0] == 48 && v[1][1] ? " with a zero" : v[1][0] == 43 ? " with a sign" : "");'
"$clang" -w -O1 -o number number.c && "$clang" -w -O1 -o text text.c
for start in 007 +5 ' 5' -0 00; do
	compare odd number.c text.c -- "@int=$start"
	check "'@int=$start' is refused" complains odd "@str:[0-9]*=$start"
	compare env number.c text.c --env "N=@int=$start" -- @int
	check 'in the environment as well' complains env "@str:[0-9]*=$start"
	# A seed is run as it stands: a difference is found if there is one natively.
	printf "'%s'\n" "$start" >seeds
	compare seed --seeds seeds number.c text.c -- @int
	if [ "$(./number "$start")" = "$(./text "$start")" ]; then
		check "a seed '$start' that shows nothing" some seed verdict 'no difference found\|equivalent'
	else
		check "a seed '$start' is run as it stands" says seed "^difference 1: ./text '\\?$start'\\?\$"
	fi
	check 'which is said' mentions seed 'seed: ' arg1 "'$start'"
done
printf '7\n-3\n0\n' >seeds
compare seed --seeds seeds number.c text.c -- @int
check 'of plain numbers nothing is said' silent seed 'seed:'
check 'and they are as good as ever' says seed '^equivalent'
printf 'seven\n' >seeds
compare word --seeds seeds number.c text.c -- @int
check 'what is no number is refused' rejects word seeds:1 arg1 "'seven'" @str:5
printf '007\n' >seeds
compare first --seeds seeds number.c text.c -- @int
compare accepted --seeds seeds --accept first.d/tests/0001 number.c text.c -- @int
check 'a test of such a seed can be accepted' verdict accepted 'no difference found'
compare both --seeds seeds --assume 'arg1 < 5' number.c text.c -- @int
check 'assumptions hold for it' says both '^equivalent'
finish

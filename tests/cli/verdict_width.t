#!/bin/sh
# verdict_width.t: decisions on terms of 8 to 128 bits that one value, or a few, take: the versions differ, and every way
# to search says so; both sides of the decision are paths.
. "$(dirname "$0")/lib.sh"

cd "$tmp" || exit 1

every='--strategy=auto --strategy=directed --strategy=reach --strategy=path --no-prune --prune=reach'
whole='--strategy=output --strategy=signature' # of programs with main
some='--strategy=auto --no-prune'

# differs WAYS NAME WORD...: drift test and drift diff of NAME.old.c and NAME.new.c must find the difference, in each of
# these ways. The words are those of both. The versions are compiled once.
differs()
{
	ways=$1
	name=$2
	shift 2
	for side in old new; do
		"$clang" -g -O1 -Xclang -disable-llvm-passes -emit-llvm -c -o "$name.$side.bc" "$name.$side.c" || return
	done
	for how in $ways; do
		timeout "$limit" "$drift" test --no-confirm --runs 200 -o out "$how" "$name.old.bc" "$name.new.bc" "$@" >said 2>&1
		status=$?
		if [ "$status" -ne 1 ] || ! grep -q '^different: ' said; then
			echo "$how: status $status"
			cat said
			return 1
		fi
	done
	# Inputs at random hardly ever meet it: then nothing is claimed.
	timeout "$limit" "$drift" test --no-confirm --runs 50 -o out --strategy=random "$name.old.bc" "$name.new.bc" "$@" >said 2>&1
	if grep -q '^equivalent' said; then
		cat said
		return 1
	fi
	timeout "$limit" "$drift" diff "$name.old.bc" "$name.new.bc" "$@" >said 2>&1
	cat said
	grep -q '^different 1' said
}

# paths N FILE WORD...: exploring it finds exactly so many paths, which are all.
paths()
{
	paths_n=$1
	shift
	rm -rf out
	timeout -s KILL "$limit" "$drift" explore -o out "$@" >said 2>&1
	cat said
	all_paths out "$paths_n"
}

# pair WAYS NAME TYPE CONDITION: two numbers a and b from the arguments; NEW returns 3 where the condition holds.
pair()
{
	cat >"$2.old.c" <<-EOF
		#include <stdlib.h>
		int main(int c, char **v)
		{
			if (c != 3)
				return 2;
			$3 a = atol(v[1]), b = atol(v[2]);
			return (void)a, (void)b, 0;
		}
	EOF
	sed "s/^.*return (void)a.*/	if ($4)\n		return 3;\n&/" "$2.old.c" >"$2.new.c"
	check "$2: a difference" differs "$1" "$2" -- @int @int
	check "$2: two paths" paths 2 "$2.new.c" -- @int @int
}

# entry WAYS NAME TYPE CONDITION: the same of one function.
entry()
{
	echo "$3 f($3 x, $3 y) { return x; }" >"$2.old.c"
	echo "$3 f($3 x, $3 y) { return $4 ? 0 : x; }" >"$2.new.c"
	check "$2: a difference" differs "$1" "$2" --entry "$3 f($3 x, $3 y)"
	check "$2: two paths" paths 2 --entry "$3 f($3 x, $3 y)" "$2.new.c"
}

pair "$every $whole" long_sum 'long' 'a + b == 12'
pair "$every $whole" long_product 'long' 'a * b == 35'
pair "$every $whole" long_shifted 'long' '(a ^ (b << 20)) == 5242883'
pair "$some" unsigned_sum 'unsigned long' 'a + b == 12'
pair "$some" unsigned_difference 'unsigned long' 'a - b == -7ul'
pair "$every $whole" int128_sum '__int128' 'a + b == 12'
pair "$some" int128_high '__int128' '(a << 64) + b == ((__int128)9 << 64) + 4'
pair "$some" int128_shifted 'unsigned __int128' '(a ^ (b << 20)) == 5242883'
pair "$some" short_sum 'short' '(short)(a + b) == -30000'
pair "$some" char_sum 'signed char' '(signed char)(a + b) == -100'

entry "$every" long_one 'long' 'x == 5'
entry "$some" long_least 'long' 'x == (-9223372036854775807L - 1)'
entry "$some" long_but_one 'long' '!(x != 77)'
entry "$every" long_two 'long' 'x + y == 12'
entry "$some" long_order 'long' 'x - y > 9223372036854775806L'
entry "$some" unsigned_most 'unsigned long' 'x * 3 == 1'
entry "$some" unsigned_xor 'unsigned long' '(x ^ y << 20) == 0xfedcba9876543210ul'
entry "$some" int128_product 'long' '(__int128)x * y == (__int128)1 << 70'
entry "$some" int128_low 'long' '(__int128)x * 3 + y == (__int128)1 << 64'
entry "$some" short_one 'short' 'x == -32768'
entry "$some" char_one 'signed char' 'x - y == 255'

# A value of two registers that leaves a loop keeps its expression.
cat >int128_loop.old.c <<'EOF'
#include <stdio.h>
#include <stdlib.h>
int main(int c, char **v)
{
	__int128 a = c > 1 ? atoi(v[1]) : 0;
	while (a & 1)
		a = 2;
	printf("%ld\n", (long)a);
	return 0;
}
EOF
sed 's/(long)a)/(long)a == 446 ? 1 : (long)a)/' int128_loop.old.c >int128_loop.new.c
check 'int128_loop: a difference' differs "$every $whole" int128_loop -- @int
check 'int128_loop: two partitions by output' sh -c '"$0" explore -o by --by output int128_loop.old.c -- @int | grep "{arg1}"' "$drift"

# The address of a value of two registers is one.
cat >int128_table.old.c <<'EOF'
#include <stdio.h>
#include <stdlib.h>
static __int128 t[8] = {3, 1, 4, 1, 5, 9, 2, 6};
int main(int c, char **v)
{
	int i = c > 1 ? atoi(v[1]) : 0;
	if (i < 0 || i > 7)
		return 2;
	__int128 x = t[i];
	t[i] = 7;
	printf("%d %d\n", (int)x, (int)t[3]);
	return 0;
}
EOF
sed 's/5, 9, 2, 6/5, 9, 8, 6/' int128_table.old.c >int128_table.new.c
check 'int128_table: a difference' differs "$every $whole" int128_table -- @int
cat >chosen.c <<'EOF'
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	int b = argc > 1 ? atoi(argv[1]) : 0;
	__int128 c = 0, d = 1;
	for (int i = 0; i < (b & 3); i++)
		d = 7;
	*(5 <= d ? &d : &c) = 5;
	printf("%ld\n", (long)d);
	return 0;
}
EOF
check 'int128 by address: all inputs of a partition print the same' \
	sh -c '"$0" explore -o chosen --by output chosen.c -- @int=1 | grep -F "(arg1 & 3) == 0 => prints \"1\\n\""' "$drift"

# Numbers of 20 digits: the first digit says which, up to the end of 64 bits.
cat >digits.old.c <<'EOF'
#include <stdio.h>
int f(unsigned long x)
{
	char text[32] = "";
	return sprintf(text, "%lu", x) * 0;
}
EOF
sed 's/return sprintf.*/sprintf(text, "%lu", x);\n	return text[19] \&\& text[0] == 49 \&\& text[1] == 56 \&\& text[2] > 51;/' digits.old.c >digits.new.c
check 'the first digits of the largest numbers: a difference' differs "$some" digits --entry 'int f(unsigned long x)'

# A condition of which the values are the two ends of 64 bits.
cat >ends.c <<'EOF'
int f(long x)
{
	if ((unsigned long)x - 0x7fffffffffffffffUL <= 1)
		return 1;
	return 0;
}
EOF
check 'the ends of 64 bits are two paths' paths 2 --entry 'int f(long x)' ends.c
check 'and are listed' grep -qF 'x in {-9223372036854775808, 9223372036854775807}' out/result.json

finish

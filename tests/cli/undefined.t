#!/bin/sh
# undefined.t: signed overflow is a note with a witness, asked of the solver and not found by chance; or counts.
. "$(dirname "$0")/lib.sh"
cd "$tmp" || exit 1

# overflows NAME VERSION WORD...: equivalent where neither version overflows, which this one does.
overflows()
{
	overflows_name=$1
	overflows_side=$2
	shift 2
	verdict "$overflows_name" equivalent && mentions "$overflows_name" 'equivalent ' "$overflows_side" overflows "$@"
}

# compare NAME [OPTIONS] OLD NEW ...: leaves NAME.out, NAME.status and NAME.d.
compare()
{
	name=$1
	shift
	capture "$name" "$drift" test --no-confirm -o "$name.d" "$@"
}

# program NAME STATEMENTS: with x and y from the command line.
program()
{
	printf '#include <stdio.h>\n#include <stdlib.h>\nint main(int c, char **v)\n{\n\tint x = atoi(v[1]), y = c > 2 ? atoi(v[2]) : 0;\n\t(void)y;\n\t%s\n\treturn 0;\n}\n' "$2" >"$1.c"
}

# ---- the answer does not depend on the start value ----

program larger 'printf("%d\n", x + 1 > x);'
program last 'printf("%d\n", x != 2147483647);'
program plus 'printf("%d\n", x + 1);'
program wrap 'printf("%d\n", (int)((unsigned)x + 1u));'
for start in 0 -5 2147483647 -2147483648; do
	compare one larger.c last.c -- "@int=$start"
	check "x + 1 > x from $start" overflows one OLD 'arg1 == 2147483647' larger.c:7
	compare two wrap.c plus.c -- "@int=$start"
	check "wrapping by hand from $start" overflows two NEW 'arg1 == 2147483647' plus.c:7
	check 'ends with 0' status two 0
done
check 'result.json has the side' keeps two '"side":	"new"'
check 'the place' keeps two '"where":	"plus.c:7'
check 'an input' keeps two '"input":	"./plus 2147483647"'
check 'and the condition' keeps two '"condition":	"arg1 == 2147483647"'
compare alike plus.c plus.c -- @int
check 'the same code overflows alike' no_code_changed alike
program moved 'int z = x; printf("%d\n", z + 1);'
compare alike plus.c moved.c -- @int=2147483647
check 'as does the same operation elsewhere' proved alike
check 'of which nothing is said' silent alike overflow

# ---- counting ----

compare counted --undefined=count larger.c last.c -- @int
check 'it can count' status counted 1
check 'with its input' says counted '^difference 1: ./last 2147483647'
check 'as undefined behaviour' says counted 'old: .*overflow'
capture confirmed "$drift" test -o confirmed.d --undefined=count wrap.c plus.c -- @int
check 'and shows natively' verdict confirmed different
compare wrong --undefined=never wrap.c plus.c -- @int
check 'nothing else can be asked for' status wrong 2

# ---- it is no difference that ends a search ----

program first 'if (x == 7) puts("seven"); printf("%d\n", x + 1);'
program second 'if (x == 7) puts("SEVEN"); printf("%d\n", (int)(x + 1u));'
compare stops --stop-after first first.c second.c -- @int=2147483647
check 'the search goes on' says stops '^difference 1: ./second 7'
compare both first.c second.c -- @int
check 'beside a difference it is a line of its own' mentions both OLD overflows

# ---- what counts by itself ----

program part 'printf("%d\n", y ? x / y : 0);'
program whole 'printf("%d\n", y ? (int)((long)x / y) : 0);'
compare division part.c whole.c -- @int @int
check 'the least number divided by -1 is a difference' says division '^difference 1: ./whole -2147483648 -1'
check 'as an error' says division 'division-by-zero at part.c:7'

# ---- paths, cuts, widths ----

program far 'if (x > 1000) { if (x < 2000) puts("small"); printf("%d\n", x * 2 / 2); } for (int i = 0; i < (y & 7); i++) putchar(i == 3 ? 97 : 98);'
program near 'if (x > 1000) { if (x < 2000) puts("small"); printf("%d\n", (int)(x * 2u) / 2); } for (int i = 0; i < (y & 7); i++) putchar(i == 3 ? 97 : 98);'
for how in --no-prune --prune=infect '--strategy=path'; do
	compare cut "$how" far.c near.c -- @int @int
	check "with $how a path that overflows is found" overflows cut OLD far.c:7
done
compare bounded --assume 'arg1 < 1000000' far.c near.c -- @int @int
check 'what the assumption excludes is not' proved bounded
program abs 'printf("%d\n", abs(x));'
program sign 'printf("%d\n", x < 0 ? (int)(0u - (unsigned)x) : x);'
compare absolute abs.c sign.c -- @int
check 'abs of the least number' overflows absolute OLD 'arg1 == -2147483648'
program long 'long k = (long)x << 32; printf("%d\n", (k + k) / 2 == k);'
program test 'printf("%d\n", x < 1 << 30 \&\& x >= -(1 << 30));'
sed -i 's/\\&/\&/g' test.c
compare wide long.c test.c -- @int
check '64 bits' overflows wide OLD

# ---- products: only one overflows between two edges that lie close together ----

program times3 'printf("%d\\n", y * (x + 3));'
program times2 'printf("%d\\n", y * (x + 2));'
compare product times3.c times2.c -- @int @int
check 'a product beside its edge: the sum of OLD' says product 'OLD overflows on [^;]*(times3.c:7:[0-9]*); OLD'
check 'and the product of NEW' says product 'NEW overflows on [^;]*(times2.c:7'
check 'and nothing stays open' silent product 'could not decide whether only one'
program three 'int z = c > 3 ? atoi(v[3]) : 0; printf("%d\\n", x * y * z);'
program less 'int z = c > 3 ? atoi(v[3]) : 0; printf("%d\\n", x * y * (z - 1));'
compare factors three.c less.c -- @int @int @int
check 'two factors that move together' says factors 'OLD overflows on [^;]*(three.c:7'

# ---- against enumeration ----

# The program itself is compiled with checks whose handlers count; a value of the window overflows or not.
cat >count.c <<'END'
#include <stdio.h>
int f(int x);
static int overflowed;
void __ubsan_handle_add_overflow_minimal(void) { overflowed = 1; }
void __ubsan_handle_sub_overflow_minimal(void) { overflowed = 1; }
void __ubsan_handle_mul_overflow_minimal(void) { overflowed = 1; }
void __ubsan_handle_negate_overflow_minimal(void) { overflowed = 1; }
void __ubsan_handle_divrem_overflow_minimal(void) { overflowed = 1; }
int main(void)
{
	static const long from[] = {-2147483648L, -300, 2147483347L};
	for (int i = 0; i < 3; i++)
		for (long x = from[i]; x <= from[i] + 300; x++) {
			overflowed = 0;
			int r = f((int)x);
			printf("%ld %d %d\n", x, overflowed, r);
		}
}
END
"$clang" -w -O1 -c count.c
window='arg1 <= -2147483348 || (-300 <= arg1 && arg1 <= 0) || arg1 >= 2147483347'

# pair NAME OLD NEW: two functions of x; drift must say of each side what enumeration says.
pair()
{
	printf '%s\n' "$2" >old.h
	printf '%s\n' "$3" >new.h
	for side in old new; do
		sed "s/@/$side/" >"$side.c" <<'END'
#include <stdio.h>
#include <stdlib.h>
int f(int x)
{
#include "@.h"
}
#ifndef ALONE
int main(int c, char **v) { (void)c; printf("%d\n", f(atoi(v[1]))); return 0; }
#endif
END
		rm -f "$side.all"
		"$clang" -w -DALONE -O0 -fsanitize=signed-integer-overflow -fsanitize-minimal-runtime -c "$side.c" -o "$side.o" &&
			"$clang" -o "$side" count.o "$side.o" && "./$side" >"$side.all"
	done
	# Lines: x, overflow and result of OLD, then of NEW.
	paste old.all new.all >all
	check "$1: enumerated" sh -c '[ "$(wc -l <all)" -eq 903 ]'
	old=$(awk '$2 && !$5' all | wc -l)
	new=$(awk '!$2 && $5' all | wc -l)
	differ=$(awk '$3 != $6' all | wc -l)
	compare pair --assume "$window" old.c new.c -- @int
	check "$1: OLD alone on $old" sh -c "[ $old -gt 0 ] && grep -q '\"side\":	\"old\"' pair.d/result.json || { [ $old -eq 0 ] && ! grep -q '\"side\":	\"old\"' pair.d/result.json; }"
	check "$1: NEW alone on $new" sh -c "[ $new -gt 0 ] && grep -q '\"side\":	\"new\"' pair.d/result.json || { [ $new -eq 0 ] && ! grep -q '\"side\":	\"new\"' pair.d/result.json; }"
	if [ "$differ" -gt 0 ]; then
		check "$1: different on $differ" says pair '^different: '
	else
		check "$1: equivalent" says pair '^equivalent'
	fi
}
pair 'sum' 'return x + 5 - 5;' 'return x - 5 + 5;'
pair 'order' 'return x * 3;' 'return x + x + x;'
pair 'negation' 'return -x;' 'return 0u - x;'
pair 'more' 'return x + 1;' 'return (int)(x + 2u) - 1;'
pair 'less' 'return x < 0 ? x : x + 1 - 1;' 'return x;'
pair 'guarded' 'return x > 2147483640 ? 1 : x + 5;' 'return x > 2147483642 ? 1 : x + 5;'
pair 'factor' 'return x * -7 / 7;' 'return (int)(x * -7u) / 7;'
pair 'square' 'return x * x;' 'return (int)((unsigned)x * x);'
pair 'loop' 'int n = 0; for (int i = 0; i < (x & 3); i++) n += x; return n;' 'return (int)((x & 3u) * (unsigned)x);'
pair 'dead' 'int n = x + 1; n = x; return n;' 'return x;'
pair 'far' 'return x - 2147483647 > 0;' 'return 0;'
finish

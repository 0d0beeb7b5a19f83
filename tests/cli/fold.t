#!/bin/sh
# fold.t: --fold turns short-circuit logic into selects; nothing a program does may change.
. "$(dirname "$0")/lib.sh"

cat >"$tmp/logic.c" <<'END'
#include <stdio.h>
static int calls;
static int seen(int x) { calls++; return x; }
int main(void)
{
	int count[8] = {0}, *none = NULL;
	for (int a = -2; a < 3; a++)
		for (int b = -2; b < 3; b++)
			for (int c = -2; c < 3; c++) {
				if (a > 0 && b > 0) count[0]++;
				if (a > 0 || b < c) count[1]++;
				if ((a > b && b > c) || (c == a && !b)) count[2]++;
				int v = a < b && c != 1;
				count[3] += v;
				count[4] += (a & b) == 2 || (v && c + a > 1) ? 3 : -1;
				if (a && seen(b) && c) count[5]++;
				if (a == 2 || (none && *none == b)) count[6]++;
				while (v && c > 0) { count[7]++; v = 0; }
				if (b != 0 && a / b == 1) count[0] += 7;
			}
	for (int i = 0; i < 8; i++)
		printf("%d ", count[i]);
	printf("%d\n", calls);
	return 0;
}
END
"$clang" -O1 -w -o "$tmp/logic" "$tmp/logic.c"
capture native "$tmp/logic"
capture folded "$drift" run --fold "$tmp/logic.c"
check 'logic with effects, traps and loops' same native folded

branches()
{
	"$drift" run "$@" --dump main "$tmp/logic.c" | grep -c ' CBR'
}
check 'there are fewer branches' test "$(branches --fold)" -lt "$(branches)"

cd "$programs/c" || exit 1
for name in switch varargs bitfields setjmp struct-mixed; do
	[ -f "$name.c" ] || continue
	capture plain "$drift" run "$name.c"
	capture folded "$drift" run --fold "$name.c"
	check "$name" same plain folded
done

# Which of two values was chosen no expression says: runs that go on from snapshots must not take another input's answer.
capture chosen "$drift" explore --fold --tests none -o "$tmp/chosen.d" "$programs/snapshot/folded.c" --stdin @text:4=ab
check 'a choice of a value that was set and one that was not' field chosen exhaustive true
check '... no value that was not set is used' silent chosen uninitialised
finish

#!/bin/sh
# undefined_bits.t: which bits of a value are undefined. A bit field that was never set does not make its neighbours
# undefined, nor do they make it defined; random programs agree with MemorySanitizer.
. "$(dirname "$0")/lib.sh"
export DRIFT_BUILD

# lines FILE: the lines of branches that drift notes.
lines()
{
	"$drift" run --notes "$1" <"${2:-/dev/null}" 2>&1 >/dev/null |
		sed -n 's/.*\.c:\([0-9]*\):.*a branch depends on uninitialised memory.*/\1/p' | sort -un | tr '\n' ' '
}

# marked FILE: the lines whose comment says that they are undefined.
marked()
{
	grep -n 'if (.*/\* undefined' "$1" | sed 's/:.*//' | tr '\n' ' '
}

# as_marked FILE: drift notes the lines that are marked.
as_marked()
{
	[ "$(lines "$1")" = "$(marked "$1")" ] || { echo "noted $(lines "$1"), marked $(marked "$1")"; false; }
}

for file in "$programs"/undefined_bits/*.c; do
	case $file in */fields.c) continue ;; esac
	check "$(basename "$file")" as_marked "$file"
done

# ---- a mask from the input decides whether the undefined bits count ----

fields=$programs/undefined_bits/fields.c
printf 'ab\001' >"$tmp/one"
printf 'ab' >"$tmp/none"
check 'bits that a mask keeps' [ "$(lines "$fields" "$tmp/one")" = "$(marked "$fields")" ]
check 'bits that a mask drops' [ "$(lines "$fields" "$tmp/none")" = "$(marked "$fields" | cut -d' ' -f1) " ]

# ---- versions are not undefined because of a neighbour ----

cat >"$tmp/old.c" <<'END'
#include <stdio.h>
#include <string.h>
struct line { unsigned type : 5, data : 11, rest : 16; };
static struct line last;
static void parse(struct line *l, int c)
{
	unsigned short head = c == 'x' ? 3 : 1;
	memcpy(l, &head, sizeof head);
}
int main(int argc, char **argv)
{
	struct line l;
	if (argc < 2)
		return 2;
	parse(&l, argv[1][0]);
	last = l;
	if (last.type == 3)
		puts("three");
	return 0;
}
END
sed 's/c == .x. ? 3 : 1/c != 120 ? 1 : 3/' "$tmp/old.c" >"$tmp/new.c"
capture pair "$drift" test -o "$tmp/pair.d" "$tmp/old.c" "$tmp/new.c" -- @str:1
check 'equivalent, though a field was never set' verdict pair equivalent
check 'without a note' [ "$(json "$tmp/pair.d/result.json" 'notes.#')" = 0 ]

# ---- random programs ----

capture random env SEED=1000 sh "$top/tests/gen/check_undefined.sh" 20
check 'twenty random programs agree with MemorySanitizer' status random 0
finish

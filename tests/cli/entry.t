#!/bin/sh
# entry.t: tests of one function (--entry) and of fuzzing harnesses run natively as recorded.
. "$(dirname "$0")/lib.sh"

cd "$tmp" || exit 1
entries=$programs/entry/entries.c
structs=$programs/entry/structs.c
harness=$programs/entry/harness.c

# replays NAME PROGRAM PATHS OPTION...: explores; there are so many tests, and each runs natively,
# and from a source in the machine, as recorded.
replays()
{
	replays_to=$1
	replays_program=$2
	replays_paths=$3
	shift 3
	timeout "$limit" "$drift" explore -o "$replays_to" --bound 4 "$replays_program" "$@" </dev/null >"$replays_to.out" 2>&1
	[ $? -le 1 ] || { cat "$replays_to.out"; return 1; }
	[ "$(find "$replays_to/tests" -name cmd | wc -l)" -eq "$replays_paths" ] || { cat "$replays_to.out"; return 1; }
	timeout "$limit" sh "$replays_to/tests/run.sh" >"$replays_to.tap" 2>&1 || { grep -v ^ok "$replays_to.tap"; return 1; }
	[ "$(grep -c '^ok [0-9]* - [^#]*$' "$replays_to.tap")" -eq "$replays_paths" ] || { cat "$replays_to.tap"; return 1; }
	[ "$replays_program" = "${replays_program%.c}" ] && return
	timeout "$limit" "$drift" replay --tap "$replays_to/tests" >"$replays_to.machine" || { grep -v ^ok "$replays_to.machine"; return 1; }
}

# ---- every kind of parameter ----

"$DRIFT_BUILD/bin/drift-cc" -w -g -o binary "$entries"
"$clang" -w -g -O1 -Xclang -disable-llvm-passes -emit-llvm -c -o bitcode.bc "$entries"
# Each from its source, and in turn from one of the others.
turn=0
while IFS='|' read -r paths prototype; do
	turn=$((turn + 1))
	others='./binary'
	[ $((turn % 2)) -eq 0 ] && others='bitcode.bc'
	[ $((turn % 4)) -lt 2 ] && others=
	# shellcheck disable=SC2086 # a list of words
	for program in "$entries" $others; do
		check "$prototype, of $(basename "$program")" replays out "$program" "$paths" --entry "$prototype"
	done
done <<'END'
2|signed char least(signed char a)
3|unsigned char upper(char c)
3|short half(short a, unsigned short b)
3|unsigned widen(int a, unsigned b)
3|long wide(long a, unsigned long b)
3|uint64_t mask(int64_t a, uint32_t b, uint8_t c)
2|bool both(bool a, bool b)
15|int text(const char *s, int n)
16|int sum(const int a[4])
6|int count(const uint8_t *p, size_t n)
2|int32_t first(void *p)
3|void ends(int x)
9|char *find(char *s)
3|int quotient(int, int)
1|int nothing(void)
2|int hidden(int a)
END

# ---- structs ----

"$DRIFT_BUILD/bin/drift-cc" -w -g -o structs "$structs"
while IFS='|' read -r paths prototype; do
	turn=$((turn + 1))
	others=
	[ $((turn % 3)) -eq 0 ] && others='./structs'
	# shellcheck disable=SC2086
	for program in "$structs" $others; do
		check "$prototype, of $(basename "$program")" replays out "$program" "$paths" --entry "$prototype"
	done
done <<'END'
3|int sum_by_pointer(const struct point *p)
3|int sum_by_value(struct point p)
15|int grade(record *r)
10|int length(struct node *list)
10|int follow(struct node list)
5|long weigh(int k, struct large l, struct point p)
3|int state(struct flags f)
1|int mix(struct mixed m, int k)
2|int three(struct floats f, struct bytes b)
4|int handle(struct handler *h)
2|int paint(enum color c, count_t n)
2|int past(struct point *p)
END
check 'a null pointer inside is tried' replays out "$structs" 10 --entry 'int follow(struct node list)'
check 'and found' grep -lq '^error: null-dereference' out/tests/*/status
check 'two objects with --depth 2' replays out "$structs" 4 --depth 2 --entry 'int follow(struct node list)'
check 'fields have their names' grep -q '"condition":	".*list\.next' out/result.json
check 'and can be assumed' replays out "$structs" 1 --entry 'int sum_by_value(struct point p)' --assume 'p.x == 11'

# ---- a name alone: debug information has the prototype ----

while IFS='|' read -r paths name; do
	for program in "$entries" ./binary; do
		check "$name alone, of $(basename "$program")" replays out "$program" "$paths" --entry "$name"
	done
done <<'END'
3|upper
3|wide
2|both
15|text
6|count
3|ends
9|find
3|quotient
1|nothing
END
check 'a static function' replays out "$entries" 2 --entry hidden
check 'a struct by value' replays out "$structs" 5 --entry weigh
check 'a typedef of a struct' replays out "$structs" 15 --entry grade
check 'parameters have their names' grep -q '"condition":	".*r->level' out/result.json

kinds=$programs/entry/kinds.c
while IFS='|' read -r paths name; do
	check "$name, of kinds.c" replays out "$kinds" "$paths" --entry "$name"
done <<'END'
2|third
2|weight
10|copy
2|measure
2|double weight(int n, double unit)
2|int corner(const struct point p[2])
3|apply
2|is_seven
2|tell
END
"$DRIFT_BUILD/bin/drift-cc" -w -g -c -o kinds.o "$kinds"
check 'floating point, of an object' replays out kinds.o 2 --entry third

# ---- harnesses ----

check 'a harness' replays out "$harness" 11 --bound 4
check 'its error is among the tests' grep -lq '^error: out-of-bounds' out/tests/*/status
"$DRIFT_BUILD/bin/drift-cc" -w -g -c -o harness.o "$harness"
check 'a harness in an object' replays out harness.o 11 --bound 4

# ---- what must be noticed ----

check 'one more exploration' replays out "$entries" 2 --entry 'int hidden(int a)'
check 'without drift, run.sh does it itself' env DRIFT=/nonexistent sh out/tests/run.sh
check '... also where a directory has its name' env DRIFT=/ sh out/tests/run.sh
printf 77 >out/tests/0001/returned
check 'another value than recorded is seen natively' sh -c '! sh out/tests/run.sh'
check 'and without drift' sh -c '! DRIFT=/nonexistent sh out/tests/run.sh'
check 'and in the machine' sh -c '! "$1" replay out/tests/0001' sh "$drift"
check 'a rebuilt program is used' sh -c '
	printf "static int f(int a) { return a > 3 ? a : 3; }\nint main(void) { return f(1); }\n" >own.c
	"$1" explore -o own own.c --entry "int f(int a)" && sh own/tests/run.sh || exit 1
	sleep 1
	printf "static int f(int a) { return a > 3 ? a : 4; }\nint main(void) { return f(1); }\n" >own.c
	! sh own/tests/run.sh' sh "$drift"

# ---- conditions have the types of the parameters ----

cat >types.c <<'END'
struct mixed { char c; unsigned short h; };
int kinds(unsigned u, signed char s, struct mixed *m, unsigned long l)
{
	if (u > 3000000000u)
		return s < -100;
	if (s + 1 == -5)
		return 3;
	if (m->c < -3 && m->h > 40000)
		return 4;
	return l > 1ul << 63 ? (unsigned char)s > 250 : u / 3 == 7;
}
END
"$drift" explore -o types --tests none --json types.c --entry kinds >types.json
sed -n 's/.*"condition":.*"\(.*\)",$/\1/p' types.json >types.list
check 'there are some' sh -c '[ $(wc -l <types.list) -gt 6 ]'
while read -r condition; do
	explore one --tests none types.c --entry kinds --assume "$condition"
	check "one path, read back: $condition" all_paths one 1
done <types.list
check 'an unsigned number is not negative' grep -q 'u > 3000000000' types.list
check 'a char is' grep -q 's == -6' types.list

# ---- what is refused ----

refused()
{
	refused_what=$1 refused_entry=$2
	shift 2
	explore refused "$entries" --entry "$refused_entry"
	check "$refused_what" rejects refused "$@"
}
refused 'another result' 'long least(signed char a)' least
refused 'a bool that is a char' 'bool both(char a, bool b)' both
refused 'a pointer to a pointer that is none' 'int text(char **s, int n)' text

entries=$structs
refused 'a struct of another name' 'int sum_by_value(struct node p)' "'p'"
refused 'a pointer that is none' 'int sum_by_value(struct point *p)' "'p'"
entries=$kinds
refused 'a struct that is only declared' look "'h'"
entries=$structs
"$clang" -w -c -emit-llvm -O1 -Xclang -disable-llvm-passes -o plain.bc "$structs"
entries=plain.bc
refused 'a name without debug information' past past --entry
refused 'structs without debug information' 'int past(struct point *p)' "'p'"

finish

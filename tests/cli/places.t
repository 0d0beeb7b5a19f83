#!/bin/sh
# places.t: where changes meet, and in which order they are executed.
. "$(dirname "$0")/lib.sh"

pairs=$programs/interactions

# flat FILE: JSON in one line, without space.
flat()
{
	tr -d '\n\t ' <"$1"
}

# has TEXT FILE
has()
{
	flat "$2" | grep -qF -- "$1"
}

# texts GRAPH SOURCE: each place as its line of source and those of the changes that meet there, sorted.
texts()
{
	awk 'FNR == NR { line[FNR] = $0; next }
		/^change / { n = $2; sub(/^[^:]*:/, ""); sub(/[^0-9].*/, ""); change[n] = line[$0 + 0] }
		/^place / { at = $0; sub(/^[^:]*:/, "", at); sub(/[^0-9].*/, "", at)
			meet = $0; sub(/.*changes meet: /, "", meet); k = split(meet, m, ", "); $0 = ""
			for (i = 1; i <= k; i++) for (j = i + 1; j <= k; j++) if (change[m[i]] > change[m[j]]) { t = m[i]; m[i] = m[j]; m[j] = t }
			out = line[at + 0] " <-"; for (i = 1; i <= k; i++) out = out " {" change[m[i]] "}"; print out }' "$2" "$1" | sort
}

# backwards FILE: its pieces between lines of dashes in the other order.
backwards()
{
	awk '/^\/\* ---- \*\/$/ { n++ } { text[n + 0] = text[n + 0] $0 "\n" } END { printf "%s", text[0]; for (i = n; i > 0; i--) printf "%s", text[i] }' "$1"
}

# ---- the same program, written down in another order ----

for v in old new; do backwards "$pairs/ring_$v.c" >"$tmp/back_$v.c"; done
$drift graph --kind changes "$pairs/ring_old.c" "$pairs/ring_new.c" >"$tmp/ring" 2>&1
$drift graph --kind changes "$tmp/back_old.c" "$tmp/back_new.c" >"$tmp/back" 2>&1
texts "$tmp/ring" "$pairs/ring_new.c" >"$tmp/ring.places"
texts "$tmp/back" "$tmp/back_new.c" >"$tmp/back.places"
check "places are there, and not at edited lines" sh -c "
	grep -q 'r->at\[(r->head + r->n) % r->size\] = c; <- {.*if (r->n + 1 >= .*} {.*r->head = (1 + .*} {#define SLOTS 5}' '$tmp/ring.places' &&
	grep -q 'r->full(r, c); <- {.*if (r->n + 1 >= .*} {#define SLOTS 5}' '$tmp/ring.places' &&
	! grep -q '^[^<]*(1 + r->head)' '$tmp/ring.places' && ! grep -q '^} <-' '$tmp/ring.places'"
check "the order of functions says nothing about places" cmp "$tmp/ring.places" "$tmp/back.places"

$drift test --interactions -o "$tmp/oring" "$pairs/ring_old.c" "$pairs/ring_new.c" -- @str:5=ab- >"$tmp/ring.txt" 2>&1
check "a size and a check that a pointer to a function stands behind are needed together" \
	has '"critical_edits":["ring_new.c:6","ring_new.c:30"],"critical_by":"experiment","cie":true' "$tmp/oring/result.json"
check "they meet where it is full" sh -c "grep -q 'ring_new.c:31 (push)' '$tmp/ring.txt'"

# ---- checks that end the program ----

cat >"$tmp/check_old.c" <<'C'
#include <stdio.h>
#include <stdlib.h>
static void fail(void)
{
	puts("zero");
	exit(1);
}
static int divide(int a, int b)
{
	if (b == 0)
		fail();
	return a / b;
}
static int read_digit(const char *s)
{
	if (s[0] < '1' || s[0] > '9')
		fail();
	return s[0] - '0';
}
int main(int argc, char **argv)
{
	printf("%d\n", divide(argc * 10, read_digit(argv[argc - 1])));
	return 0;
}
C
sed "/b == 0/,/fail/d; s/< '1'/< '0'/" "$tmp/check_old.c" >"$tmp/check_new.c"
$drift graph --kind changes "$tmp/check_old.c" "$tmp/check_new.c" >"$tmp/check" 2>&1
check "a check that is gone and one that is another meet at what they kept a value from" \
	grep -q '^place .*check_new.c:10 (divide): changes meet: 1, 2' "$tmp/check"
$drift test --interactions -o "$tmp/ocheck" "$tmp/check_old.c" "$tmp/check_new.c" -- @str:1=5 >"$tmp/check.txt" 2>&1
check "a division by zero needs both" sh -c "
	tr -d '\n\t ' <'$tmp/ocheck/result.json' | grep -q '\"changes\":\[1,2\],\"places\":\[\"[^\"]*check_new.c:10(divide)\"'"

# ---- a loop in which everything depends on everything ----

cat >"$tmp/loop_old.c" <<'C'
#include <stdio.h>
#include <stdlib.h>
enum { SIZE = 40 };
static unsigned base = 10;
static void put(unsigned n)
{
	char text[SIZE];
	unsigned k = sizeof text;
	text[--k] = 0;
	do {
		text[--k] = "0123456789"[n % base];
		n /= base;
	} while (n && k > 1);
	puts(text + k);
}
int main(int argc, char **argv)
{
	for (const char *s = argv[argc - 1]; *s; s++) {
		if (*s == 'b')
			base = 2;
		else if (*s >= '0' && *s <= '9')
			put((unsigned)(*s - '0'));
	}
	return 0;
}
C
sed "s/SIZE = 40/SIZE = 4/; s/ && k > 1//; s/\*s == 'b'/'b' == *s/" "$tmp/loop_old.c" >"$tmp/loop_new.c"
$drift graph --kind changes "$tmp/loop_old.c" "$tmp/loop_new.c" >"$tmp/loop" 2>&1
check "a buffer and the end of the loop meet at the access" grep -q '^place .*loop_new.c:11 (put): changes meet: 1, 2' "$tmp/loop"
$drift test --interactions -o "$tmp/oloop" "$tmp/loop_old.c" "$tmp/loop_new.c" -- @str:2=b1 >"$tmp/loop.txt" 2>&1
check "the access out of bounds needs both, and they meet there" sh -c "
	grep -q 'meet at .*loop_new.c:11 (put)' '$tmp/loop.txt' && grep -q 'ends    exit 0 .*| wild-pointer at .*loop_new.c:11' '$tmp/loop.txt'"

# ---- no statement behind the last change ----

cat >"$tmp/last_old.c" <<'C'
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	int width = argv[argc - 1][0] - '0';
	if (width > 5)
		width = 5;
	fflush(stdout);
	printf("%*s\n", width > 5 ? 5 : width, "x");
	return 0;
}
C
sed '/if (width/,/width = 5/d; s/width > 5 ? 5 : width/width/' "$tmp/last_old.c" >"$tmp/last_new.c"
$drift test --interactions -o "$tmp/olast" "$tmp/last_old.c" "$tmp/last_new.c" -- @str:1=1 >"$tmp/last.txt" 2>&1
check "changes that meet in the code of one of them are said to meet there" sh -c "
	grep -q '\"by\":	\"experiment\"' '$tmp/olast/result.json' && grep -q 'last_new.c:7 (main)' '$tmp/last.txt'"

# ---- what an edit needs, and the order of a call and what it calls ----

$drift test --interactions -o "$tmp/ostart" "$pairs/start_old.c" "$pairs/start_new.c" -- ab @str:1 >"$tmp/start.txt" 2>&1
r=$tmp/ostart/result.json
check "a call is needed; the function, its header and the braces around it are what it takes to build it" \
	has '"critical_edits":["start_new.c:44"],"critical_by":"experiment"' "$r"
check "the call is executed before what it calls" has '"sequence":[6,5,' "$r"
finish

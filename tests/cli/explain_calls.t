#!/bin/sh
# explain_calls.t: drift explain on one function (--entry), on calls of a library (--call), and on tests of both.
. "$(dirname "$0")/lib.sh"
cd "$tmp" || exit 1

cat >old.c <<'END'
#include <string.h>
struct item {
	int count;
	char *name;
};
static int weigh(const char *s)
{
	int w = 0;
	while (*s)
		w += *s++ & 7;
	return w;
}
int total(struct item *p, int n, const char *s)
{
	if (n > 10)
		p->count = 3;
	return (int)strlen(s) + p->count;
}
void mark(struct item *p, int n)
{
	if (n == 9)
		p->count = n;
}
int weight(const char *s)
{
	int w = weigh(s);
	if (w > 20)
		w = 20;
	return w;
}
END
sed -e 's/n > 10/n > 12/' -e 's/n == 9/n == 7/' -e 's/w > 20/w > 9/' old.c >new.c

# matches PATTERN FILE: a line of it matches.
matches()
{
	grep -q -E -e "$1" "$2" || { cat "$2"; return 1; }
}

capture entry "$drift" explain old.c new.c --entry mark -- 1 0 '' 9
check 'what a function leaves behind a pointer' matches '^the difference   .*: returns, p->count = 9 \| returns, p->count = 1$' entry.out
check '... is blamed by experiment' matches '^to blame         h2 at new.c:21 alone: ' entry.out
check '... the others are none of it' matches '^ .*h1, h3 ' entry.out
check '... exit status' test "$(cat entry.status)" = 1
capture value "$drift" explain --builds 0 old.c new.c --entry total -- 0 1 '' 11 ab
check 'what a function returns' matches '^the difference   the run: returns 5, p->count = 3 \| returns 2, p->count = 0$' value.out
check '... the first suspect' matches '^suspects         1\. new.c:15 ' value.out
check '... what passes instead' matches '^pass instead     n 11 -> 1[03] ' value.out

capture call "$drift" explain old.c new.c --call 'weight(@str:4=gf)'
check 'a call: what differs' matches "^the difference   stdout line 1: '=> 13' \| '=> 20'" call.out
check '... blame' matches '^to blame         h3 at new.c:27 alone' call.out
check '... the input as the call' matches 'weight\("gf"\) -> weight\(' call.out
check '... nothing of where it was made' sh -c '! grep -e "drift-[0-9]" call.out'
check 'values behind -- are those of the call' sh -c "'$drift' explain --builds 0 old.c new.c --call 'weight(@str:4)' -- gf | grep -q '=> 13'"

"$drift" test --stop-after 1 --explain --no-confirm -o by_entry old.c new.c --entry mark >listed.out 2>&1
"$drift" test --stop-after 1 -o by_call old.c new.c --call 'weight(@str:4)' >/dev/null 2>&1
check 'drift test --explain --entry' matches '^suspects         1\. (new|old).c:21 ' listed.out
capture of_entry "$drift" explain --builds 0 --test by_entry/tests/0001
check 'a test of drift test --entry knows the rest' matches '^suspects         1\. (new|old).c:21 ' of_entry.out
capture of_call "$drift" explain --builds 0 --test by_call/tests/0001 -o told
check 'a test of drift test --call as well' matches '^suspects         1\. .*new.c:27 ' of_call.out
check '... from another directory' sh -c "mkdir -p away && cd away && '$drift' explain --builds 0 --test ../by_call/tests/0001 | grep -q '^suspects         1. .*/new.c:27 '"
check 'its tests can be run again' sh -c "grep -q '\"call\"' told/result.json && '$drift' replay told"

# wrong STATUS PATTERN ARG...: one line.
wrong()
{
	wrong_pattern=$1
	shift
	"$drift" explain "$@" >said 2>&1
	[ $? -eq 2 ] && [ "$(wc -l <said)" -eq 1 ] && grep -q -E -e "$wrong_pattern" said || { cat said; return 1; }
}
check 'too few values' wrong 'total: 1 .* 5: p->count, .* n, s$' old.c new.c --entry total -- 1
check 'a value that is no number' wrong "n .*32.* 'x'" old.c new.c --entry total -- 0 1 '' x ab
check 'a value beyond the bound' wrong '17 .* 16' old.c new.c --entry total -- 0 1 '' 1 12345678901234567
check 'no such function' wrong "'nothing'" old.c new.c --entry nothing -- 1
check 'standard input of a function' wrong '--stdin' old.c new.c --entry total --stdin old.c -- 1
check 'both' wrong '--entry .*--call|--call .*--entry' old.c new.c --entry total --call 'weight(@str:4)' -- 1
check 'a test without result.json, and no versions' sh -c "mkdir -p lone/tests && cp -r by_call/tests/0001 lone/tests && '$drift' explain --test lone/tests/0001 2>&1 | grep -q '^drift: .*lone.* OLD .*NEW'"
finish

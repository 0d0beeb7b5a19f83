#!/bin/sh
# contracts_calls.t: predicates that call functions of the program, and where "everything else equal" lets NEW end otherwise.
. "$(dirname "$0")/lib.sh"
cd "$tmp" || exit 1

cat >o.c <<'X'
#include <stdio.h>
#include <stdlib.h>
int count;
struct pair { int a, b; };
struct list { int value; struct list *next; };
int bump(int n) { count++; return n; }
int hidden(int n) { return n > 50 ? bump(n) : n; }
int says(int n) { puts("x"); return n; }
int keeps(int n) { int *p = malloc(sizeof *p); free(p); return n; }
int quotient(int n) { return 100 / n; }
int endless(int n) { while (n | 1) n++; return n; }
int deep(int n) { return deep(n + 1); }
int half(double d) { return d > 0.5; }
int both(struct pair p) { return p.a + p.b; }
int digits(unsigned n) { int k = 1; while (n >= 10) { n /= 10; k++; } return k; }
_Bool odd(signed char c) { return c & 1; }
int length(const struct list *l) { int n = 0; for (; l; l = l->next) n++; return n; }
int sorted(const int *a, int n) { int copy[3]; for (int i = 0; i < n; i++) copy[i] = a[i]; return n < 2 || (copy[0] <= copy[1] && (n < 3 || copy[1] <= copy[2])); }
int same(const char *a, const char *b) { while (*a && *a == *b) a++, b++; return *a == *b; }
int at(const int *a, int i) { return a[i]; }
int one(const struct list *a, const struct list *b) { return a == b; }
int f(int n) { return n; }
int size(struct list *l) { return l ? 1 : 0; }
int word(char *s) { return s[0]; }
int three(int *a, int i) { return a[0] + i; }
X

# new FUNCTION CONTRACT BODY [OPTION...]: NEW has this contract and body for the function.
new()
{
	name=$1
	grep -v "^int $name(" o.c >n.c
	printf '/*@ changed_behavior %s */\n%s { %s }\n' "$2" "$(grep "^int $name(" o.c | sed 's/ {.*//')" "$3" >>n.c
	shift 3
	run out check --no-confirm --function "$name" "$@" o.c n.c
}

# gives FUNCTION VERDICTS CONTRACT BODY [OPTION...]
gives()
{
	of=$1 verdicts=$2
	shift 2
	new "$of" "$@"
	clauses out "$verdicts"
}

check 'a loop over digits' gives f 'holds holds holds' \
	'requires digits(n) == 3 && n > 0; ensures \result == n + 1;' 'return n >= 100 && n <= 999 ? n + 1 : n;'
check '... and one that is too large' gives f 'holds holds violated' \
	'requires digits(n) == 3 && n > 0; ensures \result == n + 1;' 'return n >= 100 && n <= 1000 ? n + 1 : n;'
check '... and one that is too small' gives f 'violated holds holds' \
	'requires digits(n) == 3 && n > 0; ensures \result == n + 1;' 'return n >= 101 && n <= 999 ? n + 1 : n;'
check 'arguments are converted as in C, and a bool is one' gives f 'holds holds holds' \
	'requires odd(n); ensures \result == n * 2;' 'return n & 1 ? n * 2 : n;'
check 'lists' gives size 'holds holds holds' \
	'requires length(l) > 1; ensures \result == length(l);' 'int n = 0; for (; l; l = l->next) n++; return n;'
check 'an array is copied to a local' gives three 'holds holds holds' \
	'requires sorted(a, 3); ensures \result == -1;' \
	'return a[0] <= a[1] && a[1] <= a[2] ? -1 : a[0] + i;' --shape 'int three(int a[3], int i)'
check 'an index that is an input' gives three 'holds holds holds' \
	'requires i >= 0 && i < 3 && at(a, i) == 7; ensures \result == 0;' \
	'return i >= 0 && i < 3 && a[i] == 7 ? 0 : a[0] + i;' --shape 'int three(int a[3], int i)'
check 'a text of the contract' gives word 'holds holds holds' \
	'requires same(s, "ab"); ensures \result == 1;' "return s[0] == 'a' && s[1] == 'b' && !s[2] ? 1 : s[0];" --bound 3
check 'a quantifier calls inside of its range alone' gives three 'holds holds holds' \
	'requires \forall int k; 0 <= k && k < 3; at(a, k) > 0; ensures \result == 9;' \
	'return a[0] > 0 && a[1] > 0 && a[2] > 0 ? 9 : a[0] + i;' --shape 'int three(int a[3], int i)'
check 'a guard keeps a call from failing' gives f 'holds holds holds' \
	'requires n != 0 && quotient(n) == 50; ensures \result == 0;' 'return n == 2 ? 0 : n;'
check '... also by ||, ==> and ?:' gives f 'holds holds holds' \
	'requires !(n == 0 || quotient(n) != 50) && (n != 0 ==> quotient(n) == 50) && (n ? quotient(n) : 0) == 50; ensures \result == 0;' \
	'return n == 2 ? 0 : n;'
check 'an effect that is not reached is none' gives f 'holds holds holds' \
	'requires n < 10 && n > 7 && hidden(n) == 9; ensures \result == 0;' 'return n == 9 ? 0 : n;'

# \prev calls OLD's function, everything else NEW's.
sed 's/k = 1;/k = 0;/' o.c | grep -v '^int f(' >n.c
cat >>n.c <<'X'
/*@ changed_behavior requires n > 0; ensures \result == \prev(digits(n)) - digits(n); */
int f(int n) { return n > 0 ? 1 : n; }
X
run out check --no-confirm --function f o.c n.c
check 'each version calls its own' clauses out 'holds holds holds'

# ---- calls that are refused ----

# refused FUNCTION PLACE WORD CONTRACT: status 2; the message names the place in the program, and the word.
refused()
{
	new "$1" "$4" 'return 0;'
	status out 2 && mentions out "drift: n.c:" "$2" "$3"
}
check 'a function that writes a global' refused f "(n.c:6:" "'bump'" 'requires bump(n) == 3;'
check '... behind another one, on some inputs' refused f "(n.c:6:" "'hidden'" 'requires hidden(n) == 3;'
check 'a function that prints' refused f "(n.c:8:" "'says'" 'requires says(n) == 3;'
check 'a function that allocates' refused f "(n.c:9:" "'keeps'" 'requires keeps(n) == 3;'
check 'a function that fails' refused f "(n.c:10:" "'quotient'" 'requires quotient(n) == 50;'
check 'a function that does not end' refused f "(n.c:11:" "'endless'" 'requires endless(n) == 3;'
check 'a function that calls itself for ever' refused f "(n.c:12:" "'deep'" 'requires deep(n) == 3;'
check 'a floating-point argument' refused f "n.c:$(wc -l <o.c):" predicate 'requires half(n) == 1;'
check 'a struct as an argument' refused f "n.c:$(wc -l <o.c):" predicate 'requires both(n) == 1;'
check 'an unknown function' refused f 'n.c:' "'nobody'" 'requires nobody(n) == 1;'
check 'arguments that are missing' refused f 'n.c:' "'quotient'" 'requires quotient() == 1;'
check 'memory of two states' refused size 'n.c:' 'two states' 'ensures one(l, \prev(l)) == 1;'

# ---- how NEW ends ----

cat >o.c <<'X'
#include <stdlib.h>
int f(int n) { if (n == 3) abort(); if (n == 4) exit(2); return n; }
X
check 'a forbidden end may become any other' gives f 'holds holds holds' \
	'when_signaled (abort); signals (abort) false;' 'if (n == 4) exit(2); return n == 3 ? 77 : n;'
check '... another one that is not normal, too' gives f 'holds holds holds' \
	'when_signaled (abort); signals (abort) false;' 'if (n == 3) exit(1); if (n == 4) exit(2); return n;'
check '... but not this one' gives f 'violated holds holds' \
	'when_signaled (abort); signals (abort) false;' 'if (n == 3) abort(); if (n == 4) exit(2); return n;'
check 'elsewhere in the case the end stays' gives f 'holds violated holds' \
	'requires n >= 3; signals (abort) false;' 'if (n == 3) exit(1); return n;'
check '... and what is returned' gives f 'holds violated holds' \
	'requires n >= 3; signals (abort) false;' 'if (n == 4) exit(2); return n == 5 ? 6 : n;'
check 'the end that another case asks for is allowed' gives f 'holds holds holds holds holds' \
	'requires n >= 3; signals (abort) false; also changed_behavior requires n == 4; ensures \result == 0;' \
	'return n == 4 ? 0 : n;'
check 'a status is an end of its own' gives f 'holds holds holds' \
	'signals (exit(2)) false;' 'if (n == 3) abort(); if (n == 4) exit(3); return n;'
finish

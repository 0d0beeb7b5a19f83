#!/bin/sh
# check_strict.t: drift check and drift test have the same exit status with --strict: 3 for a proof that says nothing.
. "$(dirname "$0")/lib.sh"

cd "$tmp" || exit 1
cat >old.c <<'END'
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 0;
	if (argc > 5)
		puts("five");
	printf("%d\n", n + n);
	return 0;
}
END
sed 's/n + n/2 * n/' old.c >twice.c
sed 's/"five"/"many"/' old.c >many.c

# agree NAME STATUS NEW OPTION... [-- ARG...]: both commands end with STATUS.
agree()
{
	agree_name=$1 agree_status=$2
	shift 2
	capture "$agree_name" "$drift" check -o "$tmp/$agree_name.d" --function main old.c "$@" </dev/null
	capture "$agree_name.test" "$drift" test --one-input -o "$tmp/$agree_name.test.d" old.c "$@" </dev/null
	check "$agree_name: drift test" status "$agree_name.test" "$agree_status"
	check "$agree_name: drift check" status "$agree_name" "$agree_status"
}
agree proof 0 twice.c --strict -- @int
check '... which has no reason to be vacuous' field proof vacuous null
agree unexecuted 3 many.c --strict -- @int
check '... the reason is in result.json' some unexecuted vacuous 'main: no input of this shape executes change 1.*'
check '... the verdict is what it was' verdict unexecuted holds
agree lenient 0 many.c -- @int
agree one 3 twice.c --strict -- 7
agree open 3 twice.c --strict --runs 1 -- @int @int
agree different 1 many.c --strict -- @int 2 3 4 5

# ---- functions ----

cat >f.c <<'END'
#include <stdio.h>
int f(int n)
{
	if (n > 8 && n < 5)
		puts("never");
	return n;
}
END
sed 's/never/not ever/' f.c >dead.c
capture dead "$drift" check --strict -o "$tmp/dead.d" f.c dead.c </dev/null
check 'a function of which no call executes the change' status dead 3
sed 's/n > 8 && n < 5/n == 3/' f.c >three.c
sed 's/puts("never")/fputs("never\\n", stdout)/; /^int f/i /*@ changed_behavior requires n > 8 \&\& n < 5; ensures \\result == 3; */' three.c >clause.c
capture clause "$drift" check --strict -o "$tmp/clause.d" three.c clause.c </dev/null
check 'a clause whose premise no call satisfies' status clause 3
check '... is named' some clause vacuous 'f: no input of this shape satisfies the premise'
capture clause "$drift" check -o "$tmp/clause.d" three.c clause.c </dev/null
check '... status 0 without --strict' status clause 0

finish

#!/bin/sh
# explain_suspects.t: what drift explain leaves out: equal checks, decisions where NEW never came, lines that a run or an
# experiment acquitted; and which lines it calls edited.
. "$(dirname "$0")/lib.sh"
cd "$tmp" || exit 1
pairs=$programs/explain

# lines OLD NEW ARG...: "side line" of each suspect, in order; the result is left in json.
lines()
{
	timeout "$limit" "$drift" explain --time "$limit" --json ${builds---builds 0} "$@" >json 2>said
	[ $? -eq 1 ] || { cat said; return 1; }
	json json 'suspects.*.side' >sides
	json json 'suspects.*.line' >numbers
	paste -d ' ' sides numbers
}

# is LINES COMMAND...: the command prints exactly these lines, which are separated by commas.
is()
{
	is_wanted=$1
	shift
	is_found=$("$@" | tr '\n' ',')
	[ "$is_found" = "$is_wanted," ] || { echo "found $is_found"; return 1; }
}

# within N LINE COMMAND...: the line is among the first N that the command prints.
within()
{
	within_n=$1
	within_line=$2
	shift 2
	"$@" >found
	cat found
	head -n "$within_n" found | grep -q -x "$within_line"
}

printf '5 5' >five
check 'reordered checks are the same checks: one suspect (thesis, figure 5.1)' \
	is 'new 12' lines "$pairs/checks_old.c" "$pairs/checks_new.c" --stdin five
check '... with arguments' is 'new 8' lines "$pairs/order_old.c" "$pairs/order_new.c" -- 5 5
check '... by path' is 'new 8' lines --by path "$pairs/order_old.c" "$pairs/order_new.c" -- 5 5
check 'a latent mistake that only NEW comes to is among the first three (thesis, 5.4.5)' \
	within 3 'new 26' lines "$pairs/flow_old.c" "$pairs/flow_new.c" -- 2 100 '' 0 101 hi
check '... in a small program' within 3 'new 9' lines "$pairs/latent_old.c" "$pairs/latent_new.c" -- 200 0
check 'a value among several: one suspect (thesis, figure 6.1)' \
	is 'new 6' lines "$pairs/two_old.c" "$pairs/two_new.c" -- 0 0
check '... and figure 6.13' is 'new 9' lines "$pairs/signature_old.c" "$pairs/signature_new.c" -- 8 6 2

# decisions N OLD NEW ARG...: the conditions of both runs have that many decisions.
decisions()
{
	decisions_n=$1
	shift
	lines "$@" >/dev/null || return 1
	decisions_found=$(json json stats.suspects.decisions)
	[ "$decisions_found" = "$decisions_n" ] || { echo "found $decisions_found"; return 1; }
}

# The decisions of the value that is wrong, not of what is printed before or after it.
check 'the wrong value is the first of a line' decisions 2 "$pairs/pair_old.c" "$pairs/pair_new.c" -- 0 60
check '... of which the path has more' decisions 8 --by path "$pairs/pair_old.c" "$pairs/pair_new.c" -- 0 60
check 'the wrong value is the second of a line' decisions 2 "$pairs/field_old.c" "$pairs/field_new.c" -- 60 0
check '... on the first of two lines' decisions 2 "$pairs/two_old.c" "$pairs/two_new.c" -- 0 0
check '... and behind a line about something else' \
	decisions 4 "$pairs/signature_old.c" "$pairs/signature_new.c" -- 8 6 2

# An output that only one version makes moves the next one: the value there is not what is wrong.
cat >skip_old.c <<'END'
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		int n = atoi(argv[i]);
		if (n > 0)
			printf("%d\n", n);
	}
	return 0;
}
END
sed 's/n > 0/n > 1/' skip_old.c >skip_new.c
check 'an output that NEW does not make' within 1 'new 7' lines skip_old.c skip_new.c -- 1 2
check '... has the condition of the stream' sh -c '[ "$("$1" json stats.suspects.by_value)" = 0 ]' sh "$DRIFT_BUILD/tests/json_get"

# A decision that was edited goes the other way though it tests the same value.
cat >turn_old.c <<'END'
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 0;
	if (n > 4)
		puts("large");
	else
		puts("small");
	return 0;
}
END
sed 's/if (n > 4)/if (!(n > 4))/' turn_old.c >turn_new.c
check 'a decision with its ways exchanged stays a suspect' within 1 'new 6' lines turn_old.c turn_new.c -- 7
# The same by a macro: the text of the decision is the same.
sed -e 's/if (n > 4)/if (IS(n > 4))/' -e '1i #define IS(c) (c)' turn_old.c >macro_old.c
sed 's/(c) (c)/(c) (!(c))/' macro_old.c >macro_new.c
check '... by a macro as well' within 2 'new 1' lines macro_old.c macro_new.c -- 7

# The first edit changes a value in memory, which decides the same way. Only the experiment acquits it.
cat >acquit_old.c <<'END'
#include <stdio.h>
#include <stdlib.h>
static int weight;

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 0;
	weight = n * 2;
	puts("first");
	int base = n / 2;
	puts(weight > 100 ? "heavy" : "light");
	printf("%d\n", base);
	return 0;
}
END
sed -e 's/n \* 2/n * 3/' -e 's|n / 2|n / 2 + 1|' acquit_old.c >acquit_new.c
check 'an edit that only the experiment can acquit is a suspect without it' \
	within 9 'new 8' lines acquit_old.c acquit_new.c -- 77
builds='--builds 8'
check '... and none with it' is 'new 10' lines acquit_old.c acquit_new.c -- 77
unset builds

# A changed array size changes the code of lines that nobody edited; the edit comes first.
cat >size_old.c <<'END'
#include <stdio.h>
#define ROOM 16
static char field[3][ROOM];
int main(int argc, char **argv)
{
	int n = 0;
	for (const char *s = argc > 1 ? argv[1] : ""; *s; s++)
		if (n < ROOM - 1)
			field[1][n++] = *s;
	printf("[%s]\n", field[1]);
	return 0;
}
END
sed 's/ROOM 16/ROOM 4/' size_old.c >size_new.c
check 'the edited line first, not the lines whose code it changes' \
	within 1 'new 2' lines size_old.c size_new.c -- abcdef
finish

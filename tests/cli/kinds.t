#!/bin/sh
# kinds.t: the answer first, differences by kind in every format, and commands on the last result.
. "$(dirname "$0")/lib.sh"

cd "$tmp" || exit 1
unset COLUMNS

# letters FROM COUNT: consecutive capital letters.
letters() { printf '%s' ABCDEFGHIJKLMNOPQRSTUVWXYZ | cut -c"$1-$(($1 + $2 - 1))" | sed 's/./& /g'; }

# A program with six commands; each prints one of 17 lines. NEW prints another number in all of them.
program()
{
	echo '#include <stdio.h>'
	for f in a b c d e f; do
		printf 'static void do_%s(int n)\n{\n\tint v = %d;\n\tswitch (n) {\n' "$f" "$1"
		for c in $(letters 1 17); do
			printf "\tcase '%s': printf(\"%s%s %%d\\\\n\", v); break;\n" "$c" "$f" "$c"
		done
		printf '\t}\n}\n'
	done
	printf 'int main(int argc, char **argv)\n{\n\tif (argc < 2 || !argv[1][0])\n\t\treturn 1;\n\tswitch (argv[1][0]) {\n'
	for f in a b c d e f; do
		printf "\tcase '%s': do_%s(argv[1][1]); break;\n" "$f" "$f"
	done
	printf '\t}\n\treturn 0;\n}\n'
}
program 0 >old.c
program 1 >new.c

count() { [ "$(grep -c -e "$1" "$2")" = "$3" ] || { cat "$2"; return 1; }; }

capture text "$drift" test --no-confirm -o out old.c new.c -- @str:2
check 'the result has 102 differences of 6 kinds' sh -c 'grep -q "\"semantic_changes\":[[:space:]]*102" out/result.json && grep -q "\"stories\":[[:space:]]*6" out/result.json'
check 'text: six kinds' count '^kind ' text.out 6
for format in junit github markdown sarif; do
	"$drift" test --no-confirm --format $format old.c new.c -- @str:2 >"$format.out" 2>/dev/null
done
check 'junit: six cases' count '<testcase' junit.out 6
check 'github: six annotations' count '^::error' github.out 6
check 'markdown: six rows with an input' count '^| [0-9]' markdown.out 6
check 'sarif: six results' count '"ruleId"' sarif.out 6

# ---- the last result ----

"$drift" report -o page.html >/dev/null 2>&1
check 'report needs no directory, and the page has six kinds' count '<details class="like"' page.html 6
capture shown "$drift" show
check 'show lists the kinds' count '^kind ' shown.out 6
capture one "$drift" show 2
check 'show N prints that difference' count '^difference 2:' one.out 1
capture missing "$drift" show 500
check 'show of a number that is not there' status missing 2

# ---- an input that can be pasted, and the line to blame ----

cat >lines.c <<'END'
#include <stdio.h>
#include <string.h>
static int unused_limit(void)
{
	return 3;
}
int main(void)
{
	char line[16];
	int quiet = unused_limit() > 10;
	while (fgets(line, sizeof line, stdin))
		if (!strcmp(line, "a'%\\\n") && !quiet)
			puts("found");
	return 0;
}
END
sed 's/return 3/return 4/; s/puts("found")/puts("seen")/' lines.c >lines_new.c
capture paste "$drift" test -o pasted lines.c lines_new.c --stdin "@text:8=a'%\\
"
check 'standard input: different' status paste 1
sed -n 's/^different: \(.*\) prints .*/\1/p' paste.out >command
"$clang" -w -o lines_new lines_new.c
check 'the command of the answer can be pasted' sh -c '[ "$(sh command)" = seen ]'
"$drift" test -o pasted lines.c lines_new.c --format github --stdin "@text:8=a'%\\
" >note.out 2>/dev/null
check 'the annotation is at the change with the effect, not at the first that ran' grep -q 'file=lines_new.c,line=13,' note.out

# ---- a crash of OLD, and columns ----

cat >crash.c <<'END'
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	int a[4] = {1, 2, 3, 4}, i = argc > 1 ? atoi(argv[1]) : 0;
	if (i < 0 || i > 4)
		return 3;
	printf("%d\n", a[i]);
	return 0;
}
END
sed 's/i > 4/i > 3/' crash.c >fixed.c
"$drift" test --no-confirm --format markdown crash.c fixed.c -- @int >crash.out 2>/dev/null
check 'markdown shows how OLD crashes' grep -q 'out-of-bounds' crash.out
capture crashed "$drift" explain --builds 0 1
check 'explain N takes the difference of the last result' status crashed 1

cat >table.c <<'END'
#include <stdio.h>
int main(int argc, char **argv)
{
	puts("one");
	puts("two");
	puts("three");
	return argc > 2;
}
END
sed '/two/d' table.c >shorter.c
capture rows "$drift" test --no-confirm table.c shorter.c -- @int
check 'lines are aligned: one is missing, the next are equal' sh -c 'grep -q "^          two  *<$" rows.out && grep -q "^          three  *three$" rows.out'
COLUMNS=120 script -qec "'$drift' test --no-confirm --color never table.c shorter.c -- @int" /dev/null </dev/null >wide.out 2>/dev/null
check 'columns are as wide as the terminal allows' grep -q '^          old.\{50,\}| new' wide.out
check 'a mistyped command has a suggestion' sh -c '"$1" tset 2>&1 | grep -q "drift test"' sh "$drift"
check '... a mistyped placeholder' sh -c '"$1" test old.c new.c -- @itn=3 2>&1 | grep -q "@int=3"' sh "$drift"
check 'and a mistyped option' sh -c '"$1" test --tiem 1 a b 2>&1 | grep -q -e "--time"' sh "$drift"

finish

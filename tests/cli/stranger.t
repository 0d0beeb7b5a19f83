#!/bin/sh
# stranger.t: a stranger's path: the commands of the README's section on one's own program, executed in a new
# repository with an installed drift.
. "$(dirname "$0")/lib.sh"

. "$(dirname "$0")/git_lib.sh"

# command WORD...: the README's line that begins so, without its remark.
command_of() { sed -n '/^## Your own program/,/^## Use/p' "$top/README.md" | sed -n 's/^    //p' | sed 's/ *# .*//' | grep -e "^$1"; }
# says and status of what it prints.
run() { run_to=$1 && command_of "$2" >"$tmp/line" && [ -s "$tmp/line" ] && capture "$run_to" sh "$tmp/line"; }

mkdir old new
cat >old/calc.c <<'C'
#include <stdio.h>
#include <string.h>
/* The sum of two digits, as in "2+3". */
int evaluate(const char *text)
{
	if (strlen(text) != 3 || text[1] != '+')
		return -1;
	return text[0] - '0' + text[2] - '0';
}
int main(int argc, char **argv)
{
	printf("%d\n", argc > 1 ? evaluate(argv[1]) : 0);
	return 0;
}
C
sed 's/!= 3/< 3/' old/calc.c >new/calc.c
mkdir repo
cp old/calc.c repo/calc.c
git -C repo init -q
git -C repo add -A
git -C repo commit -q -m 'First'
git -C repo tag v1.0

run files 'drift test old/calc.c new/calc.c --'
check 'the first difference of two files' says files '^different'
run page 'drift report'
check '... as a page' test -s report.html
run function 'drift test old/calc.c new/calc.c --entry'
check 'of a function' says function '^different'

cd repo || exit 1
run init 'drift init'
check 'drift init writes what is compared' says init 'wrote .drift with 1 target'
sed -i 's/@str:8/@str:6=2+3/' .drift
git add -A
git commit -q -m 'What is compared'
cp ../new/calc.c calc.c
run mine 'git drift$'
check 'git drift: what my change did' says mine '^different'
git commit -q -a -m 'Up to the end'
run last 'git drift$'
check '... what the last commit did' says last '^different'
run since 'git drift --since'
check '... and which commit it was' says since 'Up to the end: different'

finish

#!/bin/sh
# git_check.t: git drift check: contracts between revisions, by the command line and by .drift.
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/git_lib.sh"

revision() { git add -A && git commit -q -m "$1"; }
# compare NAME WORD...: what git drift check --json says is NAME's result.
compare()
{
	compare_to=$1
	shift
	capture "$compare_to" git drift check "$@" --json --no-confirm -o "$tmp/$compare_to.d" </dev/null
	mkdir -p "$tmp/$compare_to.d"
	cp "$tmp/$compare_to.out" "$tmp/$compare_to.d/result.json" # that of a target is a directory below
}
functions() { field "$1" 'contracts.*.function' "$2"; }

git init -q repo && cd repo || exit 1
mkdir src
cat >src/prog.c <<'X'
#include <stdio.h>
#include <stdlib.h>
int one(int n)
{
	return n;
}
int two(const char *s)
{
	return s[0];
}
int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 0;
	printf("%d\n", n == 100 ? 80 : n);
	return 0;
}
X
revision first
sed -i 's|^int one|//@ changed_behavior requires n > 3; ensures \\result == n + 1;\n&|; s|return n;|return n > 3 ? n + 1 : n;|; s|return s\[0\];|return s[0] + (s[0] == 65);|; s/80/95/' src/prog.c
revision second

compare both HEAD~1 HEAD --bin src/prog.c
check 'each changed function is checked' status both 1
check '... all of them' functions both 'one two main'
check '... a contract is read from the new revision' clauses both 'holds holds holds violated not shown'

cat >.drift <<'X'
[target "alone"]
	bin = src/prog.c
	entry = int two(char s[2])
	args = 5
[target "named"]
	bin = src/prog.c
	function = one
	function = two
	time = 20
[target "whole"]
	bin = src/prog.c
	contract = meant.txt
	function = main
	args = @int
X
printf 'changed_behavior\n\trequires arg1 == 100;\n\tensures stdout == "95\\n";\n' >meant.txt
revision third
compare alone HEAD~2 HEAD --target alone
check 'entry names the function and its shape, and no run is made' functions alone two
check '... which is called alone' clauses alone violated
check '... with this shape' lists alone 'contracts.0.called.entry' 's[2]'
compare named HEAD~2 HEAD --target named
check 'function names several' functions named 'one two'
compare whole HEAD~2 HEAD --target whole
check 'a contract of the program has its arguments' clauses whole 'holds holds holds'
capture all git drift check HEAD~2 HEAD --no-confirm </dev/null
check 'all targets, and the worst status' status all 1
sed -i 's/contract = /contrakt = /' .drift
revision fourth
compare wrong HEAD~3 HEAD --target whole
check 'an unknown key is named' status wrong 2
finish

#!/bin/sh
# wording.t: the sentences that users see most, word by word: verdicts, reasons, common errors.
#
# Only here are sentences tested. Whoever changes one changes it here; all other tests claim statuses, fields of results and names
# (tests/tree/sentences.sh).
. "$(dirname "$0")/lib.sh"
. "$here/git_lib.sh"

# line TEXT COMMAND...: drift prints this line, on standard output or standard error.
line()
{
	line_text=$1
	shift
	line_of "$line_text" "$drift" "$@"
}
line_of()
{
	line_is=$1
	shift
	capture line "$@" </dev/null
	cat "$tmp/line.out" "$tmp/line.err" >"$tmp/line.all"
	check "$line_is" prints "$line_is"
}
prints() { grep -q -x -F -e "$1" "$tmp/line.all" || { cat "$tmp/line.all"; false; }; }

# also TEXT: the last command prints this line as well.
also() { check "$1" prints "$1"; }

cat >old.c <<'X'
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 0;
	printf("%d\n", n > 100 ? 1 : 0);
	return 0;
}
X
sed 's/n > 100/n >= 100/' old.c >new.c
sed 's/n > 100 ? 1 : 0/n > 100/' old.c >twin.c
cat >clock.c <<'X'
#include <stdlib.h>
#include <time.h>
int main(int argc, char **argv)
{
	return time(0) < 5 ? LIMIT : argc > 1 && atoi(argv[1]) > 3;
}
X
cat >crash.c <<'X'
#include <stdlib.h>
int main(int argc, char **argv)
{
	int a[4] = {0}, n = argc > 1 ? atoi(argv[1]) : 0;
	return n > 3 ? a[n > 9 ? 9 : n] : 0;
}
X
printf 'int f(int n) { return n; }\n' >f_old.c
printf '/*@ changed_behavior requires n > 3; ensures \\result == n + 1; @*/\nint f(int n) { return n > 3 ? n + 1 : n; }\n' >f_right.c
sed 's/n + 1 : n/n + 2 : n/' f_right.c >f_wrong.c
echo 'int main(void) { return x; }' >bad.c

# ---- verdicts of two versions ----

line 'different: ./new 100 prints "1" instead of "0" (1 semantic change, search exhaustive)' test old.c new.c -- @int
also 'tests:  1 in drift-out/tests'
also 'change 1: modification in main: > is now >='
also 'changes: 1 of 1 executed'
line 'equivalent: both versions do the same on every input of this shape' test old.c twin.c -- @int
line 'equivalent: no code changed' test old.c old.c -- @int
line 'equivalent on the one input given: nothing in it varies' test --one-input old.c twin.c -- 5
line 'no difference found on one input, which is no proof: the versions read nothing that varies; try: drift test old.c twin.c -- @int=5 (--one-input accepts one input)' test old.c twin.c -- 5
line 'no difference found: 1 pair of paths compared, 1 of 1 changes executed' test --runs 1 old.c twin.c -- @int
also '  budget: drift reached its limit of runs (--runs)'
line 'world:  equivalent if these are as in the runs: the clock (clock.c:5), at a changed line (to vary: --vary clock)' \
	test --world fixed --old-cflags -DLIMIT=1 --new-cflags -DLIMIT=2 clock.c clock.c -- @int
line 'different: ./new 100 prints "1" instead of "0" (1 semantic change, search exhaustive)' diff old.c new.c -- @int
also 'partitions: 0 equal, 1 different'
line 'no code changed' changes old.c old.c

# ---- contracts ----

cat >events_old.c <<'X'
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>
int main(int argc, char **argv)
{
	if (eventfd(0, 0) < 0)
		_exit(0);
	return argc > 1 && atoi(argv[1]) > 3;
}
X
sed 's/> 3/> 4/' events_old.c >events_new.c
line 'no difference found: 1 pair of paths compared, 0 of 1 changes executed; on 1 of these pairs, drift could run neither version to its end (unsupported: eventfd2, events_new.c:6:6); on 1, the native runs did not differ' \
	test events_old.c events_new.c -- @int
line 'holds: 3 clauses hold' check f_old.c f_right.c
line 'violated: 1 clause is violated, 2 hold' check --no-confirm f_old.c f_wrong.c
line 'not shown: 3 clauses are not shown' check --runs 1 f_old.c f_wrong.c
also '  not shown  equal by default: 1 pair of paths searched; drift reached its limit of runs (--runs)'
line 'holds: no function changed, and there is no contract' check f_old.c f_old.c

# ---- one input, one program ----

line "the difference   stdout line 1: '0' | '1'" explain old.c new.c -- 100
also 'to blame         h1 at new.c:6 alone: OLD with it does what NEW does; NEW without it does what OLD does'
line 'nothing to explain: both versions do the same on this input' explain old.c new.c -- 5
line 'paths:     3 (all), 2 distinct outcomes' explore crash.c -- @int
also '  out-of-bounds at crash.c:5:17, 2 paths: drift-out/tests/0002'
line 'partitions: 1 (all), 1 distinct outcome, by output; 0.0 constraints each' explore --by output old.c -- @int
line 'drift: ERROR: out-of-bounds at crash.c:5:17 in main' run crash.c 9

# ---- the environment ----

echo port=80 >app.conf
"$drift" env record -q -o good.trace -- grep -q port=80 app.conf
echo port=81 >app.conf
"$drift" env record -q -o bad.trace -- grep -q port=80 app.conf
line "1. [file] $tmp/app.conf reads differently: line 1 'port=80' there, 'port=81' here" env diff good.trace bad.trace

# ---- git drift ----

git init -q repo
cp old.c repo/prog.c
git -C repo add prog.c
git -C repo commit -q -m First
cp twin.c repo/prog.c
git -C repo commit -q -a -m Second
line_of 'equivalent: both versions do the same on every input of this shape' git -C repo drift HEAD~1 HEAD -- @int
line_of "git-drift: 'nowhere' is no revision of this repository" git -C repo drift nowhere HEAD -- @int

# ---- errors ----

line "drift: unknown command 'frobnicate'; see 'drift --help'" frobnicate
line "drift: unknown option '--frobnicate'; see 'drift test --help'" test --frobnicate old.c new.c
line "drift: give two versions of a program, and its arguments after '--'; see 'drift test --help'" test old.c
line "drift: no program given; see 'drift run --help'" run
line 'drift: nowhere.c: No such file or directory' test old.c nowhere.c -- @int
line 'drift: bad.c: does not compile:' run bad.c
line 'drift: /dev/null: not a regular file; name a file or a directory' run /dev/null
line "drift: f_old.c: there is no function 'nothing'" explore --entry nothing f_old.c
line "drift: --runs: 'x' is not a number" test --runs x old.c twin.c
line "drift: --time: 'x' is not a time such as 30, 1.5s, 200ms or 5m" explore --time x old.c
line 'drift: --entry and --call exclude each other' test --entry f --call 'f(1)' f_old.c f_right.c
line "drift: --call is only for 'drift test': drift check calls each changed function itself" check --call 'f(1)' f_old.c f_right.c
line "drift: --assume 'arg9 > 3': column 1: there is no input 'arg9'" test --assume 'arg9 > 3' old.c new.c -- @int

finish

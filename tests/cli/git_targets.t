#!/bin/sh
# git_targets.t: ranges of revisions, .drift and its targets, baseline, formats, the cache.
. "$(dirname "$0")/lib.sh"

. "$(dirname "$0")/git_lib.sh"

revision() { git add -A && git commit -q -m "$1"; }
compare() {
	compare_to=$1
	shift
	capture "$compare_to" git drift "$@" </dev/null
}

# ---- a repository with three programs ----

git init -q repo
cd repo || exit 1
mkdir src
# program NAME LIMIT WORD
program()
{
	cat >"src/$1.c" <<-C
		#include <stdio.h>
		#include <stdlib.h>
		static int $1(int n)
		{
			return n > $2 ? n - 1 : n;
		}
		int main(int argc, char **argv)
		{
			printf("$3 %d\n", argc > 1 ? $1(atoi(argv[1])) : 0);
			return 0;
		}
	C
}
program one 10 first
program two 20 second
program three 30 third
printf 'all: one two three\n%%: src/%%.c\n\t$(CC) -g -o $@ $<\n' >Makefile
cat >.gitignore <<'X'
/one
/two
/three
X
revision 'First'
git tag first

capture init "$drift" init
check 'drift init looks around' says init 'wrote .drift with 3 targets'
check 'and says how to build' grep -q 'build = "make' .drift
compare init2 init
check 'what is there is not written over' complains init2 '^git-drift: .*\.drift'
cat >.drift <<'X'
# what is compared
[drift]
	build = make one two three
	baseline = accepted.txt
[target "one"]
	bin = one
	args = @int=5
[target "two"]
	bin = two
	args = @int=5
	output = stdout
[target "three"]
	bin = three
	args = "@int=5"
X
revision 'What is compared'
program one 11 first
revision 'One is another'
program two 22 second
revision 'Two is another'

# ---- which revisions ----

compare tagged first..HEAD --target two
check 'a range: from the first to the second' says tagged '^different: .*(1 semantic change'
compare base HEAD~1...HEAD~3 --target two
check 'three dots: from where both have parted' says base '^equivalent'
compare last --target one
check 'nothing named and nothing changed: the last commit' tells last 'old: .* One is another'
check 'its other targets are left alone' says last '^equivalent'
program three 33 third
echo 'int other;' >src/new.c
compare tree HEAD --target three
check 'one revision: from there to the work tree' tells tree 'new: .* work tree'
check 'as it is' says tree '^different: .*(1 semantic change'
compare dirty --target three
check 'the same with nothing named where something is changed' says dirty '^different: .*(1 semantic change'
rm src/new.c
check 'the work tree has no more worktrees' sh -c '[ "$(git worktree list | wc -l)" -eq 1 ]'
check 'and its index is as it was' sh -c '[ "$(git status --porcelain)" = " M src/three.c" ]'
git checkout -q src/three.c

compare since --since first
check 'every commit that changes code has a line' sh -c '[ "$(wc -l <"$1")" -eq 2 ]' sh "$tmp/since.out"
check 'with its verdict' says since 'Two is another: different: .*(1 semantic change'
check 'and the worst status' status since 1

# ---- all targets ----

compare all first HEAD
check 'git drift does all targets' status all 1
check 'each under its name' sh -c 'grep -x -e one: -e two: -e three: "$1" | wc -l | grep -qx 3' sh "$tmp/all.out"
check 'two of them differ' sh -c '[ "$(grep -c ^different "$1")" -eq 2 ]' sh "$tmp/all.out"
check 'from the cache, without a build' quiet all building
compare junit first HEAD --format junit -o "$tmp/r"
check 'documents go to files' sh -c 'for f in one two three; do test -s "$1/r/$f.xml" || exit 1; done' sh "$tmp"
check 'whose names are printed' says junit 'r/two.xml$'
compare sarif first HEAD --format sarif -o "$tmp/r"
check 'SARIF likewise' test -s "$tmp/r/one.sarif"
compare marked first HEAD --format github
check 'annotations go to standard output' says marked '^::'

# ---- baseline ----

compare ids first HEAD --target one
id=$(sed -n 's/^ *id *\([0-9a-f]\{32\}\).*/\1/p' "$tmp/ids.out")
check 'with a baseline each difference has an id' test -n "$id"
printf '%s one more is meant\n' "$id" >accepted.txt
revision 'Accepted'
compare accepted first HEAD --target one
check 'what was accepted does not count' status accepted 0
{ printf '/* moved\n *\n */\n'; cat src/one.c; } >x && mv x src/one.c
revision 'Lines move'
compare moved first HEAD --target one
check 'nor when lines move' status moved 0
check 'it is counted' says moved 'accepted'

# ---- a workflow of CI ----

# step NAME: what it runs.
step() { awk -v name="$1" '/- name: / { on = $0 ~ "- name: " name "$" } /run: / && on { sub(/.*run: \|?/, ""); print; next }
	/^      - / && !/- name: / { on = 0 } on && /^          / { print }' "$top/examples/ci/drift.yml"; }
git branch -q -M main
git update-ref refs/remotes/origin/main first
GITHUB_BASE_REF=main GITHUB_STEP_SUMMARY=$tmp/summary
export GITHUB_BASE_REF GITHUB_STEP_SUMMARY
workflow() { step "$1" >"$tmp/step.sh" && capture "$1" sh -e "$tmp/step.sh"; }
workflow compare
check 'the example for CI compares' status compare 1
check '... with annotations below the top of the repository' says compare '^::error file=src/two.c,line='
workflow summary
check '... writes a summary' grep -q '^### two' "$tmp/summary"
check '... that is short' sh -c '[ "$(wc -l <"$1")" -le 180 ]' sh "$tmp/summary"
workflow page
check '... and pages' test -s drift-results/two.html
rm -rf drift-results

# ---- the cache ----

compare where --clean
check 'the cache can be removed' says where '^removed'
check 'it is gone' sh -c '! ls "$1"/drift/git/repo-*' sh "$XDG_CACHE_HOME"

# ---- bad input ----

compare noarg first HEAD --target one --time soon
check 'options are checked before anything is built' complains noarg 'time'
check 'nothing was built' quiet noarg building
compare notarget first HEAD --target four
check 'a target that is not there' complains notarget "^git-drift: .* one two three"
compare tworanges first..HEAD HEAD
check 'a range is both revisions' complains tworanges '^git-drift: .*\.\.'
cp .drift kept
printf '[target "one"]\n\tbinary = x\n' >.drift
compare unknown HEAD
check 'an unknown key is named' complains unknown "unknown 'binary'"
printf '[target\n' >.drift
compare broken HEAD
check 'a file that cannot be read is told by line' complains broken 'line 1'
cp kept .drift
git clone -q --depth 1 "file://$tmp/repo" "$tmp/shallow"
cd "$tmp/shallow" || exit 1
compare shallow HEAD~1 HEAD -- @int
check 'shallow clones are explained' complains shallow 'git fetch --unshallow'

# ---- a library: its headers are elsewhere, and the build makes no program ----

cd "$tmp" && git init -q library && cd library && mkdir src include || exit 1
cat >include/lib.h <<'END'
struct pt { int x, y; };
struct pt move(struct pt p, int d);
END
cat >src/lib.c <<'END'
#include "lib.h"
struct pt move(struct pt p, int d)
{
	p.x += d * UNIT;
	return p;
}
int each(int n, void (*f)(int))
{
	for (int i = 0; i < n && i < 2; i++)
		f(i);
	return n;
}
END
printf 'lib.a: src/lib.o\n\tar rc $@ $^\nsrc/lib.o: src/lib.c\n\t$(CC) -g -Iinclude -DUNIT=2 -c -o $@ $<\n' >Makefile
revision one
sed -i 's/UNIT;/UNIT + (d == 7);/; s/f(i)/f(i + (n == 5))/' src/lib.c
revision two
compare library HEAD~1 HEAD --call 'move((struct pt){UNIT, 0}, @int)'
check 'a call of a library of two revisions' status library 1
check 'with its headers and macros' says library 'call move((struct pt){UNIT, 0}, 7)'
check 'a struct by field' says library '=> {.x = 16, .y = 0} *| => {.x = 17, .y = 0}'
compare library HEAD~1 HEAD --entry each
check 'a function of it that takes another' says library '^difference 1: call_each (n = 5, f = 1)'

finish

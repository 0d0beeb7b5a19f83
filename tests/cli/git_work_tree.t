#!/bin/sh
# git_work_tree.t: git drift sees the files of the work tree as they are, whatever their times and flags say, and leaves the
# index alone. A build counts for its environment.
. "$(dirname "$0")/lib.sh"
. "$here/git_lib.sh"

# A file that was changed in the second in which the index was written, to a text of the same length: only the time of
# the index tells git to read it again.
git init -q repo && cd repo || exit 1
git config core.trustctime false
git config core.checkStat minimal
echo 'int main(int argc, char **argv) { return argc > 1 && argv[1][0] == 65; }' >main.c
touch -d @1700000000 main.c
git add main.c && git commit -q -m first
echo 'int main(int argc, char **argv) { return argc > 1 && argv[1][0] == 66; }' >main.c
same_second() { touch -d @1700000000 main.c .git/index; }

same_second
capture head git drift HEAD -o "$tmp/head.d" -- @str:1 </dev/null
check 'a change in the second of the index is seen' verdict head different
check 'its status is 1' status head 1
check 'the index was not written' sh -c '[ "$(stat -c %Y .git/index)" = 1700000000 ]'

same_second
capture plain git drift -o "$tmp/plain.d" -- @str:1 </dev/null
check 'likewise without a revision' verdict plain different
check 'nor was it here' sh -c '[ "$(stat -c %Y .git/index)" = 1700000000 ]'

# ---- what a build inherits ----

git init -q "$tmp/flags" && cd "$tmp/flags" || exit 1
printf 'prog: main.c\n\t$(CC) $(CFLAGS) -o prog main.c\n' >Makefile
cat >main.c <<'E'
int main(int argc, char **argv)
{
#ifdef EXTRA
	return argc > 1 && argv[1][0] == 65;
#else
	return 0;
#endif
}
E
git add . && git commit -q -m first
sed -i s/65/66/ main.c && git commit -q -a -m second
capture without git drift HEAD~1 HEAD --no-confirm -o "$tmp/without.d" -- @str:1 </dev/null
check 'without the option no code changed' no_code_changed without
CFLAGS=-DEXTRA capture with git drift HEAD~1 HEAD --no-confirm -o "$tmp/with.d" -- @str:1 </dev/null
check 'a build of another environment is not taken for this one' verdict with different
TERM=other COLUMNS=7 capture again git drift HEAD~1 HEAD --no-confirm -o "$tmp/again.d" -- @str:1 </dev/null
check 'back in the first environment, it is as before' no_code_changed again
TERM=another SHLVL=9 capture kept git drift HEAD~1 HEAD --no-confirm -o "$tmp/kept.d" -- @str:1 </dev/null
check 'another terminal needs no build' quiet kept building

# ---- files that git does not look at, and submodules ----

for flag in assume-unchanged skip-worktree; do
	git checkout -q -f . && git update-index --$flag main.c
	sed -i s/66/67/ main.c
	CFLAGS=-DEXTRA capture $flag git drift --no-confirm -o "$tmp/$flag.d" -- @str:1 </dev/null
	check "a file with the flag $flag is compared as it is" verdict $flag different
	check 'and keeps its flag' sh -c '[ -z "$(git status --porcelain -uno)" ]'
	git update-index --no-$flag main.c
done
git checkout -q -f .
echo 'extra:' >extra.mk
capture untracked git drift HEAD --no-confirm -o "$tmp/untracked.d" -- @str:1 </dev/null
check 'a new file that may be code is named' tells untracked extra.mk
rm extra.mk
git update-index --add --cacheinfo "160000,$(git rev-parse HEAD~1),sub" && git commit -q -m 'with a submodule'
git update-index --cacheinfo "160000,$(git rev-parse HEAD~1),sub" && git commit -q -m 'it moved'
capture module git drift HEAD~1 HEAD --no-confirm -o "$tmp/module.d" -- @str:1 </dev/null
check 'a submodule at another commit is named' tells module 'submodules.*sub'

finish

#!/bin/sh
# git_work_tree.t: git drift sees the files of the work tree as they are, whatever their times say, and leaves the index alone.
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

finish

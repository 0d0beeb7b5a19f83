#!/bin/sh
# cflags_trees.t: each version is compiled with the files of its own tree, however a path gets into the compiler.
. "$(dirname "$0")/lib.sh"
. "$here/git_lib.sh"
unset CPATH C_INCLUDE_PATH

# The work tree has a third version of the header: whoever reads it finds no difference at all, or another one.
mkdir -p repo/include repo/src v1 v2
cat >repo/src/p.c <<'X'
#include <stdio.h>
#include <stdlib.h>
#ifdef HDR
#include HDR
#else
#include "lim.h"
#endif
int main(int argc, char **argv)
{
	printf("%d\n", argc > 1 && atoi(argv[1]) > LIM);
	return 0;
}
X
echo '-Iinclude' >repo/flags.rsp
echo '@flags.rsp -DX' >repo/nested.rsp
echo "-I$tmp/repo/include" >repo/absolute.rsp
echo '#define LIM 10' >repo/include/lim.h
cp -r repo/. v1
git init -q repo && cd repo && git add . && git commit -q -m one
echo '#define LIM 20' >include/lim.h
git commit -q -a -m two
cd .. && cp -r repo/src repo/include repo/*.rsp v2
echo '#define LIM 99' >repo/include/lim.h

# the_change NAME: it has the one difference that the header makes, and says which files were read.
the_change()
{
	status "$1" 1 && field "$1" differences.# 1 && lists "$1" 'files_read.changed.*' include/lim.h &&
		lists "$1" 'files_read.old.*' include/lim.h && lists "$1" 'files_read.new.*' include/lim.h
}
# refused NAME WORD...: no verdict, and the file is named.
refused() { status "$1" 2 && mentions "$@" && [ ! -e "$tmp/$1.d/result.json" ]; }

# ---- git drift: the trees of the revisions ----

cd repo || exit 1
n=0
while IFS= read -r flags; do
	n=$((n + 1))
	capture git$n git-drift HEAD~1 HEAD --bin src/p.c --runs 50 -o "../git$n.d" --cflags "$flags" -- @int
	check "git drift: $flags" the_change git$n
done <<X
-Iinclude
-I include
-I./include/../include
-isystem include
-iquote include
-idirafter include
-iprefix inc -iwithprefix lude
-include include/lim.h -DHDR='<stddef.h>'
-imacros include/lim.h -DHDR='<stddef.h>'
-Wp,-Iinclude
-Xclang -I -Xclang include
-Iinclude -DHDR='"lim.h"'
-I. -DHDR='"include/lim.h"'
--include-directory include
@flags.rsp
@nested.rsp
-I$PWD/include
@$PWD/flags.rsp
X
capture tree git-drift HEAD~1 --bin src/p.c --runs 50 -o ../tree.d --cflags -Iinclude -- @int
check 'git drift: the work tree as a version has its own header' the_change tree
capture dir git-drift HEAD~1 HEAD --bin src --runs 50 -o ../dir.d --cflags -Iinclude -- @int
check 'git drift: a directory' the_change dir
capture explain git-drift explain HEAD~1 HEAD --bin src/p.c -o ../explain.d --cflags -Iinclude -- 15
check 'git drift explain: status' status explain 1
capture diff git-drift HEAD~1 HEAD --diff --bin src/p.c --runs 50 --cflags -Iinclude -- @int
check 'git drift --diff: status' status diff 1
ln -s repo ../link
capture link git-drift HEAD~1 HEAD --bin src/p.c --runs 50 -o ../link.d --cflags "-I$tmp/link/include" -- @int
check 'git drift: a way into the work tree that nobody sees' refused link "$tmp/repo/include/lim.h"
capture rsp git-drift HEAD~1 HEAD --bin src/p.c --runs 50 -o ../rsp.d --cflags @absolute.rsp -- @int
check 'git drift: a response file that leads into the work tree' refused rsp "$tmp/repo/include/lim.h"
CPATH=$PWD/include
export CPATH
capture cpath git-drift HEAD~1 HEAD --bin src/p.c --runs 50 -o ../cpath.d -- @int
unset CPATH
check 'git drift: a variable that leads into the work tree' refused cpath "$tmp/repo/include/lim.h"
cd ..

# ---- drift test: two directories, and a third one here ----

mkdir -p three/include && cd three && mv ../v1 ../v2 . && echo '#define LIM 99' >include/lim.h && cp v1/*.rsp .
capture src "$drift" test v1/src/p.c v2/src/p.c --runs 50 -o ../src.d --cflags -I../include -- @int
check 'drift test: paths start beside the source' status src 1
cp v1/src/p.c v1/ && cp v2/src/p.c v2/
n=0
while IFS= read -r flags; do
	n=$((n + 1))
	capture both$n "$drift" test v1 v2 --runs 50 -o "../both$n.d" --cflags "$flags" -- @int
	check "drift test: $flags" the_change both$n
done <<X
-Iinclude
-I include -O2 -DX
-Wp,-Iinclude
-iprefix inc -iwithprefix lude
-include include/lim.h -DHDR='<stddef.h>'
@flags.rsp
@nested.rsp
X
capture own "$drift" test v1 v2 --runs 50 -o ../own.d --old-cflags -Iv1/include --new-cflags -Iv2/include -- @int
check 'paths from here, for each version' the_change own
capture check "$drift" check v1 v2 --runs 50 -o ../check.d --cflags -Iinclude -- @int
check 'drift check: status' status check 1
capture changes "$drift" changes v1 v2 --cflags -Iinclude
check 'drift changes: status' status changes 1
capture entry "$drift" test v1 v2 --runs 50 -o ../entry.d --cflags -Iinclude --entry 'int main(int argc, char **argv)'
check 'one function: it is compiled natively as well' sh -c '! grep "not found" "$1"/native.log' sh ../entry.d
capture replay "$drift" replay ../both1.d
check 'drift replay: the same headers again' status replay 0
capture native "$drift" replay --native ../both1.d
check 'drift replay --native: likewise' status native 0
capture blame "$drift" test --explain --runs 50 -o ../blame.d v1 v2 --cflags -Iinclude -- @int
check 'the header is to blame' mentions blame include/lim.h:1
for flags in "-I$PWD/include" "-I$PWD/v1/include" "-I$PWD/v2/include"; do
	rm -rf ../absolute.d
	capture absolute "$drift" test v1 v2 --runs 50 -o ../absolute.d --cflags "$flags" -- @int
	check "a header that is not the version's own: ${flags#*/three/}" refused absolute "${flags#-I}/lim.h"
done
CPATH=include
export CPATH
capture cpath2 "$drift" test v1 v2 --runs 50 -o ../cpath2.d -- @int
unset CPATH
check 'a variable that names a header here' refused cpath2 "$PWD/include/lim.h"
cd v1 && rm p.c ../v2/p.c
capture beside "$drift" test src ../v2/src --runs 50 -o ../../beside.d --cflags -Iinclude -- @int
check 'a header beside the sources of OLD, and another beside those of NEW' refused beside "$PWD/include/lim.h"
cd .. && cp v1/src/p.c v1/ && cp v2/src/p.c v2/
# A copy of a tree with its compilation database leads back to the tree.
printf '[{"directory": "%s", "file": "%s/p.c", "command": "cc -Iinclude -c %s/p.c"}]\n' "$PWD/v1" "$PWD/v1" "$PWD/v1" |
	tee v1/compile_commands.json >v2/compile_commands.json
capture database "$drift" test v1 v2 --runs 50 -o ../database.d -- @int
check 'a compilation database of the other version' refused database "$PWD/v1/p.c"
rm v?/compile_commands.json

# ---- what is right as it is ----

rm -r v1/include v2/include
sed -i 's/> LIM/>= LIM/' v2/p.c
capture here "$drift" test v1 v2 --runs 50 -o ../here.d --cflags -Iinclude -- @int
check 'a header that only the current directory has: status' status here 1
check 'it is shared' sh -c '! grep lim.h "$1"' sh ../here.d/result.json
mkdir v2/include && echo '#define LIM 99' >v2/include/lim.h
rm -rf ../only.d
capture only "$drift" test v1 v2 --runs 50 -o ../only.d --cflags -Iinclude -- @int
check 'a header that only NEW and the current directory have' refused only v1/p.c
capture missing "$drift" test v1 v2 -o ../missing.d --cflags @none.rsp -- @int
check 'a response file that is not there' refused missing @none.rsp

finish

#!/bin/sh
# git.t: git drift on small repositories that are made here.
. "$(dirname "$0")/lib.sh"

. "$(dirname "$0")/git_lib.sh"
pairs=$programs/pairs

# repository NAME: an empty one.
repository() { git init -q "$tmp/$1"; }
# revision NAME SUBJECT: commits all there is.
revision() { git -C "$tmp/$1" add -A && git -C "$tmp/$1" commit -q -m "$2"; }
# compare CAPTURE NAME ARGS...: git drift in the repository NAME.
compare()
{
	compare_to=$1 compare_in=$2
	shift 2
	capture "$compare_to" git -C "$tmp/$compare_in" drift "$@" </dev/null
}
# one_line NAME: trouble is said in one line.
one_line() { [ "$(grep -vc -e 'git-drift: building' -e '^old: ' -e '^new: ' "$tmp/$1.err")" -eq 1 ] || { cat "$tmp/$1.err"; false; }; }

# ---- only data changed ----

repository data
cat >data/prog.c <<'C'
#include <stdio.h>
int main(void)
{
	FILE *f = fopen("level", "r");
	return f ? fgetc(f) - '0' : 9;
}
C
echo 3 >data/level
echo text >data/README.md
revision data 'First'
echo 4 >data/level
echo more >data/README.md
revision data 'Other data'
echo words >data/README.md
revision data 'Words'
compare data data HEAD~2 HEAD~1 --
check 'a changed file that is no code is named as not compared' tells data 'not compared: .*: level;'
compare words data HEAD~1 HEAD --
check 'documentation is not' quiet words 'not compared'

# ---- a program with a Makefile ----

repository made
mkdir made/src made/lib
cp "$pairs/ase10/old.c" made/src/prog.c
printf 'int unused(int x)\n{\n\treturn x;\n}\n' >made/lib/other.c
printf 'prog: src/prog.c lib/other.c\n\t$(CC) $(CFLAGS) -g -o $@ src/prog.c lib/other.c\n' >made/Makefile
revision made 'First'
cp "$pairs/ase10/new.c" made/src/prog.c
revision made 'Second'
sed 's/^int main/\n\nint main/' "$pairs/ase10/new.c" >made/src/prog.c
revision made 'Layout'
echo 'not committed' >made/notes
echo broken >>made/lib/other.c
find made -path made/.git -prune -o -type f -exec cksum {} + >before

compare two made HEAD~2 HEAD~1 -- @int
check 'two revisions that differ' status two 1
check 'are built with make' tells two 'building HEAD~1 with: make'
check 'and compared' says two 'different: .*(2 semantic changes'
check 'places are told from the top of the repository' says two '^    new src/prog.c:'
check 'the revisions are named' tells two 'old: [0-9a-f]* First'
compare again made HEAD~2 HEAD~1 -- @int
check 'the second time nothing is built' quiet again 'building'
check 'the result is the same' sh -c 'grep "^different" two.out >1; grep "^different" again.out | cmp 1 -'
compare rebuilt made --rebuild HEAD~2 HEAD~1 -- @int
check 'unless that is asked for' tells rebuilt 'building HEAD~2'
compare layout made HEAD~1 HEAD -- @int
check 'layout is no change' says layout '^equivalent'
check 'and ends with 0' status layout 0
find made -path made/.git -prune -o -type f -exec cksum {} + >after
check 'the work tree is as it was' cmp before after
check 'its state in git, too' sh -c '[ "$(git -C made status --porcelain | tr -d "\n")" = " M lib/other.c?? notes" ]'

compare chosen made HEAD~2 HEAD~1 --output stdout --assume 'arg1 > 3' --stop-after first -o "$tmp/chosen.d" -- @int
check 'options go to drift test' says chosen '^different: .*(1 semantic change'
check 'so does the place for results' test -f chosen.d/result.json
# compared SIDE REV: result.json names the revision.
compared()
{
	sed -n "/\"revisions\"/,/\"shape\"/p" chosen.d/result.json | grep -A 3 "\"$1\":" >compared.out
	grep -q "\"commit\":	\"$(git -C made rev-parse "$2")\"" compared.out && grep -q "\"name\":	\"$2\"" compared.out || { cat compared.out; false; }
}
check 'the result names the old revision' compared old HEAD~2
check '... and the new one' compared new HEAD~1
check '... and its files' field "$tmp/chosen.d/result.json" revisions.old.tree "$(git -C made rev-parse 'HEAD~2^{tree}')"
(cd made && "$drift" report "$tmp/chosen.d" -o "$tmp/with.html" && mv src ../away && "$drift" report "$tmp/chosen.d" -o "$tmp/without.html"; mv ../away src) >/dev/null
check 'the page shows the sources of both revisions' grep -q 'class="beside source"' with.html
check '... and not those of the work tree' cmp with.html without.html
compare side made --diff HEAD~2 HEAD~1 -- @int
check 'drift diff can be asked for' says side '^partitions: '
compare strict made HEAD~2 HEAD~1 --strict --one-input -- 0
check '--strict goes on to drift test' status strict 3
compare json made HEAD~2 HEAD~1 --json -- @int
check 'on standard output is what drift prints only' sh -c 'head -n 1 json.out | grep -q "^{"'
(cd made/src && capture sub git drift HEAD~2 HEAD~1 -- @int </dev/null)
check 'it works in a subdirectory' says sub 'different: .*(2 semantic changes'
git clone -q --bare made bare.git
compare bare bare.git HEAD~2 HEAD~1 -- @int
check 'and in a bare repository' says bare 'different: .*(2 semantic changes'

# ---- other ways to build ----

repository plain
mkdir plain/src
cp "$pairs/ase10/old.c" plain/src/prog.c
echo text >plain/README
revision plain 'First'
cp "$pairs/ase10/new.c" plain/src/prog.c
revision plain 'Second'
compare plain plain HEAD~1 HEAD -- @int
check 'one directory of .c files needs no build' says plain 'different: .*(2 semantic changes'
check 'and gets none' quiet plain 'building'
compare file plain HEAD~1 HEAD --bin src/prog.c -- @int
check 'nor does a .c file' says file 'different: .*(2 semantic changes'
compare command plain HEAD~1 HEAD --build 'mkdir out && $CC -g -o out/p src/*.c' --bin out/p -- @int
check 'a build command is taken as given' says command 'different: .*(2 semantic changes'

printf '#!/bin/sh\necho "prog: src/prog.c; $CC -g -o prog src/prog.c" >Makefile\n' >plain/configure
chmod +x plain/configure
revision plain 'Third: configure'
cp "$pairs/ase10/old.c" plain/src/prog.c
revision plain 'Fourth'
compare configure plain HEAD HEAD~1 -- @int
check 'configure is run' tells configure 'with: ./configure && make'
check 'and what it makes compared' says configure 'different: .*(2 semantic changes'
if command -v cmake >/dev/null; then
	rm plain/configure
	printf 'cmake_minimum_required(VERSION 3.10)\nproject(p C)\nadd_executable(prog src/prog.c)\n' >plain/CMakeLists.txt
	revision plain 'Fifth: cmake'
	cp "$pairs/ase10/new.c" plain/src/prog.c
	revision plain 'Sixth'
	compare cmake plain HEAD~1 HEAD -- @int
	check 'CMakeLists.txt is used' says cmake 'different: .*(2 semantic changes'
fi

# ---- bad input ----

compare fails plain HEAD~1 HEAD --build 'echo what went wrong; false' --bin x -- @int
check 'a build that fails is trouble' complains fails '^git-drift: HEAD: .*build .*/'
check 'in one line' one_line fails
check 'which says where the log is' sh -c 'grep -q "what went wrong" "$(sed -n "s,^git-drift: HEAD: .* /,/,p" fails.err)"'
compare unknown made HEAD~2 nowhere -- @int
check 'an unknown revision is named' complains unknown "^git-drift: 'nowhere'"
compare one made HEAD -- @int
check 'the work tree does not compile: the line says why' complains one 'work tree: .*other.c:.* error: '
compare three made A B C -- @int
check 'two revisions are compared' complains three 'two revisions'
compare order made --json HEAD~1 HEAD -- @int
check 'options of drift test come after them' complains order 'come after the revisions'
compare missing made HEAD~2 HEAD~1 --bin nothing -- @int
check 'a program that was not built is named' complains missing "^git-drift: .*'nothing'"
compare outside made HEAD~2 HEAD~1 --bin ../x -- @int
check 'it lies in the tree' complains outside "^git-drift: .*--bin"
repository several
mkdir several/a several/b
cp "$pairs/ase10/old.c" several/a/p.c
cp "$pairs/ase10/old.c" several/b/q.c
revision several 'First'
compare nobuild several HEAD HEAD -- @int
check 'what cannot be built says what to give' complains nobuild 'give --build or --bin'
printf 'all:\n\t$(CC) -o p a/p.c\n\t$(CC) -o q b/q.c\n' >several/Makefile
revision several 'Second'
compare many several HEAD HEAD -- @int
check 'several programs are named' complains many 'choose with --bin: p q'
(cd "$tmp" && GIT_CEILING_DIRECTORIES=$tmp capture nogit git drift A B -- @int </dev/null)
check 'outside of a repository is trouble' complains nogit 'no git repository'
capture help git drift -h
check 'the help says how' says help 'git drift HEAD~1 HEAD'

finish

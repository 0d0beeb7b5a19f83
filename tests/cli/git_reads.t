#!/bin/sh
# git_reads.t: what changed is left out only if a build shows that nothing reads it; submodules as they are in the work tree.
. "$(dirname "$0")/lib.sh"
. "$here/git_lib.sh"

revision() { git add -A && git commit -q -m "$1"; }
compare()
{
	compare_to=$1
	shift
	capture "$compare_to" git-drift "$@" </dev/null
}
status() { [ "$(cat "$tmp/$1.status")" -eq "$2" ]; }
says() { grep -q -E -e "$2" "$tmp/$1.out"; }
repository() { git init -q "$tmp/$1" && cd "$tmp/$1" || exit 1; }

# ---- documentation that is part of a program ----

repository words
cat >prog.c <<'END'
#include <stdio.h>
static const char text[] =
#include "help.md"
;
int main(int c, char **v) { puts(c > 1 && v[1][0] == '3' ? text : "none"); return 0; }
END
echo '"one"' >help.md
revision 'One'
echo '"two"' >help.md
revision 'Two'
compare words HEAD~1 HEAD --bin prog.c -- @str:1
check 'documentation that a source includes is compared' status words 1
printf 'prog: prog.c help.md\n\t$(CC) -o prog prog.c\n' >Makefile
echo prog >.gitignore
revision 'Makefile'
echo '"three"' >help.md
revision 'Three'
compare built HEAD~1 HEAD --bin prog -- @str:1
check '... also if it is built, and never was before' status built 1

# ---- a program that the build does not make ----

repository tool
printf 'prog: main.c\n\t$(CC) -o prog main.c\n' >Makefile
echo 'int main(void) { return 0; }' >main.c
printf '#include <stdlib.h>\nint main(int c, char **v) { return c > 1 && atoi(v[1]) == 3; }\n' >tool.c
echo prog >.gitignore
revision 'One'
echo 'int main(void) { return 1; }' >main.c
revision 'Two'
sed -i 's/3/4/' tool.c
revision 'Three'
compare main HEAD~2 HEAD~1 --bin prog --one-input
check 'a program that make builds' status main 1
compare tool HEAD~1 HEAD --bin tool.c -- @int
check 'another, which no build step reads, is compared' status tool 1

# ---- a configure that reads a header ----

repository configured
cat >configure <<'END'
#!/bin/sh
# What configure scripts do with the cache of results.
[ -z "$CONFIG_SITE" ] || . "$CONFIG_SITE"
: "${cache_file=/dev/null}"
[ ! -s "$cache_file" ] || . "$cache_file"
[ -n "$ac_cv_feature" ] || ac_cv_feature=$(grep -c FEATURE feature.h)
echo "ac_cv_feature=$ac_cv_feature" >"$cache_file"
echo "#define HAVE_FEATURE $ac_cv_feature" >config.h
END
chmod +x configure
echo '/* FEATURE */' >feature.h
printf '#include "config.h"\nint main(int c, char **v) { return c > 1 && v[1][0] == 51 && HAVE_FEATURE; }\n' >prog.c
printf 'prog: prog.c\n\t$(CC) -o prog prog.c\n' >Makefile
printf 'prog\nconfig.h\n' >.gitignore
revision 'One'
echo '/* none */' >feature.h
revision 'Two'
compare configured HEAD~1 HEAD --bin prog -- @str:1
check 'what configure found in a header of one revision does not count for the other' status configured 1

# ---- submodules ----

git config --global protocol.file.allow always
repository part
echo 'int part(int x) { return x; }' >part.c
echo 'part.c export-ignore' >.gitattributes
revision 'Part'
repository whole
git submodule -q add "$tmp/part" part
printf '#include <stdlib.h>\nint part(int);\nint main(int c, char **v) { return c > 1 && part(atoi(v[1])) == 3; }\n' >main.c
printf 'prog: main.c part/part.c\n\t$(CC) -o prog main.c part/part.c\n' >Makefile
echo prog >.gitignore
revision 'Whole'
echo '/* */' >>main.c
revision 'Comment'
compare clean HEAD~1 HEAD --bin prog -- @int
check 'files of a submodule, also those that archives lack: no code changed' says clean '^equivalent: no code'
echo 'int part(int x) { return x + 1; }' >part/part.c
compare dirty --bin prog -- @int
check 'a file of a submodule that is changed in the work tree is compared' status dirty 1
check '... and the submodule is as it was' [ "$(git -C part status --porcelain)" = ' M part.c' ]
git -C part checkout -q part.c
compare again HEAD --bin prog -- @int
check '... changed back, no code changed' says again '^equivalent: no code'

finish

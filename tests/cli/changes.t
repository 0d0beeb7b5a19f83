#!/bin/sh
# changes.t: drift changes: what is different between the code of two versions.
. "$(dirname "$0")/lib.sh"

mkdir "$tmp/old" "$tmp/new"
cat >"$tmp/old/main.c" <<'END_OLD'
#include <stdio.h>
#include "util.h"
static void usage(void) { puts("main"); }
int main(int argc, char **argv)
{
	if (argc < 2)
		usage();
	printf("%d\n", limit(argc));
	return argv[0] == 0;
}
END_OLD
cat >"$tmp/old/util.c" <<'END_OLD'
#include <stdio.h>
#include "util.h"
static void usage(void) { puts("util"); }
int limit(int x)
{
	if (x > 600)
		usage();
	return x;
}
END_OLD
echo 'int limit(int x);' >"$tmp/old/util.h"
cp "$tmp/old/"* "$tmp/new"

# changes NAME ARG...: leaves output and status in $tmp/NAME.*.
changes()
{
	name=$1
	shift
	capture "$name" "$drift" changes "$@" </dev/null
}

# says NAME TEXT, in its output or its messages
says()
{
	if ! cat "$tmp/$1.out" "$tmp/$1.err" | grep -qF -e "$2"; then
		echo "no '$2' in:"
		cat "$tmp/$1.out" "$tmp/$1.err"
		return 1
	fi
}

status_is()
{
	[ "$(cat "$tmp/$1.status")" = "$2" ] || {
		echo "status $(cat "$tmp/$1.status"), not $2"
		cat "$tmp/$1.out" "$tmp/$1.err"
		return 1
	}
}

changes same "$tmp/old" "$tmp/new"
check "two copies in different directories: status 0" status_is same 0
check "two copies: says that no code changed" says same 'no code changed'

sed 's/600/700/; s/"util"/"utility"/' "$tmp/old/util.c" >"$tmp/new/util.c"
changes some "$tmp/old" "$tmp/new"
check "two changes: status 1" status_is some 1
check "a constant, with its line in OLD" says some 'old/util.c:6'
check "in words" says some 'modification in limit: 600 is now 700'
check "a text in the function of the same name in the same file" says some 'util.c:3'
check "in words, too" says some '"util" is now "utility"'

changes json --json "$tmp/old" "$tmp/new"
check "JSON: status 1" status_is json 1
check "JSON: kinds" says json '"kind":	"modification"'
check "JSON: lines" says json '"first":	6'

changes flags --new-cflags '-DEXTRA' "$tmp/old" "$tmp/old"
check "options for one version that change nothing: status 0" status_is flags 0

echo 'int other(int a, int b) { return a / b; }' >"$tmp/other.c"
changes main "$tmp/old" "$tmp/other.c"
check "only one has a main function: status 2" status_is main 2
check "and it says so" says main 'the old version has a main function, the new has none'
printf '#include <stdio.h>\nint main(void)\n{\n\tputs("none");\n\treturn 0;\n}\n' >"$tmp/bare.c"
printf '#include <stdio.h>\nint main(int argc, char **argv)\n{\n\tputs("none");\n\treturn 0;\n}\n' >"$tmp/unused.c"
printf '#include <stdio.h>\nint main(int argc, char **argv)\n{\n\tputs(argc > 1 ? argv[1] : "none");\n\treturn 0;\n}\n' >"$tmp/used.c"
changes unused "$tmp/bare.c" "$tmp/unused.c"
check "parameters of main that nothing uses are no change" status_is unused 0
changes used "$tmp/bare.c" "$tmp/used.c"
check "main that has parameters now: status 1" status_is used 1
check "and its lines" says used '`puts("none");` is now `puts(argc > 1 ? argv[1] : "none");`'
capture used "$drift" test -o "$tmp/used.d" "$tmp/bare.c" "$tmp/used.c" -- @str:2 </dev/null
check "such versions are compared" status_is used 1
check "on arguments that only one of them takes" says used 'none'
capture used "$drift" test -o "$tmp/used2.d" "$tmp/used.c" "$tmp/bare.c" -- @str:2 </dev/null
check "either way round" status_is used 1
capture unused "$drift" test -o "$tmp/unused.d" "$tmp/bare.c" "$tmp/unused.c" -- @str:2 </dev/null
check "or found to be the same" says unused 'equivalent'
changes one "$tmp/old"
check "one version only: status 2" status_is one 2
changes gone "$tmp/old" "$tmp/nothing.c"
check "a version that is not there: status 2" status_is gone 2

# ---- names of sources: what a program prints of them counts; where they lie and what they are called does not ----

cat >"$tmp/first.c" <<'END_C'
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 0;
	puts(n > 3 ? "first.c" : __FILE__);
	return 0;
}
END_C
cp "$tmp/first.c" "$tmp/second.c"
mkdir "$tmp/deep" "$tmp/deep/er"
cp "$tmp/first.c" "$tmp/deep/er/first.c"
changes named "$tmp/first.c" "$tmp/second.c"
check "__FILE__ of a version under another name is no change" status_is named 0
changes moved "$tmp/first.c" "$tmp/deep/er/first.c"
check "nor is it in another directory" status_is moved 0
sed 's/"first.c"/"second.c"/' "$tmp/first.c" >"$tmp/second.c"
changes literal "$tmp/first.c" "$tmp/second.c"
check "a literal that is the name of a source is one" status_is literal 1
capture literal "$drift" test -o "$tmp/literal.d" "$tmp/first.c" "$tmp/second.c" -- @int </dev/null
check "and a difference that shows natively" status_is literal 1
check "where it is printed" says literal 'when    arg1 > 3'

# ---- what no function has ----

printf 'asm(".ident \\"one\\"");\nint main(void) { return 0; }\n' >"$tmp/asm1.c"
sed 's/one/two/' "$tmp/asm1.c" >"$tmp/asm2.c"
capture asm "$drift" changes "$tmp/asm1.c" "$tmp/asm2.c"
check 'assembly outside of functions is a change' [ "$(cat "$tmp/asm.status")" -eq 1 ]
capture noasm "$drift" changes "$tmp/asm1.c" "$tmp/asm1.c"
check 'and none if it is the same' [ "$(cat "$tmp/noasm.status")" -eq 0 ]

# ---- texts in C's words, and what to call ----

mkdir -p "$tmp/words/a" "$tmp/words/b"
cat >"$tmp/words/a/lib.c" <<'END'
static int limit(int n, int most)
{
	return n < most ? n : most;
}
int clip(int n)
{
	if (n < 0)
		return 0;
	return limit(n, 10);
}
int other(int n) { return clip(n) + 1; }
END
sed 's/n < most ? n : most/n < most \&\& n != 7 ? n : most/; s/if (n < 0)/if (n < 0 || n == 3)/' "$tmp/words/a/lib.c" >"$tmp/words/b/lib.c"
# The current directory has a file of that name as well.
(cd "$tmp/words" && sed 's/limit/nonsense/' a/lib.c >lib.c && "$drift" changes a b) >"$tmp/words.out"
words() { grep -F -q -e "$1" "$tmp/words.out" || { cat "$tmp/words.out"; false; }; }
check 'lines say what changed' words '`if (n < 0)` is now `if (n < 0 || n == 3)`'
check 'on both sides' words '`return n < most ? n : most;` is now `return n < most && n != 7 ? n : most;`'
check 'no instructions' sh -c '! grep -q -i "instruction\|operands of\|leads elsewhere" "$1"' sh "$tmp/words.out"
check 'the nearest public function is named' words 'is reached from clip and 1 other; try: drift test a b --entry clip'

finish

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


changes same "$tmp/old" "$tmp/new"
check "two copies in different directories: status 0" status same 0
check "two copies: no change is told" silent same '^change'

sed 's/600/700/; s/"util"/"utility"/' "$tmp/old/util.c" >"$tmp/new/util.c"
changes some "$tmp/old" "$tmp/new"
check "two changes: status 1" status some 1
check "a constant, with its line in OLD" says some 'old/util.c:6'
check "in words" says some 'modification in limit: 600 is now 700'
check "a text in the function of the same name in the same file" says some 'util.c:3'
check "in words, too" says some '"util" is now "utility"'

changes json --json "$tmp/old" "$tmp/new"
check "JSON: status 1" status json 1
check "JSON: kinds" says json '"kind":	"modification"'
check "JSON: lines" says json '"first":	6'

changes flags --new-cflags '-DEXTRA' "$tmp/old" "$tmp/old"
check "options for one version that change nothing: status 0" status flags 0

echo 'int other(int a, int b) { return a / b; }' >"$tmp/other.c"
changes main "$tmp/old" "$tmp/other.c"
check "only one has a main function: status 2" status main 2
check "and it says so" mentions main 'drift: ' main
printf '#include <stdio.h>\nint main(void)\n{\n\tputs("none");\n\treturn 0;\n}\n' >"$tmp/bare.c"
printf '#include <stdio.h>\nint main(int argc, char **argv)\n{\n\tputs("none");\n\treturn 0;\n}\n' >"$tmp/unused.c"
printf '#include <stdio.h>\nint main(int argc, char **argv)\n{\n\tputs(argc > 1 ? argv[1] : "none");\n\treturn 0;\n}\n' >"$tmp/used.c"
changes unused "$tmp/bare.c" "$tmp/unused.c"
check "parameters of main that nothing uses are no change" status unused 0
changes used "$tmp/bare.c" "$tmp/used.c"
check "main that has parameters now: status 1" status used 1
check "and its lines" says used '`puts("none");` is now `puts(argc > 1 ? argv[1] : "none");`'
capture used "$drift" test -o "$tmp/used.d" "$tmp/bare.c" "$tmp/used.c" -- @str:2 </dev/null
check "such versions are compared" status used 1
check "on arguments that only one of them takes" says used 'none'
capture used "$drift" test -o "$tmp/used2.d" "$tmp/used.c" "$tmp/bare.c" -- @str:2 </dev/null
check "either way round" status used 1
capture unused "$drift" test -o "$tmp/unused.d" "$tmp/bare.c" "$tmp/unused.c" -- @str:2 </dev/null
check "or found to be the same" says unused 'equivalent'
changes one "$tmp/old"
check "one version only: status 2" status one 2
changes gone "$tmp/old" "$tmp/nothing.c"
check "a version that is not there: status 2" status gone 2

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
check "__FILE__ of a version under another name is no change" status named 0
changes moved "$tmp/first.c" "$tmp/deep/er/first.c"
check "nor is it in another directory" status moved 0
sed 's/"first.c"/"second.c"/' "$tmp/first.c" >"$tmp/second.c"
changes literal "$tmp/first.c" "$tmp/second.c"
check "a literal that is the name of a source is one" status literal 1
capture literal "$drift" test -o "$tmp/literal.d" "$tmp/first.c" "$tmp/second.c" -- @int </dev/null
check "and a difference that shows natively" status literal 1
check "where it is printed" says literal 'when    arg1 > 3'

# ---- what no function has ----

printf 'asm(".ident \\"one\\"");\nint main(void) { return 0; }\n' >"$tmp/asm1.c"
sed 's/one/two/' "$tmp/asm1.c" >"$tmp/asm2.c"
capture asm "$drift" changes "$tmp/asm1.c" "$tmp/asm2.c"
check 'assembly outside of functions is a change' [ "$(cat "$tmp/asm.status")" -eq 1 ]
capture noasm "$drift" changes "$tmp/asm1.c" "$tmp/asm1.c"
check 'and none if it is the same' [ "$(cat "$tmp/noasm.status")" -eq 0 ]
: >"$tmp/bytes"
printf 'asm("bytes: .INCBIN \\"%s\\"");\nint main(void) { return 0; }\n' "$tmp/bytes" >"$tmp/asm3.c"
capture reads "$drift" changes --json "$tmp/asm3.c" "$tmp/asm3.c"
check 'assembly that reads files is compared no further' says reads assembly
printf 'int main(void) { asm("jmp 1f; 2: .incbin \\"bytes\\"; 1: lea 2b(%%rip), %%rax"); return 0; }\n' >"$tmp/asm4.c"
capture inner "$drift" changes --json "$tmp/asm4.c" "$tmp/asm4.c"
check 'nor is that in a function' says inner assembly

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
check 'the nearest public function is named' words 'drift test a b --entry clip'

# ---- one edit, one change ----

mkdir -p "$tmp/one/a" "$tmp/one/b"
cat >"$tmp/one/a/h.h" <<'END'
#define LIMIT 32
#define TWICE (LIMIT * 2)
enum color { RED, GREEN };
static inline int clamp(int x) { return x < 0 ? 0 : x; }
END
for i in 1 2 3 4; do
	printf '#include "h.h"\nint f%s(int x)\n{\n\tx = clamp(x + %s);\n\treturn x > TWICE ? LIMIT : x == GREEN;\n}\n' $i $i >"$tmp/one/a/f$i.c"
done
cp "$tmp/one/a/"* "$tmp/one/b"
sed 's/clamp(x + 2)/x + 2/' "$tmp/one/a/f2.c" >"$tmp/one/b/f2.c"
changes dropped "$tmp/one/a" "$tmp/one/b"
check "a call of a header's static that one file dropped is one change" sh -c '[ "$(grep -c "^change [0-9]*:" "$1")" = 1 ]' sh "$tmp/dropped.out"
check "at its line" says dropped '`x = clamp(x + 2);` is now `x = x + 2;`'
cp "$tmp/one/a/"* "$tmp/one/b"
sed 's/LIMIT 32/LIMIT 33/; s/RED, GREEN/RED, BLUE, GREEN/' "$tmp/one/a/h.h" >"$tmp/one/b/h.h"
changes macro "$tmp/one/a" "$tmp/one/b"
check "an edited macro and an edited type are two changes" sh -c '[ "$(grep -c "^change .*: modification" "$1")" -le 2 ]' sh "$tmp/macro.out"
check "the macro by its name" says macro 'modification of LIMIT: `#define LIMIT 32` is now `#define LIMIT 33`'
check "with the places that it shows at, in all files" sh -c 'grep "b/h.h:1.*, shows at" "$1" | grep -q "f1.c:5.*f4.c:5"' sh "$tmp/macro.out"
changes macro_json --json "$tmp/one/a" "$tmp/one/b"
check "JSON: where it was edited" sh -c 'grep -q "\"edited\":.*h.h:1" "$1"' sh "$tmp/macro_json.out"
printf 'int g(int *t, int n)\n{\n\tint i, s = 0;\n\tfor (i = 0; i < n && t[i]; i++)\n\t\ts += t[i];\n\treturn s;\n}\n' >"$tmp/for1.c"
sed 's/i = 0; i < n \&\& t.i.; i++/i = 1; i <= n; i += 2/' "$tmp/for1.c" >"$tmp/for2.c"
changes for "$tmp/for1.c" "$tmp/for2.c"
check "one edited for is one change" sh -c '[ "$(grep -c "^change .*: modification" "$1")" = 1 ]' sh "$tmp/for.out"

# ---- lines that are not compiled ----

cat >"$tmp/cond1.c" <<'END'
#include <stdio.h>
int count(const char *s)
{
	int n = 0;
	for (; *s; s++) {
		n++;
#ifdef LINKS
		n += links(s);
#else
		n += 0;
#endif
	}
	return n;
}
int main(int argc, char **argv) { return count(argv[argc - 1]); }
END
sed 's/links(s)/links(s + 1)/' "$tmp/cond1.c" >"$tmp/cond2.c"
changes cond "$tmp/cond1.c" "$tmp/cond2.c"
check "an edited line that is not compiled is no change" status cond 0
check "but it is named, with why" mentions cond cond2.c:8 '#ifdef LINKS'
capture cond "$drift" test -o "$tmp/cond.d" "$tmp/cond1.c" "$tmp/cond2.c" -- a </dev/null
check "drift test says so, too" mentions cond equivalent: cond2.c:8
sed 's/n += 0/n += 1/' "$tmp/cond1.c" >"$tmp/cond3.c"
changes compiled "$tmp/cond1.c" "$tmp/cond3.c"
check "one that is compiled is a change" status compiled 1
check "and nothing else is said" sh -c '! grep -q "differs but" "$1"' sh "$tmp/compiled.out"

cat >"$tmp/leap1.c" <<'END'
int main(int year, char **argv) { return argv[0] && year % 400 == 0; }
END
sed 's/year % 400 == 0/!(year % 400)/' "$tmp/leap1.c" >"$tmp/leap2.c"
changes leap "$tmp/leap1.c" "$tmp/leap2.c"
check "what the compiler made of an edit is not told as the edit" says leap 'year % 400 == 0; }` is now `'

printf '#ifdef B\nint pick(int n) { return n > LIMIT; }\n#endif\n' >"$tmp/flags1.c"
sed 's/>/>=/' "$tmp/flags1.c" >"$tmp/flags2.c"
changes flags --cflags '-DB -DC' --old-cflags -DLIMIT=3 --new-cflags -DLIMIT=3 "$tmp/flags1.c" "$tmp/flags2.c"
check "options for one version come to those for both" status flags 1
check "a command to try has the options" says flags "flags2.c --cflags '-DB -DC' --old-cflags -DLIMIT=3 --new-cflags -DLIMIT=3 --entry pick"
# ---- edits, one by one ----

# value NAME PATH: of the JSON output
value() { json "$tmp/$1.out" "$2"; }
is() { [ "$(value "$1" "$2")" = "$3" ] || { value "$1" "$2"; cat "$tmp/$1.out"; return 1; }; }

printf 'int g(int n)\n{\n\tint a = n + 1;\n\tint b = n + 2;\n\treturn a * b;\n}\n' >"$tmp/adj1.c"
sed 's/n + 1/n + 3/; s/n + 2/n + 5/' "$tmp/adj1.c" >"$tmp/adj2.c"
changes adj --json "$tmp/adj1.c" "$tmp/adj2.c"
check "edits of two adjacent statements are two changes" is adj 'changes.#' 2
check "each at its line" is adj 'changes.1.new.lines.0.first' 4
check "and two edits" is adj 'edits.#' 2
printf 'int g(int n)\n{\n\tint i, s = 0;\n\tfor (i = 0;\n\t     i < n;\n\t     i++)\n\t\ts += i;\n\treturn s;\n}\n' >"$tmp/head1.c"
sed 's/i = 0;/i = 1;/; s/i < n;/i < n + 1;/' "$tmp/head1.c" >"$tmp/head2.c"
changes head --json "$tmp/head1.c" "$tmp/head2.c"
check "edits within the head of one statement are one edit" is head 'edits.#' 1

cat >"$tmp/line1.c" <<'END'
#include <stdio.h>
static void at(int line, const char *what) { if (what[0] == 'x') printf("%d\n", line); }
#define LOG(x) at(__LINE__, x)
static int f(int n)
{
	LOG("f");
	return n;
}
int main(int argc, char **argv)
{
	LOG(argv[argc - 1]);
	return f(0);
}
END
{ echo; cat "$tmp/line1.c"; } >"$tmp/line2.c"
changes line --json "$tmp/line1.c" "$tmp/line2.c"
check "moved lines are one change" is line 'changes.#' 1
check "with the edit that moved them" is line 'changes.0.new.edited' "$tmp/line2.c:1"
# clang names a file from the directory that it shares with the current one.
mkdir "$tmp/beside"
(cd "$tmp/beside" && changes line --json "$tmp/line1.c" "$tmp/line2.c")
check "named as the user did, in a neighbouring directory as well" is line 'changes.0.new.edited' "$tmp/line2.c:1"
check "and all places that use their numbers" is line 'changes.0.new.changed' 2
capture line "$drift" test -o "$tmp/line.d" "$tmp/line1.c" "$tmp/line2.c" -- @str:1 </dev/null
check "a program that prints __LINE__ differs" status line 1

cat >"$tmp/option1.c" <<'END'
#ifdef EXTRA
#define STEP 2
int more(int n) { return n; }
#else
#define STEP 1
#endif
int g(int n)
{
#ifdef EXTRA
	n += 4;
#endif
	return n * STEP;
}
END
cp "$tmp/option1.c" "$tmp/option2.c"
changes option --json --new-cflags -DEXTRA "$tmp/option1.c" "$tmp/option2.c"
check "what a compiler option changes is one change" is option 'changes.#' 1
check "it names the option" is option 'changes.0.option' -DEXTRA

printf '#include <stdlib.h>\nint pick(const char *s)\n{\n\treturn s[0];\n}\n' >"$tmp/inline1.c"
sed 's/s\[0\]/atoi(s)/' "$tmp/inline1.c" >"$tmp/inline2.c"
changes inline --json "$tmp/inline1.c" "$tmp/inline2.c"
check "an inline function of a system header belongs to its caller" is inline 'changes.#' 1
check "at the caller's line" is inline 'changes.0.new.lines.*.first' 4

printf 'int size(void);\n/* a */\nint g(int n)\n{\n\tint k = n;\n\treturn k + 1;\n}\n' >"$tmp/each1.c"
sed 's/size/length/; s/ a / b /; s/int k = n/int k = (n)/; s/k + 1/k + 2/' "$tmp/each1.c" >"$tmp/each2.c"
changes each --json "$tmp/each1.c" "$tmp/each2.c"
check "every edit is accounted for" is each 'edits.*.effect' 'no code
layout
same code
change'

mkdir -p "$tmp/declared1" "$tmp/declared2"
printf 'struct glob {\n\tint a;\n\tint c;\n};\nextern struct glob G;\n' >"$tmp/declared1/g.h"
sed 's/int a;/int a, b;/' "$tmp/declared1/g.h" >"$tmp/declared2/g.h"
for side in 1 2; do printf '#include "g.h"\nint f(void)\n{\n\treturn G.a;\n}\n' >"$tmp/declared$side/f.c"; done
changes declared --json "$tmp/declared1/f.c" "$tmp/declared2/f.c"
check "a global that is only declared names the edit of its type" is declared 'changes.0.new.edited' "$tmp/declared2/g.h:2"
# ---- causes in headers: conditions of macros, included files, several types ----

mkdir -p "$tmp/cause/a/sys" "$tmp/cause/b/sys"
cd "$tmp/cause" || exit 1
cat >a/conf.h <<'END'
#if defined(NEVER)
#define SHORT_FORM
#endif
struct inner { int a; };
struct other { int b; };
struct outer {
	struct inner in;
	struct other ot;
};
END
cat >a/conf.c <<'END'
#include "conf.h"
#include <stdio.h>
extern struct outer all;
int size(void)
{
#ifdef SHORT_FORM
	return 1;
#else
	return 2;
#endif
}
struct outer all;
int main(void)
{
	printf("%d %p\n", size(), (void *)&all);
	return 0;
}
END
cp a/conf.[ch] b
sed -i 's/defined(NEVER)/1/' b/conf.h
changes condition --json a/conf.c b/conf.c
check "a macro under an edited condition: the edit is named" says condition '"edited":	"b/conf.h:1"'
check "... as one change" sh -c '[ "$(grep -c "\"id\":" "$1")" -eq 1 ]' sh "$tmp/condition.out"
check "... and no edit is left open" silent condition '"unknown"'
cp a/conf.h b
sed -i 's/int a;/int a, c;/; s/int b;/int b, d;/' b/conf.h
changes types --json a/conf.c b/conf.c
check "two types of a third: both edits are named" says types '"also":	"b/conf.h:5"'
check "... and none is left open" silent types '"unknown"'
cp a/conf.h b
sed -i 's/(void \*)&all/(void *)getenv("A")/' a/conf.c
sed '2a #include <stdlib.h>' a/conf.c >b/conf.c
changes include --json --cflags '-w -std=gnu89' a/conf.c b/conf.c
check "a prototype of an included header: its line is named" says include '"edited":	"b/conf.c:3"'
check "... and no edit is left open" silent include '"unknown"'

finish

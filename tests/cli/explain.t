#!/bin/sh
# explain.t: drift explain: what differs on one input, suspects in order, the nearest input that passes.
. "$(dirname "$0")/lib.sh"
cd "$tmp" || exit 1
pairs=$programs/explain

# explains PATTERN OLD NEW ARG...: the first suspect matches; what was said is left in said.
explains()
{
	explain_pattern=$1
	explain_old=$2
	explain_new=$3
	shift 3
	timeout "$limit" "$drift" explain --time "$limit" --builds 0 "$explain_old" "$explain_new" -- "$@" >said 2>&1
	[ $? -eq 1 ] || { cat said; return 1; }
	cat said
	grep -q -E -e "^suspects +1\. $explain_pattern" said
}

# fails STATUS PATTERN ARG...
fails()
{
	fails_status=$1
	fails_pattern=$2
	shift 2
	timeout "$limit" "$drift" explain --time "$limit" "$@" >said 2>&1
	[ $? -eq "$fails_status" ] || { cat said; return 1; }
	cat said
	grep -q -E -e "$fails_pattern" said
}

check 'a comparison that is off by one, among reordered ones' \
	explains '.*order_new.c:8 ' "$pairs/order_old.c" "$pairs/order_new.c" 5 5
check '... with what differs' grep -q "^the difference   stdout line 1: '1' | '-1'" said
check '... and an input that passes' grep -q '^pass instead     arg[12] 5 -> .*(5 5 -> ' said
check 'by path as well' sh -c \
	"'$drift' explain --builds 0 --by path '$pairs/order_old.c' '$pairs/order_new.c' -- 5 5 >said; grep -q '1\. .*order_new.c:8 ' said"
check 'a decision that what differs depends on' \
	explains '.*two_new.c:6 ' "$pairs/two_old.c" "$pairs/two_new.c" 0 0
check '... and nothing about the other input' sh -c '! grep -E "arg2|two_(old|new).c:10" said'
check 'a check that NEW does not make' explains '.*get_old.c:12 ' "$pairs/get_old.c" "$pairs/get_new.c" 'GET x'
check '... by the check and its other side' grep -q "OLD, .*arg1\[4\] != '/'.* NEW " said
check '... and the smallest change that passes' grep -q "^pass instead     arg1 byte 4 'x' -> '/'" said
check 'a packet that is dropped too early' \
	explains '.*packet_(old|new).c:10 ' "$pairs/packet_old.c" "$pairs/packet_new.c" s sdata
check 'a mistake in both that only NEW comes to' \
	explains '.*latent_new.c:(8|9) ' "$pairs/latent_old.c" "$pairs/latent_new.c" 200 0
check 'two programs for one purpose' explains '.*get_old.c:12 ' "$pairs/get_old.c" "$pairs/other.c" 'GET x'

sed 's/n \* 2/n * 2 + 1/' >value_new.c <<'END'
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 0;
	int twice = n * 2;
	printf("%d\n", twice);
	return 0;
}
END
sed 's/ + 1//' value_new.c >value_old.c
check 'a value that no decision depends on' explains 'value_new.c:6 ' value_old.c value_new.c 21
check '... with its value' grep -q '^ .*value.* 43' said

timeout "$limit" "$drift" test -o out "$pairs/get_old.c" "$pairs/get_new.c" -- @str:6=GETx >/dev/null 2>&1
check 'a test of drift test' sh -c \
	"'$drift' explain --builds 0 '$pairs/get_old.c' '$pairs/get_new.c' --test out/tests/0001 >said; grep -q '^suspects  *1\. .*get_old.c:12 ' said"
check 'standard input' sh -c "
	printf 'int getchar(void); int puts(const char *);\nint main(void)\n{\n\tif (getchar() > 65)\n\t\tputs(\"big\");\n\treturn 0;\n}\n' >in_old.c
	sed 's/> 65/> 66/' in_old.c >in_new.c
	printf B >b
	'$drift' explain --builds 0 in_old.c in_new.c --stdin b >said
	grep -q '^suspects  *1\. in_new.c:4 ' said"

check 'both do the same: one line, status 0' fails 0 'nothing' \
	"$pairs/order_old.c" "$pairs/order_new.c" -- 1 2
check 'no such test' fails 2 '^drift: out/tests/0009' \
	"$pairs/get_old.c" "$pairs/get_new.c" --test out/tests/0009
check 'a version that does not compile' fails 2 'broken.c' "$pairs/get_old.c" /dev/null/broken.c -- x
check 'one program' fails 2 "drift explain --help" "$pairs/get_old.c" -- x
check 'a test and words' fails 2 '^drift: --test ' \
	"$pairs/get_old.c" "$pairs/get_new.c" --test out/tests/0001 -- x
check 'an unknown condition' fails 2 "^drift: --by .*output .*path" \
	"$pairs/get_old.c" "$pairs/get_new.c" --by magic -- x
check 'sources that are not there for an experiment: said' sh -c "
	clang-19 -g -O0 -c -emit-llvm -o old.bc '$pairs/get_old.c' && clang-19 -g -O0 -c -emit-llvm -o new.bc '$pairs/get_new.c'
	'$drift' explain old.bc new.bc -- 'GET x' >said; grep -q '^to blame  *[^h ]' said"

# ---- results, conditions of passing, predicates ----

check 'a result for programs' sh -c "
	'$drift' explain --builds 0 --json '$pairs/get_old.c' '$pairs/get_new.c' -- 'GET x' >json
	grep -q '\"side\":.*\"old\"' json && grep -q '\"line\":.*12,' json && grep -q '\"passes\":.*true' json &&
	grep -q '\"edit\":.*arg1 byte 4' json"
"$drift" explain --builds 2 -o kept "$pairs/get_old.c" "$pairs/get_new.c" -- 'GET x' >/dev/null 2>&1
check 'a directory with the result and tests' sh -c \
	'grep -q "\"blame\"" kept/result.json && [ -e kept/tests/0001/cmd ] && grep -q "GET /" kept/tests/0002/cmd'
check '... that run again' sh -c "'$drift' replay kept '$pairs/get_old.c' '$pairs/get_new.c' >said 2>&1; cat said; grep -q '0001' said || [ -s said ]"
check 'edits in the result, with what they hold' sh -c "
	'$drift' explain --builds 4 --json '$pairs/get_old.c' '$pairs/get_new.c' -- 'GET x' >json
	grep -q '\"id\":.*\"h1\"' json && grep -q '\"matters\":.*true' json && grep -q '\"changes\":.*\[1\]' json"
check 'sarif names the line of the first suspect' sh -c "
	'$drift' explain --builds 0 --format sarif '$pairs/get_old.c' '$pairs/get_new.c' -- 'GET x' >sarif
	grep -q '\"startLine\":.*12' sarif"
check 'both do the same, for programs' sh -c "
	'$drift' explain --json '$pairs/get_old.c' '$pairs/get_new.c' -- 'GET /' >json; [ \$? -eq 0 ] && grep -q '\"verdict\":	\"no difference found\"' json"
check 'how it came' sh -c "'$drift' explain --builds 0 value_old.c value_new.c -- 21 | grep -q '^effect           value_new.c:6  42 | 43 '"
# NEW is right when it prints an even number.
check 'what passes is what a command says' sh -c "
	'$drift' explain --builds 0 --ok 'read n; [ \$((n % 3)) -eq 0 ]' --json value_old.c value_new.c -- 2 >json
	grep -q '\"pass_instead\"' json || grep -q 'predicate' json"
check '... and it must say no of this input' fails 2 '^drift: --ok' --ok true value_old.c value_new.c -- 2
printf '#include <stdio.h>\n#include <stdlib.h>\nint main(int n, char **v)\n{\n\tint a = atoi(v[1]), b = atoi(v[2]);\n\tint r = a + b;\n\tprintf("%%d\\n", r);\n\treturn 0;\n}\n' >sum.c
cat >diff.c <<'END'
#include <stdio.h>
#include <stdlib.h>
static int left, right;
static int result(void)
{
	return left - right;
}
static void take(char **v)
{
	left = atoi(v[1]);
	right = atoi(v[2]);
}
static void show(int r)
{
	printf("%d\n", r);
}
int main(int n, char **v)
{
	(void)n;
	take(v);
	show(result());
	return 0;
}
END
check 'a wrong formula in another program, by what holds of values' sh -c "
	'$drift' explain --builds 0 sum.c diff.c -- 5 3 >said; cat said; grep -q '1\. diff.c:6 .*left - right' said"
check '... but not without' sh -c "'$drift' explain --builds 0 --predicates never sum.c diff.c -- 5 3 >said; ! grep -q 'left - right' said"
check 'an unknown time for predicates' fails 2 '^drift: --predicates .*need, always .*never' --predicates now sum.c diff.c -- 5 3

# ---- where edits are ----

cat >type_old.c <<'END'
#include <stdio.h>
#include <stdlib.h>
struct item {
	int size;
};
int main(int argc, char **argv)
{
	struct item it;
	it.size = argc > 1 ? atoi(argv[1]) : 0;
	printf("%d\n", it.size);
	return 0;
}
END
sed 's/int size/signed char size/' type_old.c >type_new.c
check 'a type: the edit of it' explains 'type_(old|new).c:4 ' type_old.c type_new.c 300
sed 's/atoi(argv\[1\]) : 0/atoi(argv[1]) : LEAST/; 2a #define LEAST 0' type_old.c >macro_old.c
sed 's/LEAST 0/LEAST 7/' macro_old.c >macro_new.c
check 'a macro: its definition' explains 'macro_new.c:3 ' macro_old.c macro_new.c
cat >table_old.c <<'END'
#include <stdio.h>
#include <stdlib.h>
static const int days[] = {31, 28, 31};
int main(int argc, char **argv)
{
	int m = argc > 1 ? atoi(argv[1]) : 0;
	if (m < 0 || m > 2)
		return 1;
	printf("%d\n", days[m]);
	return 0;
}
END
sed 's/28/29/' table_old.c >table_new.c
check 'a table: its line' explains 'table_new.c:3 ' table_old.c table_new.c 1
cat >case_old.c <<'END'
#include <stdio.h>
int main(int argc, char **argv)
{
	int sign = 0, wide = 0;
	switch (argc > 1 ? argv[1][0] : 0) {
	case 'w': wide = 1; break;
	case 's': sign = 1; break;
	}
	printf("%d %d\n", wide, sign);
	return 0;
}
END
sed 's/wide = 1; break;/wide = 1;/' case_old.c >case_new.c
check 'a case that falls through' sh -c "'$drift' explain --builds 0 case_old.c case_new.c -- w >said; cat said; grep -q '[12]\. case_new.c:[67] ' said"
cat >unset_old.c <<'END'
#include <stdio.h>
int main(int argc, char **argv)
{
	int n;
	n = 0;
	if (argc > 1 && argv[1][0] == 'x')
		n = 1;
	printf("%d\n", n);
	return 0;
}
END
sed '/n = 0;/d' unset_old.c >unset_new.c
check 'memory that is no longer set' sh -c "'$drift' explain --builds 0 unset_old.c unset_new.c -- a >said; cat said; grep -q '1\. unset_old.c:5 ' said"
cat >crash_old.c <<'END'
#include <stdio.h>
#include <string.h>
int main(int argc, char **argv)
{
	char room[4];
	if (argc < 2 || strlen(argv[1]) > 3)
		return 1;
	strcpy(room, argv[1]);
	puts(room);
	return 0;
}
END
sed 's/ || strlen(argv\[1\]) > 3//' crash_old.c >crash_new.c
check 'a missing check before a crash' explains 'crash_(old|new).c:6 ' crash_old.c crash_new.c abcdef
sed 's/argc < 2/argc < 1/; s/ || strlen(argv\[1\]) > 3//; s/puts(room)/puts(argv[1])/' crash_old.c >crash_both.c
check '... and what passes' grep -q "^pass instead     arg1 byte 3 'd' -> nothing" said
check 'an input that both fail on' fails 2 '^drift: .*both' crash_new.c crash_both.c -- abcdef

# Both decide the same, only OLD refuses because of it: NEW's condition implies the check that it lacks.
cat >refuse_old.c <<'END'
#include <stdio.h>
#include <stdlib.h>
static int refuse(int n) { return n > 100; }
int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 0;
	if (refuse(n)) {
		puts("no");
		return 1;
	}
	puts("yes");
	return 0;
}
END
cat >refuse_new.c <<'END'
#include <stdio.h>
#include <stdlib.h>
int main(int count, char **words)
{
	int value = 0;
	if (count > 1)
		value = atoi(words[1]);
	if (value > 100)
		printf("yes\n");
	else
		puts("yes");
	return 0;
}
END
check 'a check whose condition NEW has as well' explains '.*refuse_old.c:7 ' refuse_old.c refuse_new.c 500
check '... is told as such' grep -q 'OLD, .*arg1 > 100.* NEW ' said
check '... and what passes' grep -q '^pass instead     arg1 500 -> 100 ' said

# A function that returns nothing but a constant.
cat >const_old.c <<'END'
#include <stdio.h>
#include <stdlib.h>
static int limit(void)
{
	return 5;
}
int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 0;
	puts(n > limit() * 2 ? "big" : "small");
	puts("end");
	return 0;
}
END
sed -e 's/return 5/return 7/' -e 's/puts("end")/printf("end\\n")/' const_old.c >const_new.c
check 'a constant that is returned' explains '.*const_new.c:5 ' const_old.c const_new.c 12

# ---- programs built from trees ----

mkdir -p o/src
printf '#include <stdio.h>\n#include "limit.h"\nint main(int argc, char **argv)\n{\n\tint c = argc > 1 ? argv[1][0] : 0;\n\tputs(c > LIMIT ? "big" : "small");\n\treturn 0;\n}\n' >o/src/main.c
echo '#define LIMIT 70' >o/src/limit.h
printf 'prog: src/main.c src/limit.h\n\t./compile -g -o prog src/main.c\n' >o/Makefile
printf '#!/bin/sh\nexec "%s" "$@"\n' "$(dirname "$drift")/drift-cc" >o/compile
chmod +x o/compile
cp -r o n
sed -i 's/70/80/' n/src/limit.h
sed -i 's/return 0;/return 0; \/\* done \*\//' n/src/main.c
(cd o && make -s) && (cd n && make -s)
check 'blame of programs that were built from trees' sh -c "
	'$drift' explain o/prog n/prog --old-sources o --new-sources n --build 'make -s' -- K >said; cat said
	grep -q '^to blame         h1 at src/limit.h:1 alone' said && grep -q '^ .*h2 ' said"
check 'one tree' fails 2 '^drift: .*--old-sources .*--new-sources' --old-sources o o/prog n/prog -- K
check 'a build without trees' fails 2 '^drift: .*--build.* --old-sources' --build make o/prog n/prog -- K
check 'a program outside of its tree' fails 2 '^drift: .*--program' --old-sources o --new-sources o o/prog n/prog -- K

mkdir repo
cp -r o/src repo
printf 'prog: src/main.c src/limit.h\n\t$(CC) -g -o prog src/main.c\n' >repo/Makefile
(
	cd repo && git init -q . && git config user.email a@b && git config user.name n && git add -A && git commit -q -m one &&
		cp ../n/src/* src && git commit -q -a -m two
)
check 'git drift explain: the edit between two revisions' sh -c "
	cd repo && HOME=$tmp XDG_CACHE_HOME=$tmp/cache PATH=$(dirname "$drift"):\$PATH git-drift explain HEAD~1 HEAD -- K >../said 2>&1
	cat ../said; grep -q '^to blame         h1 at src/limit.h:1 alone' ../said"

check 'drift test --explain' sh -c "
	'$drift' test --explain -o tested '$pairs/get_old.c' '$pairs/get_new.c' -- @str:6=GETx >said 2>&1; cat said
	grep -q '^difference 1 explained: ' said && grep -q '^to blame         h1 at' said && grep -q '\"explained\"' tested/result.json"
finish

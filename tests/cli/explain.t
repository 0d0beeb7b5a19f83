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
	timeout 120 "$drift" explain --builds 0 "$explain_old" "$explain_new" -- "$@" >said 2>&1
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
	timeout 120 "$drift" explain "$@" >said 2>&1
	[ $? -eq "$fails_status" ] || { cat said; return 1; }
	cat said
	grep -q -E -e "$fails_pattern" said
}

check 'a comparison that is off by one, among reordered ones' \
	explains '.*order_new.c:8 ' "$pairs/order_old.c" "$pairs/order_new.c" 5 5
check '... with what differs' grep -q "^the difference   stdout line 1: '1' | '-1'" said
check '... and an input that passes' grep -q '^pass instead     arg[12] byte 0 .*(5 5 -> ' said
check 'by path as well' sh -c \
	"'$drift' explain --builds 0 --by path '$pairs/order_old.c' '$pairs/order_new.c' -- 5 5 >said; grep -q '1\. .*order_new.c:8 ' said"
check 'a decision that what differs depends on' \
	explains '.*two_new.c:6 ' "$pairs/two_old.c" "$pairs/two_new.c" 0 0
check '... and nothing about the other input' sh -c '! grep -E "arg2|two_(old|new).c:10" said'
check 'a check that NEW does not make' explains '.*get_old.c:12 ' "$pairs/get_old.c" "$pairs/get_new.c" 'GET x'
check '... by the check and its other side' grep -q "NEW does not make: arg1\[4\] != '/'" said
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
check '... with its value' grep -q 'its value is another: .* 43' said

timeout 120 "$drift" test -o out "$pairs/get_old.c" "$pairs/get_new.c" -- @str:6=GETx >/dev/null 2>&1
check 'a test of drift test' sh -c \
	"'$drift' explain --builds 0 '$pairs/get_old.c' '$pairs/get_new.c' --test out/tests/0001 >said; grep -q '^suspects  *1\. .*get_old.c:12 ' said"
check 'standard input' sh -c "
	printf 'int getchar(void); int puts(const char *);\nint main(void)\n{\n\tif (getchar() > 65)\n\t\tputs(\"big\");\n\treturn 0;\n}\n' >in_old.c
	sed 's/> 65/> 66/' in_old.c >in_new.c
	printf B >b
	'$drift' explain --builds 0 in_old.c in_new.c --stdin b >said
	grep -q '^suspects  *1\. in_new.c:4 ' said"

check 'both do the same: one line, status 0' fails 0 '^nothing to explain: both do the same on this input$' \
	"$pairs/order_old.c" "$pairs/order_new.c" -- 1 2
check 'no such test' fails 2 'out/tests/0009: is no test of drift' \
	"$pairs/get_old.c" "$pairs/get_new.c" --test out/tests/0009
check 'a version that does not compile' fails 2 'broken.c' "$pairs/get_old.c" /dev/null/broken.c -- x
check 'one program' fails 2 'two programs are compared' "$pairs/get_old.c" -- x
check 'a test and words' fails 2 'says what the input is' \
	"$pairs/get_old.c" "$pairs/get_new.c" --test out/tests/0001 -- x
check 'an unknown condition' fails 2 "must be output or path" \
	"$pairs/get_old.c" "$pairs/get_new.c" --by magic -- x
check 'sources that are not there for an experiment: said' sh -c "
	clang-19 -g -O0 -c -emit-llvm -o old.bc '$pairs/get_old.c' && clang-19 -g -O0 -c -emit-llvm -o new.bc '$pairs/get_new.c'
	'$drift' explain old.bc new.bc -- 'GET x' >said; grep -q '^to blame         not known: ' said"
finish

#!/bin/sh
# targets.t: drift explore by reach and by change says which targets were executed, and in what order.
. "$(dirname "$0")/lib.sh"

cd "$tmp" || exit 1
exits=$programs/partition/exits.c

# ---- one line: a call before it in its block may end the program ----

explore line "$exits" --by reach --target exits.c:17 -- @int
check 'two partitions' all_partitions line 2
check 'the line is executed in one of them' field line targets.0.cases 1
check 'a run that ended before it did not execute it' field line 'cases.*.targets.#' '1 0'

# ---- several ----

explore lines "$exits" --by change --target exits.c:17 --target exits.c:8 --target exits.c:7 --target exits.c:15 -- @int
check 'three partitions' all_partitions lines 3
check 'targets are listed as they were given' field lines 'targets.*.where' 'exits.c:17 exits.c:8 exits.c:7 exits.c:15'
check 'with the number of partitions that execute each' field lines 'targets.*.cases' '2 1 3 1'
check 'each partition has the targets that it executes' sh -c "
	'$DRIFT_BUILD/tests/json_get' lines.d/result.json 'cases.*.targets.#' | sort | tr '\n' ' ' | grep -qx '2 2 3 '"
check 'a decision comes before what it decides' field lines 'cases.*.targets.0' '3 4 3'
check 'names are in the signature' lists lines 'cases.*.signature' exits.c:15 exits.c:7 exits.c:17
check 'a line of the summary for each' shows lines exits.c:8

# ---- longjmp leaves a block in its middle; a loop executes a target again ----

cat >jump.c <<'EOF'
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
static jmp_buf back;
static void leave(int x)
{
	if (x == 3)
		longjmp(back, 1);
}
int main(int argc, char **argv)
{
	int x = argc > 1 ? atoi(argv[1]) : 0;
	if (!setjmp(back)) {
		leave(x);
		puts("stayed");
	}
	for (int i = 0; i < 2; i++)
		puts("again");
	return 0;
}
EOF
explore jump jump.c --by reach --target jump.c:18 --target jump.c:15 -- @int
check 'longjmp over a target' field jump 'targets.*.cases' '2 1'
check 'each target once, by its first execution' sh -c "
	'$DRIFT_BUILD/tests/json_get' jump.d/result.json 'cases.*.targets.0' | sort | tr '\n' ' ' | grep -qx '1 2 '"

# ---- the changes of two versions ----

sed 's/x > 10/x >= 10/; s/== 6/== 5/' "$exits" >new.c
cp "$exits" old.c
explore pair --by change old.c new.c -- @int
check 'a result for each version' status pair 0
check 'of OLD' all_partitions pair.d/old 3
check 'and of NEW' all_partitions pair.d/new 3
check 'the targets are the changes' field pair.d/old 'targets.*.change' '1 2'
check 'with their lines there' field pair.d/new 'targets.*.where' 'new.c:7 new.c:14'
check 'and how many partitions execute them' field pair.d/new 'targets.*.cases' '3 3'
check 'the conditions are those of OLD' some pair.d/old 'cases.*.condition' 'arg1 == 6'
check 'and of NEW' some pair.d/new 'cases.*.condition' 'arg1 == 5'
check 'drift changes has the same changes' sh -c "
	'$drift' changes --json old.c new.c >changes.json
	test \"\$('$DRIFT_BUILD/tests/json_get' changes.json changes.#)\" = 2"
capture both "$drift" explore --json -o both.d --by reach old.c new.c -- @int
check 'JSON has both' sh -c "
	'$DRIFT_BUILD/tests/json_get' both.out old.partitions && '$DRIFT_BUILD/tests/json_get' both.out new.partitions"
explore entry --by change --entry 'void check(int x)' old.c new.c
check 'changes of a function' all_partitions entry.d/new 2

# Each version has the header of its own directory, and a name of a file is no change.
for tree in one two; do
	mkdir -p $tree/include
	printf "#include <stdio.h>\n#include <limit.h>\nint main(int c, char **v)\n{\n\tputs(__FILE__);\n\treturn c > LIMIT;\n}\n" >$tree/main.c
done
echo "#define LIMIT 1" >one/include/limit.h
echo "#define LIMIT 2" >two/include/limit.h
explore trees --by change --cflags -Iinclude one two -- @str:1
check "headers of each version" field trees.d/new "targets.#" 1

explore same --by change old.c old.c -- @int
check 'without a change there is no target' rejects same old.c
explore path old.c new.c -- @int
check 'two programs by path' rejects path --by
explore mixed --by change --target old.c:7 old.c new.c -- @int
check 'lines and changes' rejects mixed --target
explore format --by change --format junit old.c new.c -- @int
check 'a format for one result' rejects format --format junit
explore variable --by change --output old.c:17:y old.c new.c -- @int
check 'a variable of one version' rejects variable --output old.c:17:y
explore three --by change old.c new.c old.c -- @int
check 'three programs' status three 2
finish

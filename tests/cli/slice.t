#!/bin/sh
# slice.t: drift slice: dynamic, relevant and static slices of one run.
. "$(dirname "$0")/lib.sh"

cd "$tmp" || exit 1
subjects=$programs/slice

# slice NAME OPTIONS...: what it prints is captured under the name.
slice()
{
	slice_to=$1
	shift
	capture "$slice_to" "$drift" slice "$@" </dev/null
}
# marked NAME LETTER LINE...: exactly these lines have the mark.
marked()
{
	marked_in=$1 marked_by=$2
	shift 2
	marked_lines=$(sed -n "s/^[> ]$marked_by  *\([0-9][0-9]*\)  .*/\1/p" "$tmp/$marked_in.out" | tr '\n' ' ')
	[ "$marked_lines" = "$* " ] || { echo "$marked_by: $marked_lines"; cat "$tmp/$marked_in.out"; false; }
}
# Each line of a slice is in the larger ones.
nested()
{
	tr -d '\n\t ' <"$tmp/$1.out" | tr '{' '\n' | grep '"dynamic":' >nested.lines
	[ -s nested.lines ] && ! grep '"dynamic":true,"relevant":false' nested.lines &&
		! grep '"relevant":true,"static":false' nested.lines
}

# ---- a statement that should have been executed: the dynamic slice does not hold the fault ----

slice omission "$subjects/omission.c" --at omission.c:29 --var total -- 150
check 'a slice ends with 0' status omission 0
check 'it has a legend' shows omission 'd dynamic slice   r '
check 'dynamic: what the value was computed from' marked omission d 22 23 29
check 'relevant: the fault, line 21, and why it counted' marked omission r 20 21 25 27
check 'static: what could have changed it' marked omission s 8 26 28
check 'the criterion has a mark of its own' shows omission '>d    29'
check 'what has nothing to do with it is shown without one' shows omission '      24  	note(weight);'
check 'functions without a mark are left out' shows omission 'left out: 1 function'
slice taken "$subjects/omission.c" --at omission.c:29 --var total -- 250
check 'where it is executed, the fault is in the dynamic slice' marked taken d 20 21 22 25 26 29
slice fee "$subjects/omission.c" --at omission.c:23 --var fee -- 150
check 'an assignment of a constant depends on nothing' marked fee d 23

# ---- through memory, calls and loops ----

slice memory "$subjects/memory.c" --at memory.c:48 --var result -- 2
check 'heap, copies, parameters, results' marked memory d 13 14 16 17 18 19 24 25 26 28 37 38 40 41 46 47 48
check 'what another function could have written' marked memory r 44
slice nine "$subjects/memory.c" --at memory.c:48 --var result -- 9
check 'and did write' shows nine ' d    45  		set(&from[1], 8);'
check 'through its pointer' shows nine ' d    32  	*where = what;'
slice noise "$subjects/memory.c" --at memory.c:42 --var noise -- 2
check 'an independent value in the same loop' marked noise d 38 40 42
slice line "$subjects/memory.c" --at memory.c:47 -- 2
check 'a line without a variable: all that it does' shows line '>d    47'
check 'also in what it calls' shows line ' d    25  '
slice branch "$subjects/memory.c" --at memory.c:45 -- 9
check 'a call depends on its condition' marked branch d 37 44 45

# ---- JSON ----

for at in 48:result 50:noise 42:noise; do
	slice json "$subjects/memory.c" --json --at "memory.c:${at%:*}" --var "${at#*:}" -- 9
	check "slices hold each other: $at" nested json
done
for at in explore/memset_size:10 explore/shifts:10 c/varargs:27 c/setjmp-signal:23 c/signals:43; do
	slice json "$programs/${at%:*}.c" --json --at "$(basename "${at%:*}").c:${at#*:}" -- 3 4
	check "slices hold each other: $at" nested json
done
slice json "$subjects/omission.c" --json --at omission.c:29 --var total -- 150
check 'also where something was not executed' nested json
check 'the command is named' shows json '"command":	"slice"'
check 'lines are counted' shows json '"dynamic":	3,'

# ---- standard input, binaries ----

printf 'int main(void) { int c = getchar();\nint d = c + 1;\nreturn d; }\n' >in.c
sed -i '1i #include <stdio.h>' in.c
printf 'x' >in.txt
slice input in.c --at in.c:3 --var d --stdin in.txt
check 'standard input is a file' marked input d 2 3
if [ -x "$DRIFT_BUILD/bin/drift-cc" ]; then
	mkdir sub && cp "$subjects/omission.c" sub && (cd sub && "$DRIFT_BUILD/bin/drift-cc" -g -o prog omission.c)
	slice binary sub/prog --at omission.c:29 --var total -- 150
	check 'a binary: its source is found' shows binary '>d    29  	int total = price + fee;'
	rm sub/omission.c
	slice binary sub/prog --at omission.c:29 --var total -- 150
	check 'or only lines are named' marked binary r 20 21 25 27
fi

# ---- bad input ----

slice bad "$subjects/omission.c" -- 1
check 'without a line' complains_once bad 'give --at FILE:LINE'
slice bad "$subjects/omission.c" --at omission.c:3 -- 1
check 'a line without code' rejects bad omission.c:3
slice bad "$subjects/omission.c" --at omission.c:3 --var total -- 1
check 'the same with a variable' rejects bad omission.c:3
slice bad "$subjects/omission.c" --at omission.c:29 --var nobody -- 1
check 'a variable that is not in scope' rejects bad "'nobody'"
slice bad "$subjects/omission.c" --at omission.c:26 -- 1
check 'a line that is not executed' rejects bad omission.c:26
slice bad "$subjects/omission.c" --at omission.c:26 --var fee -- 1
check 'the same with a variable' rejects bad omission.c:26
slice bad "$subjects/omission.c" --at omission.c -- 1
check 'no line' complains_once bad 'write FILE:LINE'
slice bad "$subjects/nothing.c" --at nothing.c:1
check 'no program' complains_once bad 'nothing.c'
slice bad "$subjects/omission.c" --at omission.c:29 --stdin nothing.txt
check 'no input' complains_once bad 'nothing.txt'

finish

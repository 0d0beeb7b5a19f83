#!/bin/sh
# budget.t: time, memory and signals end whatever takes long, and keep what was found.
. "$(dirname "$0")/lib.sh"

# What does not look at its budget takes longer than this, or never ends.
limit=200
cd "$tmp" || exit 1
subjects=$programs/budget

ended() { [ "$(cat "$tmp/$1.status")" -le 1 ] || { cat "$tmp/$1.status" "$tmp/$1.err"; false; }; }

# good DIR: its tests are. On a busy computer the time may be up before the first run has ended: there is none then.
good() { [ ! -d "$1/tests" ] || sh "$1/tests/run.sh"; }

# timed NAME SUBJECT OPTION...: the time is honoured.
timed()
{
	timed_name=$1
	timed_subject=$2
	shift 2
	capture "$timed_name" "$drift" explore --time 1 -o "$timed_name.d" "$subjects/$timed_subject" "$@" </dev/null
	check "$timed_name: ends when the time is up" ended "$timed_name"
	check "$timed_name: says so" field "$timed_name" ended time
	check "$timed_name: and is not exhaustive" grep -q '"exhaustive":	false' "$timed_name.d/result.json"
	check "$timed_name: its tests are good" good "$timed_name.d"
}
timed 'inside of a run' endless.c -- @str:4
timed 'inside of a run with large objects' objects.c -- @str:2
timed 'inside of a query' tables.c -- @str:16

# What one value after the other would take too long for goes elsewhere, with or without a clock.
capture values "$drift" explore --time 1 -o values.d "$subjects/values.c" --entry 'int mix(unsigned short x)' </dev/null
check 'values tried one after the other: it ends' ended values

# ---- memory ----

capture memory "$drift" explore --memory 150M -o memory.d "$subjects/endless.c" -- @str:4 </dev/null
check 'memory: it ends' ended memory
check 'memory: says so' mentions memory memory --memory
check 'memory: result.json says so' grep -q '"ended":	"memory"' memory.d/result.json
check 'memory: and is not exhaustive' grep -q '"exhaustive":	false' memory.d/result.json
check 'memory: its tests are good' good memory.d
capture workers "$drift" explore --memory 450M -j 2 -o workers.d "$subjects/endless.c" -- @str:4 </dev/null
check 'memory with workers: it ends' ended workers
check 'memory with workers: is not exhaustive' grep -q '"exhaustive":	false' workers.d/result.json

# ---- signals ----

for signal in INT TERM; do
	check "SIG$signal ends it and keeps what was found" timeout "$limit" sh -c '
		rm -rf signal.d
		"$1" explore -o signal.d "$2" -- @str:16 >signal.out 2>&1 </dev/null &
		until [ -d signal.d/tests/0001 ]; do sleep 0.1; done
		kill -'$signal' $!
		wait $!
		[ $? -le 1 ] && grep -q "\"ended\":	\"stopped\"" signal.d/result.json' \
		sh "$drift" "$subjects/tables.c"
done

# ---- two versions ----

# differ NAME SUBJECT OPTION...: drift test on the subject and a copy that prints something else.
differ()
{
	differ_name=$1
	differ_subject=$2
	shift 2
	sed 's/"yes"/"yea"/; s/return 3/return 4/' "$subjects/$differ_subject" >other.c
	capture "$differ_name" "$drift" test -o "$differ_name.d" "$@" </dev/null
	check "$differ_name: it ends" ended "$differ_name"
	check "$differ_name: and does not say equivalent" sh -c '! grep -q "\"verdict\":	\"equivalent\"" "$1"' sh "$differ_name.d/result.json"
}
differ 'versions: time' objects.c --time 1 "$subjects/objects.c" other.c -- @str:2
differ 'versions: time in a query' tables.c --time 1 "$subjects/tables.c" other.c -- @str:16
differ 'versions: memory' endless.c --time 0 --memory 150M "$subjects/endless.c" other.c -- @str:4
check 'versions: memory is named' field 'versions: memory' ended memory

finish

#!/bin/sh
# helpers.t: the claims of lib.sh fail where they must.
. "$(dirname "$0")/lib.sh"

not() { ! "$@"; }

capture said sh -c 'echo "out: 3 of --runs"; echo "drift: old.c:12: no" >&2; exit 2'
check 'status holds' status said 2
check '... and fails' not status said 1
check 'says reads the output' says said '^out'
check '... not the errors' not says said drift
check 'tells reads the errors' tells said '^drift'
check '... not the output' not tells said '^out'
check 'shows takes no pattern' not shows said '^out'
check 'silent holds' silent said drift
check '... and fails' not silent said out
check '... also without a capture' not silent nothing out
check 'mentions: all on a line' mentions said 3 --runs
check '... not on two lines' not mentions said 3 old.c:12
check '... as words' not mentions said --run
check '... with what is beside them' not mentions said old.c:1
check 'rejects holds' rejects said old.c:12
check '... and fails' not rejects said new.c
check '... by its status' sh -c "echo 1 >'$tmp/said.status'"
check '... too' not rejects said old.c:12
capture twice sh -c 'echo "drift: x" >&2; echo "drift: x" >&2; exit 2'
check 'one line is one line' not rejects twice x

mkdir "$tmp/r.d"
cat >"$tmp/r.d/result.json" <<'J'
{ "verdict": "different", "runs": 17, "exhaustive": true, "none": null,
  "differences": [ { "kind": "exit", "old": { "out": "a b" } }, { "kind": "output" } ] }
J
check 'field: a string' field r verdict different
check '... a number' field r runs 17
check '... true' field r exhaustive true
check '... null' field r none null
check '... an index' field r differences.0.old.out 'a b'
check '... the number of elements' field r differences.# 2
check '... all elements' field r 'differences.*.kind' 'exit output'
check '... and fails' not field r runs 1
check '... without such a key' not field r run ''
check '... behind the end' not field r differences.2.kind output
check 'some: one matches' some r 'differences.*.kind' 'out.*'
check '... as a whole' not some r 'differences.*.kind' 'out'
check 'none: no one' none r 'differences.*.kind' 'out'
check '... and fails' not none r 'differences.*.kind' output
check '... without a result' not none nothing verdict different
check 'verdict' verdict r different
check 'lists: all words in one value' lists r 'differences.*' '"kind":"exit"' 'a b'
check '... not in two values' not lists r 'differences.*' exit output
check 'omits: no value has them' omits r 'differences.*.kind' error
check '... and fails' not omits r 'differences.*.kind' output
check '... without a result' not omits nothing 'differences.*.kind' error
cat >"$tmp/v.json" <<'J'
{ "verdict": "different", "differences": [ { "confirmed": true }, { "confirmed": false } ],
  "contracts": [ { "clauses": [ { "verdict": "holds" }, { "verdict": "violated" } ] } ] }
J
check 'confirmed: not if one is not' not confirmed "$tmp/v.json"
sed -i 's/false/true/' "$tmp/v.json"
check '... if all are' confirmed "$tmp/v.json"
check 'clauses: the verdicts in order' clauses "$tmp/v.json" 'holds violated'
check '... and fails' not clauses "$tmp/v.json" 'violated holds'
run none explore "$tmp/nowhere.c"
check 'run: no result of an earlier run is left' test ! -e "$tmp/none.d/result.json"
echo '{' >"$tmp/broken"
check 'a broken file has no field' not field "$tmp/broken" '' '{'

finish

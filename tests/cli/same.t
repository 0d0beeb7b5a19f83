#!/bin/sh
# same.t: what `make check-same` holds for the same result.
. "$(dirname "$0")/lib.sh"

cd "$tmp" || exit 1
lines=$DRIFT_BUILD/tests/json_lines

# same OLD NEW: as check_same.sh compares.
same()
{
	echo "$1" >old.json
	echo "$2" >new.json
	"$lines" old.json old.json >old.lines && "$lines" old.json new.json >new.lines && diff old.lines new.lines
}
not_same() { ! same "$1" "$2"; }

old='{"a": 1, "seconds": 3, "stats": {"runs": 5, "runs_per_second": 7, "x_seconds": 1}, "l": [{"k": "v"}, 2], "none": []}'
check 'times and new keys do not count, nor does the order of keys' same "$old" \
	'{"new": 9, "stats": {"z": 1, "runs": 5}, "seconds": 4, "a": 1, "l": [{"k": "v", "m": {"n": 3}}, 2], "none": []}'
check 'neither does the build, nor the command' same '{"drift": {"commit": "1"}, "command_line": ["a"], "b": 1}' \
	'{"drift": {"commit": "2"}, "command_line": ["a", "b"], "b": 1}'
check 'a value does' not_same "$old" "$(echo "$old" | sed 's/"v"/"w"/')"
check 'a number does, to its last digit' not_same "$old" "$(echo "$old" | sed 's/"a": 1/"a": 1.0000000000000002/')"
check 'its kind does' not_same "$old" "$(echo "$old" | sed 's/"a": 1/"a": "1"/')"
check 'a key that is gone does' not_same "$old" "$(echo "$old" | sed 's/"runs": 5, //')"
check 'an element more does' not_same "$old" "$(echo "$old" | sed 's/, 2\]/, 2, 3]/')"
check 'the first element does' not_same "$old" "$(echo "$old" | sed 's/\[\]/[{}]/')"
check 'an element less does' not_same "$old" "$(echo "$old" | sed 's/, 2\]/]/')"
check 'no JSON is none' not_same "$old" 'drift: trouble'

finish

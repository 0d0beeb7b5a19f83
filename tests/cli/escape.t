#!/bin/sh
# escape.t: pointers that are taken apart, hidden, written and read back are followed all the same:
# partitions by output against native runs, and slices. Each way of tests/programs/escape/ways.c
# has two outputs, which the branch before the access through the pointer decides.
. "$(dirname "$0")/lib.sh"

cd "$tmp" || exit 1
subjects=$programs/escape
ways=$subjects/ways.c

# explore NAME OPTIONS...: explores into $tmp/NAME.d; what it says is captured under the same name.
explore()
{
	explore_to=$1
	shift
	capture "$explore_to" "$drift" explore -o "$tmp/$explore_to.d" --by output "$@" </dev/null
}

# native FLAGS...: the program says 0 and 1, or the way is none.
native() { "$clang" -w "$@" -o way "$ways" && [ "$(./way 3)$(./way 9)" = 01 ]; }

store=$(grep -n '\*p = 1;' "$ways" | cut -d: -f1)
branch=$((store - 1))
seen=$(grep -n 'seen = cell' "$ways" | cut -d: -f1)

# marked FILE MARK LINE
marked() { grep -q "^[ >]$2  *$3 " "$1" || { cat "$1"; false; }; }

data='shift rotate xor_key xor_other bit_field halves union half_copies bytes backwards pipe stream distance
short_distance scaled from_null tagged far multiply negate real text digits table branches seek wide variable atomic
environment compressed packed jump constant long_double index fill distance_text distance_pipe as_pointer'
for way in $data; do
	flag=-DWAY=$(echo "$way" | tr '[:lower:]' '[:upper:]')
	check "$way: two outputs natively" native "$flag"
	explore data --cflags "$flag" "$ways" -- @int
	check "$way: two partitions" all_partitions data 2
	capture slice "$drift" slice "$ways" --cflags "$flag" --at "ways.c:$seen" --var seen -- 3
	check "$way: the branch is in the relevant slice" marked slice.out r "$branch"
	check "$way: the store is in the static slice" marked slice.out s "$store"
done

functions=$(echo "$data" | sed 's/constant//')
for way in $functions arguments; do
	flag="-DCALL -DWAY=$(echo "$way" | tr '[:lower:]' '[:upper:]')"
	# shellcheck disable=SC2086 # two words
	check "$way of a function: two outputs natively" native $flag
	explore call --cflags "$flag" "$ways" -- @int
	check "$way of a function: two partitions" all_partitions call 2
done

# ---- a list that is linked by XOR ----

explore list "$subjects/xor_list.c" -- @int
check 'an XOR list: four partitions' all_partitions list 4

# ---- an address out of nothing shows that something was not foreseen ----

# nothing NAME FLAG OPTION: where SHOW=FLAG says, by a text in the program.
nothing()
{
	address=$("$drift" run --cflags "-DSHOW=$2 $3" "$subjects/nothing.c" 2>&1)
	explore "$1" --cflags "-DADDRESS=\\\"$address\\\" $3" "$subjects/nothing.c" -- @int
}
nothing write 0 ''
check 'a write out of nothing is said' lists write 'notes.*.kind' unforeseen
check 'and nothing is complete' field write exhaustive false
nothing call 1 -DCALL
check 'so is a call' lists call 'notes.*.kind' unforeseen
check 'where nothing is complete either' field call exhaustive false

finish

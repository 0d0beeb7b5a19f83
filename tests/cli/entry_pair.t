#!/bin/sh
# entry_pair.t: drift test and drift diff on one function of two versions.
. "$(dirname "$0")/lib.sh"

cd "$tmp" || exit 1
pair=$programs/pairs/function

# compare NAME PROTOTYPE OPTIONS...: runs drift test into $tmp/NAME.d; what it says is captured under the same name.
compare()
{
	compare_to=$1
	compare_entry=$2
	shift 2
	capture "$compare_to" "$drift" test -o "$tmp/$compare_to.d" --entry "$compare_entry" "$@" </dev/null
}

# ---- what differs ----

compare price 'int price(int n, const char *s)' "$pair/old.c" "$pair/new.c"
check 'a returned value that differs is a difference' status price 1
check 'told as a call' says price 'difference 1: price (n = 101, s = "v")'
check 'with both values' says price 'ends *returns 201 *| returns 202'
check 'and the condition' says price "when *s\[0\] == 'v' && n in 101..120"
check 'it is all there is' field price exhaustive true
check 'the test says what each returned' sh -c '[ "$(cat price.d/tests/0001/old.returned)" = 201 ] && [ "$(cat price.d/tests/0001/new.returned)" = 202 ]'
for side in old new; do
	sh "price.d/native/$side/build.sh" plain
	(cd price.d/tests/0001 && PROG=$tmp/price.d/native/$side/plain sh ./cmd)
	check "which a native program of $side returns as well" cmp "price.d/tests/0001/$side.returned" price.d/tests/0001/files/returned
	rm -f price.d/tests/0001/files/returned
done
compare narrow 'int price(int n, const char *s)' --assume 'n > 120' "$pair/old.c" "$pair/new.c"
check 'assumptions name parameters' field narrow verdict equivalent

compare move 'void move(struct point *p, int by, char *name)' "$pair/old.c" "$pair/new.c"
check 'what is left behind a pointer counts' status move 1
check 'it is told by its name' says move 'ends *returns, p->tag = 97 *| returns, p->tag = 98'
check 'and confirmed' field move exhaustive true
compare unseen 'void move(struct point *p, int by, char *name)' --output stdout "$pair/old.c" "$pair/new.c"
check 'unless only other things count' field unseen verdict equivalent
compare shrink 'int shrink(struct box *b, unsigned n)' "$pair/old.c" "$pair/new.c"
check 'behind two pointers, too' says shrink 'returns 0, b->corner->y = 7 *| returns 0, b->corner->y = 0'
check 'where there is such an object and it was not so before' says shrink 'when *b->corner == 1 && n == 4 && b->corner->y != 7'
compare mask 'unsigned mask(unsigned x, unsigned char bits)' "$pair/old.c" "$pair/new.c"
check 'the same written in two ways is equivalent' field mask verdict equivalent
compare copy 'int copy(const char *s)' --bound 4 "$pair/old.c" "$pair/new.c"
check 'a memory error is confirmed in a sanitized build' says copy 'ends *returns [0-9]* *| out-of-bounds at .*new.c'
compare leave 'int leave(int n)' "$pair/old.c" "$pair/new.c"
check 'what ends the process is an ending' says leave 'ends *exit 3 *| exit 4'
compare found 'char *find(char *s)' --bound 3 "$pair/old.c" "$pair/new.c"
check 'of a pointer it counts whether it is null' says found 'ends *returns pointer *| returns null'

# ---- binaries, partitions ----

for side in old new; do
	"$DRIFT_BUILD/bin/drift-cc" -w -g -c -o "$side.o" "$pair/$side.c"
done
compare object 'int shrink(struct box *b, unsigned n)' old.o new.o
check 'what drift-cc built is compared, too' status object 1
compare object_copy 'int copy(const char *s)' --bound 4 old.o new.o
check 'with its memory errors' says object_copy 'out-of-bounds'
capture diff "$drift" diff --entry 'int price(int n, const char *s)' "$pair/old.c" "$pair/new.c"
check 'drift diff shows what is returned' says diff 'ends *returns {n \* 2 - 1} *| returns {n \* 2}'
check 'and ends with 1' status diff 1

cat >unused.c <<'END'
static int twice(const char *s) { return 2 * s[0]; }
static int below(int n) { return n < 7; }
static int count(const char *s, int *out, int n)
{
	*out = n > 3;
	return twice(s);
}
END
sed 's/n > 3/n > 4/' unused.c >changed.c
compare unused 'int count(const char *s, int *out, int n)' unused.c changed.c
check 'a static function that nobody calls is there, and natively' says unused '(s = "", out = .*, n = 4)'
check 'that null was not tried is said' mentions unused 'not compared: ' null s out
check 'in result.json, too' lists unused 'not_compared.*' null s out
sed 's/n < 7/n <= 7/' unused.c >changed.c
compare unused_number 'int below(int n)' unused.c changed.c
check 'one without pointers' status unused_number 1
check 'and of what has no pointers it is not' sh -c '! grep -q null unused_number.out'

# ---- bad input ----

compare none 'int nothing(int n)' "$pair/old.c" "$pair/new.c"
check 'a function that is not there' rejects none old.c "'nothing'"
compare other 'int price(int n)' "$pair/old.c" "$pair/new.c"
check 'other parameters' rejects other "'price'"
compare words 'int price(int n, const char *s)' "$pair/old.c" "$pair/new.c" -- @int
check 'arguments are for main' rejects words --stdin main
compare by 'int price(int n, const char *s)' --strategy signature "$pair/old.c" "$pair/new.c"
check 'partitions by change find it as well' verdict by different
sed 's/int x, y;/int y, x;/' "$pair/old.c" >swapped.c
compare swapped 'void move(struct point *p, int by, char *name)' "$pair/old.c" swapped.c
check 'parameters that are laid out differently' rejects swapped
capture nomain "$drift" test -o nomain.d "$pair/old.c" "$pair/new.c" -- @int
check 'without --entry there must be main' rejects nomain "'main'" --entry

# ---- kinds of parameters that only debug information can describe ----

kinds=$programs/entry/kinds.c
sed 's/1\.5f/2.5f/; s/strdup(text)/strdup(text + 1)/; s/n == 4)/n == 5)/; s/kind == 3/kind == 9/' "$kinds" >kinds.c
compare third third "$kinds" kinds.c
check 'a returned float' says third 'ends *returns 1.5 *| returns 2.5'
compare copy copy --bound 2 "$kinds" kinds.c
check 'what a pointer to a pointer leads to' says copy 'ends *returns 0, \*\*out = "a" *| returns 0, \*\*out = ""'
compare apply apply "$kinds" kinds.c
check 'a function that is not given' says apply '^difference 1: call_apply (f = 0, n = [45], f() = 0)'
check 'one that is, is named' lists apply 'not_compared.*' f
compare tell tell "$kinds" kinds.c
check 'a union of pointers is zeros, which is said' lists tell 'not_compared.*' 'w->value'

finish

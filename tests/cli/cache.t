#!/bin/sh
# cache.t: a program that was loaded before is the same program, and a damaged file is none.
. "$(dirname "$0")/lib.sh"

XDG_CACHE_HOME=$tmp/cache
kept=$tmp/cache/drift/programs

cat >"$tmp/old.c" <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct pair { const char *name; int (*f)(int); struct pair *next; };
static int twice(int x) { return 2 * x; }
static int half(int x) { return x / 2; }
static struct pair second = {"half", half, NULL}, first = {"twice", twice, &second};
union mixed { double d; unsigned char bytes[8]; long double l; };
int pick(struct pair *p, int x) { return p ? p->f ? p->f(x) : x : -1; }
int count(const char *s, unsigned short limit, double by) { return strlen(s) < limit ? (int)(by * 2) : 3; }
int main(int argc, char **argv)
{
	union mixed m = {.d = argc * 1.5};
	int n = argc > 1 ? atoi(argv[1]) : 7;
	static void *const ways[] = {&&even, &&odd};
	goto *ways[n & 1];
even:
	printf("%s %d\n", first.name, pick(&first, n));
	return 0;
odd:
	switch (n) {
	case 1: puts("one"); break;
	case 77: puts("seventy-seven"); break;
	default: printf("%s %d %d\n", second.name, first.next->f(n), m.bytes[7]);
	}
	return 1;
}
END
sed 's/case 77:/case 79:/' "$tmp/old.c" >"$tmp/new.c"
cd "$tmp" || exit 1

# settled FILE: result.json and what is said, without what differs from run to run.
settled() { sed -e '/"curve"/,/]/d' -e '/seconds"/d' -e '/"command_line"/d' -e '/per_second/d' -e 's/[0-9.]* m*s\b/T s/g' -e 's/[0-9.]* a second/N a second/' -e '/^ *"dir/d' "$@"; }

# both NAME COMMAND ARG...: without the cache, with an empty one, and from it.
both()
{
	both_name=$1
	command=$2
	shift 2
	rm -rf out cache
	"$drift" "$command" --no-cache "$@" >fresh.out 2>&1
	settled fresh.out >fresh.txt
	[ -f out/result.json ] && settled out/result.json >fresh.json
	check "$both_name: nothing is kept with --no-cache" test ! -e cache
	for both_time in first second; do
		"$drift" "$command" "$@" >again.out 2>&1
		settled again.out >again.txt
		check "$both_name: the $both_time time the same is said" cmp fresh.txt again.txt
		[ -f out/result.json ] || continue
		settled out/result.json >again.json
		check "$both_name: and found" cmp fresh.json again.json
	done
	check "$both_name: it was kept" sh -c 'ls cache/drift/programs/*.program'
}

both test test --runs 300 -o out old.c new.c -- @int=4
both changes changes old.c new.c
both entry test --runs 40 --entry count -o out old.c new.c
both slice slice --at old.c:17 --var n old.c -- 8
both streams explore --by output --output stdout -o out old.c -- @int=4
both graph graph --kind callgraph old.c
both fold explore --fold -o out old.c -- @str:2
rm -rf out cache
for types in pick count; do # types that lead to themselves, names of parameters
	"$drift" explore --no-cache --runs 30 --entry $types -o out old.c >fresh.out 2>&1
	"$drift" explore --runs 30 --entry $types -o out old.c >/dev/null 2>&1
	"$drift" explore --runs 30 --entry $types -o out old.c >again.out 2>&1
	settled fresh.out >fresh.txt
	settled again.out >again.txt
	check "types of parameters: $types" cmp fresh.txt again.txt
done

"$DRIFT_BUILD/bin/drift-cc" -o binary old.c && "$drift" run --no-cache --dump all binary >fresh.out
rm -rf cache
"$drift" run binary 8 >/dev/null
check 'a binary is kept, too' sh -c 'ls cache/drift/programs/*.program'
"$drift" run --dump all binary >again.out
check 'and is the same, instruction by instruction' cmp fresh.out again.out
sed 's/2 \* x/3 * x/' old.c >other.c && "$DRIFT_BUILD/bin/drift-cc" -o binary other.c
check 'another binary of that name is another program' sh -c '[ "$("$1" run binary 8)" = "twice 24" ]' sh "$drift"

# ---- damage ----
"$DRIFT_BUILD/bin/drift-cc" -o one old.c && "$DRIFT_BUILD/bin/drift-cc" -o two new.c
rm -rf cache
"$drift" run one 8 >/dev/null
file=$(ls cache/drift/programs/*.program)
cp "$file" whole
size=$(wc -c <whole)
bad=0

# mended: the right answer, and a whole file in place of the damaged one, from which it comes again.
mended()
{
	cp "$file" damaged
	[ "$("$drift" run one 8 2>&1)" = 'twice 16' ] || return
	! cmp -s damaged "$file" && [ "$(wc -c <"$file")" = "$size" ] && [ "$("$drift" run one 8 2>&1)" = 'twice 16' ]
}

for at in 0 3 9 20 33 45 60 64 200 $((size / 3)) $((size / 2)) $((size - 40)) $((size - 1)); do
	cp whole "$file"
	old=$(od -An -tu1 -j "$at" -N 1 whole)
	# shellcheck disable=SC2059 # the format is the byte
	printf "\\$(printf %03o $((old ^ 16)))" | dd of="$file" bs=1 seek="$at" conv=notrunc 2>/dev/null
	mended || bad=$((bad + 1))
done
check 'a flipped bit anywhere: loaded anew, and mended' test "$bad" = 0
for n in 0 1 47 48 100 $((size / 2)) $((size - 1)); do
	head -c "$n" whole >"$file"
	mended || bad=$((bad + 1))
done
check 'a file that ends anywhere' test "$bad" = 0
cat whole whole >"$file"
check 'a file that goes on' mended
cp whole "$kept/00000000000000000000000000000000.program"
"$drift" run two 8 >/dev/null
for other in "$kept"/*; do cp whole "$other"; done
check 'a file under the name of another' sh -c '[ "$("$1" run two 79 2>&1)" = seventy-seven ]' sh "$drift"

# ---- who else is there ----
rm -rf cache
for i in 1 2 3 4; do "$drift" run one 8 >"said.$i" 2>&1 & done
wait
check 'four at once' sh -c 'cat said.* | sort -u >said && [ "$(cat said)" = "twice 16" ]'
check 'leave one file' sh -c '[ "$(ls "$1" | wc -l)" = 1 ]' sh "$kept"
rm -rf cache && mkdir -p "$kept" && chmod 777 "$kept"
"$drift" run one 8 >/dev/null
check 'a directory that others may write to is left alone' sh -c '[ -z "$(ls "$1")" ]' sh "$kept"
rm -rf cache && : >cache
check 'no place for it: no word' sh -c '[ "$("$1" run one 8 2>&1)" = "twice 16" ]' sh "$drift"
rm -f cache && mkdir -p -m 700 "$kept"
truncate -s 500M "$kept/old.program" && touch -d '2001-01-01' "$kept/old.program"
truncate -s 12M "$kept/newer.program"
: >"$kept/half.program.new-1" && touch -d '2001-01-01' "$kept/half.program.new-1"
"$drift" run one 8 >/dev/null
check 'too much: what was not used for longest goes' sh -c 'cd "$1" && [ ! -e old.program ] && [ -e newer.program ]' sh "$kept"
check 'and what was left half written' test ! -e "$kept/half.program.new-1"

finish

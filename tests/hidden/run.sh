#!/bin/sh
# run.sh judge|drift [KIND...]: state that a function leaves behind, one kind in each file of tests/programs/hidden.
#
# A file has a function f and, under JUDGE, a function that observes the state after f. PICK(OLD, NEW, SAME) is what changes: NEW
# leaves another state than OLD if n is 4, SAME is OLD written differently.
#   judge   builds and runs the three natively: NEW must differ from OLD, SAME must not
#   drift   drift test --entry f: NEW must be different, SAME must not be. A line for each kind: what drift says of both
# Without KIND, HALF=first or HALF=second takes every other one. Status 1 if something is not as it must be.
set -u
here=$(cd "$(dirname "$0")" && pwd)
programs=$here/../programs/hidden
build=${DRIFT_BUILD:-$here/../../build}
drift=$build/bin/drift
clang=${CLANG:-${DRIFT_CLANG:-clang-19}}
work=$(mktemp -d "${TMPDIR:-/tmp}/drift-hidden.XXXXXX") || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 2' HUP INT TERM

# versions KIND: old.c, new.c and same.c in a directory of that name.
versions()
{
	mkdir -p "$work/$1"
	{ echo '#define PICK(old, new, same) old'; cat "$programs/$1.c"; } >"$work/$1/old.c"
	{ echo '#define PICK(old, new, same) new'; cat "$programs/$1.c"; } >"$work/$1/new.c"
	{ echo '#define PICK(old, new, same) same'; cat "$programs/$1.c"; } >"$work/$1/same.c"
}

# observed KIND VERSION: what the function that observes prints, and how the program ends, for some arguments.
observed()
{
	echo 'int f(int); void observe(void); int atoi(const char *); int main(int c, char **v) { f(atoi(v[1])); observe(); return 0; }' >"$work/main.c"
	"$clang" -w -D_GNU_SOURCE -DJUDGE -o "$work/$1/prog" "$work/$1/$2.c" "$work/main.c" -lm || return 2
	for n in 0 4 5 -1; do
		mkdir -p "$work/$1/run"
		(cd "$work/$1/run" && timeout 120 ../prog "$n" </dev/null 2>&1; echo " status $?")
		rm -rf "$work/$1/run"
	done
}

judge()
{
	for version in old new same; do
		observed "$1" "$version" >"$work/$1/$version.out" 2>&1
	done
	cmp -s "$work/$1/old.out" "$work/$1/same.out" || { echo "$1: SAME differs"; return 1; }
	! cmp -s "$work/$1/old.out" "$work/$1/new.out" || { echo "$1: NEW does not differ"; return 1; }
}

value()
{
	sed -n "s/^	*\"$1\":	*\"\\([^\"]*\\)\".*/\\1/p" "$2" | head -1
}

# verdict KIND VERSION: what drift says of OLD and that version.
verdict()
{
	type=$(sed -n 's/^\([a-z]*\) f(int n)$/\1/p' "$programs/$1.c")
	rm -rf "$work/out"
	timeout 600 "$drift" test --json -o "$work/out" --cflags -D_GNU_SOURCE --entry "$type f(int n)" "$work/$1/old.c" "$work/$1/$2.c" \
		</dev/null >"$work/$1/$2.json" 2>"$work/$1/$2.err" || [ $? -ne 2 ] || { echo "trouble ($(head -1 "$work/$1/$2.err"))"; return; }
	value verdict "$work/$1/$2.json"
}

compare()
{
	different=$(verdict "$1" new)
	same=$(verdict "$1" same)
	printf '%-16s new: %-20s same: %s\n' "$1" "$different" "$same"
	[ "$different" = different ] && [ "$same" = equivalent ]
}

what=$1
shift
if [ $# -eq 0 ]; then
	set -- $(cd "$programs" && ls ./*.c | sed 's|^\./||; s/\.c$//' |
		awk -v half="${HALF-}" 'half == "" || NR % 2 == (half == "first")')
fi
good=0 bad=0
for kind; do
	versions "$kind"
	if if [ "$what" = judge ]; then judge "$kind"; else compare "$kind"; fi; then
		good=$((good + 1))
	else
		bad=$((bad + 1))
	fi
done
echo "$good as they must be, $bad not"
[ "$bad" -eq 0 ]

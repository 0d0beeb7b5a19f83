#!/bin/sh
# run.sh judge|drift [NAME...]: pairs of functions for drift test --entry, one in each file of tests/programs/units.
#
#   judge   builds both versions natively and calls them: their outputs must agree with the first line of the file
#   drift   drift test --entry: a pair that differs must be different, the others equivalent. A line for each pair
# NAME is a file without .c, or its beginning. Status 1 if something is not as it must be.
set -u
here=$(cd "$(dirname "$0")" && pwd)
programs=$here/../programs/units
build=${DRIFT_BUILD:-$here/../../build}
drift=$build/bin/drift
clang=${CLANG:-${DRIFT_CLANG:-clang-19}}
work=$(mktemp -d "${TMPDIR:-/tmp}/drift-units.XXXXXX") || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 2' HUP INT TERM

# judge FILE EXPECTED: true if native calls agree with what the file says.
judge()
{
	for new in 0 1; do
		"$clang" -w -DNEW=$new -DJUDGE -I"$programs" -o "$work/prog" "$programs/$1.c" -lm && timeout 600 "$work/prog" >"$work/$new.out" ||
			{ echo "$1: does not build or run"; return 1; }
	done
	if cmp -s "$work/0.out" "$work/1.out"; then judged=same; else judged=differs; fi
	[ $judged = "$2" ] || { echo "$1: $judged natively"; return 1; }
}

# compare FILE EXPECTED ENTRY: true if drift agrees.
compare()
{
	rm -rf "$work/out"
	timeout 600 "$drift" test -o "$work/out" --old-cflags -DNEW=0 --new-cflags -DNEW=1 --entry "$3" "$programs/$1.c" "$programs/$1.c" \
		</dev/null >"$work/text" 2>&1
	verdict=$("$build/tests/json_get" "$work/out/result.json" verdict 2>/dev/null)
	if [ "$2" = same ]; then right=equivalent; else right=different; fi
	printf '%-24s %-10s %s\n' "$1" "$right" "${verdict:-none ($(head -n 1 "$work/text"))}"
	[ "$verdict" = $right ]
}

what=$1
shift
[ $# -gt 0 ] || set -- ''
good=0 bad=0
for begin; do
	for path in "$programs/$begin"*.c; do
		name=$(basename "$path" .c)
		head=$(sed -n '1s,^// ,,p' "$path")
		if if [ "$what" = judge ]; then judge "$name" "${head%%:*}"; else compare "$name" "${head%%:*}" "${head#*: }"; fi; then
			good=$((good + 1))
		else
			bad=$((bad + 1))
		fi
	done
done
echo "$good as they must be, $bad not"
[ "$bad" -eq 0 ]

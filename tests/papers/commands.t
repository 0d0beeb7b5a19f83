#!/bin/sh
# commands.t: every command line of docs/papers.md runs, and finds something or finds nothing: no trouble.
. "$(dirname "$0")/../cli/lib.sh"

PATH=$DRIFT_BUILD/bin:$PATH
export PATH

# A tree to work in: the programs themselves are not written to.
mkdir -p "$tmp/tree/tests/programs" && cd "$tmp/tree/tests/programs" || exit 1
cp -r "$top/tests/programs/pairs" "$top/tests/programs/interactions" "$top/tests/programs/suite" "$top/tests/programs/explain" \
	"$top/tests/programs/partition" "$top/tests/programs/slice" "$top/tests/programs/contracts" . &&
	cp -r "$top/examples" "$tmp/tree" || exit 1

# The last column of a table: a command in backquotes.
sed -n 's/^|.*| `\([^`]*\)` |$/\1/p' "$top/docs/papers.md" | grep -v '^tests/papers/' >"$tmp/lines"

# env: programs cannot be traced everywhere, as in some containers.
"$drift" env record -o "$tmp/probe" -- true >/dev/null 2>&1 || traced=no

while IFS= read -r line; do
	case $line in
	*'drift env '*) [ "${traced-}" != no ] || { ok "$line # SKIP programs cannot be traced here"; continue; } ;;
	esac
	capture line sh -c "$line" </dev/null
	check "$line" sh -c "[ '$(cat "$tmp/line.status")' -le 1 ] || { cat '$tmp/line.err'; exit 1; }"
done <"$tmp/lines"
check 'there are command lines for all papers' sh -c "[ \$(wc -l <'$tmp/lines') -ge 45 ]"
finish

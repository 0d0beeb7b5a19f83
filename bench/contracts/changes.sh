#!/bin/sh
# changes.sh [NAME...]: changes that went wrong, in programs of the mutation bench, half of them with a contract: each must be
# violated with a test, and all clauses of the corrected twin must hold. changes/NAME has the subject, the function, perhaps
# options and a contract, and the function as it should be and as it went wrong. Status 1 if something is not as expected.
set -u
here=$(cd "$(dirname "$0")" && pwd)
build=${DRIFT_BUILD:-$here/../../build}
drift=$build/bin/drift
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 2' HUP INT TERM

# section FILE NAME
section() { awk -v want="--- $2" '/^--- / { on = $0 == want; next } on' "$1"; }
head_of() { sed -n "s/^$2: //p" "$1" | head -1; }

# replace BASE FUNCTION FILE: the base with the function's definition replaced by the file.
replace()
{
	awk -v name="$2" -v file="$3" '
		!done && $0 ~ "^[a-z].*[ *]" name "\\(.*\\)$" { while ((getline line < file) > 0) print line; skip = 1; done = 1 }
		!skip { print }
		skip && /^}/ { skip = 0 }' "$1"
}

bad=0 n=0
cd "$here/changes" || exit 2
[ $# -gt 0 ] || set -- *
for change; do
	n=$((n + 1))
	base=$here/../mutants/$(head_of "$change" subject)/base.c
	function=$(head_of "$change" function)
	options=$(head_of "$change" options)
	cp "$base" "$work/old.c"
	for version in right wrong; do
		{
			section "$change" contract
			section "$change" $version
		} >"$work/function"
		replace "$base" "$function" "$work/function" >"$work/new.c"
		timeout 120 "$drift" check $options --function "$function" -o "$work/out" "$work/old.c" "$work/new.c" >"$work/said" 2>&1
		status=$?
		if [ $version = right ]; then
			grep -q 'violated \|not shown \|vacuous ' "$work/said" || [ $status -ne 0 ]
			good=$?
		else
			[ $status -ne 1 ] || ! grep -q '^ *test  ' "$work/said"
			good=$?
		fi
		if [ $good -eq 0 ]; then
			bad=$((bad + 1))
			echo "$change, $version: not as expected (status $status)"
			sed 's/^/    /' "$work/said"
		else
			echo "$change, $version: $(grep -c '  holds ' "$work/said") hold, $(grep -c '  violated ' "$work/said") violated"
		fi
	done
done
echo "changes: $n, $bad not as expected"
[ $bad -eq 0 ]

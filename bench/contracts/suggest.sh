#!/bin/sh
# suggest.sh [SUBJECT...]: contracts proposed for the versions of the mutation bench: how many changed functions get one, and in how
# many each case has one line for its premise and one for what NEW does. Every proposal was checked before it was shown; each is put into
# the source here and checked once more, as if it had been written. EVERY=N takes every N-th version (default 6). Status 1 if one
# does not hold. Globals that a function reads are inputs (--globals vary), texts have two bytes (--bound 2).
set -u
here=$(cd "$(dirname "$0")" && pwd)
build=${DRIFT_BUILD:-$here/../../build}
drift=$build/bin/drift
every=${EVERY:-6}
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 2' HUP INT TERM
n=0 functions=0 given=0 short=0 bad=0 subjects=0
cd "$build/mutants" || exit 2
[ $# -gt 0 ] || set -- *
for subject; do
	any=0
	for new in "$subject"/v*.c; do
		n=$((n + 1))
		[ $((n % every)) -eq 0 ] || continue
		timeout 60 "$drift" check --suggest --globals vary --bound 2 --depth 1 --time 10s --solver-timeout 100ms -o "$work/out" "$subject/base.c" "$new" >"$work/said" 2>/dev/null
		for f in $(sed -n 's/^\([a-z_A-Z0-9]*\)[ :].*suggested$/\1/p' "$work/said"); do
			[ "$f" = main ] && continue
			functions=$((functions + 1))
			awk -v f="$f" '/: suggested$/ { on = $1 == f || $1 == f ":" } on && (/^\/\*@/ || /^  @/)' "$work/said" >"$work/contract"
			[ -s "$work/contract" ] || continue
			given=$((given + 1)) any=1
			[ "$(grep -c requires "$work/contract")" -le "$(grep -c changed_behavior "$work/contract")" ] &&
				! grep -q '.\{100\}' "$work/contract" && short=$((short + 1))
			awk -v name="$f" -v file="$work/contract" '
				!done && $0 ~ "^[a-z].*[ *]" name "\\(.*\\)$" { while ((getline line < file) > 0) print line; done = 1 } { print }' \
				"$new" >"$work/new.c"
			timeout 60 "$drift" check --no-confirm --globals vary --bound 2 --depth 1 --time 30s --solver-timeout 100ms --function "$f" -o "$work/again" "$subject/base.c" "$work/new.c" \
				>"$work/again.txt" 2>&1
			if grep -q '^holds: ' "$work/again.txt"; then
				echo "$new $f: $(tr -s '\n ' ' ' <"$work/contract")"
			else
				bad=$((bad + 1))
				echo "$new $f: does not hold:"
				cat "$work/contract" "$work/again.txt"
			fi
		done
	done
	subjects=$((subjects + any))
done
echo "suggested: $given of $functions functions in $subjects subjects, $short with lines of less than 100 characters, $bad that do not hold"
[ $bad -eq 0 ]

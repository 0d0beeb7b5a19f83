#!/bin/sh
# units.sh [SUBJECT...]: the changed functions of the mutation bench as units: drift check without a contract must agree with
# drift test --entry, which gives no null, on every verdict. Prints one line for each function, and what did not agree; status 1 if something did not.
# RUNS=N sets the budget (default 60 runs of both versions); EVERY=N takes every N-th version.
set -u
here=$(cd "$(dirname "$0")" && pwd)
build=${DRIFT_BUILD:-$here/../../build}
drift=$build/bin/drift
runs=${RUNS:-60}
every=${EVERY:-1}
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 2' HUP INT TERM

# What drift test calls the verdict of a unit: that of drift check.
same_as()
{
	case $1 in
	different | unconfirmed) echo violated ;;
	equivalent) echo holds ;;
	*) echo 'not shown' ;;
	esac
}

value()
{
	sed -n "s/^	*\"$1\":	*\"\\([^\"]*\\)\".*/\\1/p" "$2" | head -1
}

bad=0 units=0 unsupported=0 n=0
cd "$build/mutants" || exit 2
[ $# -gt 0 ] || set -- *
for subject; do
	for new in "$subject"/v*.c; do
		n=$((n + 1))
		[ $((n % every)) -eq 0 ] || continue
		"$drift" check --null never --runs "$runs" --solver-timeout 30ms --json -o "$work/check" "$subject/base.c" "$new" >"$work/all.json" 2>"$work/err"
		# Each function: its name and the verdict of its one clause.
		awk '/"function":/ { gsub(/[",]/, ""); f = $2 } /"verdict":/ && f { sub(/.*"verdict":[ \t]*"/, ""); sub(/".*/, ""); v = $0 }
			/"why":/ && f { print f "\t" v "\t" $0; f = "" }' "$work/all.json" >"$work/list"
		while IFS='	' read -r function verdict why; do
			[ "$function" = main ] && continue
			"$drift" test --runs "$runs" --solver-timeout 30ms --json -o "$work/test" --entry "$function" "$subject/base.c" "$new" \
				>"$work/one.json" 2>"$work/err"
			status=$?
			if [ "$status" = 2 ]; then
				unsupported=$((unsupported + 1))
				[ "$verdict" = 'not shown' ] && continue
				expected="trouble: $(cat "$work/err")"
			else
				expected=$(same_as "$(value verdict "$work/one.json")")
			fi
			units=$((units + 1))
			if [ "$verdict" = "$expected" ]; then
				echo "$new $function: $verdict"
			else
				bad=$((bad + 1))
				echo "$new $function: $verdict, and drift test says $expected: $why"
			fi
		done <"$work/list"
	done
done
echo "units: $units compared, $unsupported that no test can call, $bad without agreement"
[ "$bad" -eq 0 ]

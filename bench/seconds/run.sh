#!/bin/sh
# run.sh [NAME...]: small pairs on which a user expects an answer within seconds: six families of four, as a table in Markdown.
#
# A row has the right verdict, the verdict of drift, and the processor time of the engine and of the compilers and native runs that it
# starts. Pairs that differ are searched until the first difference. a and b of a
# family were looked at while the engine was improved; c and d were not.
# TIME=40 is the limit in seconds of wall time; ENGINE=PATH runs another engine; KEEP=DIR keeps the results.
set -u
here=$(cd "$(dirname "$0")" && pwd)
build=${DRIFT_BUILD:-$here/../../build}
engine=${ENGINE:-$build/lib/drift/engine}
tmp=$(mktemp -d "${TMPDIR:-/tmp}/drift-seconds.XXXXXX") || exit 2
trap 'rm -rf "$tmp"' EXIT
trap 'exit 130' HUP INT TERM

# The pairs: name, right verdict, options.
list()
{
	cat <<-'LIST'
	sign-a equivalent -- @int
	sign-b different -- @int
	sign-c equivalent -- @int
	sign-d different -- @int
	range-a equivalent -- @str:20=12
	range-b different -- @str:20=12
	range-c equivalent -- @str:20=12345678901234567890
	range-d different -- @str:12=12
	clock-a equivalent --vary clock
	clock-b different --vary clock
	clock-c equivalent --vary clock
	clock-d different --vary clock
	sort-a equivalent -- @str:4=abcd
	sort-b different -- @str:4=abcd
	sort-c equivalent -- @str:4=abcd
	sort-d different -- @str:4=abcd @str:1=b
	tree-a equivalent -- @int @int @int @int
	tree-b different -- @int @int @int @int
	tree-c equivalent -- @int @int @int @int
	tree-d different -- @int @int @int @int
	date-a equivalent -- @int=2024 @int=2 @int=3
	date-b different -- @int=2024 @int=2 @int=3
	date-c equivalent -- @int=2024 @int=2 @int=3
	date-d different -- @int=2024 @int=2 @int=3
	LIST
}

# key NAME FILE: the first number or word of a key of result.json.
key()
{
	sed -n "s/^[[:space:]]*\"$1\":[[:space:]]*\"*\([^\",]*\).*/\1/p" "$2" | head -n 1
}

echo '| pair | right | verdict | processor, s | runs | queries | of Z3 |'
echo '|---|---|---|---|---|---|---|'
list | while read -r name right options; do
	case " ${*:-$name} " in *" $name "*) ;; *) continue ;; esac
	[ "$right" = equivalent ] || options="--stop-after first $options"
	out=${KEEP:-$tmp}/$name
	set -f
	/usr/bin/time -f '%U %S' -o "$tmp/time" "$engine" test --time "${TIME:-40}s" -o "$out" \
		"$here/$name/old.c" "$here/$name/new.c" $options >"$tmp/said" 2>&1 </dev/null
	set +f
	echo "| $name | $right | $(key verdict "$out/result.json") | $(tail -n 1 "$tmp/time" | awk '{ print $1 + $2 }') |" \
		"$(key runs "$out/result.json") | $(key calls "$out/result.json") | $(key z3 "$out/result.json") |"
done

#!/bin/sh
# run.sh [NAME...]: each library with its fix: is it shown by its one command, in 30 s? In TAP.
#
# The table beside this script has a line for each. The old version is the library as it stands here,
# the new one has fix.patch applied.

here=$(cd "$(dirname "$0")" && pwd)
drift=${DRIFT_BUILD:-$here/../../../build}/bin/drift
work=$(mktemp -d "${TMPDIR:-/tmp}/drift-libraries.XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

[ $# -gt 0 ] || set -- $(sed -n 's/^\([a-z0-9]*\)|.*/\1/p' "$here/table")
n=0
failed=0
for name; do
	n=$((n + 1))
	options=$(sed -n "s/^$name|[^|]*|//p" "$here/table")
	line="drift test old new $options"
	mkdir -p "$work/$name/old" "$work/$name/new"
	cp "$here/$name"/*.[ch] "$work/$name/old"
	cp "$here/$name"/*.[ch] "$work/$name/new"
	patch -s -p1 -d "$work/$name/new" <"$here/$name/fix.patch" || exit 1
	status=0
	(cd "$work/$name" && eval "timeout 600 \"\$drift\" test old new $options" </dev/null >"$work/out" 2>&1) || status=$?
	if [ "$status" -eq 1 ] && [ ${#line} -le 120 ] && grep -q '^different:' "$work/out"; then
		echo "ok $n - $line"
	else
		failed=$((failed + 1))
		echo "not ok $n - $line"
		echo "# $name: status $status, ${#line} characters"
		sed -n '1,20s/^/# /p' "$work/out"
	fi
done
echo "1..$n"
[ "$failed" -eq 0 ]

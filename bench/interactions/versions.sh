#!/bin/sh
# versions.sh [PAIR...]: makes the programs of the interaction bench in $DRIFT_BUILD/interactions/PAIR: old.c (base.c)
# and new.c (with new.patch).
set -u
here=$(cd "$(dirname "$0")" && pwd)
to=${DRIFT_BUILD:-$here/../../build}/interactions

[ $# -gt 0 ] || set -- $(cd "$here" && ls -d */base.c | sed 's,/.*,,')
for pair; do
	mkdir -p "$to/$pair" || exit 2
	cp "$here/$pair/base.c" "$to/$pair/old.c" &&
		patch -s -F 0 -r - -o "$to/$pair/new.c.$$" "$here/$pair/base.c" "$here/$pair/new.patch" &&
		mv "$to/$pair/new.c.$$" "$to/$pair/new.c" || { echo "versions: cannot make $pair" >&2; exit 2; }
done

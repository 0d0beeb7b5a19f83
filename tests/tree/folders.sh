#!/bin/sh
# folders.sh: no folder of src/ has more than 32 files, and headers do not include each other in a circle.
#
# A folder is a room that one can look around in. Prints folders that have more files, and one line
# for each circle; fails if there is anything to print.
cd "$(dirname "$0")/../.." || exit 2
bad=0
for folder in $(find src -type d | LC_ALL=C sort); do
	n=$(find "$folder" -maxdepth 1 -name '*.[ch]' | wc -l)
	[ "$n" -le 32 ] || { echo "$folder has $n files"; bad=1; }
done
# Headers whose includes are all gone are taken away, until none is; what is left is in a circle.
grep -rn '^#include "' src --include='*.h' | awk '
	{
		from = $1
		sub(/:.*/, "", from)
		to = $2
		gsub(/"/, "", to)
		edge[from, "src/" to] = 1
	}
	END {
		for (again = 1; again;) {
			again = 0
			split("", has)
			for (e in edge) {
				split(e, part, SUBSEP)
				has[part[1]] = 1
			}
			for (e in edge) {
				split(e, part, SUBSEP)
				if (!(part[2] in has)) {
					delete edge[e]
					again = 1
				}
			}
		}
		for (e in edge) {
			split(e, part, SUBSEP)
			print part[1] " includes " part[2] " in a circle"
			bad = 1
		}
		exit bad
	}' || bad=1
exit $bad

#!/bin/sh
# comments.sh: a comment that begins with the name of a source file names one that exists.
#
# Headers say in this way where the functions below are defined, and files what they are; both go wrong when files move. Prints the
# names of which there is no file under src/; fails if there are any. driver.c is the first line of a generated program.
cd "$(dirname "$0")/../.." || exit 2
find src -name '*.[ch]' | sed 's|^|/|' >"${TMPDIR:-/tmp}/comments.$$"
grep -rnoE '/\* [a-z_0-9/]+\.[ch]\b' src --include='*.[ch]' | sed 's|/\* ||' | grep -v ':driver\.c$' | LC_ALL=C sort | {
	bad=0
	while IFS=: read -r file line name; do
		grep -q "/$name\$" "${TMPDIR:-/tmp}/comments.$$" && continue
		echo "$file:$line: there is no $name"
		bad=1
	done
	rm -f "${TMPDIR:-/tmp}/comments.$$"
	exit $bad
}

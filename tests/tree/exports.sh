#!/bin/sh
# exports.sh: what a file under src/ exports, somebody outside of it uses.
#
# A name with external linkage says that other files need it. Prints those that only their own file
# uses, which could be static, and those that nobody uses, which could go. Fails if there are any.
# The programs' objects say who uses what; programs under tests/ count as users, by the words in their text.
cd "$(dirname "$0")/../.." || exit 2
build=${DRIFT_BUILD:-build}
words=$(mktemp) || exit 2
trap 'rm -f "$words"' EXIT
cat tests/*/*.[ch] | tr -cs 'A-Za-z0-9_' '\n' | LC_ALL=C sort -u > "$words"
for source in $(find src -name '*.c' | LC_ALL=C sort); do
	object=$build/obj/${source%.c}.o
	case $source in
	*/checked.c | *_checked.c) [ -f "$object" ] || continue ;; # only in the checked build
	esac
	echo "$object"
done | xargs nm -A -g -- | awk -v words="$words" '
	BEGIN {
		while ((getline word < words) > 0)
			used[word] = 1
		used["main"] = 1
	}
	{
		name = $NF
		if ($(NF - 1) == "U")
			used[name] = 1
		else if ($(NF - 1) ~ /^[TDBRC]$/ && name !~ /^__/)
			home[name] = substr($1, 1, index($1, ".o:") - 1) ".c"
	}
	END {
		for (name in home)
			if (!(name in used)) {
				path = home[name]
				sub(/.*\/obj\//, "", path)
				print path ": nobody else uses " name
				bad = 1
			}
		exit bad
	}'

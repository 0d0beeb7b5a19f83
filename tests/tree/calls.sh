#!/bin/sh
# calls.sh: folders of src/ call each other only as tests/tree/edges allows.
#
# An include says what a file may use, a symbol says what it does use: a function that is declared in one module and
# defined in another is a cycle that no include shows. Prints every call that the table does not allow; fails if there
# is one.
cd "$(dirname "$0")/../.." || exit 2
build=${DRIFT_BUILD:-build}
for source in $(find src -name '*.c' | LC_ALL=C sort); do
	object=$build/obj/${source%.c}.o
	case $source in
	*/checked.c | *_checked.c) [ -f "$object" ] || continue ;; # only in the checked build
	esac
	echo "$object"
done | xargs nm -A -g -- | awk -v table=tests/tree/edges '
	function read_table(    line, colon, room, n, i, names)
	{
		while ((getline line < table) > 0) {
			if (line ~ /^[#<"]/ || line ~ /^$/)
				continue
			colon = index(line, ":")
			room = substr(line, 1, colon - 1)
			known[room] = 1
			n = split(substr(line, colon + 1), names, " ")
			for (i = 1; i <= n; i++)
				allowed[room, names[i]] = 1
		}
	}
	# The innermost folder that has a line of its own in the table.
	function room_of(path)
	{
		sub(/.*\/obj\/src\//, "", path)
		while (sub(/\/[^\/]*$/, "", path) && !(path in known))
			;
		return path
	}
	BEGIN { read_table() }
	{
		object = substr($1, 1, index($1, ".o:") - 1)
		if ($(NF - 1) == "U")
			uses[object, $NF] = 1
		else if ($(NF - 1) ~ /^[TDBRC]$/)
			home[$NF] = object
	}
	END {
		for (use in uses) {
			split(use, part, SUBSEP)
			if (!(part[2] in home))
				continue
			from = room_of(part[1])
			to = room_of(home[part[2]])
			if (from != to && !((from, to) in allowed)) {
				sub(/.*\/obj\//, "", part[1])
				print part[1] ".c: " from " may not call " part[2] " of " to
				bad = 1
			}
		}
		exit bad
	}'

#!/bin/sh
# edges.sh: folders of src/ include each other only as tests/tree/edges allows, in no circle.
#
# Prints every include that the table does not allow, rooms that it does not know, lines of it that
# point down, and marks whose includes are gone. Fails if there is anything to print.
cd "$(dirname "$0")/../.." || exit 2
LC_ALL=C grep -rn '^#include [<"]' src --include='*.[ch]' | sort | awk -v table=tests/tree/edges '
	function complain(text)
	{
		print text
		bad = 1
	}
	function read_room(room, names, n, going,    i)
	{
		if (!(room in known))
			known[room] = 1
		for (i = 1; i <= n; i++) {
			if (going)
				marked[room, names[i]] = names[i]
			else if (!(names[i] in known) || names[i] == room)
				complain(table ": " room " names " names[i] ", which does not stand above it")
			allowed[room, names[i]] = 1
		}
	}
	function read_table(    line, colon, n, names, going)
	{
		while ((getline line < table) > 0) {
			if (line ~ /^#/ || line ~ /^$/)
				continue
			going = sub(/ *\(to go\)$/, "", line)
			colon = index(line, ":")
			n = split(substr(line, colon + 1), names, " ")
			if (line ~ /^[<"]/)
				outside[substr(line, 1, colon - 1)] = substr(line, colon + 1)
			else
				read_room(substr(line, 1, colon - 1), names, n, going)
		}
	}
	# The innermost folder that has a line of its own in the table.
	function room_of(path)
	{
		sub(/\/[^\/]*$/, "", path)
		while (!(path in known) && sub(/\/[^\/]*$/, "", path))
			;
		return path
	}
	BEGIN { read_table() }
	{
		split($0, part, ":")
		from = room_of(substr(part[1], 5))
		what = $2
		where = part[1] ":" part[2] ": "
		if (!(from in known) && !complained[from]++)
			complain(table " does not know the room " from)
		for (head in outside)
			if (index(what, head) == 1 && !index(outside[head] " ", " " from " "))
				complain(where "only" outside[head] " may include " what)
		if (what !~ /^"/)
			next
		to = room_of(substr(what, 2))
		used[from, to] = 1
		if (from != to && !((from, to) in allowed))
			complain(where from " may not include " what)
	}
	END {
		for (edge in marked)
			if (!(edge in used)) {
				split(edge, part, SUBSEP)
				complain(table ": " part[1] " no longer includes " part[2] ": strike it out")
			}
		exit bad
	}'

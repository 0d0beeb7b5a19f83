#!/bin/sh
# pages.t: commands that a page of docs/ shows with their output print that output.
#
# On a page, a block of indented lines whose first line begins with "$ " is a transcript. Each line that
# begins with "$ " is run; the lines below it must be lines of what it prints, in this order. A line "..."
# means that something is left out. A command starts in a copy of the top of the tree, with examples/ and those
# folders of tests/programs/ that the page names; "cd" lasts until the end of the block.
. "$(dirname "$0")/lib.sh"

PATH=$DRIFT_BUILD/bin:$PATH
export PATH

# Lines as they are compared: addresses depend on the environment.
plain() { sed "s|$tmp/tree/||g; s/0x[0-9a-f]*/ADDRESS/; s/[[:space:]]*\$//"; }

# blocks PAGE: its transcripts, without the indentation, an empty line after each.
blocks()
{
	awk '/^    \$ / { in_block = 1 }
		in_block && /^$/ { held = held "\n"; next }
		in_block && /^    / { printf "%s%s\n", held, substr($0, 5); held = ""; next }
		in_block { in_block = 0; held = ""; print "$ end" }
		END { if (in_block) print "$ end" }' "$1"
}

# in_order EXPECTED PRINTED: every line of the first is in the second, in this order.
in_order()
{
	awk 'FILENAME == ARGV[1] { if ($0 != "..." && $0 != "") want[++n] = $0; next }
		next_one < n && $0 == want[next_one + 1] { next_one++ }
		END { if (next_one < n) { print "not printed: " want[next_one + 1]; exit 1 } }' "$1" "$2"
}

# judge COMMAND: what was expected of the latest command against what it printed.
judge()
{
	[ -n "$1" ] || return 0
	plain <"$tmp/want" >"$tmp/want.plain"
	plain <"$tmp/shown" >"$tmp/shown.plain"
	in_order "$tmp/want.plain" "$tmp/shown.plain" || {
		echo "by: $1"
		cat "$tmp/shown"
		wrong=1
	}
}

# runs PAGE: every transcript of the page, each line a command or what it prints.
runs()
{
	blocks "$1" >"$tmp/blocks"
	wrong=0 command= dir=$tmp/tree
	rm -rf "$tmp/tree"
	mkdir -p "$tmp/tree/tests/programs" && cp -r "$top/examples" "$top/LICENSE" "$tmp/tree" || return
	for folder in $(grep -o 'tests/programs/[a-z_]*' "$tmp/blocks" | sort -u); do
		cp -r "$top/$folder" "$tmp/tree/tests/programs" || return
	done
	while IFS= read -r line; do
		case $line in
		'$ end') judge "$command" && command= dir=$tmp/tree ;;
		'$ cd '*) judge "$command" && command= && dir=$dir/${line#\$ cd } ;;
		'$ '*)
			judge "$command"
			command=${line#\$ }
			: >"$tmp/want"
			(cd "$dir" && timeout "$limit" sh -c "$command") </dev/null >"$tmp/shown" 2>&1
			[ "$?" -le 1 ] || {
				echo "it failed: $command"
				cat "$tmp/shown"
				wrong=1
			}
			;;
		*) printf '%s\n' "$line" >>"$tmp/want" ;;
		esac
	done <"$tmp/blocks"
	[ "$wrong" -eq 0 ]
}

# Pages may make a repository.
export GIT_AUTHOR_NAME=reader GIT_AUTHOR_EMAIL=reader@localhost GIT_COMMITTER_NAME=reader GIT_COMMITTER_EMAIL=reader@localhost
for page in ${PAGES:-"$top"/docs/*.md}; do
	[ "${page##*/}" != git-drift.md ] || export XDG_CACHE_HOME="$tmp/cache"
	grep -q '^    \$ ' "$page" || continue
	check "commands of ${page##*/} print what it shows" runs "$page"
done
finish


# ---- which files a build reads ----
#
# A file that no step of a build has read cannot change what it makes. The times of access tell: they are set to the year 1970
# before a build, and whoever reads a file moves its time. A file system that does not record it is noticed.

# keeps_times: whether the file system of the cache records that a file was read.
keeps_times()
{
	echo x >"$cache/read.probe" && touch -a -d @1 "$cache/read.probe" && cat "$cache/read.probe" >/dev/null &&
		[ -n "$(find "$cache/read.probe" -newerat @9)" ]
}

# mark_unread: before a build of $tree.
mark_unread() { (cd "$tree" && git ls-files -z | xargs -0 -r touch -c -h -a -d @1 --); }

# note_reads: after a build of $tree, the tracked files that somebody has read, in $tree.reads.
note_reads()
{
	rm -f "$tree.reads"
	! keeps_times || (cd "$tree" && git ls-files -z | xargs -0 -r sh -c 'find "$@" -maxdepth 0 -newerat @9' sh 2>/dev/null) | sort >"$tree.reads"
}

# is_words: names of files that describe a program and are not part of it.
is_words()
{
	grep -i -E -e '\.(md|rst|texi|adoc|[1-9]|po)$' -e '(^|/)(doc|docs|\.github)/[^/]*\.(txt|html|png|svg|css)$' \
		-e '^\.(github|gitlab|circleci)/' -e '(^|/)(README|NEWS|ChangeLog|CHANGES|AUTHORS|COPYING|LICENSE|THANKS|TODO|HACKING|CONTRIBUTING)(\.[a-z]*)?$' \
		-e '(^|/)(\.gitignore|\.gitattributes|\.mailmap|\.editorconfig|\.clang-format|\.travis\.yml|\.drift)$'
}

# changed_by A B [FILTER]: files that differ.
changed_by() { in_own diff --name-only --no-renames ${3:+--diff-filter="$3"} "$1" "$2"; }

# unread_since COMMIT RECORD: whether OLD and NEW have only changed files, from that commit on, that its build did not read.
unread_since()
{
	for unread_rev in "$old" "$new"; do
		# A step may look whether a file is there; whether documentation is, only steps that read some.
		unread_moved=$(changed_by "$1" "$unread_rev" ADT)
		[ -z "$unread_moved" ] || ! is_words <"$2" >/dev/null || return 1
		[ -z "$(printf '%s' "$unread_moved" | is_words_not)" ] || return 1
		[ -z "$(changed_by "$1" "$unread_rev" M | grep -x -F -f "$2")" ] || return 1
	done
}
is_words_not() { while IFS= read -r words_file || [ -n "$words_file" ]; do printf '%s\n' "$words_file" | is_words >/dev/null || printf '%s\n' "$words_file"; done; }

# same_build RECORD: whether all that is compared comes from builds with the command, the compiler and the environment of
# this one. What drift compiles itself (--bin prog.c) comes from none.
same_build()
{
	same_tree=${1%.reads}
	same_targets=$(targets)
	[ -z "$bin$built" ] || same_targets=''
	while IFS= read -r same_one; do
		build_of "$same_one"
		case $how_bin in
		*.c | *.h) return 1 ;;
		esac
		[ -z "$how_bin" ] || [ -n "$how_build" ] || [ ! -d "$same_tree/$how_bin" ] || return 1
		same_command=$how_build
		[ -n "$same_command" ] || same_command=$(guess "$same_tree" 2>/dev/null) || return 1
		[ -n "$same_command" ] || return 1
		wanted "$same_command" | cmp -s - "$same_tree.built" || return 1
	done <<-EOF
		$same_targets
	EOF
}

# nothing_to_build: whether no file that changed is part of what is built, as an earlier build shows. Prints them on one line.
nothing_to_build()
{
	nothing_files=$(changed_by "$old" "$new")
	[ -n "$nothing_files" ] && [ -z "$built$rebuild$(submodules)" ] || return 1
	nothing_found=''
	for nothing_record in "$cache"/trees/*/*.reads; do
		[ -s "$nothing_record" ] || continue
		nothing_from=$(cat "${nothing_record%.reads}.checked-out" 2>/dev/null)
		if [ -n "$nothing_from" ] && in_own cat-file -e "$nothing_from" 2>/dev/null && unread_since "$nothing_from" "$nothing_record" &&
			(same_build "$nothing_record"); then
			nothing_found=1
			break
		fi
	done
	[ -n "$nothing_found" ] || return 1
	nothing_n=$(printf '%s\n' "$nothing_files" | wc -l)
	printf 'nothing compared: %s%s\n' "$(printf '%s\n' "$nothing_files" | head -n 5 | paste -s -d ' ')" \
		"$([ "$nothing_n" -le 5 ] || echo " and $((nothing_n - 5)) more"); no build step reads what changed"
}

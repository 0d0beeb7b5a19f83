
# ---- builds ----

# sources COMMIT: the only directory that has .c files; nothing when there are several.
sources()
{
	in_own ls-tree -r --name-only "$1" | sed -n 's,^\(.*\)/[^/]*\.c$,\1,p; t
		s,^[^/]*\.c$,.,p' | sort -u | sed -n '1h; 2,$H; ${x; /\n/!p;}'
}

# guess TREE: how to build it. A Makefile beside configure is often a stub that says so.
guess()
{
	if [ -f "$1/configure" ]; then
		echo './configure && make -j"$JOBS"'
		return
	fi
	for guess_file in GNUmakefile makefile Makefile; do
		if [ -f "$1/$guess_file" ]; then
			echo 'make -j"$JOBS" CC="$CC"'
			return
		fi
	done
	if [ -f "$1/configure.ac" ] || [ -f "$1/configure.in" ]; then
		echo 'autoreconf -fi && ./configure && make -j"$JOBS"'
	elif [ -f "$1/CMakeLists.txt" ]; then
		echo 'cmake -S . -B build && cmake --build build -j "$JOBS"'
	elif [ -f "$1/meson.build" ]; then
		echo 'meson setup build && meson compile -C build -j "$JOBS"'
	fi
}

# checkout COMMIT TREE: a worktree as the commit has it.
checkout()
{
	if [ -e "$2/.git" ] && [ "$(git -C "$2" rev-parse HEAD 2>/dev/null)" = "$1" ]; then
		git -C "$2" -c core.hooksPath=/dev/null reset -q --hard && git -C "$2" clean -ffdxq
	else
		rm -rf "$2" && in_own worktree prune && in_own worktree add -q --force --detach "$2" "$1"
	fi
}

# programs TREE: executables that the build made, from the top of the tree.
programs()
{
	(cd "$1" && git ls-files -o -z | tr '\0' '\n') | while IFS= read -r file; do
		case $file in
		*.o | *.so | *.so.* | *.a | *.la | CMakeFiles/* | */CMakeFiles/*) continue ;;
		esac
		[ -x "$1/$file" ] && [ -f "$1/$file" ] &&
			[ "$(dd if="$1/$file" bs=1 skip=1 count=3 2>/dev/null)" = ELF ] && printf '%s\n' "$file"
	done
}

# libraries TREE: archives that the build made; shared libraries where there are none.
libraries()
{
	for libraries_kind in '*.a' '*.so' '*.so.*'; do
		libraries_found=$(cd "$1" && git ls-files -o -z -- "$libraries_kind" | tr '\0' '\n' | while IFS= read -r file; do
			[ -f "$file" ] && [ ! -L "$file" ] && printf '%s\n' "$file"
		done)
		[ -z "$libraries_found" ] || break
	done
	printf '%s\n' "$libraries_found"
}

# left: seconds of --time that are not used up; nothing: there is no limit.
left()
{
	left_of=$(to_seconds "$seconds")
	case $left_of in
	'' | 0) ;;
	*) awk "BEGIN { n = $left_of - ($(date +%s) - $begun); print n < 1 ? 1 : n }" ;;
	esac
}

# last_line LOG: what went wrong, as far as one line tells.
last_line()
{
	{
		grep -i -E -e '(error|undefined reference|not found)' "$1" | grep -v -e '^make' -e 'errors* generated'
		grep -v -e '^make' -e '^ninja' -e '^[[:space:]]*$' "$1" | tail -n 1
	} | head -n 1 | cut -c 1-200
}

# watch NAME LOG: on a terminal, how a build goes.
watch()
{
	watch_from=$(date +%s)
	while sleep 1; do
		printf '\r\033[Kbuilding %s (%s s): %.50s' "$1" $(($(date +%s) - watch_from)) "$(tail -n 1 "$2" | tr -c '[:print:]' ' ')"
	done >&2
}

# leave_session: forgets variables of a terminal or a shell. No build gets them, so that builds in another
# terminal are the same.
leave_session()
{
	unset OLDPWD SHLVL _ COLUMNS LINES COLORTERM WINDOWID TMUX TMUX_PANE STY XDG_SESSION_ID \
		SSH_CLIENT SSH_CONNECTION SSH_TTY GIT_PREFIX GIT_EXEC_PATH
	PWD=/ TERM=dumb
}

# make_tree NAME TREE COMMAND: builds what is checked out there.
make_tree()
{
	make_watcher='' building=$1
	if [ -t 2 ]; then
		watch "$1" "$2.log" &
		make_watcher=$!
	else
		printf 'git-drift: building %s with: %s\n' "$1" "$3" >&2
	fi
	make_left=$(left)
	(
		leave_session
		cd "$2" || exit
		# __FILE__ is part of the output of some programs and must not tell the trees apart.
		export CC="$CC -fmacro-prefix-map=$2/="
		exec ${make_left:+timeout --foreground -k 2 "$make_left"} sh -c "$3"
	) >"$2.log" 2>&1 </dev/null
	make_status=$?
	building=''
	if [ -n "$make_watcher" ]; then
		kill "$make_watcher" 2>/dev/null
		wait "$make_watcher" 2>/dev/null
		make_watcher=''
		printf '\r\033[K' >&2
	fi
	return $make_status
}

# build_environment: a name for what a build inherits. It may read any variable (CFLAGS, CPATH, PATH), so
# all that it gets count; their values may be secrets, so they are not kept.
build_environment()
{
	(
		leave_session
		export -p
	) | LC_ALL=C sort | git hash-object --stdin
}

# How a target is built and what of it is compared; .drift may say it for each.
how_build='' how_bin=''

# provide NAME COMMIT: its tree, built; sets $tree and, of what needs no build, $plain.
provide()
{
	# Its last name is what a program without one of its own is called.
	tree=$cache/trees/$2/$project
	mkdir -p "${tree%/*}" || die "${tree%/*}: cannot be made"
	plain=''
	provide_build=$how_build
	if [ -n "$rebuild" ] || [ ! -e "$tree.checked-out" ] || [ ! -e "$tree/.git" ]; then
		rm -f "$tree.built" "$tree.checked-out"
		checkout "$2" "$tree" >"$tree.log" 2>&1 || die "$1: cannot be checked out: $(last_line "$tree.log"); see $tree.log"
		: >"$tree.checked-out"
		used "$tree"
	fi
	touch -c "$tree.used"
	if [ -z "$how_build" ]; then
		case $how_bin in
		*.c) plain=$how_bin ;;
		?*) [ -d "$tree/$how_bin" ] && plain=$how_bin ;;
		esac
		[ -n "$plain" ] || provide_build=$(guess "$tree")
		[ -n "$plain$provide_build" ] || plain=$(sources "$2")
		[ -n "$plain$provide_build" ] ||
			die "$1: there is no Makefile, configure, CMakeLists.txt or meson.build, and not one directory of .c files; give --build or --bin"
	fi
	[ -z "$plain" ] || return 0
	{
		printf '%s\n%s\n' "$provide_build" "$CC"
		build_environment
	} >"$tree.wanted"
	if cmp -s "$tree.wanted" "$tree.built"; then
		return
	fi
	rm -f "$tree.built"
	checkout "$2" "$tree" >"$tree.log" 2>&1 || die "$1: cannot be checked out: $(last_line "$tree.log"); see $tree.log"
	if ! make_tree "$1" "$tree" "$provide_build"; then
		[ "$make_status" -ne 124 ] ||
			die "$1: the build was not done when --time $seconds was over; its output is in $tree.log"
		# Not every Makefile bears several processes; the error of one is the one to tell.
		provide_serial=''
		[ -n "$how_build" ] || case $provide_build in *'-j'*) provide_serial=1 ;; esac
		if [ -z "$provide_serial" ] || ! checkout "$2" "$tree" >/dev/null 2>&1 ||
			! JOBS=1 make_tree "$1" "$tree" "$provide_build"; then
			die "$1: the build failed: $provide_build: $(last_line "$tree.log"); its output is in $tree.log"
		fi
	fi
	mv "$tree.wanted" "$tree.built"
	used "$tree"
}

# choose NAME TREE: the only program that the build made, in $how_bin.
choose()
{
	choose_found=$(programs "$2")
	# A function is called in a library, too, where there is not one program.
	case $all_options in
	*--entry* | *--call*)
		[ "$(printf '%s\n' "$choose_found" | grep -c .)" -eq 1 ] || {
			choose_libraries=$(libraries "$2")
			choose_found=${choose_libraries:-$choose_found}
		}
		;;
	esac
	case $choose_found in
	'') die "$1: the build made no program; its output is in $2.log" ;;
	*'
'*) die "$1: the build made several; choose with --bin: $(printf '%s' "$choose_found" | tr '\n' ' ')" ;;
	esac
	how_bin=$choose_found
}

# subject NAME: what drift gets for the tree just provided, in $subject.
subject()
{
	if [ -n "$plain" ]; then
		subject=$tree/$plain
	else
		[ -n "$how_bin" ] || choose "$1" "$tree"
		subject=$tree/$how_bin
	fi
	subject=${subject%/.}
	[ -e "$subject" ] || die "$1: there is no '${subject#"$tree"/}'${provide_build:+ after: $provide_build}"
}

# What drift will say of its options and placeholders, before a build is waited for. A function is not
# known before it is built, and paths of --cflags lead into the trees.
check_words()
{
	case $all_options in
	*--entry* | *--call* | *--golden* | *"'--accept"* | *-cflags*) return ;;
	esac
	[ "$command" = test ] || [ "$command" = diff ] || return 0
	check_dir=$(mktemp -d) || exit 2
	echo 'int main(void) { return 0; }' >"$check_dir/a.c"
	check_out=''
	[ "$command" = diff ] || check_out="-o $(quote "$check_dir/out")"
	eval "drift $command $(quote "$check_dir/a.c")$(quote "$check_dir/a.c")$all_options$check_out-- $all_arguments" \
		>/dev/null 2>"$check_dir/err" </dev/null
	check_status=$?
	[ $check_status -ne 2 ] || sed -n '/^drift: /{s/^drift: two versions .*/options of drift come after the revisions/
		s/^\(drift: \)*/git-drift: /p;q;}' "$check_dir/err" >&2
	rm -rf "$check_dir"
	[ $check_status -ne 2 ] || exit 2
}

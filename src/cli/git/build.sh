
# ---- builds ----

# sources COMMIT: the only directory that has .c files; nothing when there are several.
sources()
{
	in_own ls-tree -r --name-only "$1" | sed -n 's,^\(.*\)/[^/]*\.c$,\1,p; t
		s,^[^/]*\.c$,.,p' | sort -u | sed -n '1h; 2,$H; ${x; /\n/!p;}'
}

# comes_with DIR FILE: whether the revision has it: an earlier build may have left one of its name.
comes_with() { [ -f "$1/$2" ] && git -C "$1" ls-files --error-unmatch -- "$2" >/dev/null 2>&1; }

# builds_in DIR [SKIP]: how to build what is there; nothing if nobody knows. A Makefile beside configure is often a stub that
# says so. SKIP: not with configure, nor with what makes it. An archive may have lost the permission to execute it.
builds_in()
{
	if comes_with "$1" configure && [ -z "${2-}" ]; then
		if [ -x "$1/configure" ]; then echo './configure && make -j"$JOBS"'; else echo 'sh ./configure && make -j"$JOBS"'; fi
		return
	fi
	for builds_file in GNUmakefile makefile Makefile; do
		if comes_with "$1" "$builds_file" && [ -z "${2-}" ]; then
			echo 'make -j"$JOBS" CC="$CC"'
			return
		fi
	done
	# Of several ways, one whose tool is there; the first says what is missing.
	builds_first=''
	for builds_way in configure.ac:autoreconf configure.in:autoreconf CMakeLists.txt:cmake meson.build:meson; do
		comes_with "$1" "${builds_way%:*}" || continue
		[ -z "${2-}" ] || [ "${builds_way#*:}" != autoreconf ] || continue
		builds_first=${builds_first:-${builds_way#*:}}
		if command -v "${builds_way#*:}" >/dev/null; then
			builds_first=${builds_way#*:}
			break
		fi
	done
	case $builds_first in
	autoreconf) echo 'autoreconf -fi && ./configure && make -j"$JOBS"' ;;
	cmake) echo 'cmake -S . -B build && cmake --build build -j "$JOBS"' ;;
	meson) echo 'meson setup build && meson compile -C build -j "$JOBS"' ;;
	esac
}

# projects TREE: directories below the top that can be built, nearest above each changed file.
projects()
{
	in_own diff --name-only --no-renames "$old" "$new" | sed -n 's,/[^/]*$,,p' | sort -u | while IFS= read -r projects_dir; do
		while [ -n "$projects_dir" ] && [ "$projects_dir" != . ]; do
			if [ -n "$(builds_in "$1/$projects_dir")" ]; then
				printf '%s\n' "$projects_dir"
				break
			fi
			case $projects_dir in
			*/*) projects_dir=${projects_dir%/*} ;;
			*) projects_dir='' ;;
			esac
		done
	done | sort -u
}

# guess TREE: how to build it; of several projects in one repository, the one that changed.
guess()
{
	guess_top=$(builds_in "$1")
	[ -n "$old$new" ] && [ -z "$guess_top" ] || {
		echo "$guess_top"
		return
	}
	guess_dirs=$(projects "$1")
	case $guess_dirs in
	'') ;;
	*'
'*) die "several projects changed: $(printf '%s' "$guess_dirs" | paste -s -d ' '); compare one at a time, as with --build 'cd $(printf '%s' "$guess_dirs" | head -n 1) && make'" ;;
	*) printf 'cd %s&& %s\n' "$(quote "$guess_dirs")" "$(builds_in "$1/$guess_dirs")" ;;
	esac
}

# submodule_of PATH ID: the repository, among the user's, that has this commit of a submodule.
submodule_of()
{
	of_own=$own # only what work_tree has made: other commits there are those of the repository itself
	[ -e "$own/objects/$(printf '%.2s' "$2")/${2#??}" ] || of_own=''
	for of_dir in "$repository/modules/$1" "$top/$1/.git" "$repository"/modules/* "$of_own"; do
		if [ -e "$of_dir" ] && git --git-dir="$of_dir" cat-file -e "$2^{tree}" 2>/dev/null; then
			printf '%s' "$of_dir"
			return
		fi
	done
	return 1
}

# links COMMIT: its submodules: ID TAB PATH.
links() { in_own ls-tree -r "$1" | sed -n 's/^160000 commit //p'; }

# submodule_files COMMIT TREE: their files, as far as the user's repositories have them.
submodule_files()
{
	links "$1" | while IFS='	' read -r files_id files_path; do
		if files_from=$(submodule_of "$files_path" "$files_id"); then
			# Not from an archive: that lacks files and changes others (export-ignore, export-subst).
			mkdir -p "$2/$files_path" && (
				GIT_INDEX_FILE=$2.module
				export GIT_INDEX_FILE
				rm -f "$GIT_INDEX_FILE"
				git --git-dir="$files_from" --work-tree="$2/$files_path" read-tree "$files_id" &&
					git --git-dir="$files_from" --work-tree="$2/$files_path" checkout-index -a -f
				rm -f "$GIT_INDEX_FILE"
			)
		else
			printf 'git-drift: note: the submodule %s is not there; first: git submodule update --init %s\n' \
				"$files_path" "$files_path" >&3
		fi
	done
}

# checkout COMMIT TREE: a worktree as the commit has it.
checkout()
{
	if [ -e "$2/.git" ] && [ "$(git -C "$2" rev-parse HEAD 2>/dev/null)" = "$1" ]; then
		git -C "$2" -c core.hooksPath=/dev/null reset -q --hard && git -C "$2" clean -ffdxq
	else
		rm -rf "$2" && in_own worktree prune && in_own worktree add -q --force --detach "$2" "$1"
	fi && submodule_files "$1" "$2" && settle_times "$2"
}

# settle_times TREE: a checkout gives all files the same time. Generated files that the repository has are newer than what they are
# made from, or make would call tools that only developers need.
settle_times()
{
	[ -f "$1/configure" ] || [ -n "$(git -C "$1" ls-files -- '*.y' '*.l')" ] || return 0
	(
		cd "$1" || exit
		git ls-files -z -- 'aclocal.m4' '*/aclocal.m4' | xargs -0 -r touch -c --
		git ls-files -z -- 'Makefile.in' '*/Makefile.in' '*.h.in' | xargs -0 -r touch -c --
		git ls-files -z -- 'configure' '*/configure' | xargs -0 -r touch -c --
		git ls-files -- '*.y' '*.l' | while IFS= read -r settle_file; do
			settle_made=${settle_file%.[yl]}
			[ -n "$(in_own diff --name-only "$old" "$new" -- "$settle_file" 2>/dev/null)" ] || touch -c "$settle_made.c" "$settle_made.h" "$settle_made.tab.c" "$settle_made.tab.h"
		done
	)
}

# is_alias TREE FILE: whether it is a link to a program of the tree, which is compared under its own name.
is_alias()
{
	[ -L "$1/$2" ] || return 1
	case $(readlink -f "$1/$2") in
	"$(readlink -f "$1")"/*) ;;
	*) return 1 ;;
	esac
}

# programs TREE: executables that the build made, from the top of the tree.
programs()
{
	(cd "$1" && git ls-files -o -z | tr '\0' '\n') | while IFS= read -r file; do
		case $file in
		*.o | *.so | *.so.* | *.a | *.la | CMakeFiles/* | */CMakeFiles/* | meson-private/* | */meson-private/*) continue ;;
		esac
		[ -x "$1/$file" ] && [ -f "$1/$file" ] && ! is_alias "$1" "$file" &&
			[ "$(dd if="$1/$file" bs=1 skip=1 count=3 2>/dev/null)" = ELF ] && printf '%s\n' "$file"
	done
}

# libraries TREE: archives that the build made; shared libraries where there are none.
libraries()
{
	for libraries_kind in '*.a' '*.so' '*.so.*'; do
		libraries_found=$(cd "$1" && git ls-files -o -z -- "$libraries_kind" | tr '\0' '\n' | while IFS= read -r file; do
			case $file in
			*.o | *.d | *.p/* | *.symbols | *.la) continue ;;
			esac
			[ -f "$file" ] && [ ! -L "$file" ] && printf '%s\n' "$file"
		done)
		[ -z "$libraries_found" ] || break
	done
	printf '%s\n' "$libraries_found"
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

# Files whose contents configure does not read, by their names.
site_unread='\.([ch]|md|rst|texi|po|[1-9])$|(^|/)(README|NEWS|ChangeLog|CHANGES|AUTHORS|TODO)[^/]*$'

# site_of TREE: a file by which configure keeps what it found out about the system, for revisions that have the same files but for
# the contents of .c and .h files and of documentation, and the same compiler.
site_of()
{
	[ -n "$(git -C "$1" ls-files -- configure configure.ac configure.in '*/configure' '*/configure.ac')" ] || return 1
	site_key=$({
		git -C "$1" ls-tree -r HEAD | awk -F '\t' -v unread="$site_unread" '{ if ($2 ~ unread) print $2; else if ($2 != ".drift") print }'
		cat "$1.wanted"
	} | git hash-object --stdin)
	mkdir -p "$cache/configure" || return 1
	printf 'cache_file=%s\n' "$(quote "$cache/configure/$site_key.cache")" >"$cache/configure/$site_key.site"
	echo "$cache/configure/$site_key.site"
}

# check_site TREE: after a build. If configure has read such a file after all, what it found out is about that file and not kept.
# It has read what was read before it wrote its results for the last time.
check_site()
{
	check_cache=$(site_of "$1") || return 0
	check_cache=${check_cache%.site}.cache
	[ -e "$check_cache" ] || return 0
	if ! keeps_times || [ -n "$(cd "$1" && git ls-files | grep -E -e "$site_unread" | tr '\n' '\0' |
		xargs -0 -r sh -c 'find "$@" -maxdepth 0 -newerat @9 ! -neweram "$0"' "$check_cache" 2>/dev/null)" ]; then
		rm -f "$check_cache"
	fi
}

# leave_session: forgets variables of a terminal or a shell. No build gets them, so that builds in another
# terminal are the same.
leave_session()
{
	unset OLDPWD SHLVL _ COLUMNS LINES COLORTERM WINDOWID TMUX TMUX_PANE STY XDG_SESSION_ID \
		SSH_CLIENT SSH_CONNECTION SSH_TTY GIT_PREFIX GIT_EXEC_PATH
	PWD=/ TERM=dumb
}

# make_tree NAME TREE COMMAND [again]: builds what is checked out there.
make_tree()
{
	make_watcher='' building=$1
	if [ -t 2 ]; then
		watch "$1" "$2.log" &
		make_watcher=$!
	elif [ -z "${4-}" ]; then
		printf 'git-drift: building %s with: %s\n' "$1" "$3" >&2
	fi
	(
		leave_session
		cd "$2" || exit
		# __DATE__ and __TIME__ are the same in both builds.
		export CC DRIFT_CC_TREE="$2" SOURCE_DATE_EPOCH="${SOURCE_DATE_EPOCH:-1000000000}"
		[ -z "$provide_tolerant" ] || export DRIFT_CC_NO_WARNINGS=1
		if [ -z "${CONFIG_SITE-}$rebuild" ] && make_site=$(site_of "$2"); then
			export CONFIG_SITE="$make_site"
		fi
		exec timeout --foreground -k 2 "$build_seconds" sh -c "$3"
	) >"$2.log" 2>&1 </dev/null
	make_status=$?
	check_site "$2"
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

# wanted COMMAND: all that decides what the command makes of a tree. Another drift-cc may keep more of it.
wanted()
{
	printf '%s\n%s %s\n' "$1" "$CC" "$(git hash-object "$CC")"
	build_environment
}

# How a target is built and what of it is compared; .drift may say it for each.
how_build='' how_bin=''

# key_of COMMIT: what trees with the same files have in common. .drift is no part of what is built.
key_of()
{
	(
		GIT_INDEX_FILE=$cache/key.index
		export GIT_INDEX_FILE
		rm -f "$GIT_INDEX_FILE"
		in_own read-tree "$1" && in_own rm -q --cached --ignore-unmatch -- .drift >/dev/null && in_own write-tree
	)
}

# fetch NAME COMMIT: its files, in $tree.
fetch()
{
	# Its last name is what a program without one of its own is called.
	fetch_key=$(key_of "$2") || die "$1: cannot be read"
	tree=$cache/trees/$fetch_key/$project
	mkdir -p "${tree%/*}" || die "${tree%/*}: cannot be made"
	if [ -n "$rebuild" ] || [ ! -s "$tree.checked-out" ] || [ ! -e "$tree/.git" ]; then
		rm -f "$tree".built "$tree".building "$tree".reads "$tree".partial
		fresh "$1" "$2"
		used "$tree"
	fi
	touch -c "$tree.used"
	database
}

# database: the commands of compile_commands.json, of the revision or else of the work tree, for the files of $tree.
database()
{
	[ -z "$top" ] || for database_in in "$tree" "$tree/build" "$top" "$top/build"; do
		[ -f "$database_in/compile_commands.json" ] || continue
		! grep -q -F -e "$top" "$database_in/compile_commands.json" || {
			database_text=$(sed "s,$(printf '%s' "$top" | sed 's/[][\\.*^$,]/\\&/g'),$tree,g" "$database_in/compile_commands.json")
			[ "$database_in" != "$top/build" ] || database_in=$tree
			[ "$database_in" != "$top" ] || database_in=$tree
			printf '%s\n' "$database_text" >"$database_in/compile_commands.json"
		}
		return
	done
}

# fresh NAME COMMIT: $tree without anything that a build made.
fresh()
{
	checkout "$2" "$tree" 3>&2 >"$tree.log" 2>&1 || die "$1: cannot be checked out: $(last_line "$tree.log"); see $tree.log"
	echo "$2" >"$tree.checked-out"
}

# choose_build NAME COMMIT: how $tree is built, in $provide_build; of what needs no build, what drift reads, in $plain.
choose_build()
{
	plain='' provide_build=$how_build
	[ -z "$how_build" ] || return 0
	case $how_bin in
	*.c | *.h) plain=$how_bin ;;
	?*) [ ! -d "$tree/$how_bin" ] || plain=$how_bin ;;
	esac
	[ -n "$plain" ] || provide_build=$(guess "$tree") || exit 2
	[ -n "$plain$provide_build" ] || plain=$(sources "$2")
	[ -n "$plain$provide_build" ] || [ ! -f "$tree/compile_commands.json" ] || plain=.
	[ -n "$plain$provide_build" ]
}

# other_way NAME COMMIT: after configure has failed, cmake or meson if the tree has one of them and its tool is there. Leaves its
# command in $provide_build if it works.
other_way()
{
	[ -z "$how_build" ] && [ -z "$(programs "$tree")$(libraries "$tree")" ] || return 1
	other_build=$(builds_in "$tree" configure)
	case $other_build in
	cmake* | meson*) needs_tools "$other_build" >/dev/null || return 1 ;;
	*) return 1 ;;
	esac
	cp "$tree.log" "$tree.configure.log"
	fresh "$1" "$2"
	mark_unread
	if make_tree "$1" "$tree" "$other_build"; then
		provide_build=$other_build
		return 0
	fi
	mv "$tree.configure.log" "$tree.log"
	return 1
}

# Not empty: a build failed because of a warning. clang has others than the compiler that the project is built with, so there are none.
provide_tolerant=''

# For git drift without configuration: a build that is not done in time is no end, because changed sources can be compiled alone.
provide_patient='' provide_unfinished=''

# run_build NAME COMMIT: builds $tree; what an earlier build left is continued. Leaves the reason in $provide_error.
run_build()
{
	provide_continued=''
	if cmp -s "$tree.wanted" "$tree.building"; then
		provide_continued=1
	else
		fresh "$1" "$2"
	fi
	tell_first_build
	[ -n "$provide_continued" ] || mark_unread
	cp "$tree.wanted" "$tree.building"
	! make_tree "$1" "$tree" "$provide_build" || return 0
	if [ "$make_status" -eq 124 ] && [ -n "$provide_patient" ]; then
		provide_unfinished=1
		provide_error="the build was not done after $build_time (--build-time); what it made is kept: the same command continues it"
		return 1
	fi
	[ "$make_status" -ne 124 ] || die "$1: the build was not done after $build_time (--build-time); what it made is kept: the same command continues it; its output is in $tree.log"
	rm -f "$tree.building"
	if [ -n "$provide_continued" ]; then
		fresh "$1" "$2"
		mark_unread
		! make_tree "$1" "$tree" "$provide_build" || return 0
	fi
	if [ -z "$provide_tolerant" ] && grep -q '\[-W[a-z=]*error' "$tree.log"; then
		provide_tolerant=1
		printf 'git-drift: note: %s: a warning ended the build (-Werror); it is repeated without warnings\n' "$1" >&2
		fresh "$1" "$2"
		mark_unread
		! make_tree "$1" "$tree" "$provide_build" || return 0
	fi
	# Not every Makefile bears several processes; the error of one is the one to tell. It goes on behind an error: a manual page that
	# cannot be made is no reason to have no program.
	case ${how_build:-$provide_build} in
	*configure*'&& make'*) ! other_way "$1" "$2" || return 0 ;;
	esac
	case ${how_build:-$provide_build} in
	*'-j"$JOBS"'* | *'-j "$JOBS"'*) ! JOBS=1 MAKEFLAGS=k make_tree "$1" "$tree" "$provide_build" again || return 0 ;;
	esac
	provide_error="the build failed: $provide_build: $(last_line "$tree.log")$(missing "$tree.log"); its output is in $tree.log"
	return 1
}

# provide NAME COMMIT: its tree, built; sets $tree and, of what needs no build, $plain. Returns false with
# $provide_error if it cannot be built.
provide()
{
	provide_error=''
	fetch "$1" "$2"
	choose_build "$1" "$2" || {
		provide_error='there is no Makefile, configure, CMakeLists.txt or meson.build, and not one directory of .c files; give --build or --bin'
		return 1
	}
	[ -z "$plain" ] || return 0
	wanted "$provide_build" >"$tree.wanted"
	[ ! -s "$tree.partial" ] || ! cmp -s "$tree.wanted" "$tree.built" || printf 'git-drift: note: %s: %s\n' "$1" "$(cat "$tree.partial")" >&2
	! cmp -s "$tree.wanted" "$tree.built" || return 0
	# Several targets in one command: what failed fails for all of them.
	if [ "$(cat "$tree.failed" 2>/dev/null)" = "$$ $(cat "$tree.wanted")" ]; then
		provide_error="the build failed, as above; its output is in $tree.log"
		return 1
	fi
	provide_error=$(needs_tools "$provide_build") || return 1
	rm -f "$tree.built" "$tree.partial"
	run_build "$1" "$2" || {
		[ -z "$provide_unfinished" ] || return 1
		if [ -z "$(programs "$tree")$(libraries "$tree")" ]; then
			printf '%s %s\n' "$$" "$(cat "$tree.wanted")" >"$tree.failed"
			return 1
		fi
		printf 'the build command failed, but there are programs, which are compared: %s\n' "$provide_error" >"$tree.partial"
		printf 'git-drift: note: %s: %s\n' "$1" "$(cat "$tree.partial")" >&2
	}
	[ -s "$tree.partial" ] || note_reads
	mv "$tree.wanted" "$tree.built"
	rm -f "$tree.building"
	used "$tree"
}

# provided NAME COMMIT: the same; ends the script if it cannot be built.
provided() { provide "$1" "$2" || die "$1: $provide_error"; }

# Whoever builds runs the code of the repository: it is said once for each.
tell_first_build()
{
	[ ! -e "$cache/told" ] || return 0
	printf 'git-drift: note: to build a revision runs the build scripts of this repository, with your rights\n' >&2
	: >"$cache/told"
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
	(check_words_in) || exit 2
}

# In a shell of its own, which removes its directory however it ends.
check_words_in()
{
	check_dir=
	trap '[ -z "$check_dir" ] || rm -rf "$check_dir"' EXIT
	trap 'exit 2' HUP INT TERM
	check_dir=$(mktemp -d) || exit 2
	echo 'int main(void) { return 0; }' >"$check_dir/a.c"
	check_out=''
	[ "$command" = diff ] || check_out="-o $(quote "$check_dir/out")"
	eval "drift $command $(quote "$check_dir/a.c")$(quote "$check_dir/a.c")$all_options$check_out-- $all_arguments" \
		>/dev/null 2>"$check_dir/err" </dev/null
	check_status=$?
	[ $check_status -ne 2 ] || sed -n '/^drift: /{s/^drift: give two versions .*/options of drift come after the revisions/
		s/^\(drift: \)*/git-drift: /p;q;}' "$check_dir/err" >&2
	[ $check_status -ne 2 ] || exit 2
	exit 0
}

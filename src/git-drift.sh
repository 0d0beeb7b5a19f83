#!/bin/sh
# git-drift: drift test between two revisions of a git repository.
#
# Each revision is checked out as a worktree in a cache, built there once with drift-cc and
# kept. The user's own work tree is not written, and read only by the programs themselves: both
# run in the directory where git drift was started and see the same files there.

usage='usage: git drift [options] REV1 REV2 [options of drift test] -- ARG...

Find inputs on which two revisions of a program behave differently. Both are checked out in a
cache, built with drift-cc and given to drift test, whose options and arguments follow.

  --build CMD     how to build a revision, at the top of its tree with CC=drift-cc; without it
                  make, ./configure && make, autoreconf or cmake, by what is there; a revision whose .c
                  files all lie in one directory needs no build
  --bin PATH      the program to compare, from the top of the tree: a binary of the build, or,
                  without --build, a .c file or a directory of them; needed when there are several
  --diff          show both versions side by side (drift diff) instead of making tests
  --rebuild       build again, also what is in the cache
  -h, --help      this text

The cache is $XDG_CACHE_HOME/drift/git (default ~/.cache/drift/git); results go there, too, unless
-o DIR is given. What is compared is the code: files that both programs read are those of the current
directory, in whatever revision they are. Exit status as of drift test: 0 equivalent or no difference
found, 1 different, 2 trouble, 3 with --strict where nothing was found and nothing proved that says
something.

example:
  git drift HEAD~1 HEAD --bin src/cut -- -b @str:6'

die()
{
	printf 'git-drift: %s\n' "$1" >&2
	exit 2
}

# quote WORD: as a shell reads it back.
quote()
{
	printf "'"
	printf '%s' "$1" | sed "s/'/'\\\\''/g"
	printf "' "
}

# ---- the command line ----

build='' bin='' command=test rebuild='' rev1='' rev2='' out='' ours=''
# Words for drift, quoted, since POSIX shells have one list only.
words=''

needs() { [ "$1" -ge 2 ] || die "$2 needs an argument; see 'git drift --help'"; }

while [ $# -gt 0 ]; do
	case $1 in
	--) break ;;
	-h | --help)
		printf '%s\n' "$usage"
		exit 0
		;;
	--build) needs $# "$1" && build=$2 && ours=1 && shift ;;
	--build=*) build=${1#*=} ours=1 ;;
	--bin) needs $# "$1" && bin=$2 && shift ;;
	--bin=*) bin=${1#*=} ;;
	--diff) command=diff ;;
	--rebuild) rebuild=1 ;;
	*)
		# The revisions come before drift's options: an option may take the next word.
		if [ -z "$rev2" ]; then
			case $1 in
			-*) die "$1: the revisions come before the options of drift test; see 'git drift --help'" ;;
			esac
			if [ -z "$rev1" ]; then rev1=$1; else rev2=$1; fi
		else
			case $1 in
			-o* | --dir | --dir=*) out=1 ;;
			esac
			words="$words$(quote "$1")"
		fi
		;;
	esac
	shift
done
for word; do
	words="$words$(quote "$word")"
done
[ -n "$rev2" ] || die "two revisions are compared; see 'git drift --help'"
[ -z "$ours" ] || [ -n "$build" ] || die '--build: the command is empty'
case $bin in
/* | ../* | */../* | */..) die "--bin '$bin': must be a path below the top of the tree" ;;
esac
bin=${bin#./}

# ---- places ----

self=$(readlink -f "$0")
here=${self%/*}
if [ -x "$here/drift" ]; then
	PATH=$here:$PATH
fi
command -v drift-cc >/dev/null || die "drift-cc is not in the PATH"
CC=$(command -v drift-cc)

repository=$(git rev-parse --path-format=absolute --git-common-dir 2>/dev/null) ||
	die 'this is no git repository'
# Hooks are the user's and for the user's tree.
in_repository() { git --git-dir="$repository" -c core.hooksPath=/dev/null "$@"; }

[ -n "${XDG_CACHE_HOME-}${HOME-}" ] || die 'neither XDG_CACHE_HOME nor HOME is set: there is no place for the cache'
name=${repository%/.git}
cache=${XDG_CACHE_HOME:-$HOME/.cache}/drift/git/$(basename "$name" .git)-$(
	printf '%s' "$repository" | git hash-object --stdin | cut -c 1-12
)
mkdir -p "$cache" || die "$cache: cannot be made"

# commit_of REV: its commit.
commit_of()
{
	in_repository rev-parse --verify --quiet "$1^{commit}" || die "'$1' is no revision of this repository"
}
old=$(commit_of "$rev1") || exit 2
new=$(commit_of "$rev2") || exit 2
# A build must not take the repository around it for its own.
# shellcheck disable=SC2046
unset $(git rev-parse --local-env-vars)

# ---- one at a time ----

lock=$cache/lock
while ! mkdir "$lock" 2>/dev/null; do
	holder=$(cat "$lock/pid" 2>/dev/null)
	if [ -n "$holder" ] && ! kill -0 "$holder" 2>/dev/null; then
		rm -rf "$lock"
	else
		sleep 1
	fi
done
echo $$ >"$lock/pid"
trap 'rm -rf "$lock"' EXIT
trap 'exit 2' HUP INT TERM

# ---- builds ----

# sources COMMIT: the only directory that has .c files; nothing when there are several.
sources()
{
	in_repository ls-tree -r --name-only "$1" | sed -n 's,^\(.*\)/[^/]*\.c$,\1,p; t
		s,^[^/]*\.c$,.,p' | sort -u | sed -n '1h; 2,$H; ${x; /\n/!p;}'
}

# guess TREE: how to build it.
guess()
{
	for guess_file in GNUmakefile makefile Makefile; do
		if [ -f "$1/$guess_file" ]; then
			echo 'make CC="$CC"'
			return
		fi
	done
	if [ -f "$1/configure" ]; then
		echo './configure && make'
	elif [ -f "$1/configure.ac" ] || [ -f "$1/configure.in" ]; then
		echo 'autoreconf -fi && ./configure && make'
	elif [ -f "$1/CMakeLists.txt" ]; then
		echo 'cmake -S . -B build && cmake --build build'
	fi
}

# checkout COMMIT TREE: a worktree as the commit has it.
checkout()
{
	if [ -e "$2/.git" ] && [ "$(git -C "$2" rev-parse HEAD 2>/dev/null)" = "$1" ]; then
		git -C "$2" -c core.hooksPath=/dev/null reset -q --hard && git -C "$2" clean -ffdxq
	else
		rm -rf "$2" && in_repository worktree prune &&
			in_repository worktree add -q --force --detach "$2" "$1"
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

# provide REV COMMIT: its tree, built; sets $tree and, of what needs no build, $plain.
provide()
{
	tree=$cache/$2
	plain=''
	provide_build=$build
	if [ -n "$rebuild" ] || [ ! -e "$tree.checked-out" ] || [ ! -e "$tree/.git" ]; then
		rm -f "$tree.built" "$tree.checked-out"
		checkout "$2" "$tree" >"$tree.log" 2>&1 || die "$1: cannot be checked out; see $tree.log"
		: >"$tree.checked-out"
	fi
	if [ -z "$build" ]; then
		case $bin in
		*.c) plain=$bin ;;
		?*) [ -d "$tree/$bin" ] && plain=$bin ;;
		esac
		[ -n "$plain" ] || provide_build=$(guess "$tree")
		[ -n "$plain$provide_build" ] || plain=$(sources "$2")
		[ -n "$plain$provide_build" ] ||
			die "$1: there is no Makefile, configure or CMakeLists.txt, and not one directory of .c files; give --build or --bin"
	fi
	[ -z "$plain" ] || return 0
	printf '%s\n%s\n' "$provide_build" "$CC" >"$tree.wanted"
	if cmp -s "$tree.wanted" "$tree.built"; then
		return
	fi
	printf 'git-drift: building %s with: %s\n' "$1" "$provide_build" >&2
	rm -f "$tree.built"
	checkout "$2" "$tree" >"$tree.log" 2>&1 || die "$1: cannot be checked out; see $tree.log"
	# __FILE__ is part of the output of some programs and must not tell the trees apart.
	(cd "$tree" && export CC="$CC -fmacro-prefix-map=$tree/=" && exec sh -c "$provide_build") \
		>"$tree.log" 2>&1 </dev/null ||
		die "$1: the build failed: $provide_build; its output is in $tree.log"
	mv "$tree.wanted" "$tree.built"
}

# choose REV TREE: the only program that the build made, in $bin.
choose()
{
	choose_found=$(programs "$2")
	case $choose_found in
	'') die "$1: the build made no program; its output is in $2.log" ;;
	*'
'*) die "$1: the build made several programs; choose with --bin: $(printf '%s' "$choose_found" | tr '\n' ' ')" ;;
	esac
	bin=$choose_found
}

# subject REV: what drift gets for the tree just provided, in $subject.
subject()
{
	if [ -n "$plain" ]; then
		subject=$tree/$plain
	else
		[ -n "$bin" ] || choose "$1" "$tree"
		subject=$tree/$bin
	fi
	subject=${subject%/.}
	[ -e "$subject" ] || die "$1: there is no '${subject#"$tree"/}'${provide_build:+ after: $provide_build}"
}

provide "$rev2" "$new"
subject "$rev2"
new_subject=$subject
provide "$rev1" "$old"
subject "$rev1"
rm -rf "$lock"
trap - EXIT

for side in "old $old" "new $new"; do
	printf '%s: %s\n' "${side%% *}" "$(in_repository log -1 --format='%h %s' "${side##* }")" >&2
done

# data: changed files that a program may read; those that make or describe the code are left out.
data()
{
	in_repository diff --name-only --no-renames "$old" "$new" | grep -v -i -E \
		-e '\.([chsS]|cc|hh|inc|l|y|mk|am|ac|m4|cmake|md|rst|texi|[1-9]|po)$' -e '(^|/)(doc|docs|\.github)/' \
		-e '(^|/)(GNUmakefile|makefile|configure|CMakeLists\.txt|README|NEWS|ChangeLog|AUTHORS|COPYING|LICENSE)[^/]*$' -e '(^|/)\.[^/]*$'
}
changed=$(data)
if [ -n "$changed" ]; then
	n=$(printf '%s\n' "$changed" | wc -l)
	printf 'git-drift: not compared: files that are no code differ, too: %s%s; both programs read those of the current directory\n' \
		"$(printf '%s\n' "$changed" | head -n 5 | paste -s -d ' ')" "$([ "$n" -le 5 ] || echo " and $((n - 5)) more")" >&2
fi
if [ -z "$out" ] && [ "$command" = test ]; then
	out=$cache/out-$(printf '%.12s' "$old")-$(printf '%.12s' "$new")
	words="-o $(quote "$out")$words"
fi
eval "exec drift $command $(quote "$subject")$(quote "$new_subject")$words"

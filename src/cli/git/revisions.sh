
# ---- revisions ----

# commit_of REV: its commit.
commit_of()
{
	in_repository rev-parse --verify --quiet "$1^{commit}" && return
	if [ "$(in_repository rev-parse --is-shallow-repository)" = true ]; then
		die "'$1' is not in this clone, which is shallow: 'git fetch --unshallow' first (in CI: a fetch depth of 0)"
	fi
	die "'$1' is no revision of this repository"
}

# hidden: files that git was told not to look at (assume-unchanged, skip-worktree). They are compared as
# they are.
hidden()
{
	git ls-files -v -z | tr '\0' '\n' | sed -n 's/^[a-zS] //p' | while IFS= read -r hidden_file; do
		[ ! -f "$hidden_file" ] || printf '%s\n' "$hidden_file"
	done
}

# files_of INDEX COPY OBJECTS PARENT: the work tree of the current directory as a commit of our own repository: tracked files
# as they are, and new sources. Runs in a subshell. Its name depends on nothing but them and the parent, so that what was built
# of it can be kept.
files_of()
{
	# With its time: git reads a file again if it is no older than the index that describes it.
	cp -p "$1" "$2" 2>/dev/null || rm -f "$2"
	export GIT_INDEX_FILE="$2" GIT_OBJECT_DIRECTORY="$own/objects" GIT_ALTERNATE_OBJECT_DIRECTORIES="$3"
	hidden | while IFS= read -r work_file; do
		git update-index --no-assume-unchanged -- "$work_file"
		git update-index --no-skip-worktree -- "$work_file"
	done
	git add -u . && git ls-files -o --exclude-standard -z -- '*.c' '*.h' .drift |
		git update-index --add -z --stdin && submodules_as_they_are || exit
	for role in AUTHOR COMMITTER; do
		export "GIT_${role}_NAME=work tree" "GIT_${role}_EMAIL=work@tree" "GIT_${role}_DATE=@0 +0000"
	done
	git commit-tree -p "$4" -m 'work tree' "$(git write-tree)"
}

# submodules_as_they_are: in the index, submodules whose files are changed are at a commit that has them.
submodules_as_they_are()
{
	git ls-files -s | sed -n 's/^160000 [^\t]*\t//p' | while IFS= read -r as_path; do
		[ -e "$as_path/.git" ] || continue
		as_id=$(
			cd "$as_path" || exit
			unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE GIT_OBJECT_DIRECTORY GIT_ALTERNATE_OBJECT_DIRECTORIES
			as_head=$(git rev-parse --verify --quiet 'HEAD^{commit}') || exit 0
			[ -n "$(differs_from_head)" ] || exit 0
			files_of "$(git rev-parse --path-format=absolute --git-path index)" "$work_index.$(printf '%s' "$PWD" | git hash-object --stdin)" \
				"$(git rev-parse --path-format=absolute --git-path objects)" "$as_head"
		) || exit
		[ -z "$as_id" ] || git update-index --cacheinfo "160000,$as_id,$as_path" || exit
	done
}

# The work tree as a commit.
work_tree()
{
	[ -n "$top" ] || die 'there is no work tree here; name two revisions'
	work_index=$cache/index
	(cd "$top" && files_of "$here_index" "$work_index" "$objects" "$head") 2>"$cache/index.log" ||
		die "the work tree cannot be read: $(tail -n 1 "$cache/index.log")"
}

# differs_from_head: what the work tree of the current directory has that HEAD has not.
differs_from_head()
{
	GIT_OPTIONAL_LOCKS=0 git status --porcelain -uno --ignore-submodules=none
	git ls-files -o --exclude-standard -- '*.c' '*.h'
	hidden | while IFS= read -r changed_file; do
		[ "$(git hash-object -- "$changed_file")" = "$(git rev-parse ":$changed_file")" ] || echo changed
	done
}

# Whether the work tree has anything that HEAD has not.
is_changed() { [ -n "$top" ] && [ -n "$(cd "$top" && differs_from_head)" ]; }

# parted A B: where two revisions have parted.
parted()
{
	in_repository merge-base "$1" "$2" && return
	if [ "$(in_repository rev-parse --is-shallow-repository)" = true ]; then
		die "'$1' and '$2' have no commit in common here: this clone is shallow; 'git fetch --unshallow' first"
	fi
	die "'$1' and '$2' have no commit in common"
}

# What is compared: commits, and names for them, in $old, $new, $old_name, $new_name.
choose_revisions()
{
	case $revs$rev1 in
	0)
		if is_changed; then
			old_name=HEAD new_name='work tree'
		else
			old_name=HEAD~1 new_name=HEAD
			in_repository rev-parse --verify --quiet 'HEAD~1^{commit}' >/dev/null ||
				[ "$(in_repository rev-parse --is-shallow-repository)" = true ] ||
				die 'nothing is changed in the work tree, and there is one commit only: there is nothing to compare'
		fi
		;;
	1*...*)
		new_name=${rev1##*...}
		[ -n "$new_name" ] || new_name=HEAD
		old_name=${rev1%%...*}
		[ -n "$old_name" ] || old_name=HEAD
		;;
	1*..*)
		new_name=${rev1##*..} old_name=${rev1%%..*}
		[ -n "$new_name" ] || new_name=HEAD
		[ -n "$old_name" ] || old_name=HEAD
		;;
	1*) old_name=$rev1 new_name='work tree' ;;
	2*..*) die "'$rev1' is a range: no second revision belongs to it" ;;
	*) old_name=$rev1 new_name=$rev2 ;;
	esac
	old=$(commit_of "$old_name") || exit 2
	if [ "$new_name" = 'work tree' ]; then
		new=$(work_tree) || exit 2
	else
		new=$(commit_of "$new_name") || exit 2
	fi
	case $rev1 in
	*...*) old=$(parted "$old" "$new") || exit 2 ;;
	esac
}

# is_code: names of files, those that programs are made of.
is_code()
{
	grep -i -E -e '\.([chsS]|cc|hh|inc|def|l|y|mk|am|ac|m4|cmake)$' -e '(^|/)(GNUmakefile|makefile|configure|CMakeLists\.txt|meson\.build)$'
}

# left_out: new files that the work tree does not comprise, though programs may be made of them.
left_out()
{
	[ "$new_name" != 'work tree' ] || (cd "$top" && git ls-files -o --exclude-standard) | is_code | grep -v -e '\.[ch]$'
}

# submodules: those that are at another commit.
submodules()
{
	in_own diff --raw --no-renames --no-abbrev "$old" "$new" | sed -n 's/^:[0-7]* 160000 [^\t]*\t//p; t
		s/^:160000 [^\t]*\t//p'
}

# submodules_absent: of names of submodules, those of which the user's repositories lack a commit.
submodules_absent()
{
	while IFS= read -r absent_path; do
		for absent_rev in "$old" "$new"; do
			absent_id=$(links "$absent_rev" | awk -F '\t' -v path="$absent_path" '$2 == path { print $1 }')
			[ -z "$absent_id" ] || submodule_of "$absent_path" "$absent_id" >/dev/null || printf '%s\n' "$absent_path"
		done
	done | sort -u
}

# data: changed files that a program may read; those that make or describe the code are left out.
data()
{
	in_own diff --name-only --no-renames --ignore-submodules=all "$old" "$new" | grep -v -i -E \
		-e '\.([chsS]|cc|hh|inc|def|l|y|mk|am|ac|m4|cmake|md|rst|texi|[1-9]|po)$' -e '(^|/)(doc|docs|\.github)/' \
		-e '(^|/)(GNUmakefile|makefile|configure|CMakeLists\.txt|meson\.build|README|NEWS|ChangeLog|AUTHORS|COPYING|LICENSE)[^/]*$' \
		-e '(^|/)\.[^/]*$'
}

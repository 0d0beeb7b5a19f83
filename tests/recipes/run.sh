#!/bin/sh
# run.sh [NAME...]: executes the recipes of CONTRIBUTING.md, one patch each.
#
# Each patch begins with lines of the form "Key: text":
#   Make:    targets to build, "all" if it is missing
#   Run:     a shell command, executed at the top of the patched tree; $DRIFT is the drift that was built
#   Expect:  an extended regular expression that some line of its output matches; may occur several times
# A patch is applied to a copy of the tree ($DRIFT_RECIPES, default build/recipes), which is built, and taken back
# afterwards. What was built stays there, so that the next recipe builds only what its patch touches.
# With --apply, patches are only checked to apply.
set -u

top=$(cd "$(dirname "$0")/../.." && pwd)
work=${DRIFT_RECIPES:-$top/build/recipes}
tree=$work/tree
only_apply=0
[ "${1:-}" = --apply ] && only_apply=1 && shift
[ $# -gt 0 ] || set -- $(cd "$top/tests/recipes" && ls ./*.patch | sed 's|^\./||; s|\.patch$||')

# field KEY PATCH: the texts of that key.
field() { sed -n "/^diff /q; s/^$1: *//p" "$2"; }

# list DIR: its files, without what was built.
list() { (cd "$1" && find . -path './build*' -prune -o -path ./.git -prune -o -type f -print | sort); }

# copy_tree: the sources as they are now. Files whose contents did not change keep their times, the others get new ones.
copy_tree()
{
	mkdir -p "$tree" && list "$top" >"$work/files" && list "$tree" >"$work/before" || return
	comm -13 "$work/files" "$work/before" | while IFS= read -r file; do rm -f "$tree/$file"; done
	while IFS= read -r file; do
		cmp -s "$top/$file" "$tree/$file" || { mkdir -p "$tree/${file%/*}" && cp -P "$top/$file" "$tree/$file"; } || return
	done <"$work/files"
}

fails()
{
	echo "not ok - recipe $1: $2"
	[ ! -s "$work/log" ] || tail -n 30 "$work/log" | sed 's/^/# /'
	failed=1
}

# execute NAME PATCH: in the patched tree.
execute()
{
	targets=$(field Make "$2")
	(cd "$tree" && make -j2 ${CC:+CC="$CC"} ${targets:-all}) >"$work/log" 2>&1 || { fails "$1" 'it does not build' && return; }
	run=$(field Run "$2")
	[ -n "$run" ] || { fails "$1" 'it has no line Run:' && return; }
	(cd "$tree" && DRIFT=$tree/build/bin/drift sh -c "$run") >"$work/log" 2>&1 </dev/null
	field Expect "$2" >"$work/expected"
	[ -s "$work/expected" ] || { fails "$1" 'it has no line Expect:' && return; }
	while IFS= read -r line; do
		grep -E -q -e "$line" "$work/log" || { fails "$1" "'$run' does not print '$line'" && return; }
	done <"$work/expected"
	echo "ok - recipe $1"
}

mkdir -p "$work" && copy_tree || exit 2
failed=0
for name; do
	patch=$top/tests/recipes/$name.patch
	: >"$work/log"
	if ! (cd "$tree" && patch -p1 --dry-run -f -s <"$patch") >"$work/log" 2>&1; then
		fails "$name" 'its patch does not apply'
		continue
	fi
	[ "$only_apply" -eq 0 ] || { echo "ok - recipe $name applies" && continue; }
	(cd "$tree" && patch -p1 -f -s <"$patch")
	execute "$name" "$patch"
	(cd "$tree" && patch -p1 -R -f -s <"$patch")
done
exit "$failed"

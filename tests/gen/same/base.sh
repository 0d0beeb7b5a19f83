#!/bin/sh
# base.sh REV: builds the tree as it was at a revision, in $DRIFT_BUILD/same/COMMIT, unless that was done before, and
# prints the directory of the build. The tree comes from git's archive: neither the index nor the list of work trees changes.
set -u
top=$(cd "$(dirname "$0")/../../.." && pwd)

die()
{
	echo "base: $1" >&2
	exit 2
}

[ $# -eq 1 ] && [ -n "$1" ] || die 'which revision? BASE=REV says'
commit=$(git -C "$top" rev-parse --verify --quiet "$1^{commit}") || die "no revision '$1'"
tree=${DRIFT_BUILD:-$top/build}/same/$commit
if [ ! -e "$tree/.built" ]; then
	echo "base: building $1 ($(echo "$commit" | cut -c 1-10))" >&2
	rm -rf "$tree"
	mkdir -p "$tree" && git -C "$top" archive "$commit" | tar -x -C "$tree" || die "cannot check out $1"
	env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL -u MAKEOVERRIDES make -C "$tree" -j "${JOBS:-2}" programs >"$tree.log" 2>&1 ||
		die "$1 does not build, see $tree.log"
	: >"$tree/.built"
fi
echo "$tree/build"

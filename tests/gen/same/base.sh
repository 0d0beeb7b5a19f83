#!/bin/sh
# base.sh [--small] REV: builds the tree as it was at a revision, in $DRIFT_BUILD/same/COMMIT, unless that was done before, and
# prints the directory of the build. The tree comes from git's archive: neither the index nor the list of work trees changes.
#
# --small builds it with an address space of 256 MiB for subjects instead of 16 GiB, elsewhere, and with registers of 256 MiB
# instead of 4 GiB. With its tags that takes 3 GiB a machine; a search has ten machines, and valgrind has 128 GiB for a program.
# REV may be `work` then: the files as they are, built again where they changed.
set -u
top=$(cd "$(dirname "$0")/../../.." && pwd)
same=${DRIFT_BUILD:-$top/build}/same

die()
{
	echo "base: $1" >&2
	exit 2
}

# shrink TREE: the parts of the address space nearer to each other. The time of the file stays, so that nothing is built for it.
shrink()
{
	layout=$(find "$1/src" -name layout.h)
	[ -n "$layout" ] || die "no layout.h in $1"
	smaller "$layout" -e '/REGION_BITS/s/34.*/28/' -e 's/(64ull << 20)/(4ull << 20)/' -e 's/(256ull << 20)/(16ull << 20)/' \
		-e 's/(2ull << 30)/(64ull << 20)/' -e 's/(4ull << 30)/(128ull << 20)/'
	grep -q 'REGION_BITS 28' "$layout" && grep -q 'HEAP_OFFSET (128ull << 20)' "$layout" ||
		die "cannot make the address space of $1 small"
	registers=$(grep -rl --include='*.[ch]' 'define REG_STACK' "$1/src")
	smaller "$registers" -e '/define REG_STACK/s/(4ull << 30)/(256ull << 20)/'
	grep -q 'REG_STACK (256ull << 20)' "$registers" || die "cannot make the registers of $1 small"
}
# smaller FILE SED...: edits it; its time stays.
smaller()
{
	smaller_file=$1
	shift
	sed "$@" "$smaller_file" >"$smaller_file.small" && touch -r "$smaller_file" "$smaller_file.small" &&
		mv "$smaller_file.small" "$smaller_file"
}

# build TREE: its programs.
build()
{
	env -u CHECK -u SAN -u MAKEFLAGS -u MFLAGS -u MAKELEVEL -u MAKEOVERRIDES make -C "$1" -j "${JOBS:-2}" programs >"$1.log" 2>&1 ||
		die "$1 does not build, see $1.log"
}

small=
[ "${1-}" != --small ] || { small=-small; shift; }
rev=${1-}
if [ "$small$rev" = -smallwork ]; then
	tree=$same/work-small
	rm -rf "$tree/src" "$tree/libc" "$tree/mk"
	mkdir -p "$tree" && tar -c -C "$top" Makefile mk src libc | tar -x -C "$tree" || die "cannot copy $top"
	shrink "$tree"
	build "$tree"
	echo "$tree/build"
	exit
fi
[ -n "$rev" ] || die 'which revision? BASE=REV says'
commit=$(git -C "$top" rev-parse --verify --quiet "$rev^{commit}") || die "no revision '$rev'"
tree=$same/$commit$small
if [ ! -e "$tree/.built" ]; then
	echo "base: building $rev ($(echo "$commit" | cut -c 1-10))" >&2
	rm -rf "$tree"
	mkdir -p "$tree" && git -C "$top" archive "$commit" | tar -x -C "$tree" || die "cannot check out $rev"
	[ -z "$small" ] || shrink "$tree"
	build "$tree"
	: >"$tree/.built"
fi
echo "$tree/build"

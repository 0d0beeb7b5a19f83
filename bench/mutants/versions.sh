#!/bin/sh
# versions.sh [SUBJECT...]: makes the programs of the mutation bench, the base and all its versions, in
# $DRIFT_BUILD/mutants/SUBJECT; what is there and not older than its patch stays. A version is kept as a patch against base.c;
# its context has to be found as it is written.
set -u
here=$(cd "$(dirname "$0")" && pwd)
to=${DRIFT_BUILD:-$here/../../build}/mutants

die()
{
	echo "versions: $1" >&2
	exit 2
}

# one SUBJECT NAME: by way of a file of its own, so that two of us may work at once.
one()
{
	out=$to/$1/$2.c
	base=$here/$1/base.c
	patch=$here/$1/$2.patch
	[ "$2" = base ] && patch=$base
	if [ -e "$out" ] && ! [ "$base" -nt "$out" ] && ! [ "$patch" -nt "$out" ]; then
		return
	fi
	if [ "$2" = base ]; then
		cp "$base" "$out.$$"
	else
		patch -s -F 0 -r - -o "$out.$$" "$base" "$patch"
	fi && mv "$out.$$" "$out" || die "cannot make $out"
}

[ $# -gt 0 ] || set -- $(cd "$here" && ls -d */base.c | sed 's,/.*,,')
for subject; do
	[ -e "$here/$subject/base.c" ] || die "no subject $subject"
	mkdir -p "$to/$subject" || die "cannot write $to"
	one "$subject" base
	for patch in "$here/$subject"/*.patch; do
		one "$subject" "$(basename "$patch" .patch)"
	done
done

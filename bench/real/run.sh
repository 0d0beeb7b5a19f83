#!/bin/sh
# run.sh [PACKAGE...]: real programs do the same natively and in the machine.
#
# Each PACKAGE.sh beside this file names a Debian source package, says how to build it, and has a list
# of command lines. The package is fetched once and built with drift-cc below the user's cache;
# then each command line runs natively and in the machine, in the same fresh directory
# with the same input. Output, errors, status and the files left behind must be the same bytes.
# Where a package has test scripts that drive the programs, they are run both ways as well (suite.sh).
#
# Prints `N of M identical` per package and in total; the status is 0 if all are. What
# differs is listed and kept in the cache below results/. $JOBS (2) packages run at a
# time, $LIMIT (120) is what one run in the machine may take, in seconds.
# SAMPLE=N takes only every Nth command line. $REAL_CC builds with another compiler, $RUN
# (default: drift run) is what runs a binary.
set -u
here=$(cd "$(dirname "$0")" && pwd)
DRIFT_BUILD=${DRIFT_BUILD:-$here/../../build}
cc=${REAL_CC:-$DRIFT_BUILD/bin/drift-cc}
cache=${XDG_CACHE_HOME:-$HOME/.cache}/drift/real
. "$here/fetch.sh"
. "$here/gnu.sh"
. "$here/compare.sh"
. "$here/suite.sh"

# build_package: once per recipe (not per list of command lines) and compiler, out of the
# package's tree.
build_package()
{
	stamp=$({
		sed -n '/^recipe()/,/^}/p; /^tools=/,/[^=]'"'"'$/p' "$here/$name.sh"
		cat "$here/gnu.sh" "$cc_file"
	} | cksum)
	build=$cache/build/$name
	if [ -f "$build/.built" ] && [ "$(cat "$build/.built")" = "$stamp" ]; then
		return 0
	fi
	rm -rf "$build"
	mkdir -p "$build" || return 1
	if (cd "$build" && set -e && recipe) >"$cache/build/$name.log" 2>&1 </dev/null; then
		echo "$stamp" >"$build/.built"
	else
		rm -f "$build/.built"
		return 1
	fi
}

# one PACKAGE: fetch, build, compare; one block of lines.
one()
{
	name=$1
	needs=
	suite_programs=
	. "$here/$name.sh"
	for tool in $needs; do
		if ! command -v "$tool" >/dev/null; then
			echo "$name: skipped: needs $tool to build"
			return
		fi
	done
	if ! fetch_source "$package"; then
		echo "$name: skipped: cannot fetch the source package $package: $fetch_error"
		return
	fi
	if ! build_package; then
		echo "$name: differs: does not build with $cc: see $cache/build/$name.log"
		echo "$name: 0 of 1 identical"
		return
	fi
	compare_all
}

if [ "${1-}" = --one ]; then
	cc_file=$(command -v "$cc")
	one "$2" >"$cache/results/$2.txt" 2>&1
	cat "$cache/results/$2.txt"
	exit
fi

if ! command -v "$cc" >/dev/null; then
	echo "check-real: no $cc; run make first" >&2
	exit 2
fi
mkdir -p "$cache/results" || exit 2
if [ $# -eq 0 ]; then
	set -- bc mawk sed gzip bzip2 patch diffutils lua cmark minigzip sqlite figlet dos2unix unifdef aha par ent cksfv ncompress byacc \
		zopfli ed coreutils
fi
for wanted; do
	if ! grep -q '^package=' "$here/$wanted.sh" 2>/dev/null; then
		echo "check-real: no package '$wanted'" >&2
		exit 2
	fi
done
fetch_prepare
export DRIFT_BUILD
for wanted; do
	rm -f "$cache/results/$wanted.txt"
done
printf '%s\n' "$@" | xargs -P "${JOBS:-2}" -n 1 sh "$0" --one
for wanted; do
	cat "$cache/results/$wanted.txt"
done | awk -v packages=$# '
	/: [0-9]+ of [0-9]+ identical$/ { same += $2; all += $4; done++ }
	/: skipped: / { skipped++ }
	END {
		if (skipped)
			print skipped " packages skipped"
		print "total: " same + 0 " of " all + 0 " identical"
		exit same != all || done + skipped != packages
	}'

#!/bin/sh
# compare.sh [-v] [FILES]: hold libc/ against glibc, natively.
#
# Each FILE (default: tests/programs/libc/*.c) is compiled once and linked twice: with glibc, and
# with libc/ on the shim beside this script. Both programs run in a fresh directory under the same
# name; stdout, stderr and status must be the same bytes. Beside FILE.c there may be
# FILE.in (standard input), FILE.args (one line of shell words) and FILE.env (NAME=VALUE lines).
# Prints TAP; -v shows the difference in full. Objects are kept in $DRIFT_NATIVE
# (default build/native); a library file that does not compile is left out with a warning.
# DRIFT_NATIVE_CFLAGS adds flags to the library's, say -fsanitize=undefined -fsanitize-trap=undefined.
set -u
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
work=${DRIFT_NATIVE:-$root/build/native}
CLANG=${CLANG:-${DRIFT_CLANG:-clang-19}}
verbose=
[ "${1-}" = -v ] && { verbose=1; shift; }

common="-std=gnu17 -g -O1 -fno-builtin -D_GNU_SOURCE -D__NO_CTYPE -U_FORTIFY_SOURCE -fno-stack-protector
	-fno-pie -fno-pic -I$root/libc"
mkdir -p "$work/obj" || exit 2
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
trap 'exit 130' INT TERM

# compile SOURCE OBJECT FLAGS...: through a temporary name, so that parallel runs do no harm.
compile() {
	src=$1 obj=$2
	shift 2
	# shellcheck disable=SC2086 # common is a list of words
	$CLANG $common "$@" -c -o "$tmp/o.o" "$src" && mv "$tmp/o.o" "$obj"
}

newer() { [ ! -e "$2" ] || [ -n "$(find "$1" "$root"/libc/*.h -newer "$2" 2>/dev/null)" ]; }

build_library() {
	objs=
	for src in "$root"/libc/*.c "$root"/libc/*/*.c; do
		[ -e "$src" ] || continue
		name=$(printf %s "${src#"$root"/libc/}" | tr / -)
		obj=$work/obj/${name%.c}.o
		if newer "$src" "$obj"; then
			# shellcheck disable=SC2086
			compile "$src" "$obj" -ffreestanding -Wall -Wextra -Wno-unused-parameter ${DRIFT_NATIVE_CFLAGS-} 2>"$tmp/err" || {
				rm -f "$obj"
				echo "# warning: ${src#"$root"/} does not compile:" >&2
				sed 's/^/#   /' "$tmp/err" | head -5 >&2
				continue
			}
		fi
		objs="$objs $obj"
	done
	newer "$here/shim.c" "$work/shim.o" && { compile "$here/shim.c" "$work/shim.o" -ffreestanding || exit 2; }
	newer "$here/crt0.S" "$work/crt0.o" && { compile "$here/crt0.S" "$work/crt0.o" || exit 2; }
	# shellcheck disable=SC2086
	ar rcs "$tmp/libdrift.a" $objs && mv "$tmp/libdrift.a" "$work/libdrift.a"
	[ -e "$work/libmath.a" ] || math_library
}

# math.h is native in the machine as well. glibc keeps a few of its functions in libc.a.
math_library() {
	libc=$($CLANG -print-file-name=libc.a)
	members=$(ar t "$libc" | grep -E '^s_(frexp|ldexp|scalbn|modf|copysign|isnan|isinf|finite|signbit)(f|l|f128)?\.o$|^m_')
	# shellcheck disable=SC2086
	(mkdir "$tmp/math" && cd "$tmp/math" && ar x "$libc" $members && ar rcs ../libmath.a ./*.o) &&
		mv "$tmp/libmath.a" "$work/libmath.a"
}

# run KIND: runs $tmp/KIND/prog in a directory of its own.
run() {
	kind=$1
	mkdir "$tmp/run" || exit 2
	mv "$tmp/$kind.exe" "$tmp/run/$name"
	in=/dev/null
	[ -e "$base.in" ] && in=$base.in
	args=
	[ -e "$base.args" ] && args=$(cat "$base.args")
	vars=
	[ -e "$base.env" ] && vars=$(cat "$base.env")
	(
		cd "$tmp/run" || exit 2
		eval "exec env -i PATH=/usr/bin:/bin $vars timeout -k 1 ${DRIFT_TIMEOUT:-120} ./\$name $args"
	) <"$in" >"$tmp/$kind.out" 2>"$tmp/$kind.err"
	echo $? >"$tmp/$kind.status"
	rm -rf "$tmp/run"
}

show() {
	for part in status out err; do
		cmp -s "$tmp/glibc.$part" "$tmp/drift.$part" && continue
		echo "# $part: glibc (-) against drift (+)"
		diff -au "$tmp/glibc.$part" "$tmp/drift.$part" | tail -n +3 |
			{ if [ "$verbose" ]; then cat; else head -20; fi; } | sed 's/^/#   /'
	done
}

check() {
	base=${1%.c}
	name=$(basename "$base")
	if ! compile "$1" "$tmp/prog.o" -w 2>"$tmp/err" ||
		! $CLANG -no-pie -o "$tmp/glibc.exe" "$tmp/prog.o" -lm 2>>"$tmp/err"; then
		why="does not build with glibc"
	elif ! $CLANG -nostdlib -static -o "$tmp/drift.exe" "$work/crt0.o" "$work/shim.o" "$tmp/prog.o" \
		-Wl,--start-group "$work/libdrift.a" -lm "$work/libmath.a" -lgcc -lgcc_eh -Wl,--end-group 2>"$tmp/err"; then
		why="does not link: $(grep -o 'undefined reference to .*' "$tmp/err" | sed 's/.* to //' | sort -u | tr '\n' ' ')"
	else
		run glibc 2>/dev/null # the shell reports deaths by signal; the status has them
		run drift 2>/dev/null
		why="differs"
		cmp -s "$tmp/glibc.out" "$tmp/drift.out" && cmp -s "$tmp/glibc.err" "$tmp/drift.err" &&
			cmp -s "$tmp/glibc.status" "$tmp/drift.status" && why=
	fi
	total=$((total + 1))
	[ -z "$why" ] && echo "ok $total - $name" && return
	failed=$((failed + 1))
	echo "not ok $total - $name: $why"
	if [ "$why" = differs ]; then show; else sed 's/^/#   /' "$tmp/err" | head -20; fi
}

build_library
[ $# -gt 0 ] || set -- "$root"/tests/programs/libc/*.c
total=0 failed=0
for file; do
	case $file in /*) ;; *) file=$PWD/$file ;; esac
	[ -e "$file" ] || { echo "compare.sh: no such file: $file" >&2; exit 2; }
	check "$file"
done
echo "1..$total"
echo "# $((total - failed)) of $total identical"
[ "$failed" = 0 ]

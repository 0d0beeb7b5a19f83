#!/bin/sh
# serial.sh: what it costs to locate the cause in a long run: a serial make that fails in the last
# file, with a compiler that costs nothing (so that drift's own part shows) and with a real one.
#
# Prints calls, processor time in seconds of the make alone, of recording and of locating (all
# processes counted), and reruns. FILES_CHEAP and FILES_REAL are chosen for 67,000 calls.
here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../.." && pwd)
drift=${DRIFT_BUILD:-$top/build}/bin/drift
tmp=$(mktemp -d "${TMPDIR:-/tmp}/drift-bench.XXXXXX") || exit 1
trap 'rm -rf "$tmp"' EXIT
trap 'exit 1' HUP INT TERM
cd "$tmp" || exit 1
status=0

# spent COMMAND...: its processor time.
spent()
{
	perl -e 'system @ARGV; my @t = times; printf "%.1f\n", $t[2] + $t[3]' "$@"
}

# project FILES RULE: in the current directory.
project()
{
	mkdir inc
	for i in $(seq 0 11); do echo "int h$i(void);" >inc/h$i.h; done
	echo 'enum { LAST = 3 };' >inc/last.h
	for i in $(seq "$1"); do
		{
			[ "$i" -lt "$1" ] || echo '#include "inc/last.h"'
			echo '#include "inc/h0.h"'
			echo "int f$i(int a) { return a * $i + h0(); }"
		} >f$i.c
	done
	printf 'all: %s\n%%.o: %%.c\n\t@%s\n' "$(seq -s ' ' -f 'f%g.o' "$1")" "$2" >Makefile
}

measure()
{
	mkdir "$1"
	cd "$1" || exit 1
	project "$2" "$3"
	alone=$(spent make)
	rm -f *.o
	recorded=$(spent "$drift" env record -q -o run.trace -- make)
	rm -f *.o
	echo '#error "no"' >inc/last.h
	located=$(spent sh -c '"$1" env locate run.trace -- make >found 2>&1' sh "$drift")
	if ! head -n 1 found | grep -q '^/[^(]*inc/last.h '; then
		echo "$1: the cause was not found"
		status=1
	fi
	tail -n 1 found | sed 's/ reruns, \([0-9]*\) calls.*/ \1/' | {
		read -r reruns calls
		printf '%-8s %7d %8.1f %8.1f %8.1f %6d\n' "$1" "$calls" "$alone" "$recorded" "$located" "$reruns"
	}
	cd ..
}

command -v make >/dev/null && command -v perl >/dev/null || { echo 'serial: needs make and perl'; exit 1; }
${CC:-cc} -O1 -o onecc "$here/onecc.c" || exit 1
printf '%-8s %7s %8s %8s %8s %6s\n' compiler calls make record locate reruns
measure cheap "${FILES_CHEAP:-258}" '../onecc $< $@'
measure real "${FILES_REAL:-88}" "${CC:-cc} -c -o \$@ \$<"
exit $status

#!/bin/sh
# processor.sh: what recording costs, against `strace -f -o FILE` in the same run: make -j2, git clone, dd
# of 200,000 calls, cat of 1 GB. Each is run natively, under strace and under drift in turn, RUNS times.
# Processor time is disturbed less by a busy machine than elapsed time.
here=$(cd "$(dirname "$0")" && pwd)
drift=${DRIFT_BUILD:-$here/../../build}/bin/drift
runs=${RUNS:-5}
tmp=$(mktemp -d "${TMPDIR:-/tmp}/drift-bench.XXXXXX") || exit 1
trap 'rm -rf "$tmp"' EXIT
trap 'exit 1' HUP INT TERM
cd "$tmp" || exit 1
${CC:-cc} -O1 -o spent "$here/spent.c" || exit 1

# spent WAY COMMAND...: adds a line to WAY.
spent()
{
	rm -rf clone made/*.o
	./spent "$@" || { echo "failed: $*"; exit 1; }
}

# figures WAY: least and median of processor time, of elapsed time.
figures()
{
	for column in 1 2; do
		cut -d ' ' -f $column "$1" | sort -n | awk '{ t[NR] = $1 } END { print t[1], t[int((NR + 1) / 2)] }'
	done
}

measure()
{
	name=$1
	shift
	rm -f native strace recorded
	for run in $(seq "$runs"); do
		spent native "$@"
		spent strace strace -f -o strace.txt "$@"
		spent recorded "$drift" env record -q -o run.trace -- "$@"
	done
	echo "$name" $(figures native) $(figures strace) $(figures recorded) $(wc -c <run.trace) |
		awk '{ printf "%-6s %8.3f %8.3f %8.3f   %5.2f %5.2f   %5.2f %5.2f %7.1f\n", $1, $2 / 1e6, $6 / 1e6,
			$10 / 1e6, $10 / $6, $11 / $7, $12 / $8, $13 / $9, $14 / 1048576 }'
}

mkdir made
for i in 1 2 3 4 5 6; do
	printf '#include <stdio.h>\nint f%d(int x) { printf("%%d", x); return x * %d; }\n' $i $i >made/f$i.c
done
printf 'all: f1.o f2.o f3.o f4.o f5.o f6.o\n%%.o: %%.c\n\tcc -c -o $@ $<\n' >made/Makefile
git init -q repo
(
	cd repo || exit
	for i in $(seq 40); do
		head -c 3000 /dev/urandom | base64 >"f$i"
		git add "f$i"
		git -c user.email=a@example.invalid -c user.name=a commit -q -m "$i"
	done
)
head -c 1000000000 /dev/zero >big
echo 'least seconds of processor time; drift / strace: processor time (least, median), elapsed; MiB of the trace'
printf '%-6s %8s %8s %8s   %11s   %11s %7s\n' program native strace drift processor elapsed MiB
measure make make -s -j2 -C made
measure clone git clone -q --no-hardlinks repo clone
measure dd dd if=/dev/zero of=/dev/null bs=512 count=100000 status=none
measure cat cat big

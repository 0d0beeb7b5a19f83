#!/bin/sh
# processor.sh: processor time of recording, against `strace -f -o FILE` in the same run, which a busy
# machine disturbs less than elapsed time: make -j2, git clone, dd of 200,000 calls, cat of 1 GB.
# The least of RUNS runs counts.
here=$(cd "$(dirname "$0")" && pwd)
drift=${DRIFT_BUILD:-$here/../../build}/bin/drift
runs=${RUNS:-3}
tmp=$(mktemp -d "${TMPDIR:-/tmp}/drift-bench.XXXXXX") || exit 1
trap 'rm -rf "$tmp"' EXIT
trap 'exit 1' HUP INT TERM
cd "$tmp" || exit 1

# spent COMMAND...: seconds of processor time of it and its children.
spent()
{
	rm -rf clone made/*.o
	perl -MTime::HiRes -e 'open STDOUT, ">", "/dev/null"; open STDERR, ">", "/dev/null"; system @ARGV; my @t = times;
		open my $out, ">", "seconds"; printf $out "%.2f\n", $t[2] + $t[3]' "$@"
	cat seconds
}

least()
{
	echo "$1 $2" | awk '{ print $1 < $2 ? $1 : $2 }'
}

measure()
{
	name=$1
	shift
	native=9999 strace=9999 recorded=9999
	for run in $(seq "$runs"); do
		native=$(least "$native" "$(spent "$@")")
		strace=$(least "$strace" "$(spent strace -f -o strace.txt "$@")")
		recorded=$(least "$recorded" "$(spent "$drift" env record -q -o run.trace -- "$@")")
	done
	echo "$name $native $strace $recorded $(wc -c <run.trace)" |
		awk '{ printf "%-6s %8.2f %8.2f %8.2f %6.2f %7.1f\n", $1, $2, $3, $4, $4 / $3, $5 / 1048576 }'
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
echo 'seconds of processor time; ratio to strace; MiB of the trace'
printf '%-6s %8s %8s %8s %6s %7s\n' program native strace drift ratio MiB
measure make make -s -j2 -C made
measure clone git clone -q --no-hardlinks repo clone
measure dd dd if=/dev/zero of=/dev/null bs=512 count=100000 status=none
measure cat cat big

#!/bin/sh
# overhead.sh: what recording costs, against `strace -f -o FILE` in the same run.
#
# Each program is run natively, under strace and under drift env record, in turn, RUNS times; the
# smallest time of each counts. Output and status must be the same in all three.
here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../.." && pwd)
drift=${DRIFT_BUILD:-$top/build}/bin/drift
runs=${RUNS:-5}
tmp=$(mktemp -d "${TMPDIR:-/tmp}/drift-bench.XXXXXX") || exit 1
server=
trap '[ -z "$server" ] || kill $server; rm -rf "$tmp"' EXIT
trap 'exit 1' HUP INT TERM
cd "$tmp" || exit 1
status=0

now()
{
	date +%s%N
}

# once WAY COMMAND...: microseconds; what it printed is in WAY.out.
once()
{
	once_way=$1
	shift
	once_start=$(now)
	"$@" >"$once_way.out" 2>/dev/null
	echo $? >>"$once_way.out"
	echo $((($(now) - once_start) / 1000))
}

least()
{
	[ "$1" -lt "$2" ] && echo "$1" || echo "$2"
}

measure()
{
	name=$1
	shift
	command -v "$1" >/dev/null || { printf '%-8s skipped: not installed\n' "$name"; return; }
	native=999999999 strace=$native recorded=$native
	for run in $(seq "$runs"); do
		native=$(least "$native" "$(once native "$@")")
		strace=$(least "$strace" "$(once strace strace -f -o strace.txt "$@")")
		recorded=$(least "$recorded" "$(once drift "$drift" env record -q -o run.trace -- "$@")")
	done
	if ! cmp -s native.out drift.out; then
		echo "$name: the recorder changed what the program does"
		status=1
	fi
	awk -v straced="$(wc -l <strace.txt)" -v name="$name" -v n="$native" -v s="$strace" -v d="$recorded" \
		-v calls="$("$drift" env show run.trace | tail -n 1 | sed 's/.*: \([0-9]*\) calls.*/\1/')" \
		-v size="$(wc -c <run.trace)" 'BEGIN {
		printf "%-8s %8.1f %8.1f %8.1f %6.2f %7d %7d %6.1f\n", name, n / 1000, s / 1000,
			d / 1000, d / s, straced, calls, size / 1048576 }'
}

command -v strace >/dev/null || { echo 'overhead: strace is not installed'; exit 1; }
git init -q repo
(
	cd repo || exit
	git config user.email a@example.invalid
	git config user.name a
	for i in $(seq 60); do
		echo "$i" >"file$i"
		git add "file$i"
		git commit -q -m "commit $i"
	done
)
{
	echo 'pragma synchronous = off;' # or the disk is measured
	echo 'create table t(a integer primary key, b text);'
	for i in $(seq 150); do
		echo "insert into t values($i, 'row $i');"
	done
	echo 'select count(*), sum(a) from t;'
} >rows.sql
${CC:-cc} -o server "$here/server.c"
port=$((22000 + $$ % 8000))
./server $port &
server=$!
urls=
for i in $(seq 50); do
	urls="$urls http://127.0.0.1:$port/$i"
done

echo "milliseconds, least of $runs runs; lines: what strace wrote; calls: what drift recorded"
printf '%-8s %8s %8s %8s %6s %7s %7s %6s\n' program native strace drift ratio lines calls MiB
measure gcc gcc -std=gnu17 -O2 -D_GNU_SOURCE -I"$top/src" -c "$top/src/env/world.c" -o world.o
measure git git -C repo log --stat
measure perl perl -e 'for my $n (1 .. 300) { open my $f, ">", "p$n" or die; print $f $n; close $f;
	open $f, "<", "p$n" or die; my $x = <$f>; unlink "p$n" } print "done\n"'
measure sqlite3 sh -c 'rm -f db; sqlite3 db <rows.sql'
measure curl curl -s "http://127.0.0.1:$port/"
# Half of the calls of this one read the clock, which strace does not see.
# shellcheck disable=SC2086
measure curl50 curl -s $urls
exit $status

#!/bin/sh
# run.sh [NAME...]: speed of the machine against native code, measured in one run.
#
# Each program of bench/programs runs natively (clang -O1) and in the machine; their outputs must
# agree. Times are those of the processor, so that other work on the computer disturbs them little, the
# best of $ROUNDS (3), less what an empty main takes in the same way, so that compiling and
# loading are not counted. SIZE=N is handed to each program as its argument.
set -u
here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/.." && pwd)
drift=${DRIFT_BUILD:-$top/build}/bin/drift
clang=${CLANG:-clang-19}
rounds=${ROUNDS:-3}
size=${SIZE:-}
tmp=$(mktemp -d "${TMPDIR:-/tmp}/drift-bench.XXXXXX") || exit 2
trap 'rm -rf "$tmp"' EXIT
trap 'exit 130' HUP INT TERM

die()
{
	echo "bench: $1" >&2
	exit 2
}

[ -x "$drift" ] || die "no $drift; run make first"

# cpu COUNT OUTPUT COMMAND...: runs a command COUNT times, prints processor seconds per run. Nothing
# smaller than 10 ms can be seen on one run in some shells, hence the count.
cpu()
{
	cpu_count=$1
	cpu_to=$2
	shift 2
	(
		for _ in $(seq "$cpu_count"); do
			"$@" >"$cpu_to" 2>"$cpu_to.err" </dev/null || exit 1
		done
		times >"$tmp/times"
	) || return 1
	# The second line is what the children took: 0m1.234s 0m0.056s.
	sed -n 2p "$tmp/times" | tr 'ms' '  ' | awk -v n="$cpu_count" '{ printf "%.6f", ($1 * 60 + $2 + $3 * 60 + $4) / n }'
}

# best COUNT OUTPUT COMMAND...: the quickest of some rounds of cpu.
best()
{
	best_time=
	for _ in $(seq "$rounds"); do
		best_time="$best_time $(cpu "$@")" || return 1
	done
	echo "$best_time" | awk '{ t = $1; for (i = 2; i <= NF; i++) if ($i < t) t = $i; print t }'
}

build()
{
	"$clang" -O1 -w -o "$tmp/$1" "$here/programs/$1.c" -lm || die "$1 does not build"
}

build empty
native_start=$(best 20 "$tmp/out" "$tmp/empty") || die "empty main fails natively"
machine_start=$(best 3 "$tmp/out" "$drift" run "$here/programs/empty.c") || {
	cat "$tmp/out.err" >&2
	die "empty main fails in the machine"
}

if [ $# -eq 0 ]; then
	set -- $(cd "$here/programs" && ls ./*.c | sed 's|^\./||; s|\.c$||' | grep -v '^empty$')
fi

bad=0
printf '%-15s %14s %10s %10s %10s %8s\n' program instructions million/s machine native ratio
for name; do
	build "$name"
	native=$(best 5 "$tmp/native" "$tmp/$name" $size) || die "$name fails natively"
	machine=$(best 1 "$tmp/machine" "$drift" run --stats "$here/programs/$name.c" $size) || {
		echo "$name: fails in the machine: $(sed -n 1p "$tmp/machine.err")"
		bad=1
		continue
	}
	if ! cmp -s "$tmp/native" "$tmp/machine"; then
		echo "$name: output differs: $(head -n 1 "$tmp/machine") instead of $(head -n 1 "$tmp/native")"
		bad=1
		continue
	fi
	# Start-up is taken off both; what is left of the native time is at least a millisecond.
	awk -v name="$name" -v m="$machine" -v m0="$machine_start" -v n="$native" -v n0="$native_start" '
		$1 == "instructions:" { insns = $2 }
		END {
			m -= m0; n -= n0
			if (m < .001) m = .001
			if (n < .001) n = .001
			printf "%-15s %14.0f %10.1f %9.3fs %9.3fs %8.1f\n", name, insns, insns / m / 1e6, m, n, m / n
		}' "$tmp/machine.err" | tee -a "$tmp/table"
done

if [ -s "$tmp/table" ]; then
	awk '{ ratio += log($6); speed += log($3 > 0 ? $3 : 1e-3); n++ }
		END { printf "%-15s %14s %10.1f %10s %10s %8.1f\n", "geometric mean", "", exp(speed / n), "", "", exp(ratio / n) }' \
		"$tmp/table"
fi
# From a loaded program: drift's own count of seconds, the best of the rounds, without start-up.
repeated=
for _ in $(seq "$rounds"); do
	"$drift" run --stats --repeat 10000 "$here/programs/empty.c" >"$tmp/out" 2>"$tmp/out.err" </dev/null || {
		echo "10,000 runs of an empty main: fail: $(sed -n 1p "$tmp/out.err")"
		exit 1
	}
	repeated="$repeated $(awk '$1 == "seconds:" { print $2 }' "$tmp/out.err")"
done
echo "$repeated" | awk -v machine="$machine_start" -v native="$native_start" '{
	t = $1
	for (i = 2; i <= NF; i++)
		if ($i < t)
			t = $i
	printf "10,000 runs of an empty main: %.4f s (start-up, not counted anywhere above: machine %.3f s, native %.3f s)\n", \
		t, machine, native
}'
exit $bad

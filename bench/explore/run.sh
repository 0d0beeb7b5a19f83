#!/bin/sh
# run.sh [NAME...]: exploration of small programs to the end, measured.
#
# Each program beside this file says in its head how it is explored; that is done with --no-fold and with
# --fold, without writing tests. Where $KLEE names an installed KLEE, it gets the same program in the
# same run, as $SYMCC does where the program reads standard input; their time divided by drift's
# is printed. $LIMIT (60) seconds each.
set -u
here=$(cd "$(dirname "$0")" && pwd)
build=${DRIFT_BUILD:-$here/../../build}
clang=${CLANG:-clang-19}
limit=${LIMIT:-60}
tmp=$(mktemp -d "${TMPDIR:-/tmp}/drift-bench.XXXXXX") || exit 2
trap 'rm -rf "$tmp"' EXIT
trap 'exit 130' HUP INT TERM

# head_line KEY FILE: what stands after ` * KEY:` in the head of a program.
head_line() { sed -n "s|^ \* $1: *||p" "$2" | head -n 1; }
now() { date +%s.%N; }

# row NAME SUMMARY: one line of the table, from what drift explore printed.
row()
{
	awk -v name="$1" '
		/^paths:/ { paths = $2 + 0; all = /all there are/ ? "" : "+" }
		/^runs:/ { seconds = $4; rate = substr($6, 2) }
		/^solver:/ {
			calls = $2; in_solver = $5
			for (i = 7; i < NF; i += 2) { n = $(i + 1) + 0; layer[$i] = n; sum += n }
		}
		END {
			before = sum ? 100 * (1 - layer["z3"] / sum) : 100
			share = seconds > 0 ? 100 * in_solver / seconds : 0
			printf "%-20s %8.2f %7d%-1s %7d %7d %7d %7d %7d %7d %6.1f %% %5.0f %%\n", name, seconds, paths, all, rate,
				layer["structure"], layer["reuse"], layer["move"], layer["direct"], layer["z3"], before, share
		}' "$2"
}

# ratio SECONDS SUMMARY
ratio() { awk -v peer="$1" '/^runs:/ { t = $4 > .01 ? $4 : .01; printf "%.1f", peer / t }' "$2"; }

# peer_klee FILE: paths and time of KLEE.
peer_klee()
{
	"$clang" -DKLEE -g -O0 -Xclang -disable-O0-optnone -emit-llvm -c -w -o "$tmp/klee.bc" "$1" || return
	arguments=$(head_line klee "$1")
	runtime=
	[ -z "$arguments" ] || runtime='--posix-runtime --libc=uclibc'
	begin=$(now)
	# shellcheck disable=SC2086 # lists of words
	"$KLEE" --max-time="${limit}s" --output-dir="$tmp/klee-out" $runtime "$tmp/klee.bc" $arguments >"$tmp/klee.log" 2>&1
	seconds=$(echo "$begin $(now)" | awk '{ printf "%.2f", $2 - $1 }')
	rm -rf "$tmp/klee-out"
	paths=$(sed -n 's/.*completed paths = \([0-9]*\).*/\1/p' "$tmp/klee.log" | tail -n 1)
	echo "  KLEE: ${paths:-no} paths in $seconds s: $(ratio "$seconds" "$tmp/summary") times drift's time"
}

# peer_symcc FILE: runs a SymCC build on its own new inputs until there are none.
peer_symcc()
{
	seed=$(head_line symcc "$1")
	[ -n "$seed" ] || return
	"$SYMCC" -w -o "$tmp/symcc" "$1" || return
	mkdir "$tmp/queue" "$tmp/new"
	printf '%s' "$seed" >"$tmp/queue/0"
	begin=$(now)
	runs=0
	end=$(($(date +%s) + limit))
	while [ "$(date +%s)" -lt $end ] && next=$(ls "$tmp/queue" | head -n 1) && [ -n "$next" ]; do
		SYMCC_OUTPUT_DIR=$tmp/new "$tmp/symcc" <"$tmp/queue/$next" >"$tmp/symcc.out" 2>&1
		runs=$((runs + 1))
		cksum <"$tmp/queue/$next" >>"$tmp/seen"
		rm "$tmp/queue/$next"
		for input in "$tmp/new"/*; do
			[ -f "$input" ] || continue
			grep -qx "$(cksum <"$input")" "$tmp/seen" || mv "$input" "$tmp/queue/$runs-$(basename "$input")"
			rm -f "$input"
		done
	done
	seconds=$(echo "$begin $(now)" | awk '{ printf "%.2f", $2 - $1 }')
	rm -rf "$tmp/queue" "$tmp/new" "$tmp/seen"
	echo "  SymCC: $runs runs in $seconds s: $(ratio "$seconds" "$tmp/summary") times drift's time"
}

[ -x "$build/bin/drift" ] || {
	echo "bench: no $build/bin/drift; run make first" >&2
	exit 2
}
if [ $# -eq 0 ]; then
	set -- $(cd "$here" && ls ./*.c | sed 's|^\./||; s|\.c$||')
fi
bad=0
printf '%-20s %8s %8s %7s %7s %7s %7s %7s %7s %8s %7s\n' program seconds paths runs/s structure reuse move direct z3 before-z3 solver
for name; do
	words=$(head_line explore "$here/$name.c")
	for fold in --fold --no-fold; do
		# shellcheck disable=SC2086 # the words of the head
		timeout "$((limit * 2))" "$build/bin/drift" explore "$here/$name.c" $fold --time "$limit" --tests none -o "$tmp/out" $words \
			>"$tmp/summary" 2>&1
		if [ $? -gt 1 ]; then
			echo "$name $fold: $(head -n 1 "$tmp/summary")"
			bad=1
			continue
		fi
		row "$name $fold" "$tmp/summary"
	done
	[ -z "${KLEE:-}" ] || peer_klee "$here/$name.c"
	[ -z "${SYMCC:-}" ] || peer_symcc "$here/$name.c"
done
if [ -x "$build/bench/run_bench" ]; then
	printf 'runs alone, decision: '
	"$build/bench/run_bench" 20000 "$here/decision.c" @int=1000 @int=1 @int=1 @int=1 @int=100 @int @int @int @int @int @int @int
fi
exit $bad

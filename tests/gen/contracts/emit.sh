#!/bin/sh
# emit.sh [N [FIRST]]: run-time checks of N random contracts, from seed FIRST (1) on, against enumeration: each is compiled and run on
# every input of the domain. It must abort on some input if and only if a clause is violated. CCS: compilers, one after the other.
set -u
here=$(cd "$(dirname "$0")" && pwd)
drift=${DRIFT_BUILD:-$here/../../../build}/bin/drift
n=${1:-100}
first=${2:-1}
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 2' HUP INT TERM
gcc -std=gnu17 -O1 -w -o "$work/random" "$here/random.c" || exit 2
cat >"$work/all.c" <<'X'
#include <sys/wait.h>
#include <unistd.h>
struct st { int x; signed char y; };
int f(struct st *s, int a);
int main(void)
{
	for (int a = -3; a <= 3; a++)
		for (int x = -2; x <= 2; x++)
			for (int y = 0; y <= 1; y++)
				if (!fork()) {
					struct st s = {x, (signed char)y};
					f(&s, a);
					_exit(0);
				} else {
					wait(0);
				}
	return 0;
}
X
wrong=0 violated=0 open=0 seed=$first
while [ "$seed" -lt $((first + n)) ]; do
	mkdir -p "$work/p"
	"$work/random" "$seed" "$work/p" || exit 2
	gcc -std=gnu17 -O1 -w -fwrapv -o "$work/judge" "$work/p/judge.c" || exit 2
	"$work/judge" initial >"$work/truth"
	truth=0
	! grep -q violated "$work/truth" || truth=1
	if ! "$drift" check --emit "$work/check.c" --function f "$work/p/old.c" "$work/p/new.c" >"$work/said" 2>&1; then
		open=$((open + 1))
		# Only a refusal that names what cannot be said.
		grep -q -- '--emit: ' "$work/said" || { wrong=$((wrong + 1)); echo "seed $seed:"; cat "$work/said"; }
		seed=$((seed + 1))
		continue
	fi
	for cc in ${CCS:-gcc}; do
		if ! { $cc -w -fwrapv -DDRIFT_OLD -c "$work/check.c" -o "$work/old.o" && $cc -w -fwrapv -c "$work/check.c" -o "$work/new.o" &&
			$cc -o "$work/run" "$work/old.o" "$work/new.o" "$work/all.c"; } >"$work/said" 2>&1; then
			wrong=$((wrong + 1))
			echo "seed $seed: $cc:"
			head -n 5 "$work/said"
			continue
		fi
		timeout 300 "$work/run" >/dev/null 2>"$work/err"
		said=0
		! grep -q ': violated: ' "$work/err" || said=1
		if [ $said -ne $truth ] || grep -q 'not checked' "$work/err"; then
			wrong=$((wrong + 1))
			echo "seed $seed: $cc: $said, by enumeration $truth"
			sort "$work/err" | uniq -c | head -n 5
		fi
	done
	violated=$((violated + truth))
	seed=$((seed + 1))
done
echo "run-time checks: $n, $violated violated, $open refused, $wrong wrong"
[ "$wrong" -eq 0 ]

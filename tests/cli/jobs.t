#!/bin/sh
# jobs.t: an exhaustive search has the same result whatever the number of processes is: the programs of
# tests/programs/explore, on which the oracle checks one process. JOBS_STEP=1 takes all of them.
. "$(dirname "$0")/lib.sh"
cd "$tmp" || exit 2

. "$here/jobs_lib.sh"

same() # FILE
{
	for jobs in 1 2 4; do
		# shellcheck disable=SC2046
		"$drift" explore -j $jobs --tests none -o "jobs$jobs.d" "$1" $(inputs "$1") >/dev/null 2>err </dev/null || cat err
		facts "jobs$jobs.d" >"jobs$jobs.facts"
	done
	grep -qx true jobs1.facts && cmp jobs1.facts jobs2.facts && cmp jobs1.facts jobs4.facts
}

number=0
for subject in "$programs"/explore/*.c; do
	[ $((number % ${JOBS_STEP:-8})) = 0 ] && check "$(basename "$subject" .c)" same "$subject"
	number=$((number + 1))
done

# ---- a worker that dies is replaced, and nothing is lost or found twice ----

cat >many.c <<'END'
int main(int argc, char **argv)
{
	int sum = 0;
	for (const char *s = argv[1]; *s; s++)
		sum = *s < 'd' ? sum + 1 : *s < 'p' ? sum * 2 : sum ^ 5;
	return sum > 9;
}
END

below() { for below_pid in "$@"; do cat "/proc/$below_pid/task/$below_pid/children" 2>/dev/null; done; }

# kill_one PID WHICH: kills a worker of the search that PID runs. Workers are below the nursery, which is
# below the engine: the last level that has two processes.
kill_one()
{
	kill_tries=0
	while kill -0 "$1" 2>/dev/null && [ $kill_tries -lt 200 ]; do
		kill_tries=$((kill_tries + 1))
		kill_level=$1
		while [ -n "$kill_level" ]; do
			# shellcheck disable=SC2086
			set -- "$1" "$2" $kill_level
			[ $# -eq 4 ] && eval "kill -9 \$$(($2 + 2))" && return
			# shellcheck disable=SC2086
			kill_level=$(below $kill_level)
		done
	done
}

# counts DIR: facts without the paths, of which a result lists a thousand only.
counts() { facts "$1" | grep -v "arg1"; }

many() { "$drift" explore "$@" --tests none many.c -- @str:8 >/dev/null 2>&1 </dev/null; }

many -o all.d
counts all.d >all.facts
killed=0
for moment in 1 2 1; do
	many -j 2 -o killed.d &
	kill_one $! $moment 2>/dev/null
	wait $!
	counts killed.d >killed.facts
	check "the same paths although a worker was killed ($moment)" cmp all.facts killed.facts
	grep -q '"kind":.*"worker"' killed.d/result.json && killed=$((killed + 1))
done
check 'one of them was killed at work' [ "$killed" -gt 0 ]

# ---- a search that is continued ----

# kill_engine PID: kills the engine of the search that PID runs: two levels above its two workers.
kill_engine()
{
	kill_tries=0
	while kill -0 "$1" 2>/dev/null && [ $kill_tries -lt 200 ]; do
		kill_tries=$((kill_tries + 1))
		kill_level=$1 kill_above='' kill_engine=''
		while [ -n "$kill_level" ]; do
			# shellcheck disable=SC2086
			set -- "$1" $kill_level
			[ $# -eq 3 ] && [ -s kept.d/search ] && kill -9 $kill_engine && return
			kill_engine=$kill_above kill_above=$kill_level
			# shellcheck disable=SC2086
			kill_level=$(below $kill_level)
		done
	done
}

resume() { "$drift" explore --resume kept.d --tests none "$@" >resume.out 2>resume.err </dev/null; }

"$drift" explore --tests none -o few.d many.c -- @str:5 >/dev/null 2>&1 </dev/null
facts few.d >few.facts
for runs in 100 80 90; do
	resume -j 2 --runs $runs many.c -- @str:5
done
check 'a search that is kept ends early' [ "$("$DRIFT_BUILD/tests/json_get" kept.d/result.json exhaustive)" = false ]
resume -j 1 many.c -- @str:5
facts kept.d >kept.facts
check 'continued three times, it has the same paths' cmp few.facts kept.facts
resume many.c -- @str:5
facts kept.d >kept.facts
check 'a search that is done stays done' cmp few.facts kept.facts
check 'other inputs are refused' sh -c '! "$1" explore --resume kept.d many.c -- @str:7 2>err </dev/null && grep -q -- --resume err' sh "$drift"
cp many.c other.c
sed 's/> 9/> 8/' many.c >more.c && mv more.c many.c
check 'another program is refused' sh -c '! "$1" explore --resume kept.d --tests none many.c -- @str:5 2>err </dev/null && grep -q -- --resume err' sh "$drift"
mv other.c many.c
check '-o beside it is refused' sh -c '! "$1" explore --resume kept.d -o x.d many.c -- @str:5 2>err </dev/null && grep -q -- --resume err' sh "$drift"

rm -rf kept.d
resume -j 2 many.c -- @str:8 &
kill_engine $!
wait $!
# Its workers had the lock of the directory: drift waits until they are gone.
check 'the engine is killed, and nobody has its results' flock --nonblock kept.d true
resume -j 2 many.c -- @str:8
counts kept.d >kept.facts
check 'killed and continued, it has the same paths' cmp all.facts kept.facts

finish

#!/bin/sh
# stops.t: whatever holds the engine, the time and signals end it, and results are kept.
. "$(dirname "$0")/lib.sh"

cd "$tmp" || exit 1
export TMPDIR="$tmp"
use_test_engine
old=$programs/budget/tables.c
sed 's/"no"/"none"/' "$old" >differs.c
sed 's/"yes"/"yea"/' "$old" >other.c

valid() { "$drift" report -o report.html "$1" >report.out 2>&1 || { cat report.out "$1/result.json"; false; }; }


# held PLACE COMMAND...: the engine never comes out of PLACE. $limit is far beyond what drift takes.
held()
{
	place=$1
	shift
	rm -rf held.d
	DRIFT_STALL=$place
	export DRIFT_STALL
	capture held "$drift" "$@" </dev/null
	unset DRIFT_STALL
}

# interrupted PLACE COMMAND...: the engine gets SIGINT once it is in PLACE, which it never leaves.
interrupted()
{
	place=$1
	shift
	rm -rf held.d held.err
	DRIFT_STALL=$place "$drift" "$@" >held.out 2>held.err </dev/null &
	pid=$!
	await held_in "$place" held.err
	kill -INT $pid
	wait $pid
	echo $? >held.status
}

# Before a search has begun, and within it.
for place in load static explore run reuse compare; do
	held "$place" test --time 0.5 -o held.d "$old" other.c -- @str:16
	check "$place: it ends" status held 0
	check "$place: result.json is good" valid held.d
	check "$place: and says why it ended" field held ended 'time'
	check "$place: it is not exhaustive" field held exhaustive false
	check "$place: so is the user told" mentions held drift: --time 'no difference found' held.d/result.json
done
for place in move direct fixed z3; do
	held "$place" explore --time 0.5 -o held.d "$old" -- @str:16
	check "$place: it ends" status held 0
	check "$place: result.json is good" valid held.d
	check "$place: and says why it ended" field held ended 'time'
done

# drift diff has compared nothing then, with a directory or without.
for directory in '-o held.d' ''; do
	# shellcheck disable=SC2086
	held load diff --time 0.5 $directory "$old" other.c -- @str:16
	check "diff ${directory:-without -o}: it is trouble" status held 2
	[ -z "$directory" ] || check 'diff: nothing is known' field held verdict 'nothing known'
	[ -z "$directory" ] || check 'diff: result.json is good' valid held.d
done

# What was found before stays found, and decides the exit status.
interrupted 'write the last' test --time 0 --stop-after first -o held.d "$old" differs.c -- @str:16
check 'a difference is kept: status' status held 1
check 'a difference is kept: result.json is good' valid held.d
check 'a difference is kept: verdict' field held verdict 'different'
check 'a difference is kept: test' test -f held.d/tests/0001/cmd
check 'a difference is kept: so is the user told' mentions held different held.d/result.json
held build test --time 1 -o held.d "$old" differs.c -- @str:16
check 'a build that never ends: no difference without it' status held 0
check 'a build that never ends: result.json is good' valid held.d

# Contracts: functions share the time; what was found of one stays found.
cat >units_old.c <<'X'
int a(int n) { return n + 1; }
int slow(unsigned x, unsigned y, unsigned z)
{
	unsigned s = 0;
	for (unsigned i = 0; i < 3000; i++) {
		s = s * x + (y ^ z * i);
		if (s % 7 == 3)
			s += z;
	}
	return s;
}
int last(int n) { return n * 2; }
X
sed -e 's/n + 1/n + 2/' -e 's/s += z/s += z + (x == 12345 \&\& y == 77)/' -e 's/n \* 2/n + n/' units_old.c >units_new.c
for place in load run; do
	held "$place" check --time 0.5 -o held.d units_old.c units_new.c
	check "check, $place: it ends" status held 0
	check "check, $place: result.json is good" valid held.d
	check "check, $place: and says why it ended" field held ended 'time'
	check "check, $place: nothing is shown" field held verdict 'not shown'
	check "check, $place: so is the user told" mentions held drift: --time 'not shown' held.d/result.json
done
printf 'int a(int n) { return n + 1; }\nint b(int n) { return n * 2; }\n' >same_old.c
sed 's/n \* 2/n + n/' same_old.c >same_new.c
interrupted 'write the last' check --no-confirm --time 0 -o held.d same_old.c same_new.c
check 'check: what was not told to its end is not shown' field held verdict 'not shown'
sed 's/n \* 2/n * 3/' same_old.c >bad_new.c
interrupted 'write the last' check --no-confirm --time 0 -o held.d same_old.c bad_new.c
check 'a violation is kept: status' status held 1
check 'a violation is kept: verdict' field held verdict 'violated'
capture units "$drift" check --no-confirm --time 10 -o units.d units_old.c units_new.c
check 'functions share the time: status' status units 1
check 'functions share the time: the slow one has a part of it' lists units 'contracts.*.clauses.*.why' --time
check 'functions share the time: so has the last' field units 'contracts.*.clauses.*.verdict' 'violated not shown holds'
"$drift" check --no-confirm --time 0 -o signal.d units_old.c units_new.c >units.out 2>units.err &
pid=$!
await grep -q -s violated signal.d/result.json
kill -INT $pid
wait $pid
echo $? >units.status
check 'a signal: status' status units 1
check 'a signal: what was not searched says so' lists signal 'contracts.*.clauses.*.why' stopped
check 'a signal: result.json is good' valid signal.d

# Hundreds of functions that are left when it is stopped are named, and the result is not written for each of them.
awk 'BEGIN { for (i = 0; i < 400; i++) printf "int f%d(int n) { return n * %d + 1; }\n", i, i }' >many_old.c
sed 's/+ 1/- -1/' many_old.c >many_new.c
"$drift" check --no-confirm --time 0 -o many.d many_old.c many_new.c >many.out 2>many.err &
pid=$!
await grep -q -s '"function":' many.d/result.json
kill -INT $pid
wait $pid
check 'many functions: it ends by itself' quiet many many.d/result.json
check 'many functions: each has its line' sh -c '[ "$(grep -c "\"function\":" many.d/result.json)" -eq 400 ] || { cat many.err; tail many.out; false; }'

# A compiler that is ended says nothing of the source, and what was not run natively is no violation.
clang=${DRIFT_CLANG:-$(command -v clang-19)}
cat >slow-native <<X
#!/bin/sh
case " \$* " in *" -emit-llvm "*) exec "$clang" "\$@" ;; esac
exec sleep 600
X
cat >slow-third <<X
#!/bin/sh
echo >>"$tmp/third"
[ "\$(wc -l <"$tmp/third")" -gt 2 ] || exec "$clang" "\$@"
exec sleep 600
X
chmod +x slow-native slow-third
DRIFT_CLANG=$tmp/slow-native
export DRIFT_CLANG
capture native "$drift" check --no-cache --time 15 -o native.d units_old.c units_new.c
check 'check, a native build without end: status' status native 0
check 'check, a native build without end: no violation' field native verdict 'not shown'
check 'check, a native build without end: why' lists native 'contracts.*.clauses.*.why' natively
check 'check, a native build without end: it ends by itself' quiet native native.d/result.json
DRIFT_CLANG=$tmp/slow-third
# A function that is called with a function is compiled once more, with its caller.
echo 'int each(int (*f)(int), int n) { return f ? f(n) + 1 : n; }' >each_old.c
sed 's/+ 1/+ 2/' each_old.c >each_new.c
"$drift" check --no-cache -o third.d each_old.c each_new.c >third.out 2>third.err &
pid=$!
third_begun() { [ -s third ] && [ "$(wc -l <third)" -gt 2 ]; }
await third_begun
kill -INT $pid
wait $pid
echo $? >third.status
# Nor is anything left of a build that had to be killed, with the engine that waits for it.
cat >deaf-native <<X
#!/bin/sh
case " \$* " in *" -emit-llvm "*) exec "$clang" "\$@" ;; esac
trap '' HUP INT TERM
: >"$tmp/deaf"
exec sleep 600
X
chmod +x deaf-native
DRIFT_CLANG=$tmp/deaf-native
"$drift" check --no-cache --time 0 -o deaf.d units_old.c units_new.c >deaf.out 2>deaf.err &
pid=$!
await [ -e deaf ]
kill -INT $pid
wait $pid
echo $? >deaf.status
unset DRIFT_CLANG
check 'check, a compiler that has to be killed: status' status deaf 0
check 'check, a compiler that has to be killed: nothing is left' sh -c '! find . -name "drift-build*" -o -name scratch | grep .'
check 'check, a compiler that is ended: status' status third 0
check 'check, a compiler that is ended: why' lists third 'contracts.*.clauses.*.why' each_old.c: stopped
check 'check, a compiler that is ended: nothing against the source' sh -c '! grep "each_old.c:[0-9]\|error:" third.out third.err'

# Without results on disk there is an end all the same.
held explore diff --time 0.5 "$old" other.c -- @str:16
check 'diff: it ends, and equal is not said' status held 2
check 'diff: there is no result' sh -c '! grep result.json held.err'
held load diff --strict --json --time 0.5 "$old" other.c -- @str:16
check 'diff: nor before it has begun' status held 2

# explain knows nothing before both runs have ended, and says no more.
held load explain --time 0.5 "$old" other.c -- abc
check 'explain: it ends, and has nothing to say' status held 2
check 'explain: there is no result' sh -c '! grep result.json held.err'
for place in load run; do
	held "$place" explain --time 0.5 -o held.d "$old" other.c -- abc
	check "explain, $place: it ends" status held 2
	check "explain, $place: nothing is known" field held verdict 'nothing known'
	check "explain, $place: and says why it ended" field held ended 'time'
	check "explain, $place: result.json is good" valid held.d
	check "explain, $place: so is the user told" mentions held 'nothing known' held.d/result.json
done
mkdir -p runs.d
echo '{"command": "explain", "verdict": "no difference found"}' >runs.d/result.json
capture runs "$drift" explain --time 5 -o runs.d "$programs/budget/endless.c" "$programs/budget/endless.c" -- abc </dev/null
check 'explain: a run that has no end: status' status runs 2
check 'explain: a run that has no end: why' mentions runs endless.c --time
check 'explain: nothing of an older result is left' field runs verdict 'nothing known'
rm -rf runs.d
rm -f runs.err
DRIFT_STALL=run "$drift" explain --time 0 -o runs.d "$programs/budget/endless.c" "$programs/budget/endless.c" -- abc >runs.out 2>runs.err </dev/null &
pid=$!
await held_in run runs.err
kill -INT $pid
wait $pid
echo $? >runs.status
check 'explain: a signal: status' status runs 2
check 'explain: a signal: that is why' mentions runs drift: stopped
check 'explain: a signal: nothing is known' field runs verdict 'nothing known'
check 'explain: a signal: in result.json as well' field runs ended 'stopped'

# ---- signals ----

# stopped SIGNAL PLACE: drift test gets the signal while the engine is there; none: once the search has begun.
stopped()
{
	rm -rf signal.d signal.out
	DRIFT_STALL=$2 "$drift" test -o signal.d "$old" other.c -- @str:16 >signal.out 2>&1 </dev/null &
	pid=$!
	if [ "$2" = none ]; then await [ -d signal.d/native ]; else await held_in "$2" signal.out; fi
	kill -"$1" $pid
	wait $pid
	[ $? -eq 0 ] && field signal ended stopped || { cat signal.out; false; }
}
for place in load explore none; do
	for signal in INT TERM; do
		check "SIG$signal, $place" stopped "$signal" "$place"
		check "SIG$signal, $place: result.json is good" valid signal.d
	done
done

# ---- the engine itself ----

dies()
{
	DRIFT_STALL=explore "$drift" test -o dies.d "$old" other.c -- @str:16 >dies.out 2>&1 </dev/null &
	pid=$!
	await held_in explore dies.out
	kill -SEGV "$(engine_of $pid)"
	wait $pid
	[ $? -eq 2 ] && grep -q SIGSEGV dies.out && field dies ended killed || { cat dies.out; false; }
}
check 'an engine that dies leaves its results' dies
check 'an engine that dies: result.json is good' valid dies.d
left()
{
	DRIFT_STALL=explore "$drift" test -o left.d "$old" other.c -- @str:16 >left.out 2>&1 </dev/null &
	pid=$!
	await held_in explore left.out
	child=$(engine_of $pid)
	[ -n "$child" ] && kill -KILL $pid && await gone "$child"
}
gone() { ! kill -0 "$1" 2>/dev/null; }
check 'nobody is left behind when drift is killed' left
# A script is gone at once.
check 'git drift: the search goes with the script' timeout "$limit" sh -c '
	PATH=${1%/*}:$PATH
	GIT_CONFIG_NOSYSTEM=1 HOME=$PWD XDG_CACHE_HOME=$PWD/cache
	export PATH GIT_CONFIG_NOSYSTEM HOME XDG_CACHE_HOME
	mkdir repo && cd repo && git init -q . && git config user.name n && git config user.email n@n &&
		cp "$2" one.c && git add one.c && git commit -q -m one && cp ../other.c one.c && git commit -q -a -m two || exit 1
	DRIFT_STALL=explore git-drift HEAD~1 HEAD --time 0 -- @str:16 >../script.out 2>&1 </dev/null &
	script=$!
	for i in $(seq 600); do
		sleep 0.5
		search=$(cat /proc/$script/task/$script/children) engine=
		[ -z "$search" ] || engine=$(cat /proc/${search% }/task/${search% }/children 2>/dev/null)
		case $(readlink /proc/${engine% }/exe 2>/dev/null) in */engine) break ;; esac
	done
	[ -n "$engine" ] || { cat ../script.out; exit 1; }
	kill -TERM $script
	for i in $(seq 600); do
		kill -0 $search 2>/dev/null || kill -0 $engine 2>/dev/null || exit 0
		sleep 0.5
	done
	echo "left: $search $engine"
	kill $search
	exit 1' sh "$drift" "$old"
# Before that, it says what it was at.
check 'git drift: stopped while it builds' timeout "$limit" sh -c '
	PATH=${1%/*}:$PATH
	GIT_CONFIG_NOSYSTEM=1 HOME=$PWD XDG_CACHE_HOME=$PWD/cache
	export PATH GIT_CONFIG_NOSYSTEM HOME XDG_CACHE_HOME
	cd repo || exit 1
	setsid git-drift HEAD~1 HEAD --build "sleep 600" --bin one -- @str:16 >../script.out 2>&1 </dev/null &
	script=$!
	for i in $(seq 600); do
		sleep 0.5
		grep -q building ../script.out && break
	done
	kill -TERM -$script # as a terminal does, to all of them
	for i in $(seq 600); do
		grep -q "^git-drift: .*stopped" ../script.out && break
		sleep 0.5
	done
	grep -q "^git-drift: .*stopped .*HEAD" ../script.out || { cat ../script.out; false; }' \
	sh "$drift"
printf '#error no\n' >bad.c
capture bad "$drift" test -o bad.d bad.c bad.c -- @int </dev/null
check 'a program that does not compile is trouble as before' status bad 2
check 'and leaves no result' test ! -e bad.d/result.json
check 'nothing temporary is left' sh -c '! ls -d "$1"/drift-*' sh "$tmp"

finish

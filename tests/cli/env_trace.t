#!/bin/sh
# env_trace.t: recording changes nothing, traces survive accidents, and the rest of drift env.
. "$(dirname "$0")/lib.sh"
. "$top/tests/env/lib.sh"

cd "$tmp" || exit 1
bin=$tmp/bin
for name in config flaky signals server ticks variable; do
	build "$name" || { not_ok "building $name"; finish; }
done
build noptrace -lseccomp || { not_ok 'building noptrace'; finish; }

# ---- recording ----

# unchanged NAME COMMAND...: output, errors and status with and without the recorder. What is large
# (a compiler) is not kept: capture bounds files.
unchanged()
{
	shift
	capture native "$@" </dev/null
	capture recorded "$drift" env record -q --max-map 16M -o run.trace -- "$@" </dev/null
	same native recorded
}

printf '#include <stdio.h>\nint main(void) { puts("hi"); return 0; }\n' >hello.c
printf 'main = here\n' >file
for tool in perl sqlite3 git gcc; do
	command -v $tool >/dev/null || eval "no_$tool=1"
done
[ "${no_gcc-}" ] || check 'gcc compiles the same under the recorder' \
	unchanged gcc sh -c 'gcc -c hello.c -o hello.o && cksum hello.o'
[ "${no_perl-}" ] || check 'perl' unchanged perl perl -e 'print "$_\n" for sort keys %ENV; exit 3'
[ "${no_sqlite3-}" ] || check 'sqlite3' unchanged sqlite3 \
	sqlite3 :memory: 'create table t(a); insert into t values(1),(2); select sum(a) from t;'
[ "${no_git-}" ] || check 'git log' unchanged git git -C "$top" log -3 --format=%s
check 'a shell pipeline' unchanged sh sh -c 'seq 100 | sort -r | head -n 3; exit 7'
check 'a program that kills itself' unchanged sh sh -c 'kill -SEGV $$'
# Calls that read the clock take another way through the recorder.
check 'a program that looks at the clock all the time' unchanged ticks "$bin/ticks"
check '... each time recorded' sh -c '[ "$("$1" env show run.trace | grep -c "clock_gettime(CLOCK_MONOTONIC, {")" -ge 900 ]' \
	sh "$drift"
check 'a program that stops and continues' unchanged sh \
	sh -c '(while kill -CONT $$; do sleep 0.1; done) 2>/dev/null & kill -STOP $$; echo again'

capture out "$drift" env record -o run.trace -- sh -c 'exit 4'
check 'the exit status is passed on' grep -q -x 4 out.status
check '... and the cost is printed' \
	grep -q -E '^drift: run.trace: [0-9]+ calls .* 1 task .* s, .* CPU, .* KiB' out.err
capture out "$drift" env record -o run.trace -- ./no-such-program
check 'a program that does not exist' mentions out no-such-program 'No such file or directory'
check '... is trouble' grep -q -x 2 out.status
check '... and leaves an earlier trace alone' sh -c '"$1" env show run.trace >/dev/null' sh "$drift"
# (a leak checker would need ptrace itself)
capture out env ASAN_OPTIONS=detect_leaks=0 "$bin/noptrace" "$drift" env record -o run.trace -- true
check 'where ptrace is forbidden, it says so' mentions out ptrace
check '... and how to allow it' grep -q -e '--cap-add=SYS_PTRACE' out.err
check '... as trouble' grep -q -x 2 out.status
capture out "$bin/noptrace" "$drift" env record -o /no/such/dir/t -- true
check 'a trace that cannot be written' mentions out /no/such/dir/t

"$drift" env record -q -o run.trace -- sh -c 'date +%s >/dev/null; cat file; cat missing' \
	>/dev/null 2>&1
"$drift" env show run.trace >shown
check 'show: calls as strace writes them' \
	grep -q -E 'openat\(AT_FDCWD, "missing", O_RDONLY\) = -1 ENOENT \(No such file' shown
check 'show: names of descriptors' grep -q 'read([0-9]*<.*/file>, "main = here\\n"' shown
check 'show: time calls, which the vDSO would hide' grep -q 'clock_gettime(CLOCK_REALTIME, {tv_sec=' shown
check 'show: the environment at the head' grep -q 'variable PATH="' shown
check 'show: how it ended' grep -q '^exited with 1: ' shown
"$drift" env show --json run.trace >shown.json
check 'show --json is JSON' perl -MJSON::PP -e \
	'local $/; my $t = decode_json(<STDIN>); exit !(@{$t->{calls}} > 50 && $t->{end} eq "exited with 1")' <shown.json

# ---- accidents ----

# readable: the trace can be shown, and says that it is cut.
readable()
{
	"$drift" env show "$1" >shown 2>&1 || { cat shown; return 1; }
	tail -n 1 shown
	tail -n 1 shown | grep -q -E '^(cut off|damaged).* [0-9]'
}

size=$(wc -c <run.trace)
for part in 9 7 5 3 1; do
	head -c $((size * part / 10)) run.trace >cut.trace
	check "a trace cut off at $part/10 is readable" readable cut.trace
done
head -c 10 run.trace >cut.trace
capture out "$drift" env show cut.trace
check 'less than a header is an error' rejects out cut.trace
{ head -c $((size / 2)) run.trace; printf 'X'; tail -c +$((size / 2 + 2)) run.trace; } >bad.trace
check 'a damaged trace is read up to the damage' readable bad.trace
check '... and is told from one that was cut' grep -q '^damaged' shown
{ head -c 12 run.trace; printf '\267\0'; tail -c +15 run.trace; } >bad.trace
capture out "$drift" env show bad.trace
check 'a damaged header is named' rejects out bad.trace header
printf 'DRIFTENV\377\0\0\0\0\0\0\0' >version.trace
capture out "$drift" env show version.trace
check 'another version is named' rejects out version.trace 255 2

# gone MARK: no process with MARK in its arguments is left in the end.
gone()
{
	await no_process "$1" || { pgrep -af "$1"; return 1; }
}
no_process() { ! pgrep -f "$1" >/dev/null; }

# recorded FILE: something was recorded.
recorded() { [ -e "$1" ] && [ "$(wc -c <"$1")" -gt 2000 ]; }

# killed SIGNAL WHOM DELAY: the recorder or its program is killed after a while.
killed()
{
	mark="drift-env-mark-$$-$1-$2-$3"
	rm -f killed.trace
	"$drift" env record -q -o killed.trace -- \
		sh -c 'while :; do cat file >/dev/null; done' "$mark" >/dev/null 2>&1 &
	recorder=$!
	await recorded killed.trace || return 1
	sleep "$3"
	if [ "$2" = recorder ]; then
		kill -"$1" $recorder
	else
		kill -"$1" "$(pgrep -P $recorder)" || return 1
	fi
	wait $recorder
	gone "$mark" || return 1
	"$drift" env show killed.trace >shown || return 1
	[ "$(wc -l <shown)" -gt 50 ]
}

for delay in 0.01 0.15 0.4; do
	check "the recorder killed after $delay s" killed KILL recorder $delay
done
check 'the recorder asked to end' killed TERM recorder 0.2
check '... which the trace says' sh -c 'tail -n 1 shown | grep -q running'
check 'the program killed' killed KILL program 0.2
check '... which the trace says' grep -q '^killed by SIGKILL' shown

# ---- locate, beyond the causes ----

echo port=80 >conf
command="$bin/config conf"
record $command
capture out "$drift" env locate $in_place good.trace -- $command
check 'nothing to locate where it works: the status says so' status out 0
"$drift" env locate $in_place --json good.trace -- $command >out.json 2>&1 </dev/null
check '... and the verdict' field out.json verdict 'not failing'
echo port=81 >conf
check 'the recorded command is the default' located '^/[^(]*conf ' --timeout 100s
cp good.trace moved.trace
capture out "$drift" env locate $in_place --json moved.trace
check 'locate --json' perl -MJSON::PP -e 'local $/; my $t = decode_json(<STDIN>);
	my $f = $t->{findings}[0]; exit !($t->{verdict} eq "located" && $f->{name} eq "read" &&
	$f->{kind} eq "file" && $f->{subject} =~ m{/conf$} && @{$f->{stack}} > 2 && $t->{stats}{runs} > 5)' \
	<out.out
check '--fail-on stderr' located '^/[^(]*conf ' --fail-on 'stderr~^no p.rt$'
check '--fail-on status' located '^/[^(]*conf ' --fail-on status=1
check '--oracle' located '^/[^(]*conf ' --oracle 'test "$DRIFT_STATUS" = 0'
capture out "$drift" env locate $in_place --fail-on 'stdout~(' good.trace
check 'a wrong pattern is trouble' grep -q "drift: --fail-on: '('" out.err
head -c $(($(wc -c <good.trace) - 5)) good.trace >cut.trace
capture out "$drift" env locate $in_place cut.trace -- $command
check 'a cut trace needs to be told what failing is' rejects out cut.trace --fail-on --oracle
capture out "$drift" env locate $in_place --fail-on status=1 cut.trace -- $command
check '... and then works' grep -q '^/[^(]*conf ' out.out

echo 0 >count
"$drift" env record -q -o good.trace -- "$bin/flaky" count
capture out "$drift" env locate --in-place good.trace -- "$bin/flaky" count
check 'a program that fails now and then is trouble' status out 2
echo 0 >count
"$drift" env record -q -o good.trace -- "$bin/flaky" count
"$drift" env locate --in-place --json good.trace -- "$bin/flaky" count >out.json 2>&1 </dev/null
check '... of its own kind' field out.json verdict unstable
echo 0 >count
"$drift" env record -q -o good.trace -- "$bin/flaky" count
command="$bin/flaky count"
check '--before puts the environment back' located '^/[^(]*count ' --in-place --before 'echo 1 >count'
if [ -z "$in_place" ]; then
	echo 1 >count
	check 'in a world of its own every rerun finds the same' located '^/[^(]*count '
	check '... and leaves the file as it was' grep -q -x 1 count
	check '--before runs in that world, too' located '^/[^(]*count ' --before 'echo 3 >count'
	check '... and so does --oracle' located '^/[^(]*count ' --oracle 'grep -q -x 1 count'
	check '... the file is still as it was' grep -q -x 1 count
fi
capture out "$drift" env locate --allow everything good.trace -- "$bin/flaky" count
check 'what may be allowed is named' rejects out "'everything'" processes sockets devices

# A search that is asked to end leaves neither processes nor files.
mkdir -p private
TMPDIR=$tmp/private "$drift" env locate $in_place --ok-after 100s good.trace -- \
	sh -c 'sleep 600' "drift-env-search-$$" >out.out 2>&1 &
search=$!
reruns() { [ -n "$(ls private/*/inside/stdout 2>/dev/null)" ]; }
await reruns
check 'a search keeps its files in TMPDIR' [ -n "$(ls private)" ]
kill -TERM $search
wait $search
check 'a search that is interrupted says so' sh -c 'head -n 1 out.out | grep -q interrupted'
check '... leaves no process' gone "drift-env-search-$$"
check '... and no file' [ -z "$(ls private)" ]

# sends SIGUSR1 to the recorded program once it waits, which it does for less than a second: again if that was too late.
signalled()
{
	rm -f good.trace
	"$drift" env record -q -o good.trace -- "$bin/signals" >signals.out &
	recorder=$!
	await recorded good.trace
	sleep 0.1
	kill -USR1 "$(pgrep -P $recorder)"
	wait $recorder
}
await signalled
check 'a signal from outside is recorded' sh -c '"$1" env show good.trace |
	grep -q -e "--- SIGUSR1 from outside ---"' sh "$drift"
capture out "$drift" env locate $in_place good.trace
check '... and comes again when replayed' grep -q '^SIGUSR1 ' out.out
command="$bin/config conf"

# ---- diff ----

echo port=80 >conf
"$drift" env record -q -o good.trace -- $command
echo port=81 >conf
APP=1 "$drift" env record -q -o bad.trace -- $command >/dev/null 2>&1
capture out "$drift" env diff good.trace bad.trace
check 'diff: the likeliest difference first' \
	sh -c 'head -n 1 out.out | grep -q "^1. \[file\] .*/conf .*line 1"'
check 'diff: a variable that is only here' grep -q 'variable APP .*"1" ' out.out
check 'diff: exit status as diff has it' grep -q -x 1 out.status
capture out "$drift" env diff --json good.trace bad.trace
check 'diff --json' perl -MJSON::PP -e 'local $/; my $t = decode_json(<STDIN>);
	exit !($t->{verdict} eq "different" && $t->{differences}[0]{kind} eq "file")' <out.out

# ---- usage ----

for sub in '' record locate diff show; do
	capture out "$drift" env $sub --help
	check "drift env $sub --help" grep -q '^usage: drift env' out.out
	check "... with an example" grep -q '^example:' out.out
done
capture out "$drift" env frobnicate
check 'an unknown command' grep -q "unknown command 'frobnicate'" out.err
capture out "$drift" env record
check 'no command to record' grep -q -x 2 out.status
finish

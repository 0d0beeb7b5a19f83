#!/bin/sh
# env_right.t: the cause rather than the symptom: threads, numbers that differ by nature, several
# causes at once, programs that wait; env diff; and what drift itself needs.
. "$(dirname "$0")/lib.sh"
. "$top/tests/env/lib.sh"

cd "$tmp" || exit 1
bin=$tmp/bin
for name in pool number vain leftover events config pair server ask; do
	build "$name" -pthread || { not_ok "building $name"; finish; }
done

# ---- threads and children ----

mkdir files
for i in $(seq 0 39); do echo yes >files/$i; done
command="$bin/pool files"
record $command
echo no >files/23
check 'a file that one of eight threads reads, whichever it is' \
	located "files/23 .*'yes' .*'no' "
rm files/23
check 'a file that is missing for it' located 'openat\(".*/files/23"\) .*ENOENT'
check '... within the bound of reruns' few_reruns
echo yes >files/23

if command -v make >/dev/null; then
	printf 'all: t1 t2 t3 t4 t5 t6 t7 t8\nt%%:\n\t@grep -q yes files/$*\n' >Makefile
	command="make -j4"
	record $command
	echo no >files/5
	check 'a file that a child of make -j4 reads' \
		located "files/5 .*'yes' .*'no' "
	echo yes >files/5
else
	ok 'make -j4 # SKIP make is not installed'
fi

# ---- a server of the program's own ----

port=$((20000 + $$ % 10000))
echo yes >setting
command="$bin/pair $port setting"
record $command
echo no >setting
check 'why a server of its own does not start, not that nobody answers' \
	located "setting .*'y' .*'n' "
echo yes >setting
"$bin/server" "$port" ready >server.out 2>&1 &
server=$!
await [ -s ready ]
check 'a port that another program has, where the program talks to itself' \
	located "bind\(\"0.0.0.0:$port\"\) .*EADDRINUSE"
check '... and nothing was sent to that one' kill -0 "$server"
kill "$server"
wait "$server"

# ---- another program's answers ----

cat >echo.pl <<'END'
use IO::Socket::INET;
my $s = IO::Socket::INET->new(LocalAddr => "127.0.0.1:$ARGV[0]", Proto => 'udp') or die;
open my $ready, '>', 'echo.ready'; print $ready "yes\n"; close $ready;
while (my $from = $s->recv(my $bytes, 100)) { $s->send($bytes, 0, $from) }
END
perl echo.pl "$port" &
server=$!
await [ -s echo.ready ]
command="$bin/ask $port setting"
record $command
echo no >setting
check 'answers to questions with a number of their own are no cause' \
	located "setting .*'yes' .*'no' "
check '... alone' sh -c '! grep -q "cause 2" found'
kill "$server"
wait "$server"
echo yes >setting

# ---- what is there already ----

cat >job <<'END'
. ./job.conf
head -n "$lines" job >result.new
mv result.new result
test -s result
END
echo lines=2 >job.conf
command="sh job"
record $command
echo lines=0 >job.conf
check 'a result of the last run, moved over, is no cause' \
	located "job.conf .*'lines=2' .*'lines=0' "
printf '#!/bin/sh\ntrue\n' >script
chmod +x script
command="sh -c ./script"
record $command
printf '#!/bin/sh\r\ntrue\r\n' >script
check 'a script with the lines of another system' located 'execve\(".*/script"\) .*ENOENT'
check '... is told by the end of its first line' \
	grep -q 'look .*/script .*carriage return' found

# ---- directories ----

mkdir -p way/in
command="cp setting way/in/new"
record $command
rm -r way
echo x >way
check 'what is a file and should be a directory' located 'way'
check '... is named' grep -q 'look .*/way .*directory' found
rm way
if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null; then
	mkdir closed
	chmod 777 closed
	chmod 755 .
	cat >maker <<'END'
umask 0
echo 1 >closed/one && echo 2 >closed/two && rm closed/one closed/two
END
	command="setpriv --reuid=65534 --regid=65534 --clear-groups sh maker"
	record $command
	chmod 755 closed
	check 'a directory in which no files may be made is one cause' located 'closed/one"\) .*EACCES'
	check '... however many are' sh -c '! grep -q "^cause" found'
	check '... and is named' grep -q 'look .*uid 65534 .*/closed ' found
else
	ok 'a directory in which no files may be made # SKIP needs root and setpriv'
fi

# ---- numbers ----

mkdir many
echo yes >setting
command="$bin/events many setting"
record $command
touch many/1 many/2 many/3
echo no >setting
check 'descriptors with other numbers than there' \
	located "setting .*'yes' .*'no' "
check '... within the bound of reruns' few_reruns

# The number of a process has three digits there and four here.
if unshare -pf --mount-proc sh -c 'echo 300 >/proc/sys/kernel/ns_last_pid' 2>/dev/null; then
	cat >digits <<-'END'
		echo 300 >/proc/sys/kernel/ns_last_pid
		mkdir run
		echo yes >setting
		"$1" env record -q -o good.trace -- "$2" run/pid setting || exit 9
		rm -r run
		echo no >setting
		echo 3000 >/proc/sys/kernel/ns_last_pid
		"$1" env locate good.trace -- "$2" run/pid setting
	END
	unshare -pf --mount-proc sh digits "$drift" "$bin/number" >found 2>&1 </dev/null
	check 'a process number with more digits: the directory' \
		grep -q '^cause [12] of 2: openat(".*/run/pid") .*ENOENT' found
	check '... and the setting' grep -q "^cause [12] of 2: [^(]*setting " found
else
	ok 'a process number with more digits # SKIP needs root and namespaces'
fi

command="$bin/leftover socket"
record $command
check 'a socket left over' located 'bind\("unix:socket"\) .*EADDRINUSE'
check '... and what to do' grep -q 'look .*socket exists' found

# ---- all causes ----

cat >three <<'END'
grep -q yes one || exit 1
[ -d dir ] || exit 2
[ "$MODE" = x ] || exit 3
END
echo yes >one
mkdir dir
command="sh three"
MODE=x record $command
echo no >one
rmdir dir
check 'three causes: a file' located '^cause [123] of 3: '
check '... named' grep -q "^cause . of 3: .*/one .*'yes' .*'no' " found
check '... a directory' grep -q '^cause . of 3: .*/dir") .*ENOENT' found
check '... a variable' grep -q '^cause . of 3: variable MODE="x" .*(not set) ' found

# What the program itself makes of a cause is not taken for one.
echo 'cat one >made; grep -q yes made' >maker
echo yes >one
command="sh maker"
record $command
echo no >one
check 'a cause, not what became of it' located '^/[^(]*/one '

# ---- programs that wait ----

echo yes >setting
command="$bin/vain setting"
record $command
echo no >setting
check 'a program that waits for what will not come' \
	located "setting .*'yes' .*'no' "

# ---- what to do ----

if command -v flock >/dev/null; then
	: >lock
	command="flock -n lock true"
	record $command
	flock lock sh -c ': >held; exec sleep 600' &
	holder=$!
	await [ -e held ]
	check 'a lock that is held' located 'flock\(".*/lock"\) .*EAGAIN'
	check '... and by whom' grep -q -E 'look .*/lock .* process [0-9]+ \(' found
	kill $(cat /proc/$holder/task/$holder/children) $holder
	wait $holder 2>/dev/null
else
	ok 'a lock that is held # SKIP flock is not installed'
fi
command="$bin/config app.conf"
echo port=80 >app.conf
record $command
mv app.conf App.conf
check 'a name in another case' located 'openat\(".*/app.conf"\) .*ENOENT'
check '... and what lies beside it' grep -q 'look .*App.conf ' found
mv App.conf app.conf
locate >/dev/null
check 'where it does not fail, it is said what success was' grep -q 'success: .* 0' found

if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null; then
	echo yes >secret
	command="setpriv --reuid=65534 --regid=65534 --clear-groups cat $tmp/secret"
	record $command
	chmod 600 secret
	check 'a file that may not be read' located 'openat\(".*/secret"\) .*EACCES'
	check '... by the user that the program had become' \
		grep -q 'look .*uid 65534 .*/secret ' found
else
	ok 'a file that may not be read # SKIP needs root and setpriv'
fi

# ---- diff ----

# differ COMMAND...: records it as bad.trace and compares with good.trace.
differ()
{
	timeout "$limit" "$drift" env record -q -o bad.trace -- "$@" >/dev/null 2>&1
	"$drift" env diff good.trace bad.trace >differences 2>&1
}

mkdir listed
touch listed/a listed/b
record ls listed
rm listed/b
touch listed/c
differ ls listed
check 'diff: directories as names' \
	grep -q '^1. \[file\] directory .*/listed .*: b; .*: c' differences
cat >temporary <<'END'
file=$(mktemp "$PWD/x.XXXXXXXX") && echo $$ >"$file" && cat "$file" >/dev/null && rm "$file"
END
record sh temporary
differ sh temporary
check 'diff: made-up names and process numbers are equal' \
	sh -c 'grep -q "^1\. " differences && ! grep "^[0-9]*\. " differences | grep -v -F "[time]" | grep -e "/x\." -e "line [0-9]"'
cat >products <<'END'
date +%N >written
cat written written >moved.new && mv moved.new moved && cat moved
date +%N >>appended
cat appended
END
record sh products
rm written moved appended
differ sh products
check 'diff: what both runs wrote themselves is no difference' \
	sh -c '! grep -q -E "written|moved|appended" differences'
differ sh products
check '... that one was there before is' grep -q '/moved"' differences
check '... and so is what a file held that is appended to' \
	grep -q '/appended: st_size 0 .* 10 ' differences
touch taken.1 taken.2
record mv -n taken.1 untaken
touch taken.1
differ mv -n taken.1 untaken
check 'diff: of two names, the one that is in the way' \
	grep -q 'look: .*/untaken exists' differences
rm -f written taken.? untaken
record cat app.conf
differ cat app.conf
check 'diff: nothing worth telling in two equal runs' sh -c '! grep -q "app.conf" differences'
touch -d '1 hour ago' app.conf
differ cat app.conf
check 'diff: a time when nothing else differs' grep -q '^[0-9]*\. \[[a-z]*\] [^(]*/app.conf ' differences
record sh -c ': two'
differ sh -c 'cat nothing-of-this-name'
check 'diff: what fails here and is not asked for there' \
	grep -q '^[0-9]*\. .*nothing-of-this-name") .*ENOENT' differences
head -c $(($(wc -c <bad.trace) * 9 / 10)) bad.trace >cut.trace
"$drift" env diff good.trace cut.trace >differences 2>&1
check 'diff: a cut trace is said' grep -q '^note: cut.trace .*byte [0-9]' differences
"$drift" env diff --json good.trace cut.trace >differences 2>&1
check '... in JSON as well' lists differences 'notes.*.what' cut.trace byte

# ---- the trace ----

echo yes >setting
${CC:-cc} -o program1 "$cases/vain.c"
cp program1 program2
"$drift" env record -q -o same.trace -- sh -c './program1 setting; ./program2 setting'
head -c 100000 /dev/urandom >>program2
"$drift" env record -q -o other.trace -- sh -c './program1 setting; ./program2 setting'
check 'identical blocks are stored once' sh -c \
	'[ $(($(wc -c <other.trace) - $(wc -c <same.trace))) -gt $((99000 + $(wc -c <program1))) ]'

# ---- drift's own needs ----

echo 'read word && [ "$word" = hello ] && grep -q port=80 app.conf' >reader
command="sh reader"
echo hello | record $command
echo port=81 >app.conf
check 'piped input is recorded and fed again' \
	located "app.conf .*'port=80' .*'port=81' "
export TMPDIR="$tmp/no-such-directory"
check 'a missing directory for temporary files is no hindrance' located '^/[^(]*app.conf '
unset TMPDIR
printf 'ulimit -S -f 4; exec "$@"\n' >limited
timeout "$limit" sh limited "$drift" env locate good.trace -- $command >found 2>&1 </dev/null
check 'nor is a limit of file size' grep -q '^/[^(]*app.conf ' found
printf 'ulimit -n 60; exec "$@"\n' >limited
timeout "$limit" perl -MPOSIX -e 'POSIX::dup2(1, 150); $^F = 200; exec @ARGV' sh limited \
	"$drift" env locate good.trace -- $command >found 2>&1 </dev/null
check '... nor one of descriptors, with one that is beyond it' grep -q '^/[^(]*app.conf ' found
printf 'ulimit -t 2; exec "$@"\n' >limited
timeout "$limit" sh limited "$drift" env locate good.trace -- $command >found 2>&1 </dev/null
check '... and one of processor time is lifted, or said to be too low' \
	grep -q -E "^/[^(]*/app.conf |processor time .*drift" found

finish

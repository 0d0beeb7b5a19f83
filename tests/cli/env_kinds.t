#!/bin/sh
# env_kinds.t: a small slice of tests/env/kinds.sh: clients of a server that is running, inherited
# state, other places, output without failure.
. "$(dirname "$0")/lib.sh"
. "$top/tests/env/lib.sh"

cd "$tmp" || exit 1
bin=$tmp/bin
build talk || { not_ok 'building talk'; finish; }

# ---- a client of a server that is running ----

cat >serve.pl <<'END'
use IO::Socket::INET;
my $s = IO::Socket::INET->new(LocalAddr => "127.0.0.1:$ARGV[0]", Listen => 8, ReuseAddr => 1) or die;
alarm 120;
while (my $c = $s->accept) { my $ask = <$c> // next; print $c $ask eq "sesame\n" ? "welcome\n" : "denied\n"; close $c }
END
port=$((24000 + $$ % 4000))
echo $port >port
echo sesame >word
command="$bin/talk port word"
perl serve.pl $port &
server=$!
await listening $port
record $command
echo $((port + 4000)) >port
check 'a wrong port in a file, although the server runs' located "/port .*'$port' .*'$((port + 4000))'"
check '... and only that' sh -c '! grep -q "cause 2" found'
echo $port >port
echo open >word
check 'what the client says to the server' located "/word .*'sesame' .*'open'"
echo sesame >word
kill $server
wait $server 2>/dev/null
check 'a server that does not run' located "connect\(\"127.0.0.1:$port\"\) .*ECONNREFUSED"
check '... and what to do' grep -q "look .*127.0.0.1:$port" found

# ---- files of a group ----

# A user who is in the group runs drift; the run succeeds, so nothing may be located.
if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null; then
	member="setpriv --reuid=65534 --regid=65534 --groups=4321"
	mkdir team
	cp "$drift" drift
	chmod 755 drift
	for what in 'rm team/file' 'ln team/file team/other' 'chmod 600 team/file'; do
		echo one >team/file
		chown -R 0:4321 team
		chmod 2775 team
		chmod 664 team/file
		cp -a team kept
		: >good.trace
		chmod 666 good.trace
		$member ./drift env record -q -o good.trace -- $what >record.out 2>&1
		rm -r team
		mv kept team
		$member ./drift env locate good.trace -- $what >found 2>&1 </dev/null
		check "no cause is made up: $what" test $? -ne 1
		rm -f team/other
	done
else
	ok 'files of a group # SKIP needs root'
fi

# ---- inherited state ----

printf 'cat <&3\n' >three.sh
command="sh three.sh"
exec 3<port
record $command
exec 3<&-
check 'a descriptor that is not given' located '^descriptor 3 '
cat >signal.sh <<'END'
kill -USR1 $$
exit 0
END
command="sh signal.sh"
timeout "$limit" env --ignore-signal=USR1 "$drift" env record -q -o good.trace -- $command
check 'a signal that is not ignored' located '^SIGUSR1 '
command="echo hello"
timeout "$limit" "$drift" env record -q -o full.trace -- $command >/dev/full 2>err
timeout "$limit" "$drift" env record -q -o closed.trace -- $command >&- 2>err
record $command
"$drift" env diff good.trace full.trace >found
check 'standard output is /dev/full' grep -q '^1\. .place. standard output .*/dev/full' found
"$drift" env diff good.trace closed.trace >found
check 'standard output is closed' grep -q '^1\. .place. standard output .*closed' found

# ---- output without failure, and times ----

echo 'colour blue' >app.conf
echo hello >page
command="cat app.conf page"
record $command
echo 'colour red' >app.conf
locate >/dev/null
check 'the output differs: said, with status 0' sh -c '[ $1 -eq 0 ] && grep -q -e --fail-on found' - $?
check 'what makes the output differ' located "/app.conf .*'colour blue' .*'colour red'" --fail-on output
cat >stale.sh <<'END'
if [ in -nt out ]; then cat in >out; echo made; else echo nothing; fi
END
command="sh stale.sh"
echo a >in
echo b >out
touch -d 2001-01-01 out
record $command
touch -d 2002-01-01 out
touch -d 2001-01-01 in
check 'times that keep a program from making a file again' \
	located '/(in|out) was changed at another time: 20' --fail-on 'stdout~nothing'

# ---- pipes, limits, process numbers ----

command="cat app.conf"
record $command
mv app.conf kept.conf
mkfifo app.conf
check 'a FIFO in place of a file' located '/app.conf.* FIFO' --timeout 1s
rm app.conf
command="dd if=page of=big bs=1k seek=7 count=1"
record $command
rm -f big
if command -v prlimit >/dev/null && [ "$(id -u)" = 0 ]; then
	check 'a limit that is lower' prlimit --fsize=4096:4096 sh -c \
		"$drift env locate good.trace -- $command >found 2>&1; grep -q '^limit RLIMIT_FSIZE' found"
else
	ok 'a limit that is lower # SKIP needs root and prlimit'
fi
command="mkdir run.pid"
record $command
rmdir run.pid
echo $$ >run.pid
locate >/dev/null
check 'a file with the number of a process that lives' grep -q "look .*process $$ " found

# ---- from another place ----

mkdir anna bert
echo yes >anna/conf
cat >place.sh <<'END'
grep -q yes "$PWD/conf" && grep -q yes "$HOME/rc"
END
mkdir home.anna home.bert
echo yes >home.anna/rc
echo yes >home.bert/rc
command="sh $tmp/place.sh"
(cd anna && HOME=$tmp/home.anna && export HOME && record $command)
rm -r anna home.anna
echo no >bert/conf
there()
{
	(cd bert && HOME=$tmp/home.bert && export HOME && located "$@")
}
check 'a file of the working directory, recorded in another' there "/bert/conf .*'yes' .*'no'"
check '... the mapping is told' grep -q "^mapped: .*/anna .*/bert " found
echo yes >bert/conf
echo no >home.bert/rc
check 'a file of the home, recorded by another user' there "/home.bert/rc .*'yes' .*'no'"
mkdir anna home.anna
echo yes >home.anna/rc
check 'a home that exists here as well' there "/home.bert/rc .*'yes' .*'no'"
check 'a pair that is given' there "/home.bert/rc .*'yes' .*'no'" \
	--map "$tmp/anna=$tmp/bert"
check 'a pair that is no pair' sh -c '"$1" env locate --map /=/x good.trace -- true; [ $? -eq 2 ]' - "$drift"

# ---- nothing is run ----

echo yes >conf
command="cat conf page"
record $command
check 'nothing differs: status 0' "$drift" env check good.trace
echo no >conf
"$drift" env check good.trace >found
check 'check: a file with other contents' sh -c '[ $1 -eq 1 ] && head -n 1 found | grep -q "/conf .*yes.*no"' - $?
rm page
"$drift" env check --json good.trace >found
check 'check: a file that is missing' sh -c '[ $1 -eq 1 ] && grep -q "subject.*/page" found' - $?

ln -s conf link
command="readlink link"
record $command
ln -sf other link
"$drift" env check good.trace >found
check 'check: a link that leads elsewhere' sh -c '[ $1 -eq 1 ] && head -n 1 found | grep -q "/link"' - $?
chmod 600 conf
command="stat -c %a conf"
record $command
chmod 640 conf
"$drift" env check good.trace >found
check 'check: another mode, asked for with statx' grep -q "/conf.*0600 there" found

# ---- what diff knows ----

size=$(wc -c <good.trace)
head -c $((size - 3)) good.trace >cut.trace
"$drift" env diff cut.trace cut.trace >found
check 'two cut traces without a difference: status 2' test $? -eq 2
"$drift" env diff good.trace good.trace >found
check 'two whole ones: status 0' test $? -eq 0
if [ "$(id -u)" = 0 ] && unshare -m true 2>/dev/null; then
	record head -c 4 /dev/urandom
	unshare -m sh -c 'mount -t tmpfs none /dev && exec "$1" env record -q -o bad.trace -- head -c 4 /dev/urandom' - \
		"$drift" >/dev/null 2>&1
	"$drift" env diff good.trace bad.trace >found
	check 'a missing /dev/urandom' grep -q '^1\. .file. openat("/dev/urandom") .*ENOENT' found
else
	ok 'a missing /dev/urandom # SKIP needs root'
fi

if [ "$(id -u)" = 0 ] && unshare -m true 2>/dev/null; then
	mkdir sub
	echo 'echo x >sub/out' >write.sh
	record sh write.sh
	rm sub/out
	unshare -m sh -c 'mount --bind sub sub && mount -o remount,bind,ro sub && exec "$1" env record -q -o bad.trace -- sh write.sh' - \
		"$drift" >/dev/null 2>&1
	"$drift" env diff good.trace bad.trace >found
	check 'a mount that is read-only here' grep -q '^1\. .file. openat(".*/sub/out") .*EROFS' found
else
	ok 'a mount that is read-only here # SKIP needs root'
fi
printf '%0200d' 0 >binary
printf 'a\000b' >>binary
cat >at.pl <<'END'
open my $f, '<', 'binary' or die;
sysread $f, my $bytes, 200;
sysread $f, $bytes, 3;
END
record perl at.pl
printf 'a\000c' | dd of=binary bs=1 seek=200 conv=notrunc status=none
"$drift" env record -q -o bad.trace -- perl at.pl
"$drift" env diff good.trace bad.trace >found
check 'offsets are those of the file' grep -q 'bytes 202-202' found

# Threads take work in any order; what each reads of a file that several have open is its own.
if [ -x /usr/bin/python3 ]; then
	cat >pool.py <<'END'
import sys
from concurrent.futures import ThreadPoolExecutor
def read(name):
    return open(name).read()
with ThreadPoolExecutor(4) as pool:
    texts = list(pool.map(read, ['page', 'conf', 'at.pl'] * 8))
sys.exit(texts[1] != 'yes\n')
END
	echo page >page
	echo yes >conf
	command="/usr/bin/python3 -S pool.py"
	record $command
	echo no >conf
	check 'threads of Python that read one file at a time' located '/conf .*yes.*no'
	check '... again' located '/conf .*yes.*no'
else
	ok 'threads of Python # SKIP no python3'
fi

"$drift" env show --only process,start good.trace >found
check 'show --only: some calls' sh -c 'grep -q execve found || grep -q "^ *0  program" found; ! grep -q openat found'
check 'show --only: an unknown kind' sh -c '"$1" env show --only wool good.trace; [ $? -eq 2 ]' - "$drift"

finish

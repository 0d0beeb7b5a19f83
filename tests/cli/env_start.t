#!/bin/sh
# env_start.t: whom a program asks, and what it is started with: servers that answer otherwise, sockets
# that may not be used, places that exist both here and there.
. "$(dirname "$0")/lib.sh"
. "$top/tests/env/lib.sh"

cd "$tmp" || exit 1
bin=$tmp/bin
build talk || { not_ok 'building talk'; finish; }

# ---- servers ----

cat >serve.pl <<'END'
use IO::Socket::INET;
my $s = IO::Socket::INET->new(LocalAddr => "127.0.0.$ARGV[2]:$ARGV[0]", Listen => 8, ReuseAddr => 1) or die;
alarm 120;
while (my $c = $s->accept) { my $ask = <$c> // next; print $c "$ARGV[1]\n"; close $c }
END
port=$((28000 + $$ % 4000))
echo $port >port
echo sesame >word
command="$bin/talk port word"
# serve ANSWER LAST: at 127.0.0.LAST.
serve()
{
	perl serve.pl $port "$1" "$2" &
	server=$!
	await grep -q " 0$2"0000"7F:$(printf %04X $port) 00000000:0000 0A " /proc/net/tcp
}
unserve()
{
	kill $server
	wait $server 2>/dev/null
}
# answers PEER: held back because of what PEER answers, without any suspect.
answers()
{
	locate --json >/dev/null
	cat found
	tr -d '\n\t ' <found >flat
	grep -q '"verdict":"heldback"' flat && grep -q "\"peers\":\[\"$1\"\]" flat &&
		grep -q '"suspects":\[\]' flat
}
serve welcome 1
record $command
unserve
serve denied 1
check 'a server that answers otherwise: its address, and no suspects' answers 127.0.0.1:$port
unserve
cat >udp.pl <<'END'
use IO::Socket::INET;
my $s = IO::Socket::INET->new(Proto => 'udp', PeerAddr => "127.0.0.1:$ARGV[0]") or die;
alarm 20;
my $answer = '';
$s->send("hello");
$s->recv($answer, 100);
exit($answer ne "hello");
END
cat >echo.pl <<'END'
use IO::Socket::INET;
my $s = IO::Socket::INET->new(Proto => 'udp', LocalAddr => "127.0.0.1:$ARGV[0]") or die;
alarm 120;
while (my $who = $s->recv(my $said, 100)) { $s->send($said, 0, $who) }
END
perl echo.pl $port &
server=$!
await grep -q " 0100007F:$(printf %04X $port) 00000000:0000 07 " /proc/net/udp
command="perl udp.pl $port"
check 'datagrams to a server that runs' record $command
unserve
check 'datagrams to a server that has ended' located "127.0.0.1:$port.* ECONNREFUSED"
command="$bin/talk port word"
serve welcome 1
record $command
unserve
serve welcome 2
check 'a server at another address: the call fails as outside' \
	located "connect\(\"127.0.0.1:$port\"\) .*ECONNREFUSED"
check '... and the other address is named' grep -q "^  look .*127.0.0.2:$port" found
unserve

if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null; then
	mkdir shared
	chmod 777 shared
	cp "$drift" shared/drift
	cat >shared/unix.pl <<'END'
use IO::Socket::UNIX;
my $s = IO::Socket::UNIX->new(Local => "shared/sock", Listen => 8) or die;
alarm 120;
while (my $c = $s->accept) { print $c "welcome\n"; close $c }
END
	echo 'use IO::Socket::UNIX; my $s = IO::Socket::UNIX->new("shared/sock") or die; exit(<$s> ne "welcome\n")' >ask.pl
	other='setpriv --reuid=65534 --regid=65534 --clear-groups'
	perl shared/unix.pl &
	server=$!
	await test -S shared/sock
	chmod 666 shared/sock
	$other shared/drift env record -q -o shared/good.trace -- perl ask.pl
	chmod 600 shared/sock
	$other shared/drift env locate shared/good.trace -- perl ask.pl >found 2>&1 </dev/null
	check 'a socket whose mode forbids it' sh -c \
		'[ $1 -eq 1 ] && head -n 1 found | grep -q "connect.*sock.*EACCES"' - $?
	check '... and whose it is' grep -q '^  look .*shared/sock .*mode 0600' found
	kill $server
	wait $server 2>/dev/null
else
	ok 'a socket of others # SKIP needs root'
fi

# ---- what it is started with ----

command="perl -e exit(alarm(0)?1:0)"
record $command
timed()
{
	timeout "$limit" perl -e 'alarm 1000; exec @ARGV' "$@"
}
timed "$drift" env locate good.trace -- $command >found 2>&1 </dev/null
check 'a timer that runs when it starts' sh -c '[ $1 -eq 1 ] && head -n 1 found | grep -q SIGALRM' - $?
command="perl -e exit(alarm(0)?0:1)"
check '... and the program has it under record, too' timed "$drift" env record -q -o timed.trace -- $command
cp timed.trace good.trace
check '... and one that does not run here' located SIGALRM
command='/bin/pwd -P'
record $command
mkdir gone
if [ -n "$in_place" ]; then
	ok 'a working directory that was removed # SKIP needs a sandbox'
else
	(cd gone && rmdir ../gone &&
		"$drift" env locate --json "$tmp/good.trace" -- $command >"$tmp/found" 2>&1 </dev/null)
	check 'a working directory that was removed' sh -c \
		'[ $1 -eq 1 ] && grep -q "\"subject\":.\"cwd\"" found' - $?
fi
command='cat'
record $command </dev/null
"$drift" env locate $in_place good.trace -- $command >found 2>&1 <.
check 'standard input is a directory' sh -c \
	'[ $1 -eq 1 ] && head -n 1 found | grep -q "^standard input .*directory"' - $?
mkdir folder
echo 'touch /proc/self/fd/0/file 2>/dev/null; [ ! -d /proc/self/fd/0 ]' >touch.sh
record sh touch.sh </dev/null
"$drift" env locate $in_place good.trace -- sh touch.sh >found 2>&1 <folder
check '... and it leads into the sandbox' sh -c \
	'[ $1 -eq 1 ] && { [ -n "$2" ] || [ ! -e folder/file ]; }' - $? "$in_place"
command='/usr/bin/printf hello'
record $command
timeout "$limit" "$drift" env locate $in_place good.trace -- $command >&- 2>found </dev/null
check 'closed standard output: the answer is on standard error' sh -c \
	'[ $1 -eq 1 ] && head -n 1 found | grep -q "^standard output "' - $?
command="cat port"
record $command
printf 'ulimit -n 12; exec "$@"\n' >limited
timeout "$limit" sh limited "$drift" env locate $in_place good.trace -- $command >found 2>&1 </dev/null
check 'too few descriptors for drift itself: the limit is named' sh -c \
	'[ $1 -eq 0 ] || head -n 3 found | grep -q NOFILE' - $?
printf '#!/bin/sh\nexit 0\n' >tool
chmod 755 tool
command=./tool
record $command
printf '#!%s/no/such/sh\nexit 0\n' "$tmp" >tool
check 'an interpreter that is missing' located "^./tool .* $tmp/no/such/sh "
printf '#!/bin/sh\r\nexit 0\n' >tool
check 'a line that ends with a carriage return' located '^./tool .*carriage'
chmod 644 tool
check 'a program that may not be executed' located '^./tool .*0644'

# ---- places that exist here as well ----

mkdir -p old/lib new/lib
echo yes >old/lib/conf
command='cat lib/conf'
(cd old && record $command)
place()
{
	(cd new && located "$@")
}
check 'a file that the other directory lacks' place '/new/lib/conf.* ENOENT'
check '... also with a limit of time' place '/new/lib/conf.* ENOENT' --time 60s

finish

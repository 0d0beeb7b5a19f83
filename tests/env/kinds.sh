#!/bin/sh
# kinds.sh: kinds of causes that real programs meet: clients of a server that is running, inherited
# state, limits, times, groups, output without failure, another place. Perl, curl and the programs
# that every Debian has are enough. Run by `make check-env`.
#
# The cause of each case was written down before drift was first run on it: the pattern is what the
# first line must say. ENV_KINDS='client_port out_full' runs only these; ENV_KINDS=open and
# ENV_KINDS=held the two halves: the second was not looked at while drift was changed for the first.
. "$(dirname "$0")/../cli/lib.sh"
. "$top/tests/env/lib.sh"

cd "$tmp" || exit 1
base=$((30000 + $$ % 2000))
right=0
tried=0
cp "$drift" drift
chmod 755 drift

# ---- what the cases share ----

# serve FILE PORT: answers each line of a client with FILE, until it is ended; $server is its id.
cat >serve.pl <<'END'
use IO::Socket::INET;
my ($file, $port) = @ARGV;
my $s = IO::Socket::INET->new(LocalAddr => "127.0.0.1:$port", Listen => 8, ReuseAddr => 1) or die;
alarm 300;
while (my $c = $s->accept) {
	my $ask = <$c> // next;
	if ($ask =~ /^GET/) {
		while (defined(my $line = <$c>)) { last if $line =~ /^\r?\n/ }
	}
	open my $in, '<', $file or die;
	my $all = do { local $/; <$in> };
	my ($good) = $all =~ /^secret (\S+)/;
	if (defined $good) { print $c $ask =~ /^\Q$good\E\n/ ? "welcome\n" : "denied\n" }
	elsif ($ask =~ /^GET/) { print $c "HTTP/1.0 200 OK\r\nContent-Length: ", length $all, "\r\n\r\n$all" }
	else { print $c $all }
	close $c;
}
END

# ask PORT: sends a line, prints the answer; fails unless it begins with "welcome".
cat >ask.pl <<'END'
use IO::Socket::INET;
my ($host, $port, $word) = @ARGV;
my $s = IO::Socket::INET->new(PeerAddr => $host, PeerPort => $port, Timeout => 5) or die "cannot connect: $!\n";
print $s "$word\n";
my $answer = <$s> // '';
print $answer;
exit($answer =~ /^welcome/ ? 0 : 1);
END

serve()
{
	perl "$tmp/serve.pl" "$1" "$2" &
	server=$!
	await listening "$2"
}

unserve()
{
	kill "$server"
	wait "$server" 2>/dev/null
}

script()
{
	cat >run.sh
	command="sh run.sh"
}

good()
{
	timeout 120 ${as_user-} ${given-} ./drift env record -q -o good.trace -- $command >record.out 2>&1 </dev/null || {
		not_ok "$name: recording" record.out
		return 1
	}
}

# count_right WHAT PATTERN STATUS WANTED: one case; its first line is in found.
count_right()
{
	tried=$((tried + 1))
	first=$(sed -n '/^library /d; p' found | sed 's/^1\. \[[a-z]*\] //' | head -n 1)
	if [ "$3" -eq "$4" ] && echo "$first" | grep -q -E -e "$2"; then
		right=$((right + 1))
		ok "$1"
	else
		not_ok "$1" found
	fi
	diag "$first"
}

# cause WHAT PATTERN [OPTION...]: locates; the first line must match PATTERN, confirmed.
cause()
{
	cause_what=$1 cause_pattern=$2
	shift 2
	timeout 120 ${as_user-} ${given-} ./drift env locate "$@" good.trace -- $command >found 2>&1 </dev/null
	count_right "$cause_what" "$cause_pattern" $? 1
}

# differs WHAT PATTERN: PATTERN matches the first difference between good.trace and bad.trace.
differs()
{
	timeout 60 ./drift env diff good.trace bad.trace >found 2>&1
	count_right "$1" "$2" $? 1
}

needs_root()
{
	[ "$(id -u)" = 0 ] && unshare -m true 2>/dev/null && command -v setpriv >/dev/null ||
		{ ok "$name # SKIP needs root and namespaces"; return 1; }
}

fresh()
{
	mkdir -p "$tmp/w.$name"
	cd "$tmp/w.$name" || exit 1
	cp "$tmp/drift" drift
	unset as_user given
}

# ---- clients of a server that is running ----

client_port()
{
	command -v curl >/dev/null || { ok "$name # SKIP no curl"; return; }
	echo hello >page
	serve page $((base + 1))
	echo "url = http://127.0.0.1:$((base + 1))/" >curlrc
	command="curl -sS -m 20 --noproxy 127.0.0.1 -K curlrc"
	good && {
		echo "url = http://127.0.0.1:$((base + 2))/" >curlrc
		cause 'curl: a wrong port in its file, the server runs' "^/[^(]*curlrc .*$((base + 1)).*$((base + 2))"
	}
	unserve
}

client_proxy()
{
	command -v curl >/dev/null || { ok "$name # SKIP no curl"; return; }
	echo hello >page
	serve page $((base + 1))
	command="curl -sS -m 20 http://127.0.0.1:$((base + 1))/"
	unset http_proxy no_proxy all_proxy NO_PROXY
	good && {
		export http_proxy=http://127.0.0.1:$((base + 2))/
		cause 'curl: a proxy in a variable, the server runs' '^variable http_proxy'
		unset http_proxy
	}
	unserve
}

client_word()
{
	echo 'secret sesame' >secret
	serve secret $((base + 3))
	echo sesame >word
	script <<-END
		perl $tmp/ask.pl 127.0.0.1 $((base + 3)) \$(cat word)
	END
	good && {
		echo sesam >word
		cause 'a wrong password in a file, the server denies' "^/[^(]*word .*'sesame'"
	}
	unserve
}

# The server's own data differ: only its answer can be named.
client_answer()
{
	echo welcome >page
	serve page $((base + 4))
	command="perl $tmp/ask.pl 127.0.0.1 $((base + 4)) hello"
	good && {
		echo 'no such table' >page
		cause 'what the server answers' "^[^(]*127.0.0.1:$((base + 4)) .*'welcome.*'no such table" --allow sockets
	}
	unserve
}

client_name()
{
	echo welcome >page
	serve page $((base + 5))
	echo 'host 127.0.0.1' >app.conf
	script <<-END
		perl $tmp/ask.pl \$(sed -n 's/^host //p' app.conf) $((base + 5)) hello
	END
	good && {
		echo 'host 127.0.0.9' >app.conf
		cause 'a wrong host in a file, the server runs' "^/[^(]*app.conf .*127.0.0.1.*127.0.0.9"
	}
	unserve
}

client_choice()
{
	echo welcome >page
	serve page $((base + 6))
	script <<-END
		perl $tmp/ask.pl 127.0.0.1 \${APP_PORT:-$((base + 6))} hello
	END
	unset APP_PORT
	good && {
		export APP_PORT=$((base + 7))
		cause 'a port from a variable, the server runs' '^variable APP_PORT'
		unset APP_PORT
	}
	unserve
}

client_gone()
{
	echo welcome >page
	serve page $((base + 8))
	command="perl $tmp/ask.pl 127.0.0.1 $((base + 8)) hello"
	good
	unserve
	cause 'the server does not run' "^connect\(.127.0.0.1:$((base + 8)).\) .*ECONNREFUSED"
}

# ---- inherited state ----

fd_missing()
{
	echo yes >given.txt
	script <<-'END'
		read answer <&3 && [ "$answer" = yes ]
	END
	exec 3<given.txt
	good
	exec 3<&-
	cause 'descriptor 3 is not given' 'descriptor 3'
}

# Perl does not let SIGCHLD stay ignored, Python does.
child_ignored()
{
	[ -x /usr/bin/python3 ] || { ok "$name # SKIP no python3"; return; }
	cat >wait.py <<-'END'
		import os, sys
		pid = os.fork()
		if pid == 0:
		    os._exit(0)
		try:
		    os.waitpid(pid, 0)
		except ChildProcessError:
		    sys.exit(1)
	END
	command="/usr/bin/python3 -S wait.py"
	good
	given="env --ignore-signal=CHLD"
	cause 'SIGCHLD is ignored' 'SIGCHLD.*ignored'
}

pipe_ignored()
{
	cat >pipe.pl <<-'END'
		pipe my $in, my $out or die;
		my $pid = fork // die;
		if (!$pid) { close $in; select undef, undef, undef, 0.5; syswrite $out, "x"; exit 1 }
		close $in; close $out;
		waitpid $pid, 0;
		exit(($? & 127) == 13 ? 0 : 1);
	END
	command="perl pipe.pl"
	good
	given="env --ignore-signal=PIPE"
	cause 'SIGPIPE is ignored' 'SIGPIPE.*ignored'
}

alarm_blocked()
{
	cat >alarm.pl <<-'END'
		$SIG{ALRM} = sub { exit 0 };
		alarm 1;
		select undef, undef, undef, 3;
		exit 1;
	END
	command="perl alarm.pl"
	good
	given="env --block-signal=ALRM"
	cause 'SIGALRM is blocked' 'SIGALRM.*blocked'
}

out_full()
{
	script <<-'END'
		echo hello || exit 1
	END
	timeout 60 ./drift env record -q -o good.trace -- $command >out </dev/null
	timeout 60 ./drift env record -q -o bad.trace -- $command >/dev/full 2>err </dev/null
	differs 'standard output is /dev/full' '(standard output|descriptor 1).*/dev/full'
}

out_closed()
{
	script <<-'END'
		echo hello || exit 1
	END
	timeout 60 ./drift env record -q -o good.trace -- $command >out </dev/null
	timeout 60 ./drift env record -q -o bad.trace -- $command >&- 2>err </dev/null
	differs 'standard output is closed' '(standard output|descriptor 1).*closed'
}

in_closed()
{
	cat >input.pl <<-'END'
		open my $f, '<', 'a' or die;
		exit(fileno($f) > 2 ? 0 : 1);
	END
	echo a >a
	command="perl input.pl"
	timeout 60 ./drift env record -q -o good.trace -- $command >out 2>err </dev/null
	timeout 60 ./drift env record -q -o bad.trace -- $command >out 2>err <&-
	differs 'standard input is closed' '(standard input|descriptor 0).*closed'
}

# ---- limits ----

limit_files()
{
	needs_root || return
	chmod 777 .
	: >good.trace
	chmod 666 good.trace
	cat >many.pl <<-'END'
		my @all;
		for (1 .. 40) { open my $f, '<', '/dev/null' or exit 1; push @all, $f }
	END
	command="perl many.pl"
	as_user="setpriv --reuid=65534 --regid=65534 --clear-groups"
	good
	given="prlimit --nofile=20:20"
	cause 'the hard limit of open files, for a user' 'RLIMIT_NOFILE.*20'
}

limit_size()
{
	needs_root || return
	chmod 777 .
	: >good.trace
	chmod 666 good.trace
	command="dd if=/dev/zero of=out.bin bs=1024 count=64"
	as_user="setpriv --reuid=65534 --regid=65534 --clear-groups"
	good
	rm -f out.bin
	given="prlimit --fsize=8192:8192"
	cause 'the hard limit of file size, for a user' 'RLIMIT_FSIZE.*8192'
}

limit_stack()
{
	script <<-'END'
		[ "$(ulimit -S -s)" = unlimited ] || [ "$(ulimit -S -s)" -gt 1000 ]
	END
	good
	given="prlimit --stack=524288:"
	cause 'the soft limit of the stack' 'RLIMIT_STACK.*524288'
}

# ---- times ----

make_stale()
{
	command -v make >/dev/null || { ok "$name # SKIP no make"; return; }
	printf 'out: in\n\tcp in out\n' >Makefile
	echo a >in
	command="make out"
	good
	touch -d '2001-01-01 00:00:00' in
	touch -d '2002-01-01 00:00:00' out
	cause 'make does nothing because of a time' '/(out|in) (was changed at another time|exists here already)|(/out"?\)?).*(ENOENT|exists)' --fail-on 'stdout~up to date'
}

stamp_older()
{
	cat >stamp.pl <<-'END'
		open my $log, '>', 'log' or die; print $log "run\n"; close $log;
		exit((stat 'stamp')[9] >= (stat 'conf')[9] ? 0 : 1);
	END
	command="perl stamp.pl"
	echo c >conf
	touch -d '2001-01-01 00:00:00' conf
	touch -d '2002-01-01 00:00:00' stamp
	good
	touch -d '2003-01-01 00:00:00' conf
	cause 'a file that is newer than its stamp' '/(conf|stamp) was changed at another time'
}

# ---- groups ----

group_file()
{
	needs_root || return
	chmod 777 .
	: >good.trace
	chmod 666 good.trace
	echo yes >shared
	chown 0:4321 shared
	chmod 640 shared
	command="grep yes shared"
	as_user="setpriv --reuid=65534 --regid=65534 --groups=4321"
	good
	as_user="setpriv --reuid=65534 --regid=65534 --clear-groups"
	cause 'a file of a group that the user is not in' '/shared"\) .*EACCES'
}

# The run succeeds: nothing must be located.
group_fine()
{
	needs_root || return
	chmod 777 .
	: >good.trace
	chmod 666 good.trace
	mkdir team
	echo one >team/list
	chown -R 0:4321 team
	chmod 2775 team
	chmod 664 team/list
	command="sed -i s/one/two/ team/list"
	as_user="setpriv --reuid=65534 --regid=65534 --groups=4321"
	good
	echo one >team/list
	tried=$((tried + 1))
	timeout 120 $as_user ./drift env locate good.trace -- $command >found 2>&1 </dev/null
	group_status=$?
	if [ $group_status -ne 1 ] && head -n 1 found | grep -q -E 'does not fail here|held back|cannot cover'; then
		right=$((right + 1))
		ok 'sed -i in a directory of the group: no cause is made up'
	else
		not_ok 'sed -i in a directory of the group: no cause is made up' found
	fi
	diag "$(head -n 1 found)"
}

# ---- output without failure ----

output_conf()
{
	echo 'colour blue' >app.conf
	command="sed -n s/^colour.//p app.conf"
	good
	echo 'colour red' >app.conf
	cause 'exit 0, other output: a file' "^/[^(]*app.conf .*blue.*red" --fail-on output
}

output_order()
{
	script <<-'END'
		echo "zone ${APP_ZONE:-none}"
		exit 0
	END
	export APP_ZONE=here
	good
	unset APP_ZONE
	cause 'exit 0, other output: a variable' '^variable APP_ZONE' --fail-on output
}

# ---- another place ----

place_dir()
{
	mkdir one two
	echo yes >one/app.conf
	echo no >two/app.conf
	cat >run.sh <<-'END'
		grep -q yes "$PWD/app.conf"
	END
	cp run.sh drift one
	cp run.sh drift two
	command="sh run.sh"
	cd one || return
	good
	cd ../two || return
	cp ../one/good.trace .
	cause 'another directory: the file in it' "^/[^(]*two/app.conf .*'yes'.*'no'"
	cp found ..
	cd .. || return
}

place_home()
{
	mkdir anna bert
	echo yes >anna/.apprc
	echo no >bert/.apprc
	script <<-'END'
		grep -q yes "$HOME/.apprc"
	END
	home=$HOME
	HOME=$PWD/anna
	export HOME
	good
	HOME=$PWD/bert
	cause 'another home: the file in it' "^/[^(]*bert/.apprc .*'yes'.*'no'"
	HOME=$home
}

# ---- others ----

fifo_conf()
{
	echo yes >app.conf
	command="grep -q yes app.conf"
	good
	rm app.conf
	mkfifo app.conf
	cause 'a FIFO in place of a file' '/app.conf.*(FIFO|S_IFIFO)' --timeout 3s
}

interpreter()
{
	cat >tool <<-'END'
		#!/bin/sh
		exit 0
	END
	chmod 755 tool
	mkdir bin
	cp /bin/sh bin/mysh
	sed -i "1s,.*,#!$PWD/bin/mysh," tool
	script <<-'END'
		./tool
	END
	good
	rm bin/mysh
	cause 'the interpreter of a script is missing' 'execve\(".*/tool"\) .*ENOENT|bin/mysh'
}

random_clean()
{
	cat >random.pl <<-'END'
		open my $f, '<', '/dev/urandom' or die;
		read $f, my $bytes, 8;
		open my $c, '<', 'app.conf' or die;
		exit(<$c> =~ /yes/ ? 0 : 1);
	END
	command="perl random.pl"
	echo yes >app.conf
	good
	echo no >app.conf
	cause 'random bytes are no cause' "^/[^(]*app.conf .*'yes'.*'no'"
	check '... and stand nowhere' sh -c '! grep -q -E "getrandom|urandom" found'
}

open="client_port client_word client_answer client_gone fd_missing child_ignored out_full limit_files
make_stale group_file output_conf place_dir fifo_conf random_clean"
held="client_proxy client_name client_choice pipe_ignored alarm_blocked out_closed in_closed limit_size limit_stack
stamp_older group_fine output_order place_home interpreter"
case ${ENV_KINDS-} in
'') list="$open $held" ;;
open) list=$open ;;
held) list=$held ;;
*) list=$ENV_KINDS ;;
esac
for name in $list; do
	fresh
	$name
done
cd "$tmp" || exit 1
diag "$right of $tried right and first"
finish

#!/bin/sh
# servers.sh: real servers from Debian's packages, in an environment where they start and in one
# where they do not. Run by `make check-env`; a server that is not installed is skipped.
. "$(dirname "$0")/../cli/lib.sh"
. "$top/tests/env/lib.sh"

cd "$tmp" || exit 1
PATH=$PATH:/usr/sbin:/sbin
base=$((21000 + $$ % 9000))

has()
{
	command -v "$1" >/dev/null || { ok "$2 # SKIP $1 is not installed"; return 1; }
}

say()
{
	diag "$1: $(tail -n 1 found)"
}

mpd_started()
{
	[ -s run/pid ] && listening "$base"
}

# The thesis' first case: a daemon whose run directory is missing.
run_directory()
{
	has mpd 'a missing run directory' || return
	mkdir -p music run
	cat >mpd.conf <<END
music_directory "$tmp/music"
db_file "$tmp/db"
pid_file "$tmp/run/pid"
log_file "$tmp/mpd.log"
bind_to_address "127.0.0.1"
port "$base"
audio_output {
	type "null"
	name "none"
}
END
	command="mpd --no-daemon mpd.conf"
	record_server mpd_started $command
	rm -r run
	check 'mpd: a missing run directory' \
		located 'openat\(".*/run/pid"\) .*ENOENT' --ok-after 1s
	check '... within the bound of reruns' few_reruns
	check '... and what to do' grep -q 'look .*directory .*/run .*exist' found
	say mpd
}

# The second: a value in a configuration file. With lighttpd the start is refused, with vsftpd the
# login.
configuration()
{
	has lighttpd 'a configuration value' || return
	mkdir -p www
	cat >lighttpd.conf <<END
server.document-root = "$tmp/www"
server.port = $((base + 1))
server.bind = "127.0.0.1"
server.max-fds = 64
END
	command="lighttpd -D -f lighttpd.conf"
	record_server "listening $((base + 1))" $command
	sed -i 's/127.0.0.1/192.0.2.1/' lighttpd.conf
	check 'lighttpd: a configuration value' \
		located "lighttpd.conf .*line 3 .*127.0.0.1.* .*192.0.2.1.* " \
		--ok-after 1s
	check '... within the bound of reruns' few_reruns
	say lighttpd
}

login()
{
	has vsftpd 'a login' && has curl 'a login' || return
	[ "$(id -u)" = 0 ] || { ok 'a login # SKIP vsftpd needs root'; return; }
	mkdir -p empty
	cat >vsftpd.conf <<END
listen=YES
listen_address=127.0.0.1
listen_port=$((base + 2))
background=NO
anonymous_enable=YES
local_enable=NO
secure_chroot_dir=$tmp/empty
anon_root=$tmp/empty
END
	command="vsftpd $tmp/vsftpd.conf"
	record_server "listening $((base + 2))" $command
	sed -i 's/anonymous_enable=YES/anonymous_enable=NO/' vsftpd.conf
	check 'vsftpd: a login that is refused' \
		located "vsftpd.conf .*'anonymous_enable=YES' " --ok-after 1s \
		--oracle "curl -s -m 5 ftp://127.0.0.1:$((base + 2))/"
	check '... within the bound of reruns' few_reruns
	say vsftpd
}

# The third: a port in use.
port_in_use()
{
	has lighttpd 'a port in use' && has perl 'a port in use' || return
	mkdir -p www
	printf 'server.document-root = "%s/www"\nserver.port = %d\nserver.bind = "127.0.0.1"\n' \
		"$tmp" $((base + 3)) >port.conf
	command="lighttpd -D -f port.conf"
	record_server "listening $((base + 3))" $command
	perl -MIO::Socket -e 'my $s = IO::Socket::INET->new(Listen => 1, LocalAddr => "127.0.0.1",
		LocalPort => $ARGV[0], ReuseAddr => 1) or die; sleep 120' $((base + 3)) &
	blocker=$!
	await listening $((base + 3))
	check 'lighttpd: a port in use' \
		located "bind\(\"127.0.0.1:$((base + 3))\"\) .*EADDRINUSE" --ok-after 1s
	check '... within the bound of reruns' few_reruns
	check '... and what to do' grep -q 'look .*taken' found
	kill $blocker
	wait $blocker 2>/dev/null
	say lighttpd
}

for name in ${ENV_CASES:-run_directory configuration login port_in_use}; do
	$name
done
finish

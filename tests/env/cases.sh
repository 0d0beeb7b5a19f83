#!/bin/sh
# cases.sh: programs from Debian's packages in an environment where they work and in one where they
# do not. Run by `make check-env`; what is not installed is skipped.
#
# The cause of each case was written down before drift was first run on it: the pattern is what the
# first line must say. ENV_CASES='redis_dir git_lock' runs only these, ENV_DIFF=1 asks env diff as well.
. "$(dirname "$0")/../cli/lib.sh"
. "$top/tests/env/lib.sh"

cd "$tmp" || exit 1
PATH=$PATH:/usr/sbin:/sbin
base=$((22000 + $$ % 8000))
right=0
tried=0
among=0
cp "$drift" drift # for other users

needs()
{
	for needs_program in "$@"; do
		command -v "$needs_program" >/dev/null ||
			{ ok "$name # SKIP $needs_program is not installed"; return 1; }
	done
}

needs_root()
{
	[ "$(id -u)" = 0 ] && unshare -m true 2>/dev/null || { ok "$name # SKIP needs root and namespaces"; return 1; }
}

# cause WHAT PATTERN [OPTION...]: locates, here and now; the first line must match PATTERN.
cause()
{
	cause_what=$1 cause_pattern=$2
	shift 2
	tried=$((tried + 1))
	timeout 120 ${as_user-} ./drift env locate "$@" good.trace -- $command >found 2>&1 </dev/null
	cause_status=$?
	cause_first=$(sed -n '/^library /d; p' found | head -n 1)
	if [ $cause_status -eq 1 ] && echo "$cause_first" | grep -q -E -e "$cause_pattern"; then
		right=$((right + 1))
		ok "$cause_what"
	elif [ $cause_status -eq 2 ] && sed -n 's/^  [123]\. //p' found | grep -q -E -e "$cause_pattern"; then
		ok "$cause_what (suspected, not confirmed)"
	else
		not_ok "$cause_what" found
	fi
	diag "$cause_first"
	diag "$(tail -n 1 found)"
	[ -z "${ENV_DIFF-}" ] || compare "${cause_pattern#^}"
}

# compare PATTERN: with ENV_DIFF set, the same question to env diff: among its first three?
compare()
{
	: >bad.trace
	chmod 666 bad.trace
	timeout 60 ${as_user-} ./drift env record -q --for 10s -o bad.trace -- $command >/dev/null 2>&1 </dev/null
	if ./drift env diff good.trace bad.trace 2>&1 | sed -n 's/^[123]\. \[[a-z]*\] //p' | grep -q -E -e "$1"; then
		among=$((among + 1))
	else
		diag "diff: $(./drift env diff good.trace bad.trace 2>&1 | grep -E '^[1234]\. ' | tr '\n' ' ' | cut -c 1-400)"
	fi
}

advises()
{
	check "... and what to do" grep -q -E -e "^  look .*$1" found
}

script()
{
	cat >run.sh
	command="sh run.sh"
}

# good [COMMAND...]: records $command, which must succeed.
good()
{
	timeout 120 ${as_user-} ./drift env record -q -o good.trace -- $command >record.out 2>&1 </dev/null || {
		not_ok "$name: recording" record.out
		return 1
	}
}

serve()
{
	record_server "$1" $command
}

fresh()
{
	mkdir -p "$tmp/w.$name"
	cd "$tmp/w.$name" || exit 1
	rm -f "$tmp/found"
	cp "$tmp/drift" drift
	unset as_user
}

# ---- databases ----

redis_conf()
{
	mkdir -p data
	printf 'port %d\nbind 127.0.0.1\ndir %s/data\nsave ""\n' $((base + 1)) "$PWD" >redis.conf
	command="redis-server redis.conf"
}

redis_dir()
{
	needs redis-server || return
	redis_conf
	serve "listening $((base + 1))"
	mv "$tmp/good.trace" .
	mv data gone
	cause 'redis: the data directory is missing' 'chdir\(".*/data"\) .*ENOENT' --ok-after 2s
}

redis_port()
{
	needs redis-server || return
	redis_conf
	serve "listening $((base + 1))"
	mv "$tmp/good.trace" .
	socat TCP-LISTEN:$((base + 1)),bind=127.0.0.1,reuseaddr,fork PIPE &
	blocker=$!
	await listening $((base + 1))
	cause 'redis: the port is taken' "bind\(\"127.0.0.1:$((base + 1))\"\) .*EADDRINUSE" --ok-after 2s
	advises 'taken here by process [0-9]+ \(socat\)'
	kill $blocker
	wait $blocker 2>/dev/null
}

redis_value()
{
	needs redis-server || return
	redis_conf
	echo 'maxmemory 10mb' >>redis.conf
	serve "listening $((base + 1))"
	mv "$tmp/good.trace" .
	sed -i 's/10mb/10zb/' redis.conf
	cause 'redis: a value in its configuration' "redis.conf .*'maxmemory 10mb' " --ok-after 2s
}

redis_dump()
{
	needs redis-server redis-cli || return
	redis_conf
	redis-server redis.conf >/dev/null &
	server=$!
	await listening $((base + 1))
	redis-cli -p $((base + 1)) set key value >/dev/null
	redis-cli -p $((base + 1)) save >/dev/null
	kill $server
	wait $server
	serve "listening $((base + 1))"
	mv "$tmp/good.trace" .
	printf 'REDIS9999' | dd of=data/dump.rdb conv=notrunc 2>/dev/null
	cause 'redis: a damaged dump' 'dump.rdb (reads|differs)' --ok-after 2s
}

postgres_begin()
{
	needs_root && id postgres >/dev/null 2>&1 || { ok "$name # SKIP no postgres"; return 1; }
	pgbin=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | tail -n 1)
	[ -x "$pgbin/initdb" ] || { ok "$name # SKIP no initdb"; return 1; }
	chown postgres . && chmod 755 .
	as_user="setpriv --reuid=postgres --regid=postgres --clear-groups"
	$as_user "$pgbin/initdb" -D data -A trust >initdb.out 2>&1 || { not_ok "$name: initdb" initdb.out; return 1; }
	command="$pgbin/postgres -D data -p $((base + 2)) -k $PWD -c listen_addresses=127.0.0.1"
}

postgres_serve()
{
	: >good.trace
	chmod 666 good.trace
	$as_user ./drift env record -q -o good.trace -- $command >record.out 2>&1 &
	recorder=$!
	await grep -q 'ready to accept connections' record.out
	kill $recorder
	wait $recorder
}

postgres_mode()
{
	postgres_begin || return
	postgres_serve
	chmod 755 data
	cause 'postgres: the mode of its data directory' 'data: st_mode S_IFDIR.0700 .*S_IFDIR.0755 ' --ok-after 3s
}

postgres_pid()
{
	postgres_begin || return
	postgres_serve
	$as_user $command >server.out 2>&1 &
	server=$!
	await grep -q 'ready to accept connections' server.out
	cp -p data/postmaster.pid saved
	cause 'postgres: another one runs in the same directory' 'postmaster.pid"\) .*EEXIST' --ok-after 3s \
		--before 'cp -p saved data/postmaster.pid'
	check '... with its port' grep -q '^cause .*bind(.*EADDRINUSE' found
	check '... its shared memory is held back, and said' grep -q '^held back: System V shared memory' found
	kill $server
	wait $server
}

postgres_conf()
{
	postgres_begin || return
	postgres_serve
	sed -i 's/^max_connections = 100/max_connections = many/' data/postgresql.conf
	cause 'postgres: a value in its configuration' "postgresql.conf .*'max_connections = 100" --ok-after 3s
}

sqlite_locked()
{
	needs sqlite3 python3 || return
	sqlite3 base.db 'create table t(a); insert into t values(1)'
	command="sqlite3 base.db update\ t\ set\ a=2"
	script <<-'END'
		sqlite3 base.db 'update t set a = a + 1'
	END
	good || return
	python3 -c 'import sqlite3, time
c = sqlite3.connect("base.db", isolation_level=None)
c.execute("begin exclusive")
open("locked", "w").close()
time.sleep(300)' &
	blocker=$!
	await [ -e locked ]
	cause 'sqlite: the database is locked' 'fcntl\(".*base.db"\) .*EAGAIN'
	advises 'base.db is locked here by process [0-9]+ \(python3\)'
	kill $blocker
	wait $blocker 2>/dev/null
}

# ---- servers ----

nginx_conf()
{
	mkdir -p logs tmp
	printf 'types { text/html html; }\n' >mime.types
	cat >nginx.conf <<-END
		daemon off;
		worker_processes 1;
		pid $PWD/logs/nginx.pid;
		error_log $PWD/logs/error.log;
		events { worker_connections 64; }
		http {
			include $PWD/mime.types;
			access_log $PWD/logs/access.log;
			client_body_temp_path $PWD/tmp/body;
			proxy_temp_path $PWD/tmp/proxy;
			fastcgi_temp_path $PWD/tmp/fastcgi;
			uwsgi_temp_path $PWD/tmp/uwsgi;
			scgi_temp_path $PWD/tmp/scgi;
			server { listen 127.0.0.1:$((base + 3)); root $PWD; }
		}
	END
	command="nginx -p $PWD -e $PWD/logs/error.log -c $PWD/nginx.conf"
}

nginx_include()
{
	needs nginx || return
	nginx_conf
	serve "listening $((base + 3))"
	mv "$tmp/good.trace" .
	mv mime.types gone
	cause 'nginx: an included file is missing' 'mime.types"\) .*ENOENT' --ok-after 2s
}

nginx_value()
{
	needs nginx || return
	nginx_conf
	serve "listening $((base + 3))"
	mv "$tmp/good.trace" .
	sed -i 's/worker_connections 64/worker_connection 64/' nginx.conf
	cause 'nginx: a misspelt directive' "nginx.conf .*line 5" --ok-after 2s
}

nginx_three()
{
	needs nginx || return
	nginx_conf
	serve "listening $((base + 3))"
	mv "$tmp/good.trace" .
	mv mime.types gone
	rm -r tmp
	sed -i "s/127.0.0.1:/192.0.2.1:/" nginx.conf
	cause 'nginx: three causes at once' 'cause 1 of 3: ' --ok-after 2s
	check '... the file' grep -q '^cause .*mime.types") .*ENOENT' found
	check '... the directory' grep -q '^cause .*/tmp[^ ]*") .*ENOENT' found
	check '... the configuration' grep -q '^cause .*[^(]*nginx.conf ' found
}

haproxy_file()
{
	needs haproxy || return
	printf 'HTTP/1.0 503 No\r\n\r\n' >503.http
	printf 'defaults\n mode http\n timeout connect 1s\n timeout client 1s\n timeout server 1s\n errorfile 503 %s/503.http\nfrontend f\n bind 127.0.0.1:%d\n' "$PWD" $((base + 4)) >ha.cfg
	command="haproxy -c -f ha.cfg"
	good || return
	rm 503.http
	cause 'haproxy: a file that its configuration names' '503.http"\) .*ENOENT'
}

mosquitto_file()
{
	needs mosquitto || return
	: >passwords
	printf 'user root\nlistener %d 127.0.0.1\nallow_anonymous true\npassword_file %s/passwords\n' $((base + 5)) "$PWD" >m.conf
	command="mosquitto -c m.conf"
	serve "listening $((base + 5))"
	mv "$tmp/good.trace" .
	rm passwords
	cause 'mosquitto: the password file is missing' 'passwords"\) .*ENOENT' --ok-after 2s
}

dnsmasq_hosts()
{
	needs dnsmasq || return
	printf 'port=%d\nlisten-address=127.0.0.1\nbind-interfaces\nno-resolv\nno-hosts\nno-daemon\npid-file=\nuser=root\ndhcp-hostsfile=/dev/null\n' $((base + 6)) >d.conf
	command="dnsmasq -C d.conf"
	serve "listening $((base + 6))"
	mv "$tmp/good.trace" .
	sed -i 's/no-hosts/no-hsts/' d.conf
	cause 'dnsmasq: a misspelt option' "d.conf .*'no-hosts' .*'no-hsts' " --ok-after 2s
}

stunnel_key()
{
	needs stunnel openssl || return
	openssl req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out cert.pem -days 2 -subj /CN=localhost 2>/dev/null
	printf 'foreground = yes\npid =\n[x]\naccept = 127.0.0.1:%d\nconnect = 127.0.0.1:1\ncert = cert.pem\nkey = key.pem\n' $((base + 7)) >s.conf
	command="stunnel s.conf"
	serve "listening $((base + 7))"
	mv "$tmp/good.trace" .
	openssl genrsa -out key.pem 2048 2>/dev/null
	cause 'stunnel: a key that is not that of the certificate' '^/[^(]*key.pem ' --ok-after 2s
}

memcached_port()
{
	needs memcached socat || return
	command="memcached -u root -l 127.0.0.1 -p $((base + 8)) -U 0"
	serve "listening $((base + 8))"
	mv "$tmp/good.trace" .
	socat TCP-LISTEN:$((base + 8)),bind=127.0.0.1,reuseaddr,fork PIPE &
	blocker=$!
	await listening $((base + 8))
	cause 'memcached: the port is taken' "bind\(\"127.0.0.1:$((base + 8))\"\) .*EADDRINUSE" --ok-after 2s
	kill $blocker
	wait $blocker 2>/dev/null
}

socket_left()
{
	needs socat python3 || return
	cat >listen.py <<-'END'
		import socket, sys
		s = socket.socket(socket.AF_UNIX)
		s.bind("here.sock")
		s.listen()
	END
	command="python3 listen.py"
	good || return
	cause 'python: a socket left over' 'bind\("unix:here.sock"\) .*EADDRINUSE'
	advises 'here.sock exists here already, and nobody uses it'
}

# ---- TLS ----

openssl_verify()
{
	needs openssl || return
	openssl req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out cert.pem -days 2 -subj /CN=localhost 2>/dev/null
	cp cert.pem ca.pem
	command="openssl verify -CAfile ca.pem cert.pem"
	good || return
	head -n 5 cert.pem >ca.pem
	cause 'openssl: a CA bundle cut short' '^/[^(]*ca.pem '
}

curl_tls()
{
	needs openssl curl || return
	openssl req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out cert.pem -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost 2>/dev/null
	cp cert.pem ca.pem
	openssl s_server -quiet -accept $((base + 9)) -cert cert.pem -key key.pem -www >/dev/null 2>&1 &
	server=$!
	await sh -c "grep -q ':$(printf %04X $((base + 9))) .* 0A ' /proc/net/tcp /proc/net/tcp6"
	command="curl -sS -m 20 --noproxy * -o out.html --cacert ca.pem https://localhost:$((base + 9))/"
	set -f
	good && {
		head -n 5 cert.pem >ca.pem
		cause 'curl: a CA bundle cut short' '^/[^(]*ca.pem '
	}
	set +f
	kill $server
	wait $server 2>/dev/null
}

curl_refused()
{
	needs python3 curl || return
	python3 -m http.server --bind 127.0.0.1 $((base + 10)) >/dev/null 2>&1 &
	server=$!
	await listening $((base + 10))
	command="curl -sS -m 20 --noproxy x -o out.html http://127.0.0.1:$((base + 10))/"
	good
	kill $server
	wait $server 2>/dev/null
	cause 'curl: nobody listens' "connect\(.127.0.0.1:$((base + 10)).\) .*ECONNREFUSED"
}

# ---- git and make ----

git_repository()
{
	needs git || return 1
	git init -q repo
	echo a >repo/file
	git -C repo add file
	git -C repo -c user.name=x -c user.email=x@y commit -qm first
}

git_lock()
{
	git_repository || return
	echo b >repo/other
	cp -a repo saved
	command="git -C repo add other"
	good || return
	: >saved/.git/index.lock
	rm -rf repo
	cp -a saved repo
	cause 'git: a lock file left over' 'index.lock"\) .*EEXIST' --before 'rm -rf repo && cp -a saved repo'
	advises 'index.lock exists here already'
}

git_config()
{
	git_repository || return
	command="git -C repo status"
	good || return
	echo '[core' >>repo/.git/config
	cause 'git: its configuration is broken' '^/[^(]*.git/config '
}

git_hook()
{
	git_repository || return
	printf '#!/usr/bin/perl\nexit 0\n' >repo/.git/hooks/pre-commit
	chmod +x repo/.git/hooks/pre-commit
	script <<-'END'
		git -C repo -c user.name=x -c user.email=x@y commit -q --allow-empty -m more
	END
	good || return
	printf '#!/usr/bin/perl\nexit 1\n' >repo/.git/hooks/pre-commit
	cause 'git: a hook that refuses' "pre-commit .*'exit 0' .*'exit 1' "
}

make_command()
{
	needs make || return
	mkdir -p tools
	printf '#!/bin/sh\necho "$1" >out\n' >tools/generate
	chmod +x tools/generate
	printf 'out: in\n\t./tools/generate x\n' >Makefile
	: >in
	command="make -B"
	good || return
	rm tools/generate
	cause 'make: a command is missing' 'tools/generate"\) .*ENOENT'
}

make_parallel()
{
	needs make gcc || return
	for i in 1 2 3 4 5 6 7 8; do
		printf '#include "h%d.h"\nint f%d(void) { return V; }\n' $((i % 2)) $i >s$i.c
	done
	echo '#define V 1' >h0.h
	echo '#define V 2' >h1.h
	printf 'all: s1.o s2.o s3.o s4.o s5.o s6.o s7.o s8.o\n%%.o: %%.c\n\tgcc -c $< -o $@\n' >Makefile
	command="make -B -j4"
	good || return
	echo '#define W 2' >h1.h
	cause 'make -j4: a header' "h1.h .*'#define V 2' .*'#define W 2' "
}

make_stale()
{
	needs make || return
	printf 'out: in\n\tfalse\n' >Makefile
	: >in
	sleep 0.1
	: >out
	touch -d '1 hour ago' in
	command="make out"
	good || return
	touch in
	sleep 0.1
	touch -d '1 hour ago' out
	cause 'make: a source newer than its product' '/(in|out) was changed at another time'
}

archive_stale()
{
	needs gcc ar make || return
	echo 'int answer(void) { return 42; }' >a.c
	printf 'int answer(void);\nint main(void) { return answer() != 42; }\n' >m.c
	gcc -c a.c && ar rc liba.a a.o
	script <<-'END'
		gcc m.c -L. -la -o m && ./m
	END
	good || return
	echo 'int answer(void) { return 41; }' >b.c
	gcc -c b.c -o a.o && ar rc liba.a a.o
	cause 'gcc: a stale archive' 'liba.a (reads|differs)'
}

# ---- interpreters ----

python_module()
{
	needs python3 || return
	mkdir -p lib
	echo 'value = 1' >lib/setting.py
	export PYTHONPATH="$PWD/lib" PYTHONDONTWRITEBYTECODE=1
	command="python3 -c import\ setting"
	script <<-'END'
		python3 -c 'import setting'
	END
	good || return
	mv lib/setting.py lib/settings.py
	cause 'python: a module is missing' '(lib/setting.py"\) .*ENOENT|directory .*/lib holds other names)'
	unset PYTHONPATH PYTHONDONTWRITEBYTECODE
}

python_threads()
{
	needs python3 || return
	for i in 1 2 3 4 5 6 7 8 9; do echo fine >part$i; done
	cat >run.py <<-'END'
		import sys, concurrent.futures as cf
		def look(i):
		    with open("part%d" % i) as f:
		        return f.read().strip() == "fine"
		with cf.ThreadPoolExecutor(4) as ex:
		    sys.exit(0 if all(ex.map(look, range(1, 10))) else 1)
	END
	command="python3 run.py"
	good || return
	echo broken >part5
	cause 'python: a file that a thread reads' "part5 .*'fine' .*'broken' "
}

python_locale()
{
	needs python3 localedef || return
	mkdir -p locales
	localedef -i de_DE -f UTF-8 "$PWD/locales/de_DE.UTF-8" >/dev/null 2>&1
	[ -d locales/de_DE.UTF-8 ] || { ok "$name # SKIP no locale to be made"; return; }
	export LOCPATH="$PWD/locales"
	cat >run.py <<-'END'
		import locale
		locale.setlocale(locale.LC_ALL, "de_DE.UTF-8")
	END
	command="python3 run.py"
	good || return
	mv locales/de_DE.UTF-8 locales/gone
	cause 'python: a missing locale' 'locales/de_DE.*ENOENT'
	unset LOCPATH
}

python_case()
{
	needs python3 || return
	printf '[a]\nb = 1\n' >config.ini
	cat >run.py <<-'END'
		import configparser
		c = configparser.ConfigParser()
		c.read("config.ini")
		c["a"]["b"]
	END
	command="python3 run.py"
	good || return
	mv config.ini Config.ini
	cause 'python: a name in another case' 'config.ini"\) .*ENOENT'
	advises 'Config.ini lies beside it'
}

python_order()
{
	needs python3 && needs_root || return
	mkdir -p list
	cat >run.py <<-'END'
		import os, sys
		sys.exit(os.listdir("list")[0] != "b")
	END
	cat >with-list <<-'END'
		mount -t tmpfs none list && touch list/$1 && touch list/$2 && shift 2 && exec "$@"
	END
	unshare -m sh with-list a b ./drift env record -q -o good.trace -- python3 run.py || {
		ok "$name # SKIP names are listed in another order"
		return
	}
	as_user="unshare -m sh with-list b a"
	command="python3 run.py"
	cause 'python: the order of names in a directory' 'directory .*/list lists its names in another order'
}

python_flaky()
{
	needs python3 || return
	cat >run.py <<-'END'
		import os, sys
		sys.exit(os.urandom(1)[0] & 1)
	END
	for i in 1 2 3 4 5 6 7 8 9 10; do
		timeout 60 ./drift env record -q -o good.trace -- python3 run.py && break
	done
	tried=$((tried + 1))
	timeout 60 ./drift env locate good.trace >found 2>&1 </dev/null
	# Chance is either named as the cause, or it is said that runs differ, or it happens to pass.
	if grep -q -E '^(it does not|getrandom)' found; then
		right=$((right + 1))
		ok 'python: a program that fails now and then'
	else
		not_ok 'python: a program that fails now and then' found
	fi
}

perl_module()
{
	needs perl || return
	echo 'package Setting; sub v { 1 } 1;' >Setting.pm
	command="perl -I. -MSetting -e exit(Setting::v()!=1)"
	good || return
	rm Setting.pm
	cause 'perl: a module is missing' 'Setting.pm"\) .*ENOENT'
}

ruby_file()
{
	needs ruby || return
	echo 'V = 1' >setting.rb
	echo 'require_relative "setting"; exit(V == 1)' >run.rb
	command="ruby run.rb"
	good || return
	echo 'V = 2' >setting.rb
	cause 'ruby: a required file' "setting.rb .*'V = 1' .*'V = 2' "
}

php_ini()
{
	needs php || return
	printf 'precision = 14\n' >php.ini
	echo '<?php exit(ini_get("precision") == "14" ? 0 : 1);' >run.php
	command="php -c php.ini run.php"
	good || return
	printf 'precision = 10\n' >php.ini
	cause 'php: a setting' "php.ini .*'precision = 14' "
}

lua_file()
{
	needs lua5.4 || return
	echo 'return 1' >setting.lua
	echo 'os.exit(require("setting") == 1)' >run.lua
	command="lua5.4 run.lua"
	good || return
	mv setting.lua Setting.lua
	cause 'lua: a module is missing' 'setting.lua"\) .*ENOENT'
}

tcl_file()
{
	needs tclsh || return
	echo 'set v 1' >setting.tcl
	echo 'source setting.tcl; exit [expr {$v != 1}]' >run.tcl
	command="tclsh run.tcl"
	good || return
	echo 'set v 2' >setting.tcl
	cause 'tcl: a sourced file' "setting.tcl .*'set v 1' .*'set v 2' "
}

node_module()
{
	needs node || return
	echo 'module.exports = 1' >setting.js
	echo 'process.exit(require("./setting.js") === 1 ? 0 : 1)' >run.js
	command="node run.js"
	good || return
	echo 'module.exports = 2' >setting.js
	cause 'node: a required file' "setting.js .*'module.exports = 1' "
}

node_missing()
{
	needs node || return
	echo 'module.exports = 1' >setting.js
	echo 'process.exit(require("./setting.js") === 1 ? 0 : 1)' >run.js
	command="node run.js"
	good || return
	rm setting.js
	cause 'node: a file is missing' 'setting.js"\) .*ENOENT'
}

java_properties()
{
	needs java python3 || return
	java_home=$(dirname "$(dirname "$(readlink -f "$(command -v java)")")")
	[ -e "$java_home/lib/modules" ] || { ok "$name # SKIP no java"; return; }
	printf 'x\n' >options
	command="java @options -version"
	printf -- '-Xmx64m\n' >options
	good || return
	printf -- '-Xmx64q\n' >options
	cause 'java: a file of options' "options .*'-Xmx64m' .*'-Xmx64q' " --timeout 60s
}

gawk_library()
{
	needs gawk || return
	mkdir -p lib
	echo 'function f(x) { return x }' >lib/f.awk
	export AWKPATH="$PWD/lib"
	echo 'BEGIN { exit f(0) }' >run.awk
	command="gawk -f f.awk -f $PWD/run.awk"
	good || return
	export AWKPATH="$PWD/other"
	cause 'gawk: a variable' 'variable AWKPATH=".*/lib" .*"/.*/other" '
	unset AWKPATH
}

# ---- files and programs ----

jq_library()
{
	needs jq || return
	mkdir -p lib
	cp "$(ldd "$(command -v jq)" | sed -n 's/.*=> \(.*libjq[^ ]*\) .*/\1/p')" lib/ 2>/dev/null || { ok "$name # SKIP jq has no library"; return; }
	export LD_LIBRARY_PATH="$PWD/lib"
	command="jq -n 1"
	good || return
	for file in lib/*; do : >"$file"; done
	cause 'jq: a broken library' '(libjq.*differs|libjq.* |read\(".*libjq.*)'
	unset LD_LIBRARY_PATH
}

flock_held()
{
	needs flock || return
	: >lock
	command="flock -n lock true"
	good || return
	flock lock sh -c ': >held; exec sleep 300' &
	blocker=$!
	await [ -e held ]
	cause 'flock: somebody holds the lock' 'flock\(".*/lock"\) .*EAGAIN'
	advises 'lock is locked here by process [0-9]+'
	kill $(cat /proc/$blocker/task/$blocker/children) $blocker
	wait $blocker 2>/dev/null
}

key_mode()
{
	needs ssh-keygen || return
	ssh-keygen -q -t ed25519 -N '' -f key
	command="ssh-keygen -y -f key"
	good || return
	chmod 644 key
	cause 'ssh-keygen: the mode of a key' 'key: st_mode S_IFREG.0600 .*S_IFREG.0644 '
}

rsync_missing()
{
	needs rsync || return
	mkdir -p from to
	echo a >from/a
	command="rsync -a from/ to/deep/"
	mkdir -p to/deep
	good || return
	rm -r from
	cause 'rsync: the source is missing' '/from.*ENOENT'
}

xz_broken()
{
	needs xz tar || return
	echo hello >a
	tar cJf a.tar.xz a
	command="tar xJf a.tar.xz"
	good || return
	head -c 100 a.tar.xz >b && mv b a.tar.xz
	cause 'tar: an archive cut short' 'a.tar.xz (differs|reads)'
}

dangling_link()
{
	needs bc || return
	echo 'define f(x) { return x; }' >v1.bc
	ln -s v1.bc current.bc
	echo 'f(1)' >in
	script <<-'END'
		[ "$(bc current.bc <in)" = 1 ]
	END
	good || return
	mv v1.bc v2.bc
	cause 'bc: a symbolic link that leads nowhere' 'current.bc"\) .*ENOENT'
	advises 'symbolic link .*current.bc leads nowhere'
}

path_variable()
{
	needs jq || return
	mkdir -p bin
	printf '#!/bin/sh\nexit 0\n' >bin/helper-of-mine
	chmod +x bin/helper-of-mine
	script <<-'END'
		helper-of-mine && jq -n 1 >/dev/null
	END
	old_path=$PATH
	PATH=$PWD/bin:$PATH
	good
	PATH=$old_path
	cause 'sh: a directory is not in PATH' '^variable PATH='
}

tmux_dir()
{
	needs tmux || return
	mkdir -p sockets
	chmod 700 sockets
	command="tmux -S $PWD/sockets/s new-session -d true"
	good || return
	rm -r sockets
	cause 'tmux: the directory of its socket is missing' 'sockets.*ENOENT' --fail-on 'stderr~^error'
}

stdin_file()
{
	needs jq || return
	echo '{"a": 1}' >in.json
	command="jq -e .a"
	echo '{"a": 1}' | ./drift env record -q -o good.trace -- $command >/dev/null
	echo '{"b": 1}' >in.json
	cause 'jq: other standard input' '^standard input ' --stdin in.json
}

# ---- limits of the system ----

exec_mount()
{
	needs_root || return
	mkdir -p tools
	printf 'mount -t tmpfs -o "$1" none tools && printf "#!/bin/sh\\nexit 0\\n" >tools/run && chmod +x tools/run && shift && exec "$@"\n' >with
	command="sh -c ./tools/run&&true"
	unshare -m sh with exec ./drift env record -q -o good.trace -- $command
	as_user="unshare -m sh with noexec"
	cause 'sh: a file system mounted noexec' 'execve\(".*/tools/run"\) .*EACCES'
	advises 'mounted noexec here'
}

disk_full()
{
	needs_root && needs cp || return
	mkdir -p small
	head -c 500000 /dev/zero >large
	printf 'mount -t tmpfs -o "$1" none small && shift && exec "$@"\n' >with
	command="cp large small/copy"
	unshare -m sh with size=1m ./drift env record -q -o good.trace -- $command
	as_user="unshare -m sh with size=64k"
	cause 'cp: a full disk' '(write|copy_file_range)\(".*"\) .*ENOSPC'
	advises 'is full here'
}

inodes_full()
{
	needs_root || return
	mkdir -p small
	printf 'mount -t tmpfs -o "$1" none small && shift && exec "$@"\n' >with
	command="touch small/1 small/2 small/3 small/4 small/5 small/6"
	unshare -m sh with nr_inodes=50 ./drift env record -q -o good.trace -- $command
	as_user="unshare -m sh with nr_inodes=4"
	cause 'touch: no inodes left' 'small/[0-9]"\) .*ENOSPC'
}

shm_full()
{
	needs_root && needs python3 || return
	mkdir -p shm
	printf 'mount -t tmpfs -o "$1" none shm && shift && exec "$@"\n' >with
	cat >run.py <<-'END'
		import os
		f = os.open("shm/segment", os.O_RDWR | os.O_CREAT)
		os.posix_fallocate(f, 0, 1 << 20)
	END
	command="python3 run.py"
	unshare -m sh with size=4m ./drift env record -q -o good.trace -- $command
	as_user="unshare -m sh with size=64k"
	cause 'python: too little shared memory' 'fallocate\(".*/segment"\) .*ENOSPC'
}

file_size()
{
	command="cp large copy"
	head -c 100000 /dev/zero >large
	good || return
	printf 'ulimit -S -f 20; exec "$@"\n' >with
	as_user="sh with"
	cause 'cp: the limit of file size' '^limit RLIMIT_FSIZE soft .* .*soft 10240'
}

low_port()
{
	needs_root && needs socat || return
	[ "$(cat /proc/sys/net/ipv4/ip_unprivileged_port_start)" -gt 99 ] || { ok "$name # SKIP all ports are free"; return; }
	cat >run.py <<-'END'
		import socket
		socket.socket().bind(("127.0.0.1", 99))
	END
	command="python3 run.py"
	good || return
	chmod 644 good.trace
	chmod 777 .
	as_user="setpriv --reuid=65534 --regid=65534 --clear-groups"
	cause 'python: a port for the privileged' 'bind\("127.0.0.1:99"\) .*EACCES'
	advises 'cap_net_bind_service'
}

open_files()
{
	needs python3 || return
	cat >run.py <<-'END'
		files = [open("/dev/null") for i in range(200)]
	END
	command="python3 run.py"
	good || return
	printf 'ulimit -S -n 100; exec "$@"\n' >with
	as_user="sh with"
	cause 'python: the limit of open files' '^limit RLIMIT_NOFILE soft .* .*soft 100'
}

terminal()
{
	needs perl || return
	[ -x /usr/bin/script ] || { ok "$name # SKIP script is not installed"; return; }
	cat >run.pl <<-'END'
		exit(!-t STDIN);
	END
	command="perl run.pl"
	command script -qec "./drift env record -q -o good.trace -- $command" /dev/null >/dev/null 2>&1 </dev/null
	cause 'perl: no terminal' 'ioctl\(".*"\) .*ENOTTY'
}

# ---- more servers and children ----

node_server()
{
	needs node socat || return
	printf 'require("http").createServer((q, r) => r.end("ok")).listen(%d, "127.0.0.1")\n' $((base + 11)) >run.js
	command="node run.js"
	serve "listening $((base + 11))"
	mv "$tmp/good.trace" .
	socat TCP-LISTEN:$((base + 11)),bind=127.0.0.1,reuseaddr,fork PIPE &
	blocker=$!
	await listening $((base + 11))
	cause 'node: the port of a server is taken' "bind\\(.127.0.0.1:$((base + 11)).\\) .*EADDRINUSE|listen\\(.*EADDRINUSE" --ok-after 3s
	kill $blocker
	wait $blocker 2>/dev/null
}

python_processes()
{
	needs python3 || return
	for i in 1 2 3 4 5 6 7 8 9; do echo fine >part$i; done
	cat >run.py <<-'END'
		import multiprocessing, sys
		def look(i):
		    return open("part%d" % i).read().strip() == "fine"
		if __name__ == "__main__":
		    with multiprocessing.Pool(4) as pool:
		        sys.exit(0 if all(pool.map(look, range(1, 10), 1)) else 1)
	END
	command="python3 run.py"
	good || return
	echo broken >part4
	cause 'python: a file that a worker process reads' "part4 .*'fine' .*'broken' "
}

ruby_threads()
{
	needs ruby || return
	for i in 1 2 3 4 5 6; do echo fine >part$i; done
	echo 'exit((1..6).map { |i| Thread.new { File.read("part#{i}").strip == "fine" } }.all?(&:value))' >run.rb
	command="ruby run.rb"
	good || return
	rm part3
	cause 'ruby: a file that a thread misses' 'part3"\) .*ENOENT'
}

xargs_parallel()
{
	needs xargs || return
	for i in 1 2 3 4 5 6 7 8; do echo fine >part$i; done
	script <<-'END'
		ls part* | xargs -P4 -n1 grep -q fine
	END
	good || return
	echo broken >part6
	cause 'xargs -P4: a file' "part6 .*'fine' .*'broken' "
}

perl_children()
{
	needs perl || return
	echo 1 >setting
	cat >run.pl <<-'END'
		for (1 .. 3) {
			next if fork;
			open my $f, "<", "setting" or exit 2;
			exit(<$f> != 1);
		}
		my $bad = 0;
		$bad |= $? while wait > 0;
		exit($bad != 0);
	END
	command="perl run.pl"
	good || return
	echo 2 >setting
	cause 'perl: a file that children read' "setting .*'1' .*'2' "
}

sort_locale()
{
	needs sort || return
	printf 'b\na\nB\n' >in
	script <<-'END'
		[ "$(sort in | head -n 1)" = B ]
	END
	export LC_ALL=C
	good
	unset LC_ALL
	export LC_ALL=en_US.UTF-8 LOCPATH="$PWD/none"
	localedef -i en_US -f UTF-8 "$PWD/en_US.UTF-8" >/dev/null 2>&1 && export LOCPATH="$PWD"
	cause 'sort: the order of another locale' '^variable LC_ALL="C" there'
	unset LC_ALL LOCPATH
}

two_causes()
{
	needs python3 || return
	echo '{"port": 80}' >app.json
	cat >run.py <<-'END'
		import json, os, sys
		c = json.load(open("app.json"))
		sys.exit(0 if c["port"] == 80 and os.environ.get("STAGE") == "live" else 1)
	END
	command="python3 run.py"
	export STAGE=live
	good
	unset STAGE
	echo '{"port": 81}' >app.json
	cause 'python: a file and a variable' '^cause 1 of 2: '
	check '... the file' grep -q '^cause . of 2: [^(]*app.json ' found
	check '... the variable' grep -q '^cause . of 2: variable STAGE="live" there' found
}

php_session()
{
	needs php || return
	mkdir -p sessions
	echo '<?php session_save_path("sessions"); exit(session_start() ? 0 : 1);' >run.php
	command="php run.php"
	good || return
	rm -r sessions
	cause 'php: the directory of sessions is missing' 'sessions.*ENOENT'
}

mariadb_mode()
{
	needs mariadbd mariadb-install-db && needs_root && id mysql >/dev/null 2>&1 || return
	chown mysql . && chmod 755 .
	mariadb-install-db --no-defaults --user=mysql --datadir="$PWD/data" --auth-root-authentication-method=normal >install.out 2>&1 ||
		{ ok "$name # SKIP mariadb cannot be installed"; return; }
	command="mariadbd --no-defaults --user=mysql --datadir=$PWD/data --socket=$PWD/s --port=$((base + 12)) --bind-address=127.0.0.1 --pid-file=$PWD/pid"
	serve "listening $((base + 12))"
	mv "$tmp/good.trace" .
	chown root data/ibdata1
	chmod 600 data/ibdata1
	cause 'mariadb: a file that it may not use' 'ibdata1"\) .*EACCES' --ok-after 5s
}

all="redis_dir redis_port redis_value redis_dump postgres_mode postgres_pid postgres_conf sqlite_locked
nginx_include nginx_value nginx_three haproxy_file mosquitto_file dnsmasq_hosts stunnel_key memcached_port
socket_left openssl_verify curl_tls curl_refused git_lock git_config git_hook make_command make_parallel
make_stale archive_stale python_module python_threads python_locale python_case python_order python_flaky
perl_module ruby_file php_ini lua_file tcl_file node_module node_missing java_properties gawk_library
jq_library flock_held key_mode rsync_missing xz_broken dangling_link path_variable tmux_dir stdin_file
exec_mount disk_full inodes_full shm_full file_size low_port open_files terminal
node_server python_processes ruby_threads xargs_parallel perl_children sort_locale two_causes php_session mariadb_mode"
for name in ${ENV_CASES:-$all}; do
	fresh
	$name
done
cd "$tmp" || exit 1
diag "$right of $tried right and first"
[ -z "${ENV_DIFF-}" ] || diag "$among of $tried among the first three of env diff"
finish

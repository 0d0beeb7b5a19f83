#!/bin/sh
# env.t: environments that differ in one thing: drift env locate must name it.
#
# Each case sets two environments up, records the program in the one where it works and searches
# in the other. ENV_CASES='case_config case_mask' runs only these.
. "$(dirname "$0")/lib.sh"
. "$top/tests/env/lib.sh"

cd "$tmp" || exit 1
bin=$tmp/bin
for name in variable config twoconf locale fill files device zone mask user threads steps mapped \
	clock hosts server pidfile; do
	build "$name" -pthread || { not_ok "building $name"; finish; }
done

is_root()
{
	[ "$(id -u)" = 0 ]
}

# Whether a private mount namespace can be had: for /etc/hosts and small file systems.
can_mount()
{
	is_root && unshare -m true 2>/dev/null
}

case_variable()
{
	command=$bin/variable
	APP_MODE=fast record "$command"
	export APP_MODE=slow
	check 'a variable with another value' located '^variable APP_MODE="fast" .*"slow" '
	check '... within the bound of reruns' few_reruns
	unset APP_MODE
	check 'a variable that is not set' located '^variable APP_MODE="fast" .*\(not set\) '
}

case_config()
{
	command="$bin/config conf"
	printf 'name=x\nuser=y\nport=80\n' >conf
	record $command
	printf 'name=x\nuser=y\nport=8080\n' >conf
	check 'a value in a configuration file' \
		located "conf .*'port=80' .*'port=8080' "
	check '... within the bound of reruns' few_reruns
	check '... shown as a unified diff' grep -q '^ *-port=80$' found
	check '... with the stack of the program' grep -q 'main at .*config.c:' found
	printf 'name=x\nuser=y\nport=80\r\n' >conf
	check 'a line ending in a configuration file' \
		located "line 3 'port=80' .*'port=80.r' "
	rm conf
	check 'a missing file' located 'openat\(".*/conf"\) .*ENOENT'
	check '... and what to do' grep -q 'look .*/conf .*exist' found
}

# clang writes no .debug_aranges, by which libdwfl finds the unit of an address.
case_clang()
{
	command -v "$clang" >/dev/null || { ok 'stack of a program that clang built # SKIP no clang'; return; }
	"$clang" -g -O1 -o "$bin/config-clang" "$cases/config.c" || { not_ok 'building config by clang'; return; }
	command="$bin/config-clang conf"
	printf 'name=x\nuser=y\nport=80\n' >conf
	record $command
	printf 'name=x\nuser=y\nport=8080\n' >conf
	check 'a program that clang built' located "conf .*'port=80' .*'port=8080' "
	check '... has lines in its stack' grep -q 'main at .*config.c:[1-9]' found
}

case_locale()
{
	command=$bin/locale
	[ -d /usr/lib/locale/C.utf8 ] || { ok 'locale # SKIP no C.utf8 to copy'; return; }
	mkdir locales
	cp -r /usr/lib/locale/C.utf8 locales/xx_XX.utf8
	export LOCPATH="$tmp/locales" LC_ALL=xx_XX.UTF-8
	record "$command"
	mv locales/xx_XX.utf8 locales/gone
	check 'a missing locale' located 'locales/xx_XX.utf8/LC_[A-Z]*"\) .*ENOENT'
	check '... within the bound of reruns' few_reruns
	unset LOCPATH LC_ALL
}

case_permission()
{
	command="$bin/config secret"
	is_root || { ok 'permission # SKIP needs root to become two users'; return; }
	echo port=80 >secret
	record $command
	chmod 644 good.trace
	chmod 600 secret
	cat >as-nobody <<'END'
exec setpriv --reuid=65534 --regid=65534 --clear-groups "$@"
END
	chmod 755 as-nobody
	: >found
	chmod 666 found
	cp "$drift" drift # the build may be where others cannot look
	sh as-nobody timeout "$limit" ./drift env locate $(in_place_for sh as-nobody) good.trace -- $command >found 2>&1 </dev/null
	echo $? >status
	check 'a file that may not be read' grep -q 'openat(".*/secret") .*EACCES' found
	check '... with exit status 1' grep -q -x 1 status
	check '... and who may not' grep -q 'look .*uid 65534 .*secret' found
}

case_hosts()
{
	can_mount || { ok 'hosts # SKIP needs root and mount namespaces'; return; }
	printf '127.0.0.1 localhost\n127.0.0.1 drift-test.invalid\n' >hosts.good
	printf '127.0.0.1 localhost\n' >hosts.bad
	cat >with-hosts <<'END'
mount --bind "$1" /etc/hosts && shift && exec "$@"
END
	unshare -m sh with-hosts hosts.good "$drift" env record -q -o good.trace -- \
		"$bin/hosts" drift-test.invalid
	unshare -m sh with-hosts hosts.bad timeout "$limit" "$drift" env locate $in_place good.trace -- \
		"$bin/hosts" drift-test.invalid >found 2>&1 </dev/null
	check 'an entry of /etc/hosts' grep -q '/etc/hosts .*line 2' found
	check '... within the bound of reruns' few_reruns
}

case_library()
{
	command=$bin/library
	mkdir -p lib
	echo 'int library_version(void) { return 2; }' >new.c
	echo 'int library_version(void) { return 1; }' >old.c
	${CC:-cc} -shared -fPIC -Wl,--build-id -o lib/libcase.so.1 new.c
	${CC:-cc} -shared -fPIC -Wl,--build-id -o old.so old.c
	${CC:-cc} -o "$bin/library" "$cases/library.c" lib/libcase.so.1 -Wl,-rpath,"$tmp"
	record "$command"
	cp old.so lib/libcase.so.1
	check 'an older shared library' located '^library libcase.so.1 differs: .*lib/libcase.so.1'
	check '... with both build ids' grep -q 'build id [0-9a-f]*) .*(build id [0-9a-f]*) ' found
	check '... within the bound of reruns' few_reruns
}

case_disk()
{
	can_mount || { ok 'disk # SKIP needs root and mount namespaces'; return; }
	mkdir -p small
	cat >with-disk <<'END'
mount -t tmpfs -o "size=$1" none small && shift && exec "$@"
END
	unshare -m sh with-disk 1m "$drift" env record -q -o good.trace -- "$bin/fill" small/file
	unshare -m sh with-disk 64k timeout "$limit" "$drift" env locate $in_place good.trace -- \
		"$bin/fill" small/file >found 2>&1 </dev/null
	check 'a full disk' grep -q 'write(".*/small/file") .*ENOSPC' found
	check '... and what to do' grep -q 'look .*small/file .*full' found
}

case_inodes()
{
	can_mount || { ok 'inodes # SKIP needs root and mount namespaces'; return; }
	mkdir -p few
	cat >with-inodes <<'END'
mount -t tmpfs -o "nr_inodes=$1" none few && shift && exec "$@"
END
	unshare -m sh with-inodes 50 "$drift" env record -q -o good.trace -- touch few/1 few/2 few/3 few/4 few/5 few/6
	unshare -m sh with-inodes 4 timeout "$limit" "$drift" env locate $in_place good.trace >found 2>&1 </dev/null
	check 'no room for one more file' grep -q 'few/[0-9]") .*ENOSPC' found
}

case_limit()
{
	command=$bin/files
	record "$command"
	printf 'ulimit -S -n 12; exec "$@"\n' >limited
	sh limited timeout "$limit" "$drift" env locate $in_place good.trace -- "$command" >found 2>&1 </dev/null
	check 'a limit of open files' grep -q '^limit RLIMIT_NOFILE soft .* .*soft 12 ' found
	check '... within the bound of reruns' few_reruns
}

case_device()
{
	command="$bin/device dev0"
	ln -s /dev/zero dev0
	record $command
	ln -sf /dev/drift-no-such-device dev0
	check 'a missing device' located 'openat\(".*/dev0"\) .*ENOENT'
	check '... within the bound of reruns' few_reruns
}

# zone OFFSET...: a minimal time zone file whose offset is four octal bytes.
zone()
{
	printf 'TZif\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0'
	printf '\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\1\0\0\0\4'
	printf "$1"
	printf '\0\0XYZ\0'
}

case_zone()
{
	command=$bin/zone
	export TZ=":$tmp/localtime"
	zone '\0\0\0\0' >localtime
	record "$command"
	zone '\0\0\016\020' >localtime
	check 'another time zone' located 'localtime .* 54 .* 54 '
	check '... shown as byte ranges' grep -q 'bytes 46-47' found
	check '... within the bound of reruns' few_reruns
	unset TZ
}

case_mask()
{
	command="$bin/mask made"
	record $command
	umask 077
	check 'another umask' located '^umask 0022 .*0077 '
	check '... within the bound of reruns' few_reruns
	umask 022
}

case_user()
{
	is_root || { ok 'user # SKIP needs root to become two users'; return; }
	command=$bin/user
	rm -f good.trace
	mkdir -m 777 theirs
	setpriv --reuid=65534 --regid=65534 --clear-groups "$drift" env record -q -o theirs/good.trace -- \
		"$command"
	mv theirs/good.trace good.trace
	check 'another user' located '^identity uid=65534 .* uid=0 '
	check '... within the bound of reruns' few_reruns
	rm -f good.trace
}

case_cwd()
{
	command="$bin/config conf"
	mkdir -p good bad
	echo port=80 >good/conf
	(cd good && record $command)
	cd bad || return
	check 'another working directory' located '^openat.*/bad/conf.*ENOENT'
	check '... the directory is named, too' grep -q '^  or  *cwd ".*/good" .*".*/bad" ' "$tmp/found"
	check '... within the bound of reruns' few_reruns
	cd ..
}

case_symlink()
{
	command="$bin/config current/conf"
	mkdir -p v1 v2
	echo port=80 >v1/conf
	echo port=81 >v2/conf
	ln -s v1 current
	record $command
	rm current
	ln -s v2 current
	check 'a symbolic link to something else' \
		located "current/conf .*'port=80' .*'port=81' "
	check '... within the bound of reruns' few_reruns
}

case_two()
{
	command="$bin/twoconf one two"
	echo yes | tee one >two
	record $command
	echo no | tee one >two
	check 'two guilty calls at once: the last' located '^cause 1 of 2: [^(]*two '
	check '... and the first' grep -q '^cause 2 of 2: [^(]*one ' found
}

case_threads()
{
	command="$bin/threads setting"
	echo yes >setting
	record $command
	echo no >setting
	check 'a file that a thread reads' located "setting .*'yes' .*'no' "
}

case_steps()
{
	command="$bin/steps $tmp setting"
	echo yes >setting
	record $command
	echo no >setting
	check 'calls that depend on each other by path' \
		located "setting .*'yes' .*'no' "
	check '... within the bound of reruns' few_reruns
	check '... and nothing is left behind' [ ! -e "$tmp/work" ]
}

case_mapped()
{
	command="$bin/mapped setting"
	echo yes >setting
	record $command
	echo nay >setting
	check 'a mapped file' located "setting .*'yes' .*'nay' "
	rm setting
	check 'a mapped file that is missing' located 'openat\(".*/setting"\) .*ENOENT'
}

# What others write into shared memory is in no call: that is said.
case_shared()
{
	build shared
	echo yes >setting
	command="$bin/shared setting"
	check 'record says that there is shared memory' sh -c \
		'"$@" 2>&1 | grep -q "^drift: 1 .*shared mapping"' \
		sh "$drift" env record -o good.trace -- $command
	echo no >setting
	locate >/dev/null
	check 'a difference in shared memory is not replayed' \
		grep -q '^note: .*(1)$' found
	check '... but suspected' grep -q "^  1. .*/setting .*'yes' .*'no'" found
}

case_clock()
{
	# The good run must end before that second; on a busy computer it takes several.
	for clock_ahead in 2 10 60; do
		clock_end=$(($(date +%s) + clock_ahead))
		command="$bin/clock $clock_end"
		record $command && break
	done
	await sh -c '[ "$(date +%s)" -gt "$1" ]' sh "$clock_end"
	check 'the time of day' located '(time|clock_gettime|gettimeofday)'
}

case_children()
{
	printf 'cat "$1" | grep -q yes && test -r "$1"\n' >script
	command="sh script setting"
	echo yes >setting
	record $command
	echo no >setting
	check 'a file that a child in a pipeline reads' \
		located "setting .*'yes' .*'no' "
}

case_pidfile()
{
	command="$bin/pidfile number setting"
	echo yes >setting
	record $command
	echo no >setting
	check 'a process known by its number in a file' \
		located "setting .*'yes' .*'no' "
}

# The same library at another place on the disk, as after moving a trace to another machine: its
# bytes are compared, and it is not blamed.
case_moved()
{
	command="$bin/linked conf"
	mkdir -p lib
	echo 'int unused_function(void) { return 2; }' >same.c
	${CC:-cc} -shared -fPIC -o lib/libsame.so same.c
	${CC:-cc} -o "$bin/linked" "$cases/config.c" -Wl,--no-as-needed lib/libsame.so \
		-Wl,-rpath,"$tmp"
	echo port=80 >conf
	record $command
	check 'the library is recorded' sh -c '"$1" env show good.trace | grep -q "libsame.so>"' sh "$drift"
	cp lib/libsame.so lib/copy
	mv lib/copy lib/libsame.so
	echo port=81 >conf
	check 'a library that was copied is the same' located '^/[^(]*/conf '
}

has()
{
	command -v "$1" >/dev/null || { ok "$2 # SKIP $1 is not installed"; return 1; }
}

case_compiler()
{
	has gcc 'a header of a compiler' || return
	command="gcc -c unit.c -o unit.o"
	printf '#include "unit.h"\nint main(void) { return VALUE; }\n' >unit.c
	echo '#define VALUE 0' >unit.h
	record $command
	echo '#define VOLUME 0' >unit.h
	check 'a header that a compiler process reads' located \
		"unit.h .*'#define VALUE 0' .*'#define VOLUME 0' "
	check '... within the bound of reruns' few_reruns
}

case_module()
{
	has perl 'a perl module' || return
	command="perl -I. -MDriftTest -e exit(DriftTest::v()!=1)"
	echo 'package DriftTest; sub v { return 1 } 1;' >DriftTest.pm
	record $command
	echo 'package DriftTest; sub v { return 2 } 1;' >DriftTest.pm
	check 'a perl module' located 'DriftTest.pm .*line 1'
	check '... within the bound of reruns' few_reruns
}

case_database()
{
	has sqlite3 'a database' || return
	echo 'test "$(sqlite3 base "select a from t")" = 5' >query
	command="sh query"
	sqlite3 base 'create table t(a); insert into t values(5)'
	record $command
	sqlite3 base 'update t set a = 6'
	check 'a byte in a database' located '/base .* 4096 .* 4096 '
	check '... shown' grep -q 'bytes 8191-8191.*"\\005".* "\\006"' found
}

# An execve is executed, what it executes is environment: a missing or different program.
case_exec()
{
	printf '#!/bin/sh\nexit 0\n' >helper
	chmod +x helper
	echo './helper && echo fine' >script
	command="sh script"
	record $command
	rm helper
	check 'a missing program' located '^execve\(".*/helper"\) .*ENOENT'
	check '... within the bound of reruns' few_reruns
	printf '#!/bin/sh\nexit 0\n' >helper
	check 'a program that may not be executed' located '^execve\(".*/helper"\) .*EACCES'
	check '... and what to do' grep -q 'look .*/helper .*mode 0644' found
	printf '#!/bin/sh\nexit 1\n' >helper
	chmod +x helper
	check 'another script' located "/helper .*'exit 0' .*'exit 1' "
	printf 'int main(void) { return STATUS; }\n' >tool.c
	${CC:-cc} -Wl,--build-id -DSTATUS=0 -o tool tool.c
	set -- sh -c 'true; ./tool | cat; ./tool'
	record "$@"
	${CC:-cc} -Wl,--build-id -DSTATUS=1 -o tool tool.c
	capture exec "$drift" env locate $in_place good.trace -- "$@"
	check 'another version of a program that the shell starts' \
		grep -q '^program .*/tool .*build id [0-9a-f]* .*[0-9a-f]* ' exec.out
	rm tool
	capture exec "$drift" env locate $in_place good.trace -- "$@"
	check '... or none' grep -q '^execve(".*/tool") .*ENOENT' exec.out
	command=./tool
	${CC:-cc} -Wl,--build-id -DSTATUS=0 -o tool tool.c
	record $command
	${CC:-cc} -Wl,--build-id -DSTATUS=1 -o tool tool.c
	check 'another version of the program itself' located '^program .*/tool differs: build id'
}

# The normal case: a wrapper that sets variables and executes, a script with many children.
case_wrapper()
{
	cat >wrapper <<-'END'
		#!/bin/sh
		CONF=$PWD/conf
		export CONF
		exec ./app "$@"
	END
	cat >app <<-'END'
		#!/bin/sh
		lines=$(cat "$CONF" | wc -l)
		(cd / && ls | sort >/dev/null)
		grep -q port=80 "$CONF" || exit 1
		[ "$lines" -gt 1 ] && date >/dev/null
	END
	chmod +x wrapper app
	printf 'name=x\nport=80\n' >conf
	set -- sh -c './wrapper x y'
	record "$@"
	printf 'name=x\nport=81\n' >conf
	capture wrapper "$drift" env locate $in_place good.trace -- "$@"
	cp wrapper.out found
	check 'a file that a child of a wrapped script reads' \
		grep -q "^.*/conf .*'port=80' .*'port=81' " found
	check '... within the bound of reruns' few_reruns
	printf 'name=x\nport=80\n' >conf
	sed -i 's/CONF=.*/CONF=none/' wrapper
	capture wrapper "$drift" env locate $in_place good.trace -- "$@"
	check 'a variable that the wrapper sets otherwise' \
		grep -q "^.*/wrapper .*'CONF=.PWD/conf' .*'CONF=none' " wrapper.out
}

case_port()
{
	port=$((20000 + $$ % 10000))
	command="$bin/server $port"
	record_server "listening $port" $command
	"$bin/server" $port &
	blocker=$!
	await listening $port
	check 'a port in use' located "bind\(\"127.0.0.1:$port\"\) .*EADDRINUSE" --ok-after 3s
	check '... within the bound of reruns' few_reruns
	kill $blocker
	wait $blocker 2>/dev/null
	mkdir -p run
	command="$bin/server $port run/pid"
	record_server "listening $port" $command
	rm -r run
	check 'a missing run directory' located 'openat\(".*/run/pid"\) .*ENOENT' --ok-after 3s
	check '... and what to do' grep -q 'look .*directory .*/run .*exist' found
}

# ended_early WORDS OPTION...: the search ends with 2, says why, and lists what differs.
ended_early()
{
	ended_words=$1
	shift
	"$@"
	[ $? -eq 2 ] || { echo "status"; return 1; }
	head -n 1 "$tmp/found" | grep -q "^$ended_words" &&
		grep -q '^  1\. .*APP_MODE="fast" .*"slow" ' "$tmp/found"
}

# interrupt: Ctrl-C in the middle of the search.
interrupt()
{
	setsid "$drift" env locate $in_place "$tmp/good.trace" -- $command >"$tmp/found" 2>&1 </dev/null &
	interrupted=$!
	await pgrep -x -f "$command" >/dev/null
	kill -INT $interrupted
	wait $interrupted
}

# A program that takes a second each time, and a search that has less than that or a little more.
case_time()
{
	cat >slow.sh <<-'END'
		sleep 1
		[ "$APP_MODE" = fast ]
	END
	command='sh slow.sh'
	APP_MODE=fast record sh slow.sh
	export APP_MODE=slow
	check '--time: within the first rerun' ended_early '.*--time' locate --time 0.5
	check '--time: after some reruns' ended_early '.*--time' locate --time 3.5
	check '--time: in JSON' sh -c '"$1" env locate $2 --json --time 0.5 "$3" -- sh slow.sh | grep -q "\"verdict\":	\"stopped\""' sh "$drift" "$in_place" good.trace
	check 'Ctrl-C' ended_early '.*interrupted' interrupt
	check '--time: enough' located 'APP_MODE="fast" there' --time 500
	unset APP_MODE
}

for name in ${ENV_CASES:-case_variable case_config case_clang case_locale case_permission case_hosts \
	case_library case_disk case_inodes case_limit case_device case_zone case_mask case_user case_cwd \
	case_symlink case_two case_threads case_steps case_mapped case_shared case_clock case_children case_pidfile case_moved \
	case_compiler case_module case_database case_exec case_wrapper case_port case_time}; do
	$name
done
finish

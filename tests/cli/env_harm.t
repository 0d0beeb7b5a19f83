#!/bin/sh
# env_harm.t: whatever a program does in the reruns of drift env locate, nothing is harmed.
#
# Beside each search lives a victim (tests/env/victim.c): a process with locks, sockets, a pipe,
# shared memory, and a directory. Before and after, everything is looked at: the whole tree, IPC
# objects, locks, processes, and what the victim noticed. All this as root, as a user, and where
# namespaces are forbidden, so that nothing may be rerun at all. HARM_CASES='act_unix' runs only some.
. "$(dirname "$0")/lib.sh"
. "$top/tests/env/lib.sh"

cd "$tmp" || exit 1
bin=$tmp/bin
build harm || { not_ok 'building harm'; finish; }
build victim || { not_ok 'building victim'; finish; }
build nospaces -lseccomp || { not_ok 'building nospaces'; finish; }
cp "$drift" "$bin/drift" # the build may be where others cannot look
drift=$bin/drift

# ---- the victim and what is left of it ----

start_victim()
{
	(cd "$area" && exec $as "$bin/victim" "$area" "$area.log") &
	victim=$!
	await [ -s "$area/where" ]
	cat "/proc/$victim"/fdinfo/* >locks
	check "$mode: the victim has its locks" sh -c '[ "$(grep -c "^lock:" locks)" -eq 2 ]'
}

end_victim()
{
	kill -HUP $victim && kill -QUIT $victim
	wait $victim
}

# noticed: what was done to the victim.
noticed()
{
	kill -USR2 $victim || echo 'the victim is dead'
	await grep -q '^report$' "$area.log"
	cat "$area.log"
	: >"$area.log"
}

value()
{
	sed -n "s/^$1=//p" "$area/where"
}

# of_victim -m|-s ID PATTERN: what ipcs says of an IPC object. It reads a list of the kernel's in pieces: while others make or remove
# objects, one that is there may be missed. One that is gone stays gone.
of_victim()
{
	for of_try in 1 2 3 4 5; do
		ipcs "$1" -i "$2" | sed 's/lpid.*//' | grep -E "$3" && return
	done
	echo "no IPC object $2"
}

# ended: no process of the searched program is left.
ended() { ! readlink /proc/[0-9]*/exe 2>/dev/null | grep -q -x -F "$bin/harm"; }

# look FILE: everything that could be harmed, and nothing that differs by chance. Locks are those of the victim's own descriptors:
# /proc/locks has everybody's, is read in pieces, and names inodes that exist on several file systems.
look()
{
	{
		await ended
		(cd "$area" && find . -printf '%y %m %u %g %s %n %i %t %p\n' | sort -k 9)
		(cd "$area" && find . -type f -exec cksum {} + | sort -k 3)
		cat "/dev/shm/drift-victim-$(value pid)" && echo
		ls -d /dev/shm/drift-harm /tmp/drift-harm-link 2>/dev/null
		of_victim -m "$(value shm)" '^(Shared|uid|mode|bytes)'
		of_victim -s "$(value sem)" '^(Sema|uid|mode|nsems)'
		ipcs -m | awk '$5 == 12345'
		cat "/proc/$victim"/fdinfo/* | sed -n 's/^lock:[[:space:]]*[0-9]*: //p' | sort
		grep Cpus_allowed_list "/proc/$victim/status"
		cut -d ' ' -f 1,2,19 "/proc/$victim/stat" # with its nice value
		prlimit --noheadings -o SOFT --nofile -p "$victim"
		hostname
		noticed
	} >"$1" 2>&1
}

# ---- searches ----

# search COMMAND...: drift env locate of what is in good.trace; its result in found.
search()
{
	timeout "$limit" $as $through "$drift" env locate --json $options good.trace -- "$@" >found 2>found.err </dev/null
	echo $? >found.status
}

# unharmed CASE: all is as it was before; and where there is no world, nothing was run.
unharmed()
{
	look "$tmp/after"
	check "$mode: $1: nothing is harmed" diff "$tmp/before" "$tmp/after"
	if [ "$world" = no ]; then
		check "$mode: ... and nothing was rerun" field found verdict 'not rerun'
		check "$mode: ... which is trouble" grep -q -x 2 found.status
	fi
}

# finds PATTERN: the search located that, if there was one.
finds()
{
	[ "$world" = no ] || check "$mode: ... and the cause is found" among 'findings.*.summary' "$1"
}

# holds PATTERN: that was held back.
holds()
{
	[ "$world" = no ] || check "$mode: ... and what was held back is said" among 'held_back.*.what' "$1"
}

# among PATH PATTERN: one of the values of the result matches.
among()
{
	json found "$1" >values
	grep -q -E -e "$2" values || { cat found.err values; false; }
}

# Writes a script that is recorded where it works.
script()
{
	$as tee "$area/script" >/dev/null
	rm -f good.trace
	$as "$drift" env record -q -o "$area.trace" -- sh "$area/script" >record.out 2>&1 || cat record.out
	mv "$area.trace" good.trace
	chmod 644 good.trace
}

# ---- what was seen to be destroyed ----

case_overwrite()
{
	$as mv "$area/out.db" "$area/kept"
	script <<-END
		cd $area
		[ -e out.db ] && exit 1
		echo new >out.db
	END
	$as rm "$area/out.db"
	$as mv "$area/kept" "$area/out.db"
	look before
	search sh "$area/script"
	unharmed 'a file that must not exist is overwritten'
	finds '/out.db'
}

case_directory()
{
	$as mv "$area/sub" "$area/kept"
	$as mkdir "$area/sub"
	script <<-END
		cd $area
		[ -z "\$(ls sub)" ] || exit 1
		rm -rf sub
		mkdir sub
		echo 15 >sub/VERSION
	END
	$as rm -r "$area/sub"
	$as mv "$area/kept" "$area/sub"
	look before
	search sh "$area/script"
	unharmed 'a directory that is not empty is made anew'
	finds '/sub'
}

case_pidfile()
{
	$as rm -f "$area/pid"
	script <<-END
		cd $area
		if [ -e pid ] && kill -0 \$(cat pid); then exit 1; fi
		rm -f pid
		echo \$\$ >pid
	END
	$as sh -c "echo $victim >$area/pid"
	look before
	search sh "$area/script"
	unharmed 'the pid file of a live process is removed'
	finds '/pid'
}

case_lockdir()
{
	script <<-END
		cd $area
		mkdir lock || exit 1
		echo mine >lock/owner
		rm -r lock
	END
	$as mkdir "$area/lock"
	$as sh -c "echo theirs >$area/lock/owner"
	look before
	search sh "$area/script"
	unharmed 'a lock directory of somebody else is deleted'
	finds 'mkdir.*/lock"\) .*EEXIST'
	$as rm -r "$area/lock"
}

case_git()
{
	command -v git >/dev/null || { ok "$mode: git # SKIP git is not installed"; return; }
	export HOME="$area"
	$as git -c init.defaultBranch=main init -q "$area/repo"
	$as sh -c "echo one >$area/repo/file"
	$as git -C "$area/repo" add file
	script <<-END
		cd $area/repo
		date +%N >stamp
		git add stamp
	END
	$as touch "$area/repo/.git/index.lock"
	look before
	search sh "$area/script"
	unharmed 'a git index that is locked'
	finds 'index.lock'
	$as rm -rf "$area/repo"
}

case_signal()
{
	script <<-END
		[ -e $area/data ] && exit 0
		kill -TERM $victim; kill -KILL $victim; rm -rf $area/*; exit 1
	END
	$as mv "$area/data" "$area/kept"
	look before
	search sh "$area/script"
	unharmed 'a live process is killed and its files are removed'
	holds "SIGTERM .* $victim"
	$as mv "$area/kept" "$area/data"
}

# A lock that is held outside is held inside as well.
case_locks()
{
	command -v flock >/dev/null || { ok "$mode: locks # SKIP flock is not installed"; return; }
	script <<-END
		exec 9>>$area/mine
		flock -n 9 || exit 1
		echo \$\$ >&9
	END
	sed "s|$area/mine|$area/flocked|" "$area/script" >script.bad
	$as cp script.bad "$area/script"
	$as rm "$area/mine"
	look before
	search sh "$area/script"
	unharmed 'a lock that another process holds'
	if [ "$world" = yes ]; then
		check "$mode: ... and the lock is not granted inside" none found verdict 'not failing'
	fi
}

# ---- one action after the other ----

# try ACTION: the program does it in every rerun; act ACTION: and the cause is found.
try()
{
	echo fine >conf
	$as "$drift" env record -q -o "$area.trace" -- "$bin/harm" conf "$area" "$1" >/dev/null 2>&1
	mv "$area.trace" good.trace
	chmod 644 good.trace
	echo harm >conf
	look before
	search "$bin/harm" conf "$area" "$1"
	unharmed "$1"
}

act()
{
	try "$1"
	finds "conf .*'fine' .*'harm' "
}

act_overwrite() { act overwrite; }
act_tmpfile() { act tmpfile; }
act_rename() { act rename; }
act_link() { act link; }
act_map() { act map; }
act_memoryfile() { act memoryfile; }
act_signal() { act signal; holds "SIGTERM .* $victim"; }
act_signalall() { act signalall; holds 'SIGURG .*all'; holds 'SIGURG .*group'; }
act_untraced() { act untraced; holds "SIGTERM .* $victim"; }
act_owner() { act owner; holds "signals .* $victim"; }
act_memory() { act memory; holds "(/proc/$victim/mem|memory .*$victim)"; }
act_ptrace() { act ptrace; holds "ptrace .* $victim"; }
act_proc() { act proc; holds 'writing .*another process'; }
act_enter() { act enter; holds setns; }
act_priorities() { act priorities; holds "priority .* $victim"; }
act_unix() { act unix; holds "unix:$area/socket"; }
act_abstract() { act abstract; }
act_inet() { act inet; holds "127.0.0.1:$(value tcp)"; }
act_pipe() { act pipe; holds 'writing .*pipe'; }
act_ipc() { act ipc; }
act_settings() { act settings; holds '/proc/sys/kernel/printk_delay'; }
act_mounts() { act mounts; holds mount; }
act_system() { act system; holds clock_settime; holds reboot; holds swapoff; }

act_old() { act old; holds "SIGTERM .* $victim"; }
act_handle() { act handle; holds 'handle'; }

# A server that is asked to end when it has run long enough.
act_asked()
{
	options='--ok-after 1s --oracle false'
	try asked
	options=
	holds "SIGTERM .* $victim"
}

act_inherited()
{
	$as sh -c "echo kept >$area/three; echo kept >$area/input"
	echo fine >conf
	$as "$drift" env record -q -o "$area.trace" -- "$bin/harm" conf "$area" inherited >/dev/null 2>&1
	mv "$area.trace" good.trace
	chmod 644 good.trace
	echo harm >conf
	look before
	timeout "$limit" $as $through "$drift" env locate --json good.trace -- "$bin/harm" conf "$area" inherited \
		>found 2>found.err <>"$area/input" 3<>"$area/three" 4>>"$area/pipe" 5>>"$area/data"
	echo $? >found.status
	unharmed 'inherited'
	finds "conf .*'fine' .*'harm' "
}

# The same where the network and IPC are the system's: the recorded run used them.
case_shared()
{
	[ "$world" = yes ] || return
	for shared_action in inet abstract ipc unix; do
		echo fine >conf
		script <<-END
			perl -MSocket -e 'socket(S, PF_INET, SOCK_STREAM, 0); shmctl(shmget(IPC_PRIVATE, 1, 0600), 0, 0)' -MIPC::SysV=IPC_PRIVATE
			exec $bin/harm $tmp/conf $area $shared_action
		END
		echo harm >conf
		look before
		search sh "$area/script"
		unharmed "$shared_action, in the system's network and IPC"
		finds "conf .*'fine' .*'harm' "
	done
	holds "unix:$area/socket"
}

# What fails only for being near others, in a layer that the recorded run did not use: that layer is shared, and named.
case_layers()
{
	[ "$world" = yes ] || return
	command -v perl >/dev/null || { ok "$mode: layers # SKIP perl is not installed"; return; }
	cat >layers.pl <<-'END'
		open F, $ARGV[0];
		my ($mode, $read) = (scalar <F>);
		exit 0 if $mode eq "fine\n";
		if ($mode eq "port\n") {
			require IO::Socket;
			exit !IO::Socket::INET->new(LocalAddr => "127.0.0.1", LocalPort => $ARGV[1], Listen => 1);
		}
		exit !!shmread($ARGV[2], $read, 0, 6);
	END
	for layer in port memory; do
		echo fine >conf
		$as "$drift" env record -q -o "$area.trace" -- perl layers.pl conf "$(value tcp)" "$(value shm)"
		mv "$area.trace" good.trace
		chmod 644 good.trace
		echo $layer >conf
		look before
		search perl layers.pl conf "$(value tcp)" "$(value shm)"
		unharmed "$layer of others"
		finds "conf .*'fine' .*'$layer' "
		case $layer in
		port) shared_layer=network ;;
		*) shared_layer='System V IPC' ;;
		esac
		check "$mode: ... and the layer that had to be shared is named" \
			field found shared "$shared_layer"
	done
}

# On a terminal of its own: it is as before, and drift in its foreground.
case_terminal()
{
	[ "$world" = yes ] || return
	command -v script >/dev/null || { ok "$mode: terminal # SKIP script is not installed"; return; }
	echo fine >conf
	$as "$drift" env record -q -o "$area.trace" -- "$bin/harm" conf "$area" terminal
	echo harm >conf
	cat >on-terminal <<-END
		stty -a >stty.before
		$as $drift env locate --json $area.trace -- $bin/harm conf $area terminal </dev/null >found 2>found.err
		stty -a >stty.after
		ps -o tpgid= -o pgid= -p \$\$ | awk '{ exit \$1 != \$2 }' && echo front >front
	END
	rm -f front
	timeout "$limit" script -q -c 'sh on-terminal' /dev/null >/dev/null </dev/null
	check "$mode: the terminal is as it was" diff stty.before stty.after
	check "$mode: ... and has its foreground" [ -e front ]
	finds "conf .*'fine' .*'harm' "
	rm "$area.trace"
}

# Every mount in the world of a rerun is an overlay, in memory, or cannot be written. Of /proc only the processes' own
# entries can be, of terminals only new ones are made.
case_mounts()
{
	[ "$world" = yes ] || return
	timeout "$limit" $as "$drift" env record -q -o "$area.trace" -- true
	timeout "$limit" $as "$drift" env locate --oracle 'cat "$DRIFT_STDOUT" >&2; false' "$area.trace" -- \
		sh -c 'cat /proc/self/mountinfo' 2>mounts.seen >/dev/null </dev/null
	rm "$area.trace"
	grep -q ' - overlay ' mounts.seen || echo 'none' >mounts.open
	# The last one at a place hides those below it.
	awk '{
		for (i = 7; i <= NF && $i != "-"; i++)
			;
		type = $(i + 1)
		open[$5] = $6 !~ /^ro/ && type != "overlay" && type != "devpts" && type != "mqueue" && type != "proc" &&
			!(type == "tmpfs" && $(i + 2) == "drift") ? $0 : ""
	}
	END {
		for (place in open)
			if (open[place])
				print open[place]
	}' mounts.seen >>mounts.open
	check "$mode: every mount that can be written is covered" [ ! -s mounts.open ]
	sed 's/^/# /' mounts.open
	rm mounts.open
}

# A connection that is refused is not taken for the cause.
case_held()
{
	[ "$world" = yes ] || return
	command -v perl >/dev/null || { ok "$mode: held # SKIP perl is not installed"; return; }
	cat >client.pl <<-'END'
		use IO::Socket;
		open F, $ARGV[1];
		my $mode = <F>;
		IO::Socket::INET->new("127.0.0.1:$ARGV[0]") or die "no connection\n";
		exit($mode ne "fine\n");
	END
	echo fine >conf
	$as "$drift" env record -q -o "$area.trace" -- perl client.pl "$(value tcp)" conf
	mv "$area.trace" good.trace
	chmod 644 good.trace
	noticed >/dev/null
	look before
	search perl client.pl "$(value tcp)" conf
	unharmed 'a client that only fails for what is held back'
	check "$mode: ... which is said" field found verdict 'held back'
	check "$mode: ... and no cause" field found findings.# 0
	check "$mode: ... which is trouble" grep -q -x 2 found.status
	echo harm >conf
	search perl client.pl "$(value tcp)" conf
	unharmed 'a client that fails for another reason'
	finds "conf .*'fine' .*'harm' "
	echo fine >conf
	options='--allow sockets'
	search perl client.pl "$(value tcp)" conf
	options=
	check "$mode: --allow lets it through" field found verdict 'not failing'
	check "$mode: ... to the other program" sh -c 'grep -q "^tcp was used" "$1"' sh "$area.log"
	noticed >/dev/null
}

# ---- in place: files are the user's risk, the rest is not ----

case_in_place()
{
	for place_action in signal signalall untraced owner memory ptrace priorities unix abstract inet pipe ipc settings mounts system; do
		options=--in-place
		echo fine >conf
		$as "$drift" env record -q -o "$area.trace" -- "$bin/harm" conf "$area" $place_action >/dev/null 2>&1
		mv "$area.trace" good.trace
		chmod 644 good.trace
		echo harm >conf
		look before
		search "$bin/harm" conf "$area" $place_action
		options=
		look after
		check "$mode: $place_action, in place: nothing is harmed" diff before after
		check "$mode: ... and the cause is found" among 'findings.*.summary' "conf .*'fine' .*'harm' "
	done
}

# ---- three times ----

run_mode()
{
	mode=$1 as=$2 through=$3 options=
	area=$tmp/area-$mode
	mkdir "$area"
	[ -z "$as" ] || chown 65534:65534 "$area"
	: >"$area.log"
	chmod 666 "$area.log"
	chmod 777 "$tmp"
	$as sh -c 'cd "$1" && echo data >data && echo base >out.db && mkdir sub && echo 1 >sub/one && echo 2 >sub/two' sh "$area"
	start_victim
	echo fine >conf
	$as "$drift" env record -q -o "$area.trace" -- true
	mv "$area.trace" good.trace
	chmod 644 good.trace
	search true
	world=yes
	field found verdict 'not rerun' >/dev/null && world=no
	diag "$mode: world of its own: $world"
	for harm_case in ${HARM_CASES:-case_overwrite case_directory case_pidfile case_lockdir case_git case_signal \
		case_locks act_overwrite act_tmpfile act_rename act_link act_map act_memoryfile act_inherited \
		act_signal act_signalall act_untraced act_owner act_memory act_ptrace act_proc act_enter act_priorities act_unix \
		act_abstract act_inet act_pipe act_ipc act_settings act_mounts act_system act_old act_handle act_asked \
		case_shared case_mounts case_held case_layers case_terminal}; do
		$harm_case
	done
	end_victim
}

if [ "$(id -u)" = 0 ]; then
	run_mode root '' ''
	run_mode user 'setpriv --reuid=65534 --regid=65534 --clear-groups' ''
else
	run_mode user '' ''
fi
HARM_CASES=${HARM_CASES:-case_overwrite case_directory case_lockdir act_overwrite act_signal act_ipc case_in_place}
run_mode forbidden '' "$bin/nospaces"
check 'where namespaces are forbidden there is no world' [ $world = no ]
HARM_CASES='case_overwrite act_signal'
run_mode unmounted '' "$bin/nospaces --mounts"
check 'nor where mounting is' [ $world = no ]
finish

#!/bin/sh
# outside.t: a program in the machine finds the descriptors, the name and the signals that it would
# find natively.
. "$(dirname "$0")/lib.sh"

cp "$programs/outside/outside.c" "$tmp/look.c"
cd "$tmp" || exit 1
"$clang" -w -o look look.c || exit 1
echo 'some input' >in

# both NAME ARGUMENTS AND REDIRECTIONS...: the same in both worlds: what was printed, files, status.
both()
{
	both_name=$1
	shift
	for both_world in native machine; do
		rm -rf saved seen.* && echo 'other input' >seen.rw
		if [ "$both_world" = native ]; then
			both_start='./look'
		else
			both_start="\"$drift\" run -o saved ./look.c"
		fi
		eval "$both_start $*" >"$both_world.out" 2>"$both_world.err"
		echo "status $?" >>"$both_world.out"
		[ ! -f saved/seen.txt ] || cp saved/seen.txt seen.txt
		cat seen.* >>"$both_world.out" 2>"$both_world.files"
	done
	check "$both_name" cmp native.out machine.out
}

both 'standard input that is closed' descriptors seen.txt '<&-'
both 'standard output that is closed' descriptors seen.txt '<in >&-'
both 'all streams closed' descriptors seen.txt '<&- >&- 2>&-'
both 'descriptors that were handed on' descriptors seen.txt '<in 3<in 5>seen.5 7<>seen.rw'
both 'the limit of file sizes holds for standard output' limit '<in >seen.1'

"$drift" run ./look.c self <in >machine.self
./look self <in >native.self
check 'its own name, arguments and file' cmp native.self machine.self
"$drift" run ./look.c maps >maps.out 2>&1
check 'what /proc would tell of drift is refused by name' grep -q 'unsupported: /proc/self/maps' maps.out

# converse COMMAND...: sends signals to it when it has said that it waits.
mkfifo from
converse()
{
	"$@" >from &
	subject=$!
	exec 9<from
	read -r line <&9
	kill -HUP "$subject"
	kill -USR1 "$subject"
	read -r got <&9
	read -r again <&9
	kill -TERM "$subject"
	read -r last <&9
	wait "$subject"
	echo "$line, $got, $again, $last, status $?" >said
	exec 9<&-
}
converse ./look signals
mv said native.said
converse "$drift" run ./look.c signals
mv said machine.said
check 'signals from outside reach the handlers' cmp native.said machine.said
check 'and all of them were seen' grep -q 'got 15' machine.said
finish

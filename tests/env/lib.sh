# lib.sh: what the tests of drift env share; sourced after tests/cli/lib.sh.

cases=$top/tests/env
umask 022
chmod 755 "$tmp"

# build NAME [FLAG...]: compiles a program of tests/env into $tmp/bin.
build()
{
	build_name=$1
	shift
	mkdir -p "$tmp/bin"
	${CC:-cc} -g -O1 -o "$tmp/bin/$build_name" "$cases/$build_name.c" "$@"
}

# in_place_for [PREFIX...]: --in-place if drift, started by PREFIX, can have no world for its reruns.
in_place_for()
{
	"$drift" env record -q -o "$tmp/probe.trace" -- true
	chmod 644 "$tmp/probe.trace"
	"$@" "$drift" env locate --json "$tmp/probe.trace" 2>&1 | grep -q '"verdict":	"not rerun"' && echo --in-place
}
in_place=$(in_place_for)

# record COMMAND...: the good run, into $tmp/good.trace; it must succeed.
record()
{
	timeout "$limit" "$drift" env record -q -o "$tmp/good.trace" -- "$@" >"$tmp/record.out" 2>&1 ||
		{ cat "$tmp/record.out"; return 1; }
}

# state: everything in $tmp, and who runs from there.
state()
{
	(cd "$tmp" && find . -mindepth 1 ! -path ./found ! -path ./check.out ! -path './state.*' \
		-printf '%p %y %m %u %g %s %i %T@ %l\n') | sort
	pgrep -f "^$tmp/bin/" | sort
}

# locate [OPTION...] -- COMMAND...: the search, its output in $tmp/found. It changes nothing, unless it has to happen in
# place.
locate()
{
	state >"$tmp/state.before"
	timeout "$limit" "$drift" env locate $in_place "$@" "$tmp/good.trace" -- $command \
		>"$tmp/found" 2>&1 </dev/null
	locate_status=$?
	cat "$tmp/found"
	state >"$tmp/state.after"
	case "$in_place $*" in
	*--in-place*) ;;
	*) diff "$tmp/state.before" "$tmp/state.after" || return 3 ;;
	esac
	return $locate_status
}

# located PATTERN [OPTION...]: the search ends with status 1 and its first lines match PATTERN;
# it took no more reruns than log2 of the calls and 8.
located()
{
	located_pattern=$1
	shift
	locate "$@"
	[ $? -eq 1 ] || { echo "no cause was located"; return 1; }
	head -n 3 "$tmp/found" | grep -q -E -e "$located_pattern" ||
		{ echo "no '$located_pattern' in the first lines"; return 1; }
}

# few_reruns: the last search kept to ceil(log2(calls)) + 8 reruns.
few_reruns()
{
	tail -n 1 "$tmp/found" | awk '{
		for (n = 1; n < $3; n *= 2)
			k++
		print $1, "reruns for", $3, "calls, allowed", k + 8
		exit !($2 == "reruns," && $1 <= k + 8)
	}'
}

# listening PORT: somebody waits for connections there. To connect would be recorded.
listening()
{
	grep -q " 0100007F:$(printf %04X "$1") 00000000:0000 0A " /proc/net/tcp
}

# record_server CONDITION COMMAND...: a run that is ended once the condition holds: the server has
# started then, however long that takes.
record_server()
{
	record_until=$1
	shift
	"$drift" env record -q -o "$tmp/good.trace" -- "$@" >"$tmp/record.out" 2>&1 &
	recorder=$!
	await $record_until || cat "$tmp/record.out"
	kill $recorder
	wait $recorder
}

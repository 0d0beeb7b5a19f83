#!/bin/sh
# env_run.t: drift env run: a command in a sandbox with files and variables of a recording, which may be
# hostile; drift-env, the static program; names of users in mappings.
# Not below /dev, where the suite keeps its files: drift env run takes nothing there from a trace.
TMPDIR=/tmp
export TMPDIR
. "$(dirname "$0")/lib.sh"
. "$top/tests/env/lib.sh"

cd "$tmp" || exit 1

# ---- files and variables of a recording ----

mkdir data
echo port=80 >app.conf
cat >show.sh <<'END'
cat app.conf data/new 2>/dev/null
cat extra 2>/dev/null
echo "$APP $OTHER"
END
echo new >data/new
(
	APP=there PATH=$PATH:/nowhere LD_DEBUG_OUTPUT=/nowhere
	export APP PATH LD_DEBUG_OUTPUT
	record sh show.sh
)
export OTHER=here
echo port=99 >app.conf
echo extra >extra
rm -r data
state >state.before
run() { timeout "$limit" "$drift" env run -q "$@" </dev/null; }
if [ -n "$in_place" ]; then
	ok 'drift env run # SKIP no sandbox here'
else
	printf 'port=80\nnew\nthere \n' >wanted
	run good.trace -- sh show.sh >got 2>said
	check 'files as there: changed, missing here, missing there; variables' cmp got wanted
	run good.trace -- sh -c 'echo x >app.conf; rm -r data; echo y >made; exit 5' 2>said
	check 'the exit status of the command' test $? -eq 5
	rm -f got wanted said
	state >state.after
	check 'nothing of it lasts' diff state.before state.after
	run good.trace -- sh -c 'echo "$PATH $LD_DEBUG_OUTPUT"' >got
	check 'PATH and LD_* are not taken' sh -c '! grep -q nowhere got'
	run --only PATH good.trace -- /bin/sh -c 'echo "$PATH $APP $OTHER"; cat app.conf' >got
	check '... unless they are named; then nothing else is' sh -c 'head -n 1 got | grep -q ":/nowhere  here" && grep -q 99 got'
	run --only "${tmp#/}/app.conf" good.trace -- sh show.sh >got
	check 'one file' sh -c 'head -n 1 got | grep -q 80 && grep -q extra got'
	run --only nothing good.trace -- true 2>said
	check 'a name that the trace does not have' sh -c '[ $1 -eq 2 ] && grep -q -e --only said' - $?
	sleep 60 &
	sleeper=$!
	run good.trace -- sh -c "kill $sleeper" 2>said
	check 'other processes are out of reach' kill -0 $sleeper
	check '... which is said' grep -q 'held back: SIGTERM to process' said
	kill $sleeper
	echo given | timeout "$limit" "$drift" env run -q good.trace -- cat >got
	check 'standard input is the caller'"'"'s' grep -q given got
fi

# ---- a hostile recording ----

# The directory of the recorded run leads elsewhere here: links to devices, a pipe, a directory.
mkdir victim
echo whole >victim/file
for name in link pipe dir own; do echo evil >"$name.conf"; done
cat >all.sh <<'END'
cat *.conf
END
record sh all.sh
rm link.conf pipe.conf dir.conf
ln -s victim/file link.conf
mkfifo pipe.conf
mkdir dir.conf
chmod 4755 own.conf
echo mine >own.conf
chmod 4755 own.conf
rm -f got said
state >state.before
if [ -z "$in_place" ]; then
	run good.trace -- sh -c 'cat victim/file; cat link.conf pipe.conf; stat -c %a own.conf; ls -d dir.conf' >got 2>said
	check 'links, pipes and directories are not followed or opened' sh -c \
		'sed -n 1p got | grep -q whole && [ "$(grep -c evil got)" = 2 ]'
	check 'no set-user-id file is made' sh -c 'grep -q "^[0-7][0-7][0-7]$" got'
	check 'what cannot be as there is said' grep -q '/dir.conf ' said
	rm -f got said
	state >state.after
	check 'nothing outside changes' diff state.before state.after
fi
rm -rf link.conf pipe.conf dir.conf own.conf

# ---- the static program ----

if [ -x "$DRIFT_BUILD/bin/drift-env" ]; then
	mkdir elsewhere
	cp "$DRIFT_BUILD/bin/drift-env" elsewhere/drift
	echo yes >one.conf
	elsewhere/drift env record -q -o one.trace -- grep -q yes one.conf
	echo no >one.conf
	elsewhere/drift env locate one.trace >found 2>&1
	check 'a copy of drift-env alone' grep -q '/one.conf .*yes.*no' found
	check '... needs no library' sh -c '! ldd elsewhere/drift 2>&1 | grep -q "=>"'
	elsewhere/drift locate --json one.trace >found 2>&1
	check '... and no word env' grep -q '"verdict":	"located"' found
else
	ok 'drift-env # SKIP it is not built: make drift-env'
fi

# ---- names of users ----

mkdir -p spool/anna spool/berta
echo yes >spool/anna/rc
echo no >spool/berta/rc
cat >mail.sh <<'END'
grep -q yes "$1/spool/$USER/rc"
END
command="sh mail.sh $tmp"
(USER=anna && export USER && record $command)
mv spool/anna spool/kept
USER=berta
export USER
check 'a component of a path that is the name of the user' located '/spool/berta/rc .*yes.*no'
check '... the mapping is told' grep -q '^mapped: user anna there is berta here' found
"$drift" env locate --no-map good.trace -- $command >found 2>&1
check '--no-map: it is not mapped' sh -c '! grep -q "^mapped: user" found'
check 'a pair of names that is given' located '/spool/berta/rc .*yes.*no' --map anna=berta
mv spool/kept spool/anna
check 'a path that exists here as well: the name is a cause first, then it is mapped' \
	located '/spool/berta/rc .*yes.*no'
echo yes >spool/berta/rc
mv spool/berta spool/carl
check '... if there is no such path, it stays the cause' located '^variable USER'
(USER=daemon && export USER && record true)
"$drift" env locate good.trace -- true >found 2>&1
check 'a name that is an account here may be meant, too' sh -c '! grep -q "^mapped: user" found'
"$drift" env locate --map anna=/home good.trace -- true >found 2>&1
check 'a name and a path are no pair' test $? -eq 2

finish

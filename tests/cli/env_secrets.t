#!/bin/sh
# env_secrets.t: a trace and all that drift env derives from it are for their owner only; what is to be held back is
# neither stored, nor replayed, nor shown.
. "$(dirname "$0")/lib.sh"
. "$top/tests/env/lib.sh"

cd "$tmp" || exit 1
bin=$tmp/bin
limit=60
build config && build secrets || { not_ok 'building the programs'; finish; }
is_root() { [ "$(id -u)" -eq 0 ] && setpriv --reuid=65534 --regid=65534 --clear-groups true 2>/dev/null; }
as_nobody() { setpriv --reuid=65534 --regid=65534 --clear-groups "$@"; }
mode() { stat -c %a "$1"; }
is_mode() { mode "$2"; [ "$(mode "$2")" = "$1" ]; }

# await COMMAND...: until it succeeds, at most a minute.
await()
{
	await_n=0
	until "$@"; do
		await_n=$((await_n + 1))
		[ $await_n -lt 600 ] || return 1
		sleep 0.1
	done
}

# ---- modes ----

echo port=80 >conf
umask 0
check 'a trace is recorded with umask 0' "$drift" env record -q -o good.trace -- "$bin/config" conf
check '... for its owner only' is_mode 600 good.trace
: >wide.trace
chmod 666 wide.trace
exec 7<wide.trace
check 'a file that others can read is replaced' "$drift" env record -q -o wide.trace -- true
check '... by one that they cannot' is_mode 600 wide.trace
check '... and who had it open reads nothing' sh -c '[ -z "$(cat <&7)" ]'
exec 7<&-
: >target
chmod 666 target
ln -s target link.trace
"$drift" env record -q -o link.trace -- true 2>out
check 'a symbolic link is refused' grep -q 'link.trace: cannot write the trace: it is a symbolic link' out
check '... and its target is as it was' sh -c '[ ! -s target ]'
ln -s absent dangling.trace
"$drift" env record -q -o dangling.trace -- true 2>out
check '... also if there is no target' sh -c '[ ! -e absent ]'
check 'a device is written to' "$drift" env record -q -o /dev/null -- true
check '... and stays a device' [ -c /dev/null ]
mkfifo -m 644 pipe.trace
(sleep 60 <pipe.trace & echo $! >reader; wait) &
exec 8<>pipe.trace
"$drift" env record -q -o pipe.trace -- true 2>out
check 'a pipe that others can read is refused' grep -q 'others may be able to read' out
exec 8<&-
await [ -s reader ]
kill "$(cat reader)" 2>/dev/null
umask 022

# ---- while a search runs, and after ----

mkdir private
chmod 1777 private
search()
{
	TMPDIR=$tmp/private "$drift" env locate $in_place --ok-after 100s good.trace -- sh -c 'sleep 600' >search.out 2>&1 &
	search=$!
	await sh -c 'ls private/drift-*/bad.trace private/drift-*/inside/stdout' >/dev/null 2>&1
}
search
check 'the scratch directory of a search is for its owner only' is_mode 700 private/drift-*
check '... the trace of the failing run' is_mode 600 private/drift-*/bad.trace
check '... and its output' is_mode 600 private/drift-*/inside/stdout
if is_root; then
	check 'another user finds nothing there' sh -c \
		'! setpriv --reuid=65534 --regid=65534 --clear-groups sh -c "cat private/drift-*/* private/drift-*/*/* || ls private/drift-*/" \
		>seen 2>/dev/null; [ ! -s seen ]'
	check '... and cannot read the trace' sh -c \
		'! setpriv --reuid=65534 --regid=65534 --clear-groups cat good.trace 2>/dev/null'
else
	ok 'another user # SKIP needs root'
fi
kill -KILL $search
wait $search 2>/dev/null
check 'a killed search leaves its directory' [ -n "$(ls private)" ]
left=$(ls private)
# What is not drift's, or is in use, stays.
boot=$(echo "$left" | cut -d- -f3)
mkdir "private/drift-1-$boot-locked" "private/drift-2-$boot-strange-name" private/drift-3-00000000-abcdef victim
: >victim/file
ln -s ../victim "private/drift-4-$boot-abcdef"
if is_root; then
	mkdir "private/drift-5-$boot-abcdef"
	chown 65534 "private/drift-5-$boot-abcdef"
fi
flock -F "private/drift-1-$boot-locked" sleep 600 &
holder=$!
await sh -c '! flock -n "private/drift-1-'"$boot"'-locked" true'
TMPDIR=$tmp/private "$drift" env locate $in_place good.trace -- "$bin/config" conf >out 2>&1
check 'the next search removes it' [ ! -e "private/$left" ]
check '... not a directory that is locked' [ -d "private/drift-1-$boot-locked" ]
check '... nor one with another name' [ -d "private/drift-2-$boot-strange-name" ]
check '... nor one of another boot' [ -d private/drift-3-00000000-abcdef ]
check '... nor what a link leads to' [ -f victim/file ]
is_root && check '... nor that of another user' [ -d "private/drift-5-$boot-abcdef" ]
kill $holder
rm -rf private
mkdir private
search
TMPDIR=$tmp/private "$drift" env locate $in_place good.trace -- "$bin/config" conf >out 2>&1
check 'the directory of a search that runs stays' [ -n "$(ls private)" ]
kill -TERM $search
wait $search 2>/dev/null
check '... and goes with it' [ -z "$(ls private)" ]

# A program that is missing here is executed from a copy, by whichever user.
if is_root; then
	mkdir programs
	printf '#!/bin/sh\nexit 0\n' >programs/helper
	chmod 755 programs/helper
	cat >caller <<-END
		#!/bin/sh
		exec setpriv --reuid=65534 --regid=65534 --clear-groups $tmp/programs/helper
	END
	chmod 755 caller
	"$drift" env record -q -o caller.trace -- ./caller
	rm programs/helper
	for place in '' --in-place; do
		timeout $limit "$drift" env locate ${place:-$in_place} --json caller.trace -- ./caller >out.json 2>out
		check "another user executes a copy of a missing program ${place:-in a sandbox}" grep -q '"verdict":.*"located"' out.json
	done
fi

# ---- reports ----

echo port=81 >conf
"$drift" env locate $in_place --json good.trace -- "$bin/config" conf >result.json 2>out
chmod 644 result.json
if "$drift" report result.json -o page.html >out 2>&1; then
	check 'a page about a trace is for its owner only' is_mode 600 page.html
else
	not_ok 'a page about a trace' out
fi

# ---- what is held back ----

secret=hunter2secret
printf 'name = %s\nport = 80\n' $secret >conf
printf 'first line of a key\nsecond line of a key\n' >my.key
ln -s my.key link
export TOKEN="x-$secret" ACCESS_KEY=qwertyuiop
record_secrets()
{
	"$drift" env record "$@" --no-contents '*.key' --redact 'hunter[0-9]secret' --redact 'ACCESS_KEY=.*' \
		--redact '--pass [a-z]+' -o held.trace -- "$bin/secrets" '--pass letmein' >record.out 2>&1
}
check 'a run with secrets is recorded' record_secrets
check '... which behaves as usual' grep -q -e "$secret --pass letmein" record.out
for part in $secret hunter2 hunte r2sec 2secret qwertyuiop letmein 'first line' 'line of a key'; do
	check "no '$part' is in the trace" sh -c '! grep -a -q -e "$1" held.trace' sh "$part"
	check '... nor shown' sh -c '! "$1" env show --json held.trace | grep -a -q -e "$2"' sh "$drift" "$part"
done
# The control: without rules the same words are there.
"$drift" env record -q -o open.trace -- "$bin/secrets" '--pass letmein' >record.out 2>&1
for part in $secret qwertyuiop letmein 'first line'; do
	check "without rules '$part' is there" grep -a -q -e "$part" open.trace
done
"$drift" env show held.trace >shown
check 'the name of a variable stays' grep -q 'variable ACCESS_KEY="\*\*\*\*\*\*\*\*\*\*"' shown
check 'what does not match stays' grep -q 'port = 80' shown
check 'lengths stay' grep -q 'read(.*/link>, ""\.\.\., 4096) = 41' shown
"$drift" env record -q --redact '(' -o x.trace -- true 2>out
check 'an invalid expression is refused' grep -q -e "--redact: '('" out
check '... before anything is written' [ ! -e x.trace ]
"$drift" env record -q --redact 'x*' -o x.trace -- true 2>out
check '... and one that matches nothing at all' grep -q -e "--redact: 'x\*'" out

# ---- searching without it ----

verdict_of() { sed -n 's/^\t"verdict":\t"\(.*\)",$/\1/p' "$1"; }
is_verdict() { cat "$2"; [ "$(verdict_of "$2")" = "$1" ]; }
cat >app <<'END'
#!/bin/sh
read -r password <password
read -r mode <mode
[ "$mode" = fast ] || { echo "mode $mode" >&2; exit 2; }
case $password in good*) exit 0 ;; esac
echo "wrong: $password" >&2
exit 1
END
chmod 755 app
echo goodword >password
echo fast >mode
"$drift" env record -q -o plain.trace -- ./app
"$drift" env record -q --no-contents "$tmp/password" -o glob.trace -- ./app
"$drift" env record -q --redact goodword -o regex.trace -- ./app
echo badsecretword >password
for trace in glob regex; do
	timeout $limit "$drift" env locate $in_place --json $trace.trace -- ./app >$trace.json 2>out </dev/null
	echo $? >status
	check "$trace: a cause that is held back is not located" is_verdict 'held back' $trace.json
	check '... with exit status 2' grep -q -x 2 status
	check '... its calls are counted' sh -c 'grep -q "\"redacted\":.[1-9]" "$1"' sh $trace.json
	check '... the file is a suspect' grep -q '"subject":.*/password"' $trace.json
	check '... without what it contains here' sh -c '! grep -q badsecretword "$1"' sh $trace.json
	timeout $limit "$drift" env locate $in_place $trace.trace -- ./app >$trace.out 2>&1 </dev/null
	check '... nor in the text' sh -c '! grep -q badsecretword "$1"' sh $trace.out
done
for option in "--no-contents $tmp/password" '--redact (good|badsecret)word'; do
	timeout $limit "$drift" env locate $in_place $option --json plain.trace -- ./app >own.json 2>out </dev/null
	check "locate ${option%% *}: the verdict is the same" is_verdict 'held back' own.json
	check '... and nothing of it is shown' sh -c '! grep -q -e goodword -e badsecretword "$1"' sh own.json
done
"$drift" env record -q --redact '[a-z]*word' -o bad.trace -- ./app 2>/dev/null
"$drift" env diff --json regex.trace bad.trace >diff.json
check 'diff does not know' is_verdict 'held back' diff.json
"$drift" env diff regex.trace bad.trace >/dev/null
check '... with exit status 2' [ $? -eq 2 ]
echo goodword >password
echo slow >mode
for trace in glob regex; do
	timeout $limit "$drift" env locate $in_place --json $trace.trace -- ./app >$trace.json 2>out </dev/null
	check "$trace: another cause is located" is_verdict located $trace.json
	check '... and it is that one' sh -c 'grep -q "\"subject\":.*/mode\"" "$1"' sh $trace.json
done
echo fast >mode
rm password
timeout $limit "$drift" env locate $in_place --json regex.trace -- ./app >missing.json 2>out </dev/null
check 'a missing file whose contents are held back is not located' is_verdict 'held back' missing.json
TOKEN=other timeout $limit "$drift" env locate $in_place held.trace </dev/null >out 2>&1
check 'a command that is held back is asked for' grep -q "the recorded command is held back in part; give it after '--'" out
printf 'goodword\n' | "$drift" env record -q --redact goodword -o input.trace -- sh -c 'read -r x; [ "$x" = goodword ]'
timeout $limit "$drift" env locate $in_place input.trace -- sh -c 'read -r x; [ "$x" = goodword ]' </dev/null >out 2>&1
check 'so is input' grep -q 'standard input of the recorded run is held back' out

finish

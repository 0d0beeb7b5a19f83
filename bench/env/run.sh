#!/bin/sh
# run.sh [-n] [FILE|DIRECTORY]...: runs cases of drift env; see README.md beside it.
native_only=''
if [ "${1-}" = -n ]; then
	native_only=1
	shift
fi
own=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$own/../.." && pwd)
built=${DRIFT_BUILD:-$top/build}/bin/drift
answers=${OUT:-}
[ -z "$answers" ] || { mkdir -p "$answers" && answers=$(cd "$answers" && pwd); }
umask 022
work=$(mktemp -d "${TMPDIR:-/tmp}/drift-cases.XXXXXX") || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 2' HUP INT TERM
chmod 755 "$work"
cp "$built" "$work/drift"
chmod 755 "$work/drift"
drift=$work/drift
right=0 tried=0 skipped=0
port=$((20000 + $$ % 9000))

serve()
{
	perl "$own/serve.pl" "$1" "$2" &
	servers="$servers $!"
	for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
		grep -q " 0100007F:$(printf %04X "$2") 00000000:0000 0A " /proc/net/tcp && return
		sleep 0.2
	done
}

# has WORD: a program that is installed, or a right.
has()
{
	case $1 in
	root) [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null ;;
	python) [ -x /usr/bin/python3 ] ;;
	*) command -v "$1" >/dev/null ;;
	esac
}

# files: names, modes, owners and contents of everything in the case's directory.
files()
{
	find . -mindepth 1 -printf '%p %y %m %U %G %s %T@ %l\n' | sort
	find . -type f -exec cksum {} + | sort
}

# native WHO: runs the command without drift and puts the directory back as it was. The directory and
# sockets in it stay the same, because servers use them.
native()
{
	find . -mindepth 1 | sort >"$work/names"
	tar -cf "$work/kept.tar" . 2>/dev/null
	"$1" $command >"$work/native" 2>&1 </dev/null
	native_status=$?
	cd "$dir" || exit 2
	find . -mindepth 1 | sort | comm -13 "$work/names" - | while read -r new; do rm -rf "$new"; done
	tar -xpf "$work/kept.tar" --warning=no-timestamp
	return $native_status
}

# answer: asks drift; its output is in found.
answer()
{
	case $mode in
	check) here "$drift" env check $options "$work/good.trace" ;;
	diff)
		here "$drift" env record -q -o "$work/bad.trace" -- $command >"$work/out" 2>&1
		"$drift" env diff $options "$work/good.trace" "$work/bad.trace"
		;;
	*) here "$drift" env locate --time 90s $options "$work/good.trace" -- $command ;;
	esac >"$work/found" 2>&1 </dev/null
	status=$?
	[ "$mode" != diff ] || [ -s "$work/found" ] || status=2
}

judge()
{
	wanted=1
	[ "$verdict" != none ] || wanted='[02]'
	[ "$verdict" != either ] || wanted='[012]'
	line=$(sed -n '/^library /d; /^mapped: /d; p' "$work/found" | sed 's/^1\. \[[a-z]*\] //' | head -n 1)
	case $status in
	$wanted) ;;
	*) return 1 ;;
	esac
	printf '%s\n' "$line" | grep -q -E -e "$first"
}

# works_here: true if the command ends natively as it did where it works.
works_here()
{
	native here && { [ "$fails" != output ] || cmp -s "$work/native" "$work/native.good"; }
}

# differs: a native check of the case alone.
differs()
{
	if works_here; then
		echo "case   $name: it works where it should fail"
		return
	fi
	right=$((right + 1))
	echo "native $name: $native_status $(tail -n 1 "$work/native" | cut -c 1-90)"
}

prepare()
{
	command='' first='' options='' mode=locate verdict=located needs='' servers='' fails=yes
	there() { "$@"; }
	here() { "$@"; }
	over() { :; }
	port=$((port + 4))
	dir=$work/w/$name
	mkdir -p "$dir"
	cd "$dir" || exit 2
	. "$1"
}

one()
{
	name=$(basename "$1" .case)
	prepare "$1"
	for word in $needs; do
		has "$word" || { echo "skip   $name: needs $word"; skipped=$((skipped + 1)); return; }
	done
	tried=$((tried + 1))
	good
	native there || { echo "case   $name: it fails where it should work"; cat "$work/native"; over; stop; return; }
	cp "$work/native" "$work/native.good"
	if [ -n "$native_only" ]; then
		bad
		differs
		over
		stop
		return
	fi
	: >"$work/good.trace"
	chmod 666 "$work/good.trace"
	rm -f "$work/good.trace"
	chmod 777 "$work"
	there "$drift" env record -q -o "$work/good.trace" -- $command >"$work/out" 2>&1 </dev/null
	chmod 644 "$work/good.trace"
	bad
	if [ "$fails" != no ] && works_here; then echo "case   $name: it works where it should fail"; over; stop; return; fi
	files >"$work/before"
	answer
	files >"$work/after"
	over
	stop
	mark=wrong
	judge && mark=right && right=$((right + 1))
	[ "$mode" = diff ] || cmp -s "$work/before" "$work/after" || { mark=HARM; diff "$work/before" "$work/after"; }
	printf '%-6s %s: %s\n' "$mark" "$name" "$line"
	[ -z "$answers" ] || { echo "\$ $command"; cat "$work/found"; } >"$answers/$name.txt"
	[ "$mark" = right ] || [ -n "$answers" ] || sed 's/^/       | /' "$work/found" | head -n 12
}

stop()
{
	for id in $servers; do
		kill "$id" 2>/dev/null
		wait "$id" 2>/dev/null
	done
}

from=$PWD
for what in "${@:-$own/dev}" ${1:+} $([ $# -gt 0 ] || echo "$own/held"); do
	cd "$from" || exit 2
	[ -e "$what" ] || what=$own/$what
	what=$(cd "$(dirname "$what")" && pwd)/$(basename "$what")
	for file in $([ -d "$what" ] && ls "$what"/*.case || echo "$what"); do
		one "$file" 2>&1
	done
done
if [ -n "$native_only" ]; then echo "$right of $tried differ natively, $skipped skipped"; else echo "$right of $tried right and first, $skipped skipped"; fi
[ "$right" -eq "$tried" ]

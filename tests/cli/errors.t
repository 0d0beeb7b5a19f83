#!/bin/sh
# errors.t: every buggy program of tests/programs/errors/TABLE is reported with its kind and
# line, and nothing is reported or noted on its clean twin.
. "$(dirname "$0")/lib.sh"

cd "$programs/errors" || exit 1

# run_row CAPTURE PROGRAM INPUT...: runs a program as its row says, with its notes.
run_row()
{
	row_to=$1
	row_program=$2
	shift 2
	case ${1-} in
	'<'*) capture "$row_to" "$drift" run --notes "$row_program" <"${1#<}" ;;
	*) capture "$row_to" "$drift" run --notes "$row_program" "$@" </dev/null ;;
	esac
	row_status=$(cat "$tmp/$row_to.status")
}

# Shows what came out instead, for a failed claim.
show()
{
	echo "status $row_status"
	cat "$tmp/$1.err"
	return 1
}

reported()
{
	[ "$row_status" -eq 1 ] && ! grep -q '^done$' "$tmp/bug.out" &&
		sed -n 's/^drift: ERROR: //p' "$tmp/bug.err" | head -n 1 |
		grep -q "^$2 at \([^ ]*/\)\{0,1\}$1\.c:$3:[0-9]* in " || show bug
}

noted()
{
	[ "$row_status" -eq 0 ] && grep -q '^done$' "$tmp/bug.out" &&
		! grep -q '^drift: ERROR' "$tmp/bug.err" &&
		grep -q "^drift: note: \([^ ]*/\)\{0,1\}$1\.c:$2:[0-9]*: uninitialised: " "$tmp/bug.err" || show bug
}

died()
{
	[ "$row_status" -eq "$1" ] && ! grep -q '^drift: ERROR' "$tmp/bug.err" || show bug
}

clean()
{
	[ "$row_status" -eq 0 ] && grep -q '^done$' "$tmp/twin.out" &&
		! grep -v '^drift: note: .*: native: ' "$tmp/twin.err" | grep -q '^drift:' || show twin
}

while read -r name kind line input; do
	case $name in '' | '#'*) continue ;; esac
	# shellcheck disable=SC2086 # the input column is a list of words
	run_row bug "$name.c" $input
	case $kind in
	note-uninit) check "$name: note at line $line" noted "$name" "$line" ;;
	status-*) check "$name: dies with ${kind#status-}" died "${kind#status-}" ;;
	*) check "$name: $kind at line $line" reported "$name" "$kind" "$line" ;;
	esac
	# shellcheck disable=SC2086
	run_row twin "$name.clean.c" $input
	check "$name.clean: nothing reported" clean
done <TABLE
finish

#!/bin/sh
# main.t: the front door: help, version, wrong commands, the manual.
. "$(dirname "$0")/lib.sh"

# ends STATUS TEXT ARG...: drift with these arguments ends so, and prints a line with TEXT.
ends()
{
	ends_status=$1
	ends_text=$2
	shift 2
	capture main "$drift" "$@" </dev/null
	cat "$tmp/main.out" "$tmp/main.err"
	[ "$(cat "$tmp/main.status")" = "$ends_status" ] &&
		cat "$tmp/main.out" "$tmp/main.err" | grep -F -q -e "$ends_text"
}

# documented HELP: every option that a --help lists is in the manual, with its text.
documented()
{
	sed 's/\\&//g; s/\\-/-/g; s/\\e/\\/g' "$tmp/manual" >"$tmp/plain"
	grep -o -e '--[a-z][-a-z]*' "$1" | sort -u >"$tmp/options"
	[ -s "$tmp/options" ] || return
	while read -r option; do
		grep -F -q -e "$option" "$tmp/plain" || {
			echo "the manual lacks $option"
			return 1
		}
	done <"$tmp/options"
}

# Lines that man(7) would take for a request must be requests.
requests_known()
{
	! grep '^[.'\'']' "$tmp/manual" | grep -v -E '^\.(TH|SH|SS|B|PP|TP|nf|fi)( |$)'
}

renders()
{
	man --warnings -l "$tmp/manual" >"$tmp/page" 2>"$tmp/warnings"
	cat "$tmp/warnings"
	[ ! -s "$tmp/warnings" ] && grep -q 'drift run' "$tmp/page"
}

check 'no command: usage, status 2' ends 2 'usage: drift COMMAND'
check '--help lists the commands' ends 0 'run a program in the machine' --help
check '--version' ends 0 'drift 0.' --version
check 'an unknown command' ends 2 "unknown command 'frobnicate'" frobnicate
check 'an unknown option' ends 2 "unknown option '--frobnicate'" run --frobnicate
check 'drift run without a program' ends 2 'no program given' run

# The engine is beside the program, wherever both are; the program alone still does env.
mkdir -p "$tmp/moved/bin" "$tmp/moved/lib" "$tmp/alone/bin"
cp "$drift" "$tmp/moved/bin"
cp "$drift" "$tmp/alone/bin"
ln -s "$DRIFT_BUILD/lib/drift" "$tmp/moved/lib/drift"
ln -s "$tmp/moved/bin/drift" "$tmp/link"
whole=$drift
drift=$tmp/link
check 'moved with its engine, reached through a link' ends 2 'no program given' run
drift=$tmp/alone/bin/drift
DRIFT_ENGINE=$tmp/nowhere
export DRIFT_ENGINE
check 'without an engine it says how to get one' ends 2 "nowhere: No such file or directory: drift's engine" run
check '... in one line' test "$(cat "$tmp/main.out" "$tmp/main.err" | wc -l)" -eq 1
check '... and env works' ends 3 'recorder' env record -o "$tmp/alone.trace" -- sh -c 'exit 3'
DRIFT_ENGINE=$DRIFT_BUILD/lib/drift/engine
check 'DRIFT_ENGINE names another' ends 2 'no program given' run
unset DRIFT_ENGINE
drift=$whole

"$drift" internal-manual >"$tmp/manual"
for command in $("$drift" --help | sed -n 's/^  \([a-z]*\) .*/\1/p'); do
	"$drift" "$command" --help >"$tmp/help.$command"
	case $command in
	env)
		for sub in $(sed -n 's/^  \([a-z]*\) .*/\1/p' "$tmp/help.env" | grep -v drift); do
			"$drift" env "$sub" --help >"$tmp/help.env.$sub"
			check "the manual has the options of drift env $sub" documented "$tmp/help.env.$sub"
		done
		;;
	*) check "the manual has the options of drift $command" documented "$tmp/help.$command" ;;
	esac
done
check 'the manual has no stray requests' requests_known
if command -v man >/dev/null; then
	check 'man renders it without a warning' renders
else
	diag 'man is not installed: the page is not rendered'
fi
finish

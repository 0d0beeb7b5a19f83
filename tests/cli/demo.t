#!/bin/sh
# demo.t: the demo works, and the README shows what it prints.
. "$(dirname "$0")/lib.sh"

# Lines as they are compared: addresses depend on the environment.
plain()
{
	sed 's/^    //; s/0x[0-9a-f]*/ADDRESS/; s/[[:space:]]*$//'
}

demo()
{
	cd "$top" && DRIFT_BUILD=$DRIFT_BUILD timeout "$limit" sh examples/demo.sh </dev/null >"$tmp/demo" 2>&1 || {
		cat "$tmp/demo"
		return 1
	}
}

# Every line of the README's two opening transcripts, up to the first heading.
transcripts()
{
	sed 's/^/    /' "$tmp/demo" | plain >"$tmp/shown"
	sed -n '/^## /q; /^    /p' "$top/README.md" | plain | grep -v '^\.\.\.$' >"$tmp/claimed"
	[ "$(wc -l <"$tmp/claimed")" -ge 10 ] || return
	while IFS= read -r line; do
		grep -F -x -q -e "$line" "$tmp/shown" || {
			echo "the demo does not print: $line"
			return 1
		}
	done <"$tmp/claimed"
}

check 'the demo runs and ends well' demo
check 'the README shows what the demo prints' transcripts
finish

#!/bin/sh
# libraries.t: the README's section for library authors works as it stands, and fixes of libraries are
# shown by the commands of the table. All of these: make check-libraries.
. "$(dirname "$0")/lib.sh"

# The commands of the section, each with what is shown below it.
section()
{
	sed -n '/^### Libraries/,/^## /p' "$top/README.md" | sed -n 's/^    //p'
}

readme()
{
	mkdir "$tmp/readme" && cd "$tmp/readme" && ln -s "$top/tests" tests || return
	PATH=$DRIFT_BUILD/bin:$PATH
	export PATH
	section >../section
	[ "$(grep -c '^drift' ../section)" -ge 3 ] || return
	while IFS= read -r line; do
		case $line in
		cp\ * | drift\ *)
			status=0
			timeout "$limit" sh -c "$line" </dev/null >../shown 2>&1 || status=$?
			[ "$status" -le 1 ] || {
				echo "$line: status $status"
				cat ../shown
				return 1
			}
			cat ../shown >>../all
			;;
		?*)
			grep -F -x -q -e "$line" ../all || {
				echo "not printed: $line"
				cat ../all
				return 1
			}
			;;
		esac
	done <../section
}
check 'the section of the README, executed' readme

# Options that the manual shows are those of the table.
manual()
{
	sed -n 's/^\([a-z0-9]*\)|\([^|]*\)|\(.*\)/| \1 | \2 | `\3` |/p' "$programs/libraries/table" >"$tmp/rows"
	[ "$(wc -l <"$tmp/rows")" -ge 15 ] || return
	while IFS= read -r row; do
		grep -F -x -q -e "$row" "$top/docs/libraries.md" || {
			echo "not in docs/libraries.md: $row"
			return 1
		}
	done <"$tmp/rows"
}
check 'the manual has the table' manual
check 'a parser, a reader with a callback, a struct' env DRIFT_BUILD="$DRIFT_BUILD" sh "$programs/libraries/run.sh" json ini ring

finish

#!/bin/sh
# classes.t: classes of wrong verdicts, each as small pairs; with twins that do the same.
#
# A pair is one file of tests/programs/verdict: lines that end with //OLD or //NEW belong to one version. Its head says
# the options, what is expected, and what lies in the working directory. CLASSES='c01_*' takes some; TRUTH=1 also runs
# the pairs natively on the inputs that a line `try:` names.
. "$(dirname "$0")/lib.sh"

# head_of NAME KEY: what the head of a pair says of something.
head_of() { sed -n "s,^// $2: ,,p" "$programs/verdict/$1.c"; }

# verdict_is EXPECTATION: of the last run. What differs must never be called equivalent, and what does not never different.
verdict_is()
{
	status=$(cat "$tmp/said.status")
	cat "$tmp/said.out" "$tmp/said.err"
	case $1 in
	different) [ "$status" -eq 1 ] && ! said '^equivalent' ;;
	equivalent) [ "$status" -eq 0 ] && said '^equivalent' ;;
	'equivalent in every world') [ "$status" -eq 0 ] && said '^equivalent' && ! said '^world:' ;;
	'not different') [ "$status" -eq 0 ] && ! said '^different' ;;
	'not equivalent') [ "$status" -le 1 ] && ! said '^equivalent' ;;
	'not proud') [ "$status" -le 1 ] && ! { field "$result" verdict equivalent && field "$result" vacuous null; } ;;
	'all differences') [ "$status" -eq 1 ] && field "$result" verdict different && field "$result" exhaustive true ;;
	depends\ *) [ "$status" -le 1 ] && depends "${1#depends }" ;;
	# shellcheck disable=SC2086 # words
	not\ compared\ *) [ "$status" -le 1 ] && lists "$result" 'not_compared.*' ${1#not compared } ;;
	says\ *) [ "$status" -le 1 ] && said "${1#says }" ;;
	'status 1') [ "$status" -eq 1 ] && ! said '^equivalent' ;;
	'status 1 2') [ "$status" -ge 1 ] && [ "$status" -le 2 ] ;;
	*) echo "what is '$1'?"; false ;;
	esac
}
# depends 'KIND [NAME] [and ...]': the result says that it depends on that, which was no input.
depends()
{
	echo "$1" | sed 's/ and /\n/g' | while read -r kind what; do
		lists "$result" 'world.*' "\"kind\":\"$kind\"" '"varied":false' ${what:+"\"name\":\"$what\""} || exit 1
	done
}
said() { grep -q -E -e "$1" "$tmp/said.out"; }

# alike NAME ARGS...: whether both versions do the same natively.
alike()
{
	for version in old new; do
		"$clang" -w -o "$tmp/$1/$version" "$tmp/$1/$version.c" -lm || return 2
	done
	alike_in=$1
	shift
	for version in old new; do
		(cd "$tmp/$alike_in/cwd" && "../$version" "$@"; echo "$?") >"$tmp/$version.txt" 2>&1
	done
	cmp -s "$tmp/old.txt" "$tmp/new.txt"
}

for file in "$programs"/verdict/${CLASSES:-*}.c; do
	name=$(basename "$file" .c)
	mkdir -p "$tmp/$name/cwd" && cd "$tmp/$name/cwd" || exit 1
	sed -e '/\/\/NEW$/d' -e 's, *//OLD$,,' "$file" >../old.c
	sed -e '/\/\/OLD$/d' -e 's, *//NEW$,,' "$file" >../new.c
	eval "$(head_of "$name" setup)"
	eval "set -- $(head_of "$name" options)"
	expected=$(head_of "$name" expect)
	# One difference is what is expected; TRUTH=1 runs the pairs natively.
	[ "$expected" != different ] || set -- --stop-after first --no-confirm "$@"
	capture said "$drift" test --time 0 --runs 5000 -o "$tmp/$name/out" ../old.c ../new.c "$@" </dev/null
	result=$tmp/$name/out
	check "$name: $(sed -n '1s,^// [^:]*: ,,p' "$file"): $expected" verdict_is "$expected"
	if [ -n "${TRUTH-}" ] && [ -n "$(head_of "$name" try)" ]; then
		# shellcheck disable=SC2046 # words
		alike "$name" $(head_of "$name" try)
		case $?:$expected in
		0:equivalent | 0:not\ different | 1:different | 1:all\ differences | 1:not\ equivalent | 1:status*) ok "$name: so it is natively" ;;
		*) not_ok "$name: so it is natively" ;;
		esac
	fi
	cd "$tmp" && rm -rf "${tmp:?}/$name"
done

finish

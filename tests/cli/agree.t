#!/bin/sh
# agree.t: drift check without a contract and drift test say the same of two versions, status included.
#
# tests/programs/agree/pairs has the pairs and what is true of them.
. "$(dirname "$0")/lib.sh"
cd "$programs/agree" || exit 1

# verdict FILE: of a result.json.
verdict()
{
	sed -n 's/^	"verdict":	*"\([^"]*\)".*/\1/p' "$1" | head -n 1
}

# answer FILE: different, same or unknown, whatever the command calls it. A difference that no native program can show
# is "unconfirmed" for drift test; drift check says so at the clause that is violated.
answer()
{
	case $(verdict "$1") in
	different | violated | unconfirmed) echo different ;;
	equivalent | holds) echo same ;;
	"no difference found" | "not shown") echo unknown ;;
	*) echo "no verdict: $(verdict "$1")" ;;
	esac
}

# compared NAME TRUTH OPTIONS ARGUMENTS: both commands agree, and neither contradicts the truth.
compared()
{
	name=$1 truth=$2 options=$3 arguments=$4
	of_test= of_check='--function main'
	case " $options " in
	*' @ENTRY '*)
		options=$(echo "$options" | sed 's/@ENTRY//')
		of_test='--entry f' of_check='--function f'
		;;
	esac
	[ -n "$of_test" ] || arguments="-- $arguments"
	# Word splitting is wanted: no option of the table has a blank in it.
	# shellcheck disable=SC2086
	"$drift" test --time 600s -o "$tmp/$name/test" $of_test $options --new-cflags -DNEW=1 "$name.c" "$name.c" $arguments >"$tmp/$name.test" 2>&1
	test_status=$?
	# shellcheck disable=SC2086
	"$drift" check --time 600s -o "$tmp/$name/check" $of_check $options --new-cflags -DNEW=1 "$name.c" "$name.c" $arguments >"$tmp/$name.check" 2>&1
	check_status=$?
	one=$(answer "$tmp/$name/test/result.json") other=$(answer "$tmp/$name/check/result.json")
	echo "truth: $truth; drift test: $one, status $test_status; drift check: $other, status $check_status"
	cat "$tmp/$name.test" "$tmp/$name.check"
	[ "$one" = "$other" ] && [ "$test_status" = "$check_status" ] || return 1
	case $truth in
	differs) [ "$one" = different ] && [ "$test_status" = 1 ] ;;
	same) [ "$one" = same ] && [ "$test_status" = 0 ] ;;
	*) false ;;
	esac
}

while IFS='|' read -r name truth options arguments; do
	case $name in '#'* | '') continue ;; esac
	name=$(echo $name) truth=$(echo $truth) options=$(echo "$options" | xargs) arguments=$(echo "$arguments" | xargs)
	check "$name: $truth" compared "$name" "$truth" "$options" "$arguments"
done <pairs

check 'there are 30 pairs' test "$count" = 30
finish

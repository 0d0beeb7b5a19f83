# pairs.sh: what the tests of the papers share; sourced after tests/cli/lib.sh.
#
# A program that exists in two versions is one file. Lines of one version end with //OLD or //NEW; the others are in both.

papers=$top/tests/papers/programs

# pair NAME: leaves NAME.old.c and NAME.new.c in the current directory.
pair()
{
	sed '/\/\/NEW$/d; s, *//OLD$,,' "$papers/$1.c" >"$1.old.c"
	sed '/\/\/OLD$/d; s, *//NEW$,,' "$papers/$1.c" >"$1.new.c"
}

# of NAME PATH: a value of its result, or nothing.
of() { json "$(result_of "$1")" "$2" 2>/dev/null; }

# at_most NAME PATH N: the number there is at most N.
at_most() { at_most_is=$(of "$1" "$2") && [ -n "$at_most_is" ] && [ "$at_most_is" -le "$3" ] || { echo "$2 is $at_most_is"; return 1; }; }

# values NAME PATH VALUE...: the values there, in any order.
values()
{
	values_of=$1 values_path=$2
	shift 2
	of "$values_of" "$values_path" | LC_ALL=C sort >"$tmp/values.is"
	printf '%s\n' "$@" | LC_ALL=C sort >"$tmp/values.wanted"
	diff "$tmp/values.wanted" "$tmp/values.is"
}

#!/bin/sh
# worlds_depend.t: a verdict that was also found in other worlds names all that it depends on there: what the program
# asks for only at another time, answers of a kind that do not vary, overflows, and accepted differences.
. "$(dirname "$0")/lib.sh"

cd "$tmp" || exit 1
get=$DRIFT_BUILD/tests/json_get

# pair NAME: reads a statement; NEW is OLD with 1111 replaced by 2222.
pair()
{
	{
		printf '#include <%s>\n' stdio.h stdlib.h string.h time.h unistd.h sys/time.h
		printf 'int main(int argc, char **argv)\n{\n\tint n = atoi(argv[argc - 1]);\n'
		cat
		printf '\tprintf("%%d\\n", n);\n}\n'
	} >"$1-old.c"
	sed 's/1111/2222/' "$1-old.c" >"$1-new.c"
}

# compare NAME OPTION...: drift test on that pair with a number as the argument.
compare()
{
	compare_name=$1
	shift
	capture "$compare_name" "$drift" test --runs 500 --no-confirm -o "out-$compare_name" "$@" \
		"$compare_name-old.c" "$compare_name-new.c" -- @int
}

has() { "$get" "out-$1/result.json" "$2" | grep -q -x -e "$3"; }
status() { grep -q -x "$2" "$tmp/$1.status"; }
same() { status "$1" 0 && has "$1" verdict equivalent; }
differs() { status "$1" 1 && has "$1" verdict different; }

# kinds NAME: the questions of result.json, one line each: kind varied.
kinds()
{
	"$get" "out-$1/result.json" 'world.*.kind' >kind.list
	"$get" "out-$1/result.json" 'world.*.varied' >varied.list
	paste -d ' ' kind.list varied.list
}
asked() { kinds "$1" | grep -q -x "$2"; }
not_asked() { ! asked "$1" "$2"; }

# ---- questions that only another time raises ----

pair parent <<'END'
	if (time(0) < 1000 && getppid() == 1)
		n ^= 1111;
END
compare parent
check 'the parent, early: every time was tried' asked parent 'clock true'
check '... the id of the parent was not' asked parent 'pid false'
check '... and nothing says that it was' not_asked parent 'pid true'

pair early <<'END'
	if (time(0) < 1000 && getenv("DEBUG") && strlen(getenv("DEBUG")) > 10)
		n ^= 1111;
END
compare early
check 'a variable that is read early: it is named' asked early 'environment false'

pair chain <<'END'
	if (time(0) < 1000 && getuid() == 4711)
		n ^= 1111;
END
compare chain
check 'a user, early: found, because ids are tried as well' differs chain

# ---- answers of a kind that do not vary ----

pair fraction <<'END'
	struct timeval t;
	gettimeofday(&t, 0);
	if (t.tv_usec > 900000)
		n ^= 1111;
END
compare fraction
check 'fractions of a second do not vary' asked fraction 'timer false'
check '... seconds do' asked fraction 'clock true'

pair later <<'END'
	time_t t = time(0);
	if (time(0) - t > 3)
		n ^= 1111;
END
compare later
check 'time between two readings does not vary' asked later 'timer false'

pair both <<'END'
	if (getpid() == 77 && getppid() == 1)
		n ^= 1111;
END
compare both
check 'the own process id varies' asked both 'pid true'
check "... the parent's does not" asked both 'pid false'

pair setuid <<'END'
	if (getuid() != geteuid())
		n ^= 1111;
END
compare setuid
check 'real and effective user id: the set-user-id bit does not vary' asked setuid 'inherited false'
compare setuid --vary uid --world fixed
check '... with --vary uid, too' asked setuid 'inherited false'
pair one <<'END'
	if (geteuid() + geteuid() == 1)
		n ^= 1111;
END
compare one
check 'the effective one alone does' not_asked one 'inherited false'
check '... to all values' asked one 'uid true'

# ---- variables of a locale ----

pair lang <<'END'
	const char *lang = getenv("LANG");
	if (lang && !strcmp(lang, "xy"))
		n ^= 1111;
END
compare lang
check 'LANG is set itself' differs lang
pair numeric <<'END'
	const char *numeric = getenv("LC_NUMERIC");
	if (numeric && !strcmp(numeric, "xy"))
		n ^= 1111;
END
compare numeric --env LC_ALL=C
check '... and so is LC_NUMERIC if nobody asks for LC_ALL' differs numeric

# ---- what the sentence says ----

pair reached <<'END'
	if (time(0) < 1000)
		n = n ^ 1111 ^ 1111;
END
sed 's/n ^ 1111 ^ 1111/n ^ 2222 ^ 2222/' reached-old.c >reached-new.c
compare reached
check 'no input executes the change, today' has reached vacuous '.*executes change 1.*'
check '... which is not true at every time' not_asked reached 'clock true'

pair overflow <<'END'
	int k = (int)(time(0) & 0x7fffffff);
	n = (n & 1) + (k + 5 > k);
END
sed 's/k + 5 > k/(int)(k + 5u) > k/' overflow-old.c >overflow-new.c
compare overflow
check 'an overflow at another time: equivalent' same overflow
check '... where neither overflows' has overflow 'overflow.0.side' old

# ---- experiments ----

pair blame <<'END'
	if (time(0) < 1000)
		n ^= 1111;
END
"$drift" test --explain -o out-blame blame-old.c blame-new.c -- @int >blame.txt 2>&1
check 'experiments do not get the clock: no claim about native runs' \
	sh -c "! grep -q 'natively both' blame.txt && grep -q 'clock = 0' blame.txt"

# ---- accepted differences ----

pair known <<'END'
	if (time(0) < 1000)
		n ^= 1111;
END
compare known --baseline none
check 'a difference at another time' differs known
printf '%s known\n' "$("$get" out-known/result.json 'differences.0.id')" >baseline
compare known --baseline baseline
check '... that the baseline lists is accepted' status known 0
check '... and still occurs' has known 'accepted.0.differs' true

finish

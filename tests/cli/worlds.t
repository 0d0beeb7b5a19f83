#!/bin/sh
# worlds.t: a difference that shows only in another world is found without --vary: at another time, as another user, with
# a variable that is set, with a file that exists. Programs with the same behaviour in every world stay equivalent.
. "$(dirname "$0")/lib.sh"

cd "$tmp" || exit 1
get=$DRIFT_BUILD/tests/json_get

# pair NAME: reads a program; NEW is OLD with 1111 replaced by 2222.
pair()
{
	cat >"$1-old.c"
	sed 's/1111/2222/' "$1-old.c" >"$1-new.c"
}

# compare NAME OPTION...: drift test on that pair with a number as the argument.
compare()
{
	compare_name=$1
	shift
	capture "$compare_name" "$drift" test --runs 500 -o "out-$compare_name" "$@" "$compare_name-old.c" \
		"$compare_name-new.c" -- @int
}

# has NAME PATH VALUE: result.json has it there, once at least.
has() { "$get" "out-$1/result.json" "$2" | grep -q -x -e "$3"; }
status() { grep -q -x "$2" "$tmp/$1.status"; }
# differs NAME: found and confirmed.
differs() { status "$1" 1 && has "$1" verdict different && has "$1" 'differences.*.confirmed' true; }
same() { status "$1" 0 && has "$1" verdict equivalent; }

head='#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>'

# ---- the clock ----

pair soon <<END
$head
int main(int argc, char **argv)
{
	int n = atoi(argv[argc - 1]);
	if (time(0) < 1893456000)
		n ^= 1111;
	printf("%d\n", n);
}
END
compare soon
check 'a change before 2030 shows today' differs soon
check '... and the result says when it ran' has soon clock '[0-9]*'
compare soon --clock 2031-01-01
check '--clock: in 2031 another search finds it' differs soon
compare soon --clock 2031-01-01 --world fixed
check '--world fixed: not in 2031 alone' same soon
check '... and the clock was not varied' has soon 'world.0.varied' false
for clock in 2031-02-30 yesterday 2031-01-01x '' @ @12x 1969-12-31; do
	compare soon --clock "$clock"
	check "--clock '$clock' is refused" status soon 2
done
compare soon --world other
check '--world other is refused' status soon 2

pair late <<END
$head
int main(int argc, char **argv)
{
	int n = atoi(argv[argc - 1]);
	time_t t = time(0);
	if ((int)t < 0)
		n ^= 1111;
	printf("%d\n", n);
}
END
compare late
check 'after January 2038' differs late

# Both print the same at every time.
cat >every-old.c <<END
$head
int main(int argc, char **argv)
{
	int n = atoi(argv[argc - 1]);
	printf("%d\n", time(0) > 5000000 ? n ^ 1 : n);
}
END
sed 's/n ^ 1/n + 1 - 2 * (n \& 1)/' every-old.c >every-new.c
compare every
check 'the same at every time: equivalent' same every
check '... and every time was tried' has every 'world.*.varied' true
check '... none is left over' sh -c "! $get out-every/result.json 'world.*.varied' | grep -q false"

# ---- other answers ----

pair user <<END
$head
int main(int argc, char **argv)
{
	printf("%d\n", getuid() == 4711 ? atoi(argv[argc - 1]) & 1111 : 0);
}
END
compare user
check 'for another user' differs user

pair variable <<END
$head
int main(int argc, char **argv)
{
	const char *mode = getenv("MODE");
	printf("%d\n", mode && !strcmp(mode, "fast") ? atoi(argv[argc - 1]) & 1111 : 0);
}
END
compare variable
check 'with a variable that is set' differs variable
check '... which the command line shows' has variable 'differences.0.variables' 'MODE=fast '

pair missing <<END
$head
int main(int argc, char **argv)
{
	FILE *f = fopen("app.conf", "r");
	printf("%d\n", f && getc(f) == '!' ? atoi(argv[argc - 1]) & 1111 : 0);
}
END
compare missing
check 'with a file that exists' differs missing
check '... as an input of the test' [ -f out-missing/tests/0001/files/app.conf ]

# The clock matters only without the variable: both must not be set together.
pair apart <<END
$head
int main(int argc, char **argv)
{
	if (!getenv("MODE") && time(0) < 1000000)
		printf("%d\n", atoi(argv[argc - 1]) & 1111);
}
END
compare apart
check 'another time without the variable' differs apart
# ... or only with it.
pair both <<END
$head
int main(int argc, char **argv)
{
	if (getenv("MODE") && time(0) < 1000000)
		printf("%d\n", atoi(argv[argc - 1]) & 1111);
}
END
compare both
check 'another time with the variable' differs both

# A longer value than was tried may differ: the variable stays on the list.
pair long <<END
$head
int main(int argc, char **argv)
{
	const char *mode = getenv("MODE");
	printf("%d\n", mode && strlen(mode) > 20 ? 1111 : atoi(argv[argc - 1]));
}
END
compare long
check 'a long value is not tried' same long
check '... so the variable is not called varied' has long 'world.*.varied' false
check '... and the values that were tried are listed' has long 'world.*.tried' '"".*'

# What only NEW asks for comes first.
cat >many-old.c <<END
$head
int main(int argc, char **argv)
{
	static const char *const names[] = {"V1", "V2", "V3", "V4", "V5", "V6", "V7"};
	int n = atoi(argv[argc - 1]);
	for (int i = 0; i < 7; i++)
		n += getenv(names[i]) != NULL;
	printf("%d\n", n);
}
END
sed 's/printf/if (getenv("DEBUG"))\n\t\tputs("debug");\n\tprintf/' many-old.c >many-new.c
compare many
check 'a variable of NEW alone is tried before others' differs many
finish

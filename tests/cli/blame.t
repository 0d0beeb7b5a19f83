#!/bin/sh
# blame.t: versions with several edits of which one or two matter: drift explain must name them.
#
# Every pair is a base program and a list of edits, each a sed command on one of its files; `matters`
# says which edits make the failure. It was written down before the tool was run on the pair.
. "$(dirname "$0")/lib.sh"
cd "$tmp" || exit 1

# begin NAME: OLD's files come from standard input: "== FILE" begins each.
begin()
{
	pair=$1
	rm -rf "$pair"
	mkdir -p "$pair/old"
	awk -v dir="$pair/old" '/^== / { to = dir "/" $2; next } { print >to }'
	cp -r "$pair/old" "$pair/new"
}

# edit FILE SED: one change of NEW.
edit()
{
	sed -i "$2" "$pair/new/$1"
}

# blames PATTERN ARG...: explained on that input, the first line of what is to blame matches.
blames()
{
	pattern=$1
	shift
	timeout "$limit" "$drift" explain --time "$limit" -o "$pair/out" "$pair/old" "$pair/new" -- "$@" >"$pair/said" 2>&1
	cat "$pair/said"
	grep '^to blame' "$pair/said" | grep -q -E -e "$pattern"
}

begin discount <<'END'
== main.c
#include <stdio.h>
#include <stdlib.h>

static int price(int n)
{
	int p = n * 10;
	if (n >= 10)
		p -= p / 10;
	return p;
}

static int tax(int p)
{
	return p / 5;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 0;
	int p = price(n);
	printf("price %d\n", p);
	printf("tax %d\n", tax(p));
	return 0;
}
END
edit main.c 's/n >= 10/n > 10/'
edit main.c 's/return p \/ 5/return (p * 2) \/ 10/'
edit main.c 's/argc > 1 ? atoi(argv\[1\]) : 0/argc < 2 ? 0 : atoi(argv[1])/'
check 'one condition of three edits' blames 'h1 at main.c:7 alone' 10

begin header <<'END'
== limits.h
#define MOST 8
#define LEAST 1
== main.c
#include <stdio.h>
#include <string.h>
#include "limits.h"

int main(int argc, char **argv)
{
	const char *s = argc > 1 ? argv[1] : "";
	size_t n = strlen(s);
	if (n < LEAST)
		return 2;
	if (n > MOST) {
		puts("too long");
		return 1;
	}
	printf("ok %zu\n", n);
	return 0;
}
END
edit limits.h 's/MOST 8/MOST 6/'
edit main.c 's/return 2/return 3/'
edit main.c 's/printf("ok %zu\\n", n)/printf("%s %zu\\n", "ok", n)/'
check 'a constant in a header' blames 'h[0-9]* at limits.h:1 alone' abcdefg

begin names <<'END'
== main.c
#include <stdio.h>
#include <stdlib.h>

static int twice(int n)
{
	return n * 2;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 0;

	printf("%d\n", twice(n));

	puts("done");
	return 0;
}
END
edit main.c 's/^static int twice/static int often(int n)\n{\n\treturn n * 3;\n}\n\nstatic int twice/'
edit main.c 's/twice(n));/often(n));/'
edit main.c 's/puts("done")/printf("done\\n")/'
check 'a call that does not compile without its function' blames 'h1\+h2 at main.c:4-8, main.c:18 alone' 5

begin together <<'END'
== main.c
#include <stdio.h>
#include <stdlib.h>

static int scale = 1;

static int first(int n)
{
	return n + scale;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 0;
	int limit = 100;
	int v = first(n);

	if (v > limit)
		puts("big");
	else
		puts("small");
	return 0;
}
END
edit main.c 's/scale = 1/scale = 30/'
edit main.c 's/limit = 100/limit = 60/'
check 'two edits that fail only together' blames 'h1 at main.c:4 together with h2 at main.c:14' 50

begin deleted <<'END'
== main.c
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
	char name[8];
	const char *s = argc > 1 ? argv[1] : "";
	if (strlen(s) > 7)
		return 1;
	strcpy(name, s);
	printf("hello %s\n", name);

	if (!*s)
		puts("nobody");
	return 0;
}
END
edit main.c '/strlen(s) > 7/,/return 1/d'
edit main.c 's/hello %s/hello, %s/'
edit main.c 's/hello, %s/hello %s/'
edit main.c 's/"nobody"/"nobody there"/'
check 'a deleted check' blames 'h1 at main.c:8-9 alone' aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa

begin prototype <<'END'
== shape.h
int area(int w, int h);
== shape.c
#include "shape.h"

int area(int w, int h)
{
	return w * h;
}
== main.c
#include <stdio.h>
#include <stdlib.h>
#include "shape.h"

int main(int argc, char **argv)
{
	int w = argc > 1 ? atoi(argv[1]) : 1;
	int n = 0;

	printf("%d\n", area(w, 2));

	n += 2;
	printf("%d\n", n);
	return 0;
}
END
edit shape.h 's/int h)/int h, int border)/'
edit shape.c 's/int h)/int h, int border)/'
edit shape.c 's/w \* h/w * h + 2 * border/'
edit main.c 's/area(w, 2)/area(w, 2, 1)/'
edit main.c 's/n += 2/n = n + 2/'
check 'a parameter more, in a header and two files' blames '(shape|main).*alone' 4
check '... and the edit beside it is none of it' some "$pair/out" 'hunks.*.matters' false

begin table <<'END'
== main.c
#include <stdio.h>
#include <stdlib.h>

static const int days[] = {31, 28, 31, 30};

static const char *name(int m)
{
	static const char *const names[] = {"jan", "feb", "mar", "apr"};
	return names[m & 3];
}

int main(int argc, char **argv)
{
	int m = argc > 1 ? atoi(argv[1]) : 0;
	int total = 0;

	for (int i = 0; i <= (m & 3); i++)
		total += days[i];
	printf("%s %d\n", name(m), total);
	return 0;
}
END
edit main.c 's/31, 30}/31, 31}/'
edit main.c 's/names\[m & 3\]/names[(unsigned)m % 4]/'
edit main.c 's/total += days\[i\]/total = total + days[i]/'
check 'an entry of a table' blames 'h1 at main.c:4 alone' 3

begin types <<'END'
== point.h
typedef struct Point {
	int x;
	int y;
} Point;
== main.c
#include <stdio.h>
#include <stdlib.h>
#include "point.h"

int main(int argc, char **argv)
{
	Point p = {0};
	p.x = argc > 1 ? atoi(argv[1]) : 0;
	p.y = p.x / 2;

	printf("%d\n", p.x + p.y);

	printf("%d\n", p.x - p.y);
	return 0;
}
END
edit point.h 's/int y;/short y;/'
edit main.c 's/p.x + p.y/p.y + p.x/'
edit main.c 's/p.x - p.y/-p.y + p.x/'
check 'a narrower member in a header' blames 'h[0-9]* at point.h:3 alone' 200000

begin either <<'END'
== main.c
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 0;
	if (n < 0)
		n = 0;

	if (n > 50)
		n = 50;

	printf("%d\n", n > 50 ? 50 : n);
	return 0;
}
END
edit main.c 's/n > 50)/n > 80)/'
edit main.c 's/n > 50 ? 50 : n/n > 70 ? 70 : n/'
check 'a guard and its twin: both must go' blames 'h1 at main.c:10 together with h2 at main.c:13' 60

begin many <<'END'
== a.c
int one(int n)
{
	return n + 1;
}

int two(int n)
{
	return n + 2;
}
== b.c
int three(int n)
{
	return n + 3;
}

int four(int n)
{
	return n + 4;
}
== main.c
#include <stdio.h>
#include <stdlib.h>
int one(int), two(int), three(int), four(int);

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 0;
	printf("%d\n", one(n) + two(n));
	puts("--");
	printf("%d\n", three(n) * four(n));
	return 0;
}
END
edit a.c 's/n + 1/1 + n/'
edit a.c 's/n + 2/2 + n/'
edit b.c 's/n + 3/3 + n/'
edit b.c 's/n + 4/4 - n/'
edit main.c 's/puts("--")/printf("--\\n")/'
edit main.c 's/= argc > 1 ? atoi(argv\[1\]) : 0/= argc < 2 ? 0 : atoi(argv[1])/'
edit main.c 's/one(n) + two(n)/two(n) + one(n)/'
check 'one of seven edits in three files' blames 'h4 at b.c:8 alone' 3

begin status <<'END'
== codes.h
enum { GOOD = 0, BAD = 1 };
== main.c
#include <stdio.h>
#include "codes.h"

static int judge(const char *s)
{
	for (; *s; s++)
		if (*s == '!')
			return BAD;
	return GOOD;
}

int main(int argc, char **argv)
{
	int r = judge(argc > 1 ? argv[1] : "");
	if (argc > 5)
		puts("many");
	return r;
}
END
edit codes.h 's/BAD = 1/BAD = 4/'
edit main.c "s/'!'/'?'/"
edit main.c 's/argc > 5/argc > 6/'
check 'the exit status, by a header and a condition' blames 'main.c:7 alone' 'hey!'

begin macro <<'END'
== config.h
#define WIDTH 10
== main.c
#include <stdio.h>
#include <string.h>
#include "config.h"

int main(int argc, char **argv)
{
	const char *s = argc > 1 ? argv[1] : "";
	char line[WIDTH + 1];
	memset(line, '.', WIDTH);
	line[WIDTH] = 0;
	for (int i = 0; s[i] && i < WIDTH; i++)
		line[i] = s[i];

	puts(line);

	puts("end");
	return 0;
}
END
edit config.h 's/#define WIDTH 10/#define WIDTH 10\n#define FILL 45/'
edit main.c "s/memset(line, '.', WIDTH)/memset(line, FILL, WIDTH)/"
edit main.c 's/puts("end")/printf("%s\\n", "end")/'
check 'a macro that is new and its use' blames 'h1\+h2 at config.h:2, main.c:9 alone' abc

# What a program says of its own lines moves with every edit above them.
begin lines <<'END'
== main.c
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

/* Three
 * lines
 * more. */
static int limit = 10;

static int half(int n)
{
	assert(n < 100);
	return n / 2;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 0;
	int m = n;
	printf("line %d: %d\n", __LINE__, half(m));
	if (n > limit)
		puts("large");
	return 0;
}
END
edit main.c '/^.. Three/,/more/d'
edit main.c 's/int m = n;/int m = n * 3;/'
edit main.c 's/puts("large")/printf("large\\n")/'
check 'an assertion whose line moves' blames 'h2 at main.c:16 alone: ' 50
check '... it is said' field "$pair/out" blame_unnumbered true
edit main.c 's/n \* 3/n/'
check 'what differs in the number of a line only' blames 'h1 at main.c:5-7 alone' 50
check '... is compared as it is' sh -c "! grep 'left out' $pair/said"
# Numbers that are no lines are never taken for the same: with h1 alone 17 is printed, with both 20.
begin numbers <<'END'
== main.c
#include <stdio.h>

int main(int argc, char **argv)
{
	int n = 14;
	(void)argv;
	n += argc;
	printf("main.c:%d: here\n", n);
	return 0;
}
END
edit main.c 's/int n = 14;/int n = 17;/'
edit main.c 's/^int main/\/* A\n * b\n *\/\nint main/'
check 'a number that looks like one of a line' blames 'h2 at main.c:8 alone' 1
check '... is compared' sh -c "! grep 'left out' $pair/said"

# What differs further on is another difference.
begin further <<'END'
== main.c
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 0;
	FILE *f = fopen("out", "w");

	printf("%d\n", n + 1);

	printf("%d\n", n + 2);

	fprintf(f, "%d\n", n);
	fclose(f);
	return n > 3;
}
END
edit main.c 's/n + 1/n + 2/'
edit main.c 's/n + 2);$/n + 3);/'
edit main.c 's/f, "%d/f, "= %d/'
edit main.c 's/n > 3/n > 2/'
check 'only the first thing that differs is blamed' blames 'h1 at main.c:9 alone: ' 3

begin env <<'END'
== main.c
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	const char *s = getenv("MODE");
	int c = getchar();
	puts(s && s[0] == 'x' && c == 'y' ? "on" : "off");

	puts("end");
	return 0;
}
END
edit main.c "s/s\[0\] == 'x'/s[0] == 'X'/"
edit main.c 's/puts("end")/printf("end\\n")/'
printf y >"$pair/in"
check 'the environment and standard input reach the experiments' sh -c "
	'$drift' explain --env MODE=x --stdin env/in env/old env/new >said; cat said
	grep -q '^to blame         h1 at main.c:8 alone' said && grep -q 'pass instead .*MODE=\"x\", stdin \"y\" -> MODE=' said"

# How many are built at once makes no difference.
check 'several at once: the same as one after the other' sh -c "
	'$drift' explain --time $limit -j1 --json together/old together/new -- 50 | grep -v -e seconds -e command_line >one.out
	'$drift' explain --time $limit -j5 --json together/old together/new -- 50 | grep -v -e seconds -e command_line >many.out
	cmp one.out many.out && grep -q '\"interaction\":	true' one.out"
finish

#!/bin/sh
# once.t: a run that executes no change is run in OLD alone, and that changes nothing but the time it takes.
. "$(dirname "$0")/lib.sh"
cd "$tmp" || exit 1

# both NAME VALUE VALUE: two versions of NAME.c, with either value for CHANGED.
both()
{
	sed "s/CHANGED/$2/" "$1.c" >"$1-old.c"
	sed "s/CHANGED/$3/" "$1.c" >"$1-new.c"
}

# said DIR: all that a result says, but for times, a note and figures of pruning, how often the world was asked, and where it lies.
said()
{
	sed '/"pruned"/,/}/d; /"curve"/,/]/d; /"world"/,/]/{/"count"/d;}; /seconds\|runs_per_second\|"command_line"/d; s/"test":	"[^"]*tests/"test":	"tests/' \
		"$1/result.json" | awk '
		/"notes":\t\[\{/ { within = 1; text = "" }
		within { text = text $0 "\n" }
		within && /\],$/ {
			within = 0
			printf "%s", text ~ /"kind":\t"pruning"/ && text !~ /\}, \{/ ? "\t\"notes\":\t[],\n" : text
			next
		}
		!within'
}

# search NAME WAY OPTION... -- INPUT...: into NAME.WAY.
search()
{
	name=$1 way=$2
	shift 2
	"$drift" test --no-confirm -o "$name.$way" "$@" >"$name.$way.log" 2>&1 </dev/null
}

# three NAME INPUT...: with everything left out, with nothing, and without sparing runs.
three()
{
	name=$1
	shift
	search "$name" all "$name-old.c" "$name-new.c" "$@"
	search "$name" none --no-prune "$name-old.c" "$name-new.c" "$@"
	search "$name" once --prune=once "$name-old.c" "$name-new.c" "$@"
	said "$name.none" >"$name.none.said"
	said "$name.once" >"$name.once.said"
}

spared() { grep -q '"runs_once":	[1-9]' "$1/result.json"; }
verdict() { grep -q "\"verdict\":	\"$2\"" "$1/result.json"; }

cat >sums.c <<'C'
#include <ctype.h>
#include <stdio.h>
static int depth;
static int value(const char **s)
{
	int v = 0;
	while (isdigit((unsigned char)**s))
		v = v * 10 + *(*s)++ - '0';
	return v;
}
int main(int argc, char **argv)
{
	const char *s = argc > 1 ? argv[1] : "";
	int sum = 0;
	while (*s) {
		if (*s == '+') { s++; sum += value(&s); }
		else if (*s == '-') { s++; sum -= value(&s); }
		else if (*s == '(') { depth++; s++; }
		else if (*s == '%') { s++; sum = CHANGED; }
		else { puts("bad"); return 1; }
	}
	printf("%d %d\n", sum, depth);
	return depth != 0;
}
C
both sums 'sum % 7' 'sum % 9'
three sums -- @str:4
check 'NEW is not run where no change is executed' spared sums.all
check 'nor with that alone' spared sums.once
check 'but where nothing is to be left out' sh -c '! grep -q "\"runs_once\":	[1-9]" sums.none/result.json'
check 'what is said is the same' cmp sums.none.said sums.once.said
check 'how many were spared is said' grep -q 'skipped: .*NEW .* [1-9]' sums.all.log
both sums 'sum % 8' '(sum \& 7) - (sum < 0 \&\& sum \& 7 ? 8 : 0)'
three sums -- @str:3
check 'a twin is proved' verdict sums.all equivalent
check 'with the same figures' cmp sums.none.said sums.once.said

# Handlers and longjmp are no way round: what they execute is executed.
cat >hits.c <<'C'
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
static volatile int hits;
static jmp_buf out;
static void on(int s)
{
	(void)s;
	hits += CHANGED;
}
int main(int argc, char **argv)
{
	signal(SIGUSR1, on);
	if (!setjmp(out))
		for (const char *s = argc > 1 ? argv[1] : ""; *s; s++) {
			if (*s == 'k')
				raise(SIGUSR1);
			else if (*s == 'j')
				longjmp(out, 1);
			else
				hits += *s > 'k' ? 3 : -1;
		}
	printf("%d\n", hits);
	return 0;
}
C
both hits 1 2
three hits -- @str:3
check 'a changed handler is found' verdict hits.all different
check 'with as much said' cmp hits.none.said hits.once.said
check 'though runs were spared' spared hits.all

# Where things lie can differ without a change being executed.
cat >order.c <<'C'
#include <stdio.h>
#include <string.h>
static char first[8];
static const char text[] = CHANGED;
static char second[8];
int main(int argc, char **argv)
{
	const char *s = argc > 1 ? argv[1] : "";
	if (!strcmp(s, "hi"))
		puts(text);
	printf("%d\n", (int)((second - first) + (*s > 'c')));
	return 0;
}
C
both order '"a"' '"a text that needs some room, and more than its neighbour has to give to it"'
three order -- @str:2
check 'what hangs on addresses is seen in both' cmp order.none.said order.once.said

# Two ways meet behind the change, in one block of NEW and in two of OLD: NEW comes to where OLD has more, and does nothing else.
cat >late-old.c <<'C'
#include <stdio.h>
#include <stdlib.h>
struct year { int y; };
static int even(const struct year *s) { return s->y % 2 == 0; }
static int week(int day, const struct year *now)
{
	int w = day / 7;
	if (w == 5) {
		struct year next = {now->y + 1};
		if (even(&next))
			return 1;
	}
	return w;
}
static int digits(const char *s)
{
	int n = 0;
	for (; *s; s++)
		if (*s >= '0' && *s <= '9')
			n++;
		else if (*s == 'x')
			n += 2;
	return n;
}
int main(int argc, char **argv)
{
	if (argc > 3 && argv[3][0] != 'w')
		return digits(argv[3]);
	struct year now = {argc > 2 ? atoi(argv[2]) : 0};
	int day = argc > 1 ? atoi(argv[1]) : 0;
	if (day < 0 || day > 40 || now.y < 0 || now.y > 9)
		return 2;
	printf("%s\n", week(day, &now) > 2 ? "late" : "early");
	return 0;
}
C
sed '/if (w == 5)/,/^\t}/d; s/^\treturn w;/\tif (w == 5 \&\& !even(now))\n\t\treturn 1;\n\treturn w;/' late-old.c >late-new.c
three late -- @int=1 @int=1 @str:4=abc
check 'code of OLD that is gone takes no proof back' verdict late.once equivalent
check 'and with everything left out' verdict late.all equivalent
check 'with as much said' cmp late.none.said late.once.said

finish

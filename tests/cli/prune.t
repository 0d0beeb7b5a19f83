#!/bin/sh
# prune.t: what drift test leaves out, and that it does not change what drift says.
. "$(dirname "$0")/lib.sh"

export DRIFT_BUILD
cd "$tmp" || exit 1

# both NAME: the file NAME.c as OLD and NEW; lines of one version end with //OLD or //NEW.
both()
{
	grep -v '//NEW$' "$1.c" >"$1.old.c"
	grep -v '//OLD$' "$1.c" >"$1.new.c"
}
# pair NAME OPTION...: with and without pruning, as NAME and NAME.all; the last words are the inputs' shape.
pair()
{
	pair_name=$1
	shift
	both "$pair_name"
	compare "$pair_name" --no-confirm "$pair_name.old.c" "$pair_name.new.c" "$@"
	compare "$pair_name.all" --no-confirm --no-prune "$pair_name.old.c" "$pair_name.new.c" "$@"
}
# figure NAME KEY: a figure of result.json.
figure() { json "$(result_of "$1")" "stats.$2"; }
# runs NAME WITH WITHOUT: how many runs there are with and without pruning.
runs() { field "$1" stats.runs "$2" && field "$1.all" stats.runs "$3"; }
fewer() { [ "$(figure "$1" runs)" -lt "$(figure "$1.all" runs)" ] || { figure "$1" runs; figure "$1.all" runs; false; }; }
alike() { for alike_key in verdict exhaustive semantic_changes; do field "$1" "$alike_key" "$(json "$(result_of "$1.all")" "$alike_key")" || return; done; }

# ---- sides that are closed ----

cat >early.c <<'END'
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	int a = atoi(argv[1]);
	if (a == 3)
		return 3;
	if (a == 17)
		exit(4);
	if (a == 31) {
		printf("%d\n", a);
		return 5;
	}
	if (a == 45)
		abort();
	if (a == 77)
		return 7;
	return a * 2; //OLD
	return a + a; //NEW
}
END
pair early -- @int
check 'five early returns before a change: one run instead of six' runs early 1 6
check '... the same verdict' alike early
check '... which is a proof' proved early
check '... and the closed sides are counted' field early stats.pruned.sides_cannot_reach 5
check '... a program that can abort is pruned' field early stats.pruned.on true
check '... there are none without pruning' field early.all stats.pruned.sides_cannot_reach 0
compare jobs --no-confirm -j2 early.old.c early.new.c -- @int
check '... with workers, too' field jobs stats.runs 1
compare certified --no-confirm --certificate cert early.old.c early.new.c -- @int
check 'a certificate has sides that no run took' field certified stats.runs 1
check '... and is one' "$drift" verify cert early.old.c early.new.c

cp "$programs/pairs/express/old.c" express.old.c
cp "$programs/pairs/express/new.c" express.new.c
compare express --no-confirm express.old.c express.new.c -- @str:4
compare express.all --no-confirm --no-prune express.old.c express.new.c -- @str:4
check 'figure 1 of eXpress: fewer runs' fewer express
check '... the same verdict' alike express

cat >cases.c <<'END'
#include <stdlib.h>
int main(int argc, char **argv)
{
	int a = atoi(argv[1]), b = 0;
	switch (a) {
	case 1: return 1;
	case 2: exit(2);
	case 3:
	case 4: b = 1; break;
	case 5: return 5;
	default: return 9;
	}
	return b + a; //OLD
	return a + b; //NEW
}
END
pair cases -- @int
check 'cases of a switch are closed: those that lead to the change are left' runs cases 3 6
check '... the same verdict' alike cases

cat >helper.c <<'END'
#include <stdio.h>
#include <stdlib.h>
static int parse(int n)
{
	if (n == 3) {
		fprintf(stderr, "usage\n");
		exit(2);
	}
	if (n == 4)
		return 0;
	return n;
}
int main(int argc, char **argv)
{
	int a = parse(atoi(argv[1]));
	if (a > 10)
		return a * 2; //OLD
		return a + a; //NEW
	return 1;
}
END
pair helper -- @int
check 'a function that does not return from a side: closed; one that does: its caller goes on' field helper stats.pruned.sides_cannot_reach 1
check '... the same verdict' alike helper

# ---- sides that look as if they could be closed ----

cat >caller.c <<'END'
#include <stdlib.h>
static int state;
static void step(int n)
{
	if (n == 3)
		return;
	state = 1;
}
int main(int argc, char **argv)
{
	int a = atoi(argv[1]);
	if (a == 99)
		return 9;
	step(a);
	if (a > 1000)
		return 7;
	return state; //OLD
	return state || a == 3; //NEW
}
END
pair caller -- @int
check 'what the caller does after a return counts' verdict caller different
check '... the same verdict' alike caller

cat >handler.c <<'END'
#include <stdio.h>
#include <stdlib.h>
static int code;
static void last(void)
{
	if (code == 3)
		puts("old"); //OLD
		puts("new"); //NEW
}
int main(int argc, char **argv)
{
	atexit(last);
	code = atoi(argv[1]);
	if (code == 3)
		return 1;
	return 0;
}
END
pair handler -- @int
check 'handlers of exit count' verdict handler different
check '... no side of main is closed' field handler stats.pruned.sides_cannot_reach 0

cat >again.c <<'END'
#include <stdlib.h>
int main(int argc, char **argv)
{
	int a = atoi(argv[1]), sum = 0;
	for (int i = 0; i < 3; i++) {
		if (a == i)
			continue;
		sum += 2; //OLD
		sum += i == 1 && a == 2 ? 3 : 2; //NEW
	}
	return sum;
}
END
pair again -- @int
check 'a loop comes by again' verdict again different

cat >infected.c <<'END'
#include <stdlib.h>
int main(int argc, char **argv)
{
	int a = atoi(argv[1]);
	int v = a > 5 ? 1 : 2; //OLD
	int v = a > 5 ? 1 : 3; //NEW
	if (a == 3)
		return v;
	return 0;
}
END
pair infected -- @int
check 'after a change a side is not closed: it may show the effect' verdict infected different
check '... the same verdict' alike infected

cat >ends.c <<'END'
#include <stdlib.h>
int main(int argc, char **argv)
{
	unsigned a = (unsigned)atoi(argv[1]);
	if (a == 3)
		return 0;
	if (a * a == 3)
		return 1; //OLD
		return 2; //NEW
	abort();
}
END
pair ends -- @int
check 'how runs end on a closed side is not claimed' omits ends every_run_ends .
check '... and no input executes the change' alike ends
check '... which the verdict says' sh -c '[ "$1" != null ]' sh "$(json "$(result_of ends)" vacuous)"

# Each version has a layout of its own: code that uses addresses as numbers is run, so that the verdict names the layout.
cat >layout.c <<'END'
#include <stdio.h>
#include <stdlib.h>
static int a = 1;
static int between = 9; //NEW
static int b = 2;
static int sum(int n) { return a + b; } //OLD
static int sum(int n) { return n == 3 ? a + b + between - 9 : a + b; } //NEW
int main(int argc, char **argv)
{
	int x = atoi(argv[1]);
	const char *at = argv[1];
	if (x == 5)
		return 5;
	while (*at)
		at++;
	if (at == argv[1] + 6)
		return 6;
	if (x > 100) {
		if (x * 7 == 7000021)
			printf(FORMAT, SHOWN);
		return 1;
	}
	return sum(x);
}
END
for shown in 'distance "%d" (int)((char*)&b-(char*)&a)' 'order "%d" (&a<(int*)argv)' 'pointer "%-*p" 9,(void*)&b' 'joined "%" 1'; do
	set -- $shown
	{ echo "#define FORMAT $2"; echo "#define SHOWN $3"; cat layout.c; } >"layout_$1.c"
	both "layout_$1"
	compare "layout_$1" --no-confirm "layout_$1.old.c" "layout_$1.new.c" -- @int
	check "a side that may depend on the layout, $1: it is not closed" field "layout_$1" stats.pruned.sides_cannot_reach 1
done
check '... the world of the verdict has the layout' lists layout_pointer 'world.*.kind' addresses
check '... of a constant, too' lists layout_distance 'world.*.kind' addresses
{ echo '#define FORMAT "%d%%p"'; echo '#define SHOWN x'; cat layout.c; } >layout_none.c
both layout_none
compare layout_none --no-confirm layout_none.old.c layout_none.new.c -- @int
check 'a side without an address, and one with addresses of one object: closed' field layout_none stats.pruned.sides_cannot_reach 5

# ---- where nothing is pruned ----

cat >jumps.c <<'END'
#include <setjmp.h>
#include <stdlib.h>
static jmp_buf back;
static void leave(int n) { if (n == 3) longjmp(back, 1); }
int main(int argc, char **argv)
{
	int a = atoi(argv[1]);
	if (setjmp(back))
		return 1; //OLD
		return 2; //NEW
	leave(a);
	return 0;
}
END
pair jumps -- @int
check 'setjmp: nothing is pruned' field jumps stats.pruned.on false
check '... a note says why' lists jumps 'notes.*.kind' pruning
check '... and where' sh -c 'grep -A4 "\"kind\":	\"pruning\"" "$1" | grep -q "jumps\.[a-z]*\.c:8"' sh "$(result_of jumps)"
check '... the difference is found' verdict jumps different
check '... no note without --prune' omits jumps.all 'notes.*.kind' pruning

cat >signals.c <<'END'
#include <signal.h>
#include <stdlib.h>
static struct sigaction act;
static void on(int s) { _Exit(s); }
int main(int argc, char **argv)
{
	int a = atoi(argv[1]);
	if (a > 5)
		act.sa_handler = on;
	sigaction(SIGABRT, &act, NULL);
	if (a == 7)
		abort();
	return a * 2; //OLD
	return a + a; //NEW
}
END
pair signals -- @int
check 'an action that is written: nothing is pruned' field signals stats.pruned.on false
check '... a note says why' lists signals 'notes.*.kind' pruning
check '... the same verdict' alike signals

# ---- at random ----

check 'the same verdict and as many groups with and without pruning' env SEED=4 RUNS=800 sh "$top/tests/gen/check_prune.sh" 4

finish

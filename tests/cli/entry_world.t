#!/bin/sh
# entry_world.t: what --vary and --faults vary is given to native calls of one function (--entry) as well.
. "$(dirname "$0")/lib.sh"

cd "$tmp" || exit 1

# pair NAME OLD NEW: NAME-old.c and NAME-new.c from standard input, with OLD and NEW in place of @.
pair()
{
	cat >"$1.c"
	sed "s/@/$2/" "$1.c" >"$1-old.c"
	sed "s/@/$3/" "$1.c" >"$1-new.c"
}
# both NAME OPTION...: drift test on the pair.
both()
{
	both_name=$1
	shift
	capture "$both_name" "$drift" test --clock 2030-01-01T00:00:00Z -o "$tmp/$both_name.d" "$both_name-old.c" "$both_name-new.c" "$@" </dev/null
}
# confirmed NAME: the difference is confirmed natively.
confirmed() { status "$1" 1 && verdict "$1" different && field "$1" 'differences.*.confirmed' true; }

# ---- answers ----

pair clock 1 2 <<'END'
#include <time.h>
int late(int n) { return time(0) < 1893456000 ? n + @ : n; }
END
both clock --entry late --vary clock
check 'a difference that needs another time is confirmed' confirmed clock
check '... with the time in the test' grep -qx 'clock = 0' clock.d/tests/0001/world
both clock --entry late --vary clock --assume 'clock >= 1893456000'
check 'at other times there is none' verdict clock equivalent

pair ask 1 2 <<'END'
#include <string.h>
#include <sys/random.h>
#include <unistd.h>
int ask(char *name)
{
	char host[65];
	unsigned char r[2];
	gethostname(host, sizeof host);
	getrandom(r, 2, 0);
	return getuid() == 71 && getgid() == 72 && getpid() == 73 && !strcmp(host, name) && strlen(name) == 3 && r[1] == 74 ? @ : 0;
}
END
both ask --entry ask --bound 4 --vary uid,gid,pid,random,hostname
check 'so are those that need other ids, names and random numbers' confirmed ask

# ---- failures ----

pair alloc 1 2 <<'END'
#include <stdlib.h>
int first(int n)
{
	char *p = malloc(8);
	if (!p)
		return @;
	*p = (char)n;
	int r = *p;
	free(p);
	return r < 0 ? 3 : 4;
}
END
both alloc --entry first --faults malloc
check 'a failing malloc of the function is confirmed' confirmed alloc

# The program around the function calls malloc, too, before and after the call: these calls are not counted and do not fail.
for call in 1 2 3 4; do
	rm -f returned
	env "DRIFT_fail.malloc=$call" alloc.d/native/old/plain 5
	echo "$call: $(cat returned)" >>calls
done
check 'only calls of the function fail' sh -c '[ "$(tr "\n" " " <calls)" = "1: 1 2: 4 3: 4 4: 4 " ] || { cat calls; false; }'

# ---- a build without sources ----

for side in old new; do
	"$DRIFT_BUILD/bin/drift-cc" -c -o "clock-$side.o" "clock-$side.c" && ar rc "clock-$side.a" "clock-$side.o"
done
capture lib "$drift" test -o "$tmp/lib.d" clock-old.a clock-new.a --entry late --vary clock </dev/null
check 'libraries are called so, too' confirmed lib

# ---- tests that need nothing of the world run as before ----

cat >once.c <<'END'
#include <time.h>
int once(int n) { return time(0) == 5 ? n + 1 : n; }
END
capture some "$drift" explore -o "$tmp/some.d" --tests all once.c --entry once --vary clock </dev/null
check 'explore: paths for both times' all_paths some 2
capture again "$drift" replay --native some.d/tests </dev/null
check 'a test at any time runs natively' says again 'as recorded'
check '... no test differs' status again 0
check '... the other needs its clock' says again 'needs clock = 5'

# ---- contracts ----

cat >check-old.c <<'END'
#include <time.h>
int f(int n) { return time(0) < 1893456000 ? n + 1 : n; }
END
sed 's/n + 1/n + 2/' check-old.c >check-new.c
capture contract "$drift" check -o "$tmp/contract.d" check-old.c check-new.c --vary clock </dev/null
check 'drift check: a violation that needs another time' status contract 1

finish

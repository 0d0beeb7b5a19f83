#!/bin/sh
# call_std.t: --call on sources of any standard, on headers without guards, on sources that include themselves, and on
# libraries that are a header.
. "$(dirname "$0")/lib.sh"
cd "$tmp" || exit 1

cat >old.c <<'END'
struct name {
	char text[4];
	int n[2];
};
struct name make_name(int n)
{
	struct name x;
	x.text[0] = 'a';
	x.text[1] = 0;
	x.text[2] = x.text[3] = 'z';
	x.n[0] = n;
	x.n[1] = n > 5 ? 1 : 0;
	return x;
}
int each(int n, void (*f)(int *at))
{
	int i;
	for (i = 0; i < n && i < 2; i++)
		f(&i);
	return n;
}
END
sed 's/n > 5/n > 6/' old.c >new.c
sed 's/i < 2/i < 3/' old.c >each.c
for std in c89 c99 c11 gnu89; do
	compare $std old.c new.c --cflags "-std=$std -Wall -Wextra -pedantic -Werror" --call 'make_name(@int)'
	check "-std=$std: --call" status $std 1
	check '... which native runs confirm' confirmed $std
done
compare wrapped old.c each.c --cflags '-std=c89 -pedantic -Werror' --entry each
check '-std=c89: a function that takes a function' status wrapped 1

printf '#include <stdio.h>\nint next_char(FILE *f) { int c = getc(f); return c == 65 ? 1 : 0; }\n' >stream.c
sed 's/65/66/' stream.c >stream2.c
compare stream stream.c stream2.c --cflags '-std=c99 -pedantic -Werror' --entry next_char
check '-std=c99: a function that takes a stream' status stream 1

# ---- what drift-cc built: headers without guards ----

mkdir lib
cat >lib/point.h <<'END'
struct point { int x, y; };
struct point point_new(int x, int y);
int point_sum(struct point p);
int point_more(struct point p);
END
printf '#include "point.h"\nstruct point point_new(int x, int y) { struct point p = {x, y}; return p; }\nint point_more(struct point p) { return p.x; }\n' >lib/a.c
printf '#include "point.h"\nint point_sum(struct point p) { return p.x + p.y; }\n' >lib/b.c
# build NAME: libNAME.a of lib/.
build()
{
	(cd lib && "$DRIFT_BUILD/bin/drift-cc" -g -c a.c b.c && ar rc "../lib$1.a" a.o b.o)
}
build one
sed -i 's/p.x + p.y/p.x + p.y + (p.y == 9)/' lib/b.c
build two
compare guards libone.a libtwo.a --call 'struct point p = point_new(1, @int); point_more(p); point_sum(p)'
check 'a header without a guard, of two sources' status guards 1

# ---- a static function of what drift-cc built ----

cat >lib/b.c <<'END'
static int each(int (*f)(int), int n) { return f(n) - n; }
int b_each(int (*f)(int), int n) { return each(f, n); }
END
cat >lib/a.c <<'END'
static int each_a(int (*f)(int), int n) { return n > 3 ? f(n) : 0; }
int a_each(int (*f)(int), int n) { return each_a(f, n); }
END
rm libone.a libtwo.a
build one
sed -i 's/n > 3/n > 4/' lib/a.c
build two
compare static libone.a libtwo.a --entry each_a
check 'a static function that takes a function' status static 1

# ---- a source that includes itself ----

printf '#include "point.h"\nstruct point point_new(int x, int y) { struct point p = {x, y}; return p; }\nint point_more(struct point p) { return p.x; }\n' >lib/a.c
cat >lib/b.c <<'END'
#ifndef TYPE
#include "point.h"
#define TYPE int
#define NAME(x) x##_int
#include "b.c"
#undef TYPE
#undef NAME
#define TYPE long
#define NAME(x) x##_long
#include "b.c"
int point_sum(struct point p) { return twice_int(p.x) + p.y; }
#else
TYPE NAME(twice)(TYPE n) { return n * 2; }
#endif
END
rm libone.a libtwo.a
build one
sed -i 's/n \* 2/n * 2 + (n == 4)/' lib/b.c
build two
compare self libone.a libtwo.a --call 'struct point p = point_new(@int, 1); point_sum(p)'
check 'a source that includes itself' status self 1
mkdir self self2
sed 's/n \* 2 + (n == 4)/n * 2/' lib/b.c >self/b.c
cp lib/b.c self2
cp lib/point.h self
cp lib/point.h self2
compare plain self/b.c self2/b.c --call 'twice_long(@int)'
check '... as a source' status plain 1

# ---- a library that is a header ----

cat >only.h <<'END'
#ifndef ONLY_H
#define ONLY_H
#include <stdlib.h>
static inline int clamp(int n, int most) { return n > most ? most : n; }
#ifdef ONLY_IMPLEMENTATION
int only_parse(const char *text) { return clamp(atoi(text), 100); }
#endif
#endif
END
sed 's/n > most/n >= most - (n == 7)/' only.h >other.h
compare header only.h other.h --call 'clamp(@int, 8)'
check 'a function of a header' status header 1
check '... natively, too' confirmed header
compare entry only.h other.h --entry clamp
check '... by --entry' status entry 1
compare defined only.h other.h --cflags -DONLY_IMPLEMENTATION --call 'only_parse(@str:3)'
check 'what a macro defines' verdict defined equivalent

finish

#!/bin/sh
# entry_call.t: --entry of functions that take lengths, start values, functions, handles and files. With DRIFT_ALL=1 also
# what takes longer: make check-libraries.
. "$(dirname "$0")/lib.sh"

cd "$tmp" || exit 1
has() { grep -q -e "$2" "$1.out" "$1.err" || { cat "$1.out" "$1.err"; return 1; }; }

# ---- lengths and start values ----

cat >old.c <<'END'
#include <stdint.h>
#include <stddef.h>
int sum(const uint8_t *b, size_t n)
{
	int s = 0;
	for (size_t i = 0; i < n; i++)
		s += b[i] == 'x';
	return s;
}
long total(const short *b, int n, int k)
{
	long s = k;
	for (int i = 0; i < n; i++)
		s += b[i];
	return s;
}
struct pair { int x, y; };
int first(struct pair *b, size_t n) { return n ? b->x : 0; }
int equal(const void *a, const void *b, unsigned char n)
{
	const char *x = a, *y = b;
	for (int i = 0; i < n; i++)
		if (x[i] != y[i])
			return 0;
	return 1;
}
int magic(const char *s, int n, double d)
{
	return s[0] == 'm' && s[1] == '"' && s[2] == ',' && n == -123456 && d > 0.25;
}
END
sed 's/size_t i = 0; i < n/size_t i = 0; i < n + (n == 0)/; s/s += b\[i\];/s += n == 2 ? b[i] + 1 : b[i];/; s/return s.0. .*/return 0;/' old.c >new.c
sed 's/size_t i = 0; i < n/size_t i = 0; n - i != 0/; s/n == .x.;/n == 120;/' old.c >same.c
run length test old.c new.c --bound 2 --entry 'int sum(const uint8_t *b[n], size_t n)'
check 'an object as long as a parameter says: the byte behind it' confirmed length
check 'is that of an empty one' has length '^difference 1: sum (b = "", n = 0)'
check 'which calls there are not' lists length 'not_compared.*' n b
run length test old.c same.c --bound 3 --entry 'int sum(const uint8_t b[n], size_t n)'
check 'no byte behind it is read where none should be' proved length
run length test old.c new.c --bound 6 --stop-after 1 --no-confirm --entry 'long total(const short *b[n], int n, int k = 0x10)'
check 'elements of two bytes, and a number to begin with' sh -c 'grep -q "^difference 1: total (b = \".*\", n = 2, k = 16)" length.out || { cat length.out; false; }'
run length explore old.c --bound 3 --entry 'int sum(const uint8_t *b[n], size_t n)' --assume 'b.length > 1'
check 'b.length, in --assume' all_paths length 2
check 'its tests run natively' sh length.d/tests/run.sh
check 'and in the machine' "$drift" replay length.d/tests
run length explore old.c --tests none --bound 2 --entry 'int equal(const void *a[n], const void *b[n], unsigned char n)'
check 'two objects of one length' all_paths length 6
check 'no error' field length errors.# 0
run start test old.c new.c --runs 1 --no-confirm --entry 'int magic(const char *s = "m\x22,", int n = -123456, double d = .5)'
check 'start values: text, numbers' sh -c 'grep -q "^difference 1: magic (s = \"m..,\", n = -123456, d = 0.5)" start.out || { cat start.out; false; }'

refused()
{
	refused_what=$1 refused_entry=$2
	shift 2
	run refused explore old.c --entry "$refused_entry"
	check "$refused_what" rejects refused "$@"
}
refused 'a length that there is not' 'int sum(const uint8_t *b[m], size_t n)' "'b'" sum
refused 'a length of structs' 'int first(struct pair *b[n], size_t n)' "'b'" first
refused 'a start that is no number' 'int sum(const uint8_t *b, size_t n = x)' "'n = x'"
refused 'one that does not fit' 'int magic(const char *s, int n = 9999999999, double d)' "'n = 9999999999'"
refused 'one that is too long' 'int magic(const char *s = "12345678901234567", int n, double d)' 16 --bound
refused 'nothing behind =' 'int sum(const uint8_t *b, size_t n = )' 'column 38'

# ---- functions, handles, files ----

cat >kinds.h <<'END'
struct pt { int x; char tag[4]; };
typedef void (*handler)(struct pt *p, int k, double w);
END
cat >f_old.c <<'END'
#include <stdio.h>
#include <stdlib.h>
#include "kinds.h"
struct pool { int used, size; };
struct pool *pool_new(int size)
{
	struct pool *p = calloc(1, sizeof *p);
	p->size = size;
	return p;
}
int pool_take(struct pool *p, int n)
{
	if (n < 0 || p->used + n > p->size)
		return -1;
	p->used += n;
	return p->used;
}
int each(const char *s, int (*f)(char c, const char *rest), void *data)
{
	int n = 0;
	for (; *s; s++)
		if (f)
			n += f(*s, s + 1);
	return n;
}
void walk(handler h, struct pt p, int k)
{
	if (h && p.x > k)
		h(&p, k, 1.5);
}
static int twice(int (*f)(int), int (*g)(int), int n)
{
	return f && g && n == 7 ? f(n) + g(n) : 0;
}
int odd(int (*f)(struct pt by_value), int n)
{
	return f ? f((struct pt){0}) : n == 3;
}
int get(FILE *f, int k)
{
	return fgetc(f) == EOF ? k == 3 : 9;
}
int magic(FILE *f)
{
	return fgetc(f) == 0x1a && fgetc(f) == 0 && fgetc(f) == 109;
}
END
sed 's/for (; \*s; s++)/for (; *s \&\& *s != 10; s++)/; s/> p->size/>= p->size/; s/p.x > k)/p.x >= k)/; s/f(n) + g(n)/g(n) + f(n)/; s/n == 3/n == 4/; s/k == 3/k == 4/; s/== 109/== 110/' f_old.c >f_new.c
run each test f_old.c f_new.c --bound 2 --stop-after 1 --entry each
check 'a function that is given records its calls' confirmed each
check 'which differ' has each 'called: 10, 0'
check 'null is tried, too' sh -c '"$1" explore -o null.d f_old.c --bound 1 --entry each >out && grep -q "call_each: .*f = 0" null.d/tests/*/cmd && grep -q "f = 1" null.d/tests/*/cmd' sh "$drift"
check 'what it does not do is said' lists each 'not_compared.*' f
run each explore f_old.c --bound 2 --entry 'int each(const char *s, int (*f)(char, const char *) = 3, void *data)'
check 'what it returns' sh -c 'grep -q -x 6 each.d/tests/*/returned'
check 'natively, too' sh each.d/tests/run.sh
cat >bare_old.c <<'END'
struct hooks { void (*done)(void); int n; };
int finish(struct hooks *h, void (*last)(void))
{
	if (h->done && h->n == 3)
		h->done();
	if (last)
		last();
	return 0;
}
END
sed 's/n == 3/n == 4/' bare_old.c >bare_new.c
run bare test bare_old.c bare_new.c --entry finish
check 'a function that neither takes nor returns anything is given, too' confirmed bare
check 'and its calls are compared' has bare 'called h->done'
run walk test f_old.c f_new.c --no-confirm --entry walk
check 'a typedef, a struct behind a pointer' status walk 1
check 'nothing of the recorder is left behind' sh -c '! grep drift_ walk.out | grep -v "drift_\?-out"'
run twice test f_old.c f_new.c --no-confirm --entry twice
check 'two functions of a static one, in another order' status twice 1
check 'that they were never the same is said' lists twice 'not_compared.*' same function
check 'are told apart' sh -c 'grep -q "called f: 7" twice.out && grep -q "called g: 7" twice.out'
run made test f_old.c f_new.c --entry 'int pool_take(struct pool *p = pool_new(8), int n)'
check 'a handle by a call' confirmed made
check 'of which the rest is said' lists made 'not_compared.*' p 'pool_new(8)'
run made test f_old.c f_new.c --entry 'int pool_take(struct pool *p = nobody(8), int n)'
check 'a call that does not compile' sh -c '[ "$(cat made.status)" -eq 2 ] && grep -q "undeclared function .nobody" made.err && ! grep "engine died" made.err'
run file test f_old.c f_new.c --entry get
check 'a FILE may be an empty one' confirmed file
run magic test f_old.c f_new.c --entry magic
check '... or has bytes that vary' confirmed magic
check '... of which there are only some' lists magic 'not_compared.*' f stream

# ---- functions in structs and tables ----

cat >t_old.c <<'END'
#include <stddef.h>
#include <stdlib.h>
struct ops { int (*open)(const char *name, int mode); void (*log)(const char *); int k; struct ops *next; };
typedef int (*handler)(int);
struct table { int n; handler h[3]; };
struct odd { int (*f)(struct table by_value); int k; };
int use(struct ops *p, int n)
{
	int r = p->open ? p->open("file", n) : -9;
	if (r < 0 && p->log)
		p->log("bad");
	if (p->next && p->next->log)
		p->next->log("next");
	return r;
}
int dispatch(const struct table *t, unsigned i, int x)
{
	return i < 3 && t->h[i] ? t->h[i](x) : 0;
}
int value(struct table t, int i)
{
	return i == 1 && t.h[1] ? t.h[1](i) : 0;
}
int list(handler *t, int n)
{
	int s = 0;
	for (int i = 0; i < n && i < 2; i++)
		s += t[i] ? t[i](n) : 0;
	return s;
}
void clear(struct table *t, int i)
{
	if (i == 7)
		t->h[2] = NULL;
}
void drop(struct ops *p)
{
	if (p->log)
		p->log("gone");
	free(p);
}
int again(int (*more)(void), int n)
{
	int i = 0;
	while (more && more() > 0)
		i++;
	return i == n;
}
int strange(struct odd *o)
{
	return o->f ? o->f((struct table){0}) : o->k == 4;
}
END
sed 's/r < 0 \&\&/r < -1 \&\&/; s/t->h\[i\](x)/t->h[i](x + (i == 2))/; s/t.h\[1\](i) : 0/t.h[1](i + 1) : 0/; s/? t\[i\](n)/? t[i](n - i)/; s/"next"/"Next"/; s/i == 7)/i == 7 \&\& t->h[1])/; s/"gone"/"done"/; s/return i == n/return i + 1 == n/; s/== 4/== 5/' t_old.c >t_new.c
sed 's/int r = p->open ? \(p->open("file", n)\) : -9;/int r = -9; if (p->open) r = \1;/; s/i < 3 \&\& t->h\[i\]/t \&\& i <= 2 \&\& t->h[i] != 0/; s/if (i == 7)/if (!(i ^ 7))/' t_old.c >t_same.c
run use test t_old.c t_new.c --no-confirm --entry use
check 'a function in a struct: null, or one that records and returns what an input says' has use 'p->open() == -1'
check 'each by its name' has use 'called p->log: 3'
check 'one behind a pointer' has use 'called p->next->log: 4 ..Next'
check 'all there is' field use exhaustive true
check 'what it does not do is said' lists use 'not_compared.*' 'p->open, p->next->open' 8 0
check 'those that are null are named' lists use 'not_compared.*' 'p->next->next->open' null
run use test t_old.c t_new.c --stop-after 1 --entry 'int use(struct ops *p, int n = 3)'
check 'with a prototype, natively' confirmed use
run use test t_old.c t_same.c --entry use
check 'versions that do the same' proved use
# Z3 needs 5 s of processor time for it.
run dispatch test t_old.c t_new.c --time 600 --stop-after 1 --entry dispatch
check 'a table in a struct, natively' confirmed dispatch
check 'by its element' has dispatch '^  stdout  called t->h.2.: 0 .*| called t->h.2.: 1'
run dispatch test t_old.c t_same.c --time 600 --entry dispatch
check 'a table: versions that do the same' proved dispatch
run value test t_old.c t_new.c --stop-after 1 --entry value
check 'a struct by value, natively' confirmed value
run list test t_old.c t_new.c --stop-after 1 --entry 'int list(handler t[2], int n)'
check 'a table as parameter, natively' confirmed list
run clear test t_old.c t_new.c --stop-after 1 --entry clear
check 'a function that is left or taken away' confirmed clear
run clear test t_old.c t_same.c --entry clear
check 'taken away by both' proved clear
run drop test t_old.c t_new.c --stop-after 1 --entry drop
check 'an object that is freed' confirmed drop
run again test t_old.c t_new.c --entry again
check 'loops end, for the function returns 0 in the end' verdict again different
check 'and all there is is found' field again exhaustive true
run strange test t_old.c t_new.c --no-confirm --entry strange
check 'one that cannot be recorded is null, which is said' lists strange 'not_compared.*' 'o->f' null
cat >x_old.c <<'END'
struct owner { void *context; int (*tell)(void *, int); };
int tell(struct owner *o, int n) { return o->tell ? o->tell(o->context, n) : 0; }
int pass(int (*f)(void *), void *data) { return f ? f(data) : 0; }
static int state, other = 3;
int get(void) { return state + other; }
void set(int n) { state = other = n; }
void reset(int n)
{
	state = 0;
	if (n == 3)
		other = 3;
}
END
sed 's/tell(o->context, n)/tell(n == 3 ? o : o->context, n)/; s/f(data)/f((char *)data + 1)/; s/^	state = 0;//; s/^		other = 3;/		;/' x_old.c >x_new.c
run pass test x_old.c x_new.c --bound 2 --entry pass
check 'a pointer that is handed on is told by the parameter that it leads into' has pass '^  stdout  called: data .*| called: data + 1'
check 'natively as well' confirmed pass
run tell test x_old.c x_new.c --bound 2 --entry tell
check 'or the field of it' has tell '^  stdout  called: o->context, 3 .*| called: o, 3'
run reset test x_old.c x_new.c --entry reset
check 'a global that is set to what it is at the start: other values are named' lists reset 'not_compared.*' globals 'state, other'
run reset check --globals vary --function reset x_old.c x_new.c
check 'and shown where they are inputs' verdict reset violated
cat >e_old.c <<'END'
#include <errno.h>
#include <stdlib.h>
long number(const char *s) { errno = 0; long v = strtol(s, 0, 10); return errno ? -1 : v; }
END
sed 's/errno = 0; //' e_old.c >e_new.c
run errno test e_old.c e_new.c --bound 2 --entry number
cat >l_old.c <<'END'
#include <stdio.h>
#include <stdlib.h>
int next(int n) { return n == 3 ? getchar() + 1 : n == 4 ? rand() : ferror(stdout); }
END
sed 's/getchar() + 1/0/; s/rand()/1804289383/; s/ferror(stdout)/0/' l_old.c >l_new.c
run state test l_old.c l_new.c --entry next
check 'and standard input, which is empty' lists state 'not_compared.*' 'standard input'
check 'and what the C library answers at the start' lists state 'not_compared.*' 'rand, ferror'
check 'so is errno, which is 0 at the start' lists errno 'not_compared.*' globals errno
run own check --function strange t_old.c t_new.c
check 'drift check calls the function itself: such pointers are null' lists own 'contracts.0.not_compared.*' 'o->f' null

run use explore t_old.c --entry use
check 'explored: the tests run natively' sh use.d/tests/run.sh
check 'and in the machine' "$drift" replay use.d/tests
[ -n "${DRIFT_ALL-}" ] || finish

run odd test f_old.c f_new.c --no-confirm --entry odd
check 'one that cannot be recorded is null' lists odd 'not_compared.*' f
check 'and a difference without it is found' has odd '^difference 1: call_odd'
run made test f_old.c f_new.c --entry 'int pool_take(struct pool *p = pool_new(n - 1), int n)'
check 'which may use the other parameters' status made 0
run file test f_old.c f_new.c --no-confirm --entry 'int get(FILE *f = stdin, int k)'
check 'or another' lists file 'not_compared.*' f stdin

# ---- of what drift-cc built ----

for side in old new; do
	mkdir "lib_$side"
	(cd "lib_$side" && cp "../f_$side.c" f.c && cp ../kinds.h . && "$DRIFT_BUILD/bin/drift-cc" -g -fPIC -c f.c && ar rc libf.a f.o &&
		printf 'struct pool; struct pool *pool_new(int); int pool_take(struct pool *, int); int each(const char *, int (*)(char, const char *), void *);\n' >f.h)
done
run built test lib_old/libf.a lib_new/libf.a --bound 2 --stop-after 1 --no-confirm --entry each --cflags "-include $tmp/lib_new/f.h"
check 'functions, of an archive' status built 1
run built test lib_old/libf.a lib_new/libf.a --entry 'int pool_take(struct pool *p = pool_new(8), int n)' --cflags "-include $tmp/lib_new/f.h"
check 'a handle, of an archive' confirmed built

finish

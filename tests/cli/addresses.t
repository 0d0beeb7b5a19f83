#!/bin/sh
# addresses.t: a verdict says where the layout of memory decides, and only there.
. "$(dirname "$0")/lib.sh"

cd "$tmp" || exit 1

# program NAME: NAME.c from standard input, with what all of them need.
program()
{
	{
		printf '#include <%s.h>\n' stdint stdio stdlib string
		cat
	} >"$1.c"
	capture "$1" "$drift" explore -o "out-$1" "$1.c" -- @int=5 </dev/null
}

# named NAME LINE...: in these lines, and no other ones.
named()
{
	named_name=$1
	shift
	grep -A1 '"kind":	"addresses"' "out-$named_name/result.json" | sed -n 's/.*"where":	"[^:]*:\([0-9]*\):.*/\1/p' | sort -nu >lines
	for line; do echo "$line"; done >expected
	diff expected lines || {
		cat "$named_name.out" "$named_name.err"
		return 1
	}
}

# ---- what the layout decides ----

program order <<'END'
static char bytes[8];
static int by_address(const void *a, const void *b)
{
	char *p = *(char **)a, *q = *(char **)b;
	return p < q ? -1 :
		p > q;
}
int main(int argc, char **argv)
{
	char *p = malloc(4), *q = malloc(4), *t[3] = {q, bytes, p};
	int n = atoi(argv[1]), here, there;
	if (p > q)
		n++;
	uintptr_t x = (uintptr_t)p, y = (uintptr_t)q;
	if (x <= y)
		n++;
	qsort(t, 3, sizeof *t, by_address);
	if (&here < &there)
		n++;
	if (t[0] >= argv[1])
		n++;
	return n & 1;
}
END
check 'the order of objects: on the heap, as integers, sorted, locals, arguments' named order 9 10 16 19 22 24

program distance <<'END'
static int first, second;
int main(int argc, char **argv)
{
	char *p = malloc(4), *q = malloc(4);
	int n = atoi(argv[1]);
	if (q - p == 32)
		n++;
	if ((char *)&second - (char *)&first < 100)
		n++;
	return n & 1;
}
END
check 'distances of objects' named distance 10 12

program numbers <<'END'
static struct { uintptr_t key; } kept;
static unsigned hash(uintptr_t k) { return (unsigned)(k >> 4) * 31; }
int main(int argc, char **argv)
{
	char *p = malloc(4), c, text[40];
	int n = atoi(argv[1]);
	if ((uintptr_t)&c % 16 == 3)
		n++;
	n += hash((uintptr_t)p) == 7;
	n += ((uintptr_t)p >> 3) * 3 == 7;
	n += (int)(long)p == 7;
	n += (uintptr_t)p == 0x12345670;
	kept.key = (uintptr_t)p;
	snprintf(text, sizeof text, "%p", p);
	snprintf(text, sizeof text, "%lu", (unsigned long)&kept);
	n += (uintptr_t)p % 64 == 16;
	union { char *p; uintptr_t n; } both = {p};
	n += both.n * 3 == 7;
	return n & 1;
}
END
check 'bits of addresses: hashed, cut, compared with constants, kept, printed' named numbers 11 13 14 15 16 17 18 19 20 22

program meeting <<'END'
static int first[2], second[2], *last;
static int again(int n)
{
	int local[4] = {n}, *p = local, same = last == p;
	last = p;
	return same + local[n & 3];
}
int main(int argc, char **argv)
{
	int n = atoi(argv[1]), *end = first + 2, *start = second;
	char *p = malloc(4), *gone = p, *q;
	free(p);
	q = malloc(4);
	if (q == gone)
		n++;
	if (end == start)
		n++;
	p = realloc(q, 40);
	if ((uintptr_t)p != (uintptr_t)q)
		n++;
	n += again(n) + again(n + 1);
	return (n + (argv[0] + strlen(argv[0]) + 1 == argv[1])) & 1;
}
END
check 'equality with what is gone, and with the end of an object' named meeting 8 18 20 23 26

program frames <<'END'
#include <malloc.h>
static void *last;
static int same(void)
{
	void *caller = __builtin_return_address(0);
	int same = caller == last;
	last = caller;
	return same;
}
int main(int argc, char **argv)
{
	int n = atoi(argv[1]) + same();
	n += same();
	n += __builtin_frame_address(0) == last;
	return (n + (malloc_usable_size(malloc(20)) > 20)) & 1;
}
END
check 'callers, frames, and what malloc leaves behind a block' named frames 9 18 19

# ---- what it does not ----

program equality <<'END'
int main(int argc, char **argv)
{
	int n = atoi(argv[1]);
	char *p = malloc(4), *q = n > 3 ? p : malloc(4);
	if (p == q)
		n++;
	if (p && q != NULL && p > (char *)0)
		n++;
	if ((uintptr_t)p == (uintptr_t)q || (long)p == -1)
		n++;
	void *box = (void *)(long)n;
	if ((long)box * 3 > 10 && box > (void *)2)
		n++;
	int t[3] = {1}, *at = t, *end = t + 3, other;
	for (; at != end; at++)
		n += at == &other || at == (int *)argv[1];
	uintptr_t tagged = (uintptr_t)p | 1;
	*(char *)(tagged & ~(uintptr_t)1) = 'x';
	return (n + (tagged & 1)) & 1;
}
END
check 'equality, null, small numbers in pointers, marks in low bits' named equality

program within <<'END'
static int count(const char *s, const char *end)
{
	int n = 0;
	while (s < end)
		n += *s++ == 'a';
	return n;
}
static int fits(const char *p, const char *end, size_t n)
{
	return p + n <= end;
}
int main(int argc, char **argv)
{
	char local[20] = "abcab", *heap = malloc(32), *other = malloc(300);
	int *t = calloc(10, sizeof *t), *end = t + 10, n = atoi(argv[1]);
	for (int *p = t; p < end; p++)
		n += *p;
	n += count(local, local + 20) + (int)(end - t);
	n += fits(heap, heap + 32, n & 511);
	n += (uintptr_t)end > (uintptr_t)t;
	free(other);
	return n & 1;
}
END
check 'order and distance in one object, and an end that lies behind it' named within

program aligned <<'END'
static size_t length(const char *s)
{
	const char *p = s;
	for (; (uintptr_t)p & 7; p++)
		if (!*p)
			return p - s;
	while (*p)
		p++;
	return p - s;
}
static char wide[32] = "abc";
int main(int argc, char **argv)
{
	char *p = malloc(20), local[32] = "abcdef";
	int n = atoi(argv[1]), i;
	strcpy(p, "hello");
	n += (int)(length(p + 1) + length(local) + length(wide));
	n += (uintptr_t)&i % 4 || (uintptr_t)p % 16 || ((uintptr_t)p & 15) != 0;
	n += -(uintptr_t)p & 15;
	return n & 1;
}
END
check 'bits that the alignment of the object gives' named aligned

# ---- a verdict ----

program heap <<'END'
int main(int argc, char **argv)
{
	char *p = malloc(4), *q = malloc(4);
	printf("%d\n", p > q ? atoi(argv[1]) : 0);
	return 0;
}
END
sed 's/atoi(argv\[1\])/2/' heap.c >other.c
compare verdict --one-input heap.c other.c -- @int
check 'equivalent in this layout' verdict verdict equivalent
check 'on which it depends' field verdict 'world.*.kind' 'addresses addresses'
check 'and where' mentions verdict world: heap.c:8 other.c:8

finish

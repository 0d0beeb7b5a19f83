/* setjmp.c: from callees, nested, repeated, values, locals that must and need not survive. */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

static jmp_buf top, inner;
static int depth;

static void dive(int n)
{
	int pad[4] = {n, n + 1, n + 2, n + 3};
	depth++;
	if (n == 0)
		longjmp(top, pad[3]);
	dive(n - 1);
	depth = -1;
}

static int nested(void)
{
	volatile int seen = 0;
	int r = setjmp(inner);
	if (r == 0) {
		seen++;
		longjmp(inner, 5);
	}
	seen += r;
	if (seen < 20) {
		seen += 3;
		longjmp(inner, seen);
	}
	return seen;
}

static int loop(int n)
{
	volatile int count = 0;
	jmp_buf here;
	if (setjmp(here) < 0)
		return -1;
	count++;
	if (count < n)
		longjmp(here, count);
	return count;
}

/* An exception stack, as interpreters have. */
struct handler {
	jmp_buf buf;
	struct handler *up;
};
static struct handler *handlers;

static void throw(int code)
{
	longjmp(handlers->buf, code);
}

static int try(int n)
{
	struct handler h;
	int r;
	h.up = handlers;
	handlers = &h;
	if ((r = setjmp(h.buf)) == 0) {
		if (n == 0)
			throw(100);
		r = try(n - 1);
		if (n % 2)
			throw(r + 1);
	} else
		r += 10;
	handlers = h.up;
	return r;
}

int main(void)
{
	int r = setjmp(top);
	if (r == 0)
		dive(10);
	printf("%d %d\n", r, depth);
	switch (setjmp(top)) {
	case 0: longjmp(top, 0);
	case 1: printf("nought becomes one\n"); break;
	default: printf("wrong\n");
	}
	printf("%d\n", nested());
	printf("%d\n", loop(50));
	printf("%d %d\n", try(0), try(6));
	sigjmp_buf sb;
	volatile int k = 0;
	if (sigsetjmp(sb, 1) == 0) {
		k = 7;
		siglongjmp(sb, 2);
	}
	printf("%d\n", k);
	if (!_setjmp(top))
		_longjmp(top, 3);
	else
		printf("back\n");
	return 0;
}

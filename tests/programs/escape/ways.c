/* ways.c: an address goes a way that is no plain copy, and comes back. What is written or called
 * through it decides the output; WAY names the way, CALL makes the address that of a function.
 * Natively the output is 1 for arguments above 5 and 0 otherwise, in all ways. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int cell, other;
static char anchor[64];
static volatile uintptr_t key = 0x5a5a5a5a5a5a5a5a;

static void set(void)
{
	cell = 1;
}

static void set_to(int value, int unused)
{
	(void)unused;
	cell = value != -7;
}

enum {
	SHIFT, ROTATE, XOR_KEY, XOR_OTHER, BIT_FIELD, HALVES, UNION, HALF_COPIES, BYTES, BACKWARDS, PIPE,
	STREAM, DISTANCE, SHORT_DISTANCE, SCALED, FROM_NULL, TAGGED, FAR, MULTIPLY, NEGATE, REAL, TEXT,
	DIGITS, TABLE, BRANCHES, SEEK, WIDE, VARIABLE, ATOMIC, ENVIRONMENT, COMPRESSED, ARGUMENTS, PACKED,
	JUMP, CONSTANT, LONG_DOUBLE, INDEX, FILL, DISTANCE_TEXT, DISTANCE_PIPE, AS_POINTER,
};

static void *variable(int n, ...)
{
	va_list ap;
	va_start(ap, n);
	uintptr_t u = va_arg(ap, unsigned long);
	uintptr_t k = va_arg(ap, unsigned long);
	va_end(ap);
	return (void *)(u ^ k);
}

static void *as_pointer(int n, ...)
{
	va_list ap;
	va_start(ap, n);
	void *p = va_arg(ap, void *);
	va_end(ap);
	return p;
}

struct packed {
	char first;
	void *p;
} __attribute__((packed));

struct fields {
	uint64_t low : 20, middle : 24, high : 20;
};

static void *by_digits(uintptr_t u)
{
	static const char digits[] = "0123456789abcdef";
	char text[17];
	for (int i = 0; i < 16; i++)
		text[i] = digits[u >> (60 - 4 * i) & 15];
	text[16] = 0;
	uintptr_t back = 0;
	for (int i = 0; i < 16; i++)
		back = back << 4 | (uintptr_t)(strchr(digits, text[i]) - digits);
	return (void *)back;
}

static void *by_branches(uintptr_t u)
{
	uintptr_t back = 0;
	for (int i = 0; i < 64; i++)
		if (u >> i & 1)
			back |= 1ul << i;
	return (void *)back;
}

static void *by_table(uintptr_t u)
{
	static uint8_t same[256];
	for (int i = 0; i < 256; i++)
		same[i] = (uint8_t)i;
	uintptr_t back = 0;
	for (int i = 0; i < 8; i++)
		back |= (uintptr_t)same[u >> (8 * i) & 255] << (8 * i);
	return (void *)back;
}

static void *by_bytes(void *p, int backwards)
{
	unsigned char from[8], to[8];
	void *q;
	memcpy(from, &p, 8);
	for (int i = 0; i < 8; i++)
		to[backwards ? 7 - i : i] = from[i];
	if (backwards)
		for (int i = 0; i < 4; i++) {
			unsigned char c = to[i];
			to[i] = to[7 - i];
			to[7 - i] = c;
		}
	memcpy(&q, to, 8);
	return q;
}

static void *by_pipe(void *p)
{
	int fd[2];
	void *q = NULL;
	if (pipe(fd) || write(fd[1], &p, sizeof p) != sizeof p || read(fd[0], &q, sizeof q) != sizeof q)
		return NULL;
	return q;
}

static void *by_stream(void *p)
{
	void *q = NULL;
	FILE *f = tmpfile();
	if (!f || fwrite(&p, sizeof p, 1, f) != 1 || fseek(f, 0, SEEK_SET) || fread(&q, sizeof q, 1, f) != 1)
		return NULL;
	fclose(f);
	return q;
}

static void *by_text(void *p)
{
	char text[40];
	void *q = NULL;
	snprintf(text, sizeof text, "%p", p);
	sscanf(text, "%p", &q);
	return q;
}

static void *by_environment(uintptr_t u)
{
	char text[40];
	snprintf(text, sizeof text, "%lu", u);
	setenv("WAY", text, 1);
	return (void *)strtoul(getenv("WAY"), NULL, 10);
}

static void *by_seek(uintptr_t u)
{
	FILE *f = tmpfile();
	if (!f)
		return NULL;
	uintptr_t low = (uintptr_t)lseek(fileno(f), (off_t)(u & 0xffffff), SEEK_SET);
	uintptr_t high = (uintptr_t)lseek(fileno(f), (off_t)(u >> 24), SEEK_SET);
	fclose(f);
	return (void *)(high << 24 | low);
}

static void *by_jump(uintptr_t u)
{
	static jmp_buf to;
	static volatile uintptr_t kept;
	kept = u ^ 77;
	if (!setjmp(to))
		longjmp(to, 1);
	return (void *)(kept ^ 77);
}

static void *in_numbers(uintptr_t u)
{
	volatile double d;
	volatile long double ld;
	switch (WAY) {
	case SHIFT: return (void *)(u << 7 >> 7);
	case ROTATE: u = u << 13 | u >> 51; return (void *)(u >> 13 | u << 51);
	case XOR_KEY: return (void *)((u ^ key) ^ 0x5a5a5a5a5a5a5a5a);
	case XOR_OTHER: u ^= (uintptr_t)anchor; return (void *)(u ^ (uintptr_t)anchor);
	case MULTIPLY: return (void *)(u * 3 * 0xaaaaaaaaaaaaaaab);
	case NEGATE: return (void *)-(-u);
	case REAL: d = (double)u; return (void *)(uintptr_t)d;
	case LONG_DOUBLE: ld = (long double)u; return (void *)(uintptr_t)ld;
	case WIDE: {
		unsigned __int128 w = (unsigned __int128)u << 40;
		return (void *)(uintptr_t)(w >> 40);
	}
	case COMPRESSED: {
		static uint32_t kept;
		kept = (uint32_t)u;
		return (void *)((u & ~0xfffffffful) | kept);
	}
	case CONSTANT: {
		volatile uintptr_t mixed = (uintptr_t)&cell ^ (uintptr_t)anchor;
		return (void *)(mixed ^ (uintptr_t)anchor);
	}
	default: return NULL;
	}
}

static void *in_memory(void *p)
{
	static struct packed packed;
	static struct fields fields;
	union {
		void *p;
		uint32_t half[2];
	} a, b;
	void *q = NULL;
	switch (WAY) {
	case BIT_FIELD:
		fields.low = (uintptr_t)p;
		fields.middle = (uintptr_t)p >> 20;
		fields.high = (uintptr_t)p >> 44;
		return (void *)(fields.low | (uintptr_t)fields.middle << 20 | (uintptr_t)fields.high << 44);
	case HALVES: {
		static volatile unsigned low, high;
		low = (unsigned)(uintptr_t)p;
		high = (unsigned)((uintptr_t)p >> 32);
		return (void *)((uintptr_t)high << 32 | low);
	}
	case UNION:
		a.p = p;
		b.half[0] = a.half[0];
		b.half[1] = a.half[1];
		return b.p;
	case HALF_COPIES:
		memcpy(&q, &p, 3);
		memcpy((char *)&q + 3, (char *)&p + 3, 5);
		return q;
	case PACKED: packed.p = p; return packed.p;
	case ATOMIC: {
		static uintptr_t kept;
		__atomic_store_n(&kept, key, __ATOMIC_SEQ_CST);
		__atomic_fetch_xor(&kept, (uintptr_t)p, __ATOMIC_SEQ_CST);
		return (void *)__atomic_fetch_xor(&kept, key, __ATOMIC_SEQ_CST) == NULL ? NULL : (void *)kept;
	}
	case FILL: /* a byte of it by memset */
		q = (void *)((uintptr_t)p & ~255ul);
		memset(&q, (unsigned char)(uintptr_t)p, 1);
		return q;
	default: return NULL;
	}
}

static long number_by_text(long n)
{
	char text[40];
	snprintf(text, sizeof text, "%ld", n);
	return strtol(text, NULL, 10);
}

static long number_by_pipe(long n)
{
	int fd[2];
	long back = 0;
	if (pipe(fd) || write(fd[1], &n, sizeof n) != sizeof n ||
		read(fd[0], &back, sizeof back) != sizeof back)
		return 0;
	return back;
}

static void *by_distance(void *p)
{
	static long kept;
	static int narrow;
	static int index;
	char *from = (char *)&other;
	switch (WAY) {
	case DISTANCE: kept = (char *)p - anchor; return anchor + kept;
	case DISTANCE_TEXT: return anchor + number_by_text((char *)p - anchor);
	case DISTANCE_PIPE: return anchor + number_by_pipe((char *)p - anchor);
	case SHORT_DISTANCE: narrow = (int)((char *)p - from); return from + narrow;
	case SCALED: return (int *)from + ((int *)p - (int *)from);
	case FROM_NULL: return (char *)0 + (uintptr_t)p;
	case FAR: return (char *)((char *)p - 5000000) + 5000000;
	case TAGGED: p = (char *)p + 1; return (void *)((uintptr_t)p & ~3ul);
	case INDEX: index = (int)(((intptr_t)p - (intptr_t)from) / 4); return &((int *)from)[index];
	default: return NULL;
	}
}

static void *lose(void *p)
{
	uintptr_t u = (uintptr_t)p;
	void *q;
	switch (WAY) {
	case BYTES: return by_bytes(p, 0);
	case BACKWARDS: return by_bytes(p, 1);
	case PIPE: return by_pipe(p);
	case STREAM: return by_stream(p);
	case TEXT: return by_text(p);
	case DIGITS: return by_digits(u);
	case TABLE: return by_table(u);
	case BRANCHES: return by_branches(u);
	case SEEK: return by_seek(u);
	case ENVIRONMENT: return by_environment(u);
	case VARIABLE: return variable(2, u ^ 99, 99ul);
	case JUMP: return by_jump(u);
	case AS_POINTER: return as_pointer(1, number_by_text((long)u));
	default: break;
	}
	if ((q = in_numbers(u)) || (q = in_memory(p)))
		return q;
	return by_distance(p);
}

int main(int argc, char **argv)
{
	int x = argc > 1 ? atoi(argv[1]) : 0;
#ifdef CALL
	void *p = WAY == ARGUMENTS ? (void *)set_to : lose((void *)set);
	if (x > 5)
		((void (*)(void))p)();
#else
	int *p = lose(&cell);
	if (x > 5)
		*p = 1;
#endif
	int seen = cell;
	printf("%d\n", seen);
	return 0;
}

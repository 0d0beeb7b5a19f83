/* switch.c: dense, sparse, negative, ranges, fall through, 64-bit, char, enum, nested, no default.
 */
#include <stdint.h>
#include <stdio.h>

static int dense(int v)
{
	switch (v) {
	case 0: return 10;
	case 1: return 21;
	case 2: return 32;
	case 3:
	case 4: return 43;
	case 5: return 54;
	case 7: return 65;
	default: return -1;
	}
}

static int sparse(int v)
{
	switch (v) {
	case -2147483647 - 1: return 1;
	case -1000: return 2;
	case -1: return 3;
	case 1000000: return 4;
	case 2147483647: return 5;
	}
	return 0;
}

static int wide(int64_t v)
{
	switch (v) {
	case 0x100000001: return 1;
	case 1: return 2;
	case -0x7fffffffffffffff: return 3;
	case 0x7fffffffffffffff: return 4;
	case 0xffffffff: return 5;
	default: return 9;
	}
}

static int wide_unsigned(uint64_t v)
{
	switch (v) {
	case 0xffffffffffffffff: return 1;
	case 0x8000000000000000: return 2;
	case 5 ... 9: return 3;
	}
	return 0;
}

static int fall(int v)
{
	int r = 0;
	switch (v) {
	case 3: r += 100; __attribute__((fallthrough));
	case 2: r += 10; __attribute__((fallthrough));
	case 1: r += 1; break;
	default: r = 7; __attribute__((fallthrough));
	case 0: r *= 2;
	}
	return r;
}

static int ranges(unsigned char c)
{
	switch (c) {
	case 'a' ... 'z': return 'l';
	case 'A' ... 'Z': return 'u';
	case '0' ... '9': return 'd';
	case 200 ... 255: return 'h';
	case ' ':
	case '\t': return 's';
	}
	return '?';
}

static void duff(char *to, const char *from, int n)
{
	int k = (n + 3) / 4;
	switch (n % 4) {
	case 0: do { *to++ = *from++;
		case 3: *to++ = *from++;
		case 2: *to++ = *from++;
		case 1: *to++ = *from++;
		} while (--k > 0);
	}
}

enum op { PUSH, ADD, MUL, JNZ, DEC, DUP, SWAP, HALT };

static long run(const int *code)
{
	long st[16];
	int sp = 0, pc = 0;
	for (;;)
		switch ((enum op)code[pc++]) {
		case PUSH: st[sp++] = code[pc++]; break;
		case ADD: sp--, st[sp - 1] += st[sp]; break;
		case MUL: sp--, st[sp - 1] *= st[sp]; break;
		case DEC: st[sp - 1]--; break;
		case DUP: st[sp] = st[sp - 1], sp++; break;
		case SWAP: {
			long t = st[sp - 1];
			st[sp - 1] = st[sp - 2], st[sp - 2] = t;
			break;
		}
		case JNZ:
			if (st[sp - 1])
				pc = code[pc];
			else
				pc++;
			break;
		case HALT: return st[0];
		}
}

int main(void)
{
	for (int i = -1; i < 9; i++)
		printf("%d %d %d\n", dense(i), sparse(i), fall(i));
	int s[] = {-2147483647 - 1, -1000, -999, 1000000, 2147483647, 2147483646};
	for (int i = 0; i < 6; i++)
		printf("%d ", sparse(s[i]));
	int64_t w[] = {0x100000001, 1, -0x7fffffffffffffff, 0x7fffffffffffffff, 0xffffffff, -1, 0};
	for (int i = 0; i < 7; i++)
		printf("%d%d ", wide(w[i]), wide_unsigned((uint64_t)w[i]));
	for (uint64_t u = 3; u < 12; u++)
		printf("%d", wide_unsigned(u));
	printf("%d\n", wide_unsigned((uint64_t)1 << 63));
	for (const char *p = "aZ5 \t~\xff\xc7"; *p; p++)
		putchar(ranges((unsigned char)*p));
	putchar('\n');
	char to[12] = {0};
	duff(to, "duff device", 11);
	puts(to);
	static const int fact[] = {PUSH, 1, PUSH, 10, DUP, PUSH, 0, ADD, DUP, PUSH, 1, MUL, HALT};
	static const int power[] = {PUSH, 1, PUSH, 12, SWAP, PUSH, 3, MUL, SWAP, DEC, JNZ, 4, HALT};
	printf("%ld %ld\n", run(fact), run(power));
	return 0;
}

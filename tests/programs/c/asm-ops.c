/* asm-ops.c: inline assembly of one or two instructions that the machine knows exactly. */
#include <stdint.h>
#include <stdio.h>

static uint32_t swap32(uint32_t x)
{
	__asm__("bswap %0" : "+r"(x));
	return x;
}

static uint64_t swap64(uint64_t x)
{
	__asm__("bswapq %0" : "=r"(x) : "0"(x));
	return x;
}

static uint16_t swap16(uint16_t x)
{
	__asm__("rorw $8, %w0" : "+r"(x) : : "cc");
	return x;
}

static uint16_t swap16_halves(uint16_t x)
{
	__asm__("xchgb %b0,%h0" : "+Q"(x));
	return x;
}

static uint64_t lowest(uint64_t x)
{
	uint64_t k;
	__asm__("bsfq %1,%0" : "=r"(k) : "rm"(x));
	return k;
}

static uint32_t highest(uint32_t x)
{
	uint32_t k;
	__asm__("popcntl %1,%0" : "=r"(k) : "r"(x) : "cc");
	printf("%u ", k);
	__asm__("bsr{l}\t{%1, %0|%0, %1}" : "=r"(k) : "r"(x) : "cc");
	return k;
}

static void multiply(uint64_t x, uint64_t y)
{
	uint64_t low, high;
	__asm__("mulq %3" : "=a"(low), "=d"(high) : "%0"(x), "rm"(y));
	printf("%llx:%llx ", (unsigned long long)high, (unsigned long long)low);
	int64_t slow, shigh;
	__asm__("imulq %3" : "=a"(slow), "=d"(shigh) : "a"(x), "r"(y));
	printf("%llx:%llx\n", (unsigned long long)shigh, (unsigned long long)slow);
}

static void add_sub(uint64_t ah, uint64_t al, uint64_t bh, uint64_t bl)
{
	uint64_t h, l;
	__asm__("addq %5,%q1\n\tadcq %3,%q0"
			: "=r"(h), "=&r"(l)
			: "0"(ah), "rme"(bh), "%1"(al), "rme"(bl));
	printf("%llx:%llx ", (unsigned long long)h, (unsigned long long)l);
	__asm__("subq %5,%q1\n\tsbbq %3,%q0"
			: "=r"(h), "=&r"(l)
			: "0"(ah), "rme"(bh), "1"(al), "rme"(bl));
	printf("%llx:%llx\n", (unsigned long long)h, (unsigned long long)l);
}

/* The operand that is changed in place comes last among the inputs. */
static int kept(int x, int y)
{
	__asm__ volatile("# nothing but a remark" : "+r"(x) : "r"(y));
	return x;
}

static int through_register(int x)
{
	int y;
	__asm__("" : "=a"(y) : "a"(x));
	return y;
}

int main(void)
{
	printf("%x %llx %x %x\n", swap32(0x01020304), (unsigned long long)swap64(0x0102030405060708u),
		   swap16(0x0102), swap16_halves(0xa1b2));
	for (int i = 0; i < 64; i += 9)
		printf("%u %u ", (unsigned)lowest(1ull << i), highest((uint32_t)(0xf0000000u >> (i / 2))));
	puts("");
	multiply(~0ull, ~0ull);
	multiply(0x123456789abcdef0u, 0xfedcba9876543210u);
	add_sub(1, ~0ull, 2, 1);
	add_sub(0, 5, 0, 6);
	printf("%d %d\n", kept(7, 8), through_register(9));
	__asm__ volatile("lock; addl $0,0(%%rsp)" : : : "memory");
	__asm__ volatile("mfence" : : : "memory");
	__asm__ volatile("rep; nop");
	return 0;
}

/* vm.c: a small virtual machine counts primes. Argument: runs of its program. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { SET, ADD, ADDI, MUL, REM, LESS, JZ, JNZ, JMP, HALT };
typedef struct Op {
	uint8_t op, d, a, b;
	int32_t imm;
} Op;

/* r0 candidate, r1 divisor, r2 scratch, r3 limit, r4 count */
static const Op program[] = {{SET, 0, 0, 0, 2},  {SET, 4, 0, 0, 0},  {SET, 1, 0, 0, 2},
							 {MUL, 2, 1, 1, 0},  {LESS, 2, 0, 2, 0}, {JNZ, 0, 2, 0, 10},
							 {REM, 2, 0, 1, 0},  {JZ, 0, 2, 0, 11},  {ADDI, 1, 1, 0, 1},
							 {JMP, 0, 0, 0, 3},  {ADDI, 4, 4, 0, 1}, {ADDI, 0, 0, 0, 1},
							 {LESS, 2, 0, 3, 0}, {JNZ, 0, 2, 0, 2},  {HALT, 0, 0, 0, 0}};

static int64_t run(int64_t limit)
{
	int64_t r[8] = {0, 0, 0, limit};
	for (const Op *p = program;; p++)
		switch (p->op) {
		case SET: r[p->d] = p->imm; break;
		case ADD: r[p->d] = r[p->a] + r[p->b]; break;
		case ADDI: r[p->d] = r[p->a] + p->imm; break;
		case MUL: r[p->d] = r[p->a] * r[p->b]; break;
		case REM: r[p->d] = r[p->a] % r[p->b]; break;
		case LESS: r[p->d] = r[p->a] < r[p->b]; break;
		case JZ:
			if (!r[p->a])
				p = program + p->imm - 1;
			break;
		case JNZ:
			if (r[p->a])
				p = program + p->imm - 1;
			break;
		case JMP: p = program + p->imm - 1; break;
		default: return r[4];
		}
}

int main(int argc, char **argv)
{
	long n = argc > 1 ? atol(argv[1]) : 55;
	int64_t sum = 0;
	for (long i = 0; i < n; i++)
		sum += run(40000 + i);
	printf("%lld\n", (long long)sum);
	return 0;
}

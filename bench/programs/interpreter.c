/* interpreter.c: a stack machine that runs a prime search: switch and memory. Argument: limit. */
#include <stdio.h>
#include <stdlib.h>

enum op { PUSH, LOAD, STORE, ADD, MUL, MOD, LESS, JUMP, JZERO, HALT };

struct insn {
	enum op op;
	int arg;
};

static long run(const struct insn *code, long limit)
{
	long stack[32], var[8] = {limit}, *sp = stack;
	for (const struct insn *pc = code;; pc++) {
		switch (pc->op) {
		case PUSH: *sp++ = pc->arg; break;
		case LOAD: *sp++ = var[pc->arg]; break;
		case STORE: var[pc->arg] = *--sp; break;
		case ADD: sp--, sp[-1] += sp[0]; break;
		case MUL: sp--, sp[-1] *= sp[0]; break;
		case MOD: sp--, sp[-1] %= sp[0]; break;
		case LESS: sp--, sp[-1] = sp[-1] < sp[0]; break;
		case JUMP: pc = code + pc->arg - 1; break;
		case JZERO:
			if (!*--sp)
				pc = code + pc->arg - 1;
			break;
		case HALT: return var[3];
		}
	}
}

/* var 0: limit, 1: candidate, 2: divisor, 3: sum of primes */
static const struct insn primes[] = {
	{PUSH, 2}, {STORE, 1},                                       /* 0: candidate = 2 */
	{LOAD, 1}, {LOAD, 0},   {LESS, 0},  {JZERO, 28},             /* 2: while candidate < limit */
	{PUSH, 2}, {STORE, 2},                                       /* 6: divisor = 2 */
	{LOAD, 1}, {LOAD, 2},   {LOAD, 2},  {MUL, 0},                /* 8: if candidate < divisor^2 */
	{LESS, 0}, {JZERO, 19},                                      /*    it is a prime */
	{LOAD, 3}, {LOAD, 1},   {ADD, 0},   {STORE, 3},  {JUMP, 25}, /* 14: sum += candidate */
	{LOAD, 1}, {LOAD, 2},   {MOD, 0},   {JZERO, 25},             /* 19: if divisible, next */
	{LOAD, 2}, {JUMP, 29},                                       /* 23: else divisor++ */
	{LOAD, 1}, {PUSH, 1},   {JUMP, 33},                          /* 25: candidate++ */
	{HALT, 0},                                                   /* 28 */
	{PUSH, 1}, {ADD, 0},    {STORE, 2}, {JUMP, 8},               /* 29 */
	{ADD, 0},  {STORE, 1},  {JUMP, 2},                           /* 33 */
};

int main(int argc, char **argv)
{
	printf("%ld\n", run(primes, argc > 1 ? atol(argv[1]) : 90000));
	return 0;
}

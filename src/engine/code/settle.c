/* settle.c: removes bytecode instructions once they are executed.
 *
 * A third of the bytecode instructions that a search executes only report that a block was
 * entered or an edge taken, which is news once. When such an instruction is executed for the
 * first time, the instructions behind it that are reached only through it were not executed by
 * any run or snapshot: all up to the next label or the end of the line. So these can still move
 * up into its place.
 *
 *   before      COVER  LOAD  ADD  JMP         WAY  MOV  | ADD  BR
 *   after       LOAD   ADD   JMP  END         MOV  SKIP | ADD  BR        | a label
 *
 * Executed instructions stay where they are: frames, snapshots and jump buffers hold pointers to
 * them.
 */
#include "engine/code/code.h"

enum {
	MOST_MOVED = 256,      /* words behind one that goes away */
	MOST_SEARCHED = 20000, /* words of a function in which jumps to one are looked for */
};

static u32 length_of(const FnCode *fc, const Code *c)
{
	switch (code_op(fc, c)) {
	case C_KONST64:
	case C_SELECT:
	case C_GEPX:
	case C_GEPXS:
	case C_LOADX_8 ... C_LOADXS_64:
	case C_STOREX_8 ... C_STOREXS_64: return 2;
	default: return 1;
	}
}

/* Nothing falls through it. */
static bool ends_line(const Code *c)
{
	return c->op == C_JMP || c->op == C_SKIP || c->op == C_SWITCH || c->op == C_IBR ||
		   c->op == C_RET || c->op == C_RETR || c->op == C_RETN || c->op == C_END;
}

static bool has_table(const Code *c)
{
	return c->op == C_SWITCH || c->op == C_IBR;
}

static bool jumps(const Code *c)
{
	return has_table(c) || c->op == C_JMP || c->op == C_SKIP || c->op == C_CBR || c->op == C_CBRN ||
		   c->op >= C_BR_EQ_32;
}

/* The word moved up by one; what it jumps to did not. */
static void moved(const FnCode *fc, Code *c)
{
	if (!jumps(c))
		return;
	c->d = (u32)((i32)c->d + 1);
	if (has_table(c))
		for (u32 k = 0; k < fc->switches[c->b].n; k++)
			fc->switches[c->b].targets[k]++;
}

/* Shortens an edge that is only a jump: it leads directly to the jump's target. */
static void shorten(FnCode *fc, u32 at)
{
	u32 to = at + fc->code[at].d;
	for (u32 i = 0; i < fc->n; i += length_of(fc, &fc->code[i])) {
		Code *c = &fc->code[i];
		if (jumps(c) && !has_table(c) && i != at && i + c->d == at)
			c->d = to - i;
	}
}

void code_settle(FnCode *fc, u32 at)
{
	u32 end = at + 1;
	bool through = true;
	while (through && end < fc->n && end - at < MOST_MOVED && !fc->origin[end].label) {
		through = !ends_line(&fc->code[end]);
		end += length_of(fc, &fc->code[end]);
	}
	bool way = fc->code[at].op == C_WAY && fc->origin[at].label;
	for (u32 k = at + 1; k < end;) {
		Code *to = &fc->code[k - 1];
		u32 n = length_of(fc, &fc->code[k]);
		memmove(to, to + 1, n * sizeof *to);
		for (u32 i = k; i < k + n; i++) {
			Origin o = fc->origin[i];
			o.label = fc->origin[i - 1].label;
			fc->origin[i - 1] = o;
		}
		moved(fc, to);
		k += n;
	}
	fc->code[end - 1] = (Code){.op = through ? C_SKIP : C_END, .d = 1};
	fc->settled = true;
	if (way && fc->code[at].op == C_JMP && !fc->code[at].n && fc->n < MOST_SEARCHED)
		shorten(fc, at);
}

void code_again(FnCode *fc, FnCode *fns, size_t n)
{
	for (size_t i = 0; i < n; i++)
		for (u32 k = 0; fns[i].code && k < fns[i].fn->n_calls; k++)
			if (fns[i].calls[k].code == fc->code)
				fns[i].calls[k].code = NULL;
	fc->code = NULL;
	fc->settled = false;
	fc->ops = NULL;
	fc->unit = NULL;
	fc->tier = NULL;
	fc->pin = fc->native_size = 0;
}

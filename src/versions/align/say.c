/* say.c: prints a step of aligned runs for people. */
#include "versions/align/effect.h"

const Ins *align_ins(const Aligner *a, int side, const AlignedStep *s)
{
	return &a->subject[side]->program->functions.at[s->function].ins[s->ins];
}

/* Joins of variables, and code that the compiler moved or merged, have no line of their own. */
u32 align_loc(const Aligner *a, int side, const AlignedStep *s)
{
	const Program *p = a->subject[side]->program;
	const Function *f = &p->functions.at[s->function];
	u32 end = f->n_ins; /* of its block */
	for (u32 i = 0; i < f->n_blocks; i++)
		if (f->blocks[i].first > s->ins && f->blocks[i].first < end)
			end = f->blocks[i].first;
	for (u32 i = s->ins; i < end; i++)
		if (p->locs.at[f->ins[i].loc].line)
			return f->ins[i].loc;
	for (u32 i = s->ins; i-- > 0;)
		if (p->locs.at[f->ins[i].loc].line)
			return f->ins[i].loc;
	return f->loc;
}

void align_source(const Aligner *a, int side, const AlignedStep *s, Buf *to)
{
	program_source(a->subject[side]->program, align_loc(a, side, s), to);
}

/* Where a decision led, by line; its block is NEW's unless only OLD has it. */
static void add_target(const Aligner *a, int side, const AlignedStep *s, Buf *to)
{
	bool own = s->lo & 1u << 31;
	u32 block = own ? (u32)(s->lo >> 32) : (u32)s->lo;
	int of = own ? side : NEW;
	u32 function = side == of ? s->function : change_map_function(a->map, (Side)side, s->function);
	const Program *p = a->subject[of]->program;
	const Function *f = &p->functions.at[function];
	for (u32 i = f->blocks[block].first; i < f->blocks[block].end; i++)
		if (p->locs.at[f->ins[i].loc].line) {
			buf_addf(to, "to line %u", p->locs.at[f->ins[i].loc].line);
			return;
		}
	buf_addf(to, "to block %u", block);
}

bool align_target_known(const Aligner *a, int side, const AlignedStep *s)
{
	if (side == OLD)
		return !(s->lo & 1u << 31);
	return change_map_block(a->map, NEW, s->function, (u32)s->lo) != NO_OPERAND;
}

void align_value(const Aligner *a, int side, const AlignedStep *s, Buf *to)
{
	double d;
	float f;
	u32 low = (u32)s->lo;
	if (s->branch) {
		add_target(a, side, s, to);
	} else if (s->type == TYPE_VOID) {
		buf_adds(to, "?");
	} else if (s->type == 1) {
		buf_adds(to, s->lo ? "true" : "false");
	} else if (s->type == TYPE_PTR) {
		if (s->lo)
			buf_addf(to, "address %#llx", (unsigned long long)s->lo);
		else
			buf_adds(to, "null");
	} else if (s->type == TYPE_F64) {
		memcpy(&d, &s->lo, sizeof d);
		buf_addf(to, "%.17g", d);
	} else if (s->type == TYPE_F32) {
		memcpy(&f, &low, sizeof f);
		buf_addf(to, "%.9g", (double)f);
	} else if (s->type <= 64) {
		buf_addf(to, "%lld", (long long)((i64)(s->lo << (64 - s->type)) >> (64 - s->type)));
	} else {
		buf_addf(to, "%#llx%016llx", (unsigned long long)s->hi, (unsigned long long)s->lo);
	}
}

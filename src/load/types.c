/* types.c: the table of instructions.
 *
 * It is where the type of every operand and result comes from. Who reads a register as wider than it
 * is reads its neighbour: bits and tags of another value, or of none at all.
 */
#include "load/program.h"

const InsInfo ins_table[INS_COUNT] = {
#define X(name, a, b, c, gives, fails, memory, sign) \
	{OF_##a, OF_##b, OF_##c, OF_##gives, FAILS_##fails, MEMORY_##memory, sign, #name},
	INS_LIST(X)
#undef X
};

Type ins_type_special(const Ins *in, u8 of)
{
	switch (of) {
	case OF_PAIR: return in->type;
	case OF_T2: return in->type2;
	case OF_FN: return in->sub == FF_POWI || in->sub == FF_LDEXP ? 32 : in->type;
	default: return TYPE_VOID; /* OF_CALL: see Call.results */
	}
}

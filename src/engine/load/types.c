/* types.c: the table of instructions.
 *
 * It defines the type of every operand and result. Code that reads a register as wider than it
 * is reads its neighbour: bits and tags of another value, or of none at all.
 */
#include "engine/load/program.h"

#include <assert.h>

const InsInfo ins_table[INS_COUNT] = {
#define X(name, a, b, c, gives, fails, memory, sign) \
	{OF_##a, OF_##b, OF_##c, OF_##gives, FAILS_##fails, MEMORY_##memory, sign, #name},
	INS_LIST(X)
#undef X
};

/* An address that may be missing or invalid is one at which memory is touched. */
#define X(name, a, b, c, gives, fails, memory, sign)                                 \
	static_assert((MEMORY_##memory != MEMORY__ && MEMORY_##memory != MEMORY_CALL) == \
					  (FAILS_##fails == FAILS_ADDRESS),                              \
				  "I_" #name " touches memory exactly if it may fail by an address");
INS_LIST(X)
#undef X

/* ---- which memory instructions touch ---- */

typedef enum Touch { TOUCH__, TOUCH_READ, TOUCH_WRITE, TOUCH_BOTH } Touch;
typedef enum Extent { EXTENT__, EXTENT_TYPE, EXTENT_LENGTH, EXTENT_VA_LIST } Extent;

enum { VA_LIST_SIZE = 24 };

static const struct {
	u8 a, b;  /* Touch */
	u8 bytes; /* Extent */
} touched[N_MEMORY] = {
#define X(kind, a, b, bytes) {TOUCH_##a, TOUCH_##b, EXTENT_##bytes},
	INS_MEMORY(X)
#undef X
};

static u32 add_access(const Ins *in, Operand at, u8 touch, u8 bytes, InsAccess *to)
{
	if (touch == TOUCH__)
		return 0;
	*to = (InsAccess){.at = at,
					  .length = NO_OPERAND,
					  .reads = touch != TOUCH_WRITE,
					  .writes = touch != TOUCH_READ};
	if (bytes == EXTENT_LENGTH)
		to->length = in->c;
	else
		to->size = bytes == EXTENT_TYPE ? type_store_size(in->type) : VA_LIST_SIZE;
	return 1;
}

u32 ins_accesses(const Ins *in, InsAccess to[2])
{
	u8 memory = ins_table[in->op].memory, bytes = touched[memory].bytes;
	u32 n = add_access(in, in->a, touched[memory].a, bytes, to);
	return n + add_access(in, in->b, touched[memory].b, bytes, to + n);
}

Type ins_type_special(const Ins *in, u8 of)
{
	switch (of) {
	case OF_PAIR: return in->type;
	case OF_T2: return in->type2;
	case OF_FN: return in->sub == FF_POWI || in->sub == FF_LDEXP ? 32 : in->type;
	default: return TYPE_VOID; /* OF_CALL: see Call.results */
	}
}

/* address.c: finds globals by address; addresses ascend. */
#include "engine/load/address.h"

u32 global_below(const Program *p, u64 address)
{
	u32 low = 0, high = (u32)p->globals.len;
	while (low < high) {
		u32 mid = (low + high) / 2;
		if (p->globals.at[mid].address <= address)
			low = mid + 1;
		else
			high = mid;
	}
	return low ? low - 1 : NO_OPERAND;
}

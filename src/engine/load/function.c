/* function.c: answers questions about one function from its instructions. */
#include "engine/load/program.h"

u32 function_block(const Function *f, u32 ins)
{
	u32 low = 0, high = f->n_blocks;
	while (high - low > 1) {
		u32 mid = (low + high) / 2;
		if (f->blocks[mid].first <= ins)
			low = mid;
		else
			high = mid;
	}
	return low;
}

bool returns_twice(const char *name)
{
	static const char *const names[] = {"setjmp", "_setjmp", "__setjmp", "sigsetjmp",
										"__sigsetjmp"};
	for (size_t i = 0; i < countof(names); i++)
		if (!strcmp(name, names[i]))
			return true;
	return false;
}

bool function_calls_setjmp(const Program *p, const Function *f)
{
	for (u32 i = 0; i < f->n_calls; i++)
		if (f->calls[i].callee != NO_OPERAND &&
			returns_twice(p->functions.at[f->calls[i].callee].name))
			return true;
	return false;
}

/* fresh.c: stores of concrete values to bytes that are not plain.
 *
 * Every local and every heap block is written a first time, so the interpreter tries this before
 * it leaves such a store to the generic path. A value that depends on decisions may be stored
 * here, too. Values with an expression and forbidden stores go to the generic path.
 */
#include "engine/machine/machine_impl.h"

bool fresh_may_write(const Machine *m, u64 addr, u64 n)
{
	u32 id = memory_covering(&m->mem, addr, n);
	if (!id || m->mem.objects.at[id].constant)
		return false;
	const Object *o = &m->mem.objects.at[id];
	if (o->kind != OBJ_FRAME)
		return true;
	const FnCode *fc = &m->fns[o->ref];
	u64 offset = addr - o->lo;
	for (u32 i = 0; i < fc->fn->n_slots; i++)
		if (offset >= fc->slots[i].offset &&
			offset + n <= (u64)fc->slots[i].offset + fc->slots[i].size)
			return true;
	return false;
}

static const Reg *reg(const Reg *regs, u32 offset)
{
	return (const Reg *)((const char *)regs + offset);
}

bool fresh_write(Machine *m, u64 addr, u64 value, u32 size)
{
	if (!memory_in_region(addr) || !fresh_may_write(m, addr, size))
		return false;
	memory_set_plain_few(&m->mem, addr, size);
	memcpy(m->mem.bytes + addr, &value, size);
	return true;
}

bool fresh_store(Machine *m, const Reg *regs, const Code *pc, u16 op)
{
	const Reg *a = reg(regs, pc->a);
	u64 addr = a->bits, value;
	Tag tag = a->tag, kept = 0; /* of the address, of the value */
	u32 size = 1u << (op - C_STORE_8) % 4;
	if (op >= C_STOREI_8 && op <= C_STOREI_64) {
		value = (u64)(i64)pc->imm;
	} else {
		value = reg(regs, pc->b)->bits;
		kept = reg(regs, pc->b)->tag;
	}
	if (op >= C_STOREX_8) {
		u64 index = reg(regs, pc->d)->bits;
		tag |= reg(regs, pc->d)->tag;
		if (op >= C_STOREXS_8)
			index = (u64)(i64)(i32)index;
		addr += index * pc[1].a + (u64)(i64)pc[1].imm;
	} else {
		addr += (u64)(i64)(i32)pc->d;
	}
	if (tag || (u32)kept || kept & TAG_UNDEFINED || !memory_in_region(addr) ||
		!fresh_may_write(m, addr, size))
		return false;
	if (kept)
		memory_set_tags(&m->mem, addr, size, kept);
	else
		memory_set_plain_few(&m->mem, addr, size);
	memcpy(m->mem.bytes + addr, &value, size);
	return true;
}

/* look.c: memory of a run that has ended. */
#include "engine/machine/look.h"

#include "engine/machine/machine_impl.h"

enum { PAGE = 4096 };

static Look look_code(const Machine *m, u64 address)
{
	u64 at = address - CODE_FUNCTIONS;
	if (address >= CODE_FUNCTIONS && address < CODE_BLOCKS && at % CODE_STEP == 0)
		for (size_t i = 0; i < m->p->functions.len; i++)
			if (m->p->functions.at[i].address == address)
				return (Look){.kind = LOOK_FUNCTION, .number = (u32)i, .global = NO_OPERAND};
	return (Look){.kind = LOOK_GONE, .global = NO_OPERAND};
}

/* Between globals there is none. */
static u32 number_at(const Machine *m, u64 address)
{
	u32 id = memory_object(&m->mem, address);
	return id < m->mem.objects.len ? id : 0;
}

/* Just behind an object there is room that is nobody's: its neighbours are never so near. */
static u32 object_at(const Machine *m, u64 address)
{
	u32 id = number_at(m, address);
	const Object *o = &m->mem.objects.at[id];
	if (id && address >= o->lo && address <= o->lo + o->size)
		return id;
	id = number_at(m, address - 1);
	o = &m->mem.objects.at[id];
	return id && address == o->lo + o->size ? id : 0;
}

Look machine_look(const Machine *m, u64 address)
{
	if (!address)
		return (Look){.kind = LOOK_NULL, .global = NO_OPERAND};
	if (!memory_in_region(address))
		return (Look){.kind = LOOK_NOWHERE, .global = NO_OPERAND};
	if (address < GLOBALS_BASE)
		return look_code(m, address);
	u32 id = object_at(m, address);
	const Object *o = &m->mem.objects.at[id];
	if (!id || !o->live)
		return (Look){.kind = LOOK_GONE, .global = NO_OPERAND};
	return (Look){.kind = LOOK_OBJECT,
				  .number = id,
				  .lo = o->lo,
				  .end = o->lo + o->size,
				  .global = o->kind == OBJ_GLOBAL ? o->ref : NO_OPERAND};
}

LookByte machine_look_byte(const Machine *m, u64 address)
{
	const Memory *mem = &m->mem;
	if (memory_is_readable(mem, address))
		return (LookByte){.byte = mem->bytes[address]};
	if (!memory_is_tagged(mem, address))
		return (LookByte){.state = LOOK_NEVER};
	Tag tag = mem->tags[address];
	return (LookByte){mem->bytes[address], tag & TAG_UNDEFINED ? LOOK_MIXED : LOOK_SET,
					  TAG_EXPR(tag)};
}

const u8 *machine_look_raw(const Machine *m, u64 address)
{
	return m->mem.bytes + address;
}

bool machine_look_unchanged(const Machine *m, u64 address, u64 n)
{
	const Memory *mem = &m->mem;
	const u8 *image = mem->image + (address - GLOBALS_BASE);
	bool dirty = false;
	for (size_t i = 0; i < mem->dirty.len && !dirty; i++)
		dirty = mem->dirty.at[i] < address + n && mem->dirty.at[i] + PAGE > address;
	if (!dirty)
		return true;
	for (u64 i = 0; i < n; i++) {
		LookByte now = machine_look_byte(m, address + i);
		if (now.state != LOOK_SET || now.e || now.byte != image[i])
			return false;
	}
	return true;
}

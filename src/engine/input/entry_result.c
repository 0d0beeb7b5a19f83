/* entry_result.c: structs and unions that a function returns by value.
 *
 * The machine gives each call memory for one, so that the result is compared like an object behind
 * a returned pointer. A compiled function writes a large struct to that memory itself: its address
 * is an argument before all others. A small one is returned in up to four registers. */
#include "engine/input/entry.h"

#include "engine/load/ctype.h"

enum { EIGHTBYTE = 8, HALF = 4 };

const CType *entry_struct(const Program *p)
{
	const CType *t = p->n_entry_types ? p->entry_types[0] : NULL;
	return t && (t->kind == CTYPE_STRUCT || t->kind == CTYPE_UNION) ? t : NULL;
}

bool entry_in_memory(const Program *p, const Function *f)
{
	return entry_struct(p) && !f->n_results;
}

/* True if the byte belongs to a field, and is not padding. */
static bool has_byte(const CType *t, u64 at)
{
	if (!t || at >= t->size)
		return false;
	if (t->kind == CTYPE_ARRAY)
		return t->to && t->to->size && has_byte(t->to, at % t->to->size);
	if (t->kind != CTYPE_STRUCT && t->kind != CTYPE_UNION)
		return true;
	for (u32 i = 0; i < t->n_fields; i++) {
		const CField *f = &t->fields[i];
		if (f->bits ? at >= f->bit / 8 && at <= (f->bit + f->bits - 1) / 8
					: at >= f->bit / 8 && has_byte(f->type, at - f->bit / 8))
			return true;
	}
	return false;
}

u32 entry_result_offset(const CType *t, const Function *f, u32 i)
{
	u32 offset = 0;
	for (u32 k = 1; k <= i; k++) {
		bool half = f->results[k] == TYPE_F32 && f->results[k - 1] == TYPE_F32 &&
					offset % EIGHTBYTE == 0 && has_byte(t, offset + HALF);
		offset = half ? offset + HALF : offset / EIGHTBYTE * EIGHTBYTE + EIGHTBYTE;
	}
	return offset;
}

bool entry_result_fits(const CType *t, const Function *f)
{
	if (!f->n_results)
		return f->n_params && f->params[0] == TYPE_PTR;
	for (u32 i = 0; i < f->n_results; i++) {
		u32 bytes = type_store_size(f->results[i]);
		if (f->results[i] == TYPE_F80 || entry_result_offset(t, f, i) + bytes > t->size)
			return false;
	}
	return true;
}

/* entry_check.c: finds the function of a prototype in a program. */
#include "engine/input/entry.h"

enum { OLD_CALL, NEW_CALL }; /* of Shape.calls */

bool entry_find(const Program *p, const char *prog, const char *name, u32 *function, Err *err)
{
	u32 found = 0;
	*function = NO_OPERAND;
	for (u32 i = 0; i < p->functions.len; i++) {
		const Function *f = &p->functions.at[i];
		if (f->kind == FN_SUBJECT && !strcmp(f->source_name, name)) {
			*function = i;
			found++;
		}
	}
	if (!found)
		return err_set(err, "%s: there is no function '%s'", prog, name);
	if (found > 1)
		return err_set(err,
					   "%s: %u functions are called '%s'; name the file that has the one "
					   "you mean as the program",
					   prog, found, name);
	return true;
}

static bool same_result(const Program *p, const Function *f, const EntryType *result)
{
	if (result->by_value)
		return entry_struct(p) && entry_result_fits(entry_struct(p), f);
	bool is_void = result->is_void && !result->pointers;
	Type want = result->pointers   ? TYPE_PTR
				: result->is_float ? (result->width == 32 ? TYPE_F32 : TYPE_F64)
								   : result->width;
	return f->n_results == !is_void &&
		   (!f->n_results || f->results[0] == want || (result->is_bool && f->results[0] == 1));
}

u32 entry_param(const Shape *shape, u32 call, u32 i)
{
	if (shape->calls[NEW_CALL].len || shape->calls[OLD_CALL].len)
		return i < shape->calls[call].len ? shape->calls[call].at[i] : NO_OPERAND;
	for (u32 k = 0; k < shape->parts.len; k++)
		if (!shape->parts.at[k].owner && shape->parts.at[k].role == ROLE_PARAM && !i--)
			return k;
	return NO_OPERAND;
}

bool entry_check(const Program *p, u32 function, const Entry *e, const Shape *shape, u32 call,
				 const char *prototype, Err *err)
{
	const Function *f = &p->functions.at[function];
	bool same = !f->variadic;
	u32 k = entry_in_memory(p, f);
	if (!same_result(p, f, &e->result))
		return err_set(err, "--entry '%s': '%s' returns another type", prototype, f->source_name);
	for (u32 i = 0; same && entry_param(shape, call, i) != NO_OPERAND; i++) {
		const Part *part = &shape->parts.at[entry_param(shape, call, i)];
		StructScalars s = {.size = part->bound, .k = k};
		Type type;
		if (part->by_value) {
			while (struct_scalar(&s, f, &type))
				;
			same = s.begun && s.k > k;
			k = s.k;
			continue;
		}
		Type want = part->kind != PART_INT || part->is_pointer ? TYPE_PTR
					: part->is_float ? (part->width == 32 ? TYPE_F32 : TYPE_F64)
					: part->is_bool  ? 1
									 : part->width;
		same = k < f->n_params && f->params[k] == want;
		k++;
	}
	if (same && k == f->n_params)
		return true;
	return err_set(err, "--entry '%s': '%s' has other parameters", prototype, f->source_name);
}

bool entry_same_shape(const Shape *a, const Shape *b)
{
	if (a->parts.len != b->parts.len)
		return false;
	for (size_t i = 0; i < a->parts.len; i++) {
		const Part *x = &a->parts.at[i], *y = &b->parts.at[i];
		if (x->kind != y->kind || strcmp(x->name, y->name) || x->bound != y->bound ||
			x->width != y->width || x->is_signed != y->is_signed || x->is_bool != y->is_bool ||
			x->is_pointer != y->is_pointer || x->owner != y->owner || x->offset != y->offset ||
			x->by_value != y->by_value || x->is_float != y->is_float)
			return false;
	}
	return true;
}

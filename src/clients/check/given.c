/* given.c: reproduces the state of a call within a run in both versions.
 *
 * A run of NEW's program waits at the call. Its memory is copied into the machines of both versions
 * (engine/machine/state.h): stack and heap at equal addresses, globals and functions by match. Then
 * each version's function is called, with its whole call tree, and their behaviours are checked
 * against the rules as in a search. Only the output of the call counts: bytes that wait in a
 * stream's buffer are left out. */
#include "clients/check/given.h"
#include "engine/load/ctype.h"
#include "engine/machine/state.h"

/* ---- what is the same ---- */

static bool same_contents(const Global *a, const Global *b)
{
	if (a->size != b->size || a->zero != b->zero)
		return false;
	return !a->init || !b->init || !memcmp(a->init, b->init, a->size);
}

/* A constant without a name of its own is what it contains. */
static bool is_literal(const Global *g)
{
	return g->name[0] == '.' || !strncmp(g->name, "__const.", 8) ||
		   !strncmp(g->name, "switch.table", 12);
}

/* The run's own program was loaded apart from those that are called: names lead from it to NEW. */
static void map_globals(const Checker *c, const Program *from, u32 *out[2])
{
	const SearchConfig *s = search_config(c->search);
	const Program *p[2] = {s->subject[OLD]->program, s->subject[NEW]->program};
	for (int side = NEW; side >= OLD; side--) {
		StrMap names = {0};
		out[side] = xcalloc(from->globals.len + 1, sizeof *out[side]);
		for (u32 i = 0; i < p[side]->globals.len; i++)
			strmap_put(&names, p[side]->globals.at[i].name, i);
		for (u32 i = 0; i < from->globals.len; i++) {
			const Global *g = &from->globals.at[i];
			u32 to = NO_OPERAND;
			if (side == OLD && g->subject)
				to = out[NEW][i] != NO_OPERAND
						 ? change_map_global(search_map(c->search), NEW, out[NEW][i])
						 : NO_OPERAND;
			else if (!strmap_get(&names, g->name, &to))
				to = NO_OPERAND;
			if (to != NO_OPERAND && is_literal(g) && !same_contents(g, &p[side]->globals.at[to]))
				to = NO_OPERAND;
			out[side][i] = to;
		}
		strmap_free(&names);
	}
}

static void map_functions(const Checker *c, const Program *from, u32 *out[2])
{
	const SearchConfig *s = search_config(c->search);
	for (int side = NEW; side >= OLD; side--) {
		const Program *p = s->subject[side]->program;
		StrMap names = {0};
		out[side] = xcalloc(from->functions.len + 1, sizeof *out[side]);
		for (u32 i = 0; i < p->functions.len; i++)
			strmap_put(&names, p->functions.at[i].name, i);
		for (u32 i = 0; i < from->functions.len; i++) {
			const Function *f = &from->functions.at[i];
			u32 to = NO_OPERAND;
			if (side == OLD && f->kind == FN_SUBJECT)
				to = out[NEW][i] == NO_OPERAND
						 ? NO_OPERAND
						 : change_map_function(search_map(c->search), NEW, out[NEW][i]);
			else if (!strmap_get(&names, f->name, &to))
				to = NO_OPERAND;
			out[side][i] = to;
		}
		strmap_free(&names);
	}
}

GivenMap *given_map_new(const Checker *c, const Program *from)
{
	GivenMap *m = xcalloc(1, sizeof *m);
	map_functions(c, from, m->functions);
	map_globals(c, from, m->globals);
	return m;
}

void given_map_free(GivenMap *m)
{
	for (int side = OLD; m && side <= NEW; side++) {
		free(m->globals[side]);
		free(m->functions[side]);
	}
	free(m);
}

typedef struct SideMap {
	const GivenMap *map;
	int side;
} SideMap;

static u32 global_in(void *ctx, u32 number)
{
	const SideMap *s = ctx;
	return s->map->globals[s->side][number];
}

static u32 function_in(void *ctx, u32 number)
{
	const SideMap *s = ctx;
	return s->map->functions[s->side][number];
}

/* ---- layouts ---- */

enum { DEEPEST = 12 };

static const char *type_name(const CType *t, char *to, size_t room)
{
	snprintf(to, room, "%.*s", t->names ? (int)strcspn(t->names + 1, "\n") : 8,
			 t->names ? t->names + 1 : "a struct");
	return to;
}

static const CField *field_of(const CType *t, const CField *like)
{
	for (u32 i = 0; i < t->n_fields; i++)
		if (!strcmp(t->fields[i].name, like->name))
			return &t->fields[i];
	return NULL;
}

static bool other_layout(const CType *old, const CType *newer, u32 depth, Buf *why);

static bool other_field(const CType *old, const CType *newer, u32 depth, Buf *why)
{
	static const char *const names[] = {"OLD", "NEW"};
	const CType *t[2] = {old, newer};
	char name[80];
	for (int side = NEW; side >= OLD; side--)
		for (u32 i = 0; i < t[side]->n_fields; i++) {
			const CField *f = &t[side]->fields[i], *other = field_of(t[!side], f);
			if (!other)
				buf_addf(why, "only %s has the field '%s' of %s", names[side], f->name,
						 type_name(newer, name, sizeof name));
			else if (f->bit != other->bit || f->bits != other->bits ||
					 f->type->size != other->type->size || f->type->kind != other->type->kind)
				buf_addf(why, "the field '%s' of %s is laid out differently in both versions",
						 f->name, type_name(newer, name, sizeof name));
			else if (side == NEW)
				other_layout(other->type, f->type, depth, why);
			if (why->len)
				return true;
		}
	return false;
}

/* True if something that can be reached from a type lies elsewhere in the other version. */
static bool other_layout(const CType *old, const CType *newer, u32 depth, Buf *why)
{
	char name[80];
	if (!old || !newer || !depth || (old == newer))
		return false;
	if (old->kind != newer->kind || (old->kind != CTYPE_STRUCT && old->size != newer->size)) {
		buf_addf(why, "%s has another type in both versions", type_name(newer, name, sizeof name));
		return true;
	}
	if (old->kind == CTYPE_STRUCT || old->kind == CTYPE_UNION)
		return other_field(old, newer, depth - 1, why);
	return other_layout(old->to, newer->to, depth - 1, why);
}

char *given_other_layout(const Checker *c)
{
	const SearchConfig *s = search_config(c->search);
	const Program *old = s->subject[OLD]->program, *newer = s->subject[NEW]->program;
	Buf why = {0};
	for (u32 i = 1; i < newer->n_entry_types; i++)
		for (u32 k = 1; k < old->n_entry_types; k++) {
			const char *a = old->entry_names[k], *b = newer->entry_names[i];
			if (a && b && !strcmp(a, b) &&
				other_layout(old->entry_types[k], newer->entry_types[i], DEEPEST, &why))
				return why.at;
		}
	return NULL;
}

/* ---- giving ---- */

static bool fail(GivenCall *g, const char *fmt, ...) printf_like(2, 3);
static bool fail(GivenCall *g, const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	if (!g->why[0])
		vsnprintf(g->why, sizeof g->why, fmt, ap);
	va_end(ap);
	return false;
}

/* Drops earlier output that still waits in a buffer. */
static void drop_waiting(MachineRunner *r)
{
	static const char *const streams[] = {"_IO_2_1_stdout_", "_IO_2_1_stderr_"};
	enum { WRITE_BASE = 32, WRITE_PTR = 40 }; /* of glibc's struct _IO_FILE */
	for (size_t i = 0; i < countof(streams); i++) {
		u32 id;
		u64 base = 0;
		if (!strmap_get(&r->program->global_by_name, streams[i], &id))
			continue;
		u64 at = r->program->globals.at[id].address;
		for (u32 k = 0; k < sizeof base; k++)
			base |= (u64)machine_look_byte(r->m, at + WRITE_BASE + k).byte << 8 * k;
		machine_set_global(r->m, at + WRITE_PTR, &base, NULL, sizeof base);
	}
}

/* The part that is behind a pointer parameter. */
static const Part *pointee_of(const Shape *s, u32 k)
{
	const Part *part = &s->parts.at[k];
	if (part->kind != PART_INT)
		return part;
	for (size_t i = k + 1; part->is_pointer && i < s->parts.len; i++)
		if (s->parts.at[i].owner == k + 1)
			return &s->parts.at[i];
	return NULL;
}

/* Which of NEW's parameters a part is; NO_OPERAND: none. */
static u32 new_param(const Shape *s, u32 part)
{
	for (u32 i = 0, k; (k = entry_param(s, NEW, i)) != NO_OPERAND; i++)
		if (k == part)
			return i;
	return NO_OPERAND;
}

static bool give_argument(GivenCall *g, MachineRunner *r, const StateMap *map, u32 k, EntryArg *to)
{
	const Part *part = &g->shape->parts.at[k];
	u32 i = new_param(g->shape, k);
	Tag tag;
	if (i == NO_OPERAND)
		return fail(g, "%s is a parameter that only OLD has", part->name);
	if (part->by_value)
		return fail(g, "%s is a struct by value, which calls do not bring", part->name);
	machine_register(g->from, machine_frames(g->from) - 1, i, NO_OPERAND, &to->lo, &tag);
	if (machine_register_unset(tag))
		return fail(g, "%s was not set", part->name);
	if (part->kind == PART_INT && !part->is_pointer) {
		to->lo = part->width < 64 ? to->lo & ((1ull << part->width) - 1) : to->lo;
		return true;
	}
	machine_translate(r->m, g->from, map, &to->lo);
	Look look = machine_look(r->m, to->lo);
	const Part *behind = pointee_of(g->shape, k);
	if (look.kind == LOOK_OBJECT && behind && r->keep_objects)
		vec_push(
			&r->objects,
			((EntryObject){.part = behind, .address = to->lo, .len = (u32)(look.end - to->lo)}));
	return true;
}

static void give(void *ctx, MachineRunner *r, EntryArg *args, u32 *n)
{
	GivenCall *g = ctx;
	SideMap side = {g->map, (int)r->call};
	StateMap map = {&side, global_in, function_in};
	const u8 *rest = NULL;
	Err err = {0};
	size_t len = os_input_rest(machine_os((Machine *)(uintptr_t)g->from), &rest);
	machine_reset(r->m, rest, NULL, len);
	if (!machine_take(r->m, g->from, &map, &err))
		fail(g, "%s", err.text);
	if (entry_struct(r->program))
		fail(g, "its result is a struct by value, which calls do not bring");
	drop_waiting(r);
	for (u32 i = 0, k; (k = entry_param(g->shape, r->call, i)) != NO_OPERAND && i < MOST_GIVEN;
		 i++) {
		args[i] = (EntryArg){0};
		give_argument(g, r, &map, k, &args[i]);
		*n = i + 1;
	}
}

void given_begin(Checker *c, GivenCall *g)
{
	CallGiver giver = {g, give};
	g->shape = search_shape(c->search, 0);
	search_give(c->search, giver);
	c->before.giver = giver;
}

void given_end(Checker *c)
{
	search_give(c->search, (CallGiver){0});
	c->before.giver = (CallGiver){0};
}

bool given_fits(Checker *c, GivenCall *g)
{
	for (int side = OLD; side <= NEW; side++)
		if (machine_asked(search_machine(c->search, side)))
			return fail(g, "it works with files, or asks the system for more than that");
	return !g->why[0];
}

/* ---- for people ---- */

void given_text(const Checker *c, const GivenCall *g, Buf *to)
{
	const Shape *s = search_shape(c->search, 0);
	buf_addc(to, '(');
	for (u32 i = 0, k; (k = entry_param(s, NEW, i)) != NO_OPERAND; i++) {
		const Part *part = &s->parts.at[k];
		u64 bits;
		Tag tag;
		machine_register(g->from, machine_frames(g->from) - 1, i, NO_OPERAND, &bits, &tag);
		buf_addf(to, "%s%s = ", i ? ", " : "", part->name);
		unsigned shift = part->kind == PART_INT && !part->is_pointer ? 64u - part->width : 0;
		if (part->kind != PART_INT || part->is_pointer)
			buf_adds(to, bits ? "(object)" : "NULL");
		else if (part->is_signed)
			buf_addf(to, "%lld", (long long)((i64)(bits << shift) >> shift));
		else
			buf_addf(to, "%llu", (unsigned long long)(bits << shift >> shift));
	}
	buf_addc(to, ')');
}

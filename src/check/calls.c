/* calls.c: calls that runs of the whole program make, as inputs of the function.
 *
 * When NEW enters a function that is checked, its arguments and what they lead to are read into an
 * input of the function's shape, and both versions are called alone on it, from within the run that
 * waits. So OLD's whole call tree sees what NEW's sees. A call that the shape has no input for is not
 * comparable, and why is said: a pointer that the shape has no object behind, a longer text, two
 * pointers to one object, a global that is not as at the start and that the function reads.
 *
 * Only the outermost of such calls is looked at.
 */
#include <ctype.h>

#include "check/checker.h"
#include "machine/state.h"

enum { MOST_CALLS = 4096 }; /* of a function that are looked at */

typedef struct WatchedCall {
	struct CheckCalls *all;
	Checker *c;
	u32 function; /* of the program that runs */
} WatchedCall;

struct CheckCalls {
	Machine *m;
	const Program *p;
	VEC(WatchedCall *) list;
};

/* A call being read. */
typedef struct CallTaker {
	const WatchedCall *w;
	const Shape *shape;
	Assignment *a;
	VEC(u64) objects;   /* addresses that were met */
	const char *larger; /* a pointer into a larger object than the shape has; NULL: there is none */
	char why[256];
} CallTaker;

static bool lost(CallTaker *r, const char *name, const char *why)
{
	snprintf(r->why, sizeof r->why, "%s %s", name, why);
	return false;
}

static const Machine *machine_of(const CallTaker *r)
{
	return r->w->all->m;
}

static bool read_bytes(CallTaker *r, const Part *part, u64 at, u8 *to, u64 n)
{
	for (u64 k = 0; k < n; k++) {
		LookByte b = machine_look_byte(machine_of(r), at + k);
		if (b.state != LOOK_SET)
			return lost(r, part->name, "was not set");
		to[k] = b.byte;
	}
	return true;
}

/* n bytes of memory become those of the part; the rest is zero. */
static bool take_bytes(CallTaker *r, const Part *part, u64 at, u64 n)
{
	u8 *bytes = xcalloc(n + 1, 1);
	u32 first = input_group(r->w->c->search->pool, part->group)->first;
	bool good = read_bytes(r, part, at, bytes, n);
	for (u64 k = 0; good && k < part->bound; k++)
		r->a->at[first + k] = k < n ? bytes[k] : 0;
	free(bytes);
	return good;
}

static bool read_part(CallTaker *r, size_t i, u64 at);

/* An object that a pointer leads to; each must be one of its own. */
static bool read_object(CallTaker *r, size_t i, u64 address)
{
	const Part *part = &r->shape->parts.at[i];
	Look look = machine_look(machine_of(r), address);
	if (look.kind == LOOK_NULL)
		return lost(r, part->name, "is null");
	if (look.kind != LOOK_OBJECT)
		return lost(r, part->name, "leads to no object");
	for (size_t k = 0; k < r->objects.len; k++)
		if (r->objects.at[k] == look.lo)
			return lost(r, part->name, "leads to the object of another pointer");
	vec_push(&r->objects, look.lo);
	u64 room = look.end - address;
	if (part->kind != PART_TEXT && (room > part->bound || address != look.lo))
		r->larger = part->name;
	if (part->kind == PART_STRUCT) {
		if (room < part->bound)
			return lost(r, part->name, "is smaller than its type");
		return read_part(r, i, address);
	}
	if (part->kind == PART_OBJECT) {
		if (room < part->bound)
			return lost(r, part->name, "is smaller than its object here (--bound)");
		return take_bytes(r, part, address, part->bound);
	}
	u64 n = 0;
	while (n < room && n <= part->bound && machine_look_byte(machine_of(r), address + n).byte)
		n++;
	if (n > part->bound || n == room)
		return lost(r, part->name, "is longer than here (--bound)");
	return take_bytes(r, part, address, n);
}

static bool has_child_at(const Shape *s, size_t i, u64 offset)
{
	for (size_t k = i + 1; k < s->parts.len; k++)
		if (s->parts.at[k].owner == i + 1 && s->parts.at[k].offset == offset)
			return true;
	return false;
}

/* What a struct has and the shape has not must be as the shape makes it: zero. */
static bool rest_is_zero(CallTaker *r, size_t i, u64 at)
{
	const Part *part = &r->shape->parts.at[i];
	const CType *type = part->type[NEW];
	for (u32 k = 0; type && k < type->n_fields; k++) {
		const CField *f = &type->fields[k];
		u64 value = 0;
		if (f->type->kind != CTYPE_POINTER || has_child_at(r->shape, i, f->bit / 8))
			continue;
		for (u32 n = 0; n < 8; n++)
			value |= (u64)machine_look_byte(machine_of(r), at + f->bit / 8 + n).byte << 8 * n;
		if (value)
			return lost(r, part->name, "leads further than here (--depth)");
	}
	return true;
}

static bool read_number(CallTaker *r, const Part *part, u64 at)
{
	u64 value = 0;
	u8 bytes[8];
	u32 n = part->is_pointer ? 8 : part->width / 8u;
	if (!read_bytes(r, part, at, bytes, n))
		return false;
	memcpy(&value, bytes, n);
	u32 var = input_group(r->w->c->search->pool, part->group)->first;
	r->a->at[var] = part->is_pointer ? value != 0 : value;
	if (!part->is_pointer || !value)
		return true;
	size_t own = (size_t)(part - r->shape->parts.at);
	for (size_t k = own + 1; k < r->shape->parts.len; k++)
		if (r->shape->parts.at[k].owner == own + 1)
			return read_object(r, k, value);
	return lost(r, part->name, "leads further than here (--depth)");
}

/* The parts of a struct in memory. */
static bool read_part(CallTaker *r, size_t i, u64 at)
{
	for (size_t k = i + 1; k < r->shape->parts.len; k++) {
		const Part *part = &r->shape->parts.at[k];
		if (part->owner != i + 1)
			continue;
		if (part->kind == PART_INT) {
			if (!read_number(r, part, at + part->offset))
				return false;
		} else if (part->kind == PART_OBJECT) {
			if (!take_bytes(r, part, at + part->offset, part->bound))
				return false;
		} else {
			return lost(r, part->name, "is of a kind that calls do not bring");
		}
	}
	return rest_is_zero(r, i, at);
}

/* Arguments from the frame that has just begun. */
static bool read_call(CallTaker *r)
{
	const Machine *m = machine_of(r);
	u32 frame = machine_frames(m) - 1;
	for (u32 i = 0, k; (k = entry_param(r->shape, NEW, i)) != NO_OPERAND; i++) {
		const Part *part = &r->shape->parts.at[k];
		u64 bits;
		Tag tag;
		machine_register(m, frame, i, NO_OPERAND, &bits, &tag);
		if (part->by_value)
			return lost(r, part->name, "is a struct by value, which calls do not bring");
		if (part->kind == PART_INT && part->is_pointer) {
			u32 var = input_group(r->w->c->search->pool, part->group)->first;
			r->a->at[var] = bits != 0;
			for (size_t n = k + 1; bits && n < r->shape->parts.len; n++)
				if (r->shape->parts.at[n].owner == k + 1 && !read_object(r, n, bits))
					return false;
		} else if (part->kind == PART_INT) {
			u32 var = input_group(r->w->c->search->pool, part->group)->first;
			r->a->at[var] = part->width < 64 ? bits & ((1ull << part->width) - 1) : bits;
		} else if (!read_object(r, k, bits)) {
			return false;
		}
	}
	return true;
}

static void add_line(void *ctx, const char *what)
{
	buf_adds(ctx, what);
	buf_addc(ctx, '\n');
}

/* A global that is not as at the start, and that the function reads. */
static bool globals_fit(CallTaker *r)
{
	const Program *p = r->w->all->p;
	Buf read = {0};
	Checker *c = r->w->c;
	units_not_compared(c->search->units, &read, add_line);
	const char *list = strstr(buf_str(&read), "globals than at the start: ");
	bool good = true;
	for (u32 i = 0; list && good && i < p->globals.len; i++) {
		const Global *g = &p->globals.at[i];
		if (!g->subject || g->constant ||
			machine_look_unchanged(machine_of(r), g->address, g->size))
			continue;
		const char *at = strstr(list, g->name);
		char behind = at ? at[strlen(g->name)] : 0;
		if (at && !isalnum((u8)behind) && behind != '_')
			good = lost(r, g->name, "is not as at the start");
	}
	buf_free(&read);
	return good;
}

static bool is_outermost(const WatchedCall *w)
{
	const Machine *m = w->all->m;
	for (u32 k = 0; k + 1 < machine_frames(m); k++)
		for (size_t i = 0; i < w->all->list.len; i++)
			if (machine_frame(m, k).function == w->all->list.at[i]->function)
				return false;
	return true;
}

static void on_call(void *ctx)
{
	WatchedCall *w = ctx;
	Checker *c = w->c;
	if (c->calls + c->lost >= MOST_CALLS || !is_outermost(w))
		return;
	Assignment a = {0};
	assignment_init(&a, c->search->pool);
	CallTaker r = {.w = w, .shape = &c->search->config.inputs->shapes.at[0], .a = &a};
	bool good = read_call(&r);
	if (good) {
		search_observe(c->search, 0, &a); /* so that what it reads is known */
		good = globals_fit(&r);
	}
	/* An error may be one of the smaller object alone. */
	const Behaviour *b = c->search->seen.now;
	if (good && r.larger && (b[OLD].outcome == RAN_ERROR || b[NEW].outcome == RAN_ERROR))
		good = lost(&r, r.larger, "is in a larger object than here, which a version has left");
	if (good && conditions_hold(&c->search->find, &r.shape->base, EXPR_TRUE, &a)) {
		c->calls++;
		checker_try(c, 0, &a);
	} else if (good) {
		lost(&r, c->config.function, "is called on what --assume leaves out");
		good = false;
	}
	if (!good && !c->lost++)
		c->lost_why = xstrdup(r.why);
	vec_free(&r.objects);
	assignment_free(&a);
}

/* ---- life ---- */

CheckCalls *check_calls_new(Machine *m, const Program *p)
{
	CheckCalls *k = xcalloc(1, sizeof *k);
	k->m = m;
	k->p = p;
	return k;
}

bool check_calls_add(CheckCalls *k, Checker *c)
{
	Err ignored;
	u32 function;
	c->on_runs = true;
	if (!entry_find(k->p, "", c->config.function, &function, &ignored))
		return false;
	WatchedCall *w = xcalloc(1, sizeof *w);
	*w = (WatchedCall){k, c, function};
	vec_push(&k->list, w);
	machine_on_block(k->m, function, 0, on_call, w);
	return true;
}

void check_calls_free(CheckCalls *k)
{
	if (!k)
		return;
	for (size_t i = 0; i < k->list.len; i++)
		free(k->list.at[i]);
	vec_free(&k->list);
	free(k);
}

void checker_ran(Checker *c)
{
	c->runs++;
}

void checker_end(Checker *c)
{
	c->claim->ended = true;
}

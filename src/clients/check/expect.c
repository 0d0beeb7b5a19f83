/* expect.c: the post-state of a version, as a plan for its native driver and as the driver's
 * expected output (src/evidence/native/harness_look.c describes the steps).
 *
 * We walk all memory that is reachable from the arguments, the changed globals and the returned
 * pointer, word by word. A word that is an address is a pointer, whatever its type; all other
 * initialised bytes must be the same natively. */
#include "clients/check/checker.h"

enum {
	MOST_OBJECTS = 64,
	MOST_BYTES = 4096, /* of an object */
	MOST_PLAN = 60000, /* characters: it goes through the environment */
	MOST_DEPTH = 4,
	WORD = 8,
};

typedef struct Expected {
	u64 base;    /* where the plan counts from */
	u64 lo, end; /* of the object */
	u32 depth;   /* pointers that led to it */
} Expected;

typedef struct Expecting {
	Checker *c;
	int side;
	Machine *m;
	const Program *p;
	Buf *plan, *text;
	VEC(Expected) objects; /* by number of the plan */
	bool said;             /* "left: " is there */
} Expecting;

static bool known(const Expecting *x, u64 lo)
{
	for (size_t i = 0; i < x->objects.len; i++)
		if (x->objects.at[i].lo == lo)
			return true;
	return false;
}

static bool full(const Expecting *x)
{
	return x->plan->len > MOST_PLAN || x->objects.len >= MOST_OBJECTS;
}

/* True if the target is an object whose bytes are expected: small enough, and no constant. */
static bool is_own(const Expecting *x, const Look *look)
{
	return look->kind == LOOK_OBJECT && look->end - look->lo <= MOST_BYTES &&
		   (look->global == NO_OPERAND ||
			(x->p->globals.at[look->global].subject && !x->p->globals.at[look->global].constant));
}

/* A word that is an address; *value is it. */
static bool is_address(const Expecting *x, u64 at, u64 end, u64 *value, Look *look)
{
	*value = 0;
	if (at % WORD || at + WORD > end)
		return false;
	for (u32 k = 0; k < WORD; k++) {
		LookByte b = machine_look_byte(x->m, at + k);
		if (b.state != LOOK_SET)
			return false;
		*value |= (u64)b.byte << 8 * k;
	}
	*look = machine_look(x->m, *value);
	return look->kind == LOOK_OBJECT || look->kind == LOOK_FUNCTION || look->kind == LOOK_GONE;
}

/* The step for a pointer; where begins it. */
static void expect_pointer(Expecting *x, const char *where, u64 value, const Look *look, u32 depth)
{
	bool follow = is_own(x, look) && !known(x, look->lo) && depth < MOST_DEPTH && !full(x);
	u64 before = follow ? value - look->lo : 0, behind = follow ? look->end - value : 0;
	buf_addf(x->plan, "%s x %d %llu %llu\n", where, follow, (unsigned long long)before,
			 (unsigned long long)behind);
	buf_adds(x->text, value ? "pointer\n" : "null\n");
	if (follow)
		vec_push(&x->objects, ((Expected){value, look->lo, look->end, depth + 1}));
}

static void expect_bytes(Expecting *x, size_t number, u64 at, u64 n)
{
	buf_addf(x->plan, "B %zu %lld %llu 0 0\n", number, (long long)(at - x->objects.at[number].base),
			 (unsigned long long)n);
	for (u64 k = 0; k < n; k++)
		buf_addf(x->text, "%02x", machine_look_byte(x->m, at + k).byte);
	buf_addc(x->text, '\n');
}

static void expect_object(Expecting *x, size_t number)
{
	Expected o = x->objects.at[number];
	u64 from = o.lo, value;
	Look look;
	for (u64 at = o.lo; at <= o.end && !full(x); at++) {
		bool set = at < o.end && machine_look_byte(x->m, at).state == LOOK_SET;
		bool pointer = set && is_address(x, at, o.end, &value, &look);
		if (set && !pointer)
			continue;
		if (at > from)
			expect_bytes(x, number, from, at - from);
		from = at + 1;
		if (pointer) {
			char where[64];
			snprintf(where, sizeof where, "P %zu %lld", number, (long long)(at - o.base));
			expect_pointer(x, where, value, &look, o.depth);
			at += WORD - 1;
			from = at + 1;
		}
	}
}

static void expect_arguments(Expecting *x)
{
	const MachineRunner *r = &search_product(x->c->search)->version[x->side];
	const Shape *shape = search_shape(x->c->search, search_product(x->c->search)->shape);
	for (size_t i = 0; i < r->objects.len; i++) {
		const EntryObject *o = &r->objects.at[i];
		bool gone = machine_look(x->m, o->address).kind != LOOK_OBJECT;
		buf_addf(x->plan, "A %u %u\n", (u32)(o->part - shape->parts.at), o->len);
		vec_push(&x->objects,
				 ((Expected){o->address, o->address, gone ? o->address : o->address + o->len, 0}));
	}
}

static void expect_globals(Expecting *x)
{
	for (u32 i = 0; i < x->p->globals.len && !full(x); i++) {
		const Global *g = &x->p->globals.at[i];
		if (!g->subject || g->constant || g->absent || !g->size || g->size > MOST_BYTES ||
			known(x, g->address) || machine_look_unchanged(x->m, g->address, g->size))
			continue;
		buf_addf(x->plan, "G %s %s\n", g->name,
				 post_states_native_file(search_subject(x->c->search, x->side), g));
		vec_push(&x->objects, ((Expected){g->address, g->address, g->address + g->size, 0}));
	}
}

void expect_post_state(Checker *c, int side, Buf *plan, Buf *expected)
{
	Expecting x = {.c = c,
				   .side = side,
				   .m = search_machine(c->search, side),
				   .p = search_program(c->search, side),
				   .plan = plan,
				   .text = expected};
	const EntryValue *v = search_value(c->search, side);
	buf_adds(expected, "left: ");
	expect_arguments(&x);
	const EntryType *result = &search_config(c->search)->entry_type->result;
	if (result->pointers || result->by_value) {
		Look look = machine_look(x.m, v->lo);
		expect_pointer(&x, "R 0 0", v->lo, &look, 0);
	}
	expect_globals(&x);
	for (size_t i = 0; i < x.objects.len; i++)
		expect_object(&x, i);
	vec_free(&x.objects);
}

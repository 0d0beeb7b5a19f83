/* expect.c: what a version leaves in memory, as a plan for its native driver and as what that must
 * say (src/native/harness_look.c tells the steps).
 *
 * All that can be reached from the arguments, the changed globals and the returned pointer is walked
 * word by word: a word that is an address is a pointer, whatever its type; all other bytes that were
 * set must be the same natively.
 */
#include "check/checker.h"

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

/* Whether what a pointer leads to is the user's. */
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
	const MachineRunner *r = &x->c->search->pair.version[x->side];
	const Shape *shape = &x->c->search->config.inputs->shapes.at[x->c->search->pair.shape];
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
				 units_native_file(x->c->search->config.subject[x->side], g));
		vec_push(&x->objects, ((Expected){g->address, g->address, g->address + g->size, 0}));
	}
}

void expect_left(Checker *c, int side, Buf *plan, Buf *expected)
{
	Expecting x = {.c = c,
				   .side = side,
				   .m = c->search->machine[side],
				   .p = c->search->config.subject[side]->program,
				   .plan = plan,
				   .text = expected};
	const EntryValue *v = &c->search->pair.value[side];
	buf_adds(expected, "left: ");
	expect_arguments(&x);
	if (c->search->config.entry_type->result.pointers) {
		Look look = machine_look(x.m, v->lo);
		expect_pointer(&x, "R 0 0", v->lo, &look, 0);
	}
	expect_globals(&x);
	for (size_t i = 0; i < x.objects.len; i++)
		expect_object(&x, i);
	vec_free(&x.objects);
}

/* walk_pointer.c: pointers that a walk meets: decides them, compares their targets, follows
 * them. */
#include "versions/behaviour/walk.h"

#include "engine/load/layout.h"

enum {
	WORD = 8,
	LIBRARY_DEPTH = 256, /* pointers to follow from a variable of the C library */
};

/* What a pointer leads to, as far as that can be compared. */
typedef enum GoalKind {
	TO_NULL,
	TO_NUMBER, /* no address */
	TO_FUNCTION,
	TO_GONE,
	TO_ARGUMENT, /* an object that was given */
	TO_GLOBAL,   /* one that both versions have */
	TO_LITERAL,  /* a constant without a name: only its contents count */
	TO_OBJECT,   /* any other */
} GoalKind;

typedef struct Goal {
	GoalKind kind;
	Look look;
	u64 value;
	u32 id; /* argument, global or function: the same in both versions */
} Goal;

typedef struct Pointer {
	u64 value;
	Expr e; /* 0: the same on the whole path */
	u64 at; /* where it stands; 0: it was returned */
} Pointer;

/* How the source declares what is met. */
typedef enum Declared { AS_POINTER, AS_NUMBER } Declared;

/* ---- targets ---- */

static bool has_name(const Global *g)
{
	return g->name[0] != '.' && strncmp(g->name, "__const.", 8) &&
		   strncmp(g->name, "switch.table", 12);
}

/* OLD's number of a global or function of either version; NO_OPERAND: only one has it. */
static u32 global_id(const Walk *w, int side, u32 global)
{
	const Program *old = w->u->c.subject[OLD]->program, *p = w->u->c.subject[side]->program;
	u32 other = change_map_global(w->u->c.map, (Side)side, global), id;
	if (other != NO_OPERAND)
		return side == OLD ? global : other;
	if (p->globals.at[global].subject)
		return NO_OPERAND;
	bool found = strmap_get(&old->global_by_name, p->globals.at[global].name, &id);
	return found && !old->globals.at[id].subject ? id : NO_OPERAND;
}

static u32 argument_of(const Walk *w, int side, const Look *l)
{
	const MachineRunner *r = &w->u->c.pair->version[side];
	for (size_t i = 0; i < r->objects.len; i++)
		if (r->objects.at[i].address == l->lo)
			return (u32)i;
	return NO_OPERAND;
}

static Goal goal_of(const Walk *w, int side, u64 value)
{
	static const GoalKind kinds[] = {[LOOK_NULL] = TO_NULL,
									 [LOOK_NOWHERE] = TO_NUMBER,
									 [LOOK_FUNCTION] = TO_FUNCTION,
									 [LOOK_GONE] = TO_GONE,
									 [LOOK_OBJECT] = TO_OBJECT};
	const Program *p = w->u->c.subject[side]->program;
	Goal t = {.look = machine_look(w->u->machine[side], value), .value = value};
	t.kind = kinds[t.look.kind];
	if (t.kind == TO_FUNCTION) {
		t.id = t.look.number;
		if (side == NEW)
			t.id = change_map_function(w->u->c.map, NEW, t.id);
	}
	if (t.kind != TO_OBJECT)
		return t;
	if ((t.id = argument_of(w, side, &t.look)) != NO_OPERAND)
		t.kind = TO_ARGUMENT;
	else if (t.look.global != NO_OPERAND && !has_name(&p->globals.at[t.look.global]))
		t.kind = TO_LITERAL;
	else if (t.look.global != NO_OPERAND &&
			 (t.id = global_id(w, side, t.look.global)) != NO_OPERAND)
		t.kind = TO_GLOBAL;
	return t;
}

/* The object's number among those met; a new one gets the next. */
static u32 number_of(Walk *w, int side, const char *name, const Goal *t, u32 next)
{
	u64 at, key = t->look.number + 1ull;
	if (intmap_get(&w->number[side], key, &at))
		return (u32)at;
	intmap_put(&w->number[side], key, next);
	w->known.at[next].base[side] = t->value;
	w->known.at[next].name[side] = name;
	return next;
}

/* True for a block of the heap, which free accepts by its beginning alone. */
static bool is_block(const Goal *t)
{
	return t->kind == TO_OBJECT && t->look.global == NO_OPERAND;
}

/* Where in its object a pointer points: in a block from its beginning. Of objects that free does not
 * take, and that may be declared in other ways, only the positions of pointers to each other count.
 */
static u32 position(const Walk *w, int side, const Goal t[2], u32 number)
{
	bool blocks = is_block(&t[OLD]) && is_block(&t[NEW]);
	return (u32)(t[side].value - (blocks ? t[side].look.lo : w->known.at[number].base[side]));
}

/* True for an object that only its contents tell from another one: nobody can write to it. */
static bool is_constant(const Walk *w, int side, const Goal *t)
{
	const Program *p = w->u->c.subject[side]->program;
	return t->kind == TO_LITERAL ||
		   (t->look.global != NO_OPERAND && p->globals.at[t->look.global].constant);
}

/* Numbers of the objects. If only one of them is new, it gets a number that the other never has. */
static void number_objects(Walk *w, const char *name, const Goal t[2], u32 number[2])
{
	u32 next = (u32)w->known.len;
	vec_push(&w->known, (KnownObject){0});
	for (int side = OLD; side <= NEW; side++)
		number[side] = number_of(w, side, name, &t[side], next);
}

/* A literal, and what the other version has in its place. An object that can be written to is shared
 * if another pointer to it was met, in whose place there was no literal. */
static void compare_literal(Walk *w, const char *name, const Goal t[2], u64 which[2])
{
	u32 next = (u32)w->known.len;
	vec_push(&w->known, (KnownObject){0});
	which[OLD] = which[NEW] = (u64)TO_LITERAL << 60;
	for (int side = OLD; side <= NEW; side++) {
		if (is_constant(w, side, &t[side]))
			continue;
		u32 number = number_of(w, side, name, &t[side], next);
		if (number != next && w->known.at[number].name[!side])
			which[side] = POST_INSIDE | (u64)TO_OBJECT << 60 | (u64)number << 32;
	}
}

/* A number for what the pointer leads to, the same in both versions if that is the same. */
static void compare(Walk *w, const char *name, const Goal t[2], u64 which[2])
{
	bool objects = t[OLD].kind >= TO_GLOBAL && t[NEW].kind >= TO_GLOBAL;
	bool globals = t[OLD].kind == TO_GLOBAL && t[NEW].kind == TO_GLOBAL;
	if (objects && (t[OLD].kind == TO_LITERAL || t[NEW].kind == TO_LITERAL)) {
		compare_literal(w, name, t, which);
		return;
	}
	u32 number[2] = {0, 0};
	if (objects)
		number_objects(w, name, t, number);
	/* A global that stands for another object in the other version is shared with that. */
	if (objects && (!globals || number[OLD] != number[NEW])) {
		for (int side = OLD; side <= NEW; side++)
			which[side] = POST_INSIDE | (u64)TO_OBJECT << 60 | (u64)number[side] << 32 |
						  position(w, side, t, number[side]);
		return;
	}
	for (int side = OLD; side <= NEW; side++) {
		const Goal *x = &t[side];
		bool lone = x->kind == TO_FUNCTION && x->id == NO_OPERAND;
		which[side] = (u64)x->kind << 60;
		if (x->kind == TO_ARGUMENT || x->kind == TO_GLOBAL)
			which[side] |= POST_INSIDE | (u64)x->id << 32 | (u32)(x->value - x->look.lo);
		else if (x->kind == TO_FUNCTION)
			which[side] |= lone ? 1ull << 40 | x->look.number : x->id + 1ull;
	}
}

/* An object that was met before is named by that. */
static const char *known_text(Walk *w, int side, const Goal *t, const char *met)
{
	u64 at;
	if (!intmap_get(&w->number[side], t->look.number + 1ull, &at))
		return "pointer";
	const KnownObject *k = &w->known.at[at];
	u64 inside = t->value - t->look.lo;
	if (!strcmp(k->name[side], met))
		return !is_block(t) ? "pointer"
			   : inside     ? walk_name(w, "block + %llu", (unsigned long long)inside)
							: "block";
	i64 offset = (i64)(t->value - k->base[side]);
	return offset ? walk_name(w, "%s + %lld", k->name[side], (long long)offset) : k->name[side];
}

/* met is the name of the pointer. */
static const char *goal_text(Walk *w, int side, const Goal *t, const char *met)
{
	const Program *p = w->u->c.subject[side]->program;
	const MachineRunner *r = &w->u->c.pair->version[side];
	u64 offset = t->value - t->look.lo;
	const char *name;
	switch (t->kind) {
	case TO_NULL: return "null";
	case TO_FUNCTION: return p->functions.at[t->look.number].source_name;
	case TO_GONE: return "(freed)";
	case TO_ARGUMENT:
		name = r->objects.at[t->id].part->name;
		name += *name == '*'; /* the pointer, not what it points to */
		break;
	case TO_GLOBAL: name = p->globals.at[t->look.global].name; break;
	default: return known_text(w, side, t, met);
	}
	const char *sign = t->kind == TO_GLOBAL ? "&" : "";
	return offset ? walk_name(w, "%s%s + %llu", sign, name, (unsigned long long)offset)
				  : walk_name(w, "%s%s", sign, name);
}

/* ---- deciding ---- */

/* What the input decides about a pointer is one path for each target. A number that is no address
 * is left as it is. */
static void decide(Walk *w, int side, const Pointer *p, const Goal *t)
{
	ExprPool *pool = w->u->pool;
	if (!p->e || expr_is_const(pool, p->e))
		return;
	if (w->aside) {
		w->found = true;
		return;
	}
	if (t->kind != TO_NUMBER) {
		product_decide(w->u->c.pair, side, expr_eq(pool, p->e, expr_const(pool, 64, p->value)),
					   p->e);
		return;
	}
	Expr from = expr_sub(pool, p->e, expr_const(pool, 64, REGION));
	Expr outside = expr_ule(pool, expr_const(pool, 64, REGION_SIZE), from);
	Expr some = expr_ne(pool, p->e, expr_const(pool, 64, 0));
	product_decide(w->u->c.pair, side, expr_and(pool, outside, some), 0);
}

/* ---- following ---- */

static bool is_stream(const CType *t)
{
	return t && t->names && strstr(t->names, "\nstruct _IO_FILE\n");
}

/* True for one variable of the C library, which is compared by itself. A literal of the library, and
 * a variable that is met where the other version has an object of its own, have contents to compare. */
static bool is_library(const Walk *w, const Goal t[2])
{
	return t[OLD].kind == TO_GLOBAL && t[NEW].kind == TO_GLOBAL &&
		   !w->u->c.subject[OLD]->program->globals.at[t[OLD].look.global].subject;
}

static bool seen_before(Walk *w, const Goal t[2], const CType *const to[2])
{
	Key key = KEY(t[OLD].value, t[NEW].value, (uintptr_t)to[OLD], (uintptr_t)to[NEW]);
	if (keymap_get(&w->visited, key, NULL))
		return true;
	keymap_put(&w->visited, key, 1);
	return false;
}

/* True if the targets of both must be compared as well. */
static bool follows(Walk *w, const char *name, const Goal t[2], const CType *const to[2])
{
	if (t[OLD].kind == TO_FUNCTION && !change_map_same(w->u->c.map, OLD, t[OLD].look.number))
		walk_unseen(w, "the behaviour of the function that %s points to", name);
	if (t[OLD].kind == TO_GONE)
		walk_unseen(w, "the object that %s points to, which no longer exists", name);
	if (t[OLD].kind < TO_GLOBAL || t[NEW].kind < TO_GLOBAL || w->shallow || seen_before(w, t, to))
		return false;
	/* Variables of the C library and streams are compared by themselves. */
	if (is_stream(to[OLD]) || is_library(w, t))
		return false;
	if (w->depth < (w->library ? LIBRARY_DEPTH : w->u->c.depth))
		return true;
	walk_unseen(w, "objects deeper than %s (--depth %u)", name, w->u->c.depth);
	return false;
}

/* How the native programs are to tell what they have there: by name of a symbol, not at all, by its
 * block, or by the objects that they have met; a number by its digits, if it is no address. */
static char way_of(const Goal t[2], Declared as, const u64 which[2])
{
	if (as == AS_NUMBER)
		return 'i';
	bool objects = t[OLD].kind >= TO_GLOBAL && t[NEW].kind >= TO_GLOBAL;
	bool numbered = (which[OLD] | which[NEW]) >> 60 == (POST_INSIDE >> 60 | TO_OBJECT);
	if (objects && numbered && which[OLD] != which[NEW]) /* what is shared counts */
		return is_block(&t[OLD]) && is_block(&t[NEW]) ? 'b' : 'o';
	if (t[OLD].kind == TO_FUNCTION || t[NEW].kind == TO_FUNCTION ||
		(t[OLD].kind == TO_GLOBAL && t[NEW].kind == TO_GLOBAL))
		return 's';
	if (t[OLD].kind == TO_LITERAL || t[NEW].kind == TO_LITERAL || t[OLD].kind == TO_GONE ||
		t[NEW].kind == TO_GONE)
		return 'x';
	return is_block(&t[OLD]) && is_block(&t[NEW]) ? 'b' : 'o';
}

static u64 least(u64 a, u64 b)
{
	return a < b ? a : b;
}

static bool same_bits(const Pointer p[2])
{
	return p[OLD].value == p[NEW].value; /* what the input decides was decided */
}

/* Walks a pointer in both versions. where: how the plan reaches it. False: these are numbers of which
 * one is an address, and whether they are the same depends on whether they are pointers. */
static bool meet(Walk *w, const char *name, const Pointer p[2], Declared as,
				 const CType *const to[2], const char *const where[2])
{
	Goal t[2];
	u64 which[2];
	for (int side = OLD; side <= NEW; side++) {
		t[side] = goal_of(w, side, p[side].value);
		decide(w, side, &p[side], &t[side]);
	}
	compare(w, name, t, which);
	bool same = which[OLD] == which[NEW];
	if (as == AS_NUMBER && same && !same_bits(p))
		return false;
	for (int side = OLD; !same && side <= NEW; side++) {
		PostItem item = {.kind = POST_POINTER,
						 .name = name,
						 .at = p[side].at,
						 .which = which[side],
						 .to = goal_text(w, side, &t[side], name)};
		vec_push(&w->left->items[side], item);
	}
	bool follow = same && follows(w, name, t, to);
	u64 before = 0, behind = 0;
	if (follow) {
		before = least(t[OLD].value - t[OLD].look.lo, t[NEW].value - t[NEW].look.lo);
		behind = least(t[OLD].look.end - t[OLD].value, t[NEW].look.end - t[NEW].value);
	}
	for (int side = OLD; (follow || !same) && side <= NEW; side++)
		walk_plan(w, side, "%s %c %d %llu %llu", where[side], way_of(t, as, which), follow,
				  (unsigned long long)before, (unsigned long long)behind);
	if (!follow)
		return true;
	MemoryPair s = {.at = {t[OLD].value, t[NEW].value},
					.end = {t[OLD].look.end, t[NEW].look.end},
					.type = {to[OLD], to[NEW]}};
	if (t[OLD].kind != TO_LITERAL && t[NEW].kind != TO_LITERAL)
		walk_front(w, name, &s, (u64[2]){t[OLD].look.lo, t[NEW].look.lo});
	vec_push(&w->visits, ((Visit){name, s, w->nodes++, w->depth + 1}));
	return true;
}

static bool read_pointer(Walk *w, int side, u64 at, Pointer *p)
{
	ExprPool *pool = w->u->pool;
	bool symbolic = false;
	Expr e = 0;
	*p = (Pointer){.at = at};
	for (u32 k = 0; k < WORD; k++) {
		LookByte b = machine_look_byte(w->u->machine[side], at + k);
		if (b.state != LOOK_SET)
			return false;
		symbolic |= b.e != 0;
		p->value |= (u64)b.byte << 8 * k;
		Expr byte = b.e ? b.e : expr_const(pool, 8, b.byte);
		e = e ? expr_concat(pool, byte, e) : byte;
	}
	p->e = symbolic ? e : 0;
	return true;
}

/* True if the input chooses, by one condition for both, between null and functions that are the
 * same in both: then they are the same wherever the path goes, and nothing has to be decided. */
static bool same_choice(const Walk *w, const Pointer p[2])
{
	const ExprPool *pool = w->u->pool;
	Expr e[2] = {p[OLD].e, p[NEW].e};
	for (int side = OLD; side <= NEW; side++)
		if (!e[side] || expr_op(pool, e[side]) != EXPR_ITE)
			return false;
	if (expr_kid(pool, e[OLD], 0) != expr_kid(pool, e[NEW], 0))
		return false;
	for (unsigned k = 1; k <= 2; k++) {
		Goal t[2];
		for (int side = OLD; side <= NEW; side++) {
			Expr arm = expr_kid(pool, e[side], k);
			if (!expr_is_const(pool, arm))
				return false;
			t[side] = goal_of(w, side, (u64)expr_value(pool, arm));
		}
		bool function = t[OLD].kind == TO_FUNCTION && t[OLD].id != NO_OPERAND &&
						change_map_same(w->u->c.map, OLD, t[OLD].look.number);
		if (t[OLD].kind != t[NEW].kind || (t[OLD].kind != TO_NULL && !function) ||
			(function && t[OLD].id != t[NEW].id))
			return false;
	}
	return true;
}

static bool is_number(const Walk *w, int side, const Pointer *p)
{
	return machine_look(w->u->machine[side], p->value).kind == LOOK_NOWHERE;
}

static void walk_word(Walk *w, const char *name, const MemoryPair *s, Declared as,
					  const CType *const to[2])
{
	Pointer p[2];
	intmap_put(&w->words, s->at[OLD], 1);
	if (walk_unchanged(w, s, WORD, WORD) || !walk_room(w))
		return;
	bool set = read_pointer(w, OLD, s->at[OLD], &p[OLD]);
	set = read_pointer(w, NEW, s->at[NEW], &p[NEW]) && set;
	if (set && same_choice(w, p))
		return;
	bool numbers = set && is_number(w, OLD, &p[OLD]) && is_number(w, NEW, &p[NEW]);
	for (int side = OLD; numbers && side <= NEW; side++) {
		Goal t = {.kind = TO_NUMBER};
		decide(w, side, &p[side], &t);
	}
	if (!set || numbers) {
		walk_bytes(w, POST_NUMBER, name, s, WORD, false, 0, 0);
		return;
	}
	const char *where[2];
	for (int side = OLD; side <= NEW; side++)
		where[side] = walk_name(w, "P %u %lld", w->node, (long long)(s->at[side] - w->base[side]));
	if (!meet(w, name, p, as, to, where))
		walk_limit(w, "%s, a number that is an address; the addresses differ between the versions",
				   name);
}

void walk_pointer(Walk *w, const char *name, const MemoryPair *s, const CType *const to[2])
{
	walk_word(w, name, s, AS_POINTER, to);
}

void walk_number(Walk *w, const char *name, const MemoryPair *s)
{
	static const CType *const unknown[2] = {NULL, NULL};
	walk_word(w, name, s, AS_NUMBER, unknown);
}

/* Numbers that are no addresses, as an item; the plan only knows that they are not null. */
static void meet_numbers(Walk *w, const char *name, const Pointer p[2])
{
	for (int side = OLD; side <= NEW; side++) {
		LookByte *bytes = arena_array(&w->left->arena, LookByte, WORD);
		Goal t = {.kind = TO_NUMBER};
		for (u32 k = 0; k < WORD; k++)
			bytes[k] = (LookByte){
				.byte = (u8)(p[side].value >> 8 * k),
				.e = p[side].e ? expr_extract(w->u->pool, p[side].e, 8 * k, 8) : 0,
			};
		decide(w, side, &p[side], &t);
		PostItem item = {.kind = POST_NUMBER, .name = name, .len = WORD, .bytes = bytes};
		vec_push(&w->left->items[side], item);
		walk_plan(w, side, "R 0 0 n 0 0 0");
	}
}

void walk_returned(Walk *w, const CType *const to[2])
{
	static const char *const where[2] = {"R 0 0", "R 0 0"};
	const EntryValue *v = w->u->c.pair->value;
	Pointer p[2] = {{v[OLD].lo, (Expr)v[OLD].tag, 0}, {v[NEW].lo, (Expr)v[NEW].tag, 0}};
	if (is_number(w, OLD, &p[OLD]) && is_number(w, NEW, &p[NEW]))
		meet_numbers(w, "returned", p);
	else
		meet(w, "returned", p, AS_POINTER, to, where);
}

static bool is_address(const Walk *w, int side, const Pointer *p)
{
	LookKind kind = machine_look(w->u->machine[side], p->value).kind;
	return (kind != LOOK_NULL && kind != LOOK_NOWHERE) || walk_has_address(w, p->e);
}

void walk_returned_number(Walk *w)
{
	static const char *const where[2] = {"R 0 0", "R 0 0"};
	static const CType *const unknown[2] = {NULL, NULL};
	const EntryValue *v = w->u->c.pair->value;
	Pointer p[2] = {{v[OLD].lo, (Expr)v[OLD].tag, 0}, {v[NEW].lo, (Expr)v[NEW].tag, 0}};
	if (!is_address(w, OLD, &p[OLD]) && !is_address(w, NEW, &p[NEW]))
		return;
	if (is_number(w, OLD, &p[OLD]) && is_number(w, NEW, &p[NEW]))
		return; /* on this path it is none */
	if (!meet(w, "returned", p, AS_NUMBER, unknown, where)) {
		w->left->no_value = true;
		walk_limit(
			w,
			"the returned number, which is an address; the addresses differ between the versions");
	}
}

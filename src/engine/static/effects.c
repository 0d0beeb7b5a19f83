/* effects.c: what instructions and functions may read and write.
 *
 * These are sets of numbered locations. Equal sets are stored once. Functions are visited
 * bottom-up over the components of the call graph, so one pass is enough. All functions of a
 * component have the same effects except for their own locals. Locals die with their function
 * unless the component is recursive.
 */
#include "engine/static/impl.h"

/* ---- places and sets ---- */

static u32 location_number(Static *s, Location p)
{
	Hash hash = hash_mix(hash_mix(hash_number((u64)p.object << 32 ^ p.stride), p.offset), p.size);
	u32 found;
	for (size_t at = 0; hintmap_next(&s->location_ids, hash, &at, &found);) {
		const Location *q = &s->locations.at[found];
		if (q->object == p.object && q->offset == p.offset && q->stride == p.stride &&
			q->size == p.size)
			return found;
	}
	vec_push(&s->locations, p);
	hintmap_add(&s->location_ids, hash, (u32)s->locations.len - 1);
	return (u32)s->locations.len - 1;
}

static LocationSet keep(Static *s, const RefSet *set)
{
	u32 n = refset_count(set), i = 0, x, found;
	Hash hash = hash_number(n);
	if (!n)
		return (LocationSet){0, NULL};
	for (u32 k = 0; k < set->n; k++)
		hash = hash_mix(hash_mix(hash, set->at[k].base), set->at[k].bits);
	for (size_t try = 0; hintmap_next(&s->set_ids, hash, &try, &found);) {
		LocationSet had = s->sets.at[found];
		u32 same = had.n == n;
		for (RefWalk w = {set, 0, 0}; same && refset_next(&w, &x);)
			same = had.at[i++] == x;
		if (same)
			return had;
		i = 0;
	}
	u32 *at = arena_array(&s->arena, u32, n);
	for (RefWalk w = {set, 0, 0}; refset_next(&w, &x);)
		at[i++] = x;
	LocationSet made = {n, at};
	vec_push(&s->sets, made);
	hintmap_add(&s->set_ids, hash, (u32)s->sets.len - 1);
	return made;
}

static void add_all(RefSet *to, LocationSet from)
{
	for (u32 i = 0; i < from.n; i++)
		refset_add(to, from.at[i]);
}

/* ---- one instruction ---- */

typedef struct Effect {
	Static *s;
	u32 function;
	RefSet mod, ref;
	u32 *joined; /* by function: round in which its effects were taken; NULL: take them all */
	u32 round;
	bool itself; /* without what is called */
} Effect;

/* size bytes behind the address; 0 = up to the object's end. */
static void touch(Effect *e, RefSet *set, Operand address, u64 size)
{
	const Location *at;
	u32 n = static_points_to(e->s, e->function, address, &at);
	for (u32 i = 0; i < n; i++) {
		Location p = at[i];
		if (static_object(e->s, p.object).kind == OBJECT_FUNCTION)
			continue;
		p.size = size;
		refset_add(set, location_number(e->s, p));
	}
}

static void touch_object(Effect *e, RefSet *set, AbstractKind kind, u32 a)
{
	u32 o = object_of(e->s, kind, a, 0);
	if (o != NO_OPERAND)
		refset_add(set, location_number(e->s, (Location){.object = o, .stride = 1}));
}

static void touch_length(Effect *e, RefSet *set, Operand address, Operand length)
{
	u64 n;
	touch(e, set, address, operand_number(e->s, length, &n) ? n : 0);
}

/* What lies behind pointers in memory that was given: an iovec's buffers, a vector of texts. */
static void touch_deep(Effect *e, RefSet *set, u32 ins)
{
	const Location *at;
	u32 n = static_reaches(e->s, e->function, ins, &at);
	for (u32 i = 0; i < n; i++)
		if (static_object(e->s, at[i].object).kind != OBJECT_FUNCTION)
			refset_add(set, location_number(e->s, at[i]));
}

static void syscall_effects(Effect *e, u32 ins, const Call *c)
{
	u32 kind = syscall_site(e->s, c);
	u64 fd;
	touch_deep(e, &e->ref, ins);
	if (kind & SYS_RETURNS)
		touch_deep(e, &e->mod, ins);
	for (u32 i = 1; i < c->n_args; i++) {
		if (!syscall_points(e->s, e->function, c, i))
			continue;
		touch(e, &e->ref, c->args[i].value, 0);
		if (kind & SYS_RETURNS)
			touch(e, &e->mod, c->args[i].value, 0);
	}
	bool known = kind & SYS_STREAM && c->n_args > 1 && !e->itself &&
				 known_number(e->s, e->function, c->args[1].value, &fd) && fd <= 2;
	bool stream = known && fd;
	if (kind & SYS_WRITES)
		for (u32 i = 1; i <= 3; i++)
			if (!known || i == (fd ? fd : 3))
				touch_object(e, &e->mod, OBJECT_STREAM, i);
	if (kind & SYS_ENDS)
		touch_object(e, &e->mod, OBJECT_STATUS, 0);
	touch_object(e, &e->ref, OBJECT_KERNEL, 0);
	/* Nothing in the kernel remembers what went to a stream, as long as it leads where it did:
	 * engine/machine/track/os.c looks after that. */
	if (!stream && !(kind & SYS_LOOKS))
		touch_object(e, &e->mod, OBJECT_KERNEL, 0);
	touch_object(e, &e->ref, OBJECT_KERNEL, 1);
	if (kind & SYS_MOVES)
		touch_object(e, &e->mod, OBJECT_KERNEL, 1);
}

static void touch_errno(Effect *e)
{
	u32 global;
	if (strmap_get(&e->s->p->global_by_name, "__drift_errno", &global))
		touch_object(e, &e->mod, OBJECT_GLOBAL, global);
}

static void extern_effects(Effect *e, u32 ins, const Call *c, u32 callee)
{
	const Operand none = NO_OPERAND;
	Operand a = c->n_args > 0 ? c->args[0].value : none,
			b = c->n_args > 1 ? c->args[1].value : none;
	Operand d = c->n_args > 2 ? c->args[2].value : none;
	switch ((ExternKind)e->s->fns[callee].extern_kind) {
	case EXTERN_SYSCALL: syscall_effects(e, ins, c); break;
	case EXTERN_COPY:
		touch_length(e, &e->mod, a, d);
		touch_length(e, &e->ref, b, d);
		break;
	case EXTERN_FILL: touch_length(e, &e->mod, a, d); break;
	case EXTERN_FREE: touch(e, &e->mod, a, 0); break;
	case EXTERN_SETJMP: touch(e, &e->mod, a, 0); break;
	case EXTERN_LONGJMP: touch(e, &e->ref, a, 0); break;
	case EXTERN_ALLOC:
	case EXTERN_ALLOC_SIZE:
	case EXTERN_SETTLE:
	case EXTERN_UNSUPPORTED: break;
	case EXTERN_NUMBER_TEXT:
		touch(e, &e->mod, a, 0);
		if (c->n_args > 5)
			touch(e, &e->mod, c->args[5].value, 8);
		if (c->n_args > 3)
			touch(e, &e->ref, c->args[3].value, 0);
		break;
	case EXTERN_TEXT_NUMBER:
		touch(e, &e->ref, a, 0);
		touch(e, &e->mod, d, 8);
		if (c->n_args > 3)
			touch(e, &e->mod, c->args[3].value, 8);
		break;
	case EXTERN_UNKNOWN: /* native: reads texts, fills numbers, sets errno */
		touch_errno(e);
		for (u32 i = 0; i < c->n_args; i++)
			if (c->args[i].type == TYPE_PTR) {
				touch(e, &e->ref, c->args[i].value, 0);
				touch(e, &e->mod, c->args[i].value, 16);
			}
		break;
	}
}

/* The caller's share: copies of structs, the variable arguments, and a block of its own name. */
static void passing_effects(Effect *e, u32 ins, const Call *c, u32 callee)
{
	const Function *to = &e->s->p->functions.at[callee];
	for (u32 i = 0; i < c->n_args; i++) {
		if (c->args[i].byval_size)
			touch(e, &e->ref, c->args[i].value, c->args[i].byval_size);
		if (i < to->n_params && c->args[i].byval_size) {
			u32 o = object_of(e->s, OBJECT_BYVAL, callee, i);
			if (o != NO_OPERAND)
				refset_add(&e->mod, location_number(e->s, (Location){.object = o, .stride = 1}));
		}
	}
	if (to->variadic)
		touch_object(e, &e->mod, OBJECT_VARARGS, callee);
	u32 block = object_of(e->s, OBJECT_HEAP, e->function, ins);
	if (block != NO_OPERAND)
		refset_add(&e->mod, location_number(e->s, (Location){.object = block, .stride = 1}));
}

static void call_effects(Effect *e, u32 ins, const Call *c)
{
	const u32 *callees;
	u32 n = static_callees(e->s, e->function, ins, &callees);
	for (u32 i = 0; i < n; i++) {
		FnInfo *to = &e->s->fns[callees[i]];
		if (!e->s->p->functions.at[callees[i]].n_blocks) {
			extern_effects(e, ins, c, callees[i]);
			continue;
		}
		passing_effects(e, ins, c, callees[i]);
		if (e->itself)
			continue;
		if (e->joined && e->joined[callees[i]] == e->round)
			continue; /* some call in the component did that before */
		if (e->joined)
			e->joined[callees[i]] = e->round;
		refset_join(&e->mod, &e->s->total_mod[to->scc]);
		refset_join(&e->ref, &e->s->total_ref[to->scc]);
	}
}

static void touch_access(Effect *e, RefSet *set, const InsAccess *access)
{
	if (access->length != NO_OPERAND)
		touch_length(e, set, access->at, access->length);
	else
		touch(e, set, access->at, access->size);
}

static void ins_effects(Effect *e, u32 i, const Ins *in)
{
	const Function *f = &e->s->p->functions.at[e->function];
	InsAccess access[2];
	u32 n = ins_accesses(in, access);
	e->mod.n = e->ref.n = 0;
	for (u32 k = 0; k < n; k++) {
		if (access[k].writes)
			touch_access(e, &e->mod, &access[k]);
		/* A bit-field is loaded to be stored with the bits around it. */
		if (access[k].reads && !(in->flags & INS_BITFIELD))
			touch_access(e, &e->ref, &access[k]);
	}
	if (ins_table[in->op].memory == MEMORY_CALL)
		call_effects(e, i, &f->calls[in->extra]);
}

/* ---- everything ---- */

static void find_written(Static *s)
{
	Effect e = {.s = s, .itself = true};
	s->has_written = true;
	for (e.function = 0; e.function < s->p->functions.len; e.function++) {
		const Function *f = &s->p->functions.at[e.function];
		for (u32 i = 0; static_reachable(s, e.function) && i < f->n_ins; i++) {
			ins_effects(&e, i, &f->ins[i]);
			refset_join(&s->written, &e.mod);
		}
	}
	refset_free(&e.mod);
	refset_free(&e.ref);
}

bool may_be_written(Static *s, const Location *p)
{
	u32 x;
	if (!s->has_written)
		find_written(s);
	for (RefWalk w = {&s->written, 0, 0}; refset_next(&w, &x);)
		if (location_overlap(&s->locations.at[x], p))
			return true;
	return false;
}

/* ---- functions, bottom-up ---- */

/* Locals of the function, gone when it has returned. */
static bool is_own(Static *s, u32 location, u32 function)
{
	Abstract o = static_object(s, s->locations.at[location].object);
	return (o.kind == OBJECT_SLOT || o.kind == OBJECT_ALLOCA || o.kind == OBJECT_BYVAL ||
			o.kind == OBJECT_VARARGS) &&
		   o.a == function;
}

static void without_own(Static *s, u32 function, RefSet *set)
{
	RefSet out = {0};
	u32 x;
	if (s->fns[function].recursive)
		return;
	for (RefWalk w = {set, 0, 0}; refset_next(&w, &x);)
		if (!is_own(s, x, function))
			refset_add(&out, x);
	refset_free(set);
	*set = out;
}

/* What the bodies of one component do, what they call included. In a first pass over a recursion
 * its own functions have no effects yet, so each instruction adds just its share. */
static void component_effects(Static *s, const u32 *members, u32 n, u32 *joined)
{
	u32 scc = s->fns[members[0]].scc;
	RefSet *mod = &s->total_mod[scc], *ref = &s->total_ref[scc];
	for (u32 m = 0; m < n; m++) {
		const Function *f = &s->p->functions.at[members[m]];
		Effect e = {.s = s, .function = members[m], .joined = joined, .round = scc + 1};
		for (u32 i = 0; i < f->n_ins; i++) {
			ins_effects(&e, i, &f->ins[i]);
			refset_join(mod, &e.mod);
			refset_join(ref, &e.ref);
		}
		refset_free(&e.mod);
		refset_free(&e.ref);
	}
	if (!s->fns[members[0]].recursive) {
		without_own(s, members[0], mod);
		without_own(s, members[0], ref);
	}
	LocationSet m = keep(s, mod), r = keep(s, ref);
	for (u32 i = 0; i < n; i++) {
		s->fns[members[i]].total_mod = m;
		s->fns[members[i]].total_ref = r;
	}
}

void need_effects(Static *s)
{
	if (s->has_effects)
		return;
	need_calls(s);
	s->has_effects = true;
	u32 n = (u32)s->p->functions.len;
	s->total_mod = xcalloc(n + 1, sizeof *s->total_mod);
	s->total_ref = xcalloc(n + 1, sizeof *s->total_ref);
	u32 *joined = xcalloc(n + 1, sizeof *joined);
	u32 *start = xcalloc(n + 2, sizeof *start), *members = xmalloc((n + 1) * sizeof *members);
	for (u32 f = 0; f < n; f++)
		start[s->fns[f].scc + 1]++;
	for (u32 c = 0; c < n; c++)
		start[c + 1] += start[c];
	u32 *fill = xmalloc((n + 1) * sizeof *fill);
	memcpy(fill, start, (n + 1) * sizeof *fill);
	for (u32 f = 0; f < n; f++)
		members[fill[s->fns[f].scc]++] = f;
	for (u32 c = 0; c < n; c++)
		if (start[c + 1] > start[c])
			component_effects(s, members + start[c], start[c + 1] - start[c], joined);
	free(joined);
	free(start);
	free(members);
	free(fill);
}

/* ---- questions ---- */

static const InsEffects *of_instruction(Static *s, u32 function, u32 ins)
{
	const Function *f = &s->p->functions.at[function];
	FnInfo *info = &s->fns[function];
	need_effects(s);
	if (!info->effects)
		info->effects = arena_array(&s->arena, InsEffects, f->n_ins + 1);
	InsEffects *x = &info->effects[ins];
	if (!x->known) {
		Effect e = {.s = s, .function = function};
		ins_effects(&e, ins, &f->ins[ins]);
		*x = (InsEffects){true, keep(s, &e.mod), keep(s, &e.ref)};
		refset_free(&e.mod);
		refset_free(&e.ref);
	}
	return x;
}

LocationSet static_mod(Static *s, u32 function, u32 ins)
{
	return of_instruction(s, function, ins)->mod;
}

LocationSet static_ref(Static *s, u32 function, u32 ins)
{
	return of_instruction(s, function, ins)->ref;
}

LocationSet static_mod_function(Static *s, u32 function)
{
	need_effects(s);
	return s->fns[function].total_mod;
}

/* Blocks between a way out of b and b's immediate post-dominator. */
static LocationSet make_side(Static *s, u32 function, u32 block, u32 k)
{
	const Function *f = &s->p->functions.at[function];
	const Flow *flow = static_flow(s, function);
	bool *seen = xcalloc(flow->n + 1, sizeof *seen);
	VEC(u32) todo = {0};
	RefSet mod = {0};
	u32 stop = flow->ipdom[block];
	vec_push(&todo, flow->succ[flow->succ_at[block] + k]);
	while (todo.len) {
		u32 b = vec_pop(&todo);
		if (b == stop || b == flow->n || seen[b])
			continue;
		seen[b] = true;
		for (u32 i = f->blocks[b].first; i < f->blocks[b].end; i++)
			add_all(&mod, static_mod(s, function, i));
		for (u32 e = flow->succ_at[b]; e < flow->succ_at[b + 1]; e++)
			vec_push(&todo, flow->succ[e]);
	}
	LocationSet set = keep(s, &mod);
	refset_free(&mod);
	vec_free(&todo);
	free(seen);
	return set;
}

LocationSet static_mod_side(Static *s, u32 function, u32 block, u32 k)
{
	u64 key = ((u64)block << 32 | k) + 1, found;
	IntMap *known = &s->fns[function].sides;
	need_effects(s);
	if (intmap_get(known, key, &found))
		return s->sides.at[found];
	LocationSet set = make_side(s, function, block, k);
	vec_push(&s->sides, set);
	intmap_put(known, key, s->sides.len - 1);
	return set;
}

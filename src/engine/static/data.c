/* data.c: finds values that contain input data, and instructions that may fail because of them.
 *
 * A value contains input if it is computed from input, not if the input only decides which value
 * is chosen. An access through an address that contains input may leave its object, and a
 * division by such a value may be by zero: on other inputs the program might end there. We visit
 * all reachable instructions until the set of values does not change; memory is represented by
 * locations.
 */
#include <sys/stat.h>
#include <sys/syscall.h>

#include "engine/static/impl.h"

typedef VEC(Location) LocationList;

/* What a register may hold: OWN = input that got there without a parameter; bit 1 + i = parameter
 * i, the last bit all that have no bit of their own. So a function that hands its argument back
 * gives input to those callers only who gave it input. */
typedef u32 Mask;
enum { OWN = 1, MASK_PARAMS = 31 };

struct Data {
	Mask **regs;         /* by function, register */
	Mask *returns;       /* by function: its value */
	Mask *given;         /* by function: parameters that some caller gives input */
	u8 *fails;           /* by function: something in it may fail */
	LocationList *holds; /* by object: places that hold input */
	LocationList *wide;  /* those among them where an address may be computed from input */
	KeyMap sides;        /* see static_side_fails: 1 no, 2 yes */
	bool changed;
};

typedef struct Flowing {
	Static *s;
	struct Data *d;
	const Function *f;
} Flowing;

static Mask mask_of(const Flowing *w, Operand o)
{
	return o == NO_OPERAND || operand_is_const(o) ? 0 : w->d->regs[w->f->id][o];
}

static bool mask_holds(const Flowing *w, Mask m)
{
	return m & (OWN | w->d->given[w->f->id]);
}

static bool holds(const Flowing *w, Operand o)
{
	return mask_holds(w, mask_of(w, o));
}

static Mask param_bit(u32 i)
{
	return i < MASK_PARAMS ? 2u << i : 2u << (MASK_PARAMS - 1);
}

static void add_mask(Flowing *w, Mask *to, Mask m)
{
	if ((*to | m) == *to)
		return;
	*to |= m;
	w->d->changed = true;
}

static void set_results(Flowing *w, const Ins *in, Mask m)
{
	u32 first, n = static_ins_defs(w->f, in, &first);
	for (u32 i = 0; i < n; i++)
		add_mask(w, &w->d->regs[w->f->id][first + i], m);
}

static void add_location(Flowing *w, LocationList *list, Location p)
{
	for (size_t i = 0; i < list->len; i++) {
		const Location *q = &list->at[i];
		if (q->offset == p.offset && q->stride == p.stride && q->size == p.size)
			return;
	}
	vec_push(list, p);
	w->d->changed = true;
}

/* wide: what is written there may be an address. Input comes in as bytes and numbers, and a pointer
 * that is read where only such were written is none of them. */
static void set_location(Flowing *w, Location p, bool wide)
{
	add_location(w, &w->d->holds[p.object], p);
	if (wide)
		add_location(w, &w->d->wide[p.object], p);
}

static void set_locations(Flowing *w, LocationSet set, bool wide)
{
	for (u32 i = 0; i < set.n; i++)
		set_location(w, static_location(w->s, set.at[i]), wide);
}

static bool location_holds(const Flowing *w, const Location *p, bool wide)
{
	const LocationList *list = wide ? &w->d->wide[p->object] : &w->d->holds[p->object];
	for (size_t i = 0; i < list->len; i++)
		if (location_overlap(&list->at[i], p))
			return true;
	return false;
}

static bool locations_hold(const Flowing *w, LocationSet set, bool wide)
{
	for (u32 i = 0; i < set.n; i++) {
		Location p = static_location(w->s, set.at[i]);
		if (location_holds(w, &p, wide))
			return true;
	}
	return false;
}

/* Bytes are copied with whatever they are. */
static void copy_locations(Flowing *w, LocationSet to, LocationSet from)
{
	if (locations_hold(w, from, false))
		set_locations(w, to, locations_hold(w, from, true));
}

static bool loads_input(Flowing *w, const Ins *in, u32 i)
{
	LocationSet ref = static_ref(w->s, w->f->id, i);
	if (in->flags & INS_BITFIELD) { /* counts as no reading elsewhere */
		const Location *at;
		u32 n = static_points_to(w->s, w->f->id, in->a, &at);
		for (u32 k = 0; k < n; k++) {
			Location p = at[k];
			p.size = type_store_size(in->type);
			if (location_holds(w, &p, false))
				return true;
		}
		return false;
	}
	return locations_hold(w, ref, in->type == TYPE_PTR);
}

/* ---- calls ---- */

static void into_function(Flowing *w, const Call *c, u32 callee)
{
	const Function *to = &w->s->p->functions.at[callee];
	for (u32 i = 0; i < c->n_args; i++) {
		bool data = holds(w, c->args[i].value);
		if (i < to->n_params && data && !c->args[i].byval_size)
			add_mask(w, &w->d->given[callee], param_bit(i));
		u32 object = NO_OPERAND;
		bool wide = c->args[i].type == TYPE_PTR && !c->args[i].byval_size;
		if (i >= to->n_params && data)
			object = object_of(w->s, OBJECT_VARARGS, callee, 0);
		if (c->args[i].byval_size) {
			const Location *at;
			u32 n = static_points_to(w->s, w->f->id, c->args[i].value, &at);
			for (u32 k = 0; k < n; k++) {
				Location p = at[k];
				p.size = c->args[i].byval_size;
				wide = wide || location_holds(w, &p, true);
				if (location_holds(w, &p, false))
					object = i < to->n_params ? object_of(w->s, OBJECT_BYVAL, callee, i)
											  : object_of(w->s, OBJECT_VARARGS, callee, 0);
			}
		}
		if (object != NO_OPERAND)
			set_location(w, (Location){.object = object, .stride = 1}, wide);
	}
}

/* The size of a file is the only thing about it that can be input. */
static void from_stat(Flowing *w, const Call *c)
{
	for (u32 i = 1; i < c->n_args; i++) {
		const Location *at;
		u32 n = static_points_to(w->s, w->f->id, c->args[i].value, &at);
		for (u32 k = 0; k < n; k++)
			if (static_object(w->s, at[k].object).kind != OBJECT_TEXTS)
				set_location(w,
							 (Location){.object = at[k].object,
										.stride = at[k].stride,
										.offset = at[k].offset + offsetof(struct stat, st_size),
										.size = sizeof(off_t)},
							 false);
	}
}

/* Contents and lengths of files come from the kernel, and positions in them. */
static void from_kernel(Flowing *w, const Ins *in, const Call *c, LocationSet mod)
{
	u64 nr;
	bool known = c->n_args && operand_number(w->s, c->args[0].value, &nr);
	switch (known ? nr : SYS_read) {
	case SYS_read:
	case SYS_pread64:
	case SYS_readv:
	case SYS_mmap:
		set_locations(w, mod, false);
		set_results(w, in, OWN);
		break;
	case SYS_lseek: set_results(w, in, OWN); break;
	case SYS_stat:
	case SYS_fstat:
	case SYS_lstat:
	case SYS_newfstatat: from_stat(w, c); break;
	default: break;
	}
}

static void into_extern(Flowing *w, const Ins *in, u32 i, const Call *c, u32 callee)
{
	LocationSet mod = static_mod(w->s, w->f->id, i), ref = static_ref(w->s, w->f->id, i);
	switch ((ExternKind)w->s->fns[callee].extern_kind) {
	case EXTERN_SYSCALL: from_kernel(w, in, c, mod); break;
	case EXTERN_COPY: copy_locations(w, mod, ref); break;
	case EXTERN_FILL:
	case EXTERN_NUMBER_TEXT:
		for (u32 k = 1; k < c->n_args; k++)
			if (holds(w, c->args[k].value))
				set_locations(w, mod, false);
		break;
	case EXTERN_SETTLE: set_results(w, in, mask_of(w, c->args[0].value)); break;
	case EXTERN_TEXT_NUMBER:
		if (locations_hold(w, ref, false))
			set_locations(w, mod, false);
		break;
	default: break;
	}
}

static void call_flow(Flowing *w, const Ins *in, u32 i)
{
	const Call *c = &w->f->calls[in->extra];
	const u32 *callees;
	u32 n = static_callees(w->s, w->f->id, i, &callees);
	for (u32 k = 0; k < n; k++) {
		if (!w->s->p->functions.at[callees[k]].n_blocks) {
			into_extern(w, in, i, c, callees[k]);
			continue;
		}
		into_function(w, c, callees[k]);
		Mask given = w->d->returns[callees[k]], back = given & OWN;
		for (u32 a = 0; a < c->n_args; a++)
			if (given & param_bit(a))
				back |= mask_of(w, c->args[a].value);
		set_results(w, in, back);
	}
}

/* ---- one instruction ---- */

static Mask operands(const Flowing *w, const Ins *in)
{
	u32 regs[64], n = static_ins_uses(w->f, in, regs, countof(regs));
	Mask m = n > countof(regs) ? OWN : 0;
	for (u32 i = 0; i < n && i < countof(regs); i++)
		m |= w->d->regs[w->f->id][regs[i]];
	return m;
}

static void flow_ins(Flowing *w, u32 i)
{
	const Ins *in = &w->f->ins[i];
	switch ((InsMemory)ins_table[in->op].memory) {
	case MEMORY_READ:
		set_results(w, in, mask_of(w, in->a) | (loads_input(w, in, i) ? OWN : 0));
		break;
	case MEMORY_WRITE:
		if (holds(w, in->a) || holds(w, in->b))
			set_locations(w, static_mod(w->s, w->f->id, i), type_bits(in->type) == 64);
		break;
	case MEMORY_COPY:
	case MEMORY_LISTS:
		copy_locations(w, static_mod(w->s, w->f->id, i), static_ref(w->s, w->f->id, i));
		break;
	case MEMORY_FILL:
		if (holds(w, in->b))
			set_locations(w, static_mod(w->s, w->f->id, i), false);
		break;
	case MEMORY_BOTH:
		set_results(w, in, mask_of(w, in->a) | (loads_input(w, in, i) ? OWN : 0));
		if (holds(w, in->a) || holds(w, in->b) || holds(w, in->c))
			set_locations(w, static_mod(w->s, w->f->id, i), type_bits(in->type) == 64);
		break;
	case MEMORY_CALL: call_flow(w, in, i); break;
	case MEMORY_LIST: break; /* the arguments, whose places the call writes */
	case MEMORY__:
		if (in->op == I_RET)
			add_mask(w, &w->d->returns[w->f->id], operands(w, in));
		else if (in->dst != NO_REG)
			set_results(w, in, operands(w, in));
		break;
	case N_MEMORY: break;
	}
}

/* ---- failing ---- */

/* The address of a variable, or of a fixed part of it. */
static bool is_fixed(const Flowing *w, Operand o)
{
	const DefUse *du = static_defuse(w->s, w->f->id);
	while (!operand_is_const(o)) {
		u32 def = o == NO_OPERAND ? NO_OPERAND : du->def[o];
		if (def == NO_OPERAND)
			return false;
		const Ins *in = &w->f->ins[def];
		if (in->op == I_SLOT)
			return true;
		if (in->op != I_GEP || in->b != NO_OPERAND)
			return false;
		o = in->a;
	}
	return true;
}

/* A number that may be another one on other inputs, for all that the analysis knows. */
static bool is_open(const Flowing *w, Operand o)
{
	u64 number;
	return w->s->options.careful ? !operand_number(w->s, o, &number) : holds(w, o);
}

static bool risky(const Flowing *w, Operand address)
{
	const Location *at;
	if (w->s->options.careful)
		return !is_fixed(w, address);
	/* What leads to no object fails whenever it is executed. */
	return holds(w, address) || !static_points_to(w->s, w->f->id, address, &at);
}

/* A call of the C library fails by what it is given: an address computed from input, or a divisor.
 */
static bool library_fails(const Flowing *w, const Call *c, const Function *to)
{
	size_t n = strlen(to->name);
	bool divides = n >= 3 && !strcmp(to->name + n - 3, "div");
	for (u32 i = 0; i < c->n_args; i++)
		if ((divides && holds(w, c->args[i].value)) ||
			(c->args[i].type == TYPE_PTR && risky(w, c->args[i].value)))
			return true;
	return false;
}

static bool call_fails(Flowing *w, const Ins *in, u32 i)
{
	const Call *c = &w->f->calls[in->extra];
	const u32 *callees;
	u32 n = static_callees(w->s, w->f->id, i, &callees);
	if (w->f->kind != FN_LIBC && c->callee == NO_OPERAND &&
		(holds(w, c->target) || (w->s->options.careful && !is_fixed(w, c->target))))
		return true;
	for (u32 k = 0; k < n; k++) {
		const Function *to = &w->s->p->functions.at[callees[k]];
		if (w->d->fails[callees[k]] ||
			(w->f->kind != FN_LIBC && to->kind != FN_SUBJECT && library_fails(w, c, to)))
			return true;
	}
	return false;
}

/* The library itself keeps within its objects: there, only what it calls back counts. */
static bool ins_fails(Flowing *w, u32 i)
{
	const Ins *in = &w->f->ins[i];
	u64 divisor;
	if (static_foreign(w->s, w->f->id, i))
		return true; /* the run ends there */
	if (in->op == I_CALL)
		return call_fails(w, in, i);
	if (w->f->kind == FN_LIBC)
		return false;
	const InsInfo *info = &ins_table[in->op];
	if (info->fails == FAILS_DIVISOR && (in->op == I_UDIV || in->op == I_UREM))
		return is_open(w, in->b);
	if (info->fails == FAILS_DIVISOR)
		return !(operand_number(w->s, in->b, &divisor) && divisor && (i64)divisor != -1) &&
			   (is_open(w, in->a) || is_open(w, in->b));
	/* A va_list is where the compiler put it. */
	if (info->fails != FAILS_ADDRESS || info->memory >= MEMORY_LIST)
		return false;
	bool several = in->op == I_MEMCPY || in->op == I_MEMMOVE || in->op == I_MEMSET;
	return risky(w, in->a) || (info->memory == MEMORY_COPY && risky(w, in->b)) ||
		   (several && is_open(w, in->c));
}

static void find_fails(Flowing *w)
{
	const Program *p = w->s->p;
	do {
		w->d->changed = false;
		for (u32 k = 0; k < p->functions.len; k++) {
			w->f = &p->functions.at[k];
			if (!w->s->fns[k].reachable || w->d->fails[k])
				continue;
			for (u32 i = 0; i < w->f->n_ins && !w->d->fails[k]; i++)
				if (ins_fails(w, i)) {
					w->d->fails[k] = 1;
					w->d->changed = true;
				}
		}
	} while (w->d->changed);
}

/* ---- the whole ---- */

/* What comes from outside: texts of arguments, parameters of an entry function. */
static void set_sources(Flowing *w)
{
	static const AbstractKind kinds[] = {OBJECT_ARGV, OBJECT_OUTSIDE};
	const Program *p = w->s->p;
	for (size_t i = 0; i < countof(kinds); i++) {
		u32 object = object_of(w->s, kinds[i], 0, 0);
		if (object != NO_OPERAND)
			set_location(w, (Location){.object = object, .stride = 1}, false);
	}
	for (u32 i = 0; i < w->s->n_roots; i++) {
		const Function *f = &p->functions.at[w->s->roots[i]];
		for (u32 k = 0; f->kind == FN_SUBJECT && k < f->n_params; k++)
			if (f->params[k] != TYPE_PTR)
				w->d->given[f->id] |= param_bit(k);
	}
	for (u32 i = 0; i < p->functions.len; i++) {
		const Function *f = &p->functions.at[i];
		for (u32 k = 0, reg = 0; k < f->n_params; k++)
			for (u32 part = 0; part < type_regs(f->params[k]); part++)
				if (f->n_blocks)
					w->d->regs[i][reg++] = param_bit(k);
	}
}

static struct Data *need_data(Static *s)
{
	if (s->data)
		return s->data;
	need_effects(s);
	const Program *p = s->p;
	struct Data *d = s->data = xcalloc(1, sizeof *d);
	d->regs = xcalloc(p->functions.len + 1, sizeof *d->regs);
	for (u32 k = 0; k < p->functions.len; k++)
		d->regs[k] = xcalloc(p->functions.at[k].n_regs + 1, sizeof **d->regs);
	d->returns = xcalloc(p->functions.len + 1, sizeof *d->returns);
	d->given = xcalloc(p->functions.len + 1, sizeof *d->given);
	d->fails = xcalloc(p->functions.len + 1, 1);
	d->holds = xcalloc(static_n_objects(s) + 1, sizeof *d->holds);
	d->wide = xcalloc(static_n_objects(s) + 1, sizeof *d->wide);
	Flowing w = {.s = s, .d = d};
	set_sources(&w);
	do {
		d->changed = false;
		for (u32 k = 0; k < p->functions.len; k++) {
			w.f = &p->functions.at[k];
			for (u32 i = 0; s->fns[k].reachable && i < w.f->n_ins; i++)
				flow_ins(&w, i);
		}
	} while (d->changed);
	find_fails(&w);
	return d;
}

void data_free(Static *s)
{
	struct Data *d = s->data;
	if (!d)
		return;
	for (u32 k = 0; k < s->p->functions.len; k++)
		free(d->regs[k]);
	for (u32 i = 0; i < static_n_objects(s); i++) {
		vec_free(&d->holds[i]);
		vec_free(&d->wide[i]);
	}
	keymap_free(&d->sides);
	free(d->regs);
	free(d->returns);
	free(d->given);
	free(d->fails);
	free(d->holds);
	free(d->wide);
	free(d);
}

bool static_fails(Static *s, u32 function, u32 ins)
{
	Flowing w = {.s = s, .d = need_data(s), .f = &s->p->functions.at[function]};
	return ins_fails(&w, ins);
}

static bool side_fails(Flowing *w, u32 block, u32 k)
{
	const Flow *flow = static_flow(w->s, w->f->id);
	bool *seen = xcalloc(flow->n + 1, sizeof *seen), fails = false;
	VEC(u32) todo = {0};
	u32 stop = flow->ipdom[block];
	vec_push(&todo, flow->succ[flow->succ_at[block] + k]);
	while (todo.len && !fails) {
		u32 b = vec_pop(&todo);
		if (b == stop || b == flow->n || seen[b])
			continue;
		seen[b] = true;
		for (u32 i = w->f->blocks[b].first; i < w->f->blocks[b].end && !fails; i++)
			fails = ins_fails(w, i);
		for (u32 e = flow->succ_at[b]; e < flow->succ_at[b + 1]; e++)
			vec_push(&todo, flow->succ[e]);
	}
	vec_free(&todo);
	free(seen);
	return fails;
}

bool static_side_fails(Static *s, u32 function, u32 block, u32 k)
{
	Flowing w = {.s = s, .d = need_data(s), .f = &s->p->functions.at[function]};
	Key key = KEY(function, (u64)block << 32 | k);
	u64 known;
	if (!keymap_get(&w.d->sides, key, &known)) {
		known = 1 + side_fails(&w, block, k);
		keymap_put(&w.d->sides, key, known);
	}
	return known == 2;
}

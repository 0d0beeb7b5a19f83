/* runner.c: implements Runner with the machine. */
#include "base/check.h"
#include "engine/input/entry.h"
#include "engine/explore/explore.h"
#include "engine/input/world.h"
#include "engine/machine/snapshot.h"

static void add_string(MachineRunner *r, const u8 *bytes, const Tag *tags, u32 len)
{
	vec_push(&r->bytes, bytes);
	vec_push(&r->tags, tags);
	vec_push(&r->lens, len);
}

/* Length of a file in this run. */
static u32 file_length(const MachineRunner *r, const Part *part, const Assignment *a)
{
	if (part->kind == PART_FIXED)
		return (u32)part->fixed.len;
	return (u32)expr_eval(r->in->pool, part->length, a);
}

static void put_file(MachineRunner *r, const Part *part, const Assignment *a)
{
	Err err;
	char *path = r->cwd ? xasprintf("%s/%s", r->cwd, part->path) : xstrdup(part->path);
	machine_put_file(r->m, path, part->bytes, r->plain ? NULL : part->tags, file_length(r, part, a),
					 r->plain ? 0 : part->length, &err);
	free(path);
}

static void set_world(MachineRunner *r, const Shape *shape, const Assignment *a)
{
	WorldInput world;
	if (inputs_world_run(r->in, shape, a, &world))
		machine_set_world(r->m, &world);
}

/* Standard input, and with it a machine as good as new. */
static void begin_run(MachineRunner *r, const Shape *shape, const Assignment *a, SymInput *in)
{
	const Part *part = shape->parts.len ? &vec_last(&shape->parts) : NULL;
	if (part && part->role == ROLE_STDIN) {
		in->stdin_bytes = part->bytes;
		in->stdin_tags = r->plain ? NULL : part->tags;
		in->stdin_len = file_length(r, part, a);
		in->stdin_length = r->plain ? 0 : part->length;
	}
	machine_reset(r->m, in->stdin_bytes, in->stdin_tags, in->stdin_len);
	set_world(r, shape, a);
}

/* After the harness's own constraints, which are in front already. */
static void take_condition(MachineRunner *r, Tag returned, PathRun *out)
{
	out->deps = machine_dep_cost(r->m);
	out->constraints = machine_constraints(r->m, &out->n);
	if (!r->own.len && !r->condition)
		return;
	if (r->condition)
		condition_take(r->condition, r->m, machine_counted(r->m) > 0, returned, &r->own);
	for (size_t i = 0; !r->condition && i < out->n; i++)
		vec_push(&r->own, out->constraints[i]);
	out->constraints = r->own.at;
	out->n = r->own.len;
}

static void run_main(MachineRunner *r, const Shape *shape, const Assignment *a, PathRun *out)
{
	SymInput in = {0};
	u32 n_args = 1, n_env = 0;
	bool world = false;
	begin_run(r, shape, a, &in);
	r->bytes.len = r->tags.len = r->lens.len = 0;
	add_string(r, (const u8 *)r->name, NULL, (u32)strlen(r->name));
	for (size_t i = 0; i < shape->parts.len; i++) {
		const Part *part = &shape->parts.at[i];
		world |= part->role == ROLE_WORLD;
		if (part->role == ROLE_FILE)
			put_file(r, part, a);
		if (part->role == ROLE_STDIN || part->role == ROLE_FILE || part->role == ROLE_WORLD)
			continue;
		n_args += part->role == ROLE_ARG;
		n_env += part->role == ROLE_ENV;
		if (part->kind == PART_FILE) {
			put_file(r, part, a);
			add_string(r, (const u8 *)part->path, NULL, (u32)strlen(part->path));
		} else {
			add_string(r, part->bytes, r->plain ? NULL : part->tags, part->size);
		}
	}
	in.argv = (SymStrings){n_args, r->bytes.at, r->tags.at, r->lens.at};
	in.envp = (SymStrings){n_env, r->bytes.at + n_args, r->tags.at + n_args, r->lens.at + n_args};
	machine_set_input(r->m, (u32)(shape - r->in->shapes.at),
					  r->plain || world || r->from_start ? NULL : a);
	machine_run_symbolic(r->m, &in, &out->result);
	r->own.len = 0;
	take_condition(r, 0, out);
}

/* ---- one function ---- */

/* What decides which objects there are is concrete: a constraint of its own in front says so. */
static void fix_value(MachineRunner *r, Expr value, u64 now)
{
	ExprPool *p = r->in->pool;
	Constraint c = {.kind = CON_VALUE,
					.value = value,
					.cond = expr_eq(p, value, expr_const(p, expr_width(p, value), now)),
					.function = r->entry,
					.loc = r->program->functions.at[r->entry].loc};
	vec_push(&r->own, c);
}

/* A call of the function being prepared. */
typedef struct EntryCall {
	MachineRunner *r;
	const Shape *shape;
	const Assignment *a;
	EntryArg args[64];
	u32 n;
	EntryRoom room; /* of a struct that is returned by value */
} EntryCall;

/* Bytes in the making. */
typedef struct MadeBytes {
	u8 *at;
	Tag *tags;
} MadeBytes;

static u64 make_object(EntryCall *c, size_t i);

static void put_int(EntryCall *c, const Part *part, MadeBytes to)
{
	ExprPool *p = c->r->in->pool;
	u32 var = input_group(p, part->group)->first;
	u64 value = assignment_get(c->a, var);
	u32 at = part_offset(part, c->r->call);
	for (u32 k = 0; k < part->width / 8u; k++) {
		to.at[at + k] = (u8)(value >> 8 * k);
		to.tags[at + k] = tag_of_expr(expr_extract(p, expr_var(p, var), 8 * k, 8));
	}
}

/* What the pointer of part i leads to; 0: it is null. */
static u64 make_pointed(EntryCall *c, size_t i)
{
	ExprPool *p = c->r->in->pool;
	u32 var = input_group(p, c->shape->parts.at[i].group)->first;
	u64 there = assignment_get(c->a, var), address = 0;
	fix_value(c->r, expr_var(p, var), there);
	for (size_t k = i + 1; there && k < c->shape->parts.len; k++)
		if (c->shape->parts.at[k].owner == i + 1)
			address = make_object(c, k);
	return address;
}

static void put_pointer(EntryCall *c, size_t i, MadeBytes to)
{
	u64 address = make_pointed(c, i);
	memcpy(to.at + part_offset(&c->shape->parts.at[i], c->r->call), &address, sizeof address);
}

/* The global that part i is; NULL: none. */
static const Global *global_of(const EntryCall *c, size_t i)
{
	const Part *part = &c->shape->parts.at[i];
	return part->role == ROLE_GLOBAL ? &c->r->program->globals.at[part->global[c->r->call]] : NULL;
}

/* The struct that part i is, of the parts that it owns. */
static MadeBytes make_struct(EntryCall *c, size_t i)
{
	u32 size = part_bound(&c->shape->parts.at[i], c->r->call);
	MadeBytes to = {xcalloc(size + 8, 1), xcalloc(size + 8, sizeof(Tag))};
	const Global *g = global_of(c, i);
	if (g && g->init && !c->shape->parts.at[i].zero)
		memcpy(to.at, g->init, size);
	for (size_t k = i + 1; k < c->shape->parts.len; k++) {
		const Part *part = &c->shape->parts.at[k];
		if (part->owner != i + 1)
			continue;
		if (part_absent(part, c->r->call)) {
			/* The other version's objects have their addresses here as well. */
			if (part->is_pointer)
				make_pointed(c, k);
		} else if (part->is_pointer) {
			put_pointer(c, k, to);
		} else if (part->kind == PART_INT) {
			put_int(c, part, to);
		} else {
			u32 at = part_offset(part, c->r->call);
			memcpy(to.at + at, part->bytes, part->bound);
			memcpy(to.tags + at, part->tags, part->bound * sizeof(Tag));
		}
	}
	return to;
}

static void keep_object(EntryCall *c, const Part *part, u64 address, u32 len)
{
	EntryObject o = {.part = part, .address = address, .len = len};
	if (c->r->keep_objects)
		vec_push(&c->r->objects, o);
}

static u64 make_object(EntryCall *c, size_t i)
{
	const Part *part = &c->shape->parts.at[i];
	if (part->kind == PART_STRUCT) {
		MadeBytes b = make_struct(c, i);
		u32 size = part_bound(part, c->r->call), room = part->bound;
		if (part->old && part->old->bound > room)
			room = part->old->bound; /* so that what comes next is at one address in both */
		u64 address = machine_make_object(c->r->m, b.at, b.tags, size, room, entry_alignment(part));
		keep_object(c, part, address, size);
		free(b.at);
		free(b.tags);
		return address;
	}
	u32 length = part->kind == PART_FILE     ? file_length(c->r, part, c->a)
				 : part->kind == PART_OBJECT ? part->size
											 : part->size + 1;
	if (part->kind == PART_FILE)
		fix_value(c->r, part->length, length);
	u64 address = machine_make_object(c->r->m, part->bytes, part->tags, length, length,
									  entry_alignment(part));
	keep_object(c, part, address, length);
	return address;
}

static void add_arg(EntryCall *c, u64 value, Tag tag)
{
	if (c->n < countof(c->args))
		c->args[c->n++] = (EntryArg){.lo = value, .tag = tag};
}

/* As many bits of the struct as a scalar has. */
static void add_scalar(EntryCall *c, MadeBytes b, u32 offset, Type type)
{
	ExprPool *p = c->r->in->pool;
	u32 n = type_store_size(type), bits = type_bits(type);
	u64 value = 0;
	Expr e = 0;
	bool symbolic = false;
	memcpy(&value, b.at + offset, n < sizeof value ? n : sizeof value);
	for (u32 k = 0; k < n; k++) {
		Expr byte = (Expr)b.tags[offset + k];
		symbolic |= byte != 0;
		byte = byte ? byte : expr_const(p, 8, b.at[offset + k]);
		e = e ? expr_concat(p, byte, e) : byte;
	}
	if (symbolic && bits < 8 * n)
		e = expr_extract(p, e, 0, bits);
	add_arg(c, bits < 64 ? value & ((1ull << bits) - 1) : value, symbolic ? tag_of_expr(e) : 0);
}

static void add_struct(EntryCall *c, size_t i)
{
	const Part *part = &c->shape->parts.at[i];
	const Function *f = &c->r->program->functions.at[c->r->entry];
	StructScalars s = {.size = part->bound, .k = c->n};
	Type type;
	MadeBytes b = make_struct(c, i);
	while (struct_scalar(&s, f, &type)) {
		if (s.size <= 16)
			add_scalar(c, b, s.offset, type);
		else
			add_arg(c, machine_make_copy(c->r->m, b.at, b.tags, part->bound), 0);
	}
	free(b.at);
	free(b.tags);
}

/* A number as C passes it: converted to the type of the parameter, which is another one in NEW where
 * that was changed. */
static void add_number(EntryCall *c, const Part *part)
{
	const Function *f = &c->r->program->functions.at[c->r->entry];
	ExprPool *p = c->r->in->pool;
	u32 var = input_group(p, part->group)->first;
	u32 bits = c->n < f->n_params && !type_is_float(f->params[c->n]) ? type_bits(f->params[c->n])
																	 : part->width;
	u64 value = assignment_get(c->a, var), shift = 64 - part->width;
	Expr e = expr_var(p, var);
	if (bits == 1 && !part->is_bool) {
		value = value != 0;
		e = expr_ne(p, e, expr_const(p, part->width, 0));
	} else if (bits > part->width) {
		value = part->is_signed ? (u64)((i64)(value << shift) >> shift) : value;
		value = bits < 64 ? value & ((1ull << bits) - 1) : value;
		e = part->is_signed ? expr_sext(p, e, bits) : expr_zext(p, e, bits);
	} else if (bits > 1 && bits < part->width) {
		value &= (1ull << bits) - 1;
		e = expr_extract(p, e, 0, bits);
	}
	add_arg(c, value, tag_of_expr(e));
}

static bool is_object(const Part *part)
{
	return !part->owner && part->role == ROLE_PARAM && part->kind != PART_FIXED &&
		   (part->kind != PART_INT || part->is_pointer) && !part->by_value;
}

/* An argument; made: the object of its part, or NULL. */
static void add_param(EntryCall *c, size_t i, const u64 *made)
{
	MachineRunner *r = c->r;
	const Part *part = &c->shape->parts.at[i];
	if (part->is_pointer)
		add_arg(c, made ? *made : make_pointed(c, i), 0);
	else if (part->kind == PART_INT)
		add_number(c, part);
	else if (part->kind == PART_FIXED)
		add_arg(c, 0, 0); /* null */
	else if (part->by_value)
		add_struct(c, i);
	else
		add_arg(c, made ? *made : make_object(c, i), 0);
	if (r->harness)
		add_arg(c, file_length(r, part, c->a),
				tag_of_expr(expr_zext(r->in->pool, part->length, 64)));
}

/* Where the versions have other parameters: all objects are made, and some are given. */
static void make_own_call(EntryCall *c)
{
	u64 *made = xcalloc(c->shape->parts.len + 1, sizeof *made);
	for (size_t i = 0; i < c->shape->parts.len; i++)
		if (is_object(&c->shape->parts.at[i]))
			made[i] = c->shape->parts.at[i].is_pointer ? make_pointed(c, i) : make_object(c, i);
	for (u32 i = 0, k; (k = entry_param(c->shape, c->r->call, i)) != NO_OPERAND; i++)
		add_param(c, k, is_object(&c->shape->parts.at[k]) ? &made[k] : NULL);
	free(made);
}

static void set_globals(EntryCall *c)
{
	for (size_t i = 0; i < c->shape->parts.len; i++) {
		const Global *g = global_of(c, i);
		if (!g)
			continue;
		MadeBytes b = make_struct(c, i);
		machine_set_global(c->r->m, g->address, b.at, b.tags, c->shape->parts.at[i].bound);
		free(b.at);
		free(b.tags);
	}
}

static void keep_args(EntryCall *c)
{
	c->r->args.len = 0;
	for (u32 i = 0; c->r->keep_objects && i < c->n; i++)
		vec_push(&c->r->args, c->args[i]);
}

/* Memory for a struct by value, and its address as an argument if the function asks for it. */
static void make_room(EntryCall *c)
{
	const Program *p = c->r->program;
	const Function *f = &p->functions.at[c->r->entry];
	const CType *t = entry_struct(p);
	if (!t)
		return;
	c->room.at = machine_make_room(c->r->m, (u32)t->size);
	for (u32 i = 0; i < f->n_results && i < countof(c->room.offset); i++)
		c->room.offset[i] = entry_result_offset(t, f, i);
	if (entry_in_memory(p, f))
		add_arg(c, c->room.at, 0);
}

/* Objects and arguments of a call. */
static void make_call(EntryCall *call, MachineRunner *r, const Shape *shape, const Assignment *a)
{
	*call = (EntryCall){.r = r, .shape = shape, .a = a};
	r->own.len = 0;
	r->objects.len = 0;
	if (r->giver.give) {
		r->giver.give(r->giver.ctx, r, call->args, &call->n);
		keep_args(call);
		return;
	}
	machine_reset(r->m, NULL, NULL, 0);
	set_world(r, shape, a);
	make_room(call);
	if (shape->calls[0].len || shape->calls[1].len)
		make_own_call(call);
	else
		for (size_t i = 0; i < shape->parts.len; i++)
			if (!shape->parts.at[i].owner && shape->parts.at[i].role == ROLE_PARAM)
				add_param(call, i, NULL);
	set_globals(call);
	keep_args(call);
}

static void run_entry(MachineRunner *r, const Shape *shape, const Assignment *a, PathRun *out)
{
	EntryCall c;
	make_call(&c, r, shape, a);
	machine_run_entry(r->m, r->entry, c.args, c.n, &c.room, &out->result, &out->value);
	take_condition(r, out->value.tag, out);
}

void machine_runner_prepare(MachineRunner *r, u32 shape, const Assignment *a)
{
	EntryCall c;
	inputs_load(r->in, shape, a);
	make_call(&c, r, &r->in->shapes.at[shape], a);
}

static void run_once(MachineRunner *r, u32 shape, const Assignment *a, PathRun *out)
{
	const Shape *s = &r->in->shapes.at[shape];
	inputs_load(r->in, shape, a);
	if (r->entry != NO_OPERAND)
		run_entry(r, s, a, out);
	else
		run_main(r, s, a, out);
}

/* A run that went on from a snapshot leaves behind what one from the beginning does. */
static void check_again(MachineRunner *r, u32 shape, const Assignment *a, PathRun *out)
{
	RunDigest before = machine_digest(r->m);
	RunCounts counts = machine_counts(r->m);
	PathRun again = {0};
	r->from_start = true;
	run_once(r, shape, a, &again);
	r->from_start = false;
	machine_put_counts(r->m, &counts);
	if (!again.result.cut) {
		RunDigest after = machine_digest(r->m);
		machine_check_digests(&before, &after);
		must(again.result.instructions == out->result.instructions);
	}
	again.fresh = out->fresh;
	*out = again;
}

void machine_runner_run(MachineRunner *r, u32 shape, const Assignment *a, PathRun *out)
{
	u64 resumed = CHECKED ? machine_snapshot_stats(r->m).resumed : 0;
	run_once(r, shape, a, out);
	out->fresh = machine_fresh_blocks(r->m);
	if (!CHECKED || r->giver.give || r->plain || out->result.cut)
		return;
	if (machine_snapshot_stats(r->m).resumed > resumed && every(8))
		check_again(r, shape, a, out);
	if (every(2))
		machine_check_run(r->m, a);
}

static void run(void *ctx, u32 shape, const Assignment *a, PathRun *out)
{
	machine_runner_run(ctx, shape, a, out);
}

static bool covered(void *ctx, u32 function, u32 ins)
{
	MachineRunner *r = ctx;
	return coverage_site(r->program, r->m, function, ins);
}

static const WorldAsk *asks(void *ctx, u32 version, size_t *n)
{
	const MachineRunner *r = ctx;
	*n = 0;
	return version ? NULL : machine_asks(r->m, n);
}

void machine_runner(MachineRunner *r, Runner *out)
{
	*out = (Runner){.ctx = r, .run = run, .covered = covered, .asks = asks, .exact = true};
}

void machine_runner_free(MachineRunner *r)
{
	vec_free(&r->objects);
	vec_free(&r->args);
	vec_free(&r->own);
	vec_free(&r->bytes);
	vec_free(&r->tags);
	vec_free(&r->lens);
}

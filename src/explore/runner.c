/* runner.c: the machine as a runner of inputs. */
#include "explore/explore.h"

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
	machine_put_file(r->m, path, part->bytes, part->tags, file_length(r, part, a), part->length,
					 &err);
	free(path);
}

/* Standard input, and with it a machine as good as new. */
static void begin_run(MachineRunner *r, const Shape *shape, const Assignment *a, SymInput *in)
{
	const Part *part = shape->parts.len ? &vec_last(&shape->parts) : NULL;
	if (part && part->role == ROLE_STDIN) {
		in->stdin_bytes = part->bytes;
		in->stdin_tags = part->tags;
		in->stdin_len = file_length(r, part, a);
		in->stdin_length = part->length;
	}
	machine_reset(r->m, in->stdin_bytes, in->stdin_tags, in->stdin_len);
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
	begin_run(r, shape, a, &in);
	r->bytes.len = r->tags.len = r->lens.len = 0;
	add_string(r, (const u8 *)r->name, NULL, (u32)strlen(r->name));
	for (size_t i = 0; i < shape->parts.len; i++) {
		const Part *part = &shape->parts.at[i];
		if (part->role == ROLE_STDIN)
			continue;
		n_args += part->role == ROLE_ARG;
		n_env += part->role == ROLE_ENV;
		if (part->kind == PART_FILE) {
			put_file(r, part, a);
			add_string(r, (const u8 *)part->path, NULL, (u32)strlen(part->path));
		} else {
			add_string(r, part->bytes, part->tags, part->size);
		}
	}
	in.argv = (SymStrings){n_args, r->bytes.at, r->tags.at, r->lens.at};
	in.envp = (SymStrings){n_env, r->bytes.at + n_args, r->tags.at + n_args, r->lens.at + n_args};
	machine_run_symbolic(r->m, &in, &out->result);
	r->own.len = 0;
	take_condition(r, 0, out);
}

/* The size of an object is concrete: a constraint of its own in front says so. */
static void fix_length(MachineRunner *r, const Part *part, u32 length)
{
	ExprPool *p = r->in->pool;
	Constraint c = {.kind = CON_VALUE,
					.value = part->length,
					.cond = expr_eq(p, part->length, expr_const(p, 32, length)),
					.function = r->entry,
					.loc = r->program->functions.at[r->entry].loc};
	vec_push(&r->own, c);
}

static void run_entry(MachineRunner *r, const Shape *shape, const Assignment *a, PathRun *out)
{
	EntryArg args[64];
	u32 n = 0;
	r->own.len = 0;
	machine_reset(r->m, NULL, NULL, 0);
	for (size_t i = 0; i < shape->parts.len && n + 2 <= countof(args); i++) {
		const Part *part = &shape->parts.at[i];
		const InputGroup *group = input_group(r->in->pool, part->group);
		if (part->kind == PART_INT) {
			args[n++] = (EntryArg){.lo = assignment_get(a, group->first),
								   .tag = tag_of_expr(expr_var(r->in->pool, group->first))};
			continue;
		}
		u32 length = part->kind == PART_FILE     ? file_length(r, part, a)
					 : part->kind == PART_OBJECT ? part->size
												 : part->size + 1;
		args[n++] = (EntryArg){.lo = machine_make_object(r->m, part->bytes, part->tags, length)};
		if (part->kind == PART_FILE)
			fix_length(r, part, length);
		if (r->harness)
			args[n++] = (EntryArg){.lo = length,
								   .tag = tag_of_expr(expr_zext(r->in->pool, part->length, 64))};
	}
	machine_run_entry(r->m, r->entry, args, n, &out->result, &out->value);
	take_condition(r, out->value.tag, out);
}

static void run(void *ctx, u32 shape, const Assignment *a, PathRun *out)
{
	MachineRunner *r = ctx;
	const Shape *s = &r->in->shapes.at[shape];
	inputs_load(r->in, shape, a);
	if (r->entry != NO_OPERAND)
		run_entry(r, s, a, out);
	else
		run_main(r, s, a, out);
	out->fresh = machine_fresh_blocks(r->m);
}

static bool covered(void *ctx, u32 function, u32 ins)
{
	MachineRunner *r = ctx;
	return coverage_site(r->program, r->m, function, ins);
}

void machine_runner(MachineRunner *r, Runner *out)
{
	*out = (Runner){.ctx = r, .run = run, .covered = covered};
}

void machine_runner_free(MachineRunner *r)
{
	vec_free(&r->own);
	vec_free(&r->bytes);
	vec_free(&r->tags);
	vec_free(&r->lens);
}

/* memory.c: what a function that a predicate calls reads and writes.
 *
 * Locals are an overlay. Everything else is the memory of the state, which is only read. */
#include "clients/check/predicate/run.h"

static Machine *machine_of(const PredicateRun *r)
{
	return (Machine *)(uintptr_t)r->v->state[r->state].m;
}

void run_free(PredicateRun *r)
{
	vec_free(&r->objects);
	vec_free(&r->bytes);
}

u64 run_make_object(PredicateRun *r, u64 size)
{
	u64 lo = RUN_OWN + r->bytes.len;
	if (r->bytes.len + size + 1 > RUN_BYTES) {
		run_fail(r, "its locals have more than %d bytes", RUN_BYTES);
		return 0;
	}
	/* A byte between two of them, so that one ends before the next begins. */
	u64 n = (size + 16) / 16 * 16;
	for (u64 i = 0; i < n; i++)
		vec_push(&r->bytes, 0);
	vec_push(&r->objects, ((PredicateObject){lo, lo + size}));
	return lo;
}

static bool is_own(u64 at)
{
	return at >= RUN_OWN && at < RUN_OWN + RUN_BYTES;
}

/* The bytes of a local; false: there are none. */
static bool own_bytes(const PredicateRun *r, u64 at, u64 n, size_t *first)
{
	for (size_t i = 0; i < r->objects.len; i++)
		if (at >= r->objects.at[i].lo && at < r->objects.at[i].end &&
			at + n <= r->objects.at[i].end) {
			*first = at - RUN_OWN;
			return true;
		}
	return false;
}

/* ---- the memory of the state ---- */

/* A byte at a fixed address; 0: it is not set. */
static Expr state_byte(PredicateRun *r, u64 at)
{
	LookByte b = machine_look_byte(machine_of(r), at);
	if (b.state != LOOK_SET)
		return 0;
	return b.e ? b.e : expr_const(r->v->p, 8, b.byte);
}

/* A byte at an address that the inputs determine, in the object of this run's address. */
static Expr chosen_byte(PredicateRun *r, Expr at, u64 now, const Look *look)
{
	ExprPool *p = r->v->p;
	Expr e = state_byte(r, now);
	for (u64 k = look->lo; e && k < look->end; k++) {
		Expr here = state_byte(r, k);
		if (here && k != now)
			e = expr_ite(p, expr_eq(p, at, expr_const(p, 64, k)), here, e);
		else if (!here) /* it must not be this one */
			run_fix(r, expr_eq(p, at, expr_const(p, 64, k)));
	}
	return e;
}

static Expr state_load(PredicateRun *r, Expr at, u64 now, u32 n)
{
	ExprPool *p = r->v->p;
	Look look = machine_look(machine_of(r), now);
	if (look.kind != LOOK_OBJECT || now < look.lo || now + n > look.end)
		return run_fail(r, "%s",
						look.kind == LOOK_NULL ? "it follows a null pointer"
											   : "it reads where there is no object");
	if (!expr_is_const(p, at) && look.end - look.lo > RUN_LOCATIONS)
		run_fix(r, at);
	else if (!expr_is_const(p, at)) {
		run_fix(r, expr_ule(p, expr_const(p, 64, look.lo), at));
		run_fix(r, expr_ule(p, at, expr_const(p, 64, look.end - n)));
	}
	bool fixed = expr_is_const(p, at) || look.end - look.lo > RUN_LOCATIONS;
	Expr all = 0;
	for (u32 k = 0; k < n && !r->v->failed; k++) {
		Expr byte = fixed ? state_byte(r, now + k)
						  : chosen_byte(r, expr_add(p, at, expr_const(p, 64, k)), now + k, &look);
		if (!byte)
			return run_fail(r, "it reads memory that was never set");
		all = all ? expr_concat(p, byte, all) : byte;
	}
	memory_mention(r->v, r->state, fixed ? expr_const(p, 64, now) : at, n);
	return all;
}

/* ---- both ---- */

Expr run_load(PredicateRun *r, Expr at, u32 n)
{
	ExprPool *p = r->v->p;
	u64 now = (u64)expr_eval(p, at, r->v->input);
	size_t first;
	Expr all = 0;
	if (!is_own(now))
		return state_load(r, at, now, n);
	run_fix(r, at);
	if (!own_bytes(r, now, n, &first))
		return run_fail(r, "it reads outside of a local");
	for (u32 k = 0; k < n; k++) {
		Expr byte = r->bytes.at[first + k];
		if (!byte)
			return run_fail(r, "it reads a local that was never set");
		all = all ? expr_concat(p, byte, all) : byte;
	}
	return all;
}

bool run_store(PredicateRun *r, Expr at, Expr value, u32 n)
{
	u64 now = run_fix(r, at);
	size_t first;
	if (!is_own(now))
		return run_fail(r, "it writes to memory that is not its own, so it has an effect");
	if (!own_bytes(r, now, n, &first))
		return run_fail(r, "it writes outside of a local");
	for (u32 k = 0; k < n; k++)
		r->bytes.at[first + k] = expr_extract(r->v->p, value, 8 * k, 8);
	return true;
}

bool run_copy(PredicateRun *r, Expr to, Expr from, u64 n)
{
	ExprPool *p = r->v->p;
	u64 source = run_fix(r, from), target = run_fix(r, to);
	ExprList bytes = {0};
	bool good = true;
	for (u64 k = 0; good && k < n; k++) {
		size_t own;
		/* A struct is copied with its padding, which need not be set. */
		Expr byte = is_own(source) ? (own_bytes(r, source + k, 1, &own)
										  ? r->bytes.at[own]
										  : run_fail(r, "it reads outside of a local"))
								   : state_byte(r, source + k);
		Look look = is_own(source) ? (Look){0} : machine_look(machine_of(r), source + k);
		if (!is_own(source) && (look.kind != LOOK_OBJECT || source + k >= look.end))
			run_fail(r, "it reads where there is no object");
		else if (!is_own(source))
			memory_mention(r->v, r->state, expr_const(p, 64, source + k), 1);
		good = !r->v->failed;
		vec_push(&bytes, byte);
	}
	size_t first = 0;
	if (good && n && (!is_own(target) || !own_bytes(r, target, n, &first)))
		good = run_fail(r, "it writes to memory that is not its own, so it has an effect");
	for (u64 k = 0; good && k < n; k++)
		r->bytes.at[first + k] = bytes.at[k];
	vec_free(&bytes);
	return good;
}

bool run_fill(PredicateRun *r, Expr to, Expr byte, u64 n)
{
	for (u64 k = 0; k < n; k++)
		if (!run_store(r, expr_add(r->v->p, to, expr_const(r->v->p, 64, k)), byte, 1))
			return false;
	return true;
}

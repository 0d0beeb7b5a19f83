/* calls.c: checks calls that runs of the whole program make.
 *
 * When NEW enters a checked function, both versions are called in the state of that call (given.c),
 * while the run waits. A call that violates a rule is then turned into an input of the function's
 * shape, if there is a matching one: that can be confirmed natively and replayed. If there is none,
 * the violation rests on the machine's observation, and the report says why. */
#include <ctype.h>

#include "clients/check/given.h"
#include "engine/machine/state.h"

enum { MOST_CALLS = 4096 }; /* calls of a function that are checked */

typedef struct WatchedCall {
	struct CheckCalls *all;
	Checker *c;
	u32 function;  /* of the program that runs */
	GivenMap *map; /* from that program to both versions */
	char *layout;  /* why no call of it can be compared; NULL: they can */
} WatchedCall;

struct CheckCalls {
	Machine *m;
	const Program *p;
	VEC(WatchedCall *) list;
	const char *run; /* its command line; NULL: not known */
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
	u32 first = input_group(search_pool(r->w->c->search), part->group)->first;
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

/* Bytes of a struct that the shape does not have must be as the shape makes them: zero. */
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
	u32 var = input_group(search_pool(r->w->c->search), part->group)->first;
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
	if (entry_struct(r->w->all->p))
		return lost(r, "its result", "is a struct by value, which calls do not bring");
	for (u32 i = 0, k; (k = entry_param(r->shape, NEW, i)) != NO_OPERAND; i++) {
		const Part *part = &r->shape->parts.at[k];
		u64 bits;
		Tag tag;
		machine_register(m, frame, i, NO_OPERAND, &bits, &tag);
		if (part->by_value)
			return lost(r, part->name, "is a struct by value, which calls do not bring");
		if (part->kind == PART_INT && part->is_pointer) {
			u32 var = input_group(search_pool(r->w->c->search), part->group)->first;
			r->a->at[var] = bits != 0;
			for (size_t n = k + 1; bits && n < r->shape->parts.len; n++)
				if (r->shape->parts.at[n].owner == k + 1 && !read_object(r, n, bits))
					return false;
		} else if (part->kind == PART_INT) {
			u32 var = input_group(search_pool(r->w->c->search), part->group)->first;
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
	post_states_not_compared(search_units(c->search), &read, add_line);
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

/* A contract is checked at the outermost call with one; without one, at the outermost call of all. */
static bool is_outermost(const WatchedCall *w)
{
	const Machine *m = w->all->m;
	for (u32 k = 0; k + 1 < machine_frames(m); k++)
		for (size_t i = 0; i < w->all->list.len; i++) {
			const WatchedCall *other = w->all->list.at[i];
			if (machine_frame(m, k).function == other->function &&
				(other->c->config.contract || !w->c->config.contract))
				return false;
		}
	return true;
}

/* ---- as an input of the function ---- */

/* A call that is like an input of the shape can be confirmed and replayed. */
static bool is_input(CallTaker *r)
{
	Checker *c = r->w->c;
	if (!read_call(r))
		return false;
	search_observe(c->search, 0, r->a); /* so that what it reads is known */
	if (!globals_fit(r))
		return false;
	/* An error may be one of the smaller object alone. */
	const Behaviour *b = search_behaviours(c->search);
	if (r->larger && (b[OLD].outcome == RAN_ERROR || b[NEW].outcome == RAN_ERROR))
		return lost(r, r->larger, "is in a larger object than here, which a version has left");
	return conditions_hold(search_finder(c->search), &r->shape->base, EXPR_TRUE, r->a) ||
		   lost(r, c->config.function, "is called on what --assume leaves out");
}

/* ---- in the state that it finds ---- */

static void on_lost(Checker *c, const char *why)
{
	if (!c->lost++)
		c->lost_why = xstrdup(why);
}

/* Rules that the run in the state of the call broke: each as an input, if the call is one. */
static void report_broken(WatchedCall *w, const GivenCall *g, CallTaker *r, const bool *broken,
						  Violation *found)
{
	Checker *c = w->c;
	bool input = is_input(r);
	if (input)
		checker_try(c, 0, r->a);
	for (size_t i = 0; i < c->rules.len; i++) {
		Rule *rule = &c->rules.at[i];
		if (!broken[i])
			continue;
		if (rule->violated || rule->tries) {
			violation_free(&found[i]);
			continue;
		}
		Buf text = {0};
		given_text(c, g, &text);
		if (w->all->run)
			buf_addf(&text, " in the run of %s", w->all->run);
		free(found[i].seen.input);
		found[i].seen.input = text.at;
		found[i].seen.unconfirmed =
			xasprintf("a native call cannot start in the state of this call: %s",
					  input ? "a native call alone does not violate the contract" : r->why);
		report_unconfirmed(c, rule, &found[i]);
	}
}

/* Judges what both versions did. */
static void judge(WatchedCall *w, GivenCall *g, CallTaker *r)
{
	Checker *c = w->c;
	c->calls++;
	if (search_inconclusive(c->search)) {
		c->open++;
		return;
	}
	if (!rules_judge(c, 0, r->a) || !expr_eval(search_pool(c->search), c->eval.known, r->a)) {
		c->unknown++;
		return;
	}
	bool *broken = xcalloc(c->rules.len, sizeof *broken), any = false;
	Violation *found = xcalloc(c->rules.len, sizeof *found);
	ExprList none = {0};
	for (size_t i = 0; i < c->cases.len; i++)
		c->cases.at[i].met |= (bool)expr_eval(search_pool(c->search), c->cases.at[i].premise, r->a);
	for (size_t i = 0; i < c->rules.len; i++) {
		Rule *rule = &c->rules.at[i];
		rule->unknown += !rule->goal;
		broken[i] =
			!rule->violated && rule->goal && expr_eval(search_pool(c->search), rule->goal, r->a);
		if (broken[i])
			found[i] = violation_of(c, 0, r->a, &none, EXPR_TRUE);
		any |= broken[i];
	}
	given_end(c);
	if (any)
		report_broken(w, g, r, broken, found);
	free(broken);
	free(found);
}

static void on_call(void *ctx)
{
	WatchedCall *w = ctx;
	Checker *c = w->c;
	if (c->calls + c->lost >= MOST_CALLS || !is_outermost(w))
		return;
	if (w->layout) {
		on_lost(c, w->layout);
		return;
	}
	Assignment a = {0};
	assignment_init(&a, search_pool(c->search));
	CallTaker r = {.w = w, .shape = search_shape(c->search, 0), .a = &a};
	GivenCall g = {.from = w->all->m, .map = w->map};
	given_begin(c, &g);
	search_observe(c->search, 0, &a);
	if (given_fits(c, &g))
		judge(w, &g, &r);
	else
		on_lost(c, g.why);
	given_end(c);
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
	*w = (WatchedCall){k, c, function, given_map_new(c, k->p), given_other_layout(c)};
	vec_push(&k->list, w);
	machine_on_block(k->m, function, 0, on_call, w);
	return true;
}

void check_calls_free(CheckCalls *k)
{
	if (!k)
		return;
	for (size_t i = 0; i < k->list.len; i++) {
		given_map_free(k->list.at[i]->map);
		free(k->list.at[i]->layout);
		free(k->list.at[i]);
	}
	vec_free(&k->list);
	free(k);
}

void check_calls_run(CheckCalls *k, const char *run)
{
	k->run = run;
}

void checker_ran(Checker *c)
{
	c->runs++;
}

void checker_end(Checker *c)
{
	comparison_end(c->comparison);
}

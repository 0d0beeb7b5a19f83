/* shape.c: makes witnesses look as people would write them.
 *
 * A solver's model is an arbitrary input. We change it step by step, as long as all conditions of
 * the pair of paths are true and the outputs differ: it stays a witness of the same difference.
 * First, bytes of the nearest given input are restored. Then texts lose bytes at their end, numbers
 * become small and round, and untypable bytes become digits, letters, or other readable
 * characters. */
#include "versions/search/witness.h"

enum {
	MOST_TRIED = 4000, /* inputs on which conditions are evaluated, for one witness */
	MOST_STARTS = 64,  /* given inputs that are looked at */
};

/* State of one witness. */
typedef struct Shaper {
	Finder *f;
	u32 shape;
	const ExprList *conds;
	Expr differs;
	Assignment *a; /* it satisfies all of them */
	bool near;     /* f->start is an input of this shape */
	u32 tried;
} Shaper;

/* True if an input has the effect it was made for, and is valid. */
static bool does(Shaper *s, const Assignment *a)
{
	Finder *f = s->f;
	if (s->tried >= MOST_TRIED || solver_over(f->solver))
		return false;
	s->tried++;
	if (!conditions_hold(f, s->conds, s->differs, a) ||
		(f->must_show && !behaviours_show(f->seen, a)))
		return false;
	assignment_copy(&f->other, a);
	return !inputs_canonical(f->inputs, s->shape, &f->other);
}

/* Takes a value for a variable if it still does. */
static bool try_value(Shaper *s, u32 var, u64 value)
{
	u64 before = s->a->at[var];
	if (before == value)
		return true;
	s->a->at[var] = value;
	if (does(s, s->a))
		return true;
	s->a->at[var] = before;
	return false;
}

/* ---- what was given ---- */

static u32 distance(const Assignment *a, const Assignment *b)
{
	u32 n = 0;
	for (u32 var = 0; var < a->n; var++)
		n += assignment_get(a, var) != assignment_get(b, var);
	return n;
}

/* The nearest input that was given, into f->start; false if none has this shape. */
static bool find_start(Finder *f, u32 shape, const Assignment *a)
{
	u32 best = UINT32_MAX;
	for (size_t i = 0; i < f->inputs->starts.len && i < MOST_STARTS; i++) {
		if (f->inputs->starts.at[i].shape != shape)
			continue;
		inputs_start(f->inputs, &f->inputs->starts.at[i], &f->other);
		u32 far = distance(&f->other, a);
		if (far < best) {
			best = far;
			assignment_copy(&f->start, &f->other);
		}
	}
	return best != UINT32_MAX;
}

/* ---- fewer bytes ---- */

static u32 length_var(const Shaper *s, const InputGroup *g)
{
	return input_group(s->f->pool, g->partner)->first;
}

/* Bytes of an input that count. */
static u32 length_in(const Shaper *s, const Assignment *a, const InputGroup *g)
{
	u32 n = 0;
	if (!g->text) {
		u64 length = assignment_get(a, length_var(s, g));
		return length < g->count ? (u32)length : g->count;
	}
	while (n < g->count && assignment_get(a, g->first + n))
		n++;
	return n;
}

/* Of those, how many were given. */
static u32 given_of(const Shaper *s, const InputGroup *g)
{
	if (g->kind == INPUT_BYTES)
		return s->near ? length_in(s, &s->f->start, g) : 0;
	return s->near;
}

/* Without the bytes at the end that were not given, as far as that goes. */
static void shorten(Shaper *s, const InputGroup *g)
{
	u32 n = length_in(s, s->a, g), given = given_of(s, g);
	for (; n > given; n--) {
		u64 last = s->a->at[g->first + n - 1];
		s->a->at[g->first + n - 1] = 0;
		if (!g->text)
			s->a->at[length_var(s, g)] = n - 1;
		if (does(s, s->a))
			continue;
		s->a->at[g->first + n - 1] = last;
		if (!g->text)
			s->a->at[length_var(s, g)] = n;
		return;
	}
}

/* ---- simpler values ---- */

/* A number nearer to zero, and rounder. */
static void simplify_number(Shaper *s, u32 var, unsigned width)
{
	u64 mask = width >= 64 ? ~0ull : (1ull << width) - 1;
	i64 now = (i64)(s->a->at[var] << (64 - width)) >> (64 - width);
	if (try_value(s, var, 0))
		return;
	for (i64 step = 1000000000; step >= 10; step /= 10) {
		i64 round = now / step * step;
		if (round != now && round && try_value(s, var, (u64)round & mask))
			return;
	}
	for (i64 small = 1; small <= 10 && small < (now < 0 ? -now : now); small++)
		if (try_value(s, var, (u64)(now < 0 ? -small : small) & mask))
			return;
}

/* How easily a byte is typed and read: digits and letters, punctuation, what has a name, others. */
static u32 rank(u64 c)
{
	bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
	if (letter || (c >= '0' && c <= '9'))
		return 0;
	if (c >= ' ' && c < 127)
		return 1;
	return c == '\n' || c == '\t' ? 2 : 3;
}

/* A byte that is typed more easily. */
static void simplify_byte(Shaper *s, u32 var)
{
	static const char plain[] = "1a0A.-, _\n\t";
	u32 now = rank(s->a->at[var]);
	for (const char *c = plain; *c && rank((u8)*c) < now; c++)
		if (try_value(s, var, (u8)*c))
			return;
}

void shape_witness(Finder *f, u32 shape, const ExprList *conds, Expr differs, bool shows,
				   Assignment *a)
{
	Shaper s = {.f = f, .shape = shape, .conds = conds, .differs = differs, .a = a};
	f->must_show = shows;
	s.near = find_start(f, shape, a);
	for (u32 var = 0; s.near && var < a->n; var++)
		try_value(&s, var, assignment_get(&f->start, var));
	for (u32 i = 0; i < input_groups(f->pool); i++)
		if (input_group(f->pool, i)->kind == INPUT_BYTES)
			shorten(&s, input_group(f->pool, i));
	for (u32 i = 0; i < input_groups(f->pool); i++) {
		const InputGroup *g = input_group(f->pool, i);
		u32 n = g->kind == INPUT_BYTES ? length_in(&s, a, g) : g->kind == INPUT_INT;
		u32 given = given_of(&s, g);
		for (u32 k = 0; k < n; k++) {
			u32 var = g->first + k;
			if (k < given && a->at[var] == assignment_get(&f->start, var))
				continue;
			if (g->kind == INPUT_INT)
				simplify_number(&s, var, g->width);
			else
				simplify_byte(&s, var);
		}
	}
}

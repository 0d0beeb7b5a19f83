/* escape.c: pointers that go other ways than plain copies. What points-to may leave out: nothing.
 *
 * Sets of refs follow every value of every width, through registers and memory. Three things are
 * kept apart:
 *
 *   plain    moves, phis, selects, loads and stores of whole words, arguments, returns, copies of
 *            memory, and field arithmetic (a number is added to a pointer, or less than 16 rounded
 *            off): the refs go along with their offsets.
 *   bits     any other operation, narrower values, words that overlap: the result has the refs of
 *            all operands, at any offset. So an address that is shifted, XORed with a key or with
 *            another, kept in a bit field or put together from pieces is known by its bits, and
 *            what is added to a pointer (a distance between two objects) leads there as well.
 *   numbers  bits can get to where no set follows: somebody looks at them. Then the objects have
 *            *escaped*: they are in the node PtGen.escaped. Looking are comparisons and branches (of
 *            numbers, not of pointers), lookups (bits are part of an index or a length, or meet
 *            another address in one operation), the kernel, native functions, texts of numbers. And
 *            every word that may have come back is marked as a number, by one ref for all of
 *            them: results of operations on numbers, words that narrow stores overlap, what the
 *            kernel or a native function has written or returned. An access through a number is one
 *            to all that escaped. A distance between objects needs no address to come back: once
 *            one was taken, every sum of a pointer and a number may be at these objects
 *            (PtGen.apart).
 *
 * Why nothing is left out. Take an access to an object at run time. Its address as bits comes from
 * the object's address, or it comes out of nothing (the program's error, as is an index that leaves
 * its object). Follow the bits back. If each step is an operation whose operand holds them, the set
 * has the object, by plain refs or by bits. Otherwise there is a last step at which something that
 * does not hold them decides what is there: a branch, an index, somebody outside. This step has looked
 * at them, so the object has escaped. Later words are results of operations, or are put together from
 * pieces in memory, or come from outside. All of these are marked, and plain operations pass the mark
 * on up to the access. No mark is needed for numbers of less bits than an address has (REGION),
 * nor for constants of the program.
 *
 * Assumptions: comparing two pointers shows one bit, and an address made of such bits
 * alone is out of nothing. The low four bits of a pointer say nothing of the object, as objects lie
 * farther apart. The C library takes distances within one object only.
 *
 * Should it fail nevertheless, engine/machine/track/check.c may notice, and then nothing is complete.
 */
#include "engine/static/points/generate.h"

void gen_escape_begin(PtGen *g)
{
	g->escaped = pt_node(g->pt);
	g->apart = pt_node(g->pt);
	g->number = pt_node(g->pt);
	pt_set_number(g->pt, gen_object(g, OBJECT_NUMBER, 0, 0), g->escaped);
	if (g->s->options.copies_only)
		pt_copies_only(g->pt); /* and no number is an address */
	else
		pt_address(g->pt, g->number, pt_number(g->pt));
}

void gen_escape(PtGen *g, u32 node)
{
	if (node != NO_NODE)
		pt_bits(g->pt, g->escaped, node);
}

void gen_any_number(PtGen *g, u32 to)
{
	pt_copy(g->pt, to, g->number);
}

void gen_looked_at(PtGen *g, u32 f, Operand o)
{
	if (!operand_points(g->s, f, o))
		gen_escape(g, gen_operand(g, f, o));
}

void gen_meet(PtGen *g, u32 f, const Ins *in)
{
	u32 a = gen_operand(g, f, in->a), b = gen_operand(g, f, in->b);
	if (a != NO_NODE && b != NO_NODE)
		pt_meeting(g->pt, g->escaped, a, b);
}

void gen_mixed(PtGen *g, u32 f, const Ins *in)
{
	const Operand all[] = {in->a, in->b, in->c};
	u32 to = NO_NODE;
	for (size_t i = 0; i < countof(all); i++) {
		u32 from = gen_operand(g, f, all[i]);
		if (from == NO_NODE)
			continue;
		to = gen_reg(g, f, in->dst);
		pt_bits(g->pt, to, from);
	}
	Type t = in->op >= I_TRUNC && in->op <= I_BITCAST ? in->type2 : in->type;
	if (to == NO_NODE || !gen_may_point(t))
		return;
	gen_any_number(g, to);
	gen_meet(g, f, in);
}

void gen_fill(PtGen *g, u32 address, u32 f, Operand byte)
{
	u64 c;
	if (address == NO_NODE || (operand_number(g->s, byte, &c) && c == 0))
		return;
	u32 n = gen_operand(g, f, byte), run = pt_node(g->pt);
	pt_add(g->pt, run, address, 0, 1);
	pt_store(g->pt, run, g->number, PT_1);
	if (n != NO_NODE)
		pt_store(g->pt, run, n, PT_1);
}

void gen_fill_any(PtGen *g, u32 address)
{
	if (address == NO_NODE)
		return;
	u32 run = pt_node(g->pt);
	pt_add(g->pt, run, address, 0, 1);
	pt_store(g->pt, run, g->number, PT_WORD);
}

static bool is_syscall(const PtGen *g, const Call *c)
{
	return c->callee != NO_OPERAND && g->s->fns[c->callee].extern_kind == EXTERN_SYSCALL;
}

u32 gen_deep(PtGen *g, u32 f, u32 ins, const Call *c)
{
	u64 key = (u64)f << 32 | ins, found;
	u32 given = pt_node(g->pt), deep;
	if (intmap_get(&g->deep, key + 1, &found))
		return (u32)found - 1;
	deep = pt_node(g->pt);
	intmap_put(&g->deep, key + 1, (u64)deep + 1);
	for (u32 i = 0; i < c->n_args; i++) {
		u32 n = gen_operand(g, f, c->args[i].value);
		if (n != NO_NODE && syscall_points(g->s, f, c, i))
			pt_add(g->pt, given, n, 0, 1);
	}
	u32 held = pt_node(g->pt);
	pt_load(g->pt, held, given, PT_WORD);
	pt_load(g->pt, held, deep, PT_WORD);
	gen_escape(g, held);
	bool flat = is_syscall(g, c) && syscall_site(g->s, c) & SYS_FLAT;
	if (!flat)
		pt_add(g->pt, deep, held, 0, 1);
	return deep;
}

void gen_external(PtGen *g, u32 f, u32 ins, const Call *c, u32 result)
{
	gen_fill_any(g, gen_deep(g, f, ins, c));
	for (u32 i = 0; i < c->n_args; i++) {
		gen_fill_any(g, gen_operand(g, f, c->args[i].value));
		gen_escape(g, gen_operand(g, f, c->args[i].value));
	}
	if (result != NO_NODE)
		gen_any_number(g, result);
}

/* ---- distances ---- */

enum { ROOT_STEPS = 64 };

typedef struct Roots {
	const Function *f;
	const u32 *def;
	u32 root;             /* register, or NO_OPERAND while none is found */
	u32 seen[ROOT_STEPS]; /* registers */
	u32 n;
	Operand added[ROOT_STEPS];
	u32 n_added;
	bool ok;
} Roots;

/* By field arithmetic alone. A root dominates all phis on the way whose values all come from it,
 * and whenever it is set anew, so are they: both sides of a difference are of its latest value. */
static void find_root(Roots *r, Operand o)
{
	for (u32 i = 0; i < r->n; i++)
		if (r->seen[i] == o)
			return;
	if (!r->ok || o == NO_OPERAND || operand_is_const(o) || r->n == ROOT_STEPS) {
		r->ok = false;
		return;
	}
	r->seen[r->n++] = o;
	const Ins *d = r->def[o] ? &r->f->ins[r->def[o] - 1] : NULL;
	if (d && d->op == I_MOV) {
		find_root(r, d->a);
	} else if (d && d->op == I_GEP && !operand_is_const(d->a)) {
		if (d->b != NO_OPERAND)
			r->added[r->n_added++] = d->b;
		find_root(r, d->a);
	} else if (d && d->op == I_PHI) {
		for (u32 k = 0; k < d->n_extra; k++)
			find_root(r, r->f->extra[d->extra + 2 * k + 1]);
	} else {
		r->ok = r->root == NO_OPERAND || r->root == o;
		r->root = o;
	}
}

bool gen_near(PtGen *g, u32 f, const Ins *in)
{
	Roots r = {.f = &g->p->functions.at[f], .def = g->fns[f].def, .root = NO_OPERAND, .ok = true};
	find_root(&r, in->a);
	find_root(&r, in->b);
	if (!r.ok || r.root == NO_OPERAND)
		return false;
	for (u32 i = 0; i < r.n_added; i++) {
		u32 n = gen_operand(g, f, r.added[i]);
		if (n != NO_NODE) /* what was added may itself have led elsewhere */
			pt_bits(g->pt, gen_reg(g, f, in->dst), n);
	}
	return true;
}

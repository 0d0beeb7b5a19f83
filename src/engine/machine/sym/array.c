/* array.c: a range of memory as an expression. */
#include "engine/machine/sym/array.h"
#include "engine/machine/sym/lazy.h"

Tag sym_raw_tag(const Machine *m, u64 addr)
{
	if (memory_is_readable(&m->mem, addr))
		return 0;
	return memory_is_tagged(&m->mem, addr) ? m->mem.tags[addr] : TAG_UNDEFINED;
}

u64 sym_span(const Machine *m, u64 addr, u64 end, Tag *tag)
{
	const Memory *mem = &m->mem;
	u64 i = addr + 1;
	*tag = sym_raw_tag(m, addr);
	if (*tag && memory_is_tagged(mem, addr)) {
		while (i < end && mem->tags[i] == *tag && memory_is_tagged(mem, i) &&
			   !memory_is_readable(mem, i))
			i++;
	} else {
		while (i < end && sym_raw_tag(m, i) == *tag)
			i++;
	}
	return i;
}

Tag sym_byte_tag(Machine *m, u64 addr)
{
	return lazy_tag(m, addr, sym_raw_tag(m, addr));
}

Expr sym_byte(Machine *m, u64 addr)
{
	Expr e = TAG_EXPR(sym_byte_tag(m, addr));
	return e ? e : expr_const(m->pool, 8, m->mem.bytes[addr]);
}

/* What the programmer calls a variable: without the function and number that LLVM puts around the
 * names of static ones. False for constants and tables that have no name in the source. */
static bool source_name(const char *name, char *to, size_t room)
{
	const char *end = name + strlen(name), *begin;
	if (*name == '.' || !strncmp(name, "switch.table", 12) || !strncmp(name, "__const.", 8))
		return false;
	for (;; end = begin - 1) {
		begin = end;
		while (begin > name && begin[-1] != '.')
			begin--;
		if (begin == name || *begin < '0' || *begin > '9')
			break;
	}
	return end > begin && (size_t)snprintf(to, room, "%.*s", (int)(end - begin), begin) < room;
}

static Expr named_table(Machine *m, const u8 *bytes, u64 lo, u64 size)
{
	Expr table = expr_table(m->pool, bytes, (u32)size);
	const Object *o = &m->mem.objects.at[memory_object(&m->mem, lo)];
	char name[64];
	if (o->kind != OBJ_GLOBAL)
		return table;
	/* Of a struct, what lies inside has a name that is not known here. */
	const Global *g = &m->p->globals.at[o->ref];
	if (g->subject && (o->lo == lo || g->element) && lo - o->lo <= UINT32_MAX &&
		source_name(g->name, name, sizeof name))
		expr_table_name(m->pool, table, name, (u32)(lo - o->lo), g->element);
	return table;
}

Expr sym_index_at(Machine *m, Expr index, u32 k)
{
	return expr_extract(m->pool, expr_add(m->pool, index, expr_const(m->pool, 64, k)), 0, 32);
}

static void set_base(Machine *m, SymArray *a, const SymRange *r, u64 base)
{
	Expr index = expr_add(m->pool, r->index, expr_const(m->pool, 64, r->lo - base));
	for (u32 k = 0; k < a->n; k++)
		a->at[k] = sym_index_at(m, index, k);
	a->base = base;
}

bool sym_array_reaches(const Machine *m, const SymArray *a, u64 addr)
{
	for (u32 k = a->n; k-- > 0;)
		if (expr_index_may_be(m->pool, a->at[k], (u32)(addr - a->base)))
			return true;
	return false;
}

static void put_byte(Machine *m, SymArray *a, u64 addr)
{
	if (sym_array_reaches(m, a, addr))
		a->array = expr_store(m->pool, a->array, expr_const(m->pool, 32, addr - a->base),
							  sym_byte(m, addr));
}

/* True if a byte with a tag is what an earlier array has there, as after a store through an address of
 * the input: which one, and where it began. */
static bool is_read(const Machine *m, u64 addr, Tag tag, Expr *array, u64 *base)
{
	const ExprPool *p = m->pool;
	Expr e = TAG_EXPR(tag);
	if (tag_is_lazy(tag)) {
		*array = lazy_array(m, tag)->array;
		*base = lazy_array(m, tag)->base;
		return true;
	}
	if (!e || expr_op(p, e) != EXPR_READ || !expr_is_const(p, expr_kid(p, e, 1)))
		return false;
	*array = expr_kid(p, e, 0);
	*base = addr - (u64)expr_value(p, expr_kid(p, e, 1));
	return true;
}

/* True if an array is another one without its latest stores, those of one access; with `here`, these
 * are elsewhere. Of the four bytes of an int, each is read below the stores of those behind it. */
static bool is_below(const Machine *m, Expr array, Expr upper, Expr here)
{
	const ExprPool *p = m->pool;
	for (u32 k = 0; k < ACCESS_MAX && upper != array && expr_op(p, upper) == EXPR_STORE; k++) {
		if (here && !expr_index_differs(p, expr_kid(p, upper, 1), here))
			return false;
		upper = expr_kid(p, upper, 0);
	}
	return upper == array;
}

static bool is_of(Machine *m, u64 addr, Tag tag, const SymArray *a)
{
	Expr array;
	u64 base;
	return is_read(m, addr, tag, &array, &base) && base == a->base &&
		   (array == a->array ||
			is_below(m, array, a->array, expr_const(m->pool, 32, addr - base)));
}

/* True if all bytes with a lazy tag are what the array has there: no byte has to be asked. */
static bool all_are_of(const Machine *m, Tag tag, const SymArray *a)
{
	return tag_is_lazy(tag) && lazy_array(m, tag)->array == a->array &&
		   lazy_array(m, tag)->base == a->base;
}

/* One vote of each of n bytes that are read from the same array. */
static void add_votes(const Machine *m, Expr array, u64 base, u64 n, SymArray *a, u64 *votes)
{
	bool same = *votes && base == a->base;
	if (same && is_below(m, a->array, array, 0)) {
		a->array = array;
		*votes += n;
	} else if (same && is_below(m, array, a->array, 0)) {
		*votes += n;
	} else if (n <= *votes) {
		*votes -= n;
	} else {
		a->array = array;
		a->base = base;
		*votes = n - *votes;
	}
}

/* The array that most of what is read from one still is; by votes, so that it is a function of the
 * memory alone. */
static bool vote(const Machine *m, const SymRange *r, SymArray *a)
{
	u64 votes = 0, base, end = r->lo + r->size, next;
	Expr array;
	Tag tag;
	for (u64 i = r->lo; i < end; i = next) {
		next = sym_span(m, i, end, &tag);
		if (tag_is_lazy(tag) && is_read(m, i, tag, &array, &base))
			add_votes(m, array, base, next - i, a, &votes);
		/* The same expression at several addresses has several bases. */
		for (u64 k = i; k < next && !tag_is_lazy(tag) && is_read(m, k, tag, &array, &base); k++)
			add_votes(m, array, base, 1, a, &votes);
	}
	return votes && a->base <= r->lo;
}

/* How many bytes of a range are what an array has there, and how many others the access may touch. */
static void count_same(Machine *m, const SymRange *r, const SymArray *whole, const SymArray *a,
					   u64 *same, u64 *others)
{
	u64 end = r->lo + r->size, next;
	Tag tag;
	*same = *others = 0;
	for (u64 i = r->lo; i < end; i = next) {
		next = sym_span(m, i, end, &tag);
		if (all_are_of(m, tag, whole)) {
			*same += next - i;
			continue;
		}
		for (u64 k = i; k < next; k++)
			if (is_of(m, k, tag, whole))
				++*same;
			else
				*others += sym_array_reaches(m, a, k);
	}
}

/* Goes on from an earlier array: only what has changed since is stored over it. As an array of its
 * own at every access, an object would take its size times its accesses. False if more has changed
 * than not. */
static bool extend_array(Machine *m, const SymRange *r, SymArray *a)
{
	u64 same, others, end = r->lo + r->size, next;
	Tag tag;
	if (!vote(m, r, a))
		return false;
	const SymArray whole = *a;
	set_base(m, a, r, a->base);
	count_same(m, r, &whole, a, &same, &others);
	if (others > same)
		return false;
	for (u64 i = r->lo; i < end && others; i = next) {
		next = sym_span(m, i, end, &tag);
		for (u64 k = i; k < next && !all_are_of(m, tag, &whole); k++)
			if (!is_of(m, k, tag, &whole))
				put_byte(m, a, k);
	}
	return true;
}

/* Its concrete bytes, updated where it is symbolic. */
static void fresh_array(Machine *m, const SymRange *r, SymArray *a)
{
	set_base(m, a, r, r->lo);
	/* Bytes that are updated anyway count as zero, whatever they are in this run: the same memory
	 * has the same expression in every run. */
	u8 *bytes = xmalloc(r->size);
	for (u64 i = 0; i < r->size; i++)
		bytes[i] = TAG_EXPR(sym_raw_tag(m, r->lo + i)) ? 0 : m->mem.bytes[r->lo + i];
	a->array = named_table(m, bytes, r->lo, r->size);
	free(bytes);
	for (u64 i = 0; i < r->size; i++)
		if (TAG_EXPR(sym_raw_tag(m, r->lo + i)))
			put_byte(m, a, r->lo + i);
}

SymArray sym_array(Machine *m, const SymRange *r, u32 n)
{
	SymArray a = {.n = n};
	if (memory_all_readable(&m->mem, r->lo, r->size)) {
		a.array = named_table(m, m->mem.bytes + r->lo, r->lo, r->size);
		set_base(m, &a, r, r->lo);
	} else if (!extend_array(m, r, &a)) {
		fresh_array(m, r, &a);
	}
	return a;
}

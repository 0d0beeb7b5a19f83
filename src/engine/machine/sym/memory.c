/* memory.c: loads and stores of symbolic bytes, and through symbolic addresses. */
#include "engine/machine/snap.h"
#include "engine/machine/sym.h"
#include "engine/machine/sym/array.h"
#include "engine/machine/sym/lazy.h"

enum {
	ARRAY_MAX = 65536, /* larger objects: the address is made concrete */
	CHOICE_MAX = 64,   /* up to so many bytes a store is a choice per byte */
	LARGE = 64,        /* bytes of an object; see sym_address */
	TABLE_MIN = 1024,  /* bytes of a table of pointers where a store decides the place */
	STATES_MAX = 128,  /* an index that was itself read is one of so many: a value at a time */
};

/* ---- bytes ---- */

static Expr byte_expr(Machine *m, u64 addr)
{
	Expr e = sym_byte(m, addr);
	/* A choice that the run has settled. */
	for (Expr c; expr_op(m->pool, e) == EXPR_ITE;
		 e = expr_kid(m->pool, e, c == EXPR_TRUE ? 1 : 2)) {
		c = sym_known(m, expr_kid(m->pool, e, 0), sym_byte_tag(m, addr));
		if (!expr_is_const(m->pool, c))
			break;
	}
	return e;
}

Expr sym_bytes(Machine *m, u64 addr, u32 n, u32 bits)
{
	bool any = false;
	for (u32 i = 0; i < n && !any; i++)
		any = TAG_EXPR(sym_byte_tag(m, addr + i)) != 0;
	if (!any)
		return 0;
	Expr e = byte_expr(m, addr);
	for (u32 i = 1; i < n; i++)
		e = expr_concat(m->pool, byte_expr(m, addr + i), e);
	return bits < 8 * n ? expr_extract(m->pool, e, 0, bits) : e;
}

/* ---- where a symbolic address is meant to point ---- */

void sym_provenance(Machine *m, Value base, Expr address)
{
	Expr from = TAG_EXPR(base.tag);
	u64 object = 0;
	if (expr_is_const(m->pool, address))
		return;
	if (from)
		intmap_get(&m->provenance, from, &object);
	else
		object = base.lo;
	if (object)
		intmap_put(&m->provenance, address, object);
}

/* The object or local that the address belongs to: by the pointer it was computed from, else by
 * where it points in this run. */
static bool home_of(Machine *m, u64 addr, Expr e, u64 *lo, u64 *size)
{
	u64 base;
	if (!intmap_get(&m->provenance, e, &base) || !access_home(m, base, lo, size))
		return access_home(m, addr, lo, size);
	return true;
}

/* An address that was itself read from memory: a pointer out of a table, or the next state of a
 * scanner (next[base[state] + class[c]]). Reads of reads of reads are what solvers are worst at,
 * and there are few values: they are taken one by one. Where dependences are tracked only
 * pointers are: an index more that is decided is a partition more, but which object a pointer
 * leads to has to be decided either way. */
static bool was_read(const Machine *m, Expr e, bool known_object)
{
	u64 low, high;
	if (!expr_has_array(m->pool, e))
		return false;
	if (m->track || !known_object)
		return !known_object;
	expr_range(m->pool, e, &low, &high);
	return high - low < STATES_MAX;
}

/* One place, and the program has made sure of it: by its variables, or when an address was decided.
 * Where this run's address is not known it leaves no expression: a run that goes on from a snapshot
 * would not make it, and all that is made later would have other numbers. */
static bool is_settled(Machine *m, Expr e, u64 addr, Tag tag)
{
	if (sym_settled(m, e, tag)) /* has read all constraints */
		return true;
	u32 mark = expr_mark(m->pool);
	Expr here = expr_eq(m->pool, e, expr_const(m->pool, 64, addr));
	bool known = sym_known(m, here, tag) == EXPR_TRUE;
	expr_release(m->pool, mark);
	return known;
}

/* An access through a symbolic address: adds the in-bounds constraint, reports an error if this
 * run violates it, and says which bytes it may be. */
static bool sym_address(Machine *m, u64 addr, Tag *tag, u32 n, bool write, SymRange *range)
{
	ExprPool *p = m->pool;
	Expr e = TAG_EXPR(*tag);
	u64 lo, size, base;
	*range = (SymRange){0};
	bool known = intmap_get(&m->provenance, e, &base);
	if (was_read(m, e, known) || !home_of(m, addr, e, &lo, &size)) {
		Value v = {addr, 0, *tag};
		sym_concretise(m, &v, NULL);
		*tag = v.tag;
		return access_check(m, addr, n, write);
	}
	range->index = expr_sub(p, e, expr_const(p, 64, lo));
	bool fits = size >= n;
	Expr ok = fits ? expr_ule(p, range->index, expr_const(p, 64, size - n)) : EXPR_FALSE;
	bool inside = fits && addr - lo <= size - n;
	bool settled = is_settled(m, e, addr, *tag);
	if (!settled && m->track)
		track_library_access(m);
	if (!settled)
		sym_constrain(m, CON_BOUNDS, inside ? ok : expr_not(p, ok), 0, *tag);
	if (!inside)
		return fail_outside(m, addr, n, write, lo);
	const Object *o = &m->mem.objects.at[memory_object(&m->mem, addr)];
	if (o->kind == OBJ_ARGS && o->ref && !settled) {
		if (!sym_string_index(m, o, range->index, addr, n, write))
			return false;
	} else if (!access_check(m, addr, n, write)) {
		return false;
	}
	if (settled)
		return true;
	if (size > ARRAY_MAX && !write && lo == o->lo &&
		sym_confine_to_equal(m, o, addr, n, range->index, tag))
		return true;
	if (size > ARRAY_MAX) {
		Value v = {addr, 0, *tag};
		sym_concretise(m, &v, "an index into an object of more than 64 KiB was fixed to its value");
		*tag = v.tag;
		return true;
	}
	/* Only the bytes that the index can reach. */
	u64 low, high;
	expr_range(p, range->index, &low, &high);
	high = high > size - n ? size - n : high;
	range->lo = lo + low;
	range->size = high - low + n;
	range->index = expr_sub(p, range->index, expr_const(p, 64, low));
	/* All of the object is looked at: that takes as long as hundreds of instructions, or more. */
	return range->size < LARGE || machine_in_budget(m);
}

/* The expression of a read holds as long as every byte that it may read is what it is. */
static Tag all_deps(Machine *m, u64 lo, u64 size)
{
	Tag tag = 0;
	if (memory_all_readable(&m->mem, lo, size))
		return 0;
	track_settle(m, lo, size);
	for (u64 i = 0; i < size; i++)
		if (memory_is_tagged(&m->mem, lo + i))
			tag = tag_join(m, tag, tag_defined(m, m->mem.tags[lo + i]));
	return tag;
}

static bool is_unset(const Machine *m, u64 addr)
{
	return sym_raw_tag(m, addr) & TAG_UNDEFINED;
}

/* True if it is known of a byte with a tag that it is set, or not, as others are. */
static bool tag_is_like(Tag tag, bool unset)
{
	return !(tag & TAG_UNDEFINED) == !unset && !TAG_RULE(tag);
}

static bool is_like(const Machine *m, u64 addr, bool unset)
{
	return tag_is_like(sym_raw_tag(m, addr), unset);
}

static bool all_are_like(const Machine *m, const SymRange *r, bool unset)
{
	Tag tag;
	bool like = true;
	for (u64 i = r->lo, end = r->lo + r->size; i < end && like;) {
		i = sym_span(m, i, end, &tag);
		like = tag_is_like(tag, unset);
	}
	return like;
}

/* Whether a byte was ever set has no expression. Where an input decides which one is meant, and not
 * all of them were or none, the run makes use of it that the index is among those that are alike. */
static void look_at_chosen(Machine *m, const SymRange *r, u64 addr, u32 n)
{
	if (!snap_going_on(m) || memory_all_readable(&m->mem, r->lo, r->size))
		return;
	u64 low = addr, high = addr + n, end = r->lo + r->size;
	bool unset = is_unset(m, addr), alike = true;
	for (u32 i = 0; i < n; i++) {
		snap_looks(m, sym_raw_tag(m, addr + i));
		alike &= is_unset(m, addr + i) == unset;
	}
	if (alike && all_are_like(m, r, unset))
		return;
	while (alike && low > r->lo && is_like(m, low - 1, unset))
		low--;
	while (alike && high < end && is_like(m, high, unset))
		high++;
	if (low > r->lo || high < end)
		snap_within(m, r->index, low - r->lo, high - n - r->lo);
}

bool sym_load(Machine *m, u64 addr, Type t, Tag tag, Value *out)
{
	u32 n = type_store_size(t), bits = type_bits(t);
	SymRange r;
	if (sym_text_end(m, TAG_EXPR(tag), addr) && n == 1) {
		*out = (Value){0, 0, sym_tag(tag_whole(m, tag), 0)};
		return true;
	}
	if (!sym_address(m, addr, &tag, n, false, &r))
		return false;
	bool mixed = false;
	if (!r.size || !sym_decide_chosen(m, &r, addr, n, &tag, &mixed))
		return access_load(m, addr, t, sym_tag(tag, 0), out);
	look_at_chosen(m, &r, addr, n);
	access_take_bits(m, addr, t, sym_tag(tag, 0), out);
	out->tag = mixed ? tag_whole(m, out->tag) : out->tag;
	if (m->track)
		out->tag = tag_join(m, out->tag, all_deps(m, r.lo, r.size));
	SymArray a = sym_array(m, &r, n);
	Expr e = expr_read(m->pool, a.array, a.at[0]);
	for (u32 i = 1; i < n; i++)
		e = expr_concat(m->pool, expr_read(m->pool, a.array, a.at[i]), e);
	if (bits < 8 * n)
		e = expr_extract(m->pool, e, 0, bits);
	out->tag = sym_result(m, tag_join(m, out->tag, tag), e);
	return true;
}

/* Bytes that are stored at an index of the input, and what they get to depend on. */
typedef struct SymStore {
	const SymRange *r;
	u64 addr;  /* in this run */
	u32 shift; /* from the index on */
	u32 n;
	Tag dep;
} SymStore;

static bool is_written(const SymStore *s, u64 addr)
{
	return addr >= s->addr && addr < s->addr + s->n;
}

/* The tag of a byte that may have been stored to, without its expression. The bytes that this run
 * writes are defined by it; the others stay what they were. But their expressions speak of the old
 * bytes, too, for inputs that write elsewhere: what those depend on stays. quiet: who does not write
 * the byte leaves it alone. */
static Tag known_of(Machine *m, const SymStore *s, u64 addr, Tag old, bool quiet)
{
	bool written = is_written(s, addr);
	if (m->track)
		return tag_join(m, s->dep, written ? tag_defined(m, old) : old & TAG_DEPS);
	u64 most = addr - s->r->lo - s->shift, before = s->n - 1;
	bool set = !(s->dep & TAG_UNDEFINED);
	if (!set && !quiet)
		return s->dep;
	if (addr - s->r->lo < s->shift)
		return old & TAG_DEPS;
	SnapRule rule = {s->r->index, most > before ? most - before : 0, most, .set = set};
	return snap_written(m, old, rule, written);
}

/* True if known_of is 0 for each byte with this tag: it is defined, and so is what is stored. */
static bool stays_defined(const Machine *m, const SymStore *s, Tag old)
{
	return !m->track && !s->shift && !(s->dep & TAG_UNDEFINED) && !(old & TAG_DEPS);
}

/* A byte of the object becomes e. */
static void update_byte(Machine *m, const SymStore *s, u64 addr, Expr e)
{
	Tag old = sym_raw_tag(m, addr);
	bool quiet = expr_is_const(m->pool, e) && !TAG_EXPR(old), left = quiet && !is_written(s, addr);
	if (left && m->track)
		return; /* cannot be it */
	Tag known = known_of(m, s, addr, old, quiet);
	/* A rule is about all bits of a byte, so some undefined bits become all, with rules or without. */
	if (!left || TAG_RULE(known) || tag_is_partial(old))
		memory_set_tag(&m->mem, addr, sym_result(m, known, e));
}

/* Every byte of a small object may be the one that is written: each is a choice. */
static void update_choices(Machine *m, const SymStore *s, Expr value)
{
	ExprPool *p = m->pool;
	const SymRange *r = s->r;
	for (u32 k = 0; k < s->n; k++) {
		Expr at = sym_index_at(m, r->index, k), byte = expr_extract(p, value, 8 * k, 8);
		SymStore one = {r, s->addr + k, k, 1, s->dep};
		for (u64 i = 0; i < r->size; i++) {
			Expr here = expr_eq(p, at, expr_const(p, 32, i));
			if (here == EXPR_FALSE && !m->track)
				continue; /* cannot be it */
			update_byte(m, &one, r->lo + i, expr_ite(p, here, byte, byte_expr(m, r->lo + i)));
		}
	}
}

/* In a large array, each byte becomes a read from the whole array after the store. We do not look for
 * bytes that the store cannot reach: for each byte, that would take time linear in the size. */
static void update_all(Machine *m, const SymStore *s, const SymArray *a)
{
	ExprPool *p = m->pool;
	for (u64 i = s->r->lo; i < s->r->lo + s->r->size; i++) {
		bool reached = sym_array_reaches(m, a, i);
		if (!reached && !m->track)
			continue; /* cannot be it */
		update_byte(m, s, i,
					reached ? expr_read(p, a->array, expr_const(p, 32, i - a->base))
							: sym_byte(m, i));
	}
}

/* The same, of which nothing is said before somebody asks for it. */
static void update_lazily(Machine *m, const SymStore *s, const SymArray *a)
{
	Expr number = lazy_number(m, a->array, a->base);
	u64 end = s->r->lo + s->r->size, next;
	Tag old;
	for (u64 i = s->r->lo; i < end; i = next) {
		next = sym_span(m, i, end, &old);
		bool defined = stays_defined(m, s, old);
		for (u64 k = i; k < next; k++)
			if (sym_array_reaches(m, a, k))
				memory_set_tag(&m->mem, k,
							   sym_tag(defined ? 0 : known_of(m, s, k, old, false), number));
	}
}

static void update_object(Machine *m, const SymStore *s, Expr value)
{
	ExprPool *p = m->pool;
	SymArray a = sym_array(m, s->r, s->n);
	for (u32 k = 0; k < s->n; k++)
		a.array = expr_store(p, a.array, a.at[k], expr_extract(p, value, 8 * k, 8));
	if (m->lazy.on)
		update_lazily(m, s, &a);
	else
		update_all(m, s, &a);
}

/* A pointer into a large table: where it is put is decided, since whoever reads it there has to
 * decide where it leads; else each byte of the table becomes a choice among all that was ever put
 * there. That makes more paths and partitions, so small tables are left as they are. */
static bool location_decides(const Machine *m, const SymRange *r, u32 n, Value v)
{
	return r->size >= TABLE_MIN && n == 8 && !TAG_EXPR(v.tag) && v.lo &&
		   memory_object(&m->mem, v.lo);
}

bool sym_store(Machine *m, u64 addr, Type t, Tag tag, Value v)
{
	u32 n = type_store_size(t), bits = type_bits(t);
	SymRange r;
	if (!sym_address(m, addr, &tag, n, true, &r))
		return false;
	if (location_decides(m, &r, n, v)) {
		Value a = {addr, 0, tag};
		sym_concretise(m, &a, NULL);
		return access_store(m, addr, t, a.tag, v);
	}
	if (r.size && !sym_decide_stored(m, &r, addr, n, &tag, v.tag))
		r.size = 0;
	Tag dep = tag_join(m, sym_tag(tag, 0), sym_tag(v.tag, 0));
	if (m->track) {
		dep = tag_join(m, dep, dep_tag(m->thread.stores));
		track_settle(m, r.size ? r.lo : addr, r.size ? r.size : n);
	}
	if (!r.size) {
		v.tag = sym_tag(dep, TAG_EXPR(v.tag));
		return access_store(m, addr, t, 0, v);
	}
	if (m->mem.objects.at[memory_object(&m->mem, addr)].absent) /* a rule would count as known */
		snap_over(m);
	SymStore s = {&r, addr, 0, n, dep};
	Expr e = sym_expr(m, v, bits);
	if (bits < 8 * n)
		e = expr_zext(m->pool, e, 8 * n);
	if (r.size > CHOICE_MAX)
		update_object(m, &s, e);
	else
		update_choices(m, &s, e);
	u64 words[2] = {v.lo, v.hi};
	memory_change(&m->mem, addr, n);
	memcpy(m->mem.bytes + addr, words, n);
	return true;
}

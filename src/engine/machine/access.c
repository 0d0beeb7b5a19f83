/* access.c: checked memory accesses with tags, for the generic path and the Os. */
#include "engine/machine/snap.h"
#include "engine/machine/sym.h"
#include "engine/machine/sym/lazy.h"

enum { LARGE = 1 << 16 }; /* bytes that one instruction moves without a look at the budget */

/* The slot of a frame that holds the bytes; locals are kept apart like objects. */
static bool in_one_slot(const Machine *m, const Object *o, u64 addr, u64 n)
{
	const FnCode *fc = &m->fns[o->ref];
	u64 offset = addr - o->lo;
	for (u32 i = 0; i < fc->fn->n_slots; i++) {
		const FrameSlot *s = &fc->slots[i];
		if (offset >= s->offset && offset + n <= (u64)s->offset + s->size)
			return true;
	}
	return false;
}

bool access_home(const Machine *m, u64 addr, u64 *lo, u64 *size)
{
	u32 id = memory_object(&m->mem, addr);
	if (!id || id == UINT32_MAX || !m->mem.objects.at[id].live)
		return false;
	const Object *o = &m->mem.objects.at[id];
	*lo = o->lo;
	*size = o->size;
	if (o->kind != OBJ_FRAME)
		return true;
	const FnCode *fc = &m->fns[o->ref];
	for (u32 i = 0; i < fc->fn->n_slots; i++) {
		u64 from = o->lo + fc->slots[i].offset;
		if (addr >= from && addr < from + fc->slots[i].size) {
			*lo = from;
			*size = fc->slots[i].size;
			return true;
		}
	}
	return false;
}

/* True if all bytes have been written. */
static bool is_known(const Machine *m, u64 addr, u64 n)
{
	for (u64 i = 0; i < n; i++)
		if (!memory_is_readable(&m->mem, addr + i) && !memory_is_tagged(&m->mem, addr + i))
			return false;
	return true;
}

bool access_check(Machine *m, u64 addr, u64 n, bool write)
{
	u32 id = n ? memory_covering(&m->mem, addr, n) : 1;
	if (!n)
		return true;
	if (!id)
		return fail_access(m, addr, n, write);
	const Object *o = &m->mem.objects.at[id];
	if (o->kind == OBJ_FRAME && !in_one_slot(m, o, addr, n))
		return fail_access(m, addr, n, write);
	if (o->absent && !write && !is_known(m, addr, n) && o->kind != OBJ_GLOBAL)
		return unsupported(m, "the third argument of a signal handler (ucontext_t)");
	if (o->absent && !write && !is_known(m, addr, n))
		return unsupported(m, "'%s' is a variable of a library that drift has no bitcode of",
						   m->p->globals.at[o->ref].name);
	if (write && o->constant)
		return fail_access(m, addr, n, write);
	if (o->kind == OBJ_ARGS && o->absent && !write && addr < o->lo + 8)
		world_ask_name(m);
	return o->kind != OBJ_ARGS || !o->ref || sym_string_check(m, o, addr, n, write);
}

/* May be lazy: what it depends on is right. May have a rule, without tracking. */
static Tag byte_tag(const Machine *m, u64 addr)
{
	if (memory_is_readable(&m->mem, addr))
		return 0;
	return memory_is_tagged(&m->mem, addr) ? m->mem.tags[addr] : TAG_UNDEFINED;
}

static u64 value_mask(u32 bits)
{
	return bits >= 64 ? ~0ull : (1ull << bits) - 1;
}

/* The tag of a value in memory with undefined bits, without its expression. If the address has
 * undefined bits, the whole value is undefined. */
static Tag tag_of_bytes(Machine *m, u64 addr, u32 n, u32 bits, Tag addr_tag)
{
	u128 undef = addr_tag & TAG_UNDEFINED ? ~(u128)0 : 0;
	Tag deps = tag_defined(m, addr_tag);
	for (u32 i = 0; i < n; i++) {
		Tag tag = byte_tag(m, addr + i);
		undef |= undef_bits(m, tag, 8) << (8 * i);
		if (m->track)
			deps = tag_join(m, deps, tag_defined(m, tag));
	}
	return undef_tag(m, tag_dep(m, deps), undef, bits);
}

void access_take_bits(Machine *m, u64 addr, Type t, Tag addr_tag, Value *out)
{
	u32 n = type_store_size(t), bits = type_bits(t);
	if (m->track)
		track_settle(m, addr, n);
	u64 words[2] = {0, 0};
	memcpy(words, m->mem.bytes + addr, n);
	*out = (Value){words[0] & value_mask(bits), bits > 64 ? words[1] & value_mask(bits - 64) : 0,
				   addr_tag};
	Tag all = addr_tag;
	for (u32 i = 0; i < n; i++)
		all |= byte_tag(m, addr + i);
	if (unlikely(all & TAG_UNDEFINED))
		out->tag = tag_of_bytes(m, addr, n, bits, addr_tag);
	else if (m->track)
		for (u32 i = 0; i < n; i++)
			out->tag = tag_join(m, out->tag, byte_tag(m, addr + i) & TAG_DEPS);
	if (m->track && out->tag)
		out->tag = track_inside(m, out->tag);
}

/* Whether bytes were set may depend on the length of an input: the run uses it. */
static void look_at(Machine *m, u64 addr, u64 n)
{
	if (snap_going_on(m))
		for (u64 i = 0; i < n; i++)
			snap_looks(m, byte_tag(m, addr + i));
}

u64 access_defined(Machine *m, u64 addr, u64 most, Tag *deps)
{
	u64 lo, size, n = 0;
	if (!access_home(m, addr, &lo, &size))
		return 0;
	most = most < lo + size - addr ? most : lo + size - addr;
	if (m->track)
		track_settle(m, addr, most);
	for (bool set = true; set && n < most; n += set) {
		Tag tag = byte_tag(m, addr + n);
		look_at(m, addr + n, 1);
		set = !(tag & TAG_UNDEFINED);
		if (m->track)
			*deps = tag_join(m, *deps, tag_defined(m, tag) & TAG_DEPS);
	}
	return n;
}

static void take(Machine *m, u64 addr, Type t, Tag addr_tag, Value *out)
{
	access_take_bits(m, addr, t, addr_tag, out);
	look_at(m, addr, type_store_size(t));
	if (m->pool)
		out->tag = sym_result(m, out->tag, sym_bytes(m, addr, type_store_size(t), type_bits(t)));
}

bool access_load(Machine *m, u64 addr, Type t, Tag addr_tag, Value *out)
{
	if (TAG_EXPR(addr_tag) && m->pool)
		return sym_load(m, addr, t, addr_tag, out);
	if (!access_check(m, addr, type_store_size(t), false))
		return false;
	take(m, addr, t, addr_tag, out);
	return true;
}

/* The undefined bits of a value that is stored at an address with this tag. */
static u128 stored_undef(const Machine *m, Value v, Type t, Tag addr_tag)
{
	return addr_tag & TAG_UNDEFINED ? ~(u128)0 : undef_bits(m, v.tag, type_bits(t));
}

/* The tag of byte i of a value with this tag, which is undefined as a whole or not at all. */
static Tag tag_of_byte(Machine *m, Tag tag, u128 undef, u32 i)
{
	return undef ? undef_tag(m, tag_dep(m, tag), undef >> (8 * i), 8) : tag;
}

/* Each byte gets its part of the expression. */
static void store_expr(Machine *m, u64 addr, u32 n, Type t, Value v, Tag addr_tag)
{
	Expr e = TAG_EXPR(v.tag);
	u64 words[2] = {v.lo, v.hi};
	Tag dep = tag_join(m, sym_tag(v.tag, 0), addr_tag);
	u128 undef = stored_undef(m, v, t, addr_tag);
	if (expr_width(m->pool, e) < 8 * n)
		e = expr_zext(m->pool, e, 8 * n);
	for (u32 i = 0; i < n; i++) {
		Tag tag = tag_of_byte(m, dep, undef, i);
		memory_set_tag(&m->mem, addr + i, sym_result(m, tag, expr_extract(m->pool, e, 8 * i, 8)));
	}
	memcpy(m->mem.bytes + addr, words, n);
}

bool access_store(Machine *m, u64 addr, Type t, Tag addr_tag, Value v)
{
	u32 n = type_store_size(t);
	if (TAG_EXPR(addr_tag) && m->pool)
		return sym_store(m, addr, t, addr_tag, v);
	if (!access_check(m, addr, n, true))
		return false;
	if (m->thread.stores)
		addr_tag = tag_join(m, addr_tag & TAG_DEPS, dep_tag(m->thread.stores));
	u64 words[2] = {v.lo, v.hi};
	if (TAG_EXPR(v.tag) && m->pool) {
		store_expr(m, addr, n, t, v, addr_tag);
		return true;
	}
	Tag tag = tag_join(m, v.tag, addr_tag);
	if (!tag) {
		memory_set_plain(&m->mem, addr, n);
		memcpy(m->mem.bytes + addr, words, n);
		return true;
	}
	u128 undef = stored_undef(m, v, t, addr_tag);
	for (u32 i = 0; i < n; i++)
		memory_set_tag(&m->mem, addr + i, tag_of_byte(m, tag, undef, i));
	memcpy(m->mem.bytes + addr, words, n);
	return true;
}

bool access_apart(Machine *m, u64 to, u64 from, u64 n)
{
	u64 gap = to > from ? to - from : from - to;
	if (!gap || gap >= n)
		return true;
	return fail(m, ERROR_OVERLAP, "%llu bytes are copied to a place %llu bytes %s",
				(unsigned long long)n, (unsigned long long)gap, to > from ? "further" : "before");
}

bool access_copy(Machine *m, u64 to, u64 from, u64 n)
{
	if (!access_check(m, from, n, false) || !access_check(m, to, n, true))
		return false;
	if (n > LARGE && !machine_in_budget(m))
		return false;
	if (m->track)
		track_settle(m, from, n);
	lazy_settle(m, from, n);
	memory_copy(&m->mem, to, from, n);
	if (m->thread.stores)
		track_written(m, to, n, m->thread.stores);
	return true;
}

bool access_fill(Machine *m, u64 to, Value byte, u64 n)
{
	if (!access_check(m, to, n, true))
		return false;
	/* A variable of a loop begins again. Without times of writes, no bits say the same. */
	if (byte.tag == TAG_UNDEFINED && n && n <= LARGE && !m->mem.stamps && !m->thread.stores &&
		m->mem.objects.at[memory_object(&m->mem, to)].kind == OBJ_FRAME) {
		memory_set_undefined(&m->mem, to, n);
		memset(m->mem.bytes + to, (int)byte.lo, n);
		return true;
	}
	for (u64 i = 0; byte.tag && i < n; i += LARGE) {
		if (n > LARGE && !machine_in_budget(m))
			return false;
		memory_set_tags(&m->mem, to + i, n - i < LARGE ? (u32)(n - i) : LARGE, byte.tag);
	}
	if (!byte.tag)
		memory_set_plain(&m->mem, to, n);
	memset(m->mem.bytes + to, (int)byte.lo, n);
	if (m->thread.stores)
		track_written(m, to, n, m->thread.stores);
	return true;
}

/* A byte that is observed outside of the subject must be concrete. The effect there depends on
 * it. */
static void settle_byte(Machine *m, u64 addr)
{
	if (memory_is_readable(&m->mem, addr) || !memory_is_tagged(&m->mem, addr))
		return;
	Value v = {m->mem.bytes[addr], 0, m->mem.tags[addr]};
	if (m->pool)
		sym_concretise(m, &v, NULL);
	if (m->track)
		m->track->handed = dep_join(&m->track->graph, m->track->handed, tag_dep(m, v.tag));
}

/* What the subject hands to the kernel leaves it: an output. */
bool access_read(void *machine, u64 addr, void *to, Tag *tags, size_t n)
{
	Machine *m = machine;
	if (!access_check(m, addr, n, false))
		return false;
	if (m->track)
		track_settle(m, addr, n);
	lazy_settle(m, addr, n);
	memcpy(to, m->mem.bytes + addr, n);
	if (tags)
		memset(tags, 0, n * sizeof *tags);
	if (memory_all_readable(&m->mem, addr, n))
		return true;
	look_at(m, addr, n);
	for (size_t i = 0; i < n; i++) {
		Tag tag = byte_tag(m, addr + i);
		if (!m->track)
			tag &= TAG_OWN; /* of a byte with some undefined bits, all count as undefined */
		if (tags)
			tags[i] = tag;
		else
			settle_byte(m, addr + i);
		if (m->track && tags)
			m->track->handed = dep_join(&m->track->graph, m->track->handed, tag_dep(m, tag));
		if (tags && tag & TAG_UNDEFINED)
			add_note(m, NOTE_UNINITIALISED, subject_loc(m, NULL),
					 "output depends on uninitialised memory");
	}
	return true;
}

bool access_write(void *machine, u64 addr, const void *from, const Tag *tags, size_t n)
{
	Machine *m = machine;
	if (!access_check(m, addr, n, true))
		return false;
	if (!n)
		return true;
	memory_set_plain(&m->mem, addr, n);
	memcpy(m->mem.bytes + addr, from, n);
	for (size_t i = 0; tags && i < n; i++)
		if (tags[i])
			memory_set_tag(&m->mem, addr + i, tags[i]);
	if (m->track && (m->thread.ctx || m->track->injected || m->track->handed))
		track_written(m, addr, n, track_injected(m));
	return true;
}

bool access_text(void *machine, u64 addr, Buf *to)
{
	Machine *m = machine;
	for (;; addr++) {
		if (!access_check(m, addr, 1, false))
			return false;
		char c = (char)m->mem.bytes[addr];
		if (m->track)
			track_settle(m, addr, 1);
		lazy_settle(m, addr, 1);
		look_at(m, addr, 1);
		settle_byte(m, addr);
		if (!c)
			return true;
		buf_addc(to, c);
	}
}

bool access_tagged(void *machine, u64 addr, size_t n)
{
	Machine *m = machine;
	return !memory_covering(&m->mem, addr, n) || !memory_all_readable(&m->mem, addr, n);
}

/* input.c: what a read from an input file would have stored on inputs of other lengths.
 *
 * A read that reaches the end of the file stores as many bytes as the length in this run allows.
 * On an input that is longer by one, it would also store the next byte of the buffer; on a
 * shorter one, it would not store the last. So every byte that the file might fill is "the
 * file's byte, if the file is that long, else the previous content". Nearly all programs test
 * the length first, which decides the choice (known.c). Scanners that read behind the end of
 * their data decide it by reading.
 */
#include "engine/machine/snap.h"
#include "engine/machine/sym.h"
#include "engine/machine/sym/lazy.h"

void sym_input_file(Machine *m, Expr length, const Tag *tags)
{
	if (!length || !tags)
		return;
	InputFile f = {length, tags};
	vec_push(&m->input_files, f);
}

static const Tag *tags_of(const Machine *m, Expr length)
{
	for (size_t i = 0; i < m->input_files.len; i++)
		if (m->input_files.at[i].length == length)
			return m->input_files.at[i].tags;
	return NULL;
}

static Tag tag_at(const Machine *m, u64 addr)
{
	if (memory_is_readable(&m->mem, addr))
		return 0;
	return memory_is_tagged(&m->mem, addr) ? m->mem.tags[addr] : TAG_UNDEFINED;
}

void sym_before_read(Machine *m, Tag length, u64 pos)
{
	u64 buffer = m->site.args[2].lo, asked = m->site.args[3].lo, least, most;
	expr_range(m->pool, TAG_EXPR(length), &least, &most);
	m->reading.before.len = 0;
	if (m->track && pos < most)
		track_settle(m, buffer, most - pos < asked ? most - pos : asked);
	for (u64 k = 0; k < asked && pos + k < most && memory_covering(&m->mem, buffer + k, 1); k++) {
		Tag tag = lazy_tag(m, buffer + k, tag_at(m, buffer + k));
		Expr e = TAG_EXPR(tag) ? TAG_EXPR(tag) : expr_const(m->pool, 8, m->mem.bytes[buffer + k]);
		vec_push(&m->reading.before, sym_tag(tag, e));
	}
}

bool sym_unset_before(const Machine *m)
{
	for (size_t k = 0; k < m->reading.before.len; k++)
		if (m->reading.before.at[k] & TAG_UNDEFINED)
			return true;
	return false;
}

void sym_short_read(Machine *m, Expr length, u64 pos, u64 got)
{
	ExprPool *p = m->pool;
	u64 buffer = m->site.args[2].lo;
	const Tag *tags = tags_of(m, length);
	for (u64 k = 0; tags && k < m->reading.before.len; k++) {
		Tag old = m->reading.before.at[k], now = k < got ? tag_at(m, buffer + k) : old;
		Expr longer = expr_ult(p, expr_const(p, 32, pos + k), length);
		Expr byte = expr_ite(p, longer, TAG_EXPR(tags[pos + k]), TAG_EXPR(old));
		if (m->track) /* the expression speaks of what was there */
			now = dep_tag(
				dep_join(&m->track->graph, tag_dep(m, now), tag_dep(m, old) & ~DEP_UNDEFINED));
		else
			now = snap_written(m, old, (SnapRule){length, pos + k + 1, UINT64_MAX, .set = true},
							   k < got);
		memory_set_tag(&m->mem, buffer + k, sym_result(m, now, byte));
	}
}

/* sym_input.c: bytes of an input file that a shorter read leaves alone, and a longer one writes.
 *
 * A read that met the end of the file wrote as many bytes as this run's length says. On an input
 * that is longer by one, the next byte of the buffer would have been written as well: so that byte
 * is "the file's, if the file is so long, else what was there". Scanners that look at what lies
 * behind the end of what they read would otherwise do so without a decision.
 */
#include "machine/sym.h"

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

void sym_short_read(Machine *m, Expr length, u64 pos, u64 got, u64 asked)
{
	ExprPool *p = m->pool;
	u64 buffer = m->site.args[2].lo, least, most;
	const Tag *tags = tags_of(m, length);
	if (!tags)
		return;
	expr_range(p, length, &least, &most);
	if (m->track && pos + got < most)
		track_settle(m, buffer + got, most - pos < asked ? most - pos - got : asked - got);
	for (u64 k = got; k < asked && pos + k < most; k++) {
		u64 addr = buffer + k;
		if (!memory_covering(&m->mem, addr, 1))
			return;
		Tag old = memory_is_readable(&m->mem, addr) ? 0
				  : memory_is_tagged(&m->mem, addr) ? m->mem.tags[addr]
													: TAG_UNDEFINED;
		Expr was = TAG_EXPR(old) ? TAG_EXPR(old) : expr_const(p, 8, m->mem.bytes[addr]);
		Expr longer = expr_ult(p, expr_const(p, 32, pos + k), length);
		Expr byte = expr_ite(p, longer, TAG_EXPR(tags[pos + k]), was);
		memory_set_tag(&m->mem, addr, sym_result(m, old, byte));
	}
}

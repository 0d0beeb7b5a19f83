/* position.c: lengths of input files, and positions in them. */
#include <sys/syscall.h>
#include <unistd.h>

#include "machine/sym.h"

/* Whether a read begins behind the end, where lseek may lead: a question of its own, since the
 * position stays where it is then. */
static bool is_behind(Machine *m, Expr l, u64 pos, bool behind)
{
	Value *got = &m->results[0];
	Expr inside = expr_ule(m->pool, expr_const(m->pool, 64, pos), l);
	Dep dep =
		sym_constrain(m, CON_BRANCH, behind ? expr_not(m->pool, inside) : inside, 0, got->tag);
	if (m->track)
		got->tag = dep_tag(dep);
	return behind;
}

/* A read that got fewer bytes than it asked for met the end of the file: how many is the length
 * minus the position. One that got all it asked for only says that there was so much. */
static void read_input(Machine *m, Expr l, u64 pos, u64 size, u64 seen)
{
	ExprPool *p = m->pool;
	Value *got = &m->results[0];
	u64 asked = m->site.args[3].lo;
	if ((i64)got->lo < 0 || !asked || m->reading.ended & seen)
		return;
	if (m->reading.sought & seen && is_behind(m, l, pos, pos > size))
		return;
	Expr enough = expr_ule(p, expr_const(p, 64, pos + asked), l);
	bool all = got->lo == asked;
	Dep dep = sym_constrain(m, CON_BRANCH, all ? enough : expr_not(p, enough), 0, got->tag);
	if (m->track)
		got->tag = dep_tag(dep);
	if (all)
		return;
	m->reading.ended |= seen;
	sym_short_read(m, expr_kid(p, l, 0), pos, got->lo);
	got->tag = sym_result(m, got->tag, expr_sub(p, l, expr_const(p, 64, pos)));
}

/* The new position, as an expression: from the start, from where the file was, from its end. */
static void seek_input(Machine *m, Expr l, u64 pos, u64 seen)
{
	ExprPool *p = m->pool;
	if ((i64)m->results[0].lo < 0)
		return;
	u64 whence = m->site.args[3].lo;
	Expr from = whence == SEEK_SET                              ? expr_const(p, 64, 0)
				: whence == SEEK_END || m->reading.ended & seen ? l
																: expr_const(p, 64, pos);
	Expr to = expr_add(p, from, sym_expr(m, m->site.args[2], 64));
	m->results[0].tag = sym_result(m, m->results[0].tag, to);
	if (m->results[0].lo != pos)
		m->reading.ended &= ~seen;
	m->reading.moved &= ~seen;
	m->reading.sought |= seen;
	if (TAG_EXPR(m->results[0].tag) && !(m->reading.ended & seen))
		m->reading.moved |= seen;
}

void sym_input_call(Machine *m, long nr, Tag length, u64 pos, u64 size)
{
	Expr l = expr_zext(m->pool, TAG_EXPR(length), 64);
	u64 seen = 1ull << (m->site.args[1].lo & 63);
	switch (nr) {
	case SYS_read: read_input(m, l, pos, size, seen); break;
	case SYS_lseek: seek_input(m, l, pos, seen); break;
	case SYS_fstat:
	case SYS_newfstatat:
	case SYS_statx: break; /* see sym_stat_call */
	case SYS_close:
	case SYS_ioctl:
	case SYS_fcntl:
		m->reading.ended &= nr == SYS_close ? ~seen : ~0ull;
		m->reading.moved &= nr == SYS_close ? ~seen : ~0ull;
		m->reading.sought &= nr == SYS_close ? ~seen : ~0ull;
		break;
	default: { /* pread, mmap, copying: they may tell the length */
		Value v = {size, 0, length};
		sym_concretise(m, &v, NULL);
	}
	}
}

void sym_stat_call(Machine *m)
{
	ExprPool *p = m->pool;
	u64 at[2];
	Tag length = os_stat_length(m->os, &at[0], &at[1]);
	if (!length)
		return;
	Expr l = expr_zext(p, TAG_EXPR(length), 64);
	Expr pages = expr_udiv(p, expr_add(p, l, expr_const(p, 64, 4095)), expr_const(p, 64, 4096));
	Expr told[] = {l, expr_mul(p, pages, expr_const(p, 64, 8))};
	Tag dep = m->track ? dep_tag(track_injected(m)) : 0;
	for (int i = 0; i < 2; i++) {
		u64 now;
		memcpy(&now, m->mem.bytes + at[i], sizeof now);
		access_store(m, at[i], 64, 0, (Value){now, 0, sym_result(m, dep, told[i])});
	}
}

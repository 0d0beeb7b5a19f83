/* position.c: lengths of input files, and positions in them.
 *
 * A position belongs to the open file (OsInput). It is a number in this run and, if it depends
 * on the input, an expression. It starts at 0. A read that got all the bytes it asked for
 * advances it by their number. A read that reached the end sets it to the length, as an
 * expression. lseek sets it by its arguments. Each of these adds its decision as a constraint,
 * so that a position means the same on all inputs of the path.
 *
 * read (but not of a terminal), pread, lseek and the stat family are exact. All other calls that use a length or a
 * position fix both, by constraints (calls_that_look). A read at a position that is an
 * expression fixes it, too, unless it is the end of the file.
 */
#include <errno.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "engine/machine/sym.h"

static Expr length_of(Machine *m, const OsInput *in)
{
	return expr_zext(m->pool, TAG_EXPR(in->length), 64);
}

/* ---- fixed by a constraint ---- */

/* What the call is made because of. */
static Tag because(Machine *m)
{
	DepGraph *g = m->track ? &m->track->graph : NULL;
	Dep dep = 0;
	for (u32 i = 0; g && i < m->site.n; i++)
		dep = dep_join(g, dep, tag_dep(m, m->site.args[i].tag));
	return g ? dep_tag(dep_join(g, dep, m->track->kernel) & ~DEP_UNDEFINED) : 0;
}

/* What the call finds, and what it leaves behind, depends on tag as well. */
static void gains(Machine *m, Tag tag)
{
	if (m->track)
		m->track->handed = dep_join(&m->track->graph, m->track->handed, tag_dep(m, tag));
}

/* The number of this run, and what it depends on. */
static Tag fix(Machine *m, u64 now, Tag tag)
{
	Value v = {now, 0, m->track ? sym_tag(tag_join(m, tag, because(m)), TAG_EXPR(tag)) : tag};
	sym_concretise(m, &v, NULL);
	return v.tag;
}

static void fix_position(Machine *m, u64 fd, OsInput *in)
{
	if (!TAG_EXPR(in->at))
		return;
	in->at = fix(m, in->pos, in->at);
	os_fd_know(m->os, fd, in->at, in->location);
}

/* The length and the position: all that a call can find out. */
static void fix_all(Machine *m, u64 fd, OsInput *in)
{
	fix_position(m, fd, in);
	in->at = tag_join(m, in->at, fix(m, in->size, in->length));
	os_fd_know(m->os, fd, in->at, OS_WHERE_ANY);
	gains(m, in->at);
}

/* Calls that look at lengths and positions. Which of their arguments are descriptors, as bits. */
static u32 calls_that_look(const Machine *m)
{
	const Value *args = m->site.args;
	switch (args[0].lo) {
	case SYS_readv:
	case SYS_preadv:
	case SYS_preadv2:
	case SYS_write:
	case SYS_writev:
	case SYS_pwrite64:
	case SYS_pwritev:
	case SYS_pwritev2:
	case SYS_ftruncate:
	case SYS_fallocate: return 1 << 1;
	case SYS_lseek: return (u32)args[3].lo > SEEK_END ? 1 << 1 : 0;
	case SYS_ioctl: return (u32)args[2].lo == FIONREAD ? 1 << 1 : 0;
	case SYS_sendfile: return 1 << 1 | 1 << 2;
	case SYS_copy_file_range: return 1 << 1 | 1 << 3;
	case SYS_mmap: return args[4].lo & MAP_ANONYMOUS ? 0 : 1 << 5;
	default: return 0;
	}
}

bool sym_input_begin(Machine *m, OsInput *in)
{
	u64 nr = m->site.args[0].lo, fd = m->site.args[1].lo;
	u32 look = calls_that_look(m);
	/* First the kind of standard input: what is decided next depends on it. */
	if (nr == SYS_read && os_reads_by_kind(m->os, fd, m->site.args[4].lo))
		world_decide_kind(m);
	if (nr == SYS_read && os_reads_line(m->os, fd, m->site.args[4].lo))
		look = 1 << 1;
	for (u32 i = 1; look >> i; i++)
		if (look >> i & 1 && os_fd_input(m->os, m->site.args[i].lo, in))
			fix_all(m, m->site.args[i].lo, in);
	bool exact = nr == SYS_read || nr == SYS_pread64 || nr == SYS_lseek;
	if (look || !exact || !os_fd_input(m->os, fd, in))
		return false;
	bool at_end = TAG_EXPR(in->at) && TAG_EXPR(in->at) == length_of(m, in);
	if (nr == SYS_read && !at_end)
		fix_position(m, fd, in);
	if (nr == SYS_read || (nr == SYS_lseek && m->site.args[3].lo == SEEK_CUR))
		track_gains(m, in->at);
	if (nr == SYS_pread64 || (nr == SYS_read && !at_end))
		sym_before_read(m, in->length, nr == SYS_read ? in->pos : m->site.args[4].lo);
	return true;
}

/* ---- what calls found ---- */

static void depend(Machine *m, Dep dep, Tag *at)
{
	if (!m->track)
		return;
	m->results[0].tag = dep_tag(dep);
	*at = sym_tag(tag_join(m, *at, m->results[0].tag), TAG_EXPR(*at));
}

/* Adds cond, or its negation if holds is false, as a constraint. The result, and *at, depend on
 * it. */
static void decide(Machine *m, Expr cond, bool holds, Tag *at)
{
	if (expr_is_const(m->pool, cond))
		return;
	if (!holds)
		cond = expr_not(m->pool, cond);
	depend(m, sym_constrain(m, CON_BRANCH, cond, 0, m->results[0].tag), at);
}

/* The same with the length, which becomes concrete. */
static void decide_length(Machine *m, Expr length, u64 now, Tag *at)
{
	Expr cond = expr_eq(m->pool, length, expr_const(m->pool, expr_width(m->pool, length), now));
	if (!expr_is_const(m->pool, cond))
		depend(m, sym_constrain(m, CON_VALUE, cond, length, m->results[0].tag), at);
}

/* Of the bytes that the read was to fill, with tracking: all are what they are because of why. */
static void filled(Machine *m, Tag why)
{
	u64 buffer = m->site.args[2].lo, asked = m->site.args[3].lo, n = 0;
	if (!m->track || !tag_dep(m, why))
		return;
	while (n < asked && memory_covering(&m->mem, buffer + n, 1))
		n++;
	track_settle(m, buffer, n);
	track_because(m, buffer, n, tag_dep(m, why));
}

/* A read from pos on, of which in->at is what is decided. It met the end if it got fewer bytes than
 * it asked for: how many is the length minus the position. One that got all it asked for only says
 * that there was so much. Behind the end, where lseek may lead, is a question of its own: the
 * position stays where it is then. */
static bool read_from(Machine *m, OsInput *in, u64 pos)
{
	enum { MOST = 0x7ffff000 }; /* that a call moves */
	ExprPool *p = m->pool;
	Value *got = &m->results[0];
	Expr l = length_of(m, in);
	u64 asked = m->site.args[3].lo < MOST ? m->site.args[3].lo : MOST;
	if (in->location == OS_WHERE_ANY) {
		in->location = pos <= in->size ? OS_WHERE_INSIDE : OS_LOCATION_BEHIND;
		decide(m, expr_ule(p, expr_const(p, 64, pos), l), pos <= in->size, &in->at);
	}
	bool all = got->lo == asked;
	if (in->location == OS_WHERE_INSIDE)
		decide(m, expr_ule(p, expr_const(p, 64, pos + asked), l), all, &in->at);
	bool ended = !all && in->location == OS_WHERE_INSIDE;
	/* Which bytes the read has set has no expression, unlike what is in them. */
	bool unset = ended && sym_unset_before(m);
	if (unset)
		decide_length(m, TAG_EXPR(in->length), pos + got->lo, &in->at);
	else if (ended)
		sym_short_read(m, TAG_EXPR(in->length), pos, got->lo);
	filled(m, in->at);
	if (ended)
		got->tag = sym_result(m, got->tag, expr_sub(p, l, expr_const(p, 64, pos)));
	return ended;
}

static void after_read(Machine *m, OsInput *in)
{
	if ((i64)m->results[0].lo < 0 || !m->site.args[3].lo)
		return;
	if (TAG_EXPR(in->at)) { /* the end */
		filled(m, in->at);
		return;
	}
	bool ended = read_from(m, in, in->pos);
	os_fd_know(m->os, m->site.args[1].lo, sym_tag(in->at, ended ? length_of(m, in) : 0),
			   in->location);
}

static void after_pread(Machine *m, OsInput *in)
{
	u64 pos = m->site.args[4].lo;
	in->location = pos ? OS_WHERE_ANY : OS_WHERE_INSIDE;
	in->at = 0;
	if ((i64)m->results[0].lo >= 0 && m->site.args[3].lo)
		read_from(m, in, pos);
}

/* A new position is there, unless it lies before the start. Positions are not negative, so it is
 * not to be asked where the sum of one and a constant is small. */
static Expr before_start(Machine *m, Expr from, Value by, Expr to)
{
	ExprPool *p = m->pool;
	if (TAG_EXPR(by.tag) || expr_is_const(p, to))
		return expr_slt(p, to, expr_const(p, 64, 0));
	if ((i64)by.lo < 0)
		return expr_ult(p, from, expr_const(p, 64, 0 - by.lo));
	u64 low, high;
	expr_range(p, from, &low, &high);
	return high <= INT64_MAX - by.lo ? EXPR_FALSE : expr_slt(p, to, expr_const(p, 64, 0));
}

static void after_lseek(Machine *m, const OsInput *in)
{
	ExprPool *p = m->pool;
	Value *got = &m->results[0], by = m->site.args[2];
	u32 whence = (u32)m->site.args[3].lo;
	if ((i64)got->lo < 0 && got->lo != (u64)-EINVAL)
		return;
	Expr from = whence == SEEK_SET   ? expr_const(p, 64, 0)
				: whence == SEEK_END ? length_of(m, in)
				: TAG_EXPR(in->at)   ? TAG_EXPR(in->at)
									 : expr_const(p, 64, in->pos);
	Expr to = expr_add(p, from, sym_expr(m, by, 64)), before = before_start(m, from, by, to);
	bool fails = (i64)got->lo < 0;
	Tag at = tag_join(m, by.tag, whence == SEEK_CUR ? in->at : 0);
	decide(m, before, fails, &at);
	if (fails) {
		at = tag_join(m, at, in->at);
		os_fd_know(m->os, m->site.args[1].lo, sym_tag(at, TAG_EXPR(in->at)), in->location);
		return;
	}
	got->tag = sym_result(m, got->tag, to);
	bool back = !TAG_EXPR(by.tag) && (i64)by.lo <= 0;
	bool was_inside = in->location == OS_WHERE_INSIDE || TAG_EXPR(in->at) == length_of(m, in);
	bool inside = !got->lo && !TAG_EXPR(got->tag);
	inside |= back && (whence == SEEK_END || (whence == SEEK_CUR && was_inside));
	at = sym_tag(m->track ? at : 0, TAG_EXPR(got->tag));
	bool stays = whence == SEEK_CUR && !TAG_EXPR(by.tag) && !by.lo;
	os_fd_know(m->os, m->site.args[1].lo, at,
			   inside  ? OS_WHERE_INSIDE
			   : stays ? in->location
					   : OS_WHERE_ANY);
}

void sym_input_end(Machine *m, OsInput *in, bool done)
{
	if (!done) { /* a signal came: the result is on its way already */
		if (m->site.args[0].lo == SYS_lseek)
			sym_concretise(m, &m->site.args[2], NULL);
		fix_all(m, m->site.args[1].lo, in);
		return;
	}
	switch (m->site.args[0].lo) {
	case SYS_read: after_read(m, in); break;
	case SYS_pread64: after_pread(m, in); break;
	default: after_lseek(m, in);
	}
}

/* ---- what calls told or changed ---- */

void sym_stat_call(Machine *m)
{
	ExprPool *p = m->pool;
	u64 at[2];
	Tag length = os_stat_length(m->os, &at[0], &at[1]);
	if (!length)
		return;
	Expr l = expr_zext(p, TAG_EXPR(length), 64);
	Expr pages = expr_udiv(p, expr_add(p, l, expr_const(p, 64, 4095)), expr_const(p, 64, 4096));
	Expr output[] = {l, expr_mul(p, pages, expr_const(p, 64, 8))};
	Tag dep = m->track ? dep_tag(track_injected(m)) : 0;
	for (int i = 0; i < 2; i++) {
		u64 now;
		memcpy(&now, m->mem.bytes + at[i], sizeof now);
		access_store(m, at[i], 64, 0, (Value){now, 0, sym_result(m, dep, output[i])});
	}
}

void sym_input_changed(Machine *m)
{
	u64 size, pos;
	bool kept;
	Tag at, length = os_changed_length(m->os, &size, &kept);
	if (!length)
		return;
	if (kept)
		gains(m, fix(m, size, length));
	for (i64 fd; (fd = os_changed_fd(m->os, &pos, &at)) >= 0;) {
		at = fix(m, pos, at);
		os_fd_know(m->os, (u64)fd, at & TAG_DEPS, OS_WHERE_ANY);
		gains(m, at);
	}
}

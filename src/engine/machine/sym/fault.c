/* fault.c: calls that fail because the input says so.
 *
 * The input for a kind of call is a number n: the n-th call of that kind fails. So every call
 * makes a decision, "is it this one?", and the search finds the calls by negating these
 * decisions. On the path on which none fails, all calls together add n != 1, n != 2, ...
 */
#include <errno.h>
#include <sys/syscall.h>

#include "engine/machine/sym.h"

static const char *const inputs[] = {
#define X(name, input, word) input,
	FAULT_KINDS(X)
#undef X
};
static const char *const words[] = {
#define X(name, input, word) word,
	FAULT_KINDS(X)
#undef X
};

const char *fault_input(FaultKind kind)
{
	return inputs[kind];
}

const char *fault_word(FaultKind kind)
{
	return words[kind];
}

bool fault_now(Machine *m, FaultKind kind)
{
	ExprPool *p = m->pool;
	Expr e = m->world.fault[kind];
	if (!e || !p)
		return false;
	u32 n = ++m->fault_calls[kind];
	bool fails = m->world.fails[kind] == n;
	Expr is = expr_eq(p, e, expr_const(p, 32, n));
	Dep dep = sym_constrain(m, CON_BRANCH, fails ? is : expr_not(p, is), 0, 0);
	/* Whoever gets nothing may end for that: it is in the condition of all that follows. */
	if (m->track)
		track_fatal(m, dep);
	m->faults[kind] += fails;
	return fails;
}

u64 machine_faults(const Machine *m, FaultKind kind)
{
	return m->faults[kind];
}

static bool is_read(u64 nr)
{
	return nr == SYS_read || nr == SYS_pread64 || nr == SYS_readv || nr == SYS_preadv ||
		   nr == SYS_preadv2;
}

static bool is_write(u64 nr)
{
	return nr == SYS_write || nr == SYS_pwrite64 || nr == SYS_writev || nr == SYS_pwritev ||
		   nr == SYS_pwritev2;
}

bool fault_syscall(Machine *m, i64 *result)
{
	u64 nr = m->site.args[0].lo;
	bool reads = is_read(nr);
	if (!reads && !is_write(nr))
		return false;
	if (fault_now(m, reads ? FAULT_READ : FAULT_WRITE)) {
		*result = -EIO;
		if (unlikely(m->state != NULL))
			state_syscall(m, (const u64[6]){m->site.args[1].lo}, *result);
		return true;
	}
	/* A transfer of one byte cannot be shortened; and calls with several pieces are not
	 * shortened. */
	bool plain = nr == SYS_read || nr == SYS_write || nr == SYS_pread64 || nr == SYS_pwrite64;
	if (plain && m->site.args[3].lo > 1 &&
		fault_now(m, reads ? FAULT_SHORT_READ : FAULT_SHORT_WRITE))
		m->site.args[3].lo = 1;
	return m->ended;
}

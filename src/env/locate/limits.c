/* limits.c: resource limits as causes. */
#include "env/locate/locate.h"

#include <errno.h>
#include <sys/resource.h>

/* The limit of which the error says that it is reached; -1: none. */
static int limit_of_error(i64 ret)
{
	if (ret == -EMFILE)
		return RLIMIT_NOFILE;
	return ret == -EFBIG ? RLIMIT_FSIZE : -1;
}

static const TraceCall *limit_in(const Trace *t, int resource)
{
	for (u32 i = 0; i < t->head; i++)
		if (t->calls.at[i].nr == PSEUDO_LIMIT && t->calls.at[i].args[0] == (u64)resource)
			return &t->calls.at[i];
	return NULL;
}

/* If a call fails because a limit is reached that is lower here, the limit is the cause. A user who
 * may not raise it cannot replay it. */
void finding_name_limit(const Locator *l, const CallObservation *seen, Finding *f)
{
	int resource = seen[f->call].executed ? limit_of_error(seen[f->call].ret) : -1;
	const TraceCall *there = resource >= 0 ? limit_in(&l->trace, resource) : NULL;
	const struct rlimit *own = own_limit_before(&l->judge.limits, resource);
	EnvDifference d;
	if (!f->diff.fatal || !there || !own || own->rlim_cur >= there->args[1])
		return;
	TraceCall here = *there;
	here.args[1] = own->rlim_cur;
	here.args[2] = own->rlim_max;
	if (!differ_pseudo(there, &here, &d))
		return;
	buf_addf(&d.detail, "%s\n", buf_str(&f->diff.summary));
	buf_adds(&d.advice, buf_str(&f->diff.advice));
	d.fatal = true;
	env_difference_free(&f->diff);
	f->diff = d;
}

/* True if this process may not give a program the limit of the recording. */
static bool is_fixed(u64 resource, u64 wanted)
{
	__rlimit_resource_t r = (__rlimit_resource_t)resource;
	struct rlimit now, more;
	if (getrlimit(r, &now) != 0 || now.rlim_max >= wanted)
		return false;
	more = (struct rlimit){now.rlim_cur, wanted};
	if (setrlimit(r, &more) != 0)
		return true;
	setrlimit(r, &now);
	return false;
}

static void add_amount(Buf *b, u64 n)
{
	if (n == RLIM_INFINITY)
		buf_adds(b, "unlimited");
	else
		buf_addf(b, "%llu", (unsigned long long)n);
}

void limits_not_lifted(const Locator *l, Buf *out)
{
	for (u32 i = 0; i < l->trace.head; i++) {
		const TraceCall *c = &l->trace.calls.at[i];
		const TraceCall *here = limit_in(&l->bad, (int)c->args[0]);
		if (c->nr != PSEUDO_LIMIT || !l->bad_world || !here || here->args[1] >= c->args[1] ||
			!limit_is_reached(&l->bad, c->args[0]) || !is_fixed(c->args[0], c->args[1]))
			continue;
		buf_adds(out, "limit ");
		flags_format(out, FL_RESOURCE, c->args[0]);
		buf_adds(out, " is ");
		add_amount(out, c->args[1]);
		buf_adds(out, " there and ");
		add_amount(out, here->args[1]);
		buf_adds(out, " here, and drift may not raise it (that needs CAP_SYS_RESOURCE); ");
	}
}

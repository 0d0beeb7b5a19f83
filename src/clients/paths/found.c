/* found.c: paths that other processes found.
 *
 * A worker describes each path in some bytes: how it ended, and a key of its outcome that is the same
 * in every process. The parent counts it by these. It runs the input again only if the path is to be
 * shown, or brings something new to the machine: code that no run executed, a question to the world. */
#include "clients/paths/impl.h"

static void add_identity(Cases *r, Expr e, Buf *to)
{
	Digest d = expr_identity(&r->identities, e);
	buf_add(to, d.at, sizeof d.at);
}

static void add_item(Cases *r, const OutItem *item, Buf *to)
{
	buf_addc(to, (char)item->kind);
	if (item->kind == OUT_BYTE) {
		buf_addc(to, (char)item->byte);
		return;
	}
	add_identity(r, item->e, to);
	if (item->kind == OUT_NUMBER) {
		Digest d = expr_format_identity(r->config.inputs->pool, item->format);
		buf_add(to, d.at, sizeof d.at);
	}
}

void outcome_identity(Cases *r, const PathRun *run, const Assignment *input, Buf *to)
{
	ExprPool *pool = r->config.inputs->pool;
	Buf all = {0};
	r->identities.pool = pool;
	for (int stream = 2; stream >= 1; stream--) {
		r->items.len = 0;
		outcome_items(pool, r->config.machine, stream, input, &r->items);
		key_number(&all, r->items.len);
		for (size_t i = 0; i < r->items.len; i++)
			add_item(r, &r->items.at[i], &all);
	}
	if (run->value.returned) {
		add_identity(r, (Expr)run->value.tag, &all);
		key_number(&all, (Expr)run->value.tag ? 0 : run->value.lo);
	}
	Digest d = digest_of(all.at, all.len);
	buf_add(to, d.at, sizeof d.at);
	buf_free(&all);
}

/* ---- in a worker ---- */

void cases_describe(Cases *r, const Path *path, Buf *to)
{
	const RunResult *result = &path->run->result;
	size_t asks;
	machine_asks(r->config.machine, &asks);
	bytes_number(to, result->outcome);
	bytes_number(to, (u32)result->status);
	bytes_number(to, result->error);
	bytes_number(to, result->loc);
	bytes_number(to, path->run->fresh || asks > r->asks);
	bytes_number(to, path->run->n);
	outcome_identity(r, path->run, path->input, to);
	r->asks = asks;
}

/* ---- in the parent ---- */

static Failure *known_failure(const Cases *r, const RunResult *result)
{
	/* Of signals without a location, the messages of the program are compared: it has to run. */
	for (size_t i = 0; result->loc && i < r->failures.len; i++)
		if (failure_is(&r->failures.at[i], result))
			return &r->failures.at[i];
	return NULL;
}

bool cases_found(Cases *r, ByteReader *described)
{
	RunResult result = {.outcome = (Outcome)bytes_read(described, RAN_UNSUPPORTED)};
	result.status = (int)(u32)bytes_read(described, UINT32_MAX);
	result.error = (ErrorKind)bytes_read(described, UINT32_MAX);
	result.loc = (u32)bytes_read(described, UINT32_MAX);
	bool brings = bytes_read(described, 1);
	u64 constraints = bytes_read(described, UINT32_MAX);
	const u8 *identity = bytes_take(described, sizeof(Digest));
	PathRun run = {.result = result};
	Path path = {.run = &run};
	r->repeated = NULL;
	if (!identity || brings)
		return true;
	r->repeated = identity;
	bool error = result.outcome == RAN_ERROR || result.outcome == RAN_SIGNAL;
	Failure *failure = error ? known_failure(r, &result) : NULL;
	News news = {.outcome = !outcome_known(r, &result, identity),
				 .ending = !ending_known(r, &result),
				 .error = error && !failure};
	if (news.error || news.ending || wants_test(r, &path, &news) || is_told(r, &(ResultCase){0}))
		return true;
	outcome_count(r, &result, identity);
	if (failure)
		failure->shown.count++;
	r->constraints += constraints;
	r->left_out++;
	return false;
}

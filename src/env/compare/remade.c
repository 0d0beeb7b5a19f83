/* remade.c: files that a program makes again only if they are older than something else.
 *
 * Where it worked the file did not exist. Here it does, and the program, which asks for times, leaves
 * it as it is. Then the time is what has to be repaired.
 */
#include "env/compare/envdiff.h"
#include "env/trace/decode.h"

/* The time of the last change that a call reports; -1: it reports none, or not that of a file. */
static i64 changed_at(const TraceCall *c)
{
	const CallSpec *spec = call_spec(c->nr);
	i64 at = -1;
	for (u32 i = 0; i < c->n_data && at < 0; i++) {
		const TraceData *d = &c->data[i];
		StructKind kind = (StructKind)ARG_PARAM(spec->args[d->arg]);
		if (d->dir != DATA_OUT || ARG_KIND(spec->args[d->arg]) != ARG_OUTSTRUCT ||
			(kind != ST_STAT && kind != ST_STATX))
			continue;
		Fields f;
		struct_fields(kind, d->at, d->len, &f);
		bool file = false;
		for (size_t k = 0; k < f.len; k++) {
			file |= strstr(f.at[k].name, "mode") && strstr(f.at[k].value, "S_IFREG");
			if (file && strstr(f.at[k].name, "mtime"))
				at = strtoll(f.at[k].value, NULL, 10);
		}
	}
	return at;
}

void remade_advise(const Trace *bad, const World *bw, u32 call, Buf *advice)
{
	enum { NEAR = 64, MOST = 3 };
	const TraceCall *c = &bad->calls.at[call];
	i64 own = changed_at(c);
	u32 own_path = path_of_call(bw, call), named[MOST], n = 0;
	if (own < 0)
		return;
	buf_addf(advice, "%s; it was changed at ", advice->len ? "" : "it exists here already");
	date_format(advice, own);
	for (u32 i = call + 1; i < bad->calls.len && i < call + NEAR && n < MOST; i++) {
		u32 path = path_of_call(bw, i);
		i64 at = bad->calls.at[i].task == c->task ? changed_at(&bad->calls.at[i]) : -1;
		const CallUse *use = world_use(bw, i);
		bool given = use->n_objects && world_object(bw, use->objects[0])->inherited;
		bool known = !path || path == own_path || given;
		for (u32 k = 0; k < n; k++)
			known |= named[k] == path;
		if (at < 0 || at > own || known)
			continue;
		buf_addf(advice, "%s%s", n ? ", " : ", not before ", world_path(bw, path));
		named[n++] = path;
	}
	buf_adds(advice, n ? ": the recorded run made it; remove it, or touch what it is made from"
					   : ": the recorded run made it; remove it if it is to be made again");
}

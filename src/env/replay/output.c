/* output.c: what the recorded run printed, and whether a rerun prints the same.
 *
 * The trace has the beginning of each write to standard output, and its length. A program that
 * copies a file there in the kernel shows the bytes of the copy.
 */
#include "env/replay/output.h"
#include "env/trace/decode.h"

#include <sys/syscall.h>

/* The bytes that a call printed; NULL: it printed none that the trace has. */
static const TraceData *piece_of(const TraceCall *c, u32 i)
{
	const CallSpec *spec = call_spec(c->nr);
	const TraceData *d = &c->data[i];
	ArgKind kind = ARG_KIND(spec->args[d->arg]);
	bool copied = copy_source(c->nr) >= 0 && d->sub == SUB_MAPPING && d->dir == DATA_OUT;
	bool written = d->dir == DATA_IN && (kind == ARG_IN || kind == ARG_IOV_IN);
	return copied || written ? d : NULL;
}

/* True if the call prints to standard output: its target is the inherited descriptor. */
static bool prints(const World *w, u32 call, const TraceCall *c)
{
	const CallUse *use = world_use(w, call);
	u8 target = c->nr == SYS_copy_file_range ? 1 : 0;
	if (is_error(c->ret) || c->ret == 0 || use->n_objects <= target)
		return false;
	const WorldObject *o = world_object(w, use->objects[target]);
	const CallSpec *spec = call_spec(c->nr);
	bool output = call_find_arg(spec, ARG_IN) >= 0 || call_find_arg(spec, ARG_IOV_IN) >= 0 ||
				  copy_source(c->nr) >= 0;
	return output && o->inherited && o->key == inherited_key(1);
}

bool output_known(const Script *s)
{
	const Trace *t = s->trace;
	for (u32 i = t->head; i < t->calls.len; i++) {
		const TraceCall *c = &t->calls.at[i];
		if (!prints(s->world, i, c))
			continue;
		bool has = false;
		for (u32 k = 0; k < c->n_data; k++) {
			const TraceData *d = piece_of(c, k);
			has |= d && !d->held;
		}
		if (!has)
			return false;
	}
	return !t->cut;
}

bool output_recorded(const Script *s, Buf *out)
{
	const Trace *t = s->trace;
	bool whole = true;
	for (u32 i = t->head; i < t->calls.len && whole; i++) {
		const TraceCall *c = &t->calls.at[i];
		u64 left = prints(s->world, i, c) ? (u64)c->ret : 0;
		for (u32 k = 0; k < c->n_data && left && whole; k++) {
			const TraceData *d = piece_of(c, k);
			if (!d)
				continue;
			u64 n = d->full < left ? d->full : left;
			whole = d->len >= n;
			buf_add(out, d->at, whole ? (size_t)n : d->len);
			left -= n;
		}
	}
	return whole;
}

bool output_same(const Script *s, const Buf *here)
{
	const Trace *t = s->trace;
	u64 at = 0;
	for (u32 i = t->head; i < t->calls.len; i++) {
		const TraceCall *c = &t->calls.at[i];
		u64 left = prints(s->world, i, c) ? (u64)c->ret : 0;
		for (u32 k = 0; k < c->n_data && left; k++) {
			const TraceData *d = piece_of(c, k);
			if (!d)
				continue;
			u64 n = d->full < left ? d->full : left, kept = d->len < n ? d->len : n;
			if (at + n > here->len || memcmp(here->at + at, d->at, kept) != 0)
				return false;
			at += n;
			left -= n;
		}
		at += left; /* bytes that the trace does not have */
	}
	return at == here->len;
}

/* peer.c: conversations of the program with others.
 *
 * Recorded answers of a peer are true only for the connection that was recorded: to the same
 * address, and as long as the program says the same. A connection to another address is a different
 * one. If the program says something else to a peer that a rerun must not reach, nobody knows the
 * answer; the connection then ends.
 */
#include "env/replay/replay.h"

#include <errno.h>
#include <sys/syscall.h>

bool call_waits(i32 nr)
{
	const CallSpec *spec = call_spec(nr);
	return call_find_arg(spec, ARG_POLL) >= 0 || call_find_arg(spec, ARG_FDSET) >= 0 ||
		   call_find_arg(spec, ARG_EVENTS) >= 0;
}

/* True if the call sends what it sent in the recording, as far as the trace has it. */
static bool sends_same(const TraceCall *rec, const TraceCall *c)
{
	const CallSpec *spec = call_spec(c->nr);
	for (u32 i = 0; i < c->n_data; i++) {
		const TraceData *a = &c->data[i];
		ArgKind kind = ARG_KIND(spec->args[a->arg]);
		bool sent = kind == ARG_IN || kind == ARG_IOV_IN || kind == ARG_MSG_IN;
		if (a->dir != DATA_IN || !sent)
			continue;
		const TraceData *b = call_data(rec, a->arg, a->sub, DATA_IN);
		u32 n = !b ? 0 : a->len < b->len ? a->len : b->len;
		if (!b || b->held || a->full != b->full || memcmp(a->at, b->at, n) != 0)
			return false;
	}
	return true;
}

PeerState peer_state(const EnvRerun *r, const LiveTask *lt)
{
	u64 state = PEER_AS_RECORDED;
	if (lt->use.n_objects && r->roles.astray.len)
		intmap_get(&r->roles.astray, lt->use.objects[0], &state);
	return (PeerState)state;
}

void peer_follow(EnvRerun *r, const TracedTask *task, LiveTask *lt)
{
	if (!lt->use.n_objects)
		return;
	if (task->nr == SYS_connect)
		intmap_put(&r->roles.astray, lt->use.objects[0],
				   lt->call == UINT32_MAX ? PEER_ELSEWHERE : PEER_AS_RECORDED);
	if (lt->call == UINT32_MAX || !r->foreign || !r->foreign[lt->call] ||
		peer_state(r, lt) != PEER_AS_RECORDED)
		return;
	TraceCall c = pieces_call(&lt->pieces, task, 0, 0);
	if (sends_same(&r->script->trace->calls.at[lt->call], &c))
		return;
	r->differed = true;
	if (r->strict)
		intmap_put(&r->roles.astray, lt->use.objects[0], PEER_ASTRAY);
}

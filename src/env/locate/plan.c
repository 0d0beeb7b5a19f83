/* plan.c: chooses the cell for the reruns of a search.
 *
 * If the recorded run used network or IPC, the cell shares it with the system from the start:
 * without it, the cell would hide the cause, or be one. Everything else is private. If the program
 * does not fail in such a cell, one layer after the other is shared.
 */
#include "env/locate/locate.h"

#include <errno.h>
#include <sys/socket.h>
#include <sys/syscall.h>

static const struct {
	EnvSandboxShare bit;
	const char *name;
} layers[] = {{SANDBOX_NETWORK, "network"}, {SANDBOX_IPC, "System V IPC"}};

/* True for a name without a file: it belongs to the network. */
static bool is_abstract(const TraceCall *c)
{
	const TraceData *d =
		c->nr == SYS_bind || c->nr == SYS_connect ? call_data(c, 1, 0, DATA_IN) : NULL;
	return d && d->len > 2 && d->at[0] == AF_UNIX && d->at[1] == 0 && d->at[2] == 0;
}

/* The parts of the system, other than files, that a run used: EnvSandboxShare bits. */
static unsigned used_layers(const Trace *t)
{
	unsigned used = 0;
	for (u32 i = t->head; i < t->calls.len; i++) {
		const TraceCall *c = &t->calls.at[i];
		switch (c->nr) {
		case SYS_socket: used |= c->args[0] != AF_UNIX ? SANDBOX_NETWORK : 0; break;
		case SYS_bind:
		case SYS_connect: used |= is_abstract(c) ? SANDBOX_NETWORK : 0; break;
		case SYS_shmget:
		case SYS_semget:
		case SYS_msgget:
		case SYS_shmctl:
		case SYS_semctl:
		case SYS_msgctl:
		case SYS_shmat:
		case SYS_semop:
		case SYS_msgsnd:
		case SYS_msgrcv:
		case SYS_mq_open: used |= SANDBOX_IPC; break;
		default: break;
		}
	}
	return used;
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Collects the names that the recorded run changed. */
static void find_changed(Locator *l)
{
	const World *w = l->script.world;
	bool *met = xcalloc(world_path_count(w), 1);
	for (u32 i = l->trace.head; i < l->trace.calls.len; i++) {
		const CallUse *use = world_use(w, i);
		for (u8 k = 0; k < use->n_paths; k++) {
			u32 path = use->paths[k];
			if (!(use->path_use[k] & PATH_CHANGED) || met[path])
				continue;
			met[path] = true;
			vec_push(&l->changed, xstrdup(world_path(w, path)));
		}
	}
	if (l->changed.len)
		qsort(l->changed.at, l->changed.len, sizeof *l->changed.at, by_name);
	free(met);
}

bool plan_world(Locator *l)
{
	EnvSandboxPlan *plan = &l->judge.plan;
	EnvSandbox cell;
	Err why = {0};
	find_changed(l);
	plan->changed = &l->changed;
	plan->shared = used_layers(&l->trace);
	if (l->options->allowed >> HELD_SOCKETS & 1)
		plan->shared |= SANDBOX_NETWORK;
	if (l->options->allowed >> HELD_IPC & 1)
		plan->shared |= SANDBOX_IPC;
	if (l->options->in_place) {
		l->judge.in_place = true;
		return true;
	}
	if (!own_files_suffice(&why) || !env_sandbox_open(&cell, plan, &why)) {
		buf_adds(&l->no_world, why.text);
		return false;
	}
	l->own_user = cell.own_user;
	env_sandbox_close(&cell);
	return true;
}

static bool try_shared(Locator *l, unsigned bits, bool *failing, Err *err)
{
	unsigned before = l->judge.plan.shared;
	bool passed = true;
	l->judge.plan.shared |= bits;
	memset(l->replay, 0, l->trace.calls.len);
	bool ok = locator_try(l, l->replay, NULL, NULL, "more of the system shared", &passed, err);
	*failing = ok && !passed;
	if (!*failing)
		l->judge.plan.shared = before;
	return ok;
}

bool plan_share(Locator *l, bool *failing, Err *err)
{
	unsigned open = l->bad_world ? used_layers(&l->bad) & ~l->judge.plan.shared : 0;
	*failing = false;
	for (size_t i = 0; i < countof(layers); i++) {
		if (!(open & layers[i].bit))
			continue;
		if (!try_shared(l, layers[i].bit, failing, err))
			return false;
		if (*failing) {
			buf_addf(&l->shared, "%s", layers[i].name);
			return true;
		}
	}
	if (open != (SANDBOX_NETWORK | SANDBOX_IPC))
		return true;
	bool ok = try_shared(l, open, failing, err);
	if (*failing)
		buf_addf(&l->shared, "%s and %s", layers[0].name, layers[1].name);
	return ok;
}

/* ---- refused calls ---- */

/* True for a server that the program itself ran where it worked. If somebody else is there now,
 * that is not because of refused calls. */
static bool is_own_server(const Products *p, const Locator *l, u32 call)
{
	const CallUse *use = world_use(l->script.world, call);
	return l->trace.calls.at[call].nr == SYS_connect && use->n_paths &&
		   p->made[use->paths[0]] < call;
}

/* True if the call waits for the object: directly, or through an epoll object that watches it. */
static bool waits_for(const Locator *l, u32 call, u32 object)
{
	const World *w = l->script.world;
	const CallUse *use = world_use(w, call);
	if (!call_waits(l->trace.calls.at[call].nr))
		return false;
	for (u8 i = 0; i < use->n_objects; i++)
		if (use->objects[i] == object)
			return true;
	for (size_t i = 0; i < l->script.watchers.len && use->n_objects; i++) {
		const CallUse *watch = world_use(w, l->script.watchers.at[i]);
		if (watch->n_objects > 1 && watch->objects[0] == use->objects[0] &&
			watch->objects[1] == object)
			return true;
	}
	return false;
}

static void add_conversation(Locator *l, u32 object, bool talk)
{
	const World *w = l->script.world;
	for (u32 k = l->trace.head; k < l->trace.calls.len; k++) {
		const CallUse *use = world_use(w, k);
		bool on_it = use->made == object || (use->n_objects && use->objects[0] == object);
		if (on_it && talk)
			l->talk.calls[k] = true;
		if (on_it || waits_for(l, k, object))
			l->base[k] = true;
	}
}

/* An encrypted conversation can only be replayed with the random bytes that it was made from. */
static void add_random(Locator *l)
{
	const World *w = l->script.world;
	for (u32 i = l->trace.head; i < l->trace.calls.len; i++)
		if (is_random_call(w, i, &l->trace.calls.at[i]))
			l->base[i] = true;
}

/* A change of names that fails only in the sandbox is replayed, so the names are not as the recording
 * has them: later calls about them get their recorded results, too. */
static void add_names(Locator *l, u32 call)
{
	const World *w = l->script.world;
	const CallUse *change = world_use(w, call);
	for (u32 k = call + 1; k < l->trace.calls.len; k++) {
		const CallUse *use = world_use(w, k);
		for (u8 i = 0; i < use->n_paths; i++)
			for (u8 j = 0; j < change->n_paths; j++)
				if (use->paths[i] == change->paths[j])
					l->base[k] = true;
	}
}

bool plan_base(Locator *l, const CallObservation *seen)
{
	const World *w = l->script.world;
	bool any = false, talk = false;
	Products made;
	products_of(&l->trace, w, &made);
	for (u32 i = l->trace.head; i < l->trace.calls.len; i++) {
		const CallUse *use = world_use(w, i);
		const TraceCall *c = &l->trace.calls.at[i];
		/* A connection that is made in the background was made there as well. */
		bool worked = !is_error(c->ret) || c->ret == -EINPROGRESS;
		if (!seen[i].held || l->base[i] || !worked || is_own_server(&made, l, i))
			continue;
		u32 object = use->n_objects ? use->objects[0] : use->made;
		any = l->base[i] = true;
		u32 path = path_of_call(w, i);
		bool peer = object && path && !strncmp(world_path(w, path), "addr:", 5);
		talk |= peer;
		if (object)
			add_conversation(l, object, peer);
		else if (call_spec(c->nr)->class == CLASS_PATH)
			add_names(l, i);
	}
	if (talk)
		add_random(l);
	products_free(&made);
	return any;
}

void plan_no_base(Locator *l)
{
	memset(l->base, 0, l->trace.calls.len);
	memset(l->talk.calls, 0, l->trace.calls.len);
}

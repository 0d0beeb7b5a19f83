/* replay.c: runs one rerun. */
#include "env/replay/replay.h"
#include "env/trace/decode.h"
#include "env/record/head.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Seconds that an overwritten call may block, while all tasks sleep and in any case. */
static const double patience = 0.5, patience_at_work = 5;

void script_init(Script *s, const Trace *t)
{
	*s = (Script){.trace = t, .world = world_of_trace(t)};
	s->of_task = xcalloc(t->tasks.len, sizeof *s->of_task);
	for (u32 i = t->head; i < t->calls.len; i++)
		vec_push(&s->of_task[t->calls.at[i].task], i);
	match_prepare(s);
}

void script_free(Script *s)
{
	for (size_t i = 0; i < s->trace->tasks.len; i++)
		vec_free(&s->of_task[i]);
	free(s->of_task);
	match_free(s);
	env_world_free(s->world);
	keymap_free(&s->same_files);
	remap_free(&s->maps);
}

static LiveTask *live_of(EnvRerun *r, const TracedTask *task)
{
	return r->tasks.at[task->id];
}

static const TraceCall *recorded(const EnvRerun *r, u32 call)
{
	return &r->script->trace->calls.at[call];
}

/* ---- entry ---- */

static bool is_broken(const EnvRerun *r, u32 call)
{
	const CallUse *use = world_use(r->script->world, call);
	return use->n_objects && r->broken[use->objects[0]];
}

static Action map_action(EnvRerun *r, const TracedTask *task, const TraceCall *rec)
{
	const TraceData *bytes = call_data(rec, 4, SUB_MAPPING, DATA_OUT);
	if (!bytes || maps_shared(rec->args) || mapping_is_same(r, task, rec))
		return ACT_RUN;
	return ACT_MAP;
}

/* Calls that change nothing and whose answers contain numbers of this run: they are executed to get
 * these. */
static bool holds_numbers(i32 nr)
{
	const CallSpec *spec = call_spec(nr);
	for (int i = 0; i < 6; i++) {
		StructKind kind = (StructKind)ARG_PARAM(spec->args[i]);
		if (ARG_KIND(spec->args[i]) == ARG_OUTSTRUCT && (kind == ST_STAT || kind == ST_STATX))
			return true;
	}
	return nr == SYS_getsockname;
}

/* True if a call that creates a descriptor affects anything outside the process. */
static bool reaches_out(i32 nr)
{
	return call_find_arg(call_spec(nr), ARG_PATH) >= 0 || nr == SYS_accept || nr == SYS_accept4 ||
		   nr == SYS_mq_open || nr == SYS_open_by_handle_at;
}

/* True if the call prints: the output of a rerun must be what the program prints in it, also if the
 * result of the call is replayed. */
static bool prints(const EnvRerun *r, u32 call)
{
	const CallUse *use = world_use(r->script->world, call);
	const CallSpec *spec = call_spec(recorded(r, call)->nr);
	const WorldObject *o = use->n_objects ? world_object(r->script->world, use->objects[0]) : NULL;
	bool output = call_find_arg(spec, ARG_IN) >= 0 || call_find_arg(spec, ARG_IOV_IN) >= 0;
	return output && o && o->inherited && o->key != inherited_key(0);
}

static Action choose(EnvRerun *r, const TracedTask *task, u32 call)
{
	if (call == UINT32_MAX || !r->replay[call])
		return ACT_RUN;
	const TraceCall *rec = recorded(r, call);
	u8 class = call_spec(rec->nr)->class;
	if (rec->flags & (CALL_UNFINISHED | CALL_COMPAT) || class == CLASS_ALWAYS ||
		class == CLASS_UNKNOWN)
		return ACT_RUN;
	/* A call that failed there changed nothing there: the error alone is the answer. */
	if (is_error(rec->ret) && rec->ret != -EINPROGRESS)
		return ACT_INJECT;
	switch (class) {
	case CLASS_EXEC: return program_is_same(r, task, rec) ? ACT_RUN : ACT_PROGRAM;
	case CLASS_MAP: return map_action(r, task, rec);
	case CLASS_STATE:
	case CLASS_CLOSE: return ACT_OVERWRITE;
	case CLASS_QUERY: return holds_numbers(rec->nr) ? ACT_OVERWRITE : ACT_INJECT;
	case CLASS_FDNEW: return r->need[call] || !reaches_out(rec->nr) ? ACT_OVERWRITE : ACT_STAND;
	default:
		if (prints(r, call))
			return ACT_OVERWRITE;
		/* A copy that found the end there must not copy what is there here. */
		if (!r->need[call] || is_broken(r, call) || (copy_source(rec->nr) >= 0 && rec->ret == 0))
			return ACT_INJECT;
		return copy_can_replay(task, rec) ? ACT_COPY : ACT_OVERWRITE;
	}
}

/* The recorded answers are about another conversation if the socket left the recording. */
static Action choose_for_peer(EnvRerun *r, const TracedTask *task, LiveTask *lt)
{
	u8 class = call_spec(task->nr)->class;
	PeerState state = class == CLASS_CLOSE ? PEER_AS_RECORDED : peer_state(r, lt);
	if (state == PEER_AS_RECORDED)
		return choose(r, task, lt->call);
	if (state == PEER_ELSEWHERE || call_waits(task->nr) || class != CLASS_FDOP)
		return ACT_RUN;
	lt->denied = true;
	lt->denial = -ECONNRESET;
	return ACT_DENY;
}

/* True if the current call opens a named pipe, which blocks until somebody has its other end. */
static bool opens_pipe(const EnvRerun *r, const TracedTask *task)
{
	int arg = call_find_arg(call_spec(task->nr), ARG_PATH);
	Buf path = {0};
	PathTarget t = {0};
	bool pipe = arg >= 0 && mem_read_string(task->tid, task->args[arg], 4096, &path) &&
				target_find(r->guard, task, arg ? (int)task->args[arg - 1] : AT_FDCWD,
							buf_str(&path), true, &t) &&
				t.exists && S_ISFIFO(t.st.st_mode);
	target_free(&t);
	buf_free(&path);
	return pipe;
}

static void start_action(EnvRerun *r, TracedTask *task, LiveTask *lt)
{
	const TraceCall *rec = lt->call == UINT32_MAX ? NULL : recorded(r, lt->call);
	switch (lt->action) {
	case ACT_RUN: return;
	case ACT_DENY: reg_set_call(task->tid, -1); return;
	case ACT_COPY: reg_set_call(task->tid, -1); break;
	case ACT_INJECT:
		call_regions(task->tid, task->nr, task->args, rec->ret, DATA_OUT, &lt->regions);
		reg_set_call(task->tid, -1);
		break;
	case ACT_OVERWRITE:
		call_regions(task->tid, task->nr, task->args, rec->ret, DATA_OUT, &lt->regions);
		lt->since = now_seconds();
		lt->idle = r->pulse.idle;
		break;
	case ACT_MAP:
		reg_set_arg(task->tid, 3, (task->args[3] & ~(u64)MAP_TYPE) | MAP_PRIVATE | MAP_ANONYMOUS);
		reg_set_arg(task->tid, 4, (u64)-1);
		reg_set_arg(task->tid, 5, 0);
		break;
	case ACT_STAND:
		call_regions(task->tid, task->nr, task->args, rec->ret, DATA_OUT, &lt->regions);
		stand_in_begin(task, lt->denied || opens_pipe(r, task));
		break;
	case ACT_PROGRAM:
		if (!program_stand_in(r, task, lt->call))
			lt->action = ACT_RUN;
		break;
	}
	r->replayed++;
}

/* Translates a process number that the program can only have from the recording (such as a pid
 * file) to that of the process that plays the recorded one. */
static void translate_pids(EnvRerun *r, TracedTask *task)
{
	const CallSpec *spec = call_spec(task->nr);
	const Trace *t = r->script->trace;
	for (int i = 0; i < 6; i++) {
		pid_t pid = (pid_t)task->args[i];
		if (ARG_KIND(spec->args[i]) != ARG_PID || pid <= 0 || tracer_find(&r->tracer, pid))
			continue;
		for (u32 k = 0; k < r->tasks.len; k++) {
			u32 rec = r->tasks.at[k]->recorded;
			const TracedTask *live = r->tracer.tasks.at[k];
			if (rec == UINT32_MAX || t->tasks.at[rec].pid != (u32)pid || !live->live)
				continue;
			task->args[i] = (u64)live->tid;
			reg_set_arg(task->tid, i, task->args[i]);
			break;
		}
	}
}

/* True for a signal to a number that is only in the recording and that no process plays: the
 * process with that number on this system has nothing to do with the program. */
static bool hits_stranger(const EnvRerun *r, const TracedTask *task)
{
	const Trace *t = r->script->trace;
	i32 to = (i32)task->args[0];
	pid_t pid = to < 0 ? -to : to;
	bool sends = task->nr == SYS_kill || task->nr == SYS_tkill || task->nr == SYS_tgkill ||
				 task->nr == SYS_rt_sigqueueinfo;
	if (!sends || pid <= 1 || tracer_find((Tracer *)(uintptr_t)&r->tracer, pid))
		return false;
	for (size_t i = 0; i < t->tasks.len; i++)
		if (t->tasks.at[i].pid == (u32)pid)
			return true;
	return false;
}

/* Checks that an executed call does no harm. A call that is replayed anyway keeps its recorded
 * answer. */
static void guard(EnvRerun *r, TracedTask *task, LiveTask *lt)
{
	if (lt->action != ACT_RUN && lt->action != ACT_OVERWRITE && lt->action != ACT_STAND)
		return;
	lt->denial = -ESRCH;
	lt->denied =
		(r->replayed && hits_stranger(r, task)) || guard_check(r->guard, task, &lt->denial);
	if (lt->call != UINT32_MAX && r->guard->kept_apart)
		r->seen[lt->call].held = true;
	if (!lt->denied || lt->action == ACT_STAND)
		return;
	reg_set_call(task->tid, -1);
	if (lt->action == ACT_RUN)
		lt->action = ACT_DENY;
}

static void enter(Tracer *t, TracedTask *task)
{
	EnvRerun *r = t->user;
	LiveTask *lt = live_of(r, task);
	if (r->recorder)
		recorder_enter(r->recorder, task);
	pieces_reset(&lt->pieces);
	lt->call = UINT32_MAX;
	lt->action = ACT_RUN;
	lt->since = 0;
	lt->hush = false;
	lt->denied = false;
	if (task->compat) {
		/* Such a call is not observed to its end: it is answered here. */
		if (guard_check(r->guard, task, &lt->denial)) {
			reg_set_call(task->tid, -1);
			reg_set_result(task->tid, lt->denial);
		}
		return;
	}
	if (r->replayed)
		translate_pids(r, task);
	pieces_capture(&lt->pieces, &lt->regions, task, 0, DATA_IN);
	TraceCall c = pieces_call(&lt->pieces, task, 0, 0);
	world_describe(r->live, &c, &lt->use);
	lt->call = match_call(r, lt, &c);
	/* Once the kernel has closed it, another thread may get the number, before this call returns. */
	if (task->nr == SYS_close)
		world_apply(r->live, &c, 0, &lt->use);
	peer_follow(r, task, lt);
	lt->action = choose_for_peer(r, task, lt);
	guard(r, task, lt);
	if (lt->call != UINT32_MAX) {
		r->seen[lt->call].met = true;
		if (r->watch && r->watch->call == lt->call && !r->watch->happened)
			stack_of(task->tgid, task->tid, &r->watch->stack);
	}
	start_action(r, task, lt);
}

/* ---- exit ---- */

/* Adds the contents of the file that the watched call maps or executes, as one more piece. */
static void watch_file(CallWatch *w, const TracedTask *task, const Pieces *given, i64 ret,
					   TraceData *data)
{
	TraceData d = {.sub = SUB_MAPPING, .dir = DATA_OUT};
	MappedFile m = {0};
	if (task->nr == SYS_mmap)
		mapping_file(task, &m);
	if (m.len && m.len < 1 << 28) {
		u8 *whole = arena_alloc(w->arena, m.offset + m.len + 1);
		d.arg = 4;
		d.len = (u32)m.len;
		d.at = whole + m.offset;
		if (mapping_read(task, whole, m.offset + m.len) != m.offset + m.len)
			return;
	} else if (call_spec(task->nr)->class == CLASS_EXEC && !is_error(ret) && given->list.len) {
		Buf file = {0};
		/* The path is the first piece that the call read. */
		program_read(task, given->bytes.at + given->list.at[0].blob_at, &file);
		u8 *copy = arena_alloc(w->arena, file.len + 1);
		memcpy(copy, buf_str(&file), file.len + 1);
		d.arg = given->list.at[0].arg;
		d.len = (u32)file.len;
		d.at = copy;
		buf_free(&file);
	} else {
		return;
	}
	d.full = d.len;
	data[w->here.n_data++] = d;
}

/* Stores the memory that the watched call wrote. */
static void keep_watched(EnvRerun *r, TracedTask *task, LiveTask *lt, i64 ret)
{
	CallWatch *w = r->watch;
	if (!w || w->call != lt->call || lt->call == UINT32_MAX || w->happened)
		return;
	Pieces p = {0};
	Regions *scratch = xcalloc(1, sizeof *scratch);
	pieces_capture(&p, scratch, task, ret, DATA_OUT);
	w->here = pieces_call(&p, task, ret, 0);
	TraceData *data = arena_array(w->arena, TraceData, w->here.n_data + 1);
	for (u32 i = 0; i < w->here.n_data; i++) {
		data[i] = w->here.data[i];
		u8 *copy = arena_alloc(w->arena, (size_t)data[i].len + 1);
		memcpy(copy, data[i].at, data[i].len);
		data[i].at = copy;
	}
	watch_file(w, task, &lt->pieces, ret, data);
	w->here.data = data;
	w->happened = true;
	pieces_free(&p);
	free(scratch);
}

/* Marks a connection that does not exist here, so that no call waits for it again. */
static void note_broken(EnvRerun *r, LiveTask *lt, i64 real, const TraceCall *rec)
{
	const CallUse *use = world_use(r->script->world, lt->call);
	bool late = now_seconds() - lt->since >= patience;
	bool dead =
		rec->nr == SYS_connect || real == -EPIPE || real == -ENOTCONN || real == -ECONNRESET;
	if (is_error(real) && !is_error(rec->ret)) {
		lt->hush = real == -EPIPE || real == -EFBIG;
		if (use->n_objects && (dead || late))
			r->broken[use->objects[0]] = true;
	}
}

static void note_answer(EnvRerun *r, const LiveTask *lt, i64 ret)
{
	if (lt->call == UINT32_MAX)
		return;
	r->seen[lt->call].executed = true;
	r->seen[lt->call].ret = ret;
}

/* Where the program worked, the new name did not exist. Here the file is moved over the existing
 * one, inside the cell, so that later calls find the same as there. */
static void rename_over(TracedTask *task, i64 real)
{
	u64 args[6];
	memcpy(args, task->args, sizeof args);
	args[4] = 0;
	if (task->nr == SYS_renameat2 && real == -EEXIST)
		inject_call(task->tid, SYS_renameat2, args, &task->signal);
}

/* The same for a file that must not exist before: it is removed inside the cell and created. */
static i64 create_anew(TracedTask *task, i64 real)
{
	bool at = task->nr == SYS_openat;
	u64 flags = task->args[at ? 2 : 1], args[6];
	if ((!at && task->nr != SYS_open) || real != -EEXIST || !(flags & O_EXCL))
		return real;
	u64 name[6] = {at ? task->args[0] : (u64)AT_FDCWD, task->args[at ? 1 : 0]};
	if (inject_call(task->tid, SYS_unlinkat, name, &task->signal) != 0)
		return real;
	memcpy(args, task->args, sizeof args);
	return inject_call(task->tid, task->nr, args, &task->signal);
}

static i64 finish_overwrite(EnvRerun *r, TracedTask *task, LiveTask *lt, i64 real)
{
	const TraceCall *rec = recorded(r, lt->call);
	note_answer(r, lt, real);
	note_broken(r, lt, real, rec);
	if (rec->nr == SYS_bind && is_error(real))
		bind_elsewhere(task);
	if (r->cell && !lt->denied) {
		rename_over(task, real);
		real = create_anew(task, real);
	}
	inject_memory(r, task, lt, real);
	i64 ret = call_spec(rec->nr)->class == CLASS_FDNEW ? inject_descriptor(r, task, lt->call, real)
													   : translate_result(task, rec, real);
	reg_set_result(task->tid, ret);
	return ret;
}

static i64 finish_stand_in(EnvRerun *r, TracedTask *task, LiveTask *lt, i64 fd)
{
	stand_in_end(task);
	inject_memory(r, task, lt, fd);
	i64 ret = inject_descriptor(r, task, lt->call, fd);
	reg_set_result(task->tid, ret);
	return ret;
}

static i64 finish_inject(EnvRerun *r, TracedTask *task, LiveTask *lt)
{
	i64 ret = translate_result(task, recorded(r, lt->call), -ENOSYS);
	inject_memory(r, task, lt, -ENOSYS);
	reg_set_result(task->tid, ret);
	return ret;
}

static i64 finish_map(EnvRerun *r, TracedTask *task, LiveTask *lt, i64 ret)
{
	const TraceData *bytes = call_data(recorded(r, lt->call), 4, SUB_MAPPING, DATA_OUT);
	if (!is_error(ret) && bytes)
		mem_write(task->tid, (u64)ret, bytes->at, bytes->len);
	/* Restores the program's registers. */
	reg_set_arg(task->tid, 3, task->args[3]);
	reg_set_arg(task->tid, 4, task->args[4]);
	reg_set_arg(task->tid, 5, task->args[5]);
	r->seen[lt->call].executed = true;
	r->seen[lt->call].ret = ret;
	return ret;
}

/* Replaces identity and system name in answers if they could not be set for the process. */
static i64 apply_facade(EnvRerun *r, TracedTask *task, i64 ret)
{
	const Trace *t = r->script->trace;
	for (u32 i = 0; i < t->head; i++) {
		const TraceCall *c = &t->calls.at[i];
		const TraceData *d = call_data(c, 0, 0, DATA_OUT);
		if (!r->replay[i])
			continue;
		if (c->nr == PSEUDO_UNAME && task->nr == SYS_uname && ret == 0 && d)
			mem_write(task->tid, task->args[0], d->at, d->len < 390 ? d->len : 390);
		if (c->nr != PSEUDO_IDS || geteuid() == 0)
			continue;
		static const i32 ids[] = {SYS_getuid, SYS_geteuid, SYS_getgid, SYS_getegid};
		for (size_t k = 0; k < countof(ids); k++)
			if (task->nr == ids[k]) {
				ret = (i64)c->args[k];
				reg_set_result(task->tid, ret);
			}
	}
	return ret;
}

/* Sends signals that came from outside in the recorded run, at the same place. */
static void send_signals(EnvRerun *r, const TracedTask *task, const LiveTask *lt)
{
	const Trace *t = r->script->trace;
	if (lt->call == UINT32_MAX || !r->replay[lt->call])
		return;
	for (size_t i = 0; i < t->signals.len; i++) {
		const TraceSignal *s = &t->signals.at[i];
		if (s->outer && s->task == lt->recorded && s->position == lt->pos)
			syscall(SYS_tgkill, task->tgid, task->tid, s->signo);
	}
}

/* Returns the answer of an executed call as it would be outside, or the guard's answer for a
 * refused one. */
static i64 guarded_answer(EnvRerun *r, TracedTask *task, const LiveTask *lt, i64 ret)
{
	if (lt->denied)
		return lt->action == ACT_STAND ? ret : lt->denial;
	if (lt->action != ACT_RUN && lt->action != ACT_OVERWRITE)
		return ret;
	guard_translate(r->guard, task, ret);
	if (task->compat)
		return ret;
	if (r->cell)
		ret = copy_inside(task, ret);
	guard_learn(r->guard, task, ret);
	if (lt->call != UINT32_MAX && r->guard->kept_apart)
		r->seen[lt->call].held = true;
	return ret;
}

static void leave(Tracer *t, TracedTask *task, i64 ret)
{
	EnvRerun *r = t->user;
	LiveTask *lt = live_of(r, task);
	ret = guarded_answer(r, task, lt, ret);
	if (task->compat) {
		if (r->recorder)
			recorder_leave(r->recorder, task, ret);
		return;
	}
	bool answered = lt->action == ACT_OVERWRITE || lt->action == ACT_INJECT;
	if (ret <= -512 && ret >= -516 && !answered)
		return; /* interrupted; it will be restarted */
	if (lt->action == ACT_RUN || lt->action == ACT_OVERWRITE || lt->action == ACT_DENY)
		keep_watched(r, task, lt, ret);
	switch (lt->action) {
	case ACT_RUN:
		note_answer(r, lt, ret);
		ret = apply_facade(r, task, ret);
		break;
	case ACT_DENY:
		note_answer(r, lt, ret);
		reg_set_result(task->tid, ret);
		break;
	case ACT_INJECT: ret = finish_inject(r, task, lt); break;
	case ACT_COPY:
		copy_replay(task, recorded(r, lt->call));
		ret = recorded(r, lt->call)->ret;
		reg_set_result(task->tid, ret);
		break;
	case ACT_STAND: ret = finish_stand_in(r, task, lt, ret); break;
	case ACT_OVERWRITE: ret = finish_overwrite(r, task, lt, ret); break;
	case ACT_MAP: ret = finish_map(r, task, lt, ret); break;
	case ACT_PROGRAM:
		if (is_error(ret))
			reg_set_arg(task->tid, program_arg(recorded(r, lt->call)),
						task->args[program_arg(recorded(r, lt->call))]);
		break;
	}
	lt->since = 0;
	translate_learn(r, task, lt);
	if (r->recorder)
		recorder_leave(r->recorder, task, ret);
	if (call_spec(task->nr)->class == CLASS_FDNEW)
		pieces_capture(&lt->pieces, &lt->regions, task, ret, DATA_OUT);
	TraceCall c = pieces_call(&lt->pieces, task, ret, 0);
	if (task->nr != SYS_close)
		world_apply(r->live, &c, 0, &lt->use);
	if (lt->call != UINT32_MAX && lt->use.made)
		intmap_put(&r->roles.plays, lt->use.made, world_use(r->script->world, lt->call)->made);
	send_signals(r, task, lt);
}

/* ---- the rest of a run ---- */

static void born(Tracer *t, TracedTask *task)
{
	EnvRerun *r = t->user;
	LiveTask *lt = xcalloc(1, sizeof *lt);
	lt->call = UINT32_MAX;
	lt->recorded = task->id ? match_task(r, task) : 0;
	vec_push(&r->tasks, lt);
	world_pid(r->live, (u32)task->tid);
	if (task->id)
		world_task(r->live, task->id, task->parent, task->thread);
	if (r->recorder)
		recorder_born(r->recorder, task);
}

static void executed(Tracer *t, TracedTask *task, bool first)
{
	EnvRerun *r = t->user;
	if (first)
		head_apply_auxv(r->script->trace, r->replay, task->tid);
	if (r->recorder && first)
		recorder_head(r->recorder, task, r->launch.argv, r->launch.envp);
	else if (r->recorder)
		recorder_executed(r->recorder, task);
}

static bool signalled(Tracer *t, TracedTask *task, const siginfo_t *info)
{
	EnvRerun *r = t->user;
	LiveTask *lt = live_of(r, task);
	if (r->recorder && !t->draining)
		recorder_signal(r->recorder, t, task, info);
	return !(lt->hush && (info->si_signo == SIGPIPE || info->si_signo == SIGXFSZ));
}

static void ended(Tracer *t, TracedTask *task, int status)
{
	EnvRerun *r = t->user;
	if (r->recorder)
		recorder_ended(r->recorder, task, status);
}

/* An overwritten call may block because nobody answers it here; interrupts it. */
static void interrupt_blocked(EnvRerun *r)
{
	double now = now_seconds();
	for (size_t i = 0; i < r->tasks.len; i++) {
		const TracedTask *task = r->tracer.tasks.at[i];
		const LiveTask *lt = r->tasks.at[i];
		if (task->live && task->in_call && lt->since > 0 &&
			(r->pulse.idle - lt->idle >= patience || now - lt->since >= patience_at_work))
			ptrace(PTRACE_INTERRUPT, task->tid, NULL, NULL);
	}
}

static bool tick(Tracer *t)
{
	EnvRerun *r = t->user;
	pulse_take(&r->pulse, t);
	interrupt_blocked(r);
	return r->tick(r);
}

static void other_ended(Tracer *t, pid_t pid, int status)
{
	EnvRerun *r = t->user;
	if (r->other_ended)
		r->other_ended(r, pid, status);
}

static bool refuse(Tracer *t, TracedTask *task, i64 *ret)
{
	EnvRerun *r = t->user;
	return guard_check(r->guard, task, ret);
}

/* In the child: opens the recorded descriptors that are missing here, with what was read from
 * them. */
static void give_descriptors(const EnvRerun *r)
{
	const Trace *t = r->script->trace;
	for (u32 i = 0; i < t->head; i++) {
		const TraceCall *c = &t->calls.at[i];
		int fd = (int)c->args[0];
		if (c->nr != PSEUDO_FDS || !r->replay[i] || fd < 3 || fd > 1023 ||
			!own_descriptor_was_closed(fd))
			continue;
		Buf contents = {0};
		for (u32 k = 1; k < world_object_count(r->script->world); k++) {
			const WorldObject *o = world_object(r->script->world, k);
			if (o->inherited && o->key == inherited_key(fd))
				recorded_contents(r->script, k, &contents);
		}
		int own = memfd_create("drift", 0);
		if (own >= 0 && write(own, buf_str(&contents), contents.len) >= 0)
			lseek(own, 0, SEEK_SET);
		if (own >= 0 && own != fd) {
			dup2(own, fd);
			close(own);
		}
		buf_free(&contents);
	}
}

static void prepare(void *user)
{
	EnvRerun *r = user;
	/* Without isolation, there is no rerun. */
	if (r->cell && (!env_sandbox_enter(r->cell) || !env_sandbox_cut_descriptors(3, !r->fed)))
		_exit(126);
	if (r->limits) {
		own_limits_restore(r->limits);
		own_signals_set(r->limits->blocked, r->limits->ignored);
	}
	head_apply(r->script->trace, r->replay);
	give_descriptors(r);
}

static void begin_world(EnvRerun *r)
{
	const Trace *t = r->script->trace;
	r->live = world_new();
	char *cwd = getcwd(NULL, 0);
	world_set_cwd(r->live, 0, cwd ? cwd : "/");
	free(cwd);
	for (u32 i = 0; i < t->head; i++) {
		const TraceCall *c = &t->calls.at[i];
		const TraceData *d = call_data(c, c->nr == PSEUDO_FDS, 0, DATA_OUT);
		if (c->nr == PSEUDO_FDS && d && c->args[0] < 65536)
			world_inherit(r->live, (int)c->args[0], (const char *)d->at);
		else if (c->nr == PSEUDO_CWD && d && r->replay[i] && is_directory((const char *)d->at))
			world_set_cwd(r->live, 0, (const char *)d->at);
	}
}

static bool is_replaying(const EnvRerun *r)
{
	for (u32 i = 0; i < r->script->trace->calls.len; i++)
		if (r->replay[i])
			return true;
	return false;
}

bool rerun(EnvRerun *r, Err *err)
{
	static const TracerOps ops = {.enter = enter,
								  .leave = leave,
								  .born = born,
								  .executed = executed,
								  .signalled = signalled,
								  .ended = ended,
								  .tick = tick,
								  .refuse = refuse,
								  .other_ended = other_ended};
	const Trace *t = r->script->trace;
	Arena arena = {0};
	r->need = xcalloc(t->calls.len, 1);
	r->broken = xcalloc(world_object_count(r->script->world), 1);
	r->taken = xcalloc(t->calls.len, 1);
	r->free_same = xcalloc(t->calls.len, sizeof *r->free_same);
	r->parted = UINT32_MAX;
	world_needs(r->script->world, t, r->replay, r->need);
	begin_world(r);
	pulse_begin(&r->pulse);
	r->tracer = (Tracer){.ops = &ops, .user = r};
	r->launch.prepare = prepare;
	r->launch.user = r;
	r->launch.envp = head_environment(t, r->replay, r->launch.envp, &arena);
	char *program = program_of_head(r);
	r->launch.file = program;
	guard_begin(r->guard, r->cell, &r->tracer, !is_replaying(r));
	bool ok = tracer_start(&r->tracer, &r->launch, err);
	free(program);
	if (ok)
		tracer_run(&r->tracer);
	guard_end(r->guard);
	for (size_t i = 0; i < r->tasks.len; i++) {
		pieces_free(&r->tasks.at[i]->pieces);
		free(r->tasks.at[i]);
	}
	vec_free(&r->tasks);
	env_world_free(r->live);
	free(r->need);
	free(r->broken);
	free(r->taken);
	free(r->free_same);
	vec_free(&r->watched);
	vec_free(&r->files);
	keymap_free(&r->identities);
	intmap_free(&r->roles.astray);
	intmap_free(&r->roles.plays);
	tracer_free(&r->tracer);
	arena_free(&arena);
	return ok;
}

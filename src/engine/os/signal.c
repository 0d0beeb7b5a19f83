/* signal.c: signals of a process to itself, and the alarm, the only asynchronous one. */
#include "engine/os/calls.h"
#include "engine/os/family/family.h"

#ifndef SS_AUTODISARM
#define SS_AUTODISARM (1u << 31)
#endif

static u64 bit(int number)
{
	return 1ull << (number - 1);
}

static const u64 UNBLOCKABLE = 1ull << (SIGKILL - 1) | 1ull << (SIGSTOP - 1);

static bool ignored_by_default(int number)
{
	return number == SIGCHLD || number == SIGURG || number == SIGWINCH || number == SIGCONT;
}

static bool stops_by_default(int number)
{
	return number == SIGSTOP || number == SIGTSTP || number == SIGTTIN || number == SIGTTOU;
}

static bool ignored(const Os *os, int number)
{
	u64 handler = os->process.actions[number].handler;
	return handler == (u64)(uintptr_t)SIG_IGN || (!handler && ignored_by_default(number));
}

static SignalNote from_self(const Os *os, int number, i32 code)
{
	return (SignalNote){number, code, (i32)os_self(os), os->process.ids.uid, 0, {0}};
}

void os_signal_send(Os *os, SignalNote note)
{
	if (!ignored(os, note.number) || (os->process.blocked & bit(note.number)))
		os_queue_add(os, note);
}

/* A timer has no sender. A signal that the process causes by its own write counts as sent by itself. */
void os_signal_add(Os *os, int number)
{
	if (number == SIGALRM)
		os_signal_send(os, (SignalNote){.number = number, .code = SI_KERNEL});
	else
		os_signal_send(os, from_self(os, number, SI_USER));
}

/* The next to be delivered: those the program's own instructions raise come first. 0 if none. */
static int next_signal(Os *os)
{
	static const u64 synchronous = 1ull << (SIGSEGV - 1) | 1ull << (SIGBUS - 1) |
								   1ull << (SIGILL - 1) | 1ull << (SIGTRAP - 1) |
								   1ull << (SIGFPE - 1) | 1ull << (SIGSYS - 1);
	for (;;) {
		u64 due = os->process.pending & ~os->process.blocked;
		if (!due)
			return 0;
		if (due & synchronous)
			due &= synchronous;
		int number = __builtin_ctzll(due) + 1;
		if (!ignored(os, number))
			return number;
		os_queue_drop(os, number);
	}
}

bool os_signal_waits(const Os *os)
{
	return os->process.pending & ~os->process.blocked;
}

bool os_signal_due(Os *os)
{
	return next_signal(os) != 0;
}

bool os_signal_restarts(Os *os)
{
	int number = next_signal(os);
	return number && os->process.actions[number].handler &&
		   (os->process.actions[number].flags & SA_RESTART);
}

OsStatus os_signal_deliver(Os *os, i64 *result)
{
	int number = next_signal(os);
	if (!number)
		return OS_DONE;
	if (os->process.actions[number].handler)
		return OS_SIGNAL;
	os_queue_take(os, number);
	if (stops_by_default(number)) {
		os_refuse(os, "stopping the process (signal %d)", number);
		return OS_UNSUPPORTED;
	}
	*result = number;
	return OS_KILLED;
}

static void push_frame(Os *os, int number, u64 mask)
{
	if (os->process.n_frames ==
		OS_FRAMES) /* left behind by longjmp out of handlers: forget the oldest */
		memmove(os->process.frames, os->process.frames + 1,
				sizeof *os->process.frames * (size_t)--os->process.n_frames);
	os->process.frames[os->process.n_frames++] = (SignalFrame){number, mask};
}

bool os_take_signal(Os *os, OsSignal *sig)
{
	int number = next_signal(os);
	if (!number)
		return false;
	SignalAction *act = &os->process.actions[number];
	SignalNote note = os_queue_take(os, number);
	*sig = (OsSignal){.number = number, .handler = act->handler, .info = act->flags & SA_SIGINFO};
	os_signal_tell(&note, sig->output, sig->tags);
	if (!act->handler)
		return true;
	push_frame(os, number,
			   os->process.waits->suspended ? os->process.waits->suspended_mask
											: os->process.blocked);
	os->process.waits->suspended = false;
	os->process.blocked |= act->mask | (act->flags & SA_NODEFER ? 0 : bit(number));
	os->process.blocked &= ~UNBLOCKABLE;
	if (act->flags & SA_RESETHAND)
		act->handler = 0;
	return true;
}

void os_signal_done(Os *os, int number)
{
	for (int i = os->process.n_frames; i-- > 0;)
		if (os->process.frames[i].number == number) {
			os->process.blocked = os->process.frames[i].mask;
			os->process.n_frames = i;
			return;
		}
}

u64 os_blocked(const Os *os)
{
	return os->process.blocked;
}

void os_set_blocked(Os *os, u64 mask)
{
	os->process.blocked = mask & ~UNBLOCKABLE;
}

int os_handled(const Os *os, u64 set)
{
	for (; set; set &= set - 1) {
		int number = __builtin_ctzll(set) + 1;
		u64 handler = os->process.actions[number].handler;
		if (handler != (u64)(uintptr_t)SIG_DFL && handler != (u64)(uintptr_t)SIG_IGN)
			return number;
	}
	return 0;
}

OsStatus os_raise(Os *os, int number, i64 *result)
{
	bool fault = number == SIGSEGV || number == SIGFPE || number == SIGBUS || number == SIGILL;
	bool deaf = (os->process.blocked & bit(number)) || ignored(os, number);
	os->status = OS_DONE;
	*result = 0;
	if (fault && deaf) { /* the kernel does not let a process sleep through these */
		*result = number;
		return OS_KILLED;
	}
	os_signal_add(os, number);
	return os_signal_deliver(os, result);
}

void os_signals_reset(Os *os)
{
	if (os->process.actions_changed)
		memset(os->process.actions, 0, OS_SIGNALS * sizeof *os->process.actions);
	os->process.actions_changed = false;
	os->process.blocked = os->process.pending = 0;
	os->process.waits->n_notes = 0;
	os->process.signal_stack = (SignalStack){0};
	os->process.waits->suspended = false;
	os->process.n_frames = 0;
	os->process.alarm = (OsTimer){0};
}

/* ---- calls ---- */

/* What is done at a signal was not said by the run. abort ends it whatever that is. */
static void ask_action(Os *os, int number)
{
	if (!(os->process.seen.own_actions & bit(number)) && !(bit(number) & UNBLOCKABLE))
		os_ask_inherited(os, "handling of signals");
}

static void ask_mask(Os *os)
{
	if (!(os->process.seen.own & OWN_MASK))
		os_ask_inherited(os, "mask of signals");
}

i64 sys_rt_sigaction(Os *os, const u64 *a)
{
	int number = (int)a[0];
	SignalAction act;
	if (a[3] != 8 || number < 1 || number >= OS_SIGNALS ||
		(a[1] && (number == SIGKILL || number == SIGSTOP)))
		return -EINVAL;
	if (a[1] && !os_get(os, a[1], &act, sizeof act))
		return 0;
	if (a[2] && !os_set(os, a[2], &os->process.actions[number], sizeof act))
		return 0;
	if (a[2])
		ask_action(os, number);
	if (a[1]) {
		os->process.seen.own_actions |= bit(number);
		act.mask &= ~UNBLOCKABLE;
		os->process.actions[number] = act;
		os->process.actions_changed = true;
		if (ignored(os, number))
			os_queue_drop(os, number);
		os_outside_listen(os);
	}
	return 0;
}

i64 sys_rt_sigprocmask(Os *os, const u64 *a)
{
	u64 set, old = os->process.blocked;
	if (a[3] != 8)
		return -EINVAL;
	if (a[1]) {
		if (!os_get(os, a[1], &set, sizeof set))
			return 0;
		switch ((int)a[0]) {
		case SIG_BLOCK: os->process.blocked |= set & ~UNBLOCKABLE; break;
		case SIG_UNBLOCK: os->process.blocked &= ~set; break;
		case SIG_SETMASK: os->process.blocked = set & ~UNBLOCKABLE; break;
		default: return -EINVAL;
		}
		os_outside_listen(os);
	}
	if (a[2] && os_set(os, a[2], &old, sizeof old))
		ask_mask(os);
	if (a[1] && (int)a[0] == SIG_SETMASK)
		os->process.seen.own |= OWN_MASK;
	return 0;
}

i64 sys_rt_sigpending(Os *os, const u64 *a)
{
	u64 set = os->process.pending & os->process.blocked;
	if (a[1] > 8)
		return -EINVAL;
	os_ask_inherited(os, "mask of signals"); /* a blocked one may be pending from before */
	os_set(os, a[0], &set, a[1]);
	return 0;
}

/* The alarm can end a wait, or somebody else where the subject listens. */
static i64 wait_for_signal(Os *os, const char *call)
{
	if (os->family && os_block(os, -1) == WAIT_BLOCKED)
		return 0;
	while (!next_signal(os))
		if (!os_alarm_wait(os, -1) && (!os->outside.open || os_outside_wait(os, -1)))
			return os_refuse(os, "%s: no signal will come, the process would wait for ever", call);
	return -EINTR;
}

i64 sys_pause(Os *os, const u64 *a)
{
	(void)a;
	return wait_for_signal(os, "pause");
}

i64 sys_rt_sigsuspend(Os *os, const u64 *a)
{
	u64 mask;
	if (a[1] != 8)
		return -EINVAL;
	if (!os_get(os, a[0], &mask, sizeof mask))
		return 0;
	if (!os->process.waits->suspended) /* else it is repeated */
		os->process.waits->suspended_mask = os->process.blocked;
	os->process.waits->suspended = true;
	os->process.blocked = mask & ~UNBLOCKABLE;
	return wait_for_signal(os, "sigsuspend");
}

i64 sys_rt_sigtimedwait(Os *os, const u64 *a)
{
	u64 set;
	struct timespec t = {0};
	if (a[3] != 8)
		return -EINVAL;
	if (!os_get(os, a[0], &set, sizeof set) || (a[2] && !os_get(os, a[2], &t, sizeof t)))
		return 0;
	i64 limit = a[2] ? t.tv_sec * 1000000000 + t.tv_nsec : -1;
	if (os->family && !(os->process.pending & set)) {
		if (os_block(os, limit) == WAIT_BLOCKED)
			return 0;
	} else if (!(os->process.pending & set) && !os_alarm_wait(os, limit)) {
		if (limit < 0)
			return os_refuse(os, "sigwait: no signal will come, the process would wait for ever");
		os_clock_pass(os, limit);
	}
	u64 due = os->process.pending & set;
	os_ask_inherited(os, "mask of signals");
	if (!due)
		return os_signal_waits(os) ? -EINTR : -EAGAIN;
	SignalNote note = os_queue_take(os, __builtin_ctzll(due) + 1);
	os_ask_decides(os, WORLD_PID);
	if (a[1]) {
		u8 info[OS_SIGNAL_INFO];
		Tag tags[OS_SIGNAL_INFO];
		os_signal_tell(&note, info, tags);
		os_set_tagged(os, a[1], info, tags, sizeof info);
	}
	return note.number;
}

static bool on_signal_stack(const Os *os)
{
	for (int i = 0; i < os->process.n_frames && os->process.signal_stack.size; i++)
		if (os->process.actions[os->process.frames[i].number].flags & SA_ONSTACK)
			return true;
	return false;
}

enum { LARGE_STACK = 1 << 15 }; /* enough on every processor */

/* It is only remembered: the machine runs handlers where it likes. */
i64 sys_sigaltstack(Os *os, const u64 *a)
{
	SignalStack old = os->process.signal_stack, given;
	old.flags = !old.size ? SS_DISABLE : on_signal_stack(os) ? SS_ONSTACK : old.flags;
	if (a[0]) {
		if (!os_get(os, a[0], &given, sizeof given))
			return 0;
		if (on_signal_stack(os))
			return -EPERM;
		if (given.flags & ~(SS_ONSTACK | SS_DISABLE | (i32)SS_AUTODISARM))
			return -EINVAL;
		if (!(given.flags & SS_DISABLE) && given.size < LARGE_STACK)
			os_ask(os, WORLD_PROCESSOR); /* room for its registers is needed */
		if (!(given.flags & SS_DISABLE) && given.size < 2048)
			return -ENOMEM;
		os->process.signal_stack = given.flags & SS_DISABLE ? (SignalStack){0} : given;
		os->process.signal_stack.flags &= (i32)SS_AUTODISARM;
		os->process.signal_stack.pad = 0;
	}
	if (a[1])
		os_set(os, a[1], &old, sizeof old);
	return 0;
}

/* A handler with SA_SIGINFO gets the process id and the user of the sender. */
static void ask_sender(Os *os, int number)
{
	if (!(os->process.actions[number].flags & SA_SIGINFO) && !(os->process.blocked & bit(number)))
		return;
	os_ask_decides(os, WORLD_PID);
	os_ask_decides(os, WORLD_UID);
}

/* surely: the signal ends the process, whatever its handler would do. */
static i64 send(Os *os, i64 pid, SignalNote note, bool surely)
{
	i64 self = os_self(os);
	int number = note.number;
	if (number < 0 || number >= OS_SIGNALS)
		return -EINVAL;
	if (pid)
		os_ask_decides(os, WORLD_PID);
	if (os->family)
		return family_send(os, pid, note);
	if (pid != self && pid != 0 && pid != -self)
		os_ask_others(os);
	if (pid != self && pid != 0 && pid != -self)
		return pid == sys_getppid(os, NULL) ? -EPERM : -ESRCH;
	if (!number)
		return 0;
	if (!surely) {
		ask_action(os, number);
		ask_sender(os, number);
	}
	os_signal_send(os, note);
	return 0;
}

i64 sys_kill(Os *os, const u64 *a)
{
	return send(os, (i32)a[0], from_self(os, (int)a[1], SI_USER), false);
}

i64 sys_tkill(Os *os, const u64 *a)
{
	if ((i32)a[0] <= 0 || a[1] >= OS_SIGNALS)
		return -EINVAL;
	if (os->family)
		return family_send_thread(os, 0, (i32)a[0], from_self(os, (int)a[1], SI_TKILL));
	return send(os, (i32)a[0], from_self(os, (int)a[1], SI_TKILL), false);
}

i64 sys_tgkill(Os *os, const u64 *a)
{
	if ((i32)a[0] <= 0 || (i32)a[1] <= 0)
		return -EINVAL;
	if (os->family && a[2] < OS_SIGNALS)
		return family_send_thread(os, (i32)a[0], (i32)a[1], from_self(os, (int)a[2], SI_TKILL));
	if ((i32)a[0] != (i32)a[1])
		return -ESRCH;
	return send(os, (i32)a[0], from_self(os, (int)a[2], SI_TKILL), a[3] == OS_INSIDE);
}

i64 sys_rt_sigqueueinfo(Os *os, const u64 *a)
{
	SignalNote note = {.number = (int)a[1]};
	if (!os_signal_read(os, a[2], &note))
		return 0;
	return send(os, (i32)a[0], note, false);
}

/* refuse.c: the list of refused effects, and calls that are always refused. */
#include "env/sandbox/refuse.h"

#include <errno.h>
#include <fcntl.h>
#include <seccomp.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/timex.h>
#include <unistd.h>

static const char *const names[HELD_KINDS + 1] = {
	[HELD_PROCESSES] = "processes", [HELD_SOCKETS] = "sockets",
	[HELD_DEVICES] = "devices",     [HELD_IPC] = "ipc",
	[HELD_MOUNTS] = "mounts",       [HELD_CLOCK] = "clock",
	[HELD_REBOOT] = "reboot",       [HELD_KERNEL] = "kernel",
	[HELD_FILES] = "files",
};

const char *held_kind_name(HeldKind kind)
{
	return names[kind];
}

unsigned held_kinds(const char *name)
{
	if (!strcmp(name, "all"))
		return (1u << HELD_KINDS) - 1;
	if (!strcmp(name, "signals"))
		return 1u << HELD_PROCESSES;
	for (unsigned i = 0; i < HELD_KINDS; i++)
		if (!strcmp(name, names[i]))
			return 1u << i;
	return 0;
}

void held_kinds_list(Buf *b)
{
	for (size_t i = 0; i < HELD_KINDS; i++)
		buf_addf(b, "%s%s", i ? ", " : "", names[i]);
}

/* ---- refused effects ---- */

static void note(Guard *g, HeldKind kind, bool isolated, const char *what)
{
	g->kept_apart = true;
	for (size_t i = 0; i < g->held.len; i++) {
		Held *h = &g->held.at[i];
		if (h->kind == kind && h->isolated == isolated && !strcmp(h->what, what)) {
			h->count++;
			h->original |= g->original;
			return;
		}
	}
	/* Enough; a loop over all processes would add one entry for each. */
	enum { MAX_HELD = 1000 };
	if (g->held.len >= MAX_HELD)
		return;
	Held h = {.kind = kind,
			  .what = xstrdup(what),
			  .count = 1,
			  .original = g->original,
			  .isolated = isolated};
	vec_push(&g->held, h);
}

bool guard_hold(Guard *g, HeldKind kind, const char *format, ...)
{
	va_list ap;
	Buf b = {0};
	if (g->allowed >> kind & 1)
		return false;
	va_start(ap, format);
	buf_vaddf(&b, format, ap);
	va_end(ap);
	note(g, kind, false, buf_str(&b));
	buf_free(&b);
	return true;
}

void guard_note_isolated(Guard *g, HeldKind kind, const char *format, ...)
{
	va_list ap;
	Buf b = {0};
	va_start(ap, format);
	buf_vaddf(&b, format, ap);
	va_end(ap);
	note(g, kind, true, buf_str(&b));
	buf_free(&b);
}

bool guard_owns_process(const Guard *g, pid_t pid)
{
	for (size_t i = 0; i < g->tracer->tasks.len; i++) {
		const TracedTask *t = g->tracer->tasks.at[i];
		if (t->live && (t->tid == pid || t->tgid == pid))
			return true;
	}
	return false;
}

/* ---- calls that are refused whatever their arguments ---- */

static const struct {
	u16 nr;
	u8 kind;
} whole[] = {
	{SYS_mount, HELD_MOUNTS},
	{SYS_umount2, HELD_MOUNTS},
	{SYS_pivot_root, HELD_MOUNTS},
	{SYS_fsopen, HELD_MOUNTS},
	{SYS_fspick, HELD_MOUNTS},
	{SYS_fsmount, HELD_MOUNTS},
	{SYS_move_mount, HELD_MOUNTS},
	{SYS_open_tree, HELD_MOUNTS},
	{SYS_mount_setattr, HELD_MOUNTS},
	{SYS_swapon, HELD_MOUNTS},
	{SYS_swapoff, HELD_MOUNTS},
	{SYS_setns, HELD_MOUNTS},
	{SYS_quotactl, HELD_MOUNTS},
	{SYS_quotactl_fd, HELD_MOUNTS},
	{SYS_reboot, HELD_REBOOT},
	{SYS_kexec_load, HELD_REBOOT},
	{SYS_kexec_file_load, HELD_REBOOT},
	{SYS_settimeofday, HELD_CLOCK},
	{SYS_clock_settime, HELD_CLOCK},
	{SYS_init_module, HELD_KERNEL},
	{SYS_finit_module, HELD_KERNEL},
	{SYS_delete_module, HELD_KERNEL},
	{SYS_acct, HELD_KERNEL},
	{SYS_bpf, HELD_KERNEL},
	{SYS_fanotify_init, HELD_KERNEL},
	{SYS_add_key, HELD_KERNEL},
	{SYS_iopl, HELD_DEVICES},
	{SYS_ioperm, HELD_DEVICES},
	{SYS_vhangup, HELD_PROCESSES},
	/* The tracer does not see its requests. */
	{SYS_io_uring_setup, HELD_KERNEL},
};

/* Calls that query or change, depending on one argument. */
static bool changes_system(const Guard *g, const TracedTask *task, HeldKind *kind)
{
	u32 modes = 0;
	*kind = HELD_KERNEL;
	switch (task->nr) {
	case SYS_adjtimex:
	case SYS_clock_adjtime:
		*kind = HELD_CLOCK;
		mem_read(task->tid, task->args[task->nr == SYS_clock_adjtime], &modes, 4);
		return modes != 0;
	case SYS_sethostname:
	case SYS_setdomainname: return !g->cell; /* a cell has its own host name */
	case SYS_syslog: return task->args[0] >= 4 && task->args[0] <= 8;
	case SYS_keyctl:
		/* Keys may be queried (describe, search, read), not changed. */
		return task->args[0] != 0 && task->args[0] != 6 && task->args[0] != 10 &&
			   task->args[0] != 11 && task->args[0] != 1;
	default: return false;
	}
}

static bool refuse_whole(Guard *g, const TracedTask *task, i64 *ret)
{
	HeldKind kind;
	for (size_t i = 0; i < countof(whole); i++)
		if (whole[i].nr == task->nr && guard_hold(g, whole[i].kind, "%s", call_name(task->nr))) {
			*ret = task->nr == SYS_io_uring_setup ? -ENOSYS : -EPERM;
			return true;
		}
	*ret = -EPERM;
	return changes_system(g, task, &kind) && guard_hold(g, kind, "%s", call_name(task->nr));
}

/* ---- the guard ---- */

void guard_begin(Guard *g, const EnvSandbox *cell, Tracer *t, bool original)
{
	g->cell = cell;
	g->tracer = t;
	g->original = original || g->baseline;
	ipc_begin(g);
}

void guard_end(Guard *g)
{
	ipc_end(g);
	strmap_free(&g->addresses);
	intmap_free(&g->mounts);
	intmap_free(&g->foreign_ipc);
	intmap_free(&g->own_ipc);
	intmap_free(&g->foreign_peers);
	for (size_t i = 0; i < g->made.len; i++)
		free(g->made.at[i].path);
	vec_free(&g->made);
	g->tracer = NULL;
}

void guard_free(Guard *g)
{
	for (size_t i = 0; i < g->held.len; i++)
		free(g->held.at[i].what);
	vec_free(&g->held);
}

/* Converts a 32-bit call to the 64-bit one of the same name; returns false if there is none.
 * Structures in memory are not converted. */
static bool as_native(const TracedTask *task, TracedTask *out)
{
	*out = *task;
	if (!task->compat)
		return true;
	char *name = seccomp_syscall_resolve_num_arch(SCMP_ARCH_X86, task->nr);
	int nr = name ? seccomp_syscall_resolve_name_arch(SCMP_ARCH_X86_64, name) : -1;
	if (name && !strcmp(name, "umount"))
		nr = SYS_umount2;
	if (name && (!strcmp(name, "stime") || !strncmp(name, "clock_settime", 13)))
		nr = SYS_clock_settime;
	free(name);
	out->nr = nr;
	for (int i = 0; i < 6; i++)
		out->args[i] = (u32)task->args[i];
	return nr >= 0;
}

/* socketcall and ipc of 32-bit programs: one number for many calls. */
static bool refuse_multiplexed(Guard *g, const TracedTask *task, i64 *ret)
{
	enum { SOCKETCALL = 102, IPC = 117 };
	u32 words[3] = {0};
	if (task->nr == SOCKETCALL && (task->args[0] == 3 || task->args[0] == 11)) {
		/* connect and sendto have addresses of the same form. */
		TracedTask t = *task;
		u32 all[6] = {0};
		mem_read(task->tid, (u32)task->args[1], all, task->args[0] == 3 ? 12 : 24);
		t.nr = task->args[0] == 3 ? SYS_connect : SYS_sendto;
		for (int i = 0; i < 6; i++)
			t.args[i] = all[i];
		return refuse_socket(g, &t, ret);
	}
	if (task->nr == SOCKETCALL && (task->args[0] == 16 || task->args[0] == 20)) {
		mem_read(task->tid, (u32)task->args[1], words, 8);
		*ret = -EPERM;
		return guard_hold(g, HELD_SOCKETS, "a message of a 32-bit program");
	}
	*ret = -EPERM;
	return task->nr == IPC && (!g->cell || g->cell->shared & SANDBOX_IPC) &&
		   guard_hold(g, HELD_IPC, "System V IPC of a 32-bit program");
}

bool guard_check(Guard *g, TracedTask *task, i64 *ret)
{
	enum { X32 = 0x40000000 };
	TracedTask native;
	g->kept_apart = false;
	if (task->nr & X32) {
		*ret = -ENOSYS; /* x32 calls, which the table does not have */
		return true;
	}
	if (task->compat && refuse_multiplexed(g, task, ret))
		return true;
	if (!as_native(task, &native))
		return false;
	bool refused = refuse_whole(g, &native, ret) || refuse_process(g, &native, ret) ||
				   refuse_path(g, &native, ret) || refuse_ioctl(g, &native, ret) ||
				   refuse_socket(g, &native, ret) || refuse_ipc(g, &native, ret) ||
				   (g->cell && (refuse_lock(g, &native, ret) || refuse_on_copy(g, &native, ret)));
	return refused;
}

void guard_learn(Guard *g, const TracedTask *task, i64 ret)
{
	g->kept_apart = false;
	if (task->compat)
		return;
	note_uncovered(g, task, ret);
	learn_path(g, task, ret);
	learn_socket(g, task, ret);
	learn_ipc(g, task, ret);
}

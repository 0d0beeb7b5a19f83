/* syscall.c: the effects of builtins and system calls on memory, output and the end of the
 * program. */
#include <asm/ioctls.h>
#include <sys/syscall.h>

#include "engine/load/kernel.h"
#include "engine/static/impl.h"

static const struct {
	const char *name;
	ExternKind kind;
} externs[] = {
	{"__drift_syscall", EXTERN_SYSCALL},
	{"__drift_alloc", EXTERN_ALLOC},
	{"__drift_free", EXTERN_FREE},
	{"__drift_alloc_size", EXTERN_ALLOC_SIZE},
	{"__drift_alloc_grow", EXTERN_ALLOC_SIZE},
	{"__drift_defined", EXTERN_ALLOC_SIZE},
	{"__drift_unsupported", EXTERN_UNSUPPORTED},
	{"__drift_number_text", EXTERN_NUMBER_TEXT},
	{"__drift_text_number", EXTERN_TEXT_NUMBER},
	{"__drift_text_float", EXTERN_TEXT_NUMBER},
	{"__drift_settle", EXTERN_SETTLE},
	{"memcpy", EXTERN_COPY},
	{"memmove", EXTERN_COPY},
	{"memset", EXTERN_FILL},
	{"longjmp", EXTERN_LONGJMP},
	{"_longjmp", EXTERN_LONGJMP},
	{"siglongjmp", EXTERN_LONGJMP},
	{"__longjmp_chk", EXTERN_LONGJMP},
};

ExternKind extern_kind(const char *name)
{
	for (size_t i = 0; i < countof(externs); i++)
		if (!strcmp(externs[i].name, name))
			return externs[i].kind;
	return returns_twice(name) ? EXTERN_SETJMP : EXTERN_UNKNOWN;
}

/* What a call may do that is in no table: change files, end the program, fill what its arguments
 * point to, and do anything to descriptors. So a table can miss a call, and no verdict is wrong. */
enum { SYS_UNKNOWN = SYS_WRITES | SYS_ENDS | SYS_RETURNS | SYS_MOVES };

/* Calls that change no file in what is compared, and end no run: SYS_RETURNS | SYS_MOVES. */
static const u32 harmless[] = {
	SYS_readv,
	SYS_preadv,
	SYS_preadv2,
	SYS_fsync,
	SYS_fdatasync,
	SYS_fadvise64,
	SYS_close_range,
	SYS_dup3,
	SYS_fcntl,
	SYS_flock,
	SYS_pipe,
	SYS_pipe2,
	SYS_readlinkat,
	SYS_statx,
	SYS_statfs,
	SYS_fstatfs,
	SYS_faccessat,
	SYS_faccessat2,
	SYS_utimensat,
	SYS_utimes,
	SYS_futimesat,
	SYS_utime,
	SYS_getxattr,
	SYS_lgetxattr,
	SYS_fgetxattr,
	SYS_listxattr,
	SYS_llistxattr,
	SYS_flistxattr,
	SYS_getdents,
	SYS_fchdir,
	SYS_rt_sigpending,
	SYS_sigaltstack,
	SYS_clock_getres,
	SYS_gettimeofday,
	SYS_time,
	SYS_times,
	SYS_getrusage,
	SYS_alarm,
	SYS_getitimer,
	SYS_setitimer,
	SYS_set_tid_address,
	SYS_getppid,
	SYS_getpgrp,
	SYS_getpgid,
	SYS_getsid,
	SYS_setsid,
	SYS_setpgid,
	SYS_getresuid,
	SYS_getresgid,
	SYS_getgroups,
	SYS_prlimit64,
	SYS_getrlimit,
	SYS_uname,
	SYS_sysinfo,
	SYS_getrandom,
	SYS_prctl,
	SYS_sched_yield,
	SYS_sched_getaffinity,
	SYS_sched_getscheduler,
	SYS_getcpu,
	SYS_getpriority,
	SYS_setpriority,
	SYS_mprotect,
	SYS_madvise,
	SYS_mincore,
	SYS_ioctl,
	SYS_futex,
	SYS_msync,
	SYS_mlock,
	SYS_munlock,
	SYS_sync,
	SYS_syncfs,
	SYS_readahead,
};

static const struct {
	u32 number, kind;
} calls[] = {
	{SYS_write, SYS_WRITES | SYS_STREAM | SYS_FLAT},
	{SYS_pwrite64, SYS_WRITES | SYS_STREAM | SYS_FLAT},
	{SYS_writev, SYS_WRITES | SYS_STREAM},
	{SYS_pwritev, SYS_WRITES},
	{SYS_sendto, SYS_WRITES},
	{SYS_sendmsg, SYS_WRITES},
	{SYS_sendfile, SYS_WRITES | SYS_RETURNS},
	{SYS_copy_file_range, SYS_WRITES | SYS_RETURNS},
	{SYS_ftruncate, SYS_WRITES},
	{SYS_truncate, SYS_WRITES},
	{SYS_rename, SYS_WRITES | SYS_FLAT},
	{SYS_renameat, SYS_WRITES | SYS_FLAT},
	{SYS_renameat2, SYS_WRITES | SYS_FLAT},
	{SYS_unlink, SYS_WRITES | SYS_FLAT},
	{SYS_unlinkat, SYS_WRITES | SYS_FLAT},
	{SYS_mkdir, SYS_WRITES | SYS_FLAT},
	{SYS_mkdirat, SYS_WRITES | SYS_FLAT},
	{SYS_rmdir, SYS_WRITES | SYS_FLAT},
	{SYS_link, SYS_WRITES | SYS_FLAT},
	{SYS_linkat, SYS_WRITES | SYS_FLAT},
	{SYS_symlink, SYS_WRITES | SYS_FLAT},
	{SYS_symlinkat, SYS_WRITES | SYS_FLAT},
	{SYS_open, SYS_WRITES | SYS_MOVES | SYS_FLAT},
	{SYS_openat, SYS_WRITES | SYS_MOVES | SYS_FLAT},
	{SYS_creat, SYS_WRITES | SYS_MOVES | SYS_FLAT},
	{SYS_read, SYS_RETURNS | SYS_FLAT},
	{SYS_pread64, SYS_RETURNS | SYS_FLAT},
	{SYS_stat, SYS_RETURNS | SYS_LOOKS | SYS_FLAT},
	{SYS_fstat, SYS_RETURNS | SYS_LOOKS | SYS_FLAT},
	{SYS_lstat, SYS_RETURNS | SYS_LOOKS | SYS_FLAT},
	{SYS_newfstatat, SYS_RETURNS | SYS_LOOKS | SYS_FLAT},
	{SYS_getdents64, SYS_RETURNS | SYS_FLAT},
	{SYS_readlink, SYS_RETURNS | SYS_LOOKS | SYS_FLAT},
	{SYS_getcwd, SYS_RETURNS | SYS_LOOKS | SYS_FLAT},
	{SYS_clock_gettime, SYS_RETURNS | SYS_FLAT},
	{DRIFT_SYS_UNSET, SYS_LOOKS},
	{DRIFT_SYS_ADDRESS, SYS_LOOKS},
	{DRIFT_SYS_ASK, SYS_LOOKS},
	{SYS_exit, SYS_ENDS | SYS_NEVER},
	{SYS_exit_group, SYS_ENDS | SYS_NEVER},
	{SYS_kill, SYS_ENDS},
	{SYS_tkill, SYS_ENDS},
	{SYS_tgkill, SYS_ENDS},
	{SYS_pause, SYS_ENDS},
	{SYS_rt_sigsuspend, SYS_ENDS},
	{SYS_rt_sigprocmask, SYS_ENDS | SYS_RETURNS},
	/* An alarm may come while they wait. */
	{SYS_nanosleep, SYS_ENDS | SYS_RETURNS},
	{SYS_clock_nanosleep, SYS_ENDS | SYS_RETURNS},
	{SYS_poll, SYS_ENDS | SYS_RETURNS},
	{SYS_ppoll, SYS_ENDS | SYS_RETURNS},
	{SYS_select, SYS_ENDS | SYS_RETURNS},
	{SYS_pselect6, SYS_ENDS | SYS_RETURNS},
	{SYS_rt_sigaction, SYS_HANDLES | SYS_RETURNS},
	{SYS_mmap, SYS_MAPS},
	{SYS_mremap, SYS_MAPS},
	{SYS_brk, SYS_MAPS},
	{SYS_munmap, 0},
	{SYS_close, SYS_MOVES},
	{SYS_lseek, SYS_STREAM},
	{SYS_getpid, 0},
	{SYS_gettid, 0},
	{SYS_umask, 0},
	{SYS_dup, SYS_MOVES},
	{SYS_dup2, SYS_MOVES},
	{SYS_access, SYS_LOOKS},
	{SYS_chdir, 0},
	{SYS_getuid, 0},
	{SYS_geteuid, 0},
	{SYS_getgid, 0},
	{SYS_getegid, 0},
};

static u32 syscall_kind(u64 number)
{
	for (size_t i = 0; i < countof(calls); i++)
		if (calls[i].number == number)
			return calls[i].kind;
	for (size_t i = 0; i < countof(harmless); i++)
		if (harmless[i] == number)
			return SYS_RETURNS | SYS_MOVES;
	return SYS_UNKNOWN;
}

bool static_moves(u64 number)
{
	return syscall_kind(number) & SYS_MOVES;
}

/* When the number is only known at run time, as in syscall(2). */
static u32 syscall_any(void)
{
	return SYS_WRITES | SYS_MAPS | SYS_HANDLES | SYS_RETURNS | SYS_ENDS | SYS_MOVES;
}

/* Signals that end the program come at other calls than those that ask for them. */
static u32 ends_later(u64 number)
{
	switch (number) {
	case SYS_alarm:
	case SYS_setitimer: return SYS_RETURNS | SYS_WRITES; /* at the first call after its time */
	case SYS_pipe:
	case SYS_pipe2: return SYS_WRITES; /* where nobody reads */
	default: return 0;
	}
}

void syscall_prepare(Static *s)
{
	for (u32 k = 0; k < s->p->functions.len; k++) {
		const Function *f = &s->p->functions.at[k];
		for (u32 i = 0; i < f->n_calls; i++) {
			const Call *c = &f->calls[i];
			u64 number;
			if (c->callee != NO_OPERAND && c->n_args &&
				s->fns[c->callee].extern_kind == EXTERN_SYSCALL &&
				operand_number(s, c->args[0].value, &number))
				s->mortal |= ends_later(number);
		}
	}
}

u32 syscall_site(const Static *s, const Call *c)
{
	u64 number, request;
	if (!c->n_args || !operand_number(s, c->args[0].value, &number))
		return syscall_any();
	u32 kind = syscall_kind(number);
	/* The library asks whether a stream is a terminal. */
	if (number == SYS_ioctl && c->n_args > 2 && operand_number(s, c->args[2].value, &request) &&
		request == TCGETS)
		kind = SYS_RETURNS | SYS_LOOKS | SYS_FLAT;
	return s->mortal & (kind & ~SYS_MOVES ? kind : SYS_RETURNS) ? kind | SYS_ENDS : kind;
}

enum { ARG_STEPS = 16 };

/* A pointer by its type, chosen or not. */
static bool is_pointer(Static *s, const Function *f, Operand o, u32 steps)
{
	if (operand_points(s, f->id, o))
		return true;
	u32 def = o == NO_OPERAND || operand_is_const(o) ? NO_OPERAND : static_uses(s, f->id)->def[o];
	if (def == NO_OPERAND)
		return steps == ARG_STEPS && o != NO_OPERAND && operand_is_const(o);
	const Ins *in = &f->ins[def];
	bool is = !steps;
	if (!is && in->op == I_MOV)
		is = is_pointer(s, f, in->a, steps - 1);
	if (!is && in->op == I_SELECT)
		is = is_pointer(s, f, in->b, steps - 1) || is_pointer(s, f, in->c, steps - 1);
	for (u32 k = 0; !is && in->op == I_PHI && k < in->n_extra; k++)
		is = is_pointer(s, f, f->extra[in->extra + 2 * k + 1], steps - 1);
	return is;
}

bool syscall_points(Static *s, u32 function, const Call *c, u32 arg)
{
	const Function *f = &s->p->functions.at[function];
	u64 number;
	bool is_syscall = c->callee != NO_OPERAND && s->fns[c->callee].extern_kind == EXTERN_SYSCALL;
	if (!is_syscall || !operand_number(s, c->args[0].value, &number) || f->kind != FN_LIBC)
		return true; /* as it comes */
	return arg && is_pointer(s, f, c->args[arg].value, ARG_STEPS);
}

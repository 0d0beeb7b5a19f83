/* tracee.c: memory and registers of a traced task. */
#include "env/record/tracee.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PAGE = 4096 };

/* The slow way, if process_vm_readv is not available (old sandboxes forbid it). */
static size_t mem_read_file(pid_t tid, u64 addr, void *to, size_t n)
{
	char path[64];
	size_t done = 0;
	snprintf(path, sizeof path, "/proc/%d/mem", tid);
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	for (ssize_t k; fd >= 0 && done < n; done += (size_t)k)
		if ((k = pread(fd, (char *)to + done, n - done, (off_t)(addr + done))) <= 0)
			break;
	if (fd >= 0)
		close(fd);
	return done;
}

size_t mem_read(pid_t tid, u64 addr, void *to, size_t n)
{
	struct iovec mine = {to, n}, theirs = {(void *)(uintptr_t)addr, n};
	ssize_t k = process_vm_readv(tid, &mine, 1, &theirs, 1, 0);
	if (k == (ssize_t)n)
		return n;
	if (k < 0 && (errno == ENOSYS || errno == EPERM))
		return mem_read_file(tid, addr, to, n);
	/* A piece is read as a whole or not at all within its pages, so read page by page. */
	size_t done = k > 0 ? (size_t)k : 0;
	while (done < n) {
		size_t chunk = PAGE - (addr + done) % PAGE;
		if (chunk > n - done)
			chunk = n - done;
		mine = (struct iovec){(char *)to + done, chunk};
		theirs = (struct iovec){(void *)(uintptr_t)(addr + done), chunk};
		k = process_vm_readv(tid, &mine, 1, &theirs, 1, 0);
		if (k <= 0)
			break;
		done += (size_t)k;
	}
	return done;
}

bool mem_write_own(pid_t tid, u64 addr, const void *from, size_t n)
{
	struct iovec mine = {(void *)(uintptr_t)from, n}, theirs = {(void *)(uintptr_t)addr, n};
	return process_vm_writev(tid, &mine, 1, &theirs, 1, 0) == (ssize_t)n;
}

bool mem_write(pid_t tid, u64 addr, const void *from, size_t n)
{
	if (!n || mem_write_own(tid, addr, from, n))
		return true;
	char path[64];
	snprintf(path, sizeof path, "/proc/%d/mem", tid);
	int fd = open(path, O_WRONLY | O_CLOEXEC);
	if (fd < 0)
		return false;
	size_t done = 0;
	while (done < n) {
		ssize_t k = pwrite(fd, (const char *)from + done, n - done, (off_t)(addr + done));
		if (k <= 0)
			break;
		done += (size_t)k;
	}
	close(fd);
	return done == n;
}

bool mem_read_string(pid_t tid, u64 addr, size_t max, Buf *to)
{
	size_t done = 0;
	while (addr && done < max) {
		char chunk[512];
		size_t n = PAGE - (addr + done) % PAGE;
		if (n > sizeof chunk)
			n = sizeof chunk;
		if (n > max - done)
			n = max - done;
		size_t k = mem_read(tid, addr + done, chunk, n);
		const char *nul = memchr(chunk, 0, k);
		buf_add(to, chunk, nul ? (size_t)(nul - chunk) : k);
		if (nul)
			return true;
		if (k < n)
			return false;
		done += k;
	}
	return false;
}

#define REG(field) ((void *)offsetof(struct user_regs_struct, field))

bool reg_set_call(pid_t tid, i64 nr)
{
	return ptrace(PTRACE_POKEUSER, tid, REG(orig_rax), (void *)nr) == 0;
}

bool reg_set_arg(pid_t tid, int i, u64 v)
{
	void *const regs[6] = {REG(rdi), REG(rsi), REG(rdx), REG(r10), REG(r8), REG(r9)};
	return ptrace(PTRACE_POKEUSER, tid, regs[i], (void *)(uintptr_t)v) == 0;
}

bool reg_set_old_arg(pid_t tid, u64 v)
{
	return ptrace(PTRACE_POKEUSER, tid, REG(rbx), (void *)(uintptr_t)v) == 0;
}

bool reg_set_result(pid_t tid, i64 ret)
{
	return ptrace(PTRACE_POKEUSER, tid, REG(rax), (void *)ret) == 0;
}

bool reg_rewind(pid_t tid, u64 ip, i64 nr)
{
	/* A syscall instruction has two bytes. */
	return ptrace(PTRACE_POKEUSER, tid, REG(rip), (void *)(uintptr_t)(ip - 2)) == 0 &&
		   ptrace(PTRACE_POKEUSER, tid, REG(rax), (void *)nr) == 0;
}

u64 scratch_address(pid_t tid)
{
	errno = 0;
	long sp = ptrace(PTRACE_PEEKUSER, tid, REG(rsp), NULL);
	return errno ? 0 : ((u64)sp - 2048) & ~(u64)15; /* beyond the red zone of 128 bytes */
}

/* Lets the task run to its next syscall stop; returns false if it has ended. */
static bool step(pid_t tid, int *signal)
{
	for (;;) {
		int status;
		if (ptrace(PTRACE_SYSCALL, tid, NULL, NULL) != 0)
			return false;
		while (waitpid(tid, &status, __WALL) < 0)
			if (errno != EINTR)
				return false;
		if (!WIFSTOPPED(status))
			return false;
		if (WSTOPSIG(status) == (SIGTRAP | 0x80))
			return true;
		if (status >> 16 == 0)
			*signal = WSTOPSIG(status);
	}
}

i64 inject_call(pid_t tid, i64 nr, const u64 args[6], int *signal)
{
	struct user_regs_struct saved, r;
	if (ptrace(PTRACE_GETREGS, tid, NULL, &saved) != 0)
		return -ESRCH;
	r = saved;
	r.rip -= 2; /* back onto the syscall instruction */
	r.rax = (u64)nr;
	r.rdi = args[0];
	r.rsi = args[1];
	r.rdx = args[2];
	r.r10 = args[3];
	r.r8 = args[4];
	r.r9 = args[5];
	if (ptrace(PTRACE_SETREGS, tid, NULL, &r) != 0 || !step(tid, signal) || !step(tid, signal))
		return -ESRCH;
	i64 ret = ptrace(PTRACE_GETREGS, tid, NULL, &r) == 0 ? (i64)r.rax : -ESRCH;
	saved.orig_rax = (u64)-1; /* nothing to restart */
	ptrace(PTRACE_SETREGS, tid, NULL, &saved);
	return ret;
}

u64 auxv_address(pid_t tid)
{
	struct user_regs_struct regs;
	u64 word = 0;
	if (ptrace(PTRACE_GETREGS, tid, NULL, &regs) != 0 || regs.cs == 0x23)
		return 0;
	u64 at = regs.rsp;
	if (mem_read(tid, at, &word, 8) != 8)
		return 0;
	at += 8 * (word + 2);
	while (mem_read(tid, at, &word, 8) == 8 && word)
		at += 8;
	return at + 8;
}

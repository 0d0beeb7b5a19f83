/* misc.c: memory mappings, terminals, and calls that have no effect here. */
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "engine/load/layout.h"
#include "engine/os/calls.h"

/* ---- memory ---- */

enum { PAGE = 4096 };

static u64 pages(u64 n)
{
	return (n + PAGE - 1) & ~(u64)(PAGE - 1);
}

/* Copies the file's bytes to a private mapping; what lies past its end in the last page
 * stays zero. */
static bool fill(Os *os, OsNode *node, u64 addr, u64 n, u64 pos)
{
	for (u64 done = 0; done < n;) {
		const u8 *bytes;
		const Tag *tags;
		i64 m = vnode_peek(os, node, pos + done, n - done, &bytes, &tags);
		if (m <= 0)
			return true;
		if (!os_set_tagged(os, addr + done, bytes, tags, (size_t)m))
			return false;
		done += (u64)m;
	}
	return true;
}

static i64 map_check(Os *os, const u64 *a, OpenFile **file)
{
	u32 flags = (u32)a[3];
	*file = NULL;
	if (!a[1] || (a[5] % PAGE))
		return -EINVAL;
	if (a[1] > 1ull << 46) {
		os_ask(os, WORLD_SYSTEM);
		return -ENOMEM;
	}
	if (!(a[2] & PROT_READ))
		return os_refuse(os, "mmap of memory that cannot be read");
	if (flags & (MAP_FIXED | MAP_FIXED_NOREPLACE))
		return os_refuse(os, "mmap with MAP_FIXED");
	if (flags & MAP_ANONYMOUS)
		return 0;
	*file = os_fd_file(os, a[4]);
	if (!*file || ((*file)->flags & O_PATH))
		return -EBADF;
	if (!vfile_reads(*file))
		return -EACCES;
	NodeKind kind = (*file)->node->kind;
	bool zero = kind == NODE_DEVICE && (*file)->node->number == DEVICE_ZERO;
	if (kind != NODE_FILE && !zero)
		return -ENODEV;
	if ((flags & MAP_TYPE) != MAP_PRIVATE && (a[2] & PROT_WRITE)) {
		if (!vfile_writes(*file))
			return -EACCES;
		return os_refuse(os, "mmap of a file shared for writing");
	}
	return 0;
}

i64 sys_mmap(Os *os, const u64 *a)
{
	OpenFile *f;
	i64 error = map_check(os, a, &f);
	if (error || os->status != OS_DONE)
		return error;
	bool file = f && f->node->kind == NODE_FILE;
	u64 size = pages(a[1]), end = file ? pages(vnode_size(f->node)) : UINT64_MAX;
	u64 usable = end <= a[5] ? 0 : end - a[5] < size ? end - a[5] : size;
	os_ask(os, WORLD_SYSTEM); /* how much memory there is, and how much of it a process may have */
	u64 addr = os->mem.map(os->mem.machine, size, usable);
	if (!addr)
		return -ENOMEM;
	if (file)
		fill(os, f->node, addr, usable, a[5]);
	if (!file && (a[3] & MAP_TYPE) != MAP_PRIVATE && os->mem.share)
		os->mem.share(os->mem.machine, addr, (u32)(os->next_ino++ - OS_FIRST_INO) + 1);
	if (!(a[2] & PROT_WRITE))
		os->mem.protect(os->mem.machine, addr, size, false);
	return (i64)addr;
}

i64 sys_munmap(Os *os, const u64 *a)
{
	if (!a[1] || a[0] % PAGE)
		return -EINVAL;
	if (!os->mem.unmap(os->mem.machine, a[0], pages(a[1])))
		os->status = OS_FAULT;
	return 0;
}

/* Always to a new place: the old one has red zones around it. */
i64 sys_mremap(Os *os, const u64 *a)
{
	u64 old = pages(a[1]), size = pages(a[2]), keep = old < size ? old : size;
	if (a[0] % PAGE || !size || !old || (a[3] & ~(u64)MREMAP_MAYMOVE))
		return -EINVAL;
	if (size == old)
		return (i64)a[0];
	if (size > old)
		os_ask(os, WORLD_SYSTEM);
	if (!(a[3] & MREMAP_MAYMOVE) && size > old) {
		os_ask(os, WORLD_ADDRESSES); /* whether there is room behind it */
		return -ENOMEM;
	}
	if (os->mem.share && os->mem.share(os->mem.machine, a[0], 0))
		return os_refuse(os, "mremap of memory that processes share");
	u64 addr = os->mem.map(os->mem.machine, size, size);
	if (!addr)
		return -ENOMEM;
	for (u64 done = 0; done < keep;) {
		u64 n = keep - done < OS_PIECE ? keep - done : OS_PIECE;
		os->scratch.len = 0;
		if (!os_gather(os, a[0] + done, n))
			return os_refuse(os, "mremap of memory that cannot be read");
		if (!os_set_tagged(os, addr + done, os->scratch.at, os_scratch_tags(os), n))
			return 0;
		done += n;
	}
	if (os->mem.is_protected(os->mem.machine, a[0]))
		os->mem.protect(os->mem.machine, addr, size, false);
	if (!os->mem.unmap(os->mem.machine, a[0], old))
		os->status = OS_FAULT;
	return (i64)addr;
}

/* Of whole mappings it is kept whether they can be written; all can be read. */
i64 sys_mprotect(Os *os, const u64 *a)
{
	if (a[0] % PAGE)
		return -EINVAL;
	if (!(a[2] & PROT_READ))
		return os_refuse(os, "mprotect that makes memory unreadable");
	if (!os->mem.protect(os->mem.machine, a[0], pages(a[1]), a[2] & PROT_WRITE))
		return os_refuse(os, "mprotect of a part of a mapping");
	return 0;
}

i64 sys_madvise(Os *os, const u64 *a)
{
	if (a[0] % PAGE)
		return -EINVAL;
	switch ((int)a[2]) {
	case MADV_NORMAL:
	case MADV_RANDOM:
	case MADV_SEQUENTIAL:
	case MADV_WILLNEED:
	case MADV_HUGEPAGE:
	case MADV_NOHUGEPAGE:
	case MADV_DONTDUMP:
	case MADV_DODUMP:
	case MADV_MERGEABLE:
	case MADV_UNMERGEABLE:
	case MADV_DONTFORK:
	case MADV_DOFORK: return 0;
	default: return os_refuse(os, "madvise: advice %d, which may discard pages", (int)a[2]);
	}
}

/* ---- terminals ---- */

/* Size of what the call fills in; 0: it is not one that only asks. */
static size_t asks(u32 request)
{
	switch (request) {
	case TCGETS: return 36; /* the kernel's struct termios */
	case TIOCGWINSZ: return sizeof(struct winsize);
	case TIOCGPGRP:
	case TIOCGSID: return sizeof(i32);
	default: return 0;
	}
}

/* A request that would change the terminal is accepted and goes nowhere. */
static bool changes(u32 request)
{
	return (request >= TCSETS && request <= TCFLSH) || request == TIOCSWINSZ ||
		   request == TIOCSPGRP;
}

static i64 terminal(Os *os, const OsNode *node, u32 request, u64 addr)
{
	u8 answer[64] = {0};
	size_t n = asks(request);
	if (!node->passed || !isatty(node->number))
		return -ENOTTY;
	if (!n)
		return changes(request) ? 0 : -ENOTTY;
	if (request == TIOCGPGRP || request == TIOCGSID) {
		i32 self = (i32)os_self(os);
		memcpy(answer, &self, sizeof self);
	} else if (syscall(SYS_ioctl, node->number, request, answer)) {
		return -errno;
	}
	os_set(os, addr, answer, n);
	return 0;
}

static i64 readable_bytes(Os *os, const OpenFile *f, u64 addr)
{
	i32 n = 0;
	if (f->node->kind == NODE_PIPE) {
		const Pipe *p = os_pipe_of(f->node);
		n = (i32)(p->data.len - p->start);
	} else if (f->node->kind == NODE_FILE) {
		n = (i32)((i64)vnode_size(f->node) - f->pos);
	} else if (!f->node->passed || ioctl(f->node->number, FIONREAD, &n)) {
		return -ENOTTY;
	}
	os_set(os, addr, &n, sizeof n);
	return 0;
}

static i64 set_nonblocking(Os *os, OpenFile *f, u64 addr)
{
	i32 on;
	if (!os_get(os, addr, &on, sizeof on))
		return 0;
	f->flags = on ? f->flags | O_NONBLOCK : f->flags & ~(u32)O_NONBLOCK;
	return 0;
}

i64 sys_ioctl(Os *os, const u64 *a)
{
	OpenFile *f = os_fd_file(os, a[0]);
	if (!f || (f->flags & O_PATH))
		return -EBADF;
	switch ((u32)a[1]) {
	case FIOCLEX: os->process.fds.at[(u32)a[0]].cloexec = true; return 0;
	case FIONCLEX: os->process.fds.at[(u32)a[0]].cloexec = false; return 0;
	case FIONREAD: os_kind_matters(os, f); return readable_bytes(os, f, a[2]);
	case FIONBIO: return set_nonblocking(os, f, a[2]);
	default: break;
	}
	i64 result;
	if (os_is_stdin(os, f->node) && os_stdin_terminal(os, f->node, a, &result))
		return result;
	os_ask_stream(os, f->node);
	return terminal(os, f->node, (u32)a[1], a[2]);
}

/* ---- nothing to do ---- */

i64 os_nothing(Os *os, const u64 *a)
{
	(void)os, (void)a;
	return 0;
}

i64 os_forbidden(Os *os, const u64 *a)
{
	(void)a;
	os_ask(os, WORLD_UID);
	return -EPERM;
}

/* A page that is locked does not leave memory, and none does. How many a process may lock is limited. */
i64 sys_mlock(Os *os, const u64 *a)
{
	(void)a;
	os_ask(os, WORLD_SYSTEM);
	return 0;
}

i64 sys_mlockall(Os *os, const u64 *a)
{
	if (!a[0] || a[0] & ~7ull || a[0] == MCL_ONFAULT)
		return -EINVAL;
	os_ask(os, WORLD_SYSTEM);
	return 0;
}

i64 sys_msync(Os *os, const u64 *a)
{
	(void)os;
	bool both = (a[2] & MS_ASYNC) && (a[2] & MS_SYNC);
	return a[0] % PAGE || both || (a[2] & ~(u64)(MS_ASYNC | MS_SYNC | MS_INVALIDATE)) ? -EINVAL : 0;
}

/* Programs ask this about their stack, to tell its overflow from other faults. One as large as the
 * usual limit is there. */
i64 sys_mincore(Os *os, const u64 *a)
{
	u64 pages = (a[1] + 4095) / 4096;
	bool stack = a[0] >= STACK_BASE && a[0] < STACK_BASE + (8 << 20);
	if (a[0] & 4095)
		return -EINVAL;
	if (!stack && a[0] - REGION < REGION_SIZE)
		return os_refuse(os, "mincore of memory other than the stack");
	if (!stack || pages > 2048)
		return -ENOMEM;
	os_ask(os, WORLD_SYSTEM);
	u8 resident[2048];
	memset(resident, 1, pages);
	os_set(os, a[2], resident, pages);
	return 0;
}

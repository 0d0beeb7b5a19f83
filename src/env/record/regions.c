/* regions.c: finds the memory that a call reads and writes, from the table of argument kinds. */
#include "env/record/tracee.h"

#include <fcntl.h>
#include <sys/syscall.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <termios.h>

enum {
	MAX_STRING = 4096,
	MAX_WHOLE_STRING = 128 << 10, /* the kernel permits no longer argument */
	MAX_PIECES = 250,             /* of one argument */
	MAX_WRITTEN = 256,            /* bytes kept of what a call reads: enough to recognise it */
	MAX_PRINTED = 4096,           /* the same for what it prints: a buffer of stdio */
	MAX_OUT = 1 << 28,            /* maximum bytes that one call can plausibly write */
	KERNEL_TERMIOS = 36,          /* the kernel's struct is smaller than libc's */
};

/* The query: the call, and where to put the result. */
typedef struct Ask {
	pid_t tid;
	i32 nr;
	const u64 *args;
	i64 ret;
	int dir;
	int arg;     /* current argument */
	u8 next_sub; /* its next piece */
	Regions *out;
} Ask;

/* Piece numbers end before the special ones of trace.h; further pieces are dropped. */
static bool room(const Ask *a, u8 sub)
{
	return a->out->len < MAX_REGIONS && sub < MAX_PIECES;
}

/* Bytes kept of what a call reads. */
static u64 most_read(const Ask *a)
{
	bool prints = (a->nr == SYS_write || a->nr == SYS_writev) && a->args[0] == 1;
	if (a->out->whole)
		return MAX_OUT;
	return prints ? MAX_PRINTED : MAX_WRITTEN;
}

static void add(Ask *a, u64 addr, u64 len, int dir)
{
	u8 sub = a->next_sub;
	a->next_sub += sub < MAX_PIECES;
	if (!(dir & a->dir) || !addr || !len || !room(a, sub))
		return;
	u64 max = a->dir == DATA_IN ? most_read(a) : MAX_OUT;
	a->out->at[a->out->len++] =
		(CallMemory){addr, len < max ? len : max, len, (u8)a->arg, sub, .string = false};
}

static void add_string(Ask *a, u64 addr)
{
	u8 sub = a->next_sub;
	a->next_sub += sub < MAX_PIECES;
	if (a->dir == DATA_IN && addr && room(a, sub))
		a->out->at[a->out->len++] = (CallMemory){
			addr,          a->out->whole ? MAX_WHOLE_STRING : MAX_STRING, 0, (u8)a->arg, sub,
			.string = true};
}

static u32 read_u32(pid_t tid, u64 addr)
{
	u32 v = 0;
	return addr && mem_read(tid, addr, &v, sizeof v) == sizeof v ? v : 0;
}

static u64 at_most(u64 n, u64 max)
{
	return n < max ? n : max;
}

static void add_strings(Ask *a, u64 addr)
{
	for (int i = 0; i < 200 && addr; i++) {
		u64 p = 0;
		if (mem_read(a->tid, addr + 8 * (u64)i, &p, 8) != 8 || !p)
			break;
		add_string(a, p);
	}
}

/* Adds the pieces of an iovec that contain the first total bytes. */
static void add_iov(Ask *a, u64 addr, u64 count, u64 total, int dir)
{
	for (u64 i = 0; i < at_most(count, 1024) && total; i++) {
		u64 v[2];
		if (mem_read(a->tid, addr + 16 * i, v, 16) != 16)
			break;
		u64 n = at_most(v[1], total);
		add(a, v[0], n, dir);
		total -= n;
	}
}

/* Adds the fields of a msghdr that the kernel writes, then the memory they point to. For a
 * receiver, the lengths in memory are capacities before the call and real lengths after it. */
static void add_msg(Ask *a, u64 addr, u64 total, int dir)
{
	struct msghdr m;
	if (!addr || mem_read(a->tid, addr, &m, sizeof m) != sizeof m)
		return;
	if (dir == DATA_OUT) {
		add(a, addr + offsetof(struct msghdr, msg_namelen), 4, DATA_OUT);
		add(a, addr + offsetof(struct msghdr, msg_controllen), 12, DATA_OUT);
	}
	add(a, (u64)(uintptr_t)m.msg_name, at_most(m.msg_namelen, 128), dir);
	add(a, (u64)(uintptr_t)m.msg_control, at_most(m.msg_controllen, 4096), dir);
	add_iov(a, (u64)(uintptr_t)m.msg_iov, m.msg_iovlen, total, dir);
}

static void add_mmsg(Ask *a, u64 addr)
{
	enum { MMSGHDR = 64, MSG_LEN = 56 };
	for (i64 i = 0; i < a->ret && i < 16; i++) {
		u64 one = addr + (u64)i * MMSGHDR;
		add(a, one + MSG_LEN, 4, DATA_OUT);
		add_msg(a, one, read_u32(a->tid, one + MSG_LEN), DATA_OUT);
	}
}

static void add_ioctl(Ask *a, u64 addr)
{
	static const struct {
		u32 request;
		u16 size;
		u8 dir;
	} known[] = {
		{TCGETS, KERNEL_TERMIOS, DATA_OUT},
		{TCSETS, KERNEL_TERMIOS, DATA_IN},
		{TCSETSW, KERNEL_TERMIOS, DATA_IN},
		{TCSETSF, KERNEL_TERMIOS, DATA_IN},
		{TIOCGWINSZ, 8, DATA_OUT},
		{TIOCGPGRP, 4, DATA_OUT},
		{TIOCSPGRP, 4, DATA_IN},
		{FIONREAD, 4, DATA_OUT},
		{FIONBIO, 4, DATA_IN},
		{TIOCGSID, 4, DATA_OUT},
	};
	u32 request = (u32)a->args[1];
	for (size_t i = 0; i < countof(known); i++)
		if (known[i].request == request) {
			add(a, addr, known[i].size, known[i].dir);
			return;
		}
	/* The number of other requests encodes size and direction, if there is a pointer at all. */
	u32 size = _IOC_SIZE(request);
	if (size && _IOC_DIR(request) & _IOC_READ)
		add(a, addr, size, DATA_OUT);
	else if (request >> 8 == 0x89) /* network interfaces: struct ifreq */
		add(a, addr, 40, DATA_OUT);
}

static void add_fcntl(Ask *a, u64 addr)
{
	switch (a->args[1]) {
	case F_GETLK:
	case F_OFD_GETLK: add(a, addr, struct_size(ST_FLOCK), DATA_OUT); break;
	case F_SETLK:
	case F_SETLKW:
	case F_OFD_SETLK:
	case F_OFD_SETLKW: add(a, addr, struct_size(ST_FLOCK), DATA_IN); break;
	default: break;
	}
}

static void add_prctl(Ask *a, u64 addr)
{
	switch (a->args[0]) {
	case PR_GET_NAME: add(a, addr, 16, DATA_OUT); break;
	case PR_SET_NAME: add(a, addr, 16, DATA_IN); break;
	case PR_GET_PDEATHSIG:
	case PR_GET_TSC:
	case PR_GET_UNALIGN: add(a, addr, 4, DATA_OUT); break;
	default: break;
	}
}

/* Adds memory whose length is not in bytes, or is itself in memory. */
static void add_array(Ask *a, ArgKind kind, u64 p, u64 param)
{
	u64 result = a->ret > 0 ? (u64)a->ret : 0;
	switch (kind) {
	case ARG_OUT_INTS: add(a, p, 4 * result, DATA_OUT); break;
	case ARG_OUT_LENP:
	case ARG_ADDR_OUT: add(a, p, at_most(read_u32(a->tid, a->args[param]), 4096), DATA_OUT); break;
	case ARG_IOV_IN: add_iov(a, p, a->args[param], most_read(a), DATA_IN); break;
	case ARG_IOV_OUT: add_iov(a, p, a->args[param], result, DATA_OUT); break;
	case ARG_MSG_IN: add_msg(a, p, most_read(a), DATA_IN); break;
	case ARG_MSG_OUT: add_msg(a, p, result, DATA_OUT); break;
	case ARG_MMSG_OUT: add_mmsg(a, p); break;
	case ARG_POLL: add(a, p, 8 * at_most(a->args[param], 1024), DATA_IN | DATA_OUT); break;
	case ARG_FDSET: add(a, p, (at_most(a->args[0], 1024) + 63) / 64 * 8, DATA_IN | DATA_OUT); break;
	case ARG_EVENTS: add(a, p, 12 * result, DATA_OUT); break;
	default: break;
	}
}

static void add_argument(Ask *a, u16 spec)
{
	u64 p = a->args[a->arg], param = ARG_PARAM(spec);
	u64 result = a->ret > 0 ? (u64)a->ret : 0;
	ArgKind kind = ARG_KIND(spec);
	switch (kind) {
	case ARG_PATH:
	case ARG_STRING: add_string(a, p); break;
	case ARG_STRINGS: add_strings(a, p); break;
	case ARG_IN:
	case ARG_ADDR_IN: add(a, p, at_most(a->args[param], MAX_OUT), DATA_IN); break;
	case ARG_OUT: add(a, p, a->args[param], DATA_OUT); break;
	case ARG_OUT_RET: add(a, p, at_most(result, a->args[param]), DATA_OUT); break;
	case ARG_INSTRUCT: add(a, p, struct_size((StructKind)param), DATA_IN); break;
	case ARG_OUTSTRUCT: add(a, p, struct_size((StructKind)param), DATA_OUT); break;
	case ARG_IOSTRUCT: add(a, p, struct_size((StructKind)param), DATA_IN | DATA_OUT); break;
	case ARG_IOCTL: add_ioctl(a, p); break;
	case ARG_FCNTL: add_fcntl(a, p); break;
	case ARG_PRCTL: add_prctl(a, p); break;
	default: add_array(a, kind, p, param);
	}
}

void call_regions(pid_t tid, i32 nr, const u64 args[6], i64 ret, int dir, Regions *out)
{
	const CallSpec *spec = call_spec(nr);
	out->len = 0;
	/* A failed call wrote nothing, except for the remaining time of an interrupted sleep. */
	if (dir == DATA_OUT && ret < 0 && ret > -4096 && ret != -4)
		return;
	Ask a = {.tid = tid, .nr = nr, .args = args, .ret = ret, .dir = dir, .out = out};
	for (a.arg = 0; a.arg < 6 && ARG_KIND(spec->args[a.arg]) != ARG_NONE; a.arg++) {
		a.next_sub = 0;
		add_argument(&a, spec->args[a.arg]);
	}
}

/* decode.c: formats a call as a line of text in strace's style. */
#include "env/trace/decode.h"

#include <elf.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/syscall.h>

/* Flags with which open has a mode; O_TMPFILE contains the bit of O_DIRECTORY. */
#define CREATES (O_CREAT | (O_TMPFILE & ~O_DIRECTORY))

static const u64 fd_none = (u32)-1;

static void bytes_format(Buf *b, const Decode *d, const TraceData *data)
{
	size_t n = data->len < d->max_bytes ? data->len : d->max_bytes;
	buf_addc(b, '"');
	buf_add_escaped(b, data->at, n);
	buf_addc(b, '"');
	if (n < data->full)
		buf_adds(b, "...");
}

static void fd_format(Buf *b, const Decode *d, u64 value, u32 index)
{
	int fd = (int)value;
	const char *name = fd >= 0 && d->fd_name ? d->fd_name(d->user, index, fd) : NULL;
	if (fd == AT_FDCWD)
		buf_adds(b, "AT_FDCWD");
	else
		buf_addf(b, "%d", fd);
	if (name) {
		buf_addc(b, '<');
		buf_add_escaped(b, name, strlen(name));
		buf_addc(b, '>');
	}
}

static void struct_format(Buf *b, const Decode *d, StructKind kind, const TraceData *data)
{
	Fields f;
	struct_fields(kind, data->at, data->len, &f);
	if (!f.len) {
		bytes_format(b, d, data);
		return;
	}
	buf_addc(b, kind == ST_INT || kind == ST_LONG || kind == ST_FDPAIR ? '[' : '{');
	for (size_t i = 0; i < f.len; i++) {
		buf_adds(b, i ? ", " : "");
		if (kind != ST_INT && kind != ST_LONG && kind != ST_FDPAIR)
			buf_addf(b, "%s=", f.at[i].name);
		buf_add_escaped(b, f.at[i].value, strlen(f.at[i].value));
	}
	buf_addc(b, kind == ST_INT || kind == ST_LONG || kind == ST_FDPAIR ? ']' : '}');
}

static void strings_format(Buf *b, const Decode *d, const TraceCall *c, int arg)
{
	buf_addc(b, '[');
	for (int i = 0; i < 250; i++) {
		const TraceData *s = call_data(c, arg, i, DATA_IN);
		if (!s)
			break;
		buf_adds(b, i ? ", " : "");
		bytes_format(b, d, s);
	}
	buf_addc(b, ']');
}

static void poll_format(Buf *b, const TraceData *before, const TraceData *after)
{
	size_t n = before->len / 8;
	buf_addc(b, '[');
	for (size_t i = 0; i < n && i < 16; i++) {
		i32 fd;
		i16 events[2];
		memcpy(&fd, before->at + 8 * i, 4);
		memcpy(events, before->at + 8 * i + 4, 4);
		if (after && after->len >= 8 * i + 8)
			memcpy(&events[1], after->at + 8 * i + 6, 2);
		buf_addf(b, "%s{fd=%d, events=%#x, revents=%#x}", i ? ", " : "", fd, events[0],
				 after ? events[1] : 0);
	}
	buf_adds(b, n > 16 ? ", ...]" : "]");
}

/* Adds the pieces of one argument: iovecs and message headers. */
static void pieces_format(Buf *b, const Decode *d, const TraceCall *c, int arg)
{
	int n = 0;
	buf_addc(b, '[');
	for (u32 i = 0; i < c->n_data; i++) {
		const TraceData *data = &c->data[i];
		if (data->arg != arg || data->sub >= SUB_BLOCKS)
			continue;
		buf_adds(b, n++ ? ", " : "");
		bytes_format(b, d, data);
	}
	buf_addc(b, ']');
}

static void memory_format(Buf *b, const Decode *d, const TraceCall *c, int arg, u16 spec)
{
	const TraceData *in = call_data(c, arg, 0, DATA_IN), *out = call_data(c, arg, 0, DATA_OUT);
	const TraceData *data = out ? out : in;
	switch (ARG_KIND(spec)) {
	case ARG_STRINGS: strings_format(b, d, c, arg); return;
	case ARG_IOV_IN:
	case ARG_IOV_OUT:
	case ARG_MSG_IN:
	case ARG_MSG_OUT:
	case ARG_MMSG_OUT: pieces_format(b, d, c, arg); return;
	default: break;
	}
	if (!c->args[arg]) {
		buf_adds(b, "NULL");
	} else if (!data) {
		buf_addf(b, "%#llx", (unsigned long long)c->args[arg]);
	} else {
		switch (ARG_KIND(spec)) {
		case ARG_INSTRUCT:
		case ARG_OUTSTRUCT:
		case ARG_IOSTRUCT: struct_format(b, d, (StructKind)ARG_PARAM(spec), data); break;
		case ARG_ADDR_IN:
		case ARG_ADDR_OUT:
			buf_addc(b, '{');
			address_format(b, data->at, data->len);
			buf_addc(b, '}');
			break;
		case ARG_POLL: poll_format(b, in ? in : out, out); break;
		default: bytes_format(b, d, data);
		}
	}
}

/* The options of a socket have other names at each level. */
static FlagSet flag_set(const TraceCall *c, FlagSet set)
{
	if (set != FL_SOCKOPT || c->args[1] == SOL_SOCKET)
		return set;
	return c->args[1] == IPPROTO_TCP ? FL_TCPOPT : FL_OTHEROPT;
}

static void argument_format(Buf *b, const Decode *d, const TraceCall *c, int arg, u16 spec,
							u32 index)
{
	u64 v = c->args[arg];
	switch (ARG_KIND(spec)) {
	case ARG_INT:
	case ARG_ID:
	case ARG_PID: buf_addf(b, "%d", (int)v); break;
	case ARG_SIZE: buf_addf(b, "%llu", (unsigned long long)v); break;
	case ARG_OFFSET: buf_addf(b, "%lld", (long long)v); break;
	case ARG_HEX: buf_addf(b, "%#llx", (unsigned long long)v); break;
	case ARG_PTR:
		if (v)
			buf_addf(b, "%#llx", (unsigned long long)v);
		else
			buf_adds(b, "NULL");
		break;
	case ARG_FD:
	case ARG_DIRFD: fd_format(b, d, v, index); break;
	case ARG_SIGNAL: buf_adds(b, signal_name((int)v)); break;
	case ARG_MODE: buf_addf(b, "%04llo", (unsigned long long)(v & 0177777)); break;
	case ARG_FLAGS: flags_format(b, flag_set(c, (FlagSet)ARG_PARAM(spec)), v); break;
	default: memory_format(b, d, c, arg, spec);
	}
}

static const char *auxv_name(u64 type)
{
	switch (type) {
	case AT_HWCAP: return "AT_HWCAP";
	case AT_HWCAP2: return "AT_HWCAP2";
	case AT_PAGESZ: return "AT_PAGESZ";
	case AT_CLKTCK: return "AT_CLKTCK";
	case AT_UID: return "AT_UID";
	case AT_EUID: return "AT_EUID";
	case AT_GID: return "AT_GID";
	case AT_EGID: return "AT_EGID";
	case AT_SECURE: return "AT_SECURE";
	case AT_RANDOM: return "AT_RANDOM";
	case AT_PLATFORM: return "AT_PLATFORM";
	case AT_MINSIGSTKSZ: return "AT_MINSIGSTKSZ";
	default: return "AT_?";
	}
}

static void ids_format(Buf *b, const TraceCall *c)
{
	const TraceData *groups = call_data(c, 4, 0, DATA_OUT);
	buf_addf(b, "uid=%u euid=%u gid=%u egid=%u groups=", (u32)c->args[0], (u32)c->args[1],
			 (u32)c->args[2], (u32)c->args[3]);
	for (u32 i = 0; groups && i + 4 <= groups->len; i += 4) {
		u32 g;
		memcpy(&g, groups->at + i, 4);
		buf_addf(b, "%s%u", i ? "," : "", g);
	}
}

static void limit_format(Buf *b, u64 v)
{
	if (v == ~(u64)0)
		buf_adds(b, "unlimited");
	else
		buf_addf(b, "%llu", (unsigned long long)v);
}

static void signals_format(Buf *b, const char *what, u64 mask)
{
	buf_addf(b, "%s={", what);
	for (int i = 1, n = 0; i <= 64; i++)
		if (mask >> (i - 1) & 1)
			buf_addf(b, "%s%s", n++ ? " " : "", signal_name(i));
	buf_addc(b, '}');
}

void pseudo_format(Buf *b, const TraceCall *c)
{
	static const Decode plain = {.max_bytes = 400};
	const TraceData *value = call_data(c, 1, 0, DATA_OUT);
	buf_addf(b, "%s ", call_name(c->nr));
	switch (c->nr) {
	case PSEUDO_PROGRAM:
		strings_format(b, &plain, c, 0);
		buf_addc(b, ' ');
		break;
	case PSEUDO_CWD: value = call_data(c, 0, 0, DATA_OUT); break;
	case PSEUDO_VAR: {
		const char *name = call_text(c, 0);
		buf_addf(b, "%s=", name ? name : "?");
		break;
	}
	case PSEUDO_LIMIT:
		flags_format(b, FL_RESOURCE, c->args[0]);
		buf_adds(b, " soft ");
		limit_format(b, c->args[1]);
		buf_adds(b, " hard ");
		limit_format(b, c->args[2]);
		break;
	case PSEUDO_IDS: ids_format(b, c); break;
	case PSEUDO_UMASK: buf_addf(b, "%04llo", (unsigned long long)c->args[0]); break;
	case PSEUDO_UNAME: {
		const TraceData *d = call_data(c, 0, 0, DATA_OUT);
		if (d)
			struct_format(b, &plain, ST_UTSNAME, d);
		break;
	}
	case PSEUDO_SIGNALS:
		signals_format(b, "blocked", c->args[0]);
		signals_format(b, " ignored", c->args[1]);
		break;
	case PSEUDO_TIMERS:
		for (int i = 0; i < 3; i++)
			buf_addf(b, "%s%.1f s", i ? ", " : "", (double)c->args[i] * 1e-6);
		break;
	case PSEUDO_FDS: buf_addf(b, "%d ", (int)c->args[0]); break;
	case PSEUDO_AUXV:
		buf_addf(b, "%s=%#llx ", auxv_name(c->args[0]), (unsigned long long)c->args[1]);
		break;
	default: break;
	}
	if (c->flags & CALL_ABSENT)
		buf_adds(b, "(not set)");
	else if (value)
		bytes_format(b, &plain, value);
}

void env_result_format(Buf *b, const TraceCall *c)
{
	if (c->flags & CALL_UNFINISHED)
		buf_adds(b, "?");
	else if (is_error(c->ret)) {
		buf_adds(b, "-1 ");
		errno_format(b, c->ret);
	} else if (c->nr == SYS_mmap || c->nr == SYS_brk || c->nr == SYS_mremap || c->nr == SYS_shmat)
		buf_addf(b, "%#llx", (unsigned long long)c->ret);
	else
		buf_addf(b, "%lld", (long long)c->ret);
}

void call_format_head(Buf *b, const Decode *d, const TraceCall *c, u32 index)
{
	if (c->nr >= PSEUDO) {
		pseudo_format(b, c);
		return;
	}
	const CallSpec *spec = call_spec(c->flags & CALL_COMPAT ? -1 : c->nr);
	if (c->flags & CALL_COMPAT)
		buf_addf(b, "i386_syscall_%d(", c->nr);
	else
		buf_addf(b, "%s(", call_name(c->nr));
	int n = call_arg_count(spec);
	/* The mode of an open that creates nothing is undefined. */
	bool no_mode = (c->nr == SYS_open && !(c->args[1] & CREATES)) ||
				   (c->nr == SYS_openat && !(c->args[2] & CREATES));
	for (int i = 0; i < n - no_mode; i++) {
		buf_adds(b, i ? ", " : "");
		bool anonymous = c->nr == SYS_mmap && i == 4 && (u32)c->args[4] == fd_none;
		if (anonymous)
			buf_adds(b, "-1");
		else
			argument_format(b, d, c, i, spec->args[i], index);
	}
	buf_addc(b, ')');
}

void call_format(Buf *b, const Decode *d, const TraceCall *c, u32 index)
{
	call_format_head(b, d, c, index);
	if (c->nr >= PSEUDO)
		return;
	buf_adds(b, " = ");
	env_result_format(b, c);
}

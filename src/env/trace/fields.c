/* fields.c: splits kernel structures into named fields. */
#include "env/trace/decode.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/sysinfo.h>
#include <sys/un.h>
#include <sys/utsname.h>
#include <time.h>
#include <linux/stat.h>

bool is_error(i64 ret)
{
	return ret < 0 && ret > -4096;
}

void errno_format(Buf *b, i64 ret)
{
	const char *name = strerrorname_np((int)-ret);
	if (name)
		buf_addf(b, "%s (%s)", name, strerror((int)-ret));
	else
		buf_addf(b, "error %d", (int)-ret);
}

static void field(Fields *f, const char *name, const char *fmt, ...)
{
	if (f->len == countof(f->at))
		return;
	Field *x = &f->at[f->len++];
	x->name = name;
	va_list ap;
	va_start(ap, fmt);
	vsnprintf(x->value, sizeof x->value, fmt, ap);
	va_end(ap);
}

static void number(Fields *f, const char *name, u64 v)
{
	field(f, name, "%llu", (unsigned long long)v);
}

static const char *file_type(u32 mode)
{
	switch (mode & S_IFMT) {
	case S_IFREG: return "S_IFREG";
	case S_IFDIR: return "S_IFDIR";
	case S_IFLNK: return "S_IFLNK";
	case S_IFCHR: return "S_IFCHR";
	case S_IFBLK: return "S_IFBLK";
	case S_IFIFO: return "S_IFIFO";
	case S_IFSOCK: return "S_IFSOCK";
	default: return "0";
	}
}

static void mode_field(Fields *f, u32 mode)
{
	field(f, "st_mode", "%s|%04o", file_type(mode), mode & 07777);
}

static void stat_fields(const u8 *p, Fields *f)
{
	struct stat st;
	memcpy(&st, p, sizeof st);
	mode_field(f, st.st_mode);
	number(f, "st_size", (u64)st.st_size);
	number(f, "st_uid", st.st_uid);
	number(f, "st_gid", st.st_gid);
	if (S_ISCHR(st.st_mode) || S_ISBLK(st.st_mode))
		field(f, "st_rdev", "%#llx", (unsigned long long)st.st_rdev);
	number(f, "st_nlink", st.st_nlink);
	number(f, "st_mtime", (u64)st.st_mtime);
	number(f, "st_ctime", (u64)st.st_ctime);
	number(f, "st_ino", st.st_ino);
	field(f, "st_dev", "%#llx", (unsigned long long)st.st_dev);
}

static void statx_fields(const u8 *p, Fields *f)
{
	struct statx st;
	memcpy(&st, p, sizeof st);
	mode_field(f, st.stx_mode);
	number(f, "st_size", st.stx_size);
	number(f, "st_uid", st.stx_uid);
	number(f, "st_gid", st.stx_gid);
	number(f, "st_nlink", st.stx_nlink);
	number(f, "st_mtime", (u64)st.stx_mtime.tv_sec);
	number(f, "st_ctime", (u64)st.stx_ctime.tv_sec);
	number(f, "st_ino", st.stx_ino);
}

static void statfs_fields(const u8 *p, Fields *f)
{
	struct statfs st;
	memcpy(&st, p, sizeof st);
	field(f, "f_type", "%#lx", (long)st.f_type);
	number(f, "f_bsize", (u64)st.f_bsize);
	number(f, "f_blocks", st.f_blocks);
	number(f, "f_bfree", st.f_bfree);
	number(f, "f_bavail", st.f_bavail);
	number(f, "f_files", st.f_files);
	number(f, "f_ffree", st.f_ffree);
	field(f, "f_flags", "%#lx", (long)st.f_flags);
}

static void limit_field(Fields *f, const char *name, u64 v)
{
	if (v == RLIM_INFINITY)
		field(f, name, "unlimited");
	else
		number(f, name, v);
}

static void uname_fields(const u8 *p, Fields *f)
{
	struct utsname u;
	memcpy(&u, p, sizeof u);
	field(f, "sysname", "%.64s", u.sysname);
	field(f, "nodename", "%.64s", u.nodename);
	field(f, "release", "%.64s", u.release);
	field(f, "version", "%.64s", u.version);
	field(f, "machine", "%.64s", u.machine);
	field(f, "domainname", "%.64s", u.domainname);
}

static void sysinfo_fields(const u8 *p, Fields *f)
{
	struct sysinfo s;
	memcpy(&s, p, sizeof s);
	number(f, "totalram", s.totalram);
	number(f, "freeram", s.freeram);
	number(f, "totalswap", s.totalswap);
	number(f, "procs", s.procs);
	number(f, "uptime", (u64)s.uptime);
}

/* Structures that are an array of numbers of one width. */
static void row_fields(StructKind kind, const u8 *p, Fields *f)
{
	static const struct {
		u8 kind, width, count;
		const char *names[4];
	} rows[] = {
		{ST_INT, 4, 1, {"value"}},
		{ST_LONG, 8, 1, {"value"}},
		{ST_FDPAIR, 4, 2, {"first", "second"}},
		{ST_TIMESPEC, 8, 2, {"tv_sec", "tv_nsec"}},
		{ST_TIMEVAL, 8, 2, {"tv_sec", "tv_usec"}},
		{ST_TIMEZONE, 4, 2, {"minuteswest", "dsttime"}},
		{ST_ITIMERVAL, 8, 4, {"interval.sec", "interval.usec", "value.sec", "value.usec"}},
		{ST_ITIMERSPEC, 8, 4, {"interval.sec", "interval.nsec", "value.sec", "value.nsec"}},
		{ST_TMS, 8, 4, {"utime", "stime", "cutime", "cstime"}},
		{ST_RUSAGE, 8, 4, {"utime.sec", "utime.usec", "stime.sec", "stime.usec"}},
		{ST_TIMES2, 8, 4, {"atime.sec", "atime.nsec", "mtime.sec", "mtime.nsec"}},
		{ST_SIGINFO, 4, 3, {"si_signo", "si_errno", "si_code"}},
		{ST_OPEN_HOW, 8, 3, {"flags", "mode", "resolve"}},
	};
	for (size_t i = 0; i < countof(rows); i++) {
		if (rows[i].kind != kind)
			continue;
		for (u8 k = 0; k < rows[i].count; k++) {
			i64 v8;
			i32 v4;
			memcpy(&v8, p + (rows[i].width == 8 ? 8 * k : 0), rows[i].width == 8 ? 8 : 4);
			memcpy(&v4, p + (rows[i].width == 4 ? 4 * k : 0), 4);
			field(f, rows[i].names[k], "%lld", rows[i].width == 8 ? (long long)v8 : (long long)v4);
		}
	}
}

void struct_fields(StructKind kind, const u8 *p, size_t n, Fields *f)
{
	f->len = 0;
	if (n < struct_size(kind))
		return;
	u64 words[3] = {0};
	memcpy(words, p, n < sizeof words ? n : sizeof words);
	switch (kind) {
	case ST_STAT: stat_fields(p, f); break;
	case ST_STATX: statx_fields(p, f); break;
	case ST_STATFS: statfs_fields(p, f); break;
	case ST_RLIMIT:
		limit_field(f, "rlim_cur", words[0]);
		limit_field(f, "rlim_max", words[1]);
		break;
	case ST_UTSNAME: uname_fields(p, f); break;
	case ST_SYSINFO: sysinfo_fields(p, f); break;
	case ST_SIGSET:
	case ST_CLONE_ARGS:
	case ST_CAPS: field(f, "bits", "%#llx", (unsigned long long)words[0]); break;
	default: row_fields(kind, p, f);
	}
}

void address_format(Buf *b, const u8 *bytes, size_t n)
{
	char text[INET6_ADDRSTRLEN] = "";
	union {
		struct sockaddr_in in;
		struct sockaddr_in6 in6;
		struct sockaddr_un un;
		sa_family_t family;
	} a = {0};
	memcpy(&a, bytes, n < sizeof a ? n : sizeof a);
	if (n >= sizeof a.in && a.family == AF_INET) {
		inet_ntop(AF_INET, &a.in.sin_addr, text, sizeof text);
		buf_addf(b, "%s:%u", text, ntohs(a.in.sin_port));
	} else if (n >= 24 && a.family == AF_INET6) {
		inet_ntop(AF_INET6, &a.in6.sin6_addr, text, sizeof text);
		buf_addf(b, "[%s]:%u", text, ntohs(a.in6.sin6_port));
	} else if (n > 2 && a.family == AF_UNIX) {
		size_t len = (n < sizeof a.un ? n : sizeof a.un) - 2;
		if (a.un.sun_path[0])
			len = strnlen(a.un.sun_path, len);
		buf_adds(b, a.un.sun_path[0] ? "unix:" : "unix:@");
		buf_add_escaped(b, a.un.sun_path + !a.un.sun_path[0], len - !a.un.sun_path[0]);
	} else if (n >= 2) {
		buf_addf(b, "family %u:", a.family);
		buf_add_escaped(b, bytes + 2, n - 2);
	}
}

u16 address_port(const u8 *bytes, size_t n)
{
	struct sockaddr_in a = {0};
	memcpy(&a, bytes, n < sizeof a ? n : sizeof a);
	bool internet = a.sin_family == AF_INET || a.sin_family == AF_INET6; /* at the same offset */
	return n >= 4 && internet ? ntohs(a.sin_port) : 0;
}

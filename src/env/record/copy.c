/* copy.c: bytes that the kernel copies from file to file, outside the program's memory.
 *
 * copy_file_range and sendfile show the program only a length, yet the contents of the source
 * determine the target. So the recorder stores the bytes of the source, and a replayed call writes
 * them into the target.
 */
#include "env/record/record.h"
#include "env/trace/decode.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The indexes of the arguments of the two calls. */
typedef struct FileCopy {
	int in, out;       /* descriptors */
	int in_at, out_at; /* pointers to positions; -1: the call has none */
} FileCopy;

static bool copy_of(i32 nr, FileCopy *c)
{
	if (nr == SYS_copy_file_range)
		*c = (FileCopy){.in = 0, .in_at = 1, .out = 2, .out_at = 3};
	else if (nr == SYS_sendfile)
		*c = (FileCopy){.in = 1, .in_at = 2, .out = 0, .out_at = -1};
	else
		return false;
	return true;
}

int copy_source(i32 nr)
{
	FileCopy c;
	return copy_of(nr, &c) ? c.in : -1;
}

/* A number that the kernel reports about a descriptor; -1: it does not. */
static i64 fdinfo_of(const TracedTask *task, int fd, const char *what)
{
	char path[64];
	Buf info = {0};
	snprintf(path, sizeof path, "/proc/%d/fdinfo/%d", task->tid, fd);
	file_read(path, &info, NULL);
	const char *found = strstr(buf_str(&info), what);
	i64 number = found ? strtoll(found + strlen(what), NULL, 10) : -1;
	buf_free(&info);
	return number;
}

/* The position of a descriptor in the call, from the pointer or from the file. */
static i64 position_in(const TracedTask *task, int fd_arg, int at_arg)
{
	i64 at = -1;
	if (at_arg >= 0 && task->args[at_arg])
		return mem_read(task->tid, task->args[at_arg], &at, 8) == 8 ? at : -1;
	return fdinfo_of(task, (int)task->args[fd_arg], "pos:");
}

i64 copy_position(const TracedTask *task)
{
	FileCopy c;
	return copy_of(task->nr, &c) ? position_in(task, c.in, c.in_at) : -1;
}

bool copy_can_replay(const TracedTask *task, const TraceCall *rec)
{
	FileCopy c;
	char path[64];
	struct stat st;
	if (!copy_of(task->nr, &c) || !call_data(rec, c.in, SUB_MAPPING, DATA_OUT))
		return false;
	snprintf(path, sizeof path, "/proc/%d/fd/%d", task->tid, (int)task->args[c.out]);
	return stat(path, &st) == 0 && S_ISREG(st.st_mode);
}

/* Advances a position by n, as the kernel would have done. */
static void advance(TracedTask *task, int fd_arg, int at_arg, i64 at, i64 n)
{
	if (at_arg >= 0 && task->args[at_arg]) {
		at += n;
		mem_write(task->tid, task->args[at_arg], &at, 8);
	} else {
		inject_call(task->tid, SYS_lseek, (u64[6]){task->args[fd_arg], (u64)n, SEEK_CUR},
					&task->signal);
	}
}

void copy_replay(TracedTask *task, const TraceCall *rec)
{
	FileCopy c;
	char path[64];
	if (!copy_of(task->nr, &c))
		return;
	const TraceData *d = call_data(rec, c.in, SUB_MAPPING, DATA_OUT);
	i64 from = position_in(task, c.in, c.in_at), to = position_in(task, c.out, c.out_at);
	snprintf(path, sizeof path, "/proc/%d/fd/%d", task->tid, (int)task->args[c.out]);
	int fd = to >= 0 ? open(path, O_WRONLY | O_CLOEXEC) : -1;
	for (size_t done = 0; fd >= 0 && done < d->len;) {
		ssize_t k = pwrite(fd, d->at + done, d->len - done, (off_t)to + (off_t)done);
		if (k <= 0)
			break;
		done += (size_t)k;
	}
	if (fd >= 0)
		close(fd);
	advance(task, c.out, c.out_at, to, rec->ret);
	advance(task, c.in, c.in_at, from, rec->ret);
}

static int open_fd(const TracedTask *task, int arg, int flags)
{
	char path[64];
	snprintf(path, sizeof path, "/proc/%d/fd/%d", task->tid, (int)task->args[arg]);
	return open(path, flags | O_CLOEXEC);
}

/* Returns the number of bytes copied, or an error if there are none. */
static i64 copy_bytes(int in, i64 from, int out, i64 to, u64 n)
{
	u8 block[65536];
	u64 done = 0;
	while (done < n) {
		size_t want = n - done < sizeof block ? (size_t)(n - done) : sizeof block;
		ssize_t got = pread(in, block, want, (off_t)(from + (i64)done));
		ssize_t put = got > 0 ? pwrite(out, block, (size_t)got, (off_t)(to + (i64)done)) : got;
		if (put < 0 && !done)
			return -errno;
		if (put <= 0)
			break;
		done += (u64)put;
	}
	return (i64)done;
}

/* True if the mount is one of the task's own world; standard output of a rerun is not. */
static bool is_in_world(const TracedTask *task, i64 mount)
{
	char path[64], number[32];
	Buf mounts = {0};
	snprintf(path, sizeof path, "/proc/%d/mountinfo", task->tid);
	int n = snprintf(number, sizeof number, "\n%lld ", (long long)mount);
	file_read(path, &mounts, NULL);
	const char *all = buf_str(&mounts);
	bool in = strstr(all, number) || !strncmp(all, number + 1, (size_t)n - 1);
	buf_free(&mounts);
	return in;
}

i64 copy_inside(TracedTask *task, i64 ret)
{
	FileCopy c;
	if (ret != -EXDEV || task->nr != SYS_copy_file_range || !copy_of(task->nr, &c))
		return ret;
	i64 mount = fdinfo_of(task, (int)task->args[c.in], "mnt_id:");
	i64 target = fdinfo_of(task, (int)task->args[c.out], "mnt_id:");
	if (mount < 0 || target < 0 || (mount != target && is_in_world(task, target)))
		return ret;
	i64 from = position_in(task, c.in, c.in_at), to = position_in(task, c.out, c.out_at);
	int in = open_fd(task, c.in, O_RDONLY), out = open_fd(task, c.out, O_WRONLY);
	if (in >= 0 && out >= 0 && from >= 0 && to >= 0) {
		ret = copy_bytes(in, from, out, to, task->args[4]);
		if (ret > 0) {
			advance(task, c.out, c.out_at, to, ret);
			advance(task, c.in, c.in_at, from, ret);
		}
		reg_set_result(task->tid, ret);
	}
	if (in >= 0)
		close(in);
	if (out >= 0)
		close(out);
	return ret;
}

/* copy.c: bytes that the kernel copies from file to file, past the program's memory.
 *
 * copy_file_range and sendfile show the program nothing but a length, yet what is in the source
 * decides what is in the target. So the recorder keeps the source's bytes, and a replayed call
 * writes these into the target.
 */
#include "env/replay.h"
#include "env/decode.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Where the arguments of the two calls are. */
typedef struct Copy {
	int in, out;       /* descriptors */
	int in_at, out_at; /* pointers to positions; -1: the call has none */
} Copy;

static bool copy_of(i32 nr, Copy *c)
{
	if (nr == SYS_copy_file_range)
		*c = (Copy){.in = 0, .in_at = 1, .out = 2, .out_at = 3};
	else if (nr == SYS_sendfile)
		*c = (Copy){.in = 1, .in_at = 2, .out = 0, .out_at = -1};
	else
		return false;
	return true;
}

int copy_source(i32 nr)
{
	Copy c;
	return copy_of(nr, &c) ? c.in : -1;
}

static i64 position_of(const Task *task, int fd)
{
	char path[64];
	Buf info = {0};
	snprintf(path, sizeof path, "/proc/%d/fdinfo/%d", task->tid, fd);
	file_read(path, &info, NULL);
	const char *pos = strstr(buf_str(&info), "pos:");
	i64 at = pos ? strtoll(pos + 4, NULL, 10) : -1;
	buf_free(&info);
	return at;
}

/* The position that a descriptor has in the call, from the pointer or the file. */
static i64 position_in(const Task *task, int fd_arg, int at_arg)
{
	i64 at = -1;
	if (at_arg >= 0 && task->args[at_arg])
		return mem_read(task->tid, task->args[at_arg], &at, 8) == 8 ? at : -1;
	return position_of(task, (int)task->args[fd_arg]);
}

i64 copy_position(const Task *task)
{
	Copy c;
	return copy_of(task->nr, &c) ? position_in(task, c.in, c.in_at) : -1;
}

bool copy_can_replay(const Task *task, const Call *rec)
{
	Copy c;
	char path[64];
	struct stat st;
	if (!copy_of(task->nr, &c) || !call_data(rec, c.in, SUB_MAPPING, DATA_OUT))
		return false;
	snprintf(path, sizeof path, "/proc/%d/fd/%d", task->tid, (int)task->args[c.out]);
	return stat(path, &st) == 0 && S_ISREG(st.st_mode);
}

/* Moves a position on by n, as the kernel would have. */
static void advance(Task *task, int fd_arg, int at_arg, i64 at, i64 n)
{
	if (at_arg >= 0 && task->args[at_arg]) {
		at += n;
		mem_write(task->tid, task->args[at_arg], &at, 8);
	} else {
		inject_call(task->tid, SYS_lseek, (u64[6]){task->args[fd_arg], (u64)n, SEEK_CUR},
					&task->signal);
	}
}

void copy_replay(Task *task, const Call *rec)
{
	Copy c;
	char path[64];
	if (!copy_of(task->nr, &c))
		return;
	const Data *d = call_data(rec, c.in, SUB_MAPPING, DATA_OUT);
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

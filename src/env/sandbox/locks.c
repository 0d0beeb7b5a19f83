/* locks.c: locks that other programs hold.
 *
 * A lock belongs to a file, and a file in an overlay is a different file: inside a cell every lock
 * would be granted. So we search the kernel's list of locks for the outside file of the same
 * name.
 */
#include "env/sandbox/refuse.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <unistd.h>

typedef struct Lock {
	bool flock; /* true for flock, which locks the whole file */
	bool writes;
	i64 start, end; /* bytes, inclusive */
	pid_t pid;      /* -1: an open file description owns it */
} Lock;

/* 1: POSIX  ADVISORY  WRITE 1234 fe:00:409635 0 EOF */
static bool parse_lock(const char *line, const struct stat *st, Lock *out)
{
	char kind[16], mode[16], access[16], end[24];
	unsigned maj, min;
	unsigned long long inode;
	long long start;
	int pid;
	if (sscanf(line, "%*d: %15s %15s %15s %d %x:%x:%llu %lld %23s", kind, mode, access, &pid, &maj,
			   &min, &inode, &start, end) != 9)
		return false; /* also for a waiting lock ("->") */
	if (inode != st->st_ino || maj != major(st->st_dev) || min != minor(st->st_dev))
		return false;
	if (strcmp(kind, "POSIX") != 0 && strcmp(kind, "OFDLCK") != 0 && strcmp(kind, "FLOCK") != 0)
		return false;
	*out = (Lock){.flock = kind[0] == 'F', .writes = access[0] == 'W', .start = start, .pid = pid};
	out->end = end[0] == 'E' ? INT64_MAX : strtoll(end, NULL, 10);
	return true;
}

static bool conflicts(const Lock *held, const Lock *wanted)
{
	return held->flock == wanted->flock && (held->writes || wanted->writes) &&
		   held->start <= wanted->end && wanted->start <= held->end;
}

/* Finds a lock outside that conflicts with the wanted one. */
static bool find_conflict(const TracedTask *task, const Lock *wanted, Lock *held)
{
	struct stat st;
	Buf path = {0}, locks = {0};
	bool found = false;
	if (target_of_fd(task, (int)task->args[0], &path) && stat(path.at, &st) == 0 &&
		file_read("/proc/locks", &locks, NULL))
		for (const char *l = buf_str(&locks); *l && !found;) {
			found = parse_lock(l, &st, held) && conflicts(held, wanted);
			l += strcspn(l, "\n");
			l += *l == '\n';
		}
	buf_free(&path);
	buf_free(&locks);
	return found;
}

/* The position in the file to which the offsets of a lock are relative. */
static i64 lock_base(const TracedTask *task, short whence)
{
	char path[64];
	struct stat st;
	Buf b = {0};
	i64 base = 0;
	if (whence == SEEK_END) {
		snprintf(path, sizeof path, "/proc/%d/fd/%d", task->tid, (int)task->args[0]);
		base = stat(path, &st) == 0 ? st.st_size : 0;
	} else if (whence == SEEK_CUR) {
		snprintf(path, sizeof path, "/proc/%d/fdinfo/%d", task->tid, (int)task->args[0]);
		file_read(path, &b, NULL);
		const char *pos = strstr(buf_str(&b), "pos:");
		base = pos ? strtoll(pos + 4, NULL, 10) : 0;
	}
	buf_free(&b);
	return base;
}

/* A call that would wait for the lock waits without end; the rerun ends it. */
static bool wait_instead(const TracedTask *task)
{
	reg_set_call(task->tid, SYS_pause);
	return false;
}

static bool refuse_flock(const TracedTask *task, i64 *ret)
{
	u64 how = task->args[1];
	Lock wanted = {.flock = true, .writes = (how & 3) == LOCK_EX, .end = INT64_MAX}, held;
	if (how & LOCK_UN || !find_conflict(task, &wanted, &held))
		return false;
	*ret = -EWOULDBLOCK;
	return how & LOCK_NB ? true : wait_instead(task);
}

static bool refuse_record_lock(const TracedTask *task, i64 *ret)
{
	u64 command = task->args[1];
	struct flock f;
	Lock held;
	bool asks = command == F_GETLK || command == F_OFD_GETLK;
	bool waits = command == F_SETLKW || command == F_OFD_SETLKW;
	if (!asks && !waits && command != F_SETLK && command != F_OFD_SETLK)
		return false;
	if (mem_read(task->tid, task->args[2], &f, sizeof f) != sizeof f || f.l_type == F_UNLCK)
		return false;
	i64 start = lock_base(task, f.l_whence) + f.l_start;
	Lock wanted = {.writes = f.l_type == F_WRLCK, .start = start};
	wanted.end = f.l_len > 0 ? start + f.l_len - 1 : f.l_len < 0 ? start - 1 : INT64_MAX;
	if (f.l_len < 0)
		wanted.start = start + f.l_len;
	if (!find_conflict(task, &wanted, &held))
		return false;
	*ret = -EAGAIN;
	if (waits)
		return wait_instead(task);
	if (asks) {
		*ret = 0;
		f.l_type = held.writes ? F_WRLCK : F_RDLCK;
		f.l_whence = SEEK_SET;
		f.l_start = held.start;
		f.l_len = held.end == INT64_MAX ? 0 : held.end - held.start + 1;
		f.l_pid = held.pid;
		mem_write(task->tid, task->args[2], &f, sizeof f);
	}
	return true;
}

bool refuse_lock(const Guard *g, const TracedTask *task, i64 *ret)
{
	(void)g;
	if (task->nr == SYS_flock)
		return refuse_flock(task, ret);
	return task->nr == SYS_fcntl && refuse_record_lock(task, ret);
}

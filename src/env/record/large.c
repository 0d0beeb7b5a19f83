/* large.c: what is kept of a program that reads a lot.
 *
 * Of each regular file a part is kept as it is read, up to Recorder.max_contents bytes. Of later reads
 * only the size and a hash of each block are kept: enough to say which block differs.
 */
#include "env/record/record.h"

#include <sys/stat.h>
#include <sys/syscall.h>

static u64 descriptor_key(const TracedTask *task, i64 fd)
{
	return (u64)(u32)task->tgid << 32 | (u32)fd;
}

void large_forget(Recorder *r, const TracedTask *task, i64 fd)
{
	u64 sum;
	u64 key = descriptor_key(task, fd);
	if (fd >= 0 && intmap_get(&r->read_bytes, key, &sum) && sum)
		intmap_put(&r->read_bytes, key, 0);
}

static bool is_regular(const TracedTask *task, i64 fd)
{
	char path[64];
	struct stat st;
	snprintf(path, sizeof path, "/proc/%d/fd/%d", task->tid, (int)fd);
	return stat(path, &st) == 0 && S_ISREG(st.st_mode);
}

bool large_is_beyond(Recorder *r, const TracedTask *task, i64 ret)
{
	enum { OTHER = 1 }; /* added to the sum: it is no regular file */
	if ((task->nr != SYS_read && task->nr != SYS_pread64) || ret <= 0)
		return false;
	u64 sum = 0, key = descriptor_key(task, (i64)task->args[0]);
	intmap_get(&r->read_bytes, key, &sum);
	if (sum == UINT64_MAX - OTHER)
		return false;
	if (sum + (u64)ret > r->max_contents && sum <= r->max_contents &&
		!is_regular(task, (i64)task->args[0])) {
		intmap_put(&r->read_bytes, key, UINT64_MAX - OTHER);
		return false;
	}
	intmap_put(&r->read_bytes, key, sum + (u64)ret);
	return sum + (u64)ret > r->max_contents;
}

void large_capture(Recorder *r, Pieces *p, const TracedTask *task, i64 ret)
{
	u64 left = (u64)ret < task->args[2] ? (u64)ret : task->args[2];
	Buf hashes = {0};
	r->block = r->block ? r->block : xmalloc(BLOCK_SIZE);
	for (u64 done = 0; done < left;) {
		size_t want = left - done < BLOCK_SIZE ? left - done : BLOCK_SIZE;
		size_t n = mem_read(task->tid, task->args[1] + done, r->block, want);
		blocks_add(&hashes, r->block, n);
		done += want;
	}
	pieces_add_short(p, 1, left, buf_str(&hashes), hashes.len);
	buf_free(&hashes);
}

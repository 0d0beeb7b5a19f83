/* test_os.c: the virtual OS piece by piece: streams, tags, start state, signals, time, refusals.
 * What the kernel can be asked about is in test_os_random.c.
 */
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <time.h>
#include "os_world.h"

static World w;

static const OsConfig captured = {
	.in = OS_STREAM_CAPTURE,
	.out = OS_STREAM_CAPTURE,
	.err = OS_STREAM_CAPTURE,
	.cwd = "/tmp",
};

static int open_world(void **state)
{
	(void)state;
	world_init(&w, &captured);
	return 0;
}

static int close_world(void **state)
{
	(void)state;
	world_free(&w);
	return 0;
}

#define STR(s) world_str(&w, s)

static i64 open_file(const char *path, int flags)
{
	return CALL3(&w, open, STR(path), flags, 0644);
}

static i64 write_str(i64 fd, const char *s)
{
	return CALL3(&w, write, fd, STR(s), strlen(s));
}

/* Reads up to n bytes and compares all of them. */
static void expect_read(i64 fd, size_t n, const char *text)
{
	u64 at = world_room(&w, n);
	i64 got = CALL3(&w, read, fd, at, n);
	assert_int_equal(got, strlen(text));
	assert_memory_equal(world_bytes(&w, at), text, strlen(text));
}

/* ---- streams ---- */

static void test_captured_streams(void **state)
{
	(void)state;
	os_reset(w.os, "hello\n", NULL, 6);
	expect_read(0, 4, "hell");
	expect_read(0, 10, "o\n");
	expect_read(0, 10, "");
	assert_int_equal(CALL3(&w, lseek, 0, 1, SEEK_SET), 1);
	expect_read(0, 3, "ell");
	assert_int_equal(write_str(1, "out"), 3);
	assert_int_equal(write_str(2, "err"), 3);
	assert_int_equal(CALL2(&w, dup2, 1, 7), 7);
	assert_int_equal(write_str(7, "more"), 4);
	const OsOutput *list;
	assert_int_equal(os_outputs(w.os, &list), 3);
	assert_int_equal(list[0].stream, 1);
	assert_int_equal(list[1].stream, 2);
	assert_int_equal(list[2].stream, 1);
	assert_memory_equal(list[0].bytes, "out", 3);
	assert_memory_equal(list[1].bytes, "err", 3);
	assert_memory_equal(list[2].bytes, "more", 4);
	assert_null(list[0].tags);
	os_reset(w.os, "", NULL, 0);
	assert_int_equal(os_outputs(w.os, &list), 0);
	assert_int_equal(write_str(7, "x"), -EBADF);
	assert_int_equal(CALL3(&w, lseek, 1, 0, SEEK_CUR), -ESPIPE);
	assert_int_equal(CALL3(&w, read, 1, world_room(&w, 4), 4), -EBADF);
}

static void test_closed_streams(void **state)
{
	(void)state;
	World other;
	OsConfig config = captured;
	config.out = OS_STREAM_CLOSED;
	world_init(&other, &config);
	assert_int_equal(CALL3(&other, write, 1, world_str(&other, "x"), 1), -EBADF);
	i64 fd = CALL3(&other, open, world_str(&other, "/dev/null"), O_WRONLY, 0);
	assert_int_equal(fd, 1);
	world_free(&other);
}

static void test_passed_streams(void **state)
{
	(void)state;
	World other;
	int pair[2], saved = dup(0);
	OsConfig config = captured;
	config.in = OS_STREAM_HOST;
	world_init(&other, &config);
	assert_int_equal(pipe(pair), 0);
	assert_int_equal(write(pair[1], "from outside", 12), 12);
	dup2(pair[0], 0);
	u64 at = world_room(&other, 32);
	i64 got = CALL3(&other, read, 0, at, 4), seek = CALL3(&other, lseek, 0, 0, SEEK_CUR);
	i64 tty = CALL3(&other, ioctl, 0, TCGETS, world_room(&other, 64));
	dup2(saved, 0);
	assert_int_equal(got, 4);
	assert_memory_equal(world_bytes(&other, at), "from", 4);
	assert_int_equal(seek, -ESPIPE);
	assert_int_equal(tty, -ENOTTY);
	close(pair[0]);
	close(pair[1]);
	close(saved);
	world_free(&other);
}

/* ---- tags ---- */

static void test_tags_travel(void **state)
{
	(void)state;
	const Tag tags[4] = {0, 7, 8, 0};
	os_reset(w.os, "abcd", tags, 4);
	u64 at = world_room(&w, 4);
	assert_int_equal(CALL3(&w, read, 0, at, 4), 4);
	size_t off = at - WORLD_ADDR;
	assert_memory_equal(w.tags + off, tags, sizeof tags);
	i64 fd = open_file("drift-tags", O_CREAT | O_RDWR);
	assert_int_equal(CALL3(&w, write, fd, at, 4), 4);
	assert_int_equal(CALL4(&w, pread64, fd, at + 1, 2, 1), 2);
	assert_int_equal(w.tags[off + 1], 7);
	i32 fds[2];
	u64 pipe_at = world_room(&w, 8), again = world_room(&w, 4);
	assert_int_equal(CALL1(&w, pipe, pipe_at), 0);
	memcpy(fds, world_bytes(&w, pipe_at), sizeof fds);
	assert_int_equal(CALL4(&w, sendfile, fds[1], fd, world_put(&w, (i64[]){0}, 8), 4), 4);
	assert_int_equal(CALL3(&w, read, fds[0], again, 4), 4);
	assert_memory_equal(w.tags + (again - WORLD_ADDR), tags, sizeof tags);
	assert_int_equal(CALL3(&w, write, 1, again, 4), 4);
	assert_int_equal(write_str(1, "plain"), 5);
	const OsOutput *list;
	assert_int_equal(os_outputs(w.os, &list), 2);
	assert_non_null(list[0].tags);
	assert_memory_equal(list[0].tags, tags, sizeof tags);
	assert_null(list[1].tags);
	/* Overwriting with plain bytes takes the tags away. */
	assert_int_equal(CALL4(&w, pwrite64, fd, STR("zz"), 2, 1), 2);
	assert_int_equal(CALL4(&w, pread64, fd, at, 4, 0), 4);
	assert_int_equal(w.tags[off + 1], 0);
	os_reset(w.os, "abcd", NULL, 4);
	assert_int_equal(CALL3(&w, read, 0, at, 4), 4);
	assert_int_equal(w.tags[off + 1], 0);
}

/* ---- start state ---- */

static void test_put_file(void **state)
{
	(void)state;
	Err err = {0};
	struct stat st;
	const Tag tags[3] = {1, 2, 3};
	assert_true(os_put_file(w.os, "drift-new/deep/f", "one", tags, 3, &err));
	assert_true(os_put_file(w.os, "/etc/hostname", "put", NULL, 3, &err));
	for (int round = 0; round < 3; round++) {
		world_rewind(&w);
		i64 fd = open_file("drift-new/deep/f", O_RDWR);
		assert_true(fd >= 0);
		u64 at = world_room(&w, 3);
		assert_int_equal(CALL3(&w, read, fd, at, 3), 3);
		assert_memory_equal(world_bytes(&w, at), "one", 3);
		assert_memory_equal(w.tags + (at - WORLD_ADDR), tags, sizeof tags);
		assert_int_equal(CALL2(&w, ftruncate, fd, 0), 0);
		assert_int_equal(CALL1(&w, unlink, STR("drift-new/deep/f")), 0);
		assert_int_equal(CALL1(&w, rmdir, STR("drift-new/deep")), 0);
		assert_int_equal(open_file("drift-new/deep/f", O_RDWR), -ENOENT);
		expect_read(open_file("/etc/hostname", O_RDONLY), 10, "put");
		os_reset(w.os, "", NULL, 0);
	}
	assert_true(os_put_file(w.os, "drift-new/deep/f", "other", NULL, 5, &err));
	expect_read(open_file("/tmp/drift-new/deep/f", O_RDONLY), 10, "other");
	u64 at = world_room(&w, sizeof st);
	assert_int_equal(CALL2(&w, stat, STR("drift-new/deep/f"), at), 0);
	memcpy(&st, world_bytes(&w, at), sizeof st);
	assert_int_equal(st.st_size, 5);
	assert_false(os_put_file(w.os, "/etc", "x", NULL, 1, &err));
	assert_non_null(strstr(err.text, "/etc"));
	assert_int_equal(access("/tmp/drift-new", F_OK), -1);
}

static void test_save(void **state)
{
	(void)state;
	Err err = {0};
	char *dir = world_scratch(), *work = xasprintf("%s/work", dir), *out = xasprintf("%s/out", dir);
	assert_int_equal(mkdir(work, 0755), 0);
	world_host_file(work, "old", "old text");
	world_host_file(work, "same", "same");
	World other;
	OsConfig config = captured;
	config.cwd = work;
	world_init(&other, &config);
	i64 fd = CALL3(&other, open, world_str(&other, "new"), O_CREAT | O_WRONLY, 0600);
	assert_int_equal(CALL3(&other, write, fd, world_str(&other, "text"), 4), 4);
	fd = CALL3(&other, open, world_str(&other, "/drift-far"), O_CREAT | O_WRONLY, 0600);
	assert_int_equal(CALL3(&other, write, fd, world_str(&other, "far"), 3), fd < 0 ? -EBADF : 3);
	assert_int_equal(CALL1(&other, unlink, world_str(&other, "old")), 0);
	/* A link out of the directory must not take a later file with it. */
	assert_int_equal(CALL2(&other, symlink, world_str(&other, dir), world_str(&other, "link")), 0);
	fd = CALL3(&other, open, world_str(&other, "link/escaped"), O_CREAT | O_WRONLY, 0600);
	assert_true(fd >= 0);
	assert_true(os_save(other.os, out, &err));
	Buf text = {0};
	char *path = xasprintf("%s/new", out);
	assert_true(file_read(path, &text, &err));
	assert_string_equal(buf_str(&text), "text");
	free(path);
	buf_reset(&text);
	path = xasprintf("%s/.deleted", out);
	assert_true(file_read(path, &text, &err));
	assert_string_equal(buf_str(&text), "old\n");
	free(path);
	path = xasprintf("%s/escaped", dir);
	assert_false(file_exists(path));
	free(path);
	path = xasprintf("%s%s/escaped", out, dir);
	assert_true(file_exists(path));
	free(path);
	path = xasprintf("%s/same", out);
	assert_false(file_exists(path));
	free(path);
	buf_free(&text);
	world_free(&other);
	assert_true(tree_remove(dir, &err));
	free(dir);
	free(work);
	free(out);
}

/* ---- special files ---- */

static void test_devices(void **state)
{
	(void)state;
	os_reset(w.os, "input", NULL, 5);
	i64 fd = open_file("/dev/zero", O_RDONLY);
	u64 at = world_put(&w, "xxxx", 4), other = world_room(&w, 8);
	assert_int_equal(CALL3(&w, read, fd, at, 4), 4);
	assert_memory_equal(world_bytes(&w, at), "\0\0\0\0", 4);
	assert_int_equal(write_str(open_file("/dev/full", O_WRONLY), "x"), -ENOSPC);
	assert_int_equal(write_str(open_file("/dev/null", O_WRONLY), "x"), 1);
	expect_read(open_file("/dev/null", O_RDONLY), 5, "");
	expect_read(open_file("/dev/stdin", O_RDONLY), 9, "input");
	expect_read(open_file("/proc/self/fd/0", O_RDONLY), 9, "input");
	assert_int_equal(open_file("/dev/fd/99", O_RDONLY), -ENOENT);
	assert_int_equal(open_file("/dev/tty", O_RDWR), -ENXIO);
	assert_int_equal(CALL3(&w, read, open_file("/dev/urandom", O_RDONLY), other, 8), 8);
	u8 first[8];
	memcpy(first, world_bytes(&w, other), 8);
	os_reset(w.os, "", NULL, 0);
	assert_int_equal(CALL3(&w, getrandom, other, 8, 0), 8);
	assert_memory_equal(world_bytes(&w, other), first, 8);
	assert_int_equal(write_str(open_file("/dev/stdout", O_WRONLY), "to stdout"), 9);
	const OsOutput *list;
	assert_int_equal(os_outputs(w.os, &list), 1);
	assert_int_equal(list[0].stream, 1);
}

static void test_proc(void **state)
{
	(void)state;
	os_reset(w.os, "", NULL, 0);
	u64 at = world_room(&w, 4096);
	i64 n = CALL3(&w, readlink, STR("/proc/self/cwd"), at, 4096);
	assert_int_equal(n, 4);
	assert_memory_equal(world_bytes(&w, at), "/tmp", 4);
	assert_int_equal(CALL3(&w, readlink, STR("/proc/self"), at, 4096), 4);
	i64 fd = open_file("/proc/version", O_RDONLY);
	n = CALL3(&w, read, fd, at, 4096);
	assert_true(n > 5);
	assert_memory_equal(world_bytes(&w, at), "Linux", 5);
}

/* ---- limits ---- */

static void test_limits(void **state)
{
	(void)state;
	os_reset(w.os, "", NULL, 0);
	u64 at = world_put(&w, (struct rlimit[]){{6, 6}}, sizeof(struct rlimit));
	assert_int_equal(CALL2(&w, setrlimit, RLIMIT_NOFILE, at), 0);
	for (int fd = 3; fd < 6; fd++)
		assert_int_equal(open_file("/dev/null", O_RDONLY), fd);
	assert_int_equal(open_file("/dev/null", O_RDONLY), -EMFILE);
	assert_int_equal(CALL1(&w, dup, 0), -EMFILE);
	assert_int_equal(CALL1(&w, pipe, world_room(&w, 8)), -EMFILE);
	assert_int_equal(CALL2(&w, dup2, 0, 6), -EBADF);
	os_reset(w.os, "", NULL, 0);
	/* A file that grows over the limit: SIGXFSZ, which kills. */
	at = world_put(&w, (struct rlimit[]){{4, 4}}, sizeof(struct rlimit));
	assert_int_equal(CALL2(&w, setrlimit, RLIMIT_FSIZE, at), 0);
	i64 fd = open_file("drift-big", O_CREAT | O_WRONLY);
	assert_int_equal(write_str(fd, "123456"), 4);
	assert_int_equal(write_str(fd, "7"), SIGXFSZ);
	assert_int_equal(w.status, OS_KILLED);
	os_reset(w.os, "", NULL, 0);
	fd = open_file("drift-big", O_CREAT | O_WRONLY);
	assert_int_equal(write_str(fd, "123456"), 6);
}

static void test_overlay_limit(void **state)
{
	(void)state;
	World other;
	OsConfig config = captured;
	config.limit_files = 1000;
	world_init(&other, &config);
	u64 at = world_room(&other, 800);
	i64 a = CALL3(&other, open, world_str(&other, "drift-a"), O_CREAT | O_WRONLY, 0600);
	i64 b = CALL3(&other, open, world_str(&other, "drift-b"), O_CREAT | O_WRONLY, 0600);
	assert_int_equal(CALL3(&other, write, a, at, 800), 800);
	assert_int_equal(CALL3(&other, write, b, at, 800), 200);
	assert_int_equal(CALL3(&other, write, b, at, 1), -ENOSPC);
	/* What is deleted and closed gives its room back. */
	assert_int_equal(CALL1(&other, unlink, world_str(&other, "drift-a")), 0);
	assert_int_equal(CALL3(&other, write, b, at, 1), -ENOSPC);
	assert_int_equal(CALL1(&other, close, a), 0);
	assert_int_equal(CALL3(&other, write, b, at, 800), 800);
	world_free(&other);
}

/* ---- pipes and signals ---- */

static void test_pipes(void **state)
{
	(void)state;
	i32 fds[2];
	os_reset(w.os, "", NULL, 0);
	u64 at = world_room(&w, 8);
	assert_int_equal(CALL1(&w, pipe, at), 0);
	memcpy(fds, world_bytes(&w, at), sizeof fds);
	assert_int_equal(write_str(fds[1], "through"), 7);
	expect_read(fds[0], 20, "through");
	CALL3(&w, read, fds[0], at, 8);
	assert_int_equal(w.status, OS_UNSUPPORTED);
	assert_non_null(strstr(os_message(w.os), "empty pipe"));
	assert_int_equal(CALL3(&w, fcntl, fds[0], F_SETFL, O_NONBLOCK), 0);
	assert_int_equal(CALL3(&w, read, fds[0], at, 8), -EAGAIN);
	struct pollfd polled = {.fd = fds[0], .events = POLLIN};
	u64 poll_at = world_put(&w, &polled, sizeof polled);
	assert_int_equal(CALL3(&w, poll, poll_at, 1, 0), 0);
	assert_int_equal(CALL1(&w, close, fds[1]), 0);
	assert_int_equal(CALL3(&w, poll, poll_at, 1, 0), 1);
	expect_read(fds[0], 20, "");
	assert_int_equal(CALL1(&w, pipe, at), 0);
	memcpy(fds, world_bytes(&w, at), sizeof fds);
	assert_int_equal(CALL1(&w, close, fds[0]), 0);
	assert_int_equal(write_str(fds[1], "x"), SIGPIPE);
	assert_int_equal(w.status, OS_KILLED);
}

static void set_handler(int number, u64 handler, u64 flags, u64 mask)
{
	u64 at = world_put(&w, (u64[4]){handler, flags, 0, mask}, 32);
	assert_int_equal(CALL4(&w, rt_sigaction, number, at, 0, 8), 0);
}

static void test_handlers(void **state)
{
	(void)state;
	OsSignal sig;
	os_reset(w.os, "", NULL, 0);
	i64 pid = CALL0(&w, getpid);
	set_handler(SIGUSR1, 0x1234, SA_SIGINFO, 0);
	assert_int_equal(CALL2(&w, kill, pid, SIGUSR1), 0);
	assert_int_equal(w.status, OS_SIGNAL);
	assert_true(os_take_signal(w.os, &sig));
	assert_int_equal(sig.number, SIGUSR1);
	assert_int_equal(sig.handler, 0x1234);
	assert_true(sig.info);
	/* Blocked while its handler runs, delivered when that is done. */
	assert_int_equal(CALL2(&w, kill, pid, SIGUSR1), 0);
	assert_int_equal(w.status, OS_DONE);
	assert_false(os_take_signal(w.os, &sig));
	os_signal_done(w.os, SIGUSR1);
	assert_true(os_take_signal(w.os, &sig));
	/* The classic end of a handler: default action, raised again. */
	set_handler(SIGUSR1, 0, 0, 0);
	assert_int_equal(CALL2(&w, kill, pid, SIGUSR1), 0);
	assert_int_equal(w.status, OS_DONE);
	os_signal_done(w.os, SIGUSR1);
	assert_true(os_take_signal(w.os, &sig));
	assert_int_equal(sig.number, SIGUSR1);
	assert_int_equal(sig.handler, 0);
	os_reset(w.os, "", NULL, 0);
	assert_int_equal(CALL2(&w, kill, pid, SIGUSR1), SIGUSR1);
	assert_int_equal(w.status, OS_KILLED);
	set_handler(SIGUSR1, 1, 0, 0); /* SIG_IGN */
	assert_int_equal(CALL2(&w, kill, pid, SIGUSR1), 0);
	assert_int_equal(w.status, OS_DONE);
	assert_int_equal(CALL2(&w, kill, pid + 1, SIGUSR1), -ESRCH);
	i64 result;
	assert_int_equal(os_raise(w.os, SIGFPE, &result), OS_KILLED);
	assert_int_equal(result, SIGFPE);
}

static void test_masks(void **state)
{
	(void)state;
	OsSignal sig;
	os_reset(w.os, "", NULL, 0);
	i64 pid = CALL0(&w, getpid);
	u64 set = world_put(&w, (u64[]){1ull << (SIGUSR2 - 1)}, 8), none = world_put(&w, (u64[]){0}, 8);
	u64 old = world_room(&w, 8);
	set_handler(SIGUSR2, 0x99, 0, 0);
	assert_int_equal(CALL4(&w, rt_sigprocmask, SIG_BLOCK, set, 0, 8), 0);
	assert_int_equal(CALL2(&w, kill, pid, SIGUSR2), 0);
	assert_int_equal(w.status, OS_DONE);
	assert_int_equal(CALL2(&w, rt_sigpending, old, 8), 0);
	assert_memory_equal(world_bytes(&w, old), world_bytes(&w, set), 8);
	assert_int_equal(CALL2(&w, rt_sigsuspend, none, 8), -EINTR);
	assert_int_equal(w.status, OS_SIGNAL);
	assert_true(os_take_signal(w.os, &sig));
	os_signal_done(w.os, sig.number);
	assert_int_equal(CALL4(&w, rt_sigprocmask, SIG_BLOCK, 0, old, 8), 0);
	assert_memory_equal(world_bytes(&w, old), world_bytes(&w, set), 8);
	CALL0(&w, pause);
	assert_int_equal(w.status, OS_UNSUPPORTED);
}

static void test_alarm(void **state)
{
	(void)state;
	OsSignal sig;
	struct timespec before, after;
	os_reset(w.os, "", NULL, 0);
	u64 at = world_room(&w, 16), ask = world_put(&w, (i64[]){10, 0}, 16);
	set_handler(SIGALRM, 0x55, 0, 0);
	assert_int_equal(CALL2(&w, clock_gettime, CLOCK_REALTIME, at), 0);
	memcpy(&before, world_bytes(&w, at), sizeof before);
	assert_int_equal(before.tv_sec, 1893456000);
	assert_int_equal(CALL1(&w, alarm, 3), 0);
	assert_int_equal(CALL2(&w, nanosleep, ask, at), -EINTR);
	assert_int_equal(w.status, OS_SIGNAL);
	assert_true(os_take_signal(w.os, &sig));
	assert_int_equal(sig.number, SIGALRM);
	os_signal_done(w.os, SIGALRM);
	assert_int_equal(((i64 *)(void *)world_bytes(&w, at))[0], 7);
	assert_int_equal(CALL2(&w, nanosleep, ask, 0), 0);
	assert_int_equal(CALL2(&w, clock_gettime, CLOCK_REALTIME, at), 0);
	memcpy(&after, world_bytes(&w, at), sizeof after);
	assert_int_equal(after.tv_sec - before.tv_sec, 13);
	os_reset(w.os, "", NULL, 0);
	assert_int_equal(CALL2(&w, clock_gettime, CLOCK_REALTIME, at), 0);
	assert_memory_equal(world_bytes(&w, at), &before, sizeof before);
}

/* ---- the rest ---- */

static void test_refused(void **state)
{
	(void)state;
	os_reset(w.os, "", NULL, 0);
	CALL0(&w, fork);
	assert_int_equal(w.status, OS_UNSUPPORTED);
	assert_string_equal(os_message(w.os), "fork");
	CALL3(&w, socket, 1, 1, 0);
	assert_int_equal(w.status, OS_UNSUPPORTED);
	assert_string_equal(os_message(w.os), "socket");
	world_call(&w, 100000, 0, 0, 0, 0, 0);
	assert_int_equal(w.status, OS_UNSUPPORTED);
	assert_string_equal(os_message(w.os), "system call 100000");
	world_call(&w, -1, 0, 0, 0, 0, 0);
	assert_int_equal(w.status, OS_UNSUPPORTED);
	world_call(&w, 437, 0, 0, 0, 0, 0);
	assert_int_equal(w.status, OS_UNSUPPORTED);
	assert_string_equal(os_message(w.os), "openat2");
	assert_int_equal(CALL1(&w, exit_group, 0x1ff), 0xff);
	assert_int_equal(w.status, OS_EXIT);
}

static void test_faults(void **state)
{
	(void)state;
	os_reset(w.os, "abc", NULL, 3);
	CALL3(&w, read, 0, 0, 3);
	assert_int_equal(w.status, OS_FAULT);
	CALL3(&w, write, 1, WORLD_ADDR + WORLD_BYTES - 1, 2);
	assert_int_equal(w.status, OS_FAULT);
	CALL3(&w, open, 0, O_RDONLY, 0);
	assert_int_equal(w.status, OS_FAULT);
	CALL2(&w, stat, STR("/"), 0);
	assert_int_equal(w.status, OS_FAULT);
	assert_int_equal(CALL3(&w, write, 1, 0, 0), 0); /* nothing is touched */
	assert_int_equal(w.status, OS_DONE);
}

static void test_map(void **state)
{
	(void)state;
	os_reset(w.os, "", NULL, 0);
	world_rewind(&w);
	i64 fd = open_file("drift-map", O_CREAT | O_RDWR);
	assert_int_equal(write_str(fd, "mapped"), 6);
	i64 at = world_call(&w, SYS_mmap, 0, 100, PROT_READ, MAP_PRIVATE, (u64)fd);
	assert_true(at > 0);
	assert_memory_equal(world_bytes(&w, (u64)at), "mapped\0\0", 8);
	assert_int_equal(w.fixed, at);
	assert_int_equal(CALL2(&w, munmap, at, 100), 0);
	/* Pages behind the end of the file are there and must not be touched. */
	assert_true(world_call(&w, SYS_mmap, 0, 9000, PROT_READ, MAP_PRIVATE, (u64)fd) > 0);
	assert_int_equal(w.usable, 4096);
	i64 empty = open_file("drift-empty", O_CREAT | O_RDWR);
	assert_true(world_call(&w, SYS_mmap, 0, 100, PROT_READ, MAP_PRIVATE, (u64)empty) > 0);
	assert_int_equal(w.usable, 0);
	assert_int_equal(CALL3(&w, lseek, fd, 0xffffffff000, SEEK_SET), 0xffffffff000);
	assert_int_equal(CALL3(&w, lseek, fd, 1, SEEK_CUR), -EINVAL);
	assert_int_equal(CALL3(&w, lseek, fd, 0xffffffff001, SEEK_SET), -EINVAL);
	assert_int_equal(CALL3(&w, lseek, fd, 0, SEEK_CUR), 0xffffffff000);
	world_call(&w, SYS_mmap, 0, 100, PROT_READ | PROT_WRITE, MAP_SHARED, (u64)fd);
	assert_int_equal(w.status, OS_UNSUPPORTED);
	assert_int_equal(world_call(&w, SYS_mmap, 0, 0, PROT_READ, MAP_PRIVATE, (u64)fd), -EINVAL);
	assert_int_equal(world_call(&w, SYS_mmap, 0, 100, PROT_READ, MAP_PRIVATE, 99), -EBADF);
}

/* A program that reads a directory in small pieces and removes what it has read. */
static void test_remove_while_listing(void **state)
{
	(void)state;
	os_reset(w.os, "", NULL, 0);
	assert_int_equal(CALL2(&w, mkdir, STR("drift-dir"), 0755), 0);
	char path[64];
	for (int i = 0; i < 50; i++) {
		world_rewind(&w);
		snprintf(path, sizeof path, "drift-dir/file%d", i);
		assert_int_equal(CALL1(&w, close, open_file(path, O_CREAT | O_WRONLY)), 0);
	}
	i64 dir = open_file("drift-dir", O_RDONLY | O_DIRECTORY), n;
	u64 at = world_room(&w, 100);
	assert_int_equal(CALL3(&w, getdents64, dir, at, 8), -EINVAL);
	while ((n = CALL3(&w, getdents64, dir, at, 100)) > 0) {
		u8 batch[100];
		memcpy(batch, world_bytes(&w, at), sizeof batch);
		for (i64 i = 0; i < n; i += batch[i + 16]) {
			const char *name = (const char *)batch + i + 19;
			if (name[0] == '.')
				continue;
			snprintf(path, sizeof path, "drift-dir/%s", name);
			assert_int_equal(CALL1(&w, unlink, STR(path)), 0);
		}
	}
	assert_int_equal(n, 0);
	assert_int_equal(CALL1(&w, rmdir, STR("drift-dir")), 0);
}

/* ---- the world ---- */

static void expect_asked(WorldKind kind, const char *name, bool varied)
{
	const OsAsked *list;
	assert_int_equal(os_asked(w.os, &list), 1);
	assert_int_equal(list[0].kind, kind);
	assert_int_equal(list[0].varied, varied);
	if (name)
		assert_string_equal(list[0].name, name);
	else
		assert_null(list[0].name);
}

static void test_asked(void **state)
{
	(void)state;
	const OsAsked *list;
	os_reset(w.os, "", NULL, 0);
	u64 at = world_room(&w, 16);
	CALL2(&w, clock_gettime, CLOCK_REALTIME, at);
	expect_asked(WORLD_CLOCK, NULL, false);
	CALL2(&w, clock_gettime, CLOCK_MONOTONIC, at);
	expect_asked(WORLD_TIMER, NULL, false);
	/* The number of a descriptor depends on those that were open; inside the library it does not matter. */
	assert_int_equal(CALL5(&w, openat, AT_FDCWD, STR("/etc/passwd"), O_RDONLY, 0, 0x64726968), 3);
	expect_asked(WORLD_FILE, "/etc/passwd", false);
	assert_int_equal(open_file("/etc/passwd", O_RDONLY), 4);
	assert_int_equal(os_asked(w.os, &list), 2);
	assert_string_equal(list[1].name, "descriptors");
	CALL1(&w, close, 4);
	assert_int_equal(CALL1(&w, close, 4), -EBADF); /* its own */
	assert_int_equal(os_asked(w.os, &list), 0);
	assert_int_equal(CALL1(&w, close, 9), -EBADF);
	expect_asked(WORLD_INHERITED, "descriptors", false);
	assert_int_equal(open_file("drift-none", O_RDONLY), -ENOENT);
	expect_asked(WORLD_ABSENT, "drift-none", false);
	assert_int_equal(open_file("drift-none/x", O_RDONLY), -ENOENT);
	expect_asked(WORLD_ABSENT, "drift-none/x", false);
	/* What the run itself makes and takes away is no world. */
	CALL1(&w, umask, 022);
	assert_int_equal(open_file("drift-made", O_WRONLY | O_CREAT | O_TRUNC), 4);
	assert_int_equal(os_asked(w.os, &list), 2);
	assert_string_equal(list[0].name, "."); /* whether it could be made */
	assert_string_equal(list[1].name, "descriptors");
	assert_int_equal(open_file("drift-made", O_RDONLY), 5);
	expect_asked(WORLD_INHERITED, "descriptors", false);
	assert_int_equal(CALL1(&w, unlink, STR("drift-made")), 0);
	assert_int_equal(open_file("drift-made", O_RDONLY), -ENOENT);
	assert_int_equal(os_asked(w.os, &list), 0);
}

static void test_given_world(void **state)
{
	(void)state;
	static const u8 bytes[2] = {7, 8};
	static const Tag tags[2] = {70, 80};
	OsWorld given = {.clock = 100, .uid = 71, .pid = 73, .random = {bytes, tags, 2}};
	given.varied[WORLD_CLOCK] = given.varied[WORLD_UID] = given.varied[WORLD_PID] =
		given.varied[WORLD_RANDOM] = true;
	os_reset(w.os, "", NULL, 0);
	os_set_world(w.os, &given);
	assert_int_equal(CALL1(&w, time, 0), 100);
	expect_asked(WORLD_CLOCK, NULL, true);
	assert_int_equal(CALL0(&w, getpid), 73);
	assert_int_equal(CALL0(&w, geteuid), 71);
	expect_asked(WORLD_UID, NULL, true);
	u64 at = world_room(&w, 16);
	assert_int_equal(CALL3(&w, getrandom, at, 2, 0), 2);
	expect_asked(WORLD_RANDOM, NULL, true);
	assert_memory_equal(world_bytes(&w, at), bytes, 2);
	assert_int_equal(w.tags[at - WORLD_ADDR + 1], 80);
	assert_int_equal(CALL3(&w, getrandom, at, 1, 0), 1); /* there are no more of them */
	expect_asked(WORLD_RANDOM, NULL, false);
	/* A process that sets its ids decides on them, and has its own from then on. */
	const OsAsked *list;
	assert_int_equal(CALL1(&w, setuid, 71), 0);
	assert_int_equal(os_asked(w.os, &list),
					 3); /* both ids, and whether the program has the set-user-id bit */
	assert_true(list[0].decided);
	assert_int_equal(CALL0(&w, getuid), 71);
	expect_asked(WORLD_UID, NULL, false);
	os_reset(w.os, "", NULL, 0);
	os_set_world(w.os, NULL);
	assert_int_equal(CALL0(&w, getpid), OS_PID);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_captured_streams),
		cmocka_unit_test(test_closed_streams),
		cmocka_unit_test(test_passed_streams),
		cmocka_unit_test(test_tags_travel),
		cmocka_unit_test(test_put_file),
		cmocka_unit_test(test_save),
		cmocka_unit_test(test_devices),
		cmocka_unit_test(test_proc),
		cmocka_unit_test(test_limits),
		cmocka_unit_test(test_overlay_limit),
		cmocka_unit_test(test_pipes),
		cmocka_unit_test(test_handlers),
		cmocka_unit_test(test_masks),
		cmocka_unit_test(test_alarm),
		cmocka_unit_test(test_refused),
		cmocka_unit_test(test_faults),
		cmocka_unit_test(test_map),
		cmocka_unit_test(test_remove_while_listing),
		cmocka_unit_test(test_asked),
		cmocka_unit_test(test_given_world),
	};
	return cmocka_run_group_tests(tests, open_world, close_world);
}

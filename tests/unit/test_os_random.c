/* test_os_random.c: the virtual OS against the kernel.
 *
 * The same random sequence of system calls, with a fixed seed, goes to the kernel in one scratch
 * directory and to the virtual OS in its twin. Results, errors, data and the final trees must be
 * equal, the twin must be untouched on disk, and what os_save writes must turn it into the first.
 */
#include <dirent.h>
#include <linux/fs.h>
#include <sys/wait.h>
#include "os_world.h"

enum { SLOTS = 6, STEPS = 400, SEEDS = 40, NOBODY = 65534 };

typedef struct Twin {
	World real, virt;
	char *real_dir, *virt_dir;          /* scratch directories */
	i64 real_fd[SLOTS], virt_fd[SLOTS]; /* -1: closed */
	u64 random;                         /* generator */
	Buf log;                            /* the calls so far */
	char *difference;                   /* NULL while all is equal */
} Twin;

static u32 roll(Twin *t, u32 n)
{
	t->random = t->random * 6364136223846793005u + 1442695040888963407u;
	return (u32)(t->random >> 33) % n;
}

static const char *const names[] = {
	"a",     "b",    "c",     "d",    "d/x",    "d/y", "d/e", "d/e/z", "h1",   "h2",
	"hd",    "hd/f", "hd/g",  "hd/s", "hd/s/t", "l",   "l/x", "dl",    "loop", "d/../a",
	"./b",   "d/",   "a/",    "hd/",  ".",      "..",  "hl",  "ro",    "ro/q", "p",
	"hd/..", "d/.",  "nix/a", "h1/x", "",       "dl/", "l/",  "ho",    "hh1",  "//hd//f",
};

static const char *name(Twin *t)
{
	return names[roll(t, countof(names))];
}

static void note(Twin *t, const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	buf_vaddf(&t->log, fmt, ap);
	va_end(ap);
}

static bool differ(Twin *t, const char *what, i64 real, i64 virt)
{
	if (!t->difference)
		t->difference =
			xasprintf("%s: kernel %lld, virtual %lld", what, (long long)real, (long long)virt);
	return false;
}

/* Runs the call on both; arguments that are addresses differ, so they come in pairs. */
static bool both(Twin *t, const char *what, long nr, const u64 r[5], const u64 v[5], i64 *result)
{
	i64 real = world_call(&t->real, nr, r[0], r[1], r[2], r[3], r[4]);
	i64 virt = world_call(&t->virt, nr, v[0], v[1], v[2], v[3], v[4]);
	note(t, " = %lld\n", (long long)real);
	*result = real;
	if (t->virt.status != OS_DONE)
		return differ(t, what, real, -1000 - (i64)t->virt.status);
	return real == virt || differ(t, what, real, virt);
}

/* path first, or two paths, then numbers */
static void on_path(Twin *t, const char *what, long nr, const char *path, u64 x, u64 y)
{
	i64 result;
	note(t, "%s(\"%s\", %llo, %llo)", what, path, (unsigned long long)x, (unsigned long long)y);
	const u64 r[5] = {world_str(&t->real, path), x, y}, v[5] = {world_str(&t->virt, path), x, y};
	both(t, what, nr, r, v, &result);
}

static void on_paths(Twin *t, const char *what, long nr, const char *from, const char *to)
{
	i64 result;
	note(t, "%s(\"%s\", \"%s\")", what, from, to);
	const u64 r[5] = {world_str(&t->real, from), world_str(&t->real, to)};
	const u64 v[5] = {world_str(&t->virt, from), world_str(&t->virt, to)};
	both(t, what, nr, r, v, &result);
}

static void on_fd(Twin *t, const char *what, long nr, u32 slot, u64 x, u64 y, u64 z)
{
	i64 result;
	note(t, "%s(%u, %llu, %llu, %llu)", what, slot, (unsigned long long)x, (unsigned long long)y,
		 (unsigned long long)z);
	const u64 r[5] = {(u64)t->real_fd[slot], x, y, z}, v[5] = {(u64)t->virt_fd[slot], x, y, z};
	both(t, what, nr, r, v, &result);
}

/* ---- single operations ---- */

static void do_open(Twin *t)
{
	static const u32 flags[] = {O_CREAT, O_EXCL,     O_TRUNC,   O_APPEND,  O_DIRECTORY,
								O_PATH,  O_NOFOLLOW, O_CLOEXEC, O_TMPFILE, O_CREAT};
	static const u32 modes[] = {0644, 0600, 0444, 0, 0755, 04755};
	u32 slot = roll(t, SLOTS), how = roll(t, 3) | O_NONBLOCK, mode = modes[roll(t, countof(modes))];
	how |= roll(t, 3) ? 0 : O_CREAT;
	for (u32 n = roll(t, 3); n--;)
		how |= flags[roll(t, countof(flags))];
	const char *path = name(t);
	if (t->real_fd[slot] >= 0) {
		on_fd(t, "close", SYS_close, slot, 0, 0, 0);
		t->real_fd[slot] = t->virt_fd[slot] = -1;
	}
	note(t, "open(\"%s\", %o, %o)", path, how, mode);
	i64 real = CALL3(&t->real, open, world_str(&t->real, path), how, mode);
	i64 virt = CALL3(&t->virt, open, world_str(&t->virt, path), how, mode);
	note(t, " = %lld\n", (long long)real);
	t->real_fd[slot] = real >= 0 ? real : -1;
	t->virt_fd[slot] = virt >= 0 ? virt : -1;
	bool equal = t->virt.status == OS_DONE && (real < 0 ? real == virt : virt >= 0);
	if (!equal)
		differ(t, "open", real, virt);
}

static void do_close(Twin *t)
{
	u32 slot = roll(t, SLOTS);
	on_fd(t, "close", SYS_close, slot, 0, 0, 0);
	t->real_fd[slot] = t->virt_fd[slot] = -1;
}

static void do_read(Twin *t)
{
	u32 slot = roll(t, SLOTS), n = roll(t, 200);
	bool at = roll(t, 2);
	i64 result, pos = (i64)roll(t, 50) - 2;
	u64 rb = world_room(&t->real, n), vb = world_room(&t->virt, n);
	const u64 r[5] = {(u64)t->real_fd[slot], rb, n, (u64)pos};
	const u64 v[5] = {(u64)t->virt_fd[slot], vb, n, (u64)pos};
	note(t, "%s(%u, %u, %lld)", at ? "pread" : "read", slot, n, (long long)pos);
	if (both(t, "read", at ? SYS_pread64 : SYS_read, r, v, &result) &&
		memcmp(world_bytes(&t->real, rb), world_bytes(&t->virt, vb), n))
		differ(t, "bytes read", 0, 1);
}

static void do_write(Twin *t)
{
	u32 slot = roll(t, SLOTS), n = roll(t, 4) ? roll(t, 100) : roll(t, 9000);
	bool at = roll(t, 3) == 0;
	i64 result, pos = (i64)roll(t, 300) - 2;
	u64 rb = world_room(&t->real, n), vb = world_room(&t->virt, n);
	for (u32 i = 0; i < n; i++)
		world_bytes(&t->real, rb)[i] = world_bytes(&t->virt, vb)[i] = (u8)('a' + (i + slot) % 26);
	const u64 r[5] = {(u64)t->real_fd[slot], rb, n, (u64)pos};
	const u64 v[5] = {(u64)t->virt_fd[slot], vb, n, (u64)pos};
	note(t, "%s(%u, %u, %lld)", at ? "pwrite" : "write", slot, n, (long long)pos);
	both(t, "write", at ? SYS_pwrite64 : SYS_write, r, v, &result);
}

static void do_vector(Twin *t)
{
	u32 slot = roll(t, SLOTS), n = roll(t, 4);
	bool writes = roll(t, 2);
	struct iovec iov[2][4];
	u64 bufs[2][4], lists[2];
	World *worlds[2] = {&t->real, &t->virt};
	u32 lens[4] = {roll(t, 20), roll(t, 5), roll(t, 40), 3};
	for (int k = 0; k < 2; k++) {
		for (u32 i = 0; i < 4; i++) {
			bufs[k][i] = world_room(worlds[k], lens[i]);
			memset(world_bytes(worlds[k], bufs[k][i]), '0' + (int)i, lens[i]);
			iov[k][i] = (struct iovec){(void *)(uintptr_t)bufs[k][i], lens[i]};
		}
		lists[k] = world_put(worlds[k], iov[k], sizeof iov[k]);
	}
	i64 result;
	note(t, "%s(%u, %u)", writes ? "writev" : "readv", slot, n);
	const u64 r[5] = {(u64)t->real_fd[slot], lists[0], n},
			  v[5] = {(u64)t->virt_fd[slot], lists[1], n};
	if (!both(t, "vector", writes ? SYS_writev : SYS_readv, r, v, &result))
		return;
	for (u32 i = 0; i < 4; i++)
		if (memcmp(world_bytes(&t->real, bufs[0][i]), world_bytes(&t->virt, bufs[1][i]), lens[i]))
			differ(t, "vector bytes", 0, 1);
}

static void do_copy(Twin *t)
{
	u32 in = roll(t, SLOTS), out = roll(t, SLOTS), n = roll(t, 300);
	i64 result;
	if (roll(t, 2)) {
		note(t, "copy_file_range(%u, %u, %u)", in, out, n);
		const u64 r[5] = {(u64)t->real_fd[in], 0, (u64)t->real_fd[out], 0, n};
		const u64 v[5] = {(u64)t->virt_fd[in], 0, (u64)t->virt_fd[out], 0, n};
		both(t, "copy_file_range", SYS_copy_file_range, r, v, &result);
	} else {
		note(t, "sendfile(%u, %u, %u)", out, in, n);
		const u64 r[5] = {(u64)t->real_fd[out], (u64)t->real_fd[in], 0, n};
		const u64 v[5] = {(u64)t->virt_fd[out], (u64)t->virt_fd[in], 0, n};
		both(t, "sendfile", SYS_sendfile, r, v, &result);
	}
}

/* What must be equal of two stats: not times, inodes, nor a directory's size. */
static void same_stat(Twin *t, const struct stat *r, const struct stat *v)
{
	if (r->st_mode != v->st_mode)
		differ(t, "st_mode", r->st_mode, v->st_mode);
	if (r->st_nlink != v->st_nlink)
		differ(t, "st_nlink", (i64)r->st_nlink, (i64)v->st_nlink);
	if (r->st_uid != v->st_uid || r->st_gid != v->st_gid)
		differ(t, "st_uid", r->st_uid, v->st_uid);
	if (!S_ISDIR(r->st_mode) && r->st_size != v->st_size)
		differ(t, "st_size", r->st_size, v->st_size);
}

static void do_stat(Twin *t)
{
	i64 result;
	u32 kind = roll(t, 3), slot = roll(t, SLOTS);
	const char *path = name(t);
	u64 rs = world_room(&t->real, sizeof(struct stat)),
		vs = world_room(&t->virt, sizeof(struct stat));
	u64 r[5] = {(u64)t->real_fd[slot], rs}, v[5] = {(u64)t->virt_fd[slot], vs};
	if (kind) {
		r[0] = world_str(&t->real, path);
		v[0] = world_str(&t->virt, path);
	}
	static const long calls[] = {SYS_fstat, SYS_stat, SYS_lstat};
	note(t, "stat%u(\"%s\", %u)", kind, path, slot);
	if (both(t, "stat", calls[kind], r, v, &result) && result == 0)
		same_stat(t, (struct stat *)world_bytes(&t->real, rs),
				  (struct stat *)world_bytes(&t->virt, vs));
}

static int by_text(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* "name:type" of each entry, sorted, from raw getdents64 records. */
static char *entries(const u8 *at, i64 n)
{
	VEC(char *) list = {0};
	for (i64 i = 0; i < n;) {
		u16 len;
		memcpy(&len, at + i + 16, 2);
		vec_push(&list, xasprintf("%s:%d", (const char *)at + i + 19, at[i + 18]));
		i += len;
	}
	if (list.len)
		qsort(list.at, list.len, sizeof *list.at, by_text);
	Buf all = {0};
	for (size_t i = 0; i < list.len; i++) {
		buf_addf(&all, "%s ", list.at[i]);
		free(list.at[i]);
	}
	vec_free(&list);
	return all.at ? all.at : xstrdup("");
}

static void do_list(Twin *t)
{
	u32 slot = roll(t, SLOTS), size = 8192;
	u64 rb = world_room(&t->real, size), vb = world_room(&t->virt, size);
	note(t, "list(%u)\n", slot);
	CALL3(&t->real, lseek, t->real_fd[slot], 0, SEEK_SET);
	CALL3(&t->virt, lseek, t->virt_fd[slot], 0, SEEK_SET);
	i64 r = CALL3(&t->real, getdents64, t->real_fd[slot], rb, size);
	i64 v = CALL3(&t->virt, getdents64, t->virt_fd[slot], vb, size);
	/* Positions in directories are the file system's own affair. */
	CALL3(&t->real, lseek, t->real_fd[slot], 0, SEEK_SET);
	CALL3(&t->virt, lseek, t->virt_fd[slot], 0, SEEK_SET);
	if ((r < 0 || v < 0) && r != v) {
		differ(t, "getdents64", r, v);
		return;
	}
	char *real = entries(world_bytes(&t->real, rb), r),
		 *virt = entries(world_bytes(&t->virt, vb), v);
	if (strcmp(real, virt) && !t->difference)
		t->difference = xasprintf("getdents64: kernel %s, virtual %s", real, virt);
	free(real);
	free(virt);
}

static void do_readlink(Twin *t)
{
	i64 result;
	const char *path = name(t);
	u32 n = roll(t, 20);
	u64 rb = world_room(&t->real, 64), vb = world_room(&t->virt, 64);
	const u64 r[5] = {world_str(&t->real, path), rb, n}, v[5] = {world_str(&t->virt, path), vb, n};
	note(t, "readlink(\"%s\", %u)", path, n);
	if (both(t, "readlink", SYS_readlink, r, v, &result) &&
		memcmp(world_bytes(&t->real, rb), world_bytes(&t->virt, vb), 64))
		differ(t, "link text", 0, 1);
}

static void do_rename2(Twin *t)
{
	i64 result;
	const char *from = name(t), *to = name(t);
	u64 flags = roll(t, 2) ? RENAME_EXCHANGE : RENAME_NOREPLACE;
	note(t, "renameat2(\"%s\", \"%s\", %llu)", from, to, (unsigned long long)flags);
	const u64 at = (u64)AT_FDCWD;
	const u64 r[5] = {at, world_str(&t->real, from), at, world_str(&t->real, to), flags};
	const u64 v[5] = {at, world_str(&t->virt, from), at, world_str(&t->virt, to), flags};
	both(t, "renameat2", SYS_renameat2, r, v, &result);
}

static void do_at(Twin *t)
{
	i64 result;
	u32 slot = roll(t, SLOTS);
	const char *path = name(t);
	bool makes = roll(t, 2);
	u64 last = makes ? 0750 : roll(t, 2) ? AT_REMOVEDIR : 0;
	note(t, "%s(%u, \"%s\", %llo)", makes ? "mkdirat" : "unlinkat", slot, path,
		 (unsigned long long)last);
	const u64 r[5] = {(u64)t->real_fd[slot], world_str(&t->real, path), last};
	const u64 v[5] = {(u64)t->virt_fd[slot], world_str(&t->virt, path), last};
	both(t, "at", makes ? SYS_mkdirat : SYS_unlinkat, r, v, &result);
}

static void do_name(Twin *t)
{
	static const u32 modes[] = {0755, 0700, 0, 0555, 0777, 01777, 02755};
	u32 mode = modes[roll(t, countof(modes))];
	switch (roll(t, 13)) {
	case 0: on_path(t, "unlink", SYS_unlink, name(t), 0, 0); break;
	case 1: on_path(t, "rmdir", SYS_rmdir, name(t), 0, 0); break;
	case 2:
	case 3: on_path(t, "mkdir", SYS_mkdir, name(t), mode, 0); break;
	case 4:
	case 5: on_paths(t, "rename", SYS_rename, name(t), name(t)); break;
	case 6: on_paths(t, "link", SYS_link, name(t), name(t)); break;
	case 7: on_paths(t, "symlink", SYS_symlink, name(t), name(t)); break;
	case 8: on_path(t, "truncate", SYS_truncate, name(t), roll(t, 6000), 0); break;
	case 9: on_path(t, "chmod", SYS_chmod, name(t), mode, 0); break;
	case 10: on_path(t, "access", SYS_access, name(t), roll(t, 9), 0); break;
	case 11:
		on_path(t, "mknod", SYS_mknod, name(t), (roll(t, 2) ? S_IFIFO : S_IFREG) | mode, 0);
		break;
	default: do_rename2(t); break;
	}
}

/* Where a directory ends is the file system's own affair, too. */
static u32 whence(Twin *t, u32 slot)
{
	struct stat st = {0};
	fstat((int)t->real_fd[slot], &st);
	return roll(t, S_ISDIR(st.st_mode) ? 2 : 3);
}

static void do_handle(Twin *t)
{
	u32 slot = roll(t, SLOTS);
	switch (roll(t, 7)) {
	case 0:
	case 1:
		on_fd(t, "lseek", SYS_lseek, slot, (u64)((i64)roll(t, 300) - 20), whence(t, slot), 0);
		break;
	case 2: on_fd(t, "ftruncate", SYS_ftruncate, slot, (u64)((i64)roll(t, 500) - 5), 0, 0); break;
	case 3: on_fd(t, "fcntl", SYS_fcntl, slot, F_GETFL, 0, 0); break;
	case 4: on_fd(t, "fchmod", SYS_fchmod, slot, roll(t, 01000), 0, 0); break;
	case 5:
		on_fd(t, "setfl", SYS_fcntl, slot, F_SETFL, O_NONBLOCK | (roll(t, 2) ? O_APPEND : 0), 0);
		break;
	default: on_fd(t, "fsync", SYS_fsync, slot, 0, 0, 0); break;
	}
}

static void do_step(Twin *t)
{
	world_rewind(&t->real);
	world_rewind(&t->virt);
	switch (roll(t, 20)) {
	case 0:
	case 1:
	case 2:
	case 3: do_open(t); break;
	case 4: do_close(t); break;
	case 5:
	case 6: do_read(t); break;
	case 7:
	case 8:
	case 9: do_write(t); break;
	case 10: do_vector(t); break;
	case 11: do_copy(t); break;
	case 12: do_stat(t); break;
	case 13: do_list(t); break;
	case 14: do_readlink(t); break;
	case 15: do_at(t); break;
	case 16: do_handle(t); break;
	default: do_name(t); break;
	}
}

/* ---- trees ---- */

static void fill_host(const char *dir)
{
	Err err = {0};
	char *sub = xasprintf("%s/hd/s", dir), *path;
	assert_true(dir_make(sub, &err));
	free(sub);
	world_host_file(dir, "h1", "one\ntwo\nthree\n");
	world_host_file(dir, "h2", "");
	world_host_file(dir, "hd/f", "a file of the host in a directory of the host\n");
	world_host_file(dir, "hd/s/t", "deep");
	path = xasprintf("%s/hl", dir);
	assert_int_equal(symlink("hd/f", path), 0);
	free(path);
	path = xasprintf("%s/loop", dir);
	assert_int_equal(symlink("loop", path), 0);
	free(path);
	path = xasprintf("%s/ro", dir);
	assert_int_equal(mkdir(path, 0500), 0);
	free(path);
	path = xasprintf("%s/ho", dir);
	char *first = xasprintf("%s/h1", dir);
	assert_int_equal(link(first, path), 0);
	free(path);
	free(first);
}

/* One line per file below path, with what counts of it. */
static void describe(World *w, const char *path, Buf *out)
{
	struct stat st;
	size_t used = w->used;
	u64 at = world_room(w, sizeof st);
	i64 error = CALL2(w, lstat, world_str(w, path), at);
	memcpy(&st, world_bytes(w, at), sizeof st);
	buf_addf(out, "%s %lld", path, (long long)error);
	if (!error)
		buf_addf(out, " %o %u", st.st_mode, (u32)st.st_nlink);
	u64 room = world_room(w, 16384);
	if (!error && S_ISLNK(st.st_mode)) {
		i64 n = CALL3(w, readlink, world_str(w, path), room, 4096);
		buf_addf(out, " -> %.*s", (int)n, (const char *)world_bytes(w, room));
	}
	buf_addc(out, '\n');
	bool dir = !error && S_ISDIR(st.st_mode);
	if (error || (!dir && !S_ISREG(st.st_mode))) {
		w->used = used;
		return;
	}
	i64 fd = CALL3(w, open, world_str(w, path), O_RDONLY | O_NOFOLLOW, 0);
	i64 n = fd < 0 ? fd
			: dir  ? CALL3(w, getdents64, fd, room, 16384)
				   : CALL3(w, read, fd, room, 16384);
	CALL1(w, close, fd);
	if (!dir) {
		buf_addf(out, "  %lld bytes, ", (long long)n);
		buf_add_escaped(out, world_bytes(w, room), n > 0 ? (size_t)n : 0);
		buf_addc(out, '\n');
		w->used = used;
		return;
	}
	char *list = entries(world_bytes(w, room), n), *save = NULL;
	for (char *e = strtok_r(list, " ", &save); e; e = strtok_r(NULL, " ", &save)) {
		*strrchr(e, ':') = 0;
		if (!strcmp(e, ".") || !strcmp(e, ".."))
			continue;
		char *child = xasprintf("%s/%s", path, e);
		describe(w, child, out);
		free(child);
	}
	free(list);
	w->used = used;
}

static char *tree(World *w)
{
	Buf out = {0};
	world_rewind(w);
	describe(w, ".", &out);
	return out.at;
}

static void compare_trees(Twin *t, const char *what)
{
	char *real = tree(&t->real), *virt = tree(&t->virt);
	if (strcmp(real, virt) && !t->difference)
		t->difference = xasprintf("%s\nkernel:\n%s\nvirtual:\n%s", what, real, virt);
	free(real);
	free(virt);
}

/* Names and contents only, as `cp` and `rm` leave them; links counted by text. */
static void shell(Twin *t, const char *script, const char *a, const char *b, const char *c)
{
	Err err = {0};
	Buf out = {0}, errors = {0};
	int status = 0;
	char *argv[] = {"sh", "-c", (char *)script, "sh", (char *)a, (char *)b, (char *)c, NULL};
	if (!run_command(argv, &out, &errors, &status, &err) || status)
		if (!t->difference)
			t->difference = xasprintf("%s\n%s%s", script, buf_str(&out), buf_str(&errors));
	buf_free(&out);
	buf_free(&errors);
}

static void compare_saved(Twin *t)
{
	Err err = {0};
	char *saved = xasprintf("%s.saved", t->virt_dir), *merged = xasprintf("%s.merged", t->virt_dir);
	if (!os_save(t->virt.os, saved, &err)) {
		t->difference = xstrdup(err.text);
	} else {
		shell(t,
			  "cp -a \"$1\" \"$2\" && cd \"$2\" && chmod -R u+rwx . &&"
			  "{ test ! -f \"$3/.deleted\" || while read -r f; do rm -rf \"$f\"; done "
			  "<\"$3/.deleted\"; } &&"
			  "rm -f \"$3/.deleted\" && cp -a --remove-destination \"$3/.\" .",
			  t->virt_dir, merged, saved);
		shell(t,
			  "cd \"$1\" && find . ! -type d -printf '%p %y %l\\n' | sort >\"$2.1\" &&"
			  "cd \"$2\" && find . ! -type d -printf '%p %y %l\\n' | sort >\"$2.2\" &&"
			  "diff \"$2.1\" \"$2.2\" && cd \"$1\" && find . -type f | while read -r f; do"
			  " cmp \"$f\" \"$2/$f\" || exit 1; done",
			  t->real_dir, merged, "");
	}
	shell(t, "chmod -R u+rwx \"$1\" \"$2\" 2>/dev/null; rm -rf \"$1\" \"$2\" \"$2.1\" \"$2.2\"",
		  saved, merged, "");
	free(saved);
	free(merged);
}

/* ---- a whole sequence ---- */

static void twin_open(Twin *t, u64 seed, const char *real_dir, const char *virt_dir)
{
	*t = (Twin){.random = seed * 77 + 5};
	t->real_dir = xstrdup(real_dir);
	t->virt_dir = xstrdup(virt_dir);
	OsConfig config = {.in = OS_STREAM_CAPTURE,
					   .out = OS_STREAM_CAPTURE,
					   .err = OS_STREAM_CAPTURE,
					   .cwd = virt_dir};
	world_init(&t->virt, &config);
	world_init(&t->real, NULL);
	for (int i = 0; i < SLOTS; i++)
		t->real_fd[i] = t->virt_fd[i] = -1;
	assert_int_equal(chdir(real_dir), 0);
	umask(022);
	signal(SIGPIPE, SIG_IGN);
	CALL4(&t->virt, rt_sigaction, SIGPIPE, world_put(&t->virt, (u64[4]){1}, 32), 0, 8);
}

static void twin_close(Twin *t)
{
	for (int i = 0; i < SLOTS; i++)
		if (t->real_fd[i] >= 0)
			close((int)t->real_fd[i]);
	world_free(&t->real);
	world_free(&t->virt);
	free(t->real_dir);
	free(t->virt_dir);
	free(t->difference);
	buf_free(&t->log);
}

static char *last_lines(Buf *log)
{
	const char *at = buf_str(log) + (log->len > 2500 ? log->len - 2500 : 0);
	return xstrdup(at);
}

/* In a child: the working directory and the user change. Exit 0 if all is equal. */
static int run_seed(u64 seed, const char *real_dir, const char *virt_dir, bool as_root)
{
	if (!as_root && (setgid(NOBODY) || setuid(NOBODY)))
		return 1;
	Twin t;
	twin_open(&t, seed, real_dir, virt_dir);
	compare_trees(&t, "trees at the start");
	char *start = tree(&t.virt);
	for (int i = 0; i < STEPS && !t.difference; i++)
		do_step(&t);
	if (!t.difference)
		compare_trees(&t, "trees at the end");
	if (!t.difference && as_root)
		compare_saved(&t);
	if (!t.difference) { /* a reset brings the start back */
		os_reset(t.virt.os, NULL, NULL, 0);
		char *again = tree(&t.virt);
		if (strcmp(start, again))
			t.difference = xasprintf("after reset:\n%s\nat the start:\n%s", again, start);
		free(again);
	}
	if (t.difference) {
		char *log = last_lines(&t.log);
		fprintf(stderr, "seed %llu%s: %s\nlast calls:\n%s", (unsigned long long)seed,
				as_root ? "" : " as nobody", t.difference, log);
		free(log);
	}
	int status = t.difference != NULL;
	free(start);
	twin_close(&t);
	return status;
}

static int in_child(u64 seed, const char *real_dir, const char *virt_dir, bool as_root)
{
	int status;
	pid_t pid = fork();
	if (pid == 0)
		exit(run_seed(seed, real_dir, virt_dir, as_root));
	assert_true(pid > 0);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	return status;
}

static void one_seed(u64 seed, bool as_root)
{
	/* Each with a parent of its own: ".." is a name, too. */
	char *dir = world_scratch(), *real_dir = xasprintf("%s/1/w", dir);
	char *virt_dir = xasprintf("%s/2/w", dir), *untouched = xasprintf("%s/3/w", dir);
	const char *const dirs[] = {real_dir, virt_dir, untouched};
	Err err = {0};
	for (int i = 0; i < 3; i++) {
		assert_true(dir_make(dirs[i], &err));
		fill_host(dirs[i]);
	}
	if (!as_root) {
		char *argv[] = {"chown", "-Rh", "65534:65534", dir, NULL};
		int status;
		assert_true(run_command(argv, NULL, NULL, &status, &err) && status == 0);
	}
	int status = in_child(seed, real_dir, virt_dir, as_root);
	char *diff[] = {"diff", "-r", "--no-dereference", virt_dir, untouched, NULL};
	int changed = 1;
	assert_true(run_command(diff, NULL, NULL, &changed, &err));
	char *chmod_all[] = {"chmod", "-R", "u+rwx", dir, NULL};
	assert_true(run_command(chmod_all, NULL, NULL, NULL, &err));
	assert_true(tree_remove(dir, &err));
	free(dir);
	free(real_dir);
	free(virt_dir);
	free(untouched);
	assert_int_equal(status, 0);
	assert_int_equal(changed, 0);
}

static u64 seeds(void)
{
	const char *more = getenv("DRIFT_TEST_SEEDS"); /* for a longer search by hand */
	return more ? strtoull(more, NULL, 10) : SEEDS;
}

static void test_same_as_kernel(void **state)
{
	(void)state;
	for (u64 seed = 1; seed <= seeds(); seed++)
		one_seed(seed, true);
}

/* Permissions only count for somebody without privilege; only root can become that. */
static void test_same_as_kernel_unprivileged(void **state)
{
	(void)state;
	if (geteuid() != 0)
		skip();
	for (u64 seed = 1; seed <= seeds(); seed++)
		one_seed(seed + 1000000, false);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_same_as_kernel),
		cmocka_unit_test(test_same_as_kernel_unprivileged),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}

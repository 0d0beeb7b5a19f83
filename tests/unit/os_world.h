/* os_world.h: a virtual OS with a made-up memory, for its unit tests. */
#ifndef DRIFT_TESTS_OS_WORLD_H
#define DRIFT_TESTS_OS_WORLD_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>
#include "engine/os/os.h"

enum { WORLD_BYTES = 1 << 21 };

#define WORLD_ADDR 0x7000000000ull

/* The subject's memory and the Os over it. Strings and buffers are laid down one after the
 * other from the start; world_rewind begins anew. */
typedef struct World {
	u8 *bytes;       /* WORLD_BYTES */
	Tag *tags;       /* one per byte */
	size_t used;     /* laid down so far */
	u64 fixed;       /* a mapping that must not be written */
	size_t usable;   /* bytes of the last mapping that may be touched */
	Os *os;          /* NULL: calls go to the real kernel, addresses are real */
	OsStatus status; /* of the last call */
} World;

static inline u8 *world_at(World *w, u64 addr, size_t n)
{
	u64 at = addr - WORLD_ADDR;
	return at <= WORLD_BYTES && n <= WORLD_BYTES - at ? w->bytes + at : NULL;
}

static inline bool world_read(void *machine, u64 addr, void *to, Tag *tags, size_t n)
{
	World *w = machine;
	const u8 *from = world_at(w, addr, n);
	if (!from)
		return false;
	memcpy(to, from, n);
	if (tags)
		memcpy(tags, w->tags + (from - w->bytes), n * sizeof(Tag));
	return true;
}

static inline bool world_write(void *machine, u64 addr, const void *from, const Tag *tags, size_t n)
{
	World *w = machine;
	u8 *to = world_at(w, addr, n);
	if (!to)
		return false;
	memcpy(to, from, n);
	Tag *t = w->tags + (to - w->bytes);
	if (tags)
		memcpy(t, tags, n * sizeof(Tag));
	else
		memset(t, 0, n * sizeof(Tag));
	return true;
}

static inline bool world_text(void *machine, u64 addr, Buf *to)
{
	World *w = machine;
	const u8 *from = world_at(w, addr, 1);
	if (!from)
		return false;
	size_t room = (size_t)(w->bytes + WORLD_BYTES - from), n = strnlen((const char *)from, room);
	buf_add(to, from, n);
	return n < room;
}

/* Memory for mmap comes from the upper half and is never given back. */
static inline u64 world_map(void *machine, size_t size, size_t usable)
{
	World *w = machine;
	w->usable = usable;
	size_t at = (w->used + 4095) & ~(size_t)4095;
	if (at + size > WORLD_BYTES)
		return 0;
	w->used = at + size;
	memset(w->bytes + at, 0, size);
	return WORLD_ADDR + at;
}

static inline bool world_unmap(void *machine, u64 addr, size_t size)
{
	return world_at(machine, addr, size) != NULL;
}

/* The last mapping that must not be written is all that is kept. */
static inline bool world_protect(void *machine, u64 addr, size_t size, bool writable)
{
	World *w = machine;
	w->fixed = writable ? 0 : addr;
	return world_at(w, addr, size) != NULL;
}

/* No mapping is shared. */
static inline u32 world_share(void *machine, u64 addr, u32 number)
{
	(void)machine, (void)addr, (void)number;
	return 0;
}

static inline bool world_is_protected(void *machine, u64 addr)
{
	World *w = machine;
	return addr == w->fixed;
}

static inline void world_init(World *w, const OsConfig *config)
{
	*w = (World){.bytes = xcalloc(WORLD_BYTES, 1), .tags = xcalloc(WORLD_BYTES, sizeof(Tag))};
	OsMem mem = {.machine = w,
				 .read = world_read,
				 .write = world_write,
				 .text = world_text,
				 .map = world_map,
				 .unmap = world_unmap,
				 .protect = world_protect,
				 .share = world_share,
				 .is_protected = world_is_protected};
	Err err = {0};
	if (config)
		w->os = os_new(config, &mem, &err);
	if (config && !w->os)
		fail_msg("os_new: %s", err.text);
}

static inline void world_free(World *w)
{
	os_free(w->os);
	free(w->bytes);
	free(w->tags);
}

static inline void world_rewind(World *w)
{
	w->used = 0;
}

/* Room for n bytes; its address as the calls want it. */
static inline u64 world_room(World *w, size_t n)
{
	size_t at = (w->used + 15) & ~(size_t)15;
	w->used = at + n;
	assert_true(w->used <= WORLD_BYTES);
	memset(w->bytes + at, 0, n);
	memset(w->tags + at, 0, n * sizeof(Tag));
	return w->os ? WORLD_ADDR + at : (u64)(uintptr_t)(w->bytes + at);
}

static inline u8 *world_bytes(World *w, u64 addr)
{
	return w->os ? w->bytes + (addr - WORLD_ADDR) : (u8 *)(uintptr_t)addr;
}

static inline u64 world_put(World *w, const void *bytes, size_t n)
{
	u64 addr = world_room(w, n);
	memcpy(world_bytes(w, addr), bytes, n);
	return addr;
}

static inline u64 world_str(World *w, const char *s)
{
	return world_put(w, s, strlen(s) + 1);
}

static inline i64 world_call(World *w, long nr, u64 a, u64 b, u64 c, u64 d, u64 e)
{
	i64 result;
	if (w->os) {
		const u64 args[6] = {a, b, c, d, e, 0};
		w->status = os_syscall(w->os, nr, args, &result);
		return result;
	}
	w->status = OS_DONE;
	result = syscall(nr, a, b, c, d, e, 0);
	return result < 0 ? -errno : result;
}

#define CALL5(w, nr, a, b, c, d, e) \
	world_call(w, SYS_##nr, (u64)(a), (u64)(b), (u64)(c), (u64)(d), (u64)(e))
#define CALL4(w, nr, a, b, c, d) CALL5(w, nr, a, b, c, d, 0)
#define CALL3(w, nr, a, b, c) CALL5(w, nr, a, b, c, 0, 0)
#define CALL2(w, nr, a, b) CALL5(w, nr, a, b, 0, 0, 0)
#define CALL1(w, nr, a) CALL5(w, nr, a, 0, 0, 0, 0)
#define CALL0(w, nr) CALL5(w, nr, 0, 0, 0, 0, 0)

/* A scratch directory with some files of the "host" in it. */
static inline char *world_scratch(void)
{
	Err err = {0};
	char *dir = temp_dir(&err);
	if (!dir)
		fail_msg("%s", err.text);
	return dir;
}

static inline void world_host_file(const char *dir, const char *name, const char *text)
{
	Err err = {0};
	char *path = xasprintf("%s/%s", dir, name);
	if (!file_write(path, text, strlen(text), &err))
		fail_msg("%s", err.text);
	free(path);
}

#endif

/* time_zone_file.c: TZif files. They have a header with counts, then transition times, their types,
 * the types and the abbreviations. Version 2 has these twice, the second time with 64-bit times,
 * and ends with a zone text between newlines. Leap seconds are skipped. */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include "core.h"
#include "time_zone.h"

#define ZONE_DIR "/usr/share/zoneinfo/"
#define LARGEST (1 << 20)

/* The header's counts, in its order. */
struct counts {
	size_t is_ut, is_std, leaps, times, types, chars;
};

static int64_t big_endian(const unsigned char *p, int n)
{
	int64_t value = (signed char)p[0];
	for (int i = 1; i < n; i++)
		value = (int64_t)((uint64_t)value << 8 | p[i]);
	return value;
}

/* The whole file, or NULL. */
static unsigned char *read_all(const char *path, size_t *size)
{
	long fd =
		__drift_syscall(SYS_openat, AT_FDCWD, (long)path, O_RDONLY | O_CLOEXEC, 0, DRIFT_INSIDE, 0);
	if (fd < 0)
		return NULL;
	size_t room = 4096, have = 0;
	unsigned char *data = malloc(room);
	while (data) {
		long got = __drift_syscall(SYS_read, fd, (long)(data + have), (long)(room - have), 0, 0, 0);
		if (got <= 0) {
			*size = got < 0 ? 0 : have;
			break;
		}
		have += (size_t)got;
		if (have == room) {
			room *= 2;
			unsigned char *grown = room > LARGEST ? NULL : realloc(data, room);
			if (!grown)
				free(data);
			data = grown;
		}
	}
	__drift_syscall(SYS_close, fd, 0, 0, 0, 0, 0);
	return data;
}

/* Reads the 44 bytes of a header; returns the size of the block that follows, 0 if it is none. */
static size_t read_header(const unsigned char *p, size_t size, int width, struct counts *c)
{
	if (size < 44 || memcmp(p, "TZif", 4) != 0)
		return 0;
	size_t *const fields[] = {&c->is_ut, &c->is_std, &c->leaps, &c->times, &c->types, &c->chars};
	for (int i = 0; i < 6; i++) {
		int64_t v = big_endian(p + 20 + 4 * i, 4);
		if (v < 0 || v > LARGEST)
			return 0;
		*fields[i] = (size_t)v;
	}
	size_t block = c->times * (size_t)(width + 1) + c->types * 6 + c->chars +
				   c->leaps * (size_t)(width + 4) + c->is_std + c->is_ut;
	return c->types > 0 && block <= size - 44 ? block : 0;
}

static int fill(struct zone_file *f, const unsigned char *p, const struct counts *c, int width)
{
	f->count = c->times;
	f->type_count = c->types;
	f->when = malloc(c->times * sizeof *f->when);
	f->to = malloc(c->times);
	f->types = malloc(c->types * sizeof *f->types);
	f->names = calloc(c->chars + 1, 1);
	if (!f->when || !f->to || !f->types || !f->names)
		return 0;
	for (size_t i = 0; i < c->times; i++, p += width)
		f->when[i] = big_endian(p, width);
	for (size_t i = 0; i < c->times; i++) {
		f->to[i] = *p++;
		if (f->to[i] >= c->types)
			return 0;
	}
	const unsigned char *types = p;
	memcpy(f->names, p + c->types * 6, c->chars);
	for (size_t i = 0; i < c->types; i++, types += 6) {
		if (types[5] >= c->chars)
			return 0;
		f->types[i].offset = (long)big_endian(types, 4);
		f->types[i].dst = types[4] != 0;
		f->types[i].name = f->names + types[5];
	}
	return 1;
}

static void read_footer(struct zone_file *f, const unsigned char *p, size_t size)
{
	char text[64];
	size_t n = 0;
	if (size < 2 || p[0] != '\n')
		return;
	while (n + 1 < size && n < sizeof text - 1 && p[n + 1] != '\n') {
		text[n] = (char)p[n + 1];
		n++;
	}
	text[n] = 0;
	f->has_rule = n > 0 && __drift_zone_parse(text, &f->rule);
}

static int decode(struct zone_file *f, const unsigned char *p, size_t size)
{
	struct counts c;
	size_t block = read_header(p, size, 4, &c);
	if (!block)
		return 0;
	if (p[4] < '2')
		return fill(f, p + 44, &c, 4);
	p += 44 + block;
	size -= 44 + block;
	block = read_header(p, size, 8, &c);
	if (!block || !fill(f, p + 44, &c, 8))
		return 0;
	read_footer(f, p + 44 + block, size - 44 - block);
	return 1;
}

int __drift_zone_read(const char *name, struct zone_file *out)
{
	char path[512] = ZONE_DIR;
	size_t size = 0, n = strlen(name);
	memset(out, 0, sizeof *out);
	if (n == 0 || n >= sizeof path - sizeof ZONE_DIR)
		return 0;
	strcpy(name[0] == '/' ? path : path + sizeof ZONE_DIR - 1, name);
	unsigned char *data = read_all(path, &size);
	if (!data)
		return 0;
	int good = decode(out, data, size);
	free(data);
	if (!good)
		__drift_zone_free(out);
	return good;
}

void __drift_zone_free(struct zone_file *f)
{
	free(f->when);
	free(f->to);
	free(f->types);
	free(f->names);
	memset(f, 0, sizeof *f);
}

static struct zone_moment moment(const struct zone_type *type)
{
	return (struct zone_moment){type->offset, type->dst, type->name, 0};
}

struct zone_moment __drift_zone_file_at(const struct zone_file *f, time_t t)
{
	if (f->count == 0 || t < f->when[0]) {
		/* Before the first transition: the first type that is standard time. */
		size_t i = 0;
		if (f->count == 0 && f->has_rule)
			return __drift_zone_rule_at(&f->rule, t);
		while (i < f->type_count - 1 && f->types[i].dst)
			i++;
		return moment(&f->types[f->types[i].dst ? 0 : i]);
	}
	if (t >= f->when[f->count - 1] && f->has_rule)
		return __drift_zone_rule_at(&f->rule, t);
	size_t low = 0, high = f->count;
	while (high - low > 1) {
		size_t mid = (low + high) / 2;
		if (t < f->when[mid])
			high = mid;
		else
			low = mid;
	}
	return moment(&f->types[f->to[low]]);
}

/* accel.c: runs string functions of the C library natively if the result is the same.
 *
 * The library's own loops (libc/string.c, libc/string_copy.c) define what these functions do.
 * They run whenever an argument or a byte is not plain. Here the host computes the same result,
 * after we have checked that every byte that the loop would touch is plain and addressable. A
 * function here returns the number of instructions that it counts for. It returns 0 if it did
 * nothing; then the body runs, which also finds the errors. A run of readable bytes belongs to
 * one variable, because there are unreadable bytes around each.
 */
#include "engine/machine/exec/accel.h"

enum { CHUNK = 56 }; /* bytes whose state one look shows, wherever they start */

/* Readable bytes in a row from addr on, CHUNK at most. */
static u64 readable(Machine *m, u64 addr)
{
	if (!memory_in_region(addr))
		return 0;
	u64 bits;
	memcpy(&bits, m->mem.readable + (addr >> 3), 8);
	bits >>= addr & 7;
	u64 n = ~bits ? (u64)__builtin_ctzll(~bits) : 64;
	if (!n)
		return snap_looks_plain(m, addr);
	return n < CHUNK ? n : CHUNK;
}

static u64 least(u64 a, u64 b)
{
	return a < b ? a : b;
}

bool accel_length(Machine *m, u64 addr, u64 max, u64 *len)
{
	for (u64 n = 0; n < max;) {
		u64 run = least(readable(m, addr + n), max - n);
		const u8 *p = m->mem.bytes + addr + n, *end = run ? memchr(p, 0, run) : NULL;
		if (end) {
			*len = n + (u64)(end - p);
			return true;
		}
		if (!run)
			return false;
		n += run;
	}
	*len = max;
	return true;
}

bool accel_plain(Machine *m, u64 addr, u64 n)
{
	for (u64 run; n; addr += run, n -= run) {
		run = least(readable(m, addr), n);
		if (!run)
			return false;
	}
	return true;
}

static u64 run_strlen(Machine *m, const u64 *args, u64 *result)
{
	return accel_length(m, args[0], UINT64_MAX, result) ? accel_cost(*result) : 0;
}

static u64 run_strnlen(Machine *m, const u64 *args, u64 *result)
{
	return accel_length(m, args[0], args[1], result) ? accel_cost(*result) : 0;
}

/* Compares up to max bytes, and no further than a zero if text. */
static u64 compare(Machine *m, const u64 *args, u64 max, bool text, u64 *result)
{
	u64 a = args[0], b = args[1], n = 0;
	while (n < max) {
		u64 run = least(least(readable(m, a + n), readable(m, b + n)), max - n);
		const u8 *x = m->mem.bytes + a + n, *y = m->mem.bytes + b + n;
		for (u64 i = 0; i < run; i++)
			if (x[i] != y[i] || (text && !x[i])) {
				*result = (u32)(x[i] - y[i]);
				return accel_cost(n + i);
			}
		if (!run)
			return 0;
		n += run;
	}
	*result = 0;
	return accel_cost(n);
}

static u64 run_strcmp(Machine *m, const u64 *args, u64 *result)
{
	return compare(m, args, UINT64_MAX, true, result);
}

static u64 run_strncmp(Machine *m, const u64 *args, u64 *result)
{
	return compare(m, args, args[2], true, result);
}

static u64 run_memcmp(Machine *m, const u64 *args, u64 *result)
{
	return compare(m, args, args[2], false, result);
}

static u64 run_memchr(Machine *m, const u64 *args, u64 *result)
{
	const Memory *mem = &m->mem;
	for (u64 n = 0; n < args[2];) {
		u64 run = least(readable(m, args[0] + n), args[2] - n);
		const u8 *p = mem->bytes + args[0] + n, *hit = run ? memchr(p, (u8)args[1], run) : NULL;
		if (hit) {
			*result = args[0] + n + (u64)(hit - p);
			return accel_cost(n + (u64)(hit - p));
		}
		if (!run)
			return 0;
		n += run;
	}
	*result = 0;
	return accel_cost(args[2]);
}

static u64 find_char(Machine *m, const u64 *args, bool end_too, u64 *result)
{
	const Memory *mem = &m->mem;
	u8 c = (u8)args[1];
	for (u64 at = args[0];;) {
		u64 run = readable(m, at);
		for (u64 i = 0; i < run; i++, at++)
			if (mem->bytes[at] == c || !mem->bytes[at]) {
				*result = end_too || mem->bytes[at] == c ? at : 0;
				return accel_cost(at - args[0]);
			}
		if (!run)
			return 0;
	}
}

static u64 run_strchr(Machine *m, const u64 *args, u64 *result)
{
	return find_char(m, args, false, result);
}

static u64 run_strchrnul(Machine *m, const u64 *args, u64 *result)
{
	return find_char(m, args, true, result);
}

static u64 run_strrchr(Machine *m, const u64 *args, u64 *result)
{
	u64 len;
	if (!accel_length(m, args[0], UINT64_MAX, &len))
		return 0;
	const u8 *p = m->mem.bytes + args[0], *hit = memrchr(p, (u8)args[1], len + 1);
	*result = hit ? args[0] + (u64)(hit - p) : 0;
	return accel_cost(len);
}

/* ---- copies ---- */

/* Copies n plain bytes; the loops go upward, which shows only where ranges overlap. */
static bool copy(Machine *m, u64 to, u64 from, u64 n)
{
	if ((to < from + n && from < to + n) || !fresh_may_write(m, to, n))
		return false;
	memory_copy(&m->mem, to, from, n);
	return true;
}

static u64 run_strcpy(Machine *m, const u64 *args, u64 *result)
{
	u64 len;
	if (!accel_length(m, args[1], UINT64_MAX, &len) || !copy(m, args[0], args[1], len + 1))
		return 0;
	*result = args[0];
	return accel_cost(len);
}

static u64 run_stpcpy(Machine *m, const u64 *args, u64 *result)
{
	u64 len, done = run_strcpy(m, args, &len);
	if (done)
		*result = args[0] + done - accel_cost(0);
	return done;
}

static u64 run_strcat(Machine *m, const u64 *args, u64 *result)
{
	u64 at, len;
	if (!accel_length(m, args[0], UINT64_MAX, &at) || !accel_length(m, args[1], UINT64_MAX, &len) ||
		!copy(m, args[0] + at, args[1], len + 1))
		return 0;
	*result = args[0];
	return accel_cost(at + len);
}

static const struct {
	const char *name; /* as linked */
	u32 n_params;
	AccelFn *run;
} accels[] = {
	{"strlen", 1, run_strlen},
	{"strnlen", 2, run_strnlen},
	{"strcmp", 2, run_strcmp},
	{"strncmp", 3, run_strncmp},
	{"memcmp", 3, run_memcmp},
	{"memchr", 3, run_memchr},
	{"strchr", 2, run_strchr},
	{"strchrnul", 2, run_strchrnul},
	{"strrchr", 2, run_strrchr},
	{"strcpy", 2, run_strcpy},
	{"stpcpy", 2, run_stpcpy},
	{"strcat", 2, run_strcat},
	{"__printf_memory", 4, accel_printf_memory},
	{"__drift_format_uint", 4, accel_format_uint},
};

static AccelFn *accel_find(const Function *f)
{
	for (size_t i = 0; f->kind == FN_LIBC && i < countof(accels); i++)
		if (f->n_params == accels[i].n_params && !strcmp(f->name, accels[i].name))
			return accels[i].run;
	return NULL;
}

static AccelFn *find_none(const Function *f)
{
	(void)f;
	return NULL;
}

AccelFind *accel_choice(const Machine *m)
{
	return m->config.plainly ? find_none : accel_find;
}

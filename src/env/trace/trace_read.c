/* trace_read.c: reads trace files, which are hostile input: every number is checked before use.
 *
 * Reading stops at the first record that is short, damaged or invalid. The records before it are
 * kept, and the trace is marked as cut. Only a wrong header is an error. Blobs are collected in a
 * first pass, so their order among the calls does not matter.
 */
#include "env/trace/trace.h"

typedef struct Cursor {
	const u8 *at;  /* next byte */
	const u8 *end; /* of the record */
	bool bad;      /* ran past the end, or a number was out of range */
} Cursor;

typedef struct TraceReader {
	Trace *trace;
	IntMap numbers; /* number of a blob to its index + 1 */
	bool ended;     /* the end record was read */
} TraceReader;

static u64 number(Cursor *c, u64 max)
{
	u64 n = 0;
	for (int shift = 0; shift < 64; shift += 7) {
		if (c->at >= c->end)
			break;
		u8 byte = *c->at++;
		n |= (u64)(byte & 127) << shift;
		if (byte < 128) {
			if (n <= max)
				return n;
			break;
		}
	}
	c->bad = true;
	return 0;
}

static i64 signed_number(Cursor *c)
{
	u64 n = number(c, UINT64_MAX);
	return (i64)(n >> 1 ^ -(n & 1));
}

static const u8 *keep(Trace *t, const u8 *bytes, size_t n)
{
	u8 *copy = arena_alloc(&t->arena, n + 1);
	memcpy(copy, bytes, n);
	return copy;
}

static void read_task(TraceReader *r, Cursor *c)
{
	Trace *t = r->trace;
	u32 id = (u32)number(c, UINT32_MAX);
	TraceTask task = {
		.parent = (u32)number(c, id),
		.ordinal = (u32)number(c, UINT32_MAX),
		.pid = (u32)number(c, UINT32_MAX),
		.thread = number(c, 1),
	};
	if (c->bad || id != t->tasks.len) {
		c->bad = true;
		return;
	}
	vec_push(&t->tasks, task);
}

static void read_blob(TraceReader *r, Cursor *c)
{
	u64 known, id = number(c, UINT32_MAX);
	if (c->bad || !id || intmap_get(&r->numbers, id, &known)) {
		c->bad = true;
		return;
	}
	u32 len = (u32)(c->end - c->at);
	TraceBlob blob = {keep(r->trace, c->at, len), len};
	vec_push(&r->trace->blobs, blob);
	intmap_put(&r->numbers, id, r->trace->blobs.len);
	r->trace->blob_bytes += len;
	c->at = c->end;
}

static void read_same(TraceReader *r, Cursor *c)
{
	u64 known, index = 0, id = number(c, UINT32_MAX), other = number(c, UINT32_MAX);
	intmap_get(&r->numbers, other, &index);
	if (c->bad || !id || !index || intmap_get(&r->numbers, id, &known))
		c->bad = true;
	else
		intmap_put(&r->numbers, id, index);
}

/* In the second pass, blobs are already known. */
static void skip_blob(TraceReader *r, Cursor *c)
{
	(void)r;
	c->at = c->end;
}

static void read_data(TraceReader *r, Cursor *c, TraceData *d)
{
	d->arg = (u8)number(c, 5);
	d->sub = (u8)number(c, 255);
	u8 dir = (u8)number(c, 15);
	d->full = number(c, UINT64_MAX);
	d->len = (u32)number(c, TRACE_MAX_RECORD);
	d->dir = dir & 3;
	d->held = dir & 8;
	r->trace->held += d->held;
	if (c->bad)
		return;
	if (dir & 4) {
		u64 id = number(c, UINT32_MAX), at = number(c, UINT32_MAX), index = 0;
		if (c->bad || !id) {
			c->bad = true;
			return;
		}
		intmap_get(&r->numbers, id, &index);
		const TraceBlob *blob = index ? &r->trace->blobs.at[index - 1] : NULL;
		if (blob && blob->len >= at + d->len) {
			d->at = blob->at + at;
			d->blob_index = (u32)index;
			return;
		}
		c->bad = index != 0;
		/* The recorder was killed before it copied the blob: treat the piece as missing. */
		*d = (TraceData){.at = (const u8 *)""};
		r->trace->lost++;
		return;
	}
	if ((size_t)(c->end - c->at) < d->len) {
		c->bad = true;
		return;
	}
	d->at = keep(r->trace, c->at, d->len);
	c->at += d->len;
}

static void read_call(TraceReader *r, Cursor *c)
{
	Trace *t = r->trace;
	TraceCall call = {.task = (u32)number(c, UINT32_MAX)};
	call.nr = (i32)number(c, INT32_MAX);
	call.flags = (u8)number(c, CALL_UNFINISHED | CALL_COMPAT | CALL_ATTACHED);
	call.ret = signed_number(c);
	for (int i = 0; i < 6; i++)
		call.args[i] = number(c, UINT64_MAX);
	call.n_data = (u32)number(c, CALL_MAX_DATA);
	/* Each piece takes at least five bytes, so a large count in a short record is invalid. */
	if (c->bad || call.task >= t->tasks.len || call.n_data > (size_t)(c->end - c->at) / 5) {
		c->bad = true;
		return;
	}
	if (call.nr > PSEUDO_LAST || (call.nr >= PSEUDO && t->head != t->calls.len)) {
		c->bad = true;
		return;
	}
	call.data = arena_array(&t->arena, TraceData, call.n_data + !call.n_data);
	for (u32 i = 0; i < call.n_data && !c->bad; i++)
		read_data(r, c, &call.data[i]);
	if (c->bad)
		return;
	t->head += call.nr >= PSEUDO;
	vec_push(&t->calls, call);
}

static void read_signal(TraceReader *r, Cursor *c)
{
	TraceSignal s = {.task = (u32)number(c, UINT32_MAX)};
	s.position = (u32)number(c, UINT32_MAX);
	s.signo = (i32)signed_number(c);
	s.code = (i32)signed_number(c);
	s.sender = (u32)number(c, UINT32_MAX);
	s.outer = number(c, 1);
	if (s.task >= r->trace->tasks.len || s.signo < 1 || s.signo > 64)
		c->bad = true;
	if (!c->bad)
		vec_push(&r->trace->signals, s);
}

static void read_task_end(TraceReader *r, Cursor *c)
{
	u32 id = (u32)number(c, UINT32_MAX);
	i32 status = (i32)signed_number(c);
	if (c->bad || id >= r->trace->tasks.len) {
		c->bad = true;
		return;
	}
	r->trace->tasks.at[id].ended = true;
	r->trace->tasks.at[id].status = status;
}

static void read_end(TraceReader *r, Cursor *c)
{
	r->trace->status = (i32)signed_number(c);
	r->trace->stopped = number(c, 1);
	r->trace->seconds = (double)number(c, UINT64_MAX) * 1e-6;
	r->ended = !c->bad;
}

typedef void (*ReadRecord)(TraceReader *r, Cursor *c);

/* Size of the valid record at p, or 0; *whole is true if the whole record is in the file. */
static size_t check_record(const u8 *p, size_t left, bool *whole)
{
	u32 len, crc;
	*whole = false;
	if (left < 9)
		return 0;
	memcpy(&len, p, 4);
	if (len > TRACE_MAX_RECORD || left - 9 < len)
		return 0;
	*whole = true;
	memcpy(&crc, p + 5 + len, 4);
	bool sound = p[4] >= REC_END && p[4] <= REC_LAST && crc == crc32c(0, p, (size_t)len + 5);
	return sound ? (size_t)len + 9 : 0;
}

/* True if the file has a valid end: then an error before it means changed bytes, not missing
 * ones. */
static bool ends_well(const u8 *bytes, size_t n)
{
	enum { LONGEST = 9 + 30 };
	bool whole;
	for (size_t size = 9; size <= LONGEST && n >= TRACE_HEADER + size; size++)
		if (bytes[n - size + 4] == REC_END && check_record(bytes + n - size, size, &whole) == size)
			return true;
	return false;
}

static bool read_record(TraceReader *r, const u8 *p, size_t size, ReadRecord read)
{
	Cursor c = {p + 5, p + size - 4, false};
	read(r, &c);
	return !c.bad && c.at == c.end;
}

/* Checks all records and stores the blobs; returns the offset at which valid records end. */
static size_t first_pass(TraceReader *r, const u8 *bytes, size_t n)
{
	size_t at = TRACE_HEADER, size;
	bool whole = false;
	while (at < n && (size = check_record(bytes + at, n - at, &whole)) > 0) {
		u8 type = bytes[at + 4];
		if ((type == REC_BLOB && !read_record(r, bytes + at, size, read_blob)) ||
			(type == REC_SAME && !read_record(r, bytes + at, size, read_same)))
			break;
		at += size;
	}
	r->trace->damaged = at < n && (whole || ends_well(bytes, n));
	return at;
}

static size_t second_pass(TraceReader *r, const u8 *bytes, size_t end)
{
	static const ReadRecord readers[] = {
		[REC_END] = read_end,   [REC_TASK] = read_task,     [REC_BLOB] = skip_blob,
		[REC_CALL] = read_call, [REC_SIGNAL] = read_signal, [REC_TASK_END] = read_task_end,
		[REC_SAME] = skip_blob,
	};
	size_t at = TRACE_HEADER;
	while (at < end) {
		u32 len;
		memcpy(&len, bytes + at, 4);
		if (!read_record(r, bytes + at, (size_t)len + 9, readers[bytes[at + 4]]))
			break;
		at += (size_t)len + 9;
	}
	return at;
}

static bool check_header(const u8 *bytes, size_t n, Err *err)
{
	u32 version = 0;
	u16 machine, sum;
	if (n < TRACE_HEADER || memcmp(bytes, "DRIFTENV", 8) != 0)
		return err_set(err, "not a trace (record one with 'drift env record')");
	memcpy(&version, bytes + 8, 4);
	memcpy(&machine, bytes + 12, 2);
	memcpy(&sum, bytes + 14, 2);
	if (version < TRACE_OLDEST || version > TRACE_REDACTED)
		return err_set(err, "trace version %u, this drift reads versions %d to %d", version,
					   TRACE_OLDEST, TRACE_REDACTED);
	if (sum != (u16)crc32c(0, bytes, 14))
		return err_set(err, "the header of the trace is damaged: its checksum is wrong");
	if (machine != TRACE_MACHINE)
		return err_set(err, "recorded on another kind of machine (ELF number %u, x86-64 is %d)",
					   machine, TRACE_MACHINE);
	return true;
}

bool trace_parse(const u8 *bytes, size_t n, Trace *t, Err *err)
{
	*t = (Trace){.bytes = n};
	if (!check_header(bytes, n, err))
		return false;
	memcpy(&t->version, bytes + 8, 4);
	TraceReader r = {.trace = t};
	size_t at = second_pass(&r, bytes, first_pass(&r, bytes, n));
	intmap_free(&r.numbers);
	t->cut = !r.ended || at < n;
	t->cut_at = at;
	bool damaged = t->damaged;
	if (!t->tasks.len || !t->calls.len) {
		env_trace_free(t);
		return err_set(err, "the trace holds no call: it %s at byte %zu",
					   damaged ? "was changed" : "ends", at);
	}
	return true;
}

bool trace_read(const char *path, Trace *t, Err *err)
{
	Buf bytes = {0};
	if (!file_read(path, &bytes, err)) {
		buf_free(&bytes);
		return false;
	}
	Err inner = {0};
	bool ok = trace_parse((const u8 *)buf_str(&bytes), bytes.len, t, &inner);
	if (!ok)
		err_set(err, "%s: %s", path, inner.text);
	buf_free(&bytes);
	return ok;
}

void env_trace_free(Trace *t)
{
	vec_free(&t->blobs);
	vec_free(&t->calls);
	vec_free(&t->tasks);
	vec_free(&t->signals);
	arena_free(&t->arena);
	*t = (Trace){0};
}

const TraceData *call_data(const TraceCall *c, int arg, int sub, int dir)
{
	for (u32 i = 0; i < c->n_data; i++) {
		const TraceData *d = &c->data[i];
		if (d->arg == arg && d->sub == sub && d->dir == dir)
			return d;
	}
	return NULL;
}

const char *call_text(const TraceCall *c, int arg)
{
	const TraceData *d = call_data(c, arg, 0, DATA_IN);
	return d && d->len ? (const char *)d->at : NULL;
}

bool call_is_held(const TraceCall *c)
{
	for (u32 i = 0; i < c->n_data; i++)
		if (c->data[i].held && c->data[i].dir == DATA_OUT)
			return true;
	return call_blocks(c) != NULL;
}

bool trace_is_attached(const Trace *t)
{
	for (u32 i = 0; i < t->head; i++)
		if (t->calls.at[i].flags & CALL_ATTACHED)
			return true;
	return false;
}

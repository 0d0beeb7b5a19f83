/* trace_read.c: trace files are hostile input; every number is checked before it is used.
 *
 * Reading stops at the first record that is short, damaged or senseless. What came before is
 * kept, and the trace says that it is cut. Only a wrong header is an error.
 */
#include "env/trace.h"

typedef struct Cursor {
	const u8 *at;  /* next byte */
	const u8 *end; /* of the record */
	bool bad;      /* ran past the end, or a number was out of range */
} Cursor;

typedef struct Blob {
	const u8 *at; /* in the trace's arena, NUL after it */
	u32 len;
} Blob;

typedef struct Reader {
	Trace *trace;
	VEC(Blob) blobs; /* number 1 is at index 0 */
	bool ended;      /* the end record was met */
} Reader;

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

static void read_task(Reader *r, Cursor *c)
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

static void read_blob(Reader *r, Cursor *c)
{
	u32 id = (u32)number(c, UINT32_MAX);
	if (c->bad || id != r->blobs.len + 1) {
		c->bad = true;
		return;
	}
	u32 len = (u32)(c->end - c->at);
	Blob blob = {keep(r->trace, c->at, len), len};
	vec_push(&r->blobs, blob);
	r->trace->blob_bytes += len;
	c->at = c->end;
}

static void read_data(Reader *r, Cursor *c, Data *d)
{
	d->arg = (u8)number(c, 5);
	d->sub = (u8)number(c, 255);
	u8 dir = (u8)number(c, 7);
	d->full = number(c, UINT64_MAX);
	d->len = (u32)number(c, TRACE_MAX_RECORD);
	d->dir = dir & 3;
	if (c->bad)
		return;
	if (dir & 4) {
		u64 id = number(c, r->blobs.len), at = number(c, UINT32_MAX);
		if (c->bad || !id || r->blobs.at[id - 1].len < at + d->len) {
			c->bad = true;
			return;
		}
		d->at = r->blobs.at[id - 1].at + at;
		return;
	}
	if ((size_t)(c->end - c->at) < d->len) {
		c->bad = true;
		return;
	}
	d->at = keep(r->trace, c->at, d->len);
	c->at += d->len;
}

static void read_call(Reader *r, Cursor *c)
{
	Trace *t = r->trace;
	Call call = {.task = (u32)number(c, UINT32_MAX)};
	call.nr = (i32)number(c, INT32_MAX);
	call.flags = (u8)number(c, 3);
	call.ret = signed_number(c);
	for (int i = 0; i < 6; i++)
		call.args[i] = number(c, UINT64_MAX);
	call.n_data = (u32)number(c, CALL_MAX_DATA);
	/* Each piece takes five bytes at least: a large count in a short record is a lie. */
	if (c->bad || call.task >= t->tasks.len || call.n_data > (size_t)(c->end - c->at) / 5) {
		c->bad = true;
		return;
	}
	if (call.nr > PSEUDO_LAST || (call.nr >= PSEUDO && t->head != t->calls.len)) {
		c->bad = true;
		return;
	}
	call.data = arena_array(&t->arena, Data, call.n_data + !call.n_data);
	for (u32 i = 0; i < call.n_data && !c->bad; i++)
		read_data(r, c, &call.data[i]);
	if (c->bad)
		return;
	t->head += call.nr >= PSEUDO;
	vec_push(&t->calls, call);
}

static void read_signal(Reader *r, Cursor *c)
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

static void read_task_end(Reader *r, Cursor *c)
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

static void read_end(Reader *r, Cursor *c)
{
	r->trace->status = (i32)signed_number(c);
	r->trace->stopped = number(c, 1);
	r->trace->seconds = (double)number(c, UINT64_MAX) * 1e-6;
	r->ended = !c->bad;
}

/* One record at p; its size, or 0 when there is no sound one. */
static size_t read_record(Reader *r, const u8 *p, size_t left)
{
	static void (*const readers[])(Reader *, Cursor *) = {
		[REC_END] = read_end,   [REC_TASK] = read_task,     [REC_BLOB] = read_blob,
		[REC_CALL] = read_call, [REC_SIGNAL] = read_signal, [REC_TASK_END] = read_task_end,
	};
	u32 len, crc;
	if (left < 9)
		return 0;
	memcpy(&len, p, 4);
	if (len > TRACE_MAX_RECORD || left - 9 < len)
		return 0;
	u8 type = p[4];
	memcpy(&crc, p + 5 + len, 4);
	if (type < REC_END || type >= countof(readers) || crc != crc32c(0, p + 4, len + 1))
		return 0;
	Cursor c = {p + 5, p + 5 + len, false};
	readers[type](r, &c);
	return c.bad || c.at != c.end ? 0 : (size_t)len + 9;
}

bool trace_parse(const u8 *bytes, size_t n, Trace *t, Err *err)
{
	*t = (Trace){.bytes = n};
	u32 version = 0;
	if (n < TRACE_HEADER || memcmp(bytes, "DRIFTENV", 8) != 0)
		return err_set(err, "not a trace (record one with 'drift env record')");
	memcpy(&version, bytes + 8, 4);
	if (version != TRACE_VERSION)
		return err_set(err, "trace version %u, this drift reads version %d", version,
					   TRACE_VERSION);
	Reader r = {.trace = t};
	size_t at = TRACE_HEADER, size = 1;
	while (at < n && !r.ended && size) {
		size = read_record(&r, bytes + at, n - at);
		at += size;
	}
	vec_free(&r.blobs);
	t->cut = !r.ended;
	t->cut_at = at;
	if (!t->tasks.len || !t->calls.len) {
		trace_free(t);
		return err_set(err, "the trace holds no call: it was cut off or damaged at byte %zu", at);
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

void trace_free(Trace *t)
{
	vec_free(&t->calls);
	vec_free(&t->tasks);
	vec_free(&t->signals);
	arena_free(&t->arena);
	*t = (Trace){0};
}

const Data *call_data(const Call *c, int arg, int sub, int dir)
{
	for (u32 i = 0; i < c->n_data; i++) {
		const Data *d = &c->data[i];
		if (d->arg == arg && d->sub == sub && d->dir == dir)
			return d;
	}
	return NULL;
}

const char *call_text(const Call *c, int arg)
{
	const Data *d = call_data(c, arg, 0, DATA_IN);
	return d && d->len ? (const char *)d->at : NULL;
}

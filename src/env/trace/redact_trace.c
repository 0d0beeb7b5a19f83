/* redact_trace.c: applies the rules to a run.
 *
 * A view is a sequence of bytes made of pieces of memory: what one descriptor transported, the
 * contents of one file, a command line. All views are searched twice: first for expressions, then
 * for the bytes that were found. Nothing is overwritten before both searches are complete.
 */
#include "env/trace/redact.h"
#include "env/trace/decode.h"
#include "env/trace/world.h"

#include <sys/syscall.h>

enum {
	MAX_FILE = 1 << 28, /* bytes of a file that are joined by position */
	KEPT_WRITTEN = 256, /* bytes kept of data that a call reads, as in any recording */
	KEPT_STRING = 4096, /* the same for a string */
};

typedef VEC(u32) CallNumbers;

/* A part of a view. */
typedef struct RedactPart {
	size_t pos; /* in the view */
	const u8 *at;
	size_t n;
} RedactPart;

typedef struct RedactView {
	Buf bytes;
	VEC(RedactPart) parts;
	bool words;  /* the parts are arguments: each is a secret of its own */
	bool hidden; /* contents of a file that are not stored */
} RedactView;

typedef struct Redaction {
	Redactor *rules;
	Trace *trace;
	World *world;
	bool recall;  /* the second search */
	bool *hidden; /* by object: its contents are not stored */
	CallNumbers *by_object;
	RedactRanges found;  /* scratch */
	RedactRanges ranges; /* in memory: bytes to overwrite; at is an address */
} Redaction;

/* ---- what is contents ---- */

static ArgKind kind_of(const TraceCall *c, const TraceData *d)
{
	return ARG_KIND(call_spec(c->flags & CALL_COMPAT ? -1 : c->nr)->args[d->arg]);
}

/* True for data that a file or a connection transports. */
static bool is_contents(const TraceCall *c, const TraceData *d)
{
	if (d->sub == SUB_MAPPING || d->sub == SUB_BLOCKS)
		return true;
	if (d->sub >= SUB_IDENTITY || c->nr >= PSEUDO)
		return false;
	switch (kind_of(c, d)) {
	case ARG_IN:
	case ARG_OUT:
	case ARG_OUT_RET:
	case ARG_OUT_LENP:
	case ARG_IOV_IN:
	case ARG_IOV_OUT:
	case ARG_MSG_IN:
	case ARG_MSG_OUT:
	case ARG_MMSG_OUT: return true;
	default: return false;
	}
}

/* True for numbers that drift itself made of a file: identity and build id. */
static bool is_own_number(const TraceData *d)
{
	return d->sub == SUB_IDENTITY || d->sub == SUB_IMAGE || d->sub == SUB_BLOCKS;
}

/* ---- views ---- */

static void view_reset(RedactView *v)
{
	buf_reset(&v->bytes);
	v->parts.len = 0;
	v->words = v->hidden = false;
}

static void view_add(RedactView *v, const TraceData *d)
{
	if (!d || !d->len)
		return;
	vec_push(&v->parts, ((RedactPart){v->bytes.len, d->at, d->len}));
	buf_add(&v->bytes, d->at, d->len);
}

/* Adds a piece at a position of a file. */
static void view_put(RedactView *v, u64 pos, const TraceData *d)
{
	if (!d->len || pos > MAX_FILE || d->len > MAX_FILE)
		return;
	if (v->bytes.len < pos + d->len) {
		size_t more = pos + d->len - v->bytes.len;
		buf_room(&v->bytes, more + 1);
		memset(v->bytes.at + v->bytes.len, 0, more + 1);
		v->bytes.len += more;
	}
	memcpy(v->bytes.at + pos, d->at, d->len);
	vec_push(&v->parts, ((RedactPart){pos, d->at, d->len}));
}

/* Marks the part of a range that is in a part of the view. */
static void mark_part(Redaction *x, const RedactView *v, const RedactPart *p, const RedactRange *f)
{
	size_t from = f->at > p->pos ? f->at : p->pos;
	size_t to = f->at + f->n < p->pos + p->n ? f->at + f->n : p->pos + p->n;
	if (from >= to)
		return;
	RedactRange r = {(size_t)(uintptr_t)p->at + (from - p->pos), to - from};
	vec_push(&x->ranges, r);
	if (v->words && !x->recall)
		redactor_learn(x->rules, p->at + (from - p->pos), to - from);
}

/* Remembers the lines of a file whose contents are not stored. */
static void learn_lines(Redactor *rules, const u8 *bytes, size_t n)
{
	static const u8 elf[] = {0x7f, 'E', 'L', 'F'};
	if (n >= sizeof elf && !memcmp(bytes, elf, sizeof elf))
		return; /* programs have too much in common */
	for (size_t i = 0; i < n;) {
		size_t from = i;
		while (i < n && bytes[i] && bytes[i] != '\n')
			i++;
		size_t to = i++;
		while (from < to && (bytes[from] == ' ' || bytes[from] == '\t'))
			from++;
		while (from < to && (bytes[to - 1] == ' ' || bytes[to - 1] == '\r'))
			to--;
		redactor_learn(rules, bytes + from, to - from);
	}
}

static void search(Redaction *x, const RedactView *v)
{
	const u8 *bytes = (const u8 *)buf_str(&v->bytes);
	x->found.len = 0;
	if (x->recall)
		redactor_recall(x->rules, bytes, v->bytes.len, &x->found);
	else
		redactor_match(x->rules, bytes, v->bytes.len, &x->found);
	if (v->hidden && !x->recall)
		learn_lines(x->rules, bytes, v->bytes.len);
	for (size_t i = 0; i < x->found.len; i++) {
		if (!x->recall)
			redactor_learn(x->rules, bytes + x->found.at[i].at, x->found.at[i].n);
		for (size_t k = 0; k < v->parts.len; k++)
			mark_part(x, v, &v->parts.at[k], &x->found.at[i]);
	}
}

/* ---- the views of a run ---- */

/* A single part is searched as a piece. */
static void search_joined(Redaction *x, const RedactView *v)
{
	if (v->parts.len > 1 || v->hidden)
		search(x, v);
}

/* Searches each piece and each stored file separately. */
static void search_pieces(Redaction *x, RedactView *v)
{
	const Trace *t = x->trace;
	for (size_t i = 0; i < t->blobs.len; i++) {
		TraceData d = {.at = t->blobs.at[i].at, .len = t->blobs.at[i].len};
		view_reset(v);
		view_add(v, &d);
		search(x, v);
	}
	for (u32 i = 0; i < t->calls.len; i++)
		for (u32 k = 0; k < t->calls.at[i].n_data; k++) {
			const TraceData *d = &t->calls.at[i].data[k];
			if (d->blob_index || is_own_number(d))
				continue;
			view_reset(v);
			view_add(v, d);
			search(x, v);
		}
}

/* A variable as NAME=VALUE, of which only the value is replaced: without its name, nobody could say
 * that it was set. A name that matches by itself is replaced. */
static void view_variable(RedactView *v, const TraceCall *c)
{
	const TraceData *name = call_data(c, 0, 0, DATA_IN);
	if (name)
		buf_add(&v->bytes, name->at, name->len);
	buf_addc(&v->bytes, '=');
	view_add(v, call_data(c, 1, 0, DATA_OUT));
}

static void view_command(RedactView *v, const TraceCall *c, int arg)
{
	for (int i = 0; i < 250; i++) {
		const TraceData *d = call_data(c, arg, i, DATA_IN);
		if (!d)
			break;
		if (i)
			buf_addc(&v->bytes, ' ');
		view_add(v, d);
	}
}

static void search_words(Redaction *x, RedactView *v)
{
	for (u32 i = 0; i < x->trace->calls.len; i++) {
		const TraceCall *c = &x->trace->calls.at[i];
		int arg = c->nr == PSEUDO_PROGRAM ? 0 : call_find_arg(call_spec(c->nr), ARG_STRINGS);
		view_reset(v);
		v->words = true;
		if (c->nr == PSEUDO_VAR)
			view_variable(v, c);
		else if (arg >= 0 && (c->nr < PSEUDO || c->nr == PSEUDO_PROGRAM))
			view_command(v, c, arg);
		if (v->parts.len)
			search(x, v);
	}
}

/* True for contents that continue those of the call before; headers of messages do not. The numbers
 * are those of record/regions.c: lengths, address and control data come before the data. */
static bool is_stream(const TraceCall *c, const TraceData *d)
{
	enum { DATA_SENT = 2, DATA_RECEIVED = 4 };
	ArgKind kind = kind_of(c, d);
	return d->sub < SUB_BLOCKS && is_contents(c, d) &&
		   !(kind == ARG_MSG_IN && d->sub < DATA_SENT) &&
		   !(kind == ARG_MSG_OUT && d->sub < DATA_RECEIVED);
}

/* What one descriptor transported in one direction. */
static void search_streams(Redaction *x, RedactView *v)
{
	for (u32 o = 1; o < world_object_count(x->world); o++)
		for (u8 dir = DATA_IN; dir <= DATA_OUT; dir++) {
			view_reset(v);
			v->hidden = x->hidden[o];
			for (size_t i = 0; i < x->by_object[o].len; i++) {
				const TraceCall *c = &x->trace->calls.at[x->by_object[o].at[i]];
				for (u32 k = 0; k < c->n_data; k++)
					if (c->data[k].dir == dir && is_stream(c, &c->data[k]))
						view_add(v, &c->data[k]);
			}
			search_joined(x, v);
		}
}

/* Adds the pieces of a call at their positions in the file; *pos is that of the descriptor. */
static void place(RedactView *v, const TraceCall *c, u64 *pos)
{
	bool own = c->nr == SYS_pread64 || c->nr == SYS_pwrite64 || c->nr == SYS_preadv ||
			   c->nr == SYS_pwritev || c->nr == SYS_preadv2 || c->nr == SYS_pwritev2;
	if (is_error(c->ret))
		return;
	if (c->nr == SYS_lseek) {
		*pos = (u64)c->ret;
		return;
	}
	u64 at = own ? c->args[3] : *pos;
	for (u32 k = 0; k < c->n_data; k++) {
		const TraceData *d = &c->data[k];
		if (d->sub >= SUB_BLOCKS || !is_contents(c, d))
			continue;
		view_put(v, at, d);
		at += d->len;
		if (!own)
			*pos += d->len;
	}
}

/* The contents of each file, from all descriptors. */
static void search_files(Redaction *x, RedactView *v)
{
	u32 n = world_path_count(x->world), n_objects = world_object_count(x->world);
	CallNumbers *objects = xcalloc(n + 1, sizeof *objects);
	for (u32 o = 1; o < n_objects; o++)
		if (world_object(x->world, o)->path && x->by_object[o].len)
			vec_push(&objects[world_object(x->world, o)->path], o);
	for (u32 p = 1; p < n; p++) {
		view_reset(v);
		for (size_t i = 0; i < objects[p].len; i++) {
			const CallNumbers *calls = &x->by_object[objects[p].at[i]];
			u64 pos = 0;
			for (size_t k = 0; k < calls->len; k++)
				place(v, &x->trace->calls.at[calls->at[k]], &pos);
		}
		vec_free(&objects[p]);
		search_joined(x, v);
	}
	free(objects);
}

static void search_all(Redaction *x)
{
	RedactView v = {0};
	search_streams(x, &v);
	search_files(x, &v);
	search_words(x, &v);
	search_pieces(x, &v);
	buf_free(&v.bytes);
	vec_free(&v.parts);
}

/* ---- files that are not stored ---- */

static void find_hidden(Redaction *x)
{
	const World *w = x->world;
	for (u32 o = 1; o < world_object_count(w); o++) {
		const WorldObject *object = world_object(w, o);
		x->hidden[o] = redactor_hides(x->rules, object->name) ||
					   (object->path && redactor_hides(x->rules, world_path(w, object->path)));
	}
	for (u32 i = x->trace->head; i < x->trace->calls.len; i++) {
		const TraceCall *c = &x->trace->calls.at[i];
		u32 made = world_use(w, i)->made;
		for (u32 k = 0; made && k < c->n_data; k++)
			if (c->data[k].sub == SUB_REALPATH)
				x->hidden[made] |= redactor_hides(x->rules, (const char *)c->data[k].at);
	}
}

static bool call_is_hidden(const Redaction *x, u32 i)
{
	const TraceCall *c = &x->trace->calls.at[i];
	if (c->nr == PSEUDO_PROGRAM) {
		const TraceData *path = call_data(c, 1, 0, DATA_OUT);
		return path && redactor_hides(x->rules, (const char *)path->at);
	}
	if (c->nr >= PSEUDO)
		return false;
	const CallUse *use = world_use(x->world, i);
	bool hidden = use->made && x->hidden[use->made];
	for (u8 k = 0; k < use->n_objects; k++)
		hidden |= x->hidden[use->objects[k]];
	for (u8 k = 0; k < use->n_paths; k++)
		hidden |= redactor_hides(x->rules, world_path(x->world, use->paths[k]));
	return hidden;
}

static void drop_contents(Redaction *x)
{
	for (u32 i = 0; i < x->trace->calls.len; i++) {
		TraceCall *c = &x->trace->calls.at[i];
		bool hidden = call_is_hidden(x, i);
		for (u32 k = 0; hidden && k < c->n_data; k++) {
			TraceData *d = &c->data[k];
			if (!is_contents(c, d))
				continue;
			d->held |= d->full > 0;
			d->blob_index = 0;
			d->len = 0;
			d->at = (const u8 *)"";
		}
	}
}

void redactor_call(const Redactor *r, TraceCall *c, bool hidden)
{
	for (u32 k = 0; k < c->n_data; k++) {
		TraceData *d = &c->data[k];
		RedactRanges found = {0};
		if (hidden && is_contents(c, d)) {
			d->held = true;
			d->len = 0;
			continue;
		}
		if (is_own_number(d))
			continue;
		redactor_match(r, d->at, d->len, &found);
		redactor_recall(r, d->at, d->len, &found);
		for (size_t i = 0; i < found.len; i++)
			memset((u8 *)(uintptr_t)d->at + found.at[i].at, '*', found.at[i].n);
		d->held |= found.len > 0;
		vec_free(&found);
	}
}

static void learn_hidden(Redaction *x)
{
	for (u32 i = 0; i < x->trace->calls.len; i++) {
		const TraceCall *c = &x->trace->calls.at[i];
		bool hidden = call_is_hidden(x, i);
		for (u32 k = 0; hidden && k < c->n_data; k++)
			if (is_contents(c, &c->data[k]))
				learn_lines(x->rules, c->data[k].at, c->data[k].len);
	}
}

/* ---- overwriting ---- */

static int by_address(const void *a, const void *b)
{
	const RedactRange *x = a, *y = b;
	return x->at < y->at ? -1 : x->at > y->at;
}

/* Joins ranges that overlap, so that they are in order and apart. */
static void join_ranges(RedactRanges *r)
{
	size_t kept = 0;
	if (r->len)
		qsort(r->at, r->len, sizeof *r->at, by_address);
	for (size_t i = 0; i < r->len; i++) {
		RedactRange *last = kept ? &r->at[kept - 1] : NULL;
		if (last && r->at[i].at <= last->at + last->n) {
			size_t end = r->at[i].at + r->at[i].n;
			if (end > last->at + last->n)
				last->n = end - last->at;
		} else {
			r->at[kept++] = r->at[i];
		}
	}
	r->len = kept;
}

/* True if one of the ranges is in these bytes. */
static bool is_touched(const RedactRanges *r, const u8 *at, size_t n)
{
	size_t from = (size_t)(uintptr_t)at, lo = 0, hi = r->len;
	while (lo < hi) {
		size_t mid = (lo + hi) / 2;
		if (r->at[mid].at + r->at[mid].n <= from)
			lo = mid + 1;
		else
			hi = mid;
	}
	return n && lo < r->len && r->at[lo].at < from + n;
}

static void overwrite(Redaction *x)
{
	Trace *t = x->trace;
	join_ranges(&x->ranges);
	for (u32 i = 0; i < t->calls.len; i++)
		for (u32 k = 0; k < t->calls.at[i].n_data; k++) {
			TraceData *d = &t->calls.at[i].data[k];
			d->held |= !is_own_number(d) && is_touched(&x->ranges, d->at, d->len);
		}
	for (size_t i = 0; i < x->ranges.len; i++)
		memset((void *)(uintptr_t)x->ranges.at[i].at, '*', x->ranges.at[i].n);
}

/* The recorder kept more of what calls read than usual, to search it. */
static void shorten(Trace *t)
{
	for (u32 i = t->head; i < t->calls.len; i++) {
		TraceCall *c = &t->calls.at[i];
		u32 left = KEPT_WRITTEN;
		for (u32 k = 0; k < c->n_data; k++) {
			TraceData *d = &c->data[k];
			ArgKind kind = kind_of(c, d);
			bool string = kind == ARG_PATH || kind == ARG_STRING || kind == ARG_STRINGS;
			if (d->dir != DATA_IN)
				continue;
			u32 most = string ? KEPT_STRING : kind == ARG_IOV_IN ? left : KEPT_WRITTEN;
			d->len = d->len < most ? d->len : most;
			d->full = d->full < most ? d->full : most;
			left -= kind == ARG_IOV_IN ? d->len : 0;
		}
	}
}

void redactor_apply(Redactor *r, Trace *t)
{
	Redaction x = {.rules = r, .trace = t, .world = world_of_trace(t)};
	u32 n = world_object_count(x.world);
	x.hidden = xcalloc(n + 1, 1);
	x.by_object = xcalloc(n + 1, sizeof *x.by_object);
	for (u32 i = t->head; i < t->calls.len; i++) {
		const CallUse *use = world_use(x.world, i);
		for (u8 k = 0; k < use->n_objects; k++)
			vec_push(&x.by_object[use->objects[k]], i);
	}
	find_hidden(&x);
	learn_hidden(&x);
	search_all(&x);
	x.recall = true;
	search_all(&x);
	overwrite(&x);
	drop_contents(&x);
	shorten(t);
	for (u32 i = 0; i < n; i++)
		vec_free(&x.by_object[i]);
	free(x.by_object);
	free(x.hidden);
	vec_free(&x.found);
	vec_free(&x.ranges);
	env_world_free(x.world);
}

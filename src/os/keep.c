/* keep.c: the process of a run in its midst, copied, and put back for another input.
 *
 * Only as long as the run has changed no file and no signal is on its way: descriptors, output,
 * handlers and what the process set for itself. Contents of input files are those of the new run.
 */
#include "os/impl.h"

/* Fields of Os that belong to a run and are plain values. */
#define KEPT_FIELDS(X)      \
	X(bool, ids_set)        \
	X(u32, random_used)     \
	X(OsNode *, cwd)        \
	X(bool, streams_moved)  \
	X(i64, elapsed)         \
	X(u64, random)          \
	X(u32, umask)           \
	X(Ids, ids)             \
	X(bool, undumpable)     \
	X(i32, nice)            \
	X(OsTold, seen)         \
	X(OsTimer, alarm)       \
	X(u64, blocked)         \
	X(bool, limits_changed) \
	X(bool, actions_changed)

/* An open file description, and the descriptors of it. */
typedef struct KeptFd {
	OpenFile file; /* listing is its own */
	u32 first;     /* descriptor that shares it, from below; its own number: none */
	bool open;
	bool cloexec;
} KeptFd;

/* What was written to the streams. A run only adds to it: snapshots between which nothing was share
 * one. */
typedef struct KeptOutput {
	u32 refs;
	size_t len;
	u8 *at;
	Tag *tags; /* NULL: there are none */
	VEC(OsOutput) pieces;
	VEC(OutputPlace) places;
} KeptOutput;

struct OsKept {
#define X(type, field) type field;
	KEPT_FIELDS(X)
#undef X
	char comm[16];
	SignalStack stack;
	struct rlimit *limits; /* NULL: as at the start */
	SignalAction *actions; /* likewise */
	VEC(KeptFd) fds;
	KeptOutput *output;
	bool shares; /* output is another one's, too */
};

static bool simple(const Os *os)
{
	return !os->fresh.len && !os->touched.len && !os->logged.len && !os->n_frames && !os->pending &&
		   !os->waits.n_notes && !os->waits.suspended && !os->waits.outside.open &&
		   os->config.in == OS_STREAM_CAPTURE && os->config.out == OS_STREAM_CAPTURE &&
		   os->config.err == OS_STREAM_CAPTURE;
}

static void keep_fds(const Os *os, OsKept *k)
{
	vec_fit(&k->fds, os->fds_end);
	for (u32 i = 0; i < os->fds_end; i++) {
		const OpenFile *f = os->fds.at[i].file;
		KeptFd fd = {.first = i, .open = f != NULL, .cloexec = os->fds.at[i].cloexec};
		for (u32 j = 0; f && j < i && fd.first == i; j++)
			if (os->fds.at[j].file == f)
				fd.first = j;
		if (f && fd.first == i) {
			fd.file = *f;
			fd.file.listing.at = NULL;
			fd.file.listing.len = fd.file.listing.cap = 0;
			for (size_t l = 0; l < f->listing.len; l++)
				vec_push(&fd.file.listing, f->listing.at[l]);
		}
		vec_push(&k->fds, fd);
	}
}

static void output_free(KeptOutput *o)
{
	if (!o || --o->refs)
		return;
	free(o->at);
	free(o->tags);
	vec_free(&o->pieces);
	vec_free(&o->places);
	free(o);
}

void os_output_changed(Os *os)
{
	output_free(os->kept_output);
	os->kept_output = NULL;
}

static void copy_output(KeptOutput *o, const Bytes *out)
{
	o->len = out->len;
	if (!out->len)
		return;
	o->at = memcpy(xmalloc(out->len), out->at, out->len);
	if (out->tagged)
		o->tags = memcpy(xmalloc(out->len * sizeof(Tag)), out->tags, out->len * sizeof(Tag));
}

/* Each piece was added after those that were kept. */
static void keep_output(Os *os, OsKept *k)
{
	KeptOutput *o = os->kept_output;
	k->shares = o && o->pieces.len == os->pieces.len;
	if (!k->shares) {
		os_output_changed(os);
		o = os->kept_output = xcalloc(1, sizeof *o);
		o->refs = 1;
		copy_output(o, &os->out);
		vec_fit(&o->pieces, os->pieces.len);
		vec_fit(&o->places, os->pieces.len);
		for (size_t i = 0; i < os->pieces.len; i++) {
			vec_push(&o->pieces, os->pieces.at[i]);
			vec_push(&o->places, os->places.at[i]);
		}
	}
	o->refs++;
	k->output = o;
}

OsKept *os_keep(Os *os)
{
	if (!simple(os))
		return NULL;
	OsKept *k = xcalloc(1, sizeof *k);
#define X(type, field) k->field = os->field;
	KEPT_FIELDS(X)
#undef X
	memcpy(k->comm, os->comm, sizeof k->comm);
	k->stack = os->waits.stack;
	if (os->limits_changed)
		k->limits = memcpy(xmalloc(sizeof os->limits), os->limits, sizeof os->limits);
	if (os->actions_changed)
		k->actions = memcpy(xmalloc(sizeof os->actions), os->actions, sizeof os->actions);
	keep_fds(os, k);
	keep_output(os, k);
	return k;
}

/* A position that has an expression is where it says on this input. */
static void put_fds(Os *os, const OsKept *k, OsRenewFn *renew, void *ctx)
{
	while (os->fds_end)
		os_fd_close(os, os->fds_end - 1);
	for (u32 i = 0; i < k->fds.len; i++) {
		const KeptFd *fd = &k->fds.at[i];
		if (!fd->open)
			continue;
		OpenFile *f = os_fd_file(os, fd->first);
		if (f) {
			f->refs++;
		} else {
			f = vfile_new(os, fd->file.node, fd->file.flags);
			f->flags = fd->file.flags;
			f->pos = (u32)fd->file.at ? (i64)renew(ctx, fd->file.at) : fd->file.pos;
			f->at = fd->file.at;
			f->place = fd->file.place;
			f->listed = fd->file.listed;
			for (size_t l = 0; l < fd->file.listing.len; l++)
				vec_push(&f->listing, fd->file.listing.at[l]);
		}
		os_fd_place(os, i, f, fd->cloexec);
	}
}

/* Output that has expressions is what they say on this input. */
static void put_output(Os *os, const OsKept *k, OsRenewFn *renew, void *ctx)
{
	KeptOutput *o = k->output;
	vbytes_clear(&os->out);
	vbytes_put(&os->out, 0, o->at, o->tags, o->len);
	for (size_t i = 0; o->tags && i < o->len; i++)
		if ((u32)o->tags[i])
			os->out.at[i] = (u8)renew(ctx, o->tags[i]);
	os->pieces.len = os->places.len = 0;
	for (size_t i = 0; i < o->pieces.len; i++) {
		vec_push(&os->pieces, o->pieces.at[i]);
		vec_push(&os->places, o->places.at[i]);
	}
	os_output_changed(os);
	os->kept_output = o;
	o->refs++;
}

void os_put_back(Os *os, const OsKept *k, OsRenewFn *renew, void *ctx)
{
	put_fds(os, k, renew, ctx);
	put_output(os, k, renew, ctx);
	if (k->limits)
		memcpy(os->limits, k->limits, sizeof os->limits);
	if (k->actions)
		memcpy(os->actions, k->actions, sizeof os->actions);
	memcpy(os->comm, k->comm, sizeof os->comm);
	os->waits.stack = k->stack;
#define X(type, field) os->field = k->field;
	KEPT_FIELDS(X)
#undef X
}

void os_kept_free(OsKept *k)
{
	if (!k)
		return;
	for (size_t i = 0; i < k->fds.len; i++)
		vec_free(&k->fds.at[i].file.listing);
	vec_free(&k->fds);
	output_free(k->output);
	free(k->limits);
	free(k->actions);
	free(k);
}

u64 os_kept_bytes(const OsKept *k)
{
	const KeptOutput *o = k->output;
	u64 output = sizeof *o + o->len * (o->tags ? 1 + sizeof(Tag) : 1) +
				 o->pieces.len * (sizeof *o->pieces.at + sizeof *o->places.at);
	return sizeof *k + k->fds.len * sizeof *k->fds.at + (k->shares ? 0 : output);
}

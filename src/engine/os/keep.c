/* keep.c: copies the process during a run, and restores it for another input.
 *
 * This works only if the run has changed no file and no signal is pending. It copies
 * descriptors, output, handlers and what the process set for itself. Contents of input files are
 * those of the new run.
 */
#include "engine/os/impl.h"

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
	VEC(OutputSpan) locations;
} KeptOutput;

struct OsKept {
	Process process;    /* without descriptors */
	i64 elapsed;        /* of Os, as the next two */
	u64 random;         /* state of the generator */
	u32 random_used;    /* bytes of world.random */
	bool shares;        /* output is another one's, too */
	VEC(KeptFd) fds;    /* by number */
	KeptOutput *output; /* so far */
};

static bool simple(const Os *os)
{
	return !os->fresh.len && !os->touched.len && !os->logged.len && process_quiet(&os->process) &&
		   !os->outside.open && os->config.in == OS_STREAM_CAPTURE &&
		   os->config.out == OS_STREAM_CAPTURE && os->config.err == OS_STREAM_CAPTURE;
}

static void keep_fds(const Os *os, OsKept *k)
{
	vec_fit(&k->fds, os->process.fds_end);
	for (u32 i = 0; i < os->process.fds_end; i++) {
		const OpenFile *f = os->process.fds.at[i].file;
		KeptFd fd = {.first = i, .open = f != NULL, .cloexec = os->process.fds.at[i].cloexec};
		for (u32 j = 0; f && j < i && fd.first == i; j++)
			if (os->process.fds.at[j].file == f)
				fd.first = j;
		if (f && fd.first == i) {
			fd.file = *f;
			fd.file.listing.at = NULL;
			fd.file.listing.len = fd.file.listing.cap = 0;
			vec_append(&fd.file.listing, f->listing.at, f->listing.len);
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
	vec_free(&o->locations);
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
		vec_fit(&o->locations, os->pieces.len);
		for (size_t i = 0; i < os->pieces.len; i++) {
			vec_push(&o->pieces, os->pieces.at[i]);
			vec_push(&o->locations, os->locations.at[i]);
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
	process_copy(&k->process, &os->process);
	k->elapsed = os->elapsed;
	k->random = os->random;
	k->random_used = os->random_used;
	keep_fds(os, k);
	keep_output(os, k);
	return k;
}

/* A position that has an expression is where it says on this input. */
static void put_fds(Os *os, const OsKept *k, OsRenewFn *renew, void *ctx)
{
	while (os->process.fds_end)
		os_fd_close(os, os->process.fds_end - 1);
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
			f->location = fd->file.location;
			f->listed = fd->file.listed;
			vec_append(&f->listing, fd->file.listing.at, fd->file.listing.len);
		}
		os_fd_where(os, i, f, fd->cloexec);
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
	os->pieces.len = os->locations.len = 0;
	for (size_t i = 0; i < o->pieces.len; i++) {
		vec_push(&os->pieces, o->pieces.at[i]);
		vec_push(&os->locations, o->locations.at[i]);
	}
	os_output_changed(os);
	os->kept_output = o;
	o->refs++;
}

void os_put_back(Os *os, const OsKept *k, OsRenewFn *renew, void *ctx)
{
	put_fds(os, k, renew, ctx);
	put_output(os, k, renew, ctx);
	process_put(&os->process, &k->process); /* after put_fds, which changes it */
	os->elapsed = k->elapsed;
	os->random = k->random;
	os->random_used = k->random_used;
}

void os_kept_free(OsKept *k)
{
	if (!k)
		return;
	for (size_t i = 0; i < k->fds.len; i++)
		vec_free(&k->fds.at[i].file.listing);
	vec_free(&k->fds);
	output_free(k->output);
	process_free(&k->process);
	free(k);
}

u64 os_kept_bytes(const OsKept *k)
{
	const KeptOutput *o = k->output;
	u64 output = sizeof *o + o->len * (o->tags ? 1 + sizeof(Tag) : 1) +
				 o->pieces.len * (sizeof *o->pieces.at + sizeof *o->locations.at);
	return sizeof *k + k->fds.len * sizeof *k->fds.at + (k->shares ? 0 : output);
}

/* trace_write.c: writes a trace file.
 *
 * Records are collected and written in large pieces. trace_flush is called often enough that a
 * killed recorder loses little. Equal contents are stored once. Contents of mapped files are most
 * of the bytes: a separate thread copies them while the recorded program continues.
 */
#include "env/trace/trace.h"

#include "base/digest.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
	FLUSH_AT = 256 << 10, /* bytes waiting to be written */
	BLOB_AT = 256,        /* pieces of at least this size are stored once */
	CHUNK = 128 << 10,    /* bytes of a file copied at a time */
	MAX_WAITING = 64,     /* maximum number of jobs for the copier */
};

/* A job for the copier: bytes to write, or a file to write as a blob. */
typedef struct CopyJob {
	Buf bytes; /* whole records; if empty, the job is a file */
	u32 blob;  /* number of the file's blob */
	int fd;    /* closed when done */
	u64 n;     /* bytes of the file */
} CopyJob;

/* A file that was copied to the trace. */
typedef struct WrittenFile {
	u64 at;   /* offset of its bytes in the trace */
	u32 blob; /* its number */
	u64 next; /* an earlier one of the same size, + 1; 0: none */
} WrittenFile;

struct TraceWriter {
	int fd;
	int error;            /* errno of the first failed write; owned by the thread that writes */
	pthread_mutex_t lock; /* for the three fields after it */
	VEC(CopyJob) jobs;    /* waiting, in order from next_job */
	size_t next_job;
	bool closing;          /* there will be no more jobs */
	pthread_cond_t change; /* signals a change of these fields */
	pthread_t copier;
	bool has_copier; /* the copier thread runs */
	/* These are owned by the thread that writes. */
	u64 at;                 /* bytes written */
	VEC(WrittenFile) files; /* copied files */
	IntMap by_size;         /* size to the last of them, + 1 */
	u8 *chunk, *other;      /* CHUNK bytes each, for copying; NULL: not used yet */
	char *path;
	Buf wait;        /* whole records not written yet */
	Buf payload;     /* of the current record */
	KeyMap contents; /* digest to blob number */
	KeyMap shared;   /* identity of a file to blob number */
	u32 n_blobs;     /* numbers assigned; the first blob is 1 */
	u32 n_calls;
	u64 written;    /* bytes, including waiting ones */
	u64 blob_bytes; /* part of it in blobs */
};

/* Opens what is there already, if only this user can read it: a file in a directory that is not
 * writable, a device, a pipe. */
static int open_present(const char *path, Err *err)
{
	struct stat st;
	int fd = open(path, O_WRONLY | O_NOFOLLOW | O_CLOEXEC);
	if (fd < 0 || fstat(fd, &st) != 0) {
		err_set(err, "%s: cannot write the trace: %s", path, strerror(errno));
	} else if (!S_ISCHR(st.st_mode) &&
			   (st.st_uid != geteuid() || st.st_mode & 077 || st.st_nlink != 1)) {
		err_set(err,
				"%s: cannot write the trace: others may be able to read this file; remove it, or "
				"choose another name",
				path);
	} else if (!S_ISREG(st.st_mode) || ftruncate(fd, 0) == 0) {
		return fd;
	} else {
		err_set(err, "%s: cannot write the trace: %s", path, strerror(errno));
	}
	if (fd >= 0)
		close(fd);
	return -1;
}

/* A trace contains all that the program read, so its file is a new one that only this user can
 * open, whatever the umask is. An earlier file of that name is removed, not truncated: others may
 * have it open, and file systems write contents that replace others to disk at once, which takes
 * longer than many recordings. */
int trace_open(const char *path, Err *err)
{
	struct stat st;
	if (lstat(path, &st) == 0) {
		if (S_ISLNK(st.st_mode)) {
			err_set(err,
					"%s: cannot write the trace: it is a symbolic link, and others may be able to "
					"read its target; name the target, or remove the link",
					path);
			return -1;
		}
		if (!S_ISREG(st.st_mode) || access(path, W_OK) != 0 || unlink(path) != 0)
			return open_present(path, err);
	}
	/* It is read to compare files with those that it has. */
	int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
	if (fd < 0)
		err_set(err, "%s: cannot write the trace: %s", path, strerror(errno));
	return fd;
}

TraceWriter *trace_create_fd(int fd, const char *path, u32 version)
{
	/* Uses a high number, so that the program's numbers stay the same. */
	int high = fcntl(fd, F_DUPFD_CLOEXEC, 200);
	if (high >= 0) {
		close(fd);
		fd = high;
	}
	TraceWriter *w = xcalloc(1, sizeof *w);
	w->fd = fd;
	w->path = xstrdup(path);
	pthread_mutex_init(&w->lock, NULL);
	pthread_cond_init(&w->change, NULL);
	u8 header[TRACE_HEADER];
	trace_header(header, version);
	buf_add(&w->wait, header, sizeof header);
	w->written = TRACE_HEADER;
	trace_flush(w);
	return w;
}

TraceWriter *trace_create(const char *path, Err *err)
{
	int fd = trace_open(path, err);
	return fd >= 0 ? trace_create_fd(fd, path, TRACE_VERSION) : NULL;
}

static void put_number(Buf *b, u64 n)
{
	u8 bytes[10];
	size_t len = 0;
	do {
		bytes[len] = (u8)(n & 127) | (n > 127 ? 128 : 0);
		len++;
		n >>= 7;
	} while (n);
	buf_add(b, bytes, len);
}

/* Encodes small negative numbers as short as small positive ones. */
static void put_signed(Buf *b, i64 n)
{
	put_number(b, (u64)n << 1 ^ (u64)(n >> 63));
}

static void write_out(TraceWriter *w, const void *bytes, size_t n)
{
	const char *p = bytes;
	while (n && !w->error) {
		ssize_t k = write(w->fd, p, n);
		if (k < 0 && errno != EINTR)
			w->error = errno;
		if (k > 0) {
			p += k;
			w->at += (u64)k;
			n -= (size_t)k;
		}
	}
}

static void put_job(TraceWriter *w, CopyJob job)
{
	pthread_mutex_lock(&w->lock);
	while (w->jobs.len - w->next_job >= MAX_WAITING) /* each may have an open descriptor */
		pthread_cond_wait(&w->change, &w->lock);
	vec_push(&w->jobs, job);
	pthread_cond_broadcast(&w->change);
	pthread_mutex_unlock(&w->lock);
}

void trace_flush(TraceWriter *w)
{
	if (!w->wait.len)
		return;
	if (w->has_copier) {
		put_job(w, (CopyJob){.bytes = w->wait});
		w->wait = (Buf){0};
		return;
	}
	write_out(w, buf_str(&w->wait), w->wait.len);
	buf_reset(&w->wait);
}

/* Writes the payload and n more bytes as one record. */
static void put_record_with(TraceWriter *w, u8 type, const void *more, size_t n)
{
	u32 len = (u32)(w->payload.len + n);
	u32 crc = crc32c(crc32c(crc32c(0, &len, 4), &type, 1), buf_str(&w->payload), w->payload.len);
	crc = crc32c(crc, more, n);
	buf_add(&w->wait, &len, 4);
	buf_add(&w->wait, &type, 1);
	buf_add(&w->wait, buf_str(&w->payload), w->payload.len);
	buf_add(&w->wait, more, n);
	buf_add(&w->wait, &crc, 4);
	w->written += len + 9;
	buf_reset(&w->payload);
	if (w->wait.len >= FLUSH_AT)
		trace_flush(w);
}

static void put_record(TraceWriter *w, u8 type)
{
	put_record_with(w, type, NULL, 0);
}

void trace_put_task(TraceWriter *w, u32 id, const TraceTask *task)
{
	put_number(&w->payload, id);
	put_number(&w->payload, task->parent);
	put_number(&w->payload, task->ordinal);
	put_number(&w->payload, task->pid);
	put_number(&w->payload, task->thread);
	put_record(w, REC_TASK);
}

static u32 new_blob(TraceWriter *w, const void *bytes, size_t n)
{
	/* The payload may be part of a call record, but a blob needs its own record. */
	Buf half = w->payload;
	w->payload = (Buf){0};
	put_number(&w->payload, ++w->n_blobs);
	put_record_with(w, REC_BLOB, bytes, n);
	buf_free(&w->payload);
	w->payload = half;
	w->blob_bytes += n;
	return w->n_blobs;
}

static u32 put_blob(TraceWriter *w, const void *bytes, size_t n)
{
	Digest digest = digest_of(bytes, n);
	u64 known;
	if (keymap_get(&w->contents, KEY_OF(digest), &known))
		return (u32)known;
	u32 id = new_blob(w, bytes, n);
	keymap_put(&w->contents, KEY_OF(digest), id);
	return id;
}

u32 trace_find_shared(TraceWriter *w, const u64 key[2])
{
	u64 id = 0;
	keymap_get(&w->shared, KEY(key[0], key[1]), &id);
	return (u32)id;
}

static void write_record(TraceWriter *w, u8 type, const Buf *number, const void *more, size_t n)
{
	u32 len = (u32)(number->len + n);
	u32 crc = crc32c(crc32c(crc32c(0, &len, 4), &type, 1), number->at, number->len);
	crc = crc32c(crc, more, n);
	write_out(w, &len, 4);
	write_out(w, &type, 1);
	write_out(w, number->at, number->len);
	write_out(w, more, n);
	write_out(w, &crc, 4);
}

/* Reads n bytes of the file; what is missing, because the file shrank, is zero. */
static void read_chunk(int fd, u8 *chunk, size_t n, u64 offset)
{
	size_t done = 0;
	while (done < n) {
		ssize_t k = pread(fd, chunk + done, n - done, (off_t)(offset + done));
		if (k <= 0)
			break;
		done += (size_t)k;
	}
	memset(chunk + done, 0, n - done);
}

/* True if the bytes that were written for an earlier file are those of this one. */
static bool same_bytes(const TraceWriter *w, const WrittenFile *f, const CopyJob *job)
{
	for (u64 done = 0; done < job->n;) {
		size_t n = job->n - done < CHUNK ? (size_t)(job->n - done) : CHUNK;
		read_chunk(job->fd, w->chunk, n, done);
		if (pread(w->fd, w->other, n, (off_t)(f->at + done)) != (ssize_t)n ||
			memcmp(w->chunk, w->other, n) != 0)
			return false;
		done += n;
	}
	return true;
}

/* The blob of an earlier file with the same bytes; 0: none, or the trace cannot be read. */
static u32 find_written(const TraceWriter *w, const CopyJob *job)
{
	u64 i = 0;
	intmap_get(&w->by_size, job->n, &i);
	for (; i; i = w->files.at[i - 1].next)
		if (same_bytes(w, &w->files.at[i - 1], job))
			return w->files.at[i - 1].blob;
	return 0;
}

/* Copies a file in chunks that stay in the processor's cache. The length is fixed: a file that
 * shrinks meanwhile is padded. */
static void copy_contents(TraceWriter *w, const CopyJob *job, const Buf *number)
{
	static const u8 type = REC_BLOB;
	u32 len = (u32)(number->len + job->n);
	u32 crc = crc32c(crc32c(crc32c(0, &len, 4), &type, 1), number->at, number->len);
	write_out(w, &len, 4);
	write_out(w, &type, 1);
	write_out(w, number->at, number->len);
	WrittenFile file = {.at = w->at, .blob = job->blob};
	for (u64 done = 0; done < job->n;) {
		size_t n = job->n - done < CHUNK ? (size_t)(job->n - done) : CHUNK;
		read_chunk(job->fd, w->chunk, n, done);
		crc = crc32c(crc, w->chunk, n);
		write_out(w, w->chunk, n);
		done += n;
	}
	write_out(w, &crc, 4);
	intmap_get(&w->by_size, job->n, &file.next);
	vec_push(&w->files, file);
	intmap_put(&w->by_size, job->n, w->files.len);
}

/* If an earlier file has the same bytes, the trace only refers to that. Few files have the same size
 * and other bytes, so comparing costs less than hashing. */
static void copy_file(TraceWriter *w, const CopyJob *job)
{
	Buf number = {0};
	w->chunk = w->chunk ? w->chunk : xmalloc(CHUNK);
	w->other = w->other ? w->other : xmalloc(CHUNK);
	u32 known = job->n ? find_written(w, job) : 0;
	put_number(&number, job->blob);
	if (known) {
		put_number(&number, known);
		write_record(w, REC_SAME, &number, NULL, 0);
	} else {
		copy_contents(w, job, &number);
	}
	close(job->fd);
	buf_free(&number);
}

static void *copy_jobs(void *writer)
{
	TraceWriter *w = writer;
	for (;;) {
		pthread_mutex_lock(&w->lock);
		while (w->next_job == w->jobs.len && !w->closing)
			pthread_cond_wait(&w->change, &w->lock);
		bool over = w->next_job == w->jobs.len;
		CopyJob job = over ? (CopyJob){0} : w->jobs.at[w->next_job++];
		pthread_cond_broadcast(&w->change);
		pthread_mutex_unlock(&w->lock);
		if (over)
			return NULL;
		if (job.bytes.len)
			write_out(w, job.bytes.at, job.bytes.len);
		else
			copy_file(w, &job);
		buf_free(&job.bytes);
	}
}

/* The tracing thread handles signals: the copier blocks them. */
static bool start_copier(TraceWriter *w)
{
	sigset_t all, old;
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &old);
	w->has_copier = pthread_create(&w->copier, NULL, copy_jobs, w) == 0;
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	return w->has_copier;
}

static void stop_copier(TraceWriter *w)
{
	if (!w->has_copier)
		return;
	pthread_mutex_lock(&w->lock);
	w->closing = true;
	pthread_cond_broadcast(&w->change);
	pthread_mutex_unlock(&w->lock);
	pthread_join(w->copier, NULL);
}

u32 trace_put_shared(TraceWriter *w, const u64 key[2], int fd, u64 n)
{
	CopyJob job = {.blob = ++w->n_blobs, .fd = fd, .n = n};
	trace_flush(w); /* earlier records must come before it */
	if (w->has_copier || start_copier(w))
		put_job(w, job);
	else
		copy_file(w, &job);
	w->written += n + 10;
	w->blob_bytes += n;
	keymap_put(&w->shared, KEY(key[0], key[1]), w->n_blobs);
	return w->n_blobs;
}

/* Adds a piece: its argument and length, then its bytes, or a blob number and an offset. */
static void put_data(TraceWriter *w, const TraceData *d)
{
	put_number(&w->payload, d->arg);
	put_number(&w->payload, d->sub);
	u32 blob = d->blob ? d->blob : d->len >= BLOB_AT ? put_blob(w, d->at, d->len) : 0;
	put_number(&w->payload, d->dir | (blob ? 4 : 0) | (d->held ? 8 : 0));
	put_number(&w->payload, d->full);
	put_number(&w->payload, d->len);
	if (blob) {
		put_number(&w->payload, blob);
		put_number(&w->payload, d->blob ? d->blob_at : 0);
	} else {
		buf_add(&w->payload, d->at, d->len);
	}
}

void trace_put_call(TraceWriter *w, const TraceCall *c)
{
	put_number(&w->payload, c->task);
	put_number(&w->payload, (u32)c->nr);
	put_number(&w->payload, c->flags);
	put_signed(&w->payload, c->ret);
	for (int i = 0; i < 6; i++)
		put_number(&w->payload, c->args[i]);
	put_number(&w->payload, c->n_data);
	for (u32 i = 0; i < c->n_data; i++)
		put_data(w, &c->data[i]);
	put_record(w, REC_CALL);
	w->n_calls++;
}

void trace_put_signal(TraceWriter *w, const TraceSignal *s)
{
	put_number(&w->payload, s->task);
	put_number(&w->payload, s->position);
	put_signed(&w->payload, s->signo);
	put_signed(&w->payload, s->code);
	put_number(&w->payload, s->sender);
	put_number(&w->payload, s->outer);
	put_record(w, REC_SIGNAL);
}

void trace_put_task_end(TraceWriter *w, u32 id, i32 status)
{
	put_number(&w->payload, id);
	put_signed(&w->payload, status);
	put_record(w, REC_TASK_END);
}

void trace_put_end(TraceWriter *w, i32 status, bool stopped, double seconds)
{
	put_signed(&w->payload, status);
	put_number(&w->payload, stopped);
	put_number(&w->payload, (u64)(seconds * 1e6));
	put_record(w, REC_END);
}

/* Writes a call that was read. Mappings of one file refer to one blob again. */
static void put_read_call(TraceWriter *w, const Trace *t, const TraceCall *c, u32 *numbers)
{
	TraceCall copy = *c;
	copy.data = xcalloc(c->n_data + 1, sizeof *copy.data);
	for (u32 i = 0; i < c->n_data; i++) {
		TraceData *d = &copy.data[i];
		*d = c->data[i];
		d->blob = 0;
		if (d->sub != SUB_MAPPING || !d->blob_index)
			continue;
		const TraceBlob *b = &t->blobs.at[d->blob_index - 1];
		u32 *number = &numbers[d->blob_index - 1];
		if (!*number)
			*number = new_blob(w, b->at, b->len);
		d->blob = *number;
		d->blob_at = (u64)(d->at - b->at);
	}
	trace_put_call(w, &copy);
	free(copy.data);
}

void trace_put_all(TraceWriter *w, const Trace *t)
{
	u32 *numbers = xcalloc(t->blobs.len + 1, sizeof *numbers);
	for (u32 i = 0; i < t->tasks.len; i++)
		trace_put_task(w, i, &t->tasks.at[i]);
	for (size_t i = 0; i < t->calls.len; i++)
		put_read_call(w, t, &t->calls.at[i], numbers);
	for (size_t i = 0; i < t->signals.len; i++)
		trace_put_signal(w, &t->signals.at[i]);
	for (u32 i = 0; i < t->tasks.len; i++)
		if (t->tasks.at[i].ended)
			trace_put_task_end(w, i, t->tasks.at[i].status);
	free(numbers);
}

u64 trace_written(const TraceWriter *w)
{
	return w->written;
}

u64 trace_blob_bytes(const TraceWriter *w)
{
	return w->blob_bytes;
}

u32 trace_call_count(const TraceWriter *w)
{
	return w->n_calls;
}

bool trace_close(TraceWriter *w, Err *err)
{
	trace_flush(w);
	stop_copier(w);
	if (close(w->fd) != 0 && !w->error)
		w->error = errno;
	int error = w->error;
	if (error)
		err_set(err, "%s: cannot write the trace: %s", w->path, strerror(error));
	free(w->path);
	free(w->chunk);
	free(w->other);
	buf_free(&w->wait);
	buf_free(&w->payload);
	vec_free(&w->jobs);
	pthread_mutex_destroy(&w->lock);
	pthread_cond_destroy(&w->change);
	keymap_free(&w->contents);
	keymap_free(&w->shared);
	vec_free(&w->files);
	intmap_free(&w->by_size);
	free(w);
	return !error;
}

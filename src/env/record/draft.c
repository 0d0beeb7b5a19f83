/* draft.c: keeps a recording in memory until secrets are taken out of it. */
#include "env/record/draft.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

TraceWriter *draft_begin(TraceDraft *d, const EnvRecord *options, Err *err)
{
	*d = (TraceDraft){.memory = -1, .file = -1};
	if (!redactor_new(options->no_contents, options->redact, &d->rules, err))
		return NULL;
	if (!d->rules)
		return trace_create(options->output, err);
	if ((d->file = trace_open(options->output, err)) < 0)
		return NULL;
	d->memory = memfd_create("drift", MFD_CLOEXEC);
	int fd = d->memory >= 0 ? fcntl(d->memory, F_DUPFD_CLOEXEC, 0) : -1;
	if (fd < 0) {
		err_set(err, "memory for the recording: %s", strerror(errno));
		return NULL;
	}
	return trace_create_fd(fd, "memory", TRACE_VERSION);
}

TraceWriter *draft_end(TraceDraft *d, TraceWriter *w, const char *path, Err *err)
{
	char link[64];
	Buf raw = {0};
	Trace t;
	if (!d->rules)
		return w;
	snprintf(link, sizeof link, "/proc/self/fd/%d", d->memory);
	bool ok = trace_close(w, err) && file_read(link, &raw, err) &&
			  trace_parse((const u8 *)buf_str(&raw), raw.len, &t, err);
	buf_free(&raw);
	if (!ok)
		return NULL;
	redactor_apply(d->rules, &t);
	for (size_t i = 0; i < t.calls.len; i++)
		for (u32 k = 0; k < t.calls.at[i].n_data; k++)
			d->held += t.calls.at[i].data[k].held;
	w = trace_create_fd(d->file, path, TRACE_REDACTED);
	d->file = -1;
	trace_put_all(w, &t);
	env_trace_free(&t);
	return w;
}

void draft_free(TraceDraft *d)
{
	redactor_free(d->rules);
	if (d->memory >= 0)
		close(d->memory);
	if (d->file >= 0)
		close(d->file);
}

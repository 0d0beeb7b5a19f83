/* show.c: prints a trace as text or JSON. */
#include "env/alone/jtree.h"
#include "env/trace/decode.h"
#include "env/env.h"
#include "env/trace/world.h"

#include <sys/syscall.h>
#include <sys/wait.h>

/* ---- which calls ---- */

enum { SHOW_START = 1, SHOW_FILES = 2, SHOW_NETWORK = 4, SHOW_PROCESS = 8 };

static const struct {
	const char *name;
	unsigned bit;
} kinds[] = {{"start", SHOW_START},
			 {"files", SHOW_FILES},
			 {"network", SHOW_NETWORK},
			 {"process", SHOW_PROCESS}};

/* Parses "files,network"; 0: there is an unknown word. */
static unsigned parse_kinds(const char *text)
{
	unsigned bits = 0;
	for (const char *p = text; *p;) {
		size_t n = strcspn(p, ",");
		unsigned bit = 0;
		for (size_t i = 0; i < countof(kinds); i++)
			if (strlen(kinds[i].name) == n && !memcmp(kinds[i].name, p, n))
				bit = kinds[i].bit;
		if (!bit)
			return 0;
		bits |= bit;
		p += n + (p[n] == ',');
	}
	return bits;
}

static bool is_about_process(i32 nr)
{
	switch (nr) {
	case SYS_clone:
	case SYS_clone3:
	case SYS_fork:
	case SYS_vfork:
	case SYS_execve:
	case SYS_execveat:
	case SYS_exit:
	case SYS_exit_group:
	case SYS_wait4:
	case SYS_waitid:
	case SYS_kill:
	case SYS_tkill:
	case SYS_tgkill: return true;
	default: return false;
	}
}

/* The kinds of a call: by the names that it and its descriptors have. */
static unsigned kinds_of(const World *w, const TraceCall *c, u32 index)
{
	if (c->nr >= PSEUDO)
		return SHOW_START;
	const CallUse *use = world_use(w, index);
	bool socket = (c->nr >= SYS_socket && c->nr <= SYS_getsockopt) || c->nr == SYS_accept4;
	unsigned bits = socket ? SHOW_NETWORK : 0;
	for (u32 k = 0; k < (u32)use->n_paths + use->n_objects; k++) {
		u32 path = k < use->n_paths ? use->paths[k]
									: world_object(w, use->objects[k - use->n_paths])->path;
		if (path)
			bits |= strncmp(world_path(w, path), "addr:", 5) ? SHOW_FILES : SHOW_NETWORK;
	}
	return bits | (is_about_process(c->nr) ? SHOW_PROCESS : 0);
}

static bool is_shown(const World *w, const TraceCall *c, u32 index, unsigned only)
{
	return !only || kinds_of(w, c, index) & only;
}

/* ---- text ---- */

static void status_format(Buf *b, int status)
{
	if (WIFEXITED(status))
		buf_addf(b, "exited with %d", WEXITSTATUS(status));
	else if (WIFSIGNALED(status))
		buf_addf(b, "killed by %s", signal_name(WTERMSIG(status)));
	else
		buf_addf(b, "ended (%#x)", (unsigned)status);
}

static void end_format(Buf *b, const Trace *t)
{
	if (t->cut)
		buf_addf(
			b, t->damaged ? "damaged: bytes were changed at or after %llu" : "cut off at byte %llu",
			(unsigned long long)t->cut_at);
	else if (t->stopped)
		buf_addf(b, "still running after %.1f s", t->seconds);
	else
		status_format(b, t->status);
}

static void show_line(const Decode *d, const TraceCall *c, u32 i, FILE *to)
{
	Buf line = {0};
	if (!to)
		return;
	call_format(&line, d, c, i);
	if (c->nr >= PSEUDO)
		fprintf(to, "%5u  %s\n", i, line.at);
	else
		fprintf(to, "%5u  [%u] %s\n", i, c->task, line.at);
	buf_free(&line);
}

static void show_text(const Trace *t, const World *w, unsigned only, FILE *to)
{
	Decode d = {.fd_name = world_fd_name, .user = (void *)(uintptr_t)w, .max_bytes = 48};
	Buf line = {0};
	size_t next_signal = 0;
	VEC(u32) finished = {0};
	for (size_t i = 0; i < t->tasks.len; i++)
		vec_push(&finished, 0);
	for (u32 i = 0; i < t->calls.len; i++) {
		const TraceCall *c = &t->calls.at[i];
		show_line(&d, c, i, is_shown(w, c, i, only) ? to : NULL);
		if (c->nr < PSEUDO)
			finished.at[c->task]++;
		while (next_signal < t->signals.len) {
			const TraceSignal *s = &t->signals.at[next_signal];
			if (finished.at[s->task] < s->position)
				break;
			if (!only || only & SHOW_PROCESS)
				fprintf(to, "       [%u] --- %s%s ---\n", s->task, signal_name(s->signo),
						s->outer ? " from outside" : "");
			next_signal++;
		}
	}
	buf_reset(&line);
	end_format(&line, t);
	fprintf(to, "%s: %zu calls of %zu tasks, %.3f s, %llu bytes\n", line.at, t->calls.len,
			t->tasks.len, t->seconds, (unsigned long long)t->bytes);
	if (t->lost)
		fprintf(to, "%u pieces of memory refer to contents that are not in the file\n", t->lost);
	buf_free(&line);
	vec_free(&finished);
}

static JTree *call_json(const Decode *d, const TraceCall *c, u32 i)
{
	JTree *o = jtree_object();
	Buf b = {0};
	jtree_add_number(o, "index", i);
	jtree_add_number(o, "task", c->task);
	jtree_add_string(o, "name", call_name(c->nr));
	call_format_head(&b, d, c, i);
	jtree_add_string(o, "text", buf_str(&b));
	if (c->nr < PSEUDO && !(c->flags & CALL_UNFINISHED)) {
		buf_reset(&b);
		env_result_format(&b, c);
		jtree_add_number(o, "ret", (double)c->ret);
		jtree_add_string(o, "result", buf_str(&b));
	}
	buf_free(&b);
	return o;
}

static JTree *trace_json(const Trace *t, const World *w, unsigned only)
{
	Decode d = {.fd_name = world_fd_name, .user = (void *)(uintptr_t)w, .max_bytes = 4096};
	JTree *o = jtree_object();
	jtree_add_string(o, "command", "env show");
	jtree_add_number(o, "version", t->version);
	JTree *calls = jtree_add_array(o, "calls");
	for (u32 i = 0; i < t->calls.len; i++)
		if (is_shown(w, &t->calls.at[i], i, only))
			jtree_push(calls, call_json(&d, &t->calls.at[i], i));
	JTree *tasks = jtree_add_array(o, "tasks");
	for (size_t i = 0; i < t->tasks.len; i++) {
		JTree *x = jtree_object();
		jtree_add_number(x, "id", (double)i);
		jtree_add_number(x, "parent", t->tasks.at[i].parent);
		jtree_add_number(x, "pid", t->tasks.at[i].pid);
		jtree_add_bool(x, "thread", t->tasks.at[i].thread);
		jtree_push(tasks, x);
	}
	JTree *signals = jtree_add_array(o, "signals");
	for (size_t i = 0; i < t->signals.len; i++) {
		JTree *x = jtree_object();
		jtree_add_number(x, "task", t->signals.at[i].task);
		jtree_add_number(x, "position", t->signals.at[i].position);
		jtree_add_string(x, "signal", signal_name(t->signals.at[i].signo));
		jtree_add_bool(x, "outer", t->signals.at[i].outer);
		jtree_push(signals, x);
	}
	Buf end = {0};
	end_format(&end, t);
	jtree_add_string(o, "end", buf_str(&end));
	jtree_add_bool(o, "cut", t->cut);
	jtree_add_bool(o, "damaged", t->damaged);
	jtree_add_number(o, "seconds", t->seconds);
	buf_free(&end);
	return o;
}

bool env_show(const char *path, const char *only, bool json, FILE *to, Err *err)
{
	Trace t;
	unsigned bits = only ? parse_kinds(only) : 0;
	if (only && !bits)
		return err_set(err, "--only: '%s' is no list of start, files, network and process", only);
	if (!trace_read(path, &t, err))
		return false;
	World *w = world_of_trace(&t);
	if (json) {
		JTree *o = trace_json(&t, w, bits);
		jtree_write(o, to);
		jtree_free(o);
	} else {
		show_text(&t, w, bits, to);
	}
	env_world_free(w);
	env_trace_free(&t);
	return true;
}

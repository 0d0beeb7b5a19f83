/* lab.c: processes that build and run versions, and their observations. */
#include "clients/blame/lab.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/jobs.h"
#include "base/watch.h"

enum { LOOK = 50 };                 /* milliseconds between looks at the budget */
static const double PATIENCE = 0.4; /* seconds for a process to end after SIGTERM */

struct Lab {
	const BlameConfig *config;
	const Edits *edits;
	VEC(LabObservation *) seen;
	BuildTree tree[2]; /* of programs that are built from trees, by whether they are level */
	KeyMap known;      /* request_key -> 1 + position in seen */
	u32 made;
	bool lenient; /* see lab_lenient */
};

/* One that is being made. */
typedef struct LabProcess {
	const LabRequest *request;
	LabObservation *to;
	char *dir;     /* its own */
	char *answer;  /* file that it leaves */
	char *program; /* of a tree: it was built before */
	Buf said;      /* of one that could not be */
	pid_t pid;     /* 0: it ended, or was never started */
	int alive;     /* a pipe that ends with it */
} LabProcess;

/* ---- what a process does ---- */

/* Names of sources as NEW's have them, and headers that are not edited where they are. */
static char *flags_of(const Lab *l, const char *sources)
{
	const BlameConfig *c = l->config;
	const Edits *e = l->edits;
	const char *slash = strrchr(c->version[NEW], '/');
	const char *name = slash ? slash + 1 : c->version[NEW];
	Buf all = {0};
	char *given = edits_flags(e, c->given, sources);
	buf_adds(&all, given);
	free(given);
	if (e->main)
		buf_addf(&all, " '-fmacro-prefix-map=%s/%s=%s'", sources, e->main, name);
	buf_addf(&all, " '-fmacro-prefix-map=%s/=' -iquote '%s'", sources, e->root[OLD]);
	return all.at;
}

/* Creates the sources of the version, or its program; returns false if that fails, with the reason
 * in said. */
static bool make_sources(const Lab *l, const LabProcess *p, char **version, char **cflags,
						 Buf *said)
{
	const BlameConfig *c = l->config;
	const LabRequest *w = p->request;
	Err err = {0};
	if (w->given) {
		*version = xstrdup(c->version[w->side]);
		*cflags = c->cflags[w->side] ? xstrdup(c->cflags[w->side]) : NULL;
		return true;
	}
	if (c->from.root[0]) {
		buf_add(said, buf_str(&p->said), p->said.len);
		*version = p->program ? xstrdup(p->program) : NULL;
		return p->program != NULL;
	}
	char *tree = xasprintf("%s/between", p->dir);
	bool good = edits_write(l->edits, w->take, w->level, tree, &err);
	char *real = good ? realpath(tree, NULL) : NULL;
	if (real) {
		const char *main = l->edits->main;
		*version = main ? xasprintf("%s/%s", real, main) : xstrdup(real);
		*cflags = flags_of(l, real);
	}
	if (!real)
		buf_adds(said, err.text);
	free(real);
	free(tree);
	return *version != NULL;
}

static void observe(const Lab *l, const LabRequest *w, const char *dir, const char *version,
					const char *cflags, const char *native, LabObservation *to)
{
	Err err = {0}, ignored;
	char *scratch = xasprintf("%s/build", dir), *log = xasprintf("%s/log", dir);
	NativeConfig c = {.version = version,
					  .cflags = cflags,
					  .native = native,
					  .name = l->config->name,
					  .scratch = scratch,
					  .log = log,
					  .unsafe = l->config->unsafe,
					  .budget = l->config->budget,
					  .files = true,
					  .strict = !w->given && !l->lenient};
	NativeVersion *p = native_version_new(&c);
	to->built = native_version_make(p, w->flavour, &err);
	if (!to->built) {
		buf_adds(&to->said, err.text);
		if (file_exists(log))
			file_read(log, &to->said, &ignored);
	} else {
		to->ran = native_observe(p, w->flavour, l->config->input, &to->seen, &err);
	}
	buf_adds(&to->trouble, err.text);
	native_version_free(p);
	free(scratch);
	free(log);
}

static void make_one(const Lab *l, const LabProcess *p, LabObservation *to)
{
	const char *dir = p->dir;
	const BlameTarget *t = l->config->target;
	char *version = NULL, *cflags = NULL, *native = NULL, *called = NULL;
	Err err = {0};
	bool good = dir_make(dir, &err) && make_sources(l, p, &version, &cflags, &to->said);
	if (good && t) {
		char *below = xasprintf("%s/target", dir);
		good = t->make(t->ctx, version, cflags, below, &called, &native, &err);
		free(below);
	}
	if (good)
		observe(l, p->request, dir, called ? called : version, called ? NULL : cflags, native, to);
	else if (!to->said.len)
		buf_adds(&to->said, err.text[0] ? err.text : "it cannot be made");
	if (!good && !to->trouble.len)
		buf_adds(&to->trouble, err.text[0] ? err.text : "it cannot be built");
	free(version);
	free(cflags);
	free(native);
	free(called);
}

/* ---- from a process to its parent ---- */

static void put_number(Buf *to, u64 n)
{
	buf_add(to, (const char *)&n, sizeof n);
}

static void put_text(Buf *to, const Buf *text)
{
	put_number(to, text->len);
	buf_add(to, buf_str(text), text->len);
}

static u64 get_number(const Buf *from, size_t *at)
{
	u64 n = 0;
	if (*at + sizeof n <= from->len)
		memcpy(&n, from->at + *at, sizeof n);
	*at += sizeof n;
	return n;
}

static void get_text(const Buf *from, size_t *at, Buf *to)
{
	u64 n = get_number(from, at);
	if (*at + n <= from->len)
		buf_add(to, from->at + *at, n);
	*at += n;
}

static void put_seen(const LabObservation *s, Buf *to)
{
	const u64 numbers[] = {s->built, s->ran, (u64)(i64)s->seen.run.status, s->seen.run.timeout,
						   s->seen.caught};
	const Buf *texts[] = {&s->said,       &s->trouble,       &s->seen.run.out, &s->seen.run.err,
						  &s->seen.files, &s->seen.returned, &s->seen.kind,    &s->seen.place};
	for (size_t i = 0; i < countof(numbers); i++)
		put_number(to, numbers[i]);
	for (size_t i = 0; i < countof(texts); i++)
		put_text(to, texts[i]);
}

/* False: there is no whole answer. */
static bool get_seen(const Buf *from, LabObservation *s)
{
	Buf *texts[] = {&s->said,       &s->trouble,       &s->seen.run.out, &s->seen.run.err,
					&s->seen.files, &s->seen.returned, &s->seen.kind,    &s->seen.place};
	size_t at = 0;
	s->built = get_number(from, &at);
	s->ran = get_number(from, &at);
	s->seen.run.status = (int)(i64)get_number(from, &at);
	s->seen.run.timeout = get_number(from, &at);
	s->seen.caught = get_number(from, &at);
	for (size_t i = 0; i < countof(texts); i++)
		get_text(from, &at, texts[i]);
	return at == from->len;
}

static bool is_over(const Lab *l)
{
	return l->config->budget && budget_over(l->config->budget);
}

/* A run that was cut short means nothing: it leaves no answer. */
static _Noreturn void work(const Lab *l, const LabProcess *p)
{
	LabObservation seen = {0};
	Buf text = {0};
	Err ignored;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	stall("blame");
	make_one(l, p, &seen);
	put_seen(&seen, &text);
	if (!is_over(l))
		file_write(p->answer, text.at, text.len, &ignored);
	_exit(0);
}

/* ---- the parent ---- */

/* The program of a version of a tree. */
static void build_in_tree(Lab *l, LabProcess *p)
{
	BuildTree *t = &l->tree[p->request->level];
	if (!l->config->from.root[0] || p->request->given)
		return;
	if (!t->dir) {
		char *dir = xasprintf("%s/tree%d", l->config->scratch, p->request->level);
		build_tree_begin(t, l->edits, &l->config->from, dir, l->config->budget);
		t->level = p->request->level;
		free(dir);
	}
	if (build_tree_make(t, p->request->take, &p->said))
		p->program = realpath(t->program, NULL);
}

static void start(Lab *l, LabProcess *p)
{
	int ends[2];
	Err ignored;
	p->dir = xasprintf("%s/v%u", l->config->scratch, l->made);
	p->answer = xasprintf("%s/answer%u", l->config->scratch, l->made++);
	if (!dir_make(l->config->scratch, &ignored))
		return;
	build_in_tree(l, p);
	if (pipe2(ends, O_CLOEXEC))
		return;
	fflush(NULL);
	p->pid = fork();
	if (p->pid == 0) {
		close(ends[0]);
		work(l, p);
	}
	close(ends[1]);
	p->alive = ends[0];
	if (p->pid < 0) {
		close(ends[0]);
		p->pid = 0;
	}
}

static void take_answer(LabProcess *p)
{
	Buf text = {0};
	Err ignored;
	p->to->tried =
		file_exists(p->answer) && file_read(p->answer, &text, &ignored) && get_seen(&text, p->to);
	tree_remove(p->answer, &ignored);
	tree_remove(p->dir, &ignored);
	buf_free(&text);
}

static void end(LabProcess *p)
{
	while (waitpid(p->pid, NULL, 0) < 0 && errno == EINTR)
		;
	close(p->alive);
	p->pid = 0;
	take_answer(p);
}

/* Waits for any of them to end, or a little; returns how many did. */
static u32 wait_some(LabProcess *list, u32 n)
{
	struct pollfd *p = xcalloc(n + 1, sizeof *p);
	u32 ended = 0;
	for (u32 i = 0; i < n; i++)
		p[i] = (struct pollfd){list[i].pid ? list[i].alive : -1, POLLIN, 0};
	if (poll(p, n, LOOK) > 0)
		for (u32 i = 0; i < n; i++)
			if (list[i].pid && p[i].revents) {
				end(&list[i]);
				ended++;
			}
	free(p);
	return ended;
}

/* They end what they started; who does not listen is ended. */
static void stop_all(LabProcess *list, u32 n, u32 alive)
{
	double until = now_seconds() + PATIENCE;
	for (u32 i = 0; i < n; i++)
		if (list[i].pid)
			kill(list[i].pid, SIGTERM);
	while (alive && now_seconds() < until)
		alive -= wait_some(list, n);
	for (u32 i = 0; i < n; i++)
		if (list[i].pid) {
			kill(list[i].pid, SIGKILL);
			end(&list[i]);
		}
}

static void run_all(Lab *l, LabProcess *list, u32 n)
{
	u32 next = 0, alive = 0, most = l->config->jobs ? l->config->jobs : 1;
	if (l->config->from.root[0])
		most = 1; /* they share their trees */
	while ((next < n || alive) && !is_over(l)) {
		while (next < n && alive < most) {
			start(l, &list[next]);
			alive += list[next++].pid != 0;
		}
		alive -= wait_some(list, next);
	}
	stop_all(list, next, alive);
	for (u32 i = 0; i < n; i++) {
		free(list[i].dir);
		free(list[i].answer);
		free(list[i].program);
		buf_free(&list[i].said);
	}
}

/* ---- what is known ---- */

/* How a request is made, and its edits; the caller frees it. */
static Buf request_key(const Lab *l, const LabRequest *w)
{
	Buf key = {0};
	const u64 how[] = {l->lenient, w->again, w->flavour, w->level, w->given, w->side};
	buf_add(&key, how, sizeof how);
	if (!w->given)
		buf_add(&key, w->take, l->edits->at.len * sizeof *w->take);
	return key;
}

void lab_try(Lab *l, const LabRequest *list, u32 n)
{
	LabProcess *fresh = xcalloc(n + 1, sizeof *fresh);
	u32 k = 0;
	for (u32 i = 0; i < n && !is_over(l); i++) {
		Buf key = request_key(l, &list[i]);
		bool known = keymap_get(&l->known, buf_key(&key), NULL);
		if (!known)
			keymap_put(&l->known, buf_key(&key), l->seen.len + 1);
		buf_free(&key);
		if (known)
			continue;
		LabObservation *one = xcalloc(1, sizeof *one);
		vec_push(&l->seen, one);
		fresh[k++] = (LabProcess){.request = &list[i], .to = one, .alive = -1};
	}
	run_all(l, fresh, k);
	free(fresh);
}

const LabObservation *lab_observe(Lab *l, const LabRequest *request)
{
	static const LabObservation untried = {0};
	lab_try(l, request, 1);
	Buf key = request_key(l, request);
	u64 at;
	bool known = keymap_get(&l->known, buf_key(&key), &at);
	buf_free(&key);
	return known ? l->seen.at[at - 1] : &untried;
}

void lab_lenient(Lab *l)
{
	l->lenient = true;
}

u32 lab_made(const Lab *l)
{
	return l->made;
}

Lab *lab_new(const BlameConfig *config, const Edits *edits)
{
	Lab *l = xcalloc(1, sizeof *l);
	l->config = config;
	l->edits = edits;
	return l;
}

void lab_free(Lab *l)
{
	Err ignored;
	for (size_t i = 0; i < l->seen.len; i++) {
		LabObservation *s = l->seen.at[i];
		native_observation_free(&s->seen);
		buf_free(&s->said);
		buf_free(&s->trouble);
		free(s);
	}
	vec_free(&l->seen);
	keymap_free(&l->known);
	build_tree_end(&l->tree[false]);
	build_tree_end(&l->tree[true]);
	tree_remove(l->config->scratch, &ignored);
	free(l);
}

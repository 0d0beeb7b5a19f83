/* envdiff.c: finds suspects in two traces. */
#include "env/alone/jtree.h"
#include "env/env.h"
#include "env/compare/envdiff.h"
#include "env/trace/decode.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/syscall.h>

void suspects_free(Suspects *s)
{
	for (size_t i = 0; i < s->len; i++)
		env_difference_free(&s->at[i].diff);
	vec_free(s);
}

ReadPlace read_place(const Trace *t, const World *w, u32 call)
{
	const CallUse *use = world_use(w, call);
	ReadPlace p = {0};
	if (t->calls.at[call].nr == SYS_pread64)
		return (ReadPlace){.offset = t->calls.at[call].args[3]};
	if (!use->n_objects || t->calls.at[call].nr != SYS_read)
		return p;
	for (u32 i = world_object(w, use->objects[0])->maker; i < call; i++) {
		const CallUse *other = world_use(w, i);
		const TraceCall *c = &t->calls.at[i];
		if (!other->n_objects || other->objects[0] != use->objects[0] || is_error(c->ret))
			continue;
		if (c->nr == SYS_lseek)
			p.offset = (u64)c->ret;
		if (c->nr != SYS_read)
			continue;
		const TraceData *d = call_data(c, 1, 0, DATA_OUT);
		for (u32 k = 0; d && k < d->len; k++)
			p.line += d->at[k] == '\n';
		p.offset += (u64)c->ret;
	}
	return p;
}

enum { MAX_DETAIL = 4000 }; /* maximum length of one difference, in characters */

enum {
	SCORE_CHANCE = 1,   /* times, random numbers, order of events */
	SCORE_SYSTEM = 6,   /* /proc and /sys describe the present moment */
	SCORE_WEAK = 8,     /* differs between any two machines */
	SCORE_PRODUCT = 15, /* created by the program itself */
	SCORE_AGAIN = 25,   /* exists already, and the program wants to create it */
	SCORE_STRONG = 20,  /* if there is a suspect of this score, weaker ones are not shown */
	SCORE_ALONE = 22,   /* fails here, was not made there */
	SCORE_NEAR = 30,    /* maximum bonus for closeness to the point of divergence */
	SCORE_FATAL = 60,   /* worked there, fails here */
	SCORE_REACHED =
		150,           /* a limit is lower here, and something fails as this limit makes it fail */
	SCORE_GIVEN = 160, /* an inherited descriptor is missing: what fails on it follows from that */
};

static int score_of(const EnvDifference *d)
{
	static const int of_kind[] = {[DIFF_LIBRARY] = 60,  [DIFF_FILE] = 50,  [DIFF_NETWORK] = 40,
								  [DIFF_VARIABLE] = 25, [DIFF_LIMIT] = 25, [DIFF_IDENTITY] = 25,
								  [DIFF_LOCATION] = 20, [DIFF_TIME] = 1,   [DIFF_OTHER] = 10};
	const char *subject = buf_str(&d->subject);
	if (d->kind == DIFF_TIME)
		return SCORE_CHANCE;
	if (d->held)
		return SCORE_STRONG;
	if (d->weak)
		return SCORE_WEAK;
	if (!d->fatal && (!strncmp(subject, "/proc/", 6) || !strncmp(subject, "/sys/", 5)))
		return SCORE_SYSTEM;
	return of_kind[d->kind] + (d->fatal ? SCORE_FATAL : 0);
}

/* ---- heads ---- */

/* The pseudo-call of the other trace for the same variable, limit and so on. */
static const TraceCall *same_pseudo(const Trace *t, const TraceCall *c)
{
	for (u32 i = 0; i < t->head; i++) {
		const TraceCall *o = &t->calls.at[i];
		if (o->nr != c->nr)
			continue;
		if (c->nr == PSEUDO_VAR) {
			const char *a = call_text(c, 0), *b = call_text(o, 0);
			if (a && b && !strcmp(a, b))
				return o;
		} else if (c->nr == PSEUDO_LIMIT || c->nr == PSEUDO_FDS || c->nr == PSEUDO_AUXV) {
			if (o->args[0] == c->args[0])
				return o;
		} else {
			return o;
		}
	}
	return NULL;
}

/* Variables that the shell sets itself. */
static bool is_shells_own(const char *name)
{
	return !strcmp(name, "_") || !strcmp(name, "OLDPWD") || !strcmp(name, "SHLVL");
}

/* True if the run does more with an inherited descriptor than to close it. */
static bool uses_descriptor(const Trace *t, const World *w, int fd)
{
	u64 key = inherited_key(fd);
	for (u32 i = t->head; i < t->calls.len; i++) {
		const CallUse *use = world_use(w, i);
		for (u8 k = 0; k < use->n_objects && t->calls.at[i].nr != SYS_close; k++) {
			const WorldObject *o = world_object(w, use->objects[k]);
			if (o->inherited && o->key == key)
				return true;
		}
	}
	return false;
}

/* A closed standard descriptor matters also to a program that does not use it: its number is given
 * to the next file. */
static void differ_descriptors(const Trace *good, const World *gw, const Trace *bad, Suspects *out)
{
	for (u32 i = 0; i < good->head; i++) {
		const TraceCall *c = &good->calls.at[i];
		Suspect s = {.call = i, .other = UINT32_MAX, .score = SCORE_GIVEN};
		if (c->nr != PSEUDO_FDS || !differ_pseudo(c, same_pseudo(bad, c), &s.diff))
			continue;
		if (c->args[0] > 2 && !uses_descriptor(good, gw, (int)c->args[0]))
			env_difference_free(&s.diff);
		else
			vec_push(out, s);
	}
}

static bool is_lower_and_reached(const TraceCall *there, const TraceCall *here, const Trace *good,
								 const Trace *bad)
{
	return there->nr == PSEUDO_LIMIT && here && here->args[1] < there->args[1] &&
		   limit_is_reached(bad, there->args[0]) && !limit_is_reached(good, there->args[0]);
}

static void differ_heads(const Trace *good, const Trace *bad, Suspects *out)
{
	for (u32 i = 0; i < good->head; i++) {
		const TraceCall *c = &good->calls.at[i];
		Suspect s = {.call = i, .other = UINT32_MAX};
		if (c->nr == PSEUDO_AUXV || c->nr == PSEUDO_FDS)
			continue; /* random bytes, names of terminals */
		if (differ_pseudo(c, same_pseudo(bad, c), &s.diff)) {
			s.diff.weak = is_shells_own(buf_str(&s.diff.subject));
			s.score = is_lower_and_reached(c, same_pseudo(bad, c), good, bad) ? SCORE_REACHED
																			  : score_of(&s.diff);
			vec_push(out, s);
		}
	}
	for (u32 i = 0; i < bad->head; i++) {
		const TraceCall *c = &bad->calls.at[i];
		const char *name = call_text(c, 0);
		if (c->nr != PSEUDO_VAR || !name || same_pseudo(good, c))
			continue;
		Suspect s = {.call = UINT32_MAX, .other = i, .diff.kind = DIFF_VARIABLE};
		const TraceData *value = call_data(c, 1, 0, DATA_OUT);
		buf_adds(&s.diff.subject, name);
		buf_addf(&s.diff.summary, "variable %s not set there, \"", name);
		if (value)
			buf_add_escaped(&s.diff.summary, value->at, value->len < 200 ? value->len : 200);
		buf_adds(&s.diff.summary, "\" here");
		s.diff.weak = is_shells_own(name);
		s.score = score_of(&s.diff);
		vec_push(out, s);
	}
}

/* ---- calls ---- */

/* True if two texts differ at most in process numbers of the program itself. */
static bool same_but_pids(const Trace *good, const u8 *a, size_t n, const Trace *bad, const u8 *b,
						  size_t m)
{
	size_t i = 0, j = 0;
	while (i < n && j < m) {
		size_t x = 0, y = 0;
		u64 p = 0, q = 0;
		for (; i + x < n && x < 9 && a[i + x] >= '0' && a[i + x] <= '9'; x++)
			p = 10 * p + (u64)(a[i + x] - '0');
		for (; j + y < m && y < 9 && b[j + y] >= '0' && b[j + y] <= '9'; y++)
			q = 10 * q + (u64)(b[j + y] - '0');
		bool ours = false, theirs = false;
		for (size_t k = 0; x && p != q && k < good->tasks.len; k++)
			ours |= good->tasks.at[k].pid == p;
		for (size_t k = 0; ours && k < bad->tasks.len; k++)
			theirs |= bad->tasks.at[k].pid == q;
		if (x && y && (p == q || (ours && theirs))) {
			i += x;
			j += y;
		} else if (a[i++] != b[j++]) {
			return false;
		}
	}
	return i == n && j == m;
}

/* True if the answers are the same as far as the program can see. */
static bool same_answer(const Trace *good, const TraceCall *x, const Trace *bad, const TraceCall *y)
{
	bool fd = call_spec(x->nr)->class == CLASS_FDNEW, map = call_spec(x->nr)->class == CLASS_MAP;
	bool same = x->ret == y->ret || ((fd || map) && !is_error(x->ret) && !is_error(y->ret));
	bool texts = !is_error(x->ret) && !is_error(y->ret);
	for (u32 i = 0; i < x->n_data && (same || texts); i++) {
		const TraceData *a = &x->data[i];
		const TraceData *b = a->dir == DATA_OUT ? call_data(y, a->arg, a->sub, DATA_OUT) : NULL;
		if (!b) {
			texts &= a->dir == DATA_IN || a->sub >= SUB_IDENTITY;
			continue;
		}
		if (a->held || b->held)
			return false;
		bool equal = a->len == b->len && !memcmp(a->at, b->at, a->len);
		same &= equal;
		texts &= equal ||
				 (a->sub != SUB_BLOCKS && a->len < 65536 && is_text(a->at, a->len) &&
				  is_text(b->at, b->len) && same_but_pids(good, a->at, a->len, bad, b->at, b->len));
	}
	bool lengths = call_find_arg(call_spec(x->nr), ARG_OUT_RET) >= 0;
	return same || (texts && lengths && x->n_data);
}

/* True for pipes and socket pairs that the program created: it wrote what it reads from them. */
static bool is_inner(const World *w, u32 call)
{
	const CallUse *use = world_use(w, call);
	if (!use->n_objects || use->n_paths)
		return false;
	const WorldObject *o = world_object(w, use->objects[0]);
	return !o->path && !o->inherited;
}

static bool is_inherited(const World *w, u32 call)
{
	const CallUse *use = world_use(w, call);
	return use->n_objects && world_object(w, use->objects[0])->inherited;
}

/* Files that the program created show what it did, not why. If such a file exists already, the
 * program may just have run before. A failure to write it does matter. */
static int score_of_product(const World *w, u32 call, const u32 *made, const EnvDifference *d,
							int score)
{
	const CallUse *use = world_use(w, call);
	bool changes = false;
	u32 path = path_of_call(w, call);
	for (u8 i = 0; i < use->n_paths; i++)
		changes |= (use->path_use[i] & PATH_CHANGED) != 0;
	if (!path || made[path] == UINT32_MAX || (d->fatal && changes))
		return score;
	int most = made[path] < call ? SCORE_PRODUCT : d->fatal ? score : SCORE_AGAIN;
	return score < most ? score : most;
}

/* True if a call fails and the program at once repeats it in another way with success. For example,
 * mv first renames without replacing, and then with replacing. */
static bool is_retried(const Trace *t, const World *w, u32 call)
{
	enum { SOON = 16 };
	const CallUse *use = world_use(w, call);
	if (call_spec(t->calls.at[call].nr)->class != CLASS_PATH || !use->n_paths)
		return false;
	for (u32 i = call + 1, met = 0; i < t->calls.len && met < SOON; i++) {
		const TraceCall *c = &t->calls.at[i];
		const CallUse *other = world_use(w, i);
		if (c->task != t->calls.at[call].task)
			continue;
		met++;
		if (call_spec(c->nr)->class == CLASS_PATH && !is_error(c->ret) &&
			other->n_paths == use->n_paths &&
			!memcmp(other->paths, use->paths, use->n_paths * sizeof *use->paths))
			return true;
	}
	return false;
}

/* True if the inherited descriptor that the call works on is itself a difference: an error on it
 * follows from that. */
static bool is_given_otherwise(const Trace *good, const World *gw, u32 call, const Suspects *found)
{
	if (!is_inherited(gw, call))
		return false;
	u64 key = world_object(gw, world_use(gw, call)->objects[0])->key;
	for (size_t i = 0; i < found->len; i++) {
		u32 head = found->at[i].call;
		if (head < good->head && good->calls.at[head].nr == PSEUDO_FDS &&
			inherited_key((int)good->calls.at[head].args[0]) == key)
			return true;
	}
	return false;
}

/* The address that a call names, or that its socket has; NULL: none. */
static const char *address_of(const World *w, u32 call)
{
	const CallUse *use = world_use(w, call);
	u32 path = path_of_call(w, call);
	const char *name = path ? world_path(w, path) : "";
	bool names = use->n_paths || use->n_objects;
	return names && !strncmp(name, "addr:", 5) ? name : NULL;
}

/* True if the two runs talk to different addresses. What they ask for differs then, so the answers
 * say nothing; the cause is something that the program was told before. */
static bool asks_other(const World *gw, u32 call, const World *bw, u32 other)
{
	const char *there = address_of(gw, call), *here = address_of(bw, other);
	return there && here && strcmp(there, here) != 0;
}

/* True if the call reports what kind of object a descriptor is. */
static bool is_status_call(const TraceCall *c)
{
	return c->nr == SYS_fstat || c->nr == SYS_newfstatat || c->nr == SYS_statx;
}

static void differ_pair(const Trace *good, const World *gw, u32 call, const Trace *bad,
						const World *bw, u32 other, const TraceAlignment *al, const Products *made,
						Suspects *out)
{
	const TraceCall *x = &good->calls.at[call], *y = &bad->calls.at[other];
	Suspect s = {.call = call, .other = other};
	if (y->flags & CALL_UNFINISHED && !(x->flags & CALL_UNFINISHED) &&
		differ_blocked(gw, call, x, &s.diff)) {
		s.score = score_of(&s.diff);
		vec_push(out, s);
		return;
	}
	if ((x->flags | y->flags) & CALL_UNFINISHED || asks_other(gw, call, bw, other) ||
		is_given_otherwise(good, gw, call, out) || same_answer(good, x, bad, y) ||
		!differ_calls(gw, call, x, y, read_place(good, gw, call), &s.diff))
		return;
	s.score = score_of(&s.diff);
	if (x->ret == -ENOENT && !is_error(y->ret) && path_of_call(gw, call) &&
		made[0].made[path_of_call(gw, call)] != UINT32_MAX)
		remade_advise(bad, bw, other, &s.diff.advice);
	if (s.diff.fatal && is_retried(bad, bw, other)) {
		s.diff.fatal = false;
		s.diff.weak = true;
		s.score = SCORE_WEAK;
	}
	/* Output is a file in one run and a pipe in the other, at another time: the caller decides that. */
	bool given = is_inherited(gw, call) && (s.diff.weak || is_status_call(x)) && !s.diff.fatal;
	if (given || (is_inner(gw, call) && !s.diff.fatal)) {
		env_difference_free(&s.diff);
		return;
	}
	s.own = !s.diff.fatal && is_own_work(&made[0], good, gw, call, s.diff.weak) &&
			is_own_work(&made[1], bad, bw, other, s.diff.weak);
	s.score = score_of_product(gw, call, made[0].made, &s.diff, s.score);
	if (s.own && s.score > SCORE_PRODUCT)
		s.score = SCORE_PRODUCT;
	/* The destination of output does not influence the program; its input may. */
	if (is_inherited(gw, call) && !s.diff.inside && s.score > SCORE_WEAK)
		s.score = s.diff.fatal ? SCORE_ALONE : SCORE_WEAK;
	/* The cause of a divergence is often an answer shortly before it. */
	u32 at = al->parted[x->task], distance = at > call ? at - call : 0;
	if (at != UINT32_MAX && distance < SCORE_NEAR && s.score >= SCORE_STRONG)
		s.score += (int)(SCORE_NEAR - distance);
	vec_push(out, s);
}

/* By bad call: true if it fails here and its counterpart worked. */
static bool *failed_here(const Trace *good, const Trace *bad, const TraceAlignment *al)
{
	bool *failed = xcalloc(bad->calls.len + 1, 1);
	for (u32 i = good->head; i < good->calls.len; i++) {
		u32 y = al->partner[i];
		if (y != UINT32_MAX)
			failed[y] = is_error(bad->calls.at[y].ret) && !is_error(good->calls.at[i].ret);
	}
	return failed;
}

/* Finds names that do not exist here and were looked for after a call had failed that worked there,
 * for example catalogues of the message that the program prints about it. */
static bool *names_of_aftermath(const Trace *good, const Trace *bad, const World *bw,
								const TraceAlignment *al)
{
	bool *failed = failed_here(good, bad, al), *after = xcalloc(bad->calls.len + 1, 1);
	bool *past = xcalloc(bad->tasks.len + 1, 1); /* by task */
	for (u32 i = bad->head; i < bad->calls.len; i++) {
		const TraceCall *c = &bad->calls.at[i];
		bool missing = c->ret == -ENOENT && world_use(bw, i)->n_paths;
		if (c->task >= bad->tasks.len)
			continue;
		after[i] = missing && past[c->task];
		if (failed[i])
			past[c->task] = true;
		else if (al->met[i] && call_spec(c->nr)->class != CLASS_ALWAYS)
			past[c->task] = false;
	}
	free(failed);
	free(past);
	return after;
}

/* Adds calls that fail here and were not made there: a sign that the program took another path. */
static void differ_alone(const Trace *good, const World *gw, const Trace *bad, const World *bw,
						 const TraceAlignment *al, Suspects *out)
{
	IntMap keys = {0};
	u64 known;
	bool *after = names_of_aftermath(good, bad, bw, al);
	for (u32 i = good->head; i < good->calls.len; i++)
		intmap_put(&keys, world_use(gw, i)->key, 1);
	for (u32 i = bad->head; i < bad->calls.len; i++) {
		const TraceCall *c = &bad->calls.at[i];
		const CallUse *use = world_use(bw, i);
		if (al->met[i] || after[i] || !is_error(c->ret) || !use->n_paths ||
			c->flags & CALL_UNFINISHED || c->ret == -EAGAIN || c->ret == -EINTR ||
			c->ret == -EINPROGRESS || intmap_get(&keys, use->key, &known))
			continue;
		intmap_put(&keys, use->key, 1);
		const char *path = world_path(bw, use->paths[0]);
		Suspect s = {.call = UINT32_MAX, .other = i, .score = SCORE_ALONE};
		s.diff.kind = strncmp(path, "addr:", 5) ? DIFF_FILE : DIFF_NETWORK;
		buf_adds(&s.diff.subject, s.diff.kind == DIFF_FILE ? path : path + 5);
		buf_addf(&s.diff.summary, "%s(\"%s\") fails here: ", call_name(c->nr),
				 buf_str(&s.diff.subject));
		errno_format(&s.diff.summary, c->ret);
		buf_adds(&s.diff.summary, ", there it was not asked for");
		if (c->ret != -ENOENT) /* programs often search for files that need not exist */
			advice_format(&s.diff.advice, bw, i, c);
		vec_push(out, s);
	}
	intmap_free(&keys);
	free(after);
}

static int by_score(const void *x, const void *y)
{
	const Suspect *a = x, *b = y;
	if (a->score != b->score)
		return a->score < b->score ? 1 : -1;
	return a->call < b->call ? -1 : a->call > b->call;
}

/* Keeps the most likely suspect for each subject; a difference in contents is better than one in
 * size. */
static void keep_likeliest(Suspects *s)
{
	StrMap seen = {0};
	size_t kept = 0;
	for (size_t i = 0; i < s->len; i++) {
		u32 before;
		const char *subject = buf_str(&s->at[i].diff.subject);
		if (!*subject || !strmap_get(&seen, subject, &before)) {
			strmap_put(&seen, subject, (u32)kept);
			s->at[kept++] = s->at[i];
			continue;
		}
		Suspect *first = &s->at[before], drop = s->at[i];
		if (drop.diff.inside && !first->diff.inside && !first->diff.fatal &&
			drop.own == first->own) {
			drop.score = first->score;
			Suspect other = *first;
			*first = drop;
			drop = other;
		} else if (drop.diff.inside && first->diff.inside && drop.own == first->own &&
				   drop.diff.kind != DIFF_TIME &&
				   first->diff.detail.len + drop.diff.detail.len < MAX_DETAIL &&
				   strcmp(buf_str(&first->diff.detail), buf_str(&drop.diff.detail)) != 0) {
			buf_adds(&first->diff.detail, buf_str(&drop.diff.detail));
		}
		env_difference_free(&drop.diff);
	}
	s->len = kept;
	strmap_free(&seen);
}

void suspects_find(const Trace *good, const World *gw, const Trace *bad, const World *bw,
				   Suspects *out)
{
	EnvLibraries there = {0}, here = {0};
	TraceAlignment al;
	libraries_of(good, gw, &there);
	libraries_of(bad, bw, &here);
	libraries_differ(&there, &here, out);
	vec_free(&there);
	vec_free(&here);
	differ_heads(good, bad, out);
	differ_descriptors(good, gw, bad, out);
	trace_alignment_make(good, gw, bad, bw, &al);
	Products made[2];
	products_of(good, gw, &made[0]);
	products_of(bad, bw, &made[1]);
	for (u32 i = good->head; i < good->calls.len; i++)
		if (al.partner[i] != UINT32_MAX)
			differ_pair(good, gw, i, bad, bw, al.partner[i], &al, made, out);
	products_free(&made[0]);
	products_free(&made[1]);
	differ_alone(good, gw, bad, bw, &al, out);
	trace_alignment_free(&al);
	if (out->len)
		qsort(out->at, out->len, sizeof *out->at, by_score);
	keep_likeliest(out);
}

/* Drops differences in files that both runs wrote themselves: they do not show a difference of the
 * environment. */
static void drop_own(Suspects *s)
{
	size_t kept = 0;
	for (size_t i = 0; i < s->len; i++)
		if (s->at[i].own)
			env_difference_free(&s->at[i].diff);
		else
			s->at[kept++] = s->at[i];
	s->len = kept;
}

/* If there is a stronger suspect, drops those that differ between any two runs. */
static void drop_weak(Suspects *s)
{
	while (s->len > 1 && s->at[0].score >= SCORE_STRONG && vec_last(s).score < SCORE_STRONG)
		env_difference_free(&vec_pop(s).diff);
}

/* ---- the command ---- */

static void note_format(Buf *b, const RunSide *side)
{
	u64 hashed = trace_hashed(side->trace);
	if (side->trace->cut)
		buf_addf(b, "%s is %s at byte %llu: what came after is not compared", side->path,
				 side->trace->damaged ? "damaged" : "cut off",
				 (unsigned long long)side->trace->cut_at);
	else if (hashed)
		buf_addf(b,
				 "%s has only hashes of %llu bytes that the program read (record --max-contents): "
				 "equal hashes do not prove that these bytes are equal",
				 side->path, (unsigned long long)hashed);
}

/* If all that may differ is held back, nobody knows whether the environments differ. */
static Verdict verdict_of(const Suspects *s, const RunSide sides[2])
{
	for (size_t i = 0; i < s->len; i++)
		if (!s->at[i].diff.held)
			return VERDICT_DIFFERENT;
	if (!s->len && (sides[0].trace->cut || sides[1].trace->cut))
		return VERDICT_STOPPED;
	bool held = s->len || sides[0].trace->held || sides[1].trace->held;
	return held ? VERDICT_HELD_BACK : VERDICT_SAME;
}

static void print_text(const Suspects *s, const SuspectList *list, FILE *to)
{
	const RunSide *sides = list->sides;
	if (verdict_of(s, sides) == VERDICT_HELD_BACK)
		fprintf(to, "whether the environments differ is not known: the traces hold back a part of "
					"what the program asked for\n");
	else if (!s->len)
		fprintf(to, "%s%s\n", list->none,
				verdict_of(s, sides) == VERDICT_STOPPED ? ", as far as the traces go" : "");
	for (size_t i = 0; i < s->len; i++) {
		const EnvDifference *d = &s->at[i].diff;
		fprintf(to, "%zu. [%s] %s\n", i + 1, diff_kind_name(d->kind), buf_str(&d->summary));
		for (const char *p = buf_str(&d->detail); *p && i < 5;) {
			int n = (int)strcspn(p, "\n");
			fprintf(to, "      %.*s\n", n, p);
			p += n + (p[n] != 0);
		}
		if (d->advice.len)
			fprintf(to, "      look: %s\n", d->advice.at);
	}
	for (int i = 0; i < 2; i++) {
		Buf note = {0};
		note_format(&note, &sides[i]);
		if (note.len)
			fprintf(to, "note: %s\n", note.at);
		buf_free(&note);
	}
}

static void print_json(const Suspects *s, const SuspectList *what, FILE *to)
{
	const RunSide *sides = what->sides;
	JTree *o = jtree_object();
	jtree_add_string(o, "command", what->command);
	jtree_add_string(o, "verdict", verdict_name(verdict_of(s, sides)));
	JTree *list = jtree_add_array(o, "differences");
	for (size_t i = 0; i < s->len; i++) {
		const EnvDifference *d = &s->at[i].diff;
		JTree *x = jtree_object();
		jtree_add_string(x, "kind", diff_kind_name(d->kind));
		jtree_add_string(x, "subject", buf_str(&d->subject));
		jtree_add_string(x, "summary", buf_str(&d->summary));
		jtree_add_string(x, "detail", buf_str(&d->detail));
		jtree_add_string(x, "advice", buf_str(&d->advice));
		jtree_add_number(x, "score", s->at[i].score);
		if (s->at[i].call != UINT32_MAX)
			jtree_add_number(x, "call", s->at[i].call);
		jtree_push(list, x);
	}
	JTree *notes = jtree_add_array(o, "notes");
	for (int i = 0; i < 2; i++) {
		Buf note_text = {0};
		note_format(&note_text, &sides[i]);
		JTree *note = note_text.len ? jtree_object() : NULL;
		if (note) {
			jtree_add_string(note, "kind", sides[i].trace->cut ? "incomplete" : "hashed");
			jtree_add_string(note, "what", note_text.at);
			jtree_add_string(note, "where", "");
			jtree_add_number(note, "count", 1);
			jtree_push(notes, note);
		}
		buf_free(&note_text);
	}
	jtree_write(o, to);
	jtree_free(o);
}

Verdict suspects_print(Suspects *s, const SuspectList *list, bool json, FILE *to)
{
	drop_own(s);
	drop_weak(s);
	Verdict verdict = verdict_of(s, list->sides);
	(json ? print_json : print_text)(s, list, to);
	return verdict;
}

bool env_diff(const char *good, const char *bad, bool json, FILE *to, Verdict *verdict, Err *err)
{
	Trace a, b;
	if (!trace_read(good, &a, err))
		return false;
	if (!trace_read(bad, &b, err)) {
		env_trace_free(&a);
		return false;
	}
	World *aw = world_of_trace(&a), *bw = world_of_trace(&b);
	Suspects s = {0};
	suspects_find(&a, aw, &b, bw, &s);
	const SuspectList list = {
		.command = "env diff",
		.none = "the environments do not differ in what the program asked for",
		.sides = {{good, &a}, {bad, &b}},
	};
	*verdict = suspects_print(&s, &list, json, to);
	suspects_free(&s);
	env_world_free(aw);
	env_world_free(bw);
	env_trace_free(&a);
	env_trace_free(&b);
	return true;
}

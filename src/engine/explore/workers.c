/* workers.c: solves in forked processes.
 *
 * A task is a node of the parent's tree, described by inputs: one for each edge of the node, and
 * the depth of the node. The worker runs them in its own machine, with its own pool, to obtain
 * the conditions. It solves and answers with an input. Expression numbers are never sent.
 */
#include "engine/explore/explorer.h"

#include <errno.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/check.h"

enum {
	AHEAD = 2,                /* tasks a worker has at once, so that it never waits */
	CACHE = limit_of(256, 1), /* runs a worker remembers the conditions of */
	POOL_LIMIT = 1 << 23,     /* expressions after which a worker begins anew */
	FULL = 3,                 /* exit status of one that has taken all its memory */
};

struct Worker {
	pid_t pid;
	int fd;           /* our end of the socket, -1 when the worker is gone */
	u32 nodes[AHEAD]; /* tasks it has */
	u32 n;
	SolveStats stats; /* its latest figures */
};

typedef struct Task {
	u32 node; /* given back with the answer */
	u32 shape;
	u32 depth;  /* of the node */
	u32 effort; /* SolveEffort */
	u32 inputs; /* packed inputs that follow, newest edge first */
} Task;

typedef struct WorkerAnswer {
	u32 node;
	u32 result; /* SolveResult; on SAT a packed input follows */
	SolveStats stats;
} WorkerAnswer;

/* ---- in the worker ---- */

typedef struct CachedRun {
	KeptInput input; /* packed NULL: none */
	ExprList conds;
	ExprList closed; /* by condition: sides that need not be tried; EXPR_FALSE: none */
} CachedRun;

typedef struct Workshop {
	Explorer *x;
	int fd;
	u32 mark; /* of the pool, when it was fresh */
	u32 runs; /* number for conditions_of */
	CachedRun runs_of[CACHE];
} Workshop;

static const CachedRun *run_conditions(Workshop *s, u32 shape, const u8 *packed)
{
	Explorer *x = s->x;
	size_t size = x->in->packed_size;
	CachedRun *c = &s->runs_of[hash_slot(hash_mix(hash_bytes(packed, size), shape), CACHE)];
	if (c->input.packed && c->input.shape == shape && !memcmp(c->input.packed, packed, size))
		return c;
	if (!c->input.packed)
		c->input.packed = xmalloc(size + 1);
	memcpy(c->input.packed, packed, size);
	c->input.shape = shape;
	inputs_unpack(x->in, packed, &x->input);
	PathRun run = {0};
	x->runner.run(x->runner.ctx, shape, &x->input, &run);
	conditions_of(x, &run, ++s->runs);
	c->conds.len = c->closed.len = 0;
	for (size_t i = 0; i < x->conditions.len; i++) {
		const Constraint *one = &x->conditions.at[i];
		vec_push(&c->conds, one->cond);
		vec_push(&c->closed, one->closed ? one->closed : EXPR_FALSE);
	}
	return c;
}

/* Goal and prefix of a task; false when the worker's own runs do not show the node. */
static bool understand(Workshop *s, const Task *task, const u8 *inputs, Expr *goal)
{
	Explorer *x = s->x;
	const ExprList *base = &x->in->shapes.at[task->shape].base;
	*goal = EXPR_TRUE;
	for (u32 i = task->inputs; i-- > 0;) {
		const CachedRun *run = run_conditions(s, task->shape, inputs + i * x->in->packed_size);
		const ExprList *conds = &run->conds;
		if (conds->len <= task->depth)
			return false;
		*goal = expr_and(x->pool, *goal, expr_not(x->pool, run->closed.at[task->depth]));
		*goal = expr_and(x->pool, *goal, expr_not(x->pool, conds->at[task->depth]));
		if (i)
			continue;
		x->prefix.len = 0;
		vec_append(&x->prefix, base->at, base->len);
		vec_append(&x->prefix, conds->at, task->depth);
	}
	return true;
}

static void begin_anew(Workshop *s)
{
	if (expr_pool_len(s->x->pool) < POOL_LIMIT)
		return;
	for (u32 i = 0; i < CACHE; i++)
		kept_input_free(&s->runs_of[i].input);
	expr_release(s->x->pool, s->mark);
}

static bool serve(Workshop *s)
{
	Explorer *x = s->x;
	Task task;
	Expr goal;
	if (!fd_read(s->fd, &task, sizeof task))
		return false;
	u8 *inputs = xmalloc(task.inputs * x->in->packed_size + 1);
	bool good = fd_read(s->fd, inputs, task.inputs * x->in->packed_size);
	WorkerAnswer answer = {.node = task.node, .result = SOLVE_UNKNOWN};
	if (good && understand(s, &task, inputs, &goal)) {
		inputs_unpack(x->in, inputs, &x->parent);
		solver_effort(x->solver, task.effort);
		answer.result = solve_input(x, task.shape, goal, &x->parent, &x->input);
	}
	answer.stats = *solver_stats(x->solver);
	good = good && fd_write(s->fd, &answer, sizeof answer);
	if (good && answer.result == SOLVE_SAT) {
		inputs_pack(x->in, &x->input, inputs);
		good = fd_write(s->fd, inputs, x->in->packed_size);
	}
	free(inputs);
	begin_anew(s);
	return good;
}

static _Noreturn void work(Explorer *x, int fd)
{
	/* The parent decides when it is over: it closes the socket. */
	signal(SIGINT, SIG_IGN);
	signal(SIGTERM, SIG_IGN);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	Workshop *s = xcalloc(1, sizeof *s);
	s->x = x;
	s->fd = fd;
	s->mark = expr_mark(x->pool);
	while (serve(s) && !x->budget.full)
		;
	_exit(x->budget.full ? FULL : 0);
}

/* ---- in the parent ---- */

bool workers_start(Explorer *x, Err *err)
{
	u32 n = x->opt.jobs;
	/* A worker that is gone shows as a failed write. */
	signal(SIGPIPE, SIG_IGN);
	x->workers = xcalloc(n, sizeof *x->workers);
	for (u32 i = 0; i < n; i++)
		x->workers[i].fd = -1;
	for (u32 i = 0; i < n; i++) {
		int ends[2];
		if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends))
			return err_set(err, "cannot start workers: %s", strerror(errno));
		fflush(NULL);
		pid_t pid = fork();
		if (pid < 0) {
			close(ends[0]);
			close(ends[1]);
			return err_set(err, "cannot start workers: %s", strerror(errno));
		}
		if (!pid) {
			for (u32 k = 0; k < i; k++)
				close(x->workers[k].fd);
			close(ends[0]);
			work(x, ends[1]);
		}
		close(ends[1]);
		x->workers[i].pid = pid;
		x->workers[i].fd = ends[0];
	}
	return true;
}

/* The worker is gone: what it had is tried again. */
static void lose(Explorer *x, Worker *w)
{
	close(w->fd);
	w->fd = -1;
	for (u32 i = 0; i < w->n; i++)
		queue_push(&x->queue, &x->tree, w->nodes[i], false);
	w->n = 0;
	int status = 0;
	while (waitpid(w->pid, &status, 0) < 0 && errno == EINTR)
		;
	w->pid = 0;
	remark(x, "worker",
		   WIFEXITED(status) && WEXITSTATUS(status) == FULL
			   ? "a worker process used up its memory (--memory) and ended; the others continued"
			   : "a worker process ended early; the others continued",
		   0, 1, false);
}

static u32 edge_start(const Explorer *x, u32 edge)
{
	const Edge *e = &x->tree.edges.at[edge];
	return e->preferred ? e->preferred : e->run;
}

static void give(Explorer *x, Worker *w, u32 node)
{
	const Node *n = &x->tree.nodes.at[node];
	Task task = {.node = node,
				 .shape = tree_root(&x->tree, node),
				 .depth = n->depth,
				 .effort = n->effort,
				 .inputs = n->n_edges};
	w->nodes[w->n++] = node;
	bool good = fd_write(w->fd, &task, sizeof task);
	for (u32 e = n->first; good && e; e = x->tree.edges.at[e].next)
		good = fd_write(w->fd, x->runs.at[edge_start(x, e)].packed, x->in->packed_size);
	if (!good)
		lose(x, w);
}

/* True if the answer is an edge that another run has brought while the worker was at it: the node is
 * asked again, with that edge. */
static bool is_stale(Explorer *x, u32 node)
{
	const Node *n = &x->tree.nodes.at[node];
	if (n->state != NODE_OPEN || n->n_edges < 2)
		return false;
	expr_eval_next(x->eval, &x->input);
	return !expr_eval_value(x->eval, n->others);
}

static void take(Explorer *x, Worker *w)
{
	WorkerAnswer answer;
	u8 *packed = xmalloc(x->in->packed_size + 1);
	bool good = fd_read(w->fd, &answer, sizeof answer) &&
				(answer.result != SOLVE_SAT || fd_read(w->fd, packed, x->in->packed_size));
	if (!good) {
		lose(x, w);
	} else {
		u64 work = answer.stats.work - w->stats.work;
		x->workers_work += work;
		if (x->tree.nodes.at[answer.node].effort)
			x->hard_work += work;
		w->stats = answer.stats;
		for (u32 i = 0; i < w->n; i++)
			if (w->nodes[i] == answer.node) {
				w->nodes[i] = w->nodes[--w->n];
				break;
			}
		inputs_unpack(x->in, packed, &x->input);
		if (answer.result == SOLVE_SAT && is_stale(x, answer.node))
			queue_push(&x->queue, &x->tree, answer.node, false);
		else
			take_answer(x, answer.node, (SolveResult)answer.result);
	}
	free(packed);
}

/* Keeps all workers busy. False when nothing is left to do. */
static bool hand_out(Explorer *x, bool *alive)
{
	u32 busy = 0, node;
	*alive = false;
	for (u32 round = 1; round <= AHEAD; round++)
		for (u32 i = 0; i < x->opt.jobs; i++) {
			Worker *w = &x->workers[i];
			if (w->fd >= 0 && w->n < round && (node = next_node(x)))
				give(x, w, node);
		}
	for (u32 i = 0; i < x->opt.jobs; i++) {
		busy += x->workers[i].n;
		*alive |= x->workers[i].fd >= 0;
	}
	return busy;
}

ExploreEnd workers_loop(Explorer *x)
{
	ExploreEnd end = END_DONE;
	u32 n = x->opt.jobs;
	struct pollfd *fds = xcalloc(n, sizeof *fds);
	bool alive = true;
	while (!budget_spent(x, &end) && hand_out(x, &alive)) {
		run_proposed(x);
		for (u32 i = 0; i < n; i++)
			fds[i] = (struct pollfd){.fd = x->workers[i].fd, .events = POLLIN};
		if (poll(fds, n, 100) > 0)
			for (u32 i = 0; i < n; i++)
				if (fds[i].fd >= 0 && fds[i].revents)
					take(x, &x->workers[i]);
		tick(x);
	}
	free(fds);
	if (!alive && end == END_DONE && x->queue.len)
		remark(x, "worker", "all worker processes ended early", 0, 1, true);
	return end;
}

void workers_end(Explorer *x)
{
	for (u32 i = 0; x->workers && i < x->opt.jobs; i++) {
		Worker *w = &x->workers[i];
		if (w->fd >= 0)
			close(w->fd);
		if (w->pid > 0) {
			kill(w->pid, SIGKILL);
			while (waitpid(w->pid, NULL, 0) < 0 && errno == EINTR)
				;
		}
	}
	free(x->workers);
	x->workers = NULL;
}

void workers_stats(const Explorer *x, SolveStats *sum)
{
	for (u32 i = 0; x->workers && i < x->opt.jobs; i++) {
		const SolveStats *s = &x->workers[i].stats;
		sum->calls += s->calls;
		sum->total_seconds += s->total_seconds;
		sum->constraints += s->constraints;
		sum->sliced += s->sliced;
		sum->z3_checks += s->z3_checks;
		sum->shaping += s->shaping;
		sum->work += s->work;
		for (u32 k = 0; k < countof(s->results); k++)
			sum->results[k] += s->results[k];
		for (u32 k = 0; k < SOLVE_N_LAYERS; k++) {
			sum->answered[k] += s->answered[k];
			sum->seconds[k] += s->seconds[k];
		}
	}
}

/* supervise.c: the small process that supervises the engine.
 *
 * The engine writes its deadline to a shared page (base/watch.h). At the deadline, and after a
 * signal, it ends by itself and writes its findings. If it has not ended a little later, whatever
 * blocks it, the supervisor kills it with all processes it started. The engine wrote result.json
 * during its work; the supervisor only corrects why it ended. Before a search has begun there is
 * nothing to wait for: loading ends at the deadline. */
#include "cli/supervise/supervise.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/scratch.h"
#include "base/watch.h"
#include "output/result/file.h"

static const double GRACE = 1.8; /* seconds for the engine to end by itself */
static const double TERM = 0.2;  /* seconds from SIGTERM to SIGKILL while it loads */
static const double TICK = 0.05; /* seconds between looks at the page and the clock */
static const double WRITE = 0.3; /* seconds more for an engine that prints its report */

typedef VEC(pid_t) ChildList;

/* The engine and what is known of it. */
typedef struct Supervised {
	Watch *page;
	int file; /* of the page */
	pid_t pid;
	int signal;      /* the first that came for it, or 0 */
	double signaled; /* when */
	bool termed;     /* true if it got SIGTERM while loading */
	bool dead;       /* it ended and was waited for */
	ChildList older; /* children that are not the engine's: a shell that had some became drift */
} Supervised;

/* ---- starting ---- */

static Watch *page_new(int *fd)
{
	*fd = memfd_create("drift", 0);
	if (*fd < 0 || ftruncate(*fd, sizeof(Watch)))
		return NULL;
	void *page = mmap(NULL, sizeof(Watch), PROT_READ | PROT_WRITE, MAP_SHARED, *fd, 0);
	return page == MAP_FAILED ? NULL : page;
}

/* The child: becomes the engine, or says why not. */
static void become(const char *engine, char **argv, int page, int say, const sigset_t *mask)
{
	char number[16];
	snprintf(number, sizeof number, "%d", page);
	setenv(WATCH_NAME, number, 1);
	prctl(PR_SET_PDEATHSIG, SIGKILL); /* never longer than the one that watches */
	sigprocmask(SIG_SETMASK, mask, NULL);
	execv(engine, argv);
	int error = errno;
	if (write(say, &error, sizeof error) < 0)
		error = 0;
	_exit(EXIT_TROUBLE);
}

/* ---- what it started ---- */

static void list_children(ChildList *list)
{
	char path[64];
	int pid;
	list->len = 0;
	snprintf(path, sizeof path, "/proc/self/task/%ld/children", (long)getpid());
	FILE *from = fopen(path, "re");
	while (from && fscanf(from, "%d", &pid) == 1)
		vec_push(list, pid);
	if (from)
		fclose(from);
}

static bool is_older(const Supervised *w, pid_t pid)
{
	for (size_t i = 0; i < w->older.len; i++)
		if (w->older.at[i] == pid)
			return true;
	return false;
}

/* From here on, processes whose parent dies are ours, also if the engine is the first to die: its workers hold
 * the lock of the results, and end_all must find them. */
static void adopt(Supervised *w)
{
	list_children(&w->older);
	prctl(PR_SET_CHILD_SUBREAPER, 1);
}

/* Kills a child that the engine, or what it started, left. Returns false if there is none. */
static bool end_one(const Supervised *w)
{
	ChildList children = {0};
	pid_t pid = 0;
	list_children(&children);
	for (size_t i = 0; i < children.len && !pid; i++)
		if (!is_older(w, children.at[i]))
			pid = children.at[i];
	vec_free(&children);
	if (!pid)
		return false;
	kill(pid, SIGKILL);
	return waitpid(pid, NULL, 0) > 0 || errno == EINTR;
}

/* Ends the engine and all below it, and waits until they are gone with the locks that they held. */
static void end_all(const Supervised *w)
{
	if (!w->dead) {
		kill(w->pid, SIGKILL);
		while (waitpid(w->pid, NULL, 0) < 0 && errno == EINTR)
			;
	}
	while (end_one(w))
		;
}

/* Waits for a child that has ended, if there is one. Returns its process, or 0. */
static pid_t reap(Supervised *w, int *status)
{
	pid_t pid = waitpid(-1, status, WNOHANG);
	for (size_t i = 0; i < w->older.len; i++)
		if (w->older.at[i] == pid)
			w->older.at[i--] = vec_pop(&w->older);
	return pid > 0 ? pid : 0;
}

static void sweep_scratch(const char *dir, const char *below)
{
	Err ignored;
	char *tests = xasprintf("%s/%s/tests", dir, below);
	char *scratch = xasprintf("%s/%s/scratch", dir, below);
	if (!*below || file_exists(tests))
		tree_remove(scratch, &ignored);
	free(tests);
	free(scratch);
}

/* Removes what the engine had for a while only. Its locks ended with it. */
static void sweep(const Supervised *w)
{
	scratch_sweep();
	if (!w->page->dir[0])
		return;
	sweep_scratch(w->page->dir, "");
	DIR *dir = opendir(w->page->dir); /* drift check has one for each function */
	for (struct dirent *e; dir && (e = readdir(dir));)
		if (e->d_name[0] != '.')
			sweep_scratch(w->page->dir, e->d_name);
	if (dir)
		closedir(dir);
}

/* ---- results ---- */

/* What is known at the end. */
typedef struct FinalWord {
	int status;      /* of the command */
	Verdict verdict; /* of result.json */
} FinalWord;

static ResultLeft left_by(const Supervised *w)
{
	const Watch *page = w->page;
	return (ResultLeft){.dir = page->dir,
						.older = {page->older[0], page->older[1]},
						.first = page->result,
						.pid = w->pid};
}

/* Puts into result.json why the search ended. */
static FinalWord settle(const Supervised *w, ResultEnd end)
{
	const Watch *page = w->page;
	FinalWord s = {.status = page->status, .verdict = VERDICT_NOTHING_KNOWN};
	ResultLeft left = left_by(w);
	Err err = {0};
	if (page->left)
		s.verdict = (Verdict)page->report[page->left - 1].verdict;
	if (verdict_found(s.verdict))
		s.status = EXIT_DIFFERENT;
	if (!page->dir[0])
		return s;
	bool good = result_file_end(&left, end, &s.verdict, &err);
	if (verdict_found(s.verdict))
		s.status = EXIT_DIFFERENT;
	if (!good) {
		fprintf(stderr, "drift: %s\n", err.text);
		s.status = EXIT_TROUBLE;
	}
	return s;
}

/* Prints where the results are and what the verdict is. */
static void tell(const Watch *page, const FinalWord *s)
{
	if (!page->dir[0])
		fprintf(stderr, "; there is no result\n");
	else
		fprintf(stderr,
				verdict_found(s->verdict) ? "; %s: the findings are in %s/result.json\n"
										  : "; %s so far, see %s/result.json\n",
				verdict_name(s->verdict), page->dir);
}

/* Prints the report that the engine left. */
static void report(const Supervised *w, int why)
{
	const Watch *page = w->page;
	const WatchReport *r = page->left ? &page->report[page->left - 1] : NULL;
	char part[1 << 16];
	for (u64 at = 0; r && at < r->len[why];) {
		u64 rest = r->len[why] - at;
		ssize_t n =
			pread(w->file, part, rest < sizeof part ? rest : sizeof part, (off_t)(r->at[why] + at));
		if (n <= 0)
			break;
		fwrite(part, 1, (size_t)n, stdout);
		at += (u64)n;
	}
	fflush(stdout);
}

/* The engine has printed its report, or most of it. */
static int end_quietly(const Supervised *w)
{
	const Watch *page = w->page;
	if (page->reported != WATCH_REPORTED)
		fprintf(stderr, "drift: the report was cut off\n");
	sweep(w);
	return page->report_status;
}

static int end_by_force(const Supervised *w)
{
	const Watch *page = w->page;
	bool searching = page->searching;
	bool taken = watch_claim(w->page, WATCH_TAKEN);
	end_all(w);
	if (!taken)
		return end_quietly(w);
	FinalWord s = settle(w, w->signal ? RESULT_STOPPED : RESULT_TIME);
	report(w, w->signal ? WATCH_STOPPED : WATCH_TIME);
	fprintf(stderr, "drift: %s, %s", w->signal ? "stopped" : "time limit reached (--time)",
			searching ? "in a step of the search, which drift ended by force"
					  : "while drift was loading the programs, before the search");
	tell(page, &s);
	sweep(w);
	return s.status;
}

/* The engine is dead, of itself or because somebody else wanted it. */
static int end_of_engine(const Supervised *w, int status)
{
	const Watch *page = w->page;
	/* An engine that exits has ended its workers. A process that it leaves removes old tests and must not be killed. */
	if (WIFEXITED(status)) {
		ResultLeft left = left_by(w);
		Err ignored; /* the engine has said what is wrong */
		if (WEXITSTATUS(status) == EXIT_TROUBLE && page->armed && page->dir[0])
			result_file_trouble(&left, &ignored);
		return WEXITSTATUS(status);
	}
	end_all(w);
	int number = WTERMSIG(status);
	if (!page->armed) { /* as if it had been this process */
		sweep(w);
		sigset_t one;
		signal(number, SIG_DFL);
		raise(number);
		sigemptyset(&one);
		sigaddset(&one, number);
		sigprocmask(SIG_UNBLOCK, &one, NULL);
		return 128 + number;
	}
	if (w->signal || w->termed)
		return end_by_force(w);
	const char *name = sigabbrev_np(number);
	bool taken = watch_claim(w->page, WATCH_TAKEN);
	FinalWord s = settle(w, RESULT_KILLED);
	if (taken)
		report(w, WATCH_DIED);
	fprintf(stderr, "drift: the engine died of SIG%s", name ? name : "?");
	tell(page, &s);
	sweep(w);
	return EXIT_TROUBLE;
}

/* ---- waiting ---- */

/* Forwards the user's signal to a search; an engine that has no result yet just ends. */
static void pass_on(Supervised *w, int number)
{
	if (!w->signal) {
		w->signal = number;
		w->signaled = now_seconds();
	}
	kill(w->pid, w->page->armed && w->page->searching && number == SIGHUP ? SIGTERM : number);
}

/* True: it has had its time. */
static bool overdue(Supervised *w)
{
	const Watch *page = w->page;
	double now = now_seconds();
	double due = page->end;
	if (w->signal && (due <= 0 || w->signaled < due))
		due = w->signaled;
	if (!page->armed || due <= 0 || now < due)
		return false;
	if (page->searching)
		return now >= due + GRACE + (page->reported == WATCH_BEGUN ? WRITE : 0);
	if (!w->termed)
		kill(w->pid, SIGTERM); /* compilers remove what they began to write */
	w->termed = true;
	return now >= due + TERM;
}

static int wait_for_end(Supervised *w, const sigset_t *awaited)
{
	const struct timespec tick = {0, (long)(TICK * 1e9)};
	for (;;) {
		int status, number = sigtimedwait(awaited, NULL, &tick);
		if (number > 0 && number != SIGCHLD)
			pass_on(w, number);
		for (pid_t pid; (pid = reap(w, &status));)
			if (pid == w->pid) {
				w->dead = true;
				return end_of_engine(w, status);
			}
		if (overdue(w))
			return end_by_force(w);
	}
}

int supervise(const char *engine, char **argv)
{
	Supervised w = {0};
	sigset_t awaited, before;
	int fd, say[2], error = 0;
	w.page = page_new(&fd);
	if (!w.page || pipe2(say, O_CLOEXEC))
		return -1;
	w.page->begin = now_seconds();
	sigemptyset(&awaited);
	sigaddset(&awaited, SIGCHLD);
	sigaddset(&awaited, SIGINT);
	sigaddset(&awaited, SIGTERM);
	sigaddset(&awaited, SIGHUP);
	sigprocmask(SIG_BLOCK, &awaited, &before);
	adopt(&w);
	w.pid = fork();
	if (w.pid == 0)
		become(engine, argv, fd, say[1], &before);
	w.file = fd;
	close(say[1]);
	bool started = w.pid > 0 && read(say[0], &error, sizeof error) <= 0;
	close(say[0]);
	if (!started) {
		vec_free(&w.older);
		close(fd);
		sigprocmask(SIG_SETMASK, &before, NULL);
		errno = w.pid < 0 ? EAGAIN : error;
		return -1;
	}
	int status = wait_for_end(&w, &awaited);
	vec_free(&w.older);
	return status;
}

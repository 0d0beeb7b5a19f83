/* test_os_answers.c: what of the world each system call answers (the table in engine/load/kernel.h).
 *
 * Each call of the table is made with the arguments of os_signatures.h, by the virtual OS and natively in
 * several worlds: other kinds of streams, another user, other things that a process inherits, a directory
 * that cannot be written. If an answer in some world is not that of the virtual OS, the virtual OS must have
 * asked something of the world. So an answer that depends on the world cannot go unnoticed because a call
 * was forgotten, as long as one of the worlds shows it.
 */
#include <malloc.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include "engine/load/kernel.h"
#include "os_signatures.h"
#include "os_world.h"

enum { ROOMS = 3, ROOM = 512, MOST_CASES = 60, ARGS = 6, NOBODY = 65534, NOT_OPEN = 7 };

typedef struct Spec {
	const char *name, *words;
	long nr;
} Spec;

static const Spec specs[] = {
#define X(call, ...) {#call, SIG_##call, SYS_##call},
	OS_CALLS(X) OS_SIMPLE(X)
#undef X
};

/* What a call did. */
typedef struct Answer {
	bool made; /* false: this world cannot prepare it */
	i64 result;
	u8 room[ROOMS][ROOM];
} Answer;

/* What a run has made before the call. */
typedef struct Own {
	i64 file, pipe, dir; /* descriptors */
} Own;

/* ---- arguments ---- */

static const char *const names[] = {"own",     "missing",  "host",  "/proc/self/fd/1",
									"hostdir", "owndir/x", "owndir"};

typedef struct Choice {
	u32 at[ARGS]; /* which of the choices of each word */
} Choice;

/* Copies the word with that number; returns false if there is none. */
static bool word_at(const char *words, u32 number, char to[64])
{
	for (; *words; words += strspn(words, " ")) {
		size_t n = strcspn(words, " ");
		if (!number--) {
			snprintf(to, 64, "%.*s", (int)n, words);
			return true;
		}
		words += n;
	}
	return false;
}

static u32 choices(const char *word)
{
	u32 n = 1;
	if (!strcmp(word, "f"))
		return 6;
	if (!strcmp(word, "d"))
		return 3;
	if (!strcmp(word, "p"))
		return countof(names);
	for (const char *c = word; *c; c++)
		n += *c == '|';
	return n;
}

/* The choice with that number among the words between |. */
static void choose(const char *word, u32 number, char to[64])
{
	while (number--)
		word = strchr(word, '|') + 1;
	snprintf(to, 64, "%.*s", (int)strcspn(word, "|"), word);
}

static u64 from_hex(World *w, const char *hex)
{
	u64 at = world_room(w, ROOM);
	for (size_t i = 0; hex[2 * i]; i++) {
		char two[3] = {hex[2 * i], hex[2 * i + 1], 0};
		world_bytes(w, at)[i] = (u8)strtoul(two, NULL, 16);
	}
	return at;
}

static u64 descriptor(const Own *own, u32 which)
{
	const u64 all[] = {1, 0, (u64)own->file, (u64)own->pipe, NOT_OPEN, (u64)own->dir};
	return all[which];
}

static u64 argument(World *w, const Own *own, const char *word, u32 which)
{
	char one[64];
	if (!strcmp(word, "f"))
		return descriptor(own, which);
	if (!strcmp(word, "d"))
		return which ? which - 1 : (u64)AT_FDCWD;
	if (!strcmp(word, "p"))
		return world_str(w, names[which]);
	if (word[0] == '\'')
		return world_str(w, word + 1);
	if (word[0] == 't')
		return world_room(w, word[1] ? 32 : 16);
	choose(word, which, one);
	if (one[0] == 'b')
		return from_hex(w, one[1] ? one + 2 : "");
	if (one[0] == 'm')
		return w->os ? WORLD_ADDR : (u64)(uintptr_t)mmap(NULL, 64 << 20, 3, 34, -1, 0);
	return (u64)strtoll(one, NULL, 0);
}

/* True if the arguments need what the run has made. */
static bool needs_own(const char *words, const Choice *c)
{
	char word[64];
	for (u32 i = 0; word_at(words, i, word); i++)
		if ((!strcmp(word, "f") && (c->at[i] == 2 || c->at[i] == 3 || c->at[i] == 5)) ||
			(!strcmp(word, "p") && !strncmp(names[c->at[i]], "own", 3)))
			return true;
	return false;
}

/* ---- one call ---- */

static Own prepare(World *w)
{
	Own own;
	u64 ends = world_room(w, 8);
	own.file = CALL3(w, open, world_str(w, "own"), O_CREAT | O_TRUNC | O_RDWR, 0666);
	CALL3(w, write, own.file, world_str(w, "hello"), 5);
	CALL2(w, mkdir, world_str(w, "owndir"), 0777);
	own.dir = CALL3(w, open, world_str(w, "owndir"), O_RDONLY | O_DIRECTORY, 0);
	CALL1(w, pipe, ends);
	own.pipe = *(i32 *)(void *)world_bytes(w, ends);
	return own;
}

static void make_call(World *w, const Own *own, const Spec *s, const Choice *c, Answer *to)
{
	char word[64];
	u64 args[ARGS] = {0}, rooms[ROOMS];
	u32 n_rooms = 0;
	for (u32 i = 0; i < ARGS && word_at(s->words, i, word); i++) {
		args[i] = argument(w, own, word, c->at[i]);
		if (word[0] == 'b' && n_rooms < ROOMS)
			rooms[n_rooms++] = args[i];
	}
	to->result = world_call(w, s->nr, args[0], args[1], args[2], args[3], args[4]);
	for (u32 i = 0; i < n_rooms; i++)
		memcpy(to->room[i], world_bytes(w, rooms[i]), ROOM);
	to->made = true;
}

/* ---- native worlds ---- */

typedef struct Native {
	const char *name;
	bool (*enter)(void); /* in a process of its own, in its directory; false: not here */
	bool locked;         /* nothing can be made in the directory */
} Native;

static bool streams(int in, int out)
{
	return in >= 0 && out >= 0 && dup2(in, 0) == 0 && dup2(out, 1) == 1 && dup2(out, 2) == 2;
}

static bool in_files(void)
{
	int in = open("../in", O_RDONLY | O_CREAT, 0600);
	return streams(in, open("../out", O_WRONLY | O_CREAT, 0600));
}

static bool in_pipes(void)
{
	int in[2], out[2];
	if (pipe(in) || pipe(out))
		return false;
	bool good = streams(in[0], out[1]);
	close(in[1]); /* nobody writes any more; the reader of the output stays */
	return good;
}

/* A device of our own: calls change its attributes. */
static bool in_null(void)
{
	if (geteuid() || mknod("../null", S_IFCHR | 0666, makedev(1, 3)))
		return false;
	return streams(open("../null", O_RDONLY), open("../null", O_WRONLY));
}

static bool in_terminal(void)
{
	int master = posix_openpt(O_RDWR | O_NOCTTY);
	if (master < 0 || grantpt(master) || unlockpt(master))
		return false;
	int slave = open(ptsname(master), O_RDWR | O_NOCTTY);
	return streams(slave, slave);
}

/* What a process keeps from its parent. */
static bool in_heritage(void)
{
	const struct rlimit few = {24, 24}, small = {4096, 4096};
	sigset_t set;
	bool good = in_files();
	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	sigprocmask(SIG_BLOCK, &set, NULL);
	raise(SIGUSR1);
	signal(SIGPIPE, SIG_IGN);
	signal(SIGHUP, SIG_IGN);
	signal(SIGXFSZ, SIG_IGN);
	umask(0777);
	alarm(1000);
	setpgid(0, 0);
	setpriority(PRIO_PROCESS, 0, 5);
	/* A device of its own, where calls could change the system's. */
	bool own = !geteuid() && !mknod("../zero", S_IFCHR | 0666, makedev(1, 5));
	int fd = open(own ? "../zero" : "/dev/zero", O_RDONLY);
	good = good && fd >= 0 && dup2(fd, NOT_OPEN) == NOT_OPEN;
	return good && !setrlimit(RLIMIT_NOFILE, &few) && !setrlimit(RLIMIT_FSIZE, &small) &&
		   !setrlimit(RLIMIT_MEMLOCK, &small);
}

static bool as_nobody(void)
{
	return !geteuid() && in_pipes() && !chown(".", NOBODY, NOBODY) && !setgid(NOBODY) &&
		   !setuid(NOBODY);
}

static bool in_locked(void)
{
	return !geteuid() && in_files() && !chmod(".", 0555) && !setgid(NOBODY) && !setuid(NOBODY);
}

static const Native natives[] = {
	{"files", in_files, false},
	{"pipes", in_pipes, false},
	{"null device", in_null, false},
	{"terminal", in_terminal, false},
	{"heritage", in_heritage, false},
	{"nobody", as_nobody, false},
	{"locked directory", in_locked, true},
};

static void fill_directory(const char *dir)
{
	Err err = {0};
	char *sub = xasprintf("%s/hostdir", dir);
	assert_true(dir_make(sub, &err));
	free(sub);
	world_host_file(dir, "host", "of the host\n");
	assert_int_equal(chmod(dir, 0755), 0);
}

/* In the child: it leaves its answer in shared memory. */
static void answer_natively(const Native *n, const Spec *s, const Choice *c, const char *dir,
							Answer *to)
{
	World w;
	Own own = {-1, -1, -1};
	alarm(20);
	if (chdir(dir))
		_exit(0);
	/* World entry first: what is inherited is there before the run makes anything. */
	if ((n->locked && needs_own(s->words, c)) || !n->enter())
		_exit(0);
	world_init(&w, NULL);
	if (!n->locked)
		own = prepare(&w);
	make_call(&w, &own, s, c, to);
	_exit(0);
}

static void natively(const Native *n, const Spec *s, const Choice *c, Answer *to)
{
	Err err = {0};
	char *top = world_scratch(), *dir = xasprintf("%s/d", top);
	assert_true(dir_make(dir, &err));
	assert_int_equal(chmod(top, 0755), 0);
	fill_directory(dir);
	memset(to, 0, sizeof *to);
	pid_t pid = fork();
	if (!pid)
		answer_natively(n, s, c, dir, to);
	assert_true(pid > 0 && waitpid(pid, NULL, 0) == pid);
	assert_true(tree_remove(top, &err));
	free(dir);
	free(top);
}

/* ---- both ---- */

/* Asks the virtual OS. Returns false if it has no answer; *asked: what it asked of the world (ASKS_*). */
static bool virtually(const Spec *s, const Choice *c, const char *dir, Answer *to, u32 *asked)
{
	const OsAsked *list;
	OsConfig config = {
		.in = OS_STREAM_CAPTURE, .out = OS_STREAM_CAPTURE, .err = OS_STREAM_CAPTURE, .cwd = dir};
	World w;
	memset(to, 0, sizeof *to);
	world_init(&w, &config);
	Own own = prepare(&w);
	make_call(&w, &own, s, c, to);
	bool good = w.status == OS_DONE;
	size_t n = os_asked(w.os, &list);
	*asked = ASKS_NOTHING;
	for (size_t i = 0; i < n; i++)
		*asked |= 1u << list[i].kind;
	world_free(&w);
	return good;
}

static void describe(const Spec *s, const Choice *c, char to[128])
{
	char word[64];
	size_t n = (size_t)snprintf(to, 128, "%s(", s->name);
	for (u32 i = 0; word_at(s->words, i, word) && n < 100; i++) {
		static const char *const fds[] = {"1", "0", "own", "pipe", "7", "owndir"};
		char one[64];
		if (!strcmp(word, "p"))
			snprintf(one, sizeof one, "%s", names[c->at[i]]);
		else if (!strcmp(word, "f"))
			snprintf(one, sizeof one, "%s", fds[c->at[i]]);
		else if (!strcmp(word, "d"))
			snprintf(one, sizeof one, "%d", c->at[i] ? (int)c->at[i] - 1 : AT_FDCWD);
		else
			choose(word, c->at[i], one);
		n += (size_t)snprintf(to + n, 128 - n, "%s%s", i ? ", " : "", one);
	}
	snprintf(to + n, 128 - n, ")");
}

/* Returns how many worlds answer otherwise although nothing was asked. */
static u32 one_case(const Spec *s, const Choice *c, const char *dir, Answer *shared)
{
	Answer mine;
	u32 asked, bad = 0;
	char text[128];
	bool answered = virtually(s, c, dir, &mine, &asked);
	describe(s, c, text);
	if (asked & ~os_may_ask(s->nr))
		print_error("%s: asks %x, of which the table does not have %x\n", text, asked,
					asked & ~os_may_ask(s->nr));
	if (!answered || asked)
		return (asked & ~os_may_ask(s->nr)) != 0;
	for (size_t i = 0; i < countof(natives); i++) {
		natively(&natives[i], s, c, shared);
		if (!shared->made ||
			(shared->result == mine.result && !memcmp(shared->room, mine.room, sizeof mine.room)))
			continue;
		bad++;
		print_error("%s: %lld, and %lld with %s: nothing was asked\n", text, (long long)mine.result,
					(long long)shared->result, natives[i].name);
		break;
	}
	return bad;
}

/* All choices, or some of many: each word has each of its choices. */
static u32 all_cases(const Spec *s, const char *dir, Answer *shared)
{
	u64 total = 1;
	char word[64];
	u32 bad = 0;
	for (u32 i = 0; i < ARGS && word_at(s->words, i, word); i++)
		total *= choices(word);
	u64 step = total > MOST_CASES ? total / MOST_CASES | 1 : 1;
	for (u64 k = 0; k < total; k += step) {
		Choice c = {0};
		u64 rest = k;
		for (u32 i = 0; i < ARGS && word_at(s->words, i, word); i++) {
			c.at[i] = (u32)(rest % choices(word));
			rest /= choices(word);
		}
		bad += one_case(s, &c, dir, shared);
	}
	return bad;
}

static void test_answers(void **state)
{
	(void)state;
	Err err = {0};
	u32 bad = 0;
	const char *only = getenv("DRIFT_TEST_CALL"); /* by hand */
	char *dir = world_scratch();
	Answer *shared =
		mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	assert_true(shared != MAP_FAILED);
	fill_directory(dir);
	for (size_t i = 0; i < countof(specs); i++)
		if (strcmp(specs[i].words, "-") && (!only || !strcmp(only, specs[i].name)))
			bad += all_cases(&specs[i], dir, shared);
	assert_true(tree_remove(dir, &err));
	free(dir);
	assert_int_equal(bad, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(test_answers)};
	mallopt(M_MMAP_THRESHOLD, 1 << 20); /* the memory of a World is mapped, not cleared */
	return cmocka_run_group_tests(tests, NULL, NULL);
}

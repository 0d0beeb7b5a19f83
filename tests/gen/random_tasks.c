/* random_tasks.c: prints a random program with threads and processes whose output does not depend on the
 * order in which they run.
 *
 *   random_tasks SEED
 *
 * A program is a list of parts. Each makes threads or children of its own, waits for them, and prints what
 * must come out: sums that are changed under locks, bytes that went through pipes, exit statuses. */
#include <stdio.h>
#include <stdlib.h>

static unsigned long long state;

static unsigned roll(unsigned n)
{
	state = state * 6364136223846793005ull + 1442695040888963407ull;
	return (unsigned)(state >> 33) % n;
}

/* Something that lets others run, or takes time, or nothing. */
static const char *pause_text(void)
{
	static const char *const texts[] = {"", "", "sched_yield();", "usleep(100);",
										"for (volatile int w = 0; w < 300; w++) ;"};
	return texts[roll(5)];
}

/* ---- parts: a function for the threads, and one that runs them ---- */

static void counters(unsigned k)
{
	unsigned n = 2 + roll(4), rounds = 1 + roll(60);
	printf("static long c%u;\nstatic pthread_mutex_t m%u = PTHREAD_MUTEX_INITIALIZER;\n", k, k);
	printf("static void *work%u(void *arg)\n{\n\tfor (int i = 0; i < %u; i++) {\n", k, rounds);
	printf("\t\tpthread_mutex_lock(&m%u);\n\t\tlong now = c%u;\n\t\t%s\n\t\tc%u = now * 3 %% "
		   "1000003 + 1;\n",
		   k, k, pause_text(), k);
	printf("\t\tpthread_mutex_unlock(&m%u);\n\t\t%s\n\t}\n\treturn arg;\n}\n", k, pause_text());
	printf("static void part%u(void)\n{\n\tpthread_t t[8];\n", k);
	printf("\tfor (long i = 0; i < %u; i++)\n\t\tpthread_create(&t[i], NULL, work%u, (void *)i);\n",
		   n, k);
	printf("\tlong sum = 0;\n\tfor (int i = 0; i < %u; i++) {\n\t\tvoid "
		   "*r;\n\t\tpthread_join(t[i], &r);\n"
		   "\t\tsum += (long)r;\n\t}\n\tprintf(\"%u: %%ld %%ld\\n\", c%u, sum);\n}\n",
		   n, k, k);
}

static void queue(unsigned k)
{
	unsigned makers = 1 + roll(3), users = 1 + roll(3), each = 1 + roll(50), room = 1 + roll(5),
			 timed = roll(2);
	printf("static int q%u[%u], n%u, end%u;\nstatic long sum%u;\n", k, room, k, k, k);
	printf("static pthread_mutex_t m%u = PTHREAD_MUTEX_INITIALIZER;\n", k);
	printf("static pthread_cond_t more%u = PTHREAD_COND_INITIALIZER, less%u = "
		   "PTHREAD_COND_INITIALIZER;\n",
		   k, k);
	printf("static void *make%u(void *arg)\n{\n\tfor (int i = 1; i <= %u; i++) {\n"
		   "\t\tpthread_mutex_lock(&m%u);\n\t\twhile (n%u == %u)\n"
		   "\t\t\tpthread_cond_wait(&less%u, &m%u);\n\t\tq%u[n%u++] = i;\n\t\t%s\n"
		   "\t\tpthread_cond_signal(&more%u);\n\t\tpthread_mutex_unlock(&m%u);\n\t\t%s\n\t}\n"
		   "\treturn arg;\n}\n",
		   k, each, k, k, room, k, k, k, k, pause_text(), k, k, pause_text());
	printf("static void *work%u(void *arg)\n{\n\tfor (;;) {\n\t\tpthread_mutex_lock(&m%u);\n"
		   "\t\twhile (!n%u && !end%u)\n\t\t\tpthread_cond_%s(&more%u, &m%u%s);\n\t\tif "
		   "(!n%u)\n\t\t\tbreak;\n"
		   "\t\tsum%u += q%u[--n%u];\n\t\tpthread_cond_signal(&less%u);\n"
		   "\t\tpthread_mutex_unlock(&m%u);\n\t\t%s\n\t}\n\tpthread_mutex_unlock(&m%u);\n\treturn "
		   "arg;\n}\n",
		   k, k, k, k, timed ? "timedwait" : "wait", k, k, timed ? ", soon()" : "", k, k, k, k, k,
		   k, pause_text(), k);
	printf("static void part%u(void)\n{\n\tpthread_t t[3], u[3];\n", k);
	printf("\tfor (int i = 0; i < %u; i++)\n\t\tpthread_create(&u[i], NULL, work%u, NULL);\n",
		   users, k);
	printf("\tfor (int i = 0; i < %u; i++)\n\t\tpthread_create(&t[i], NULL, make%u, NULL);\n",
		   makers, k);
	printf("\tfor (int i = 0; i < %u; i++)\n\t\tpthread_join(t[i], NULL);\n", makers);
	printf("\tpthread_mutex_lock(&m%u);\n\tend%u = 1;\n\tpthread_cond_broadcast(&more%u);\n"
		   "\tpthread_mutex_unlock(&m%u);\n",
		   k, k, k, k);
	printf("\tfor (int i = 0; i < %u; i++)\n\t\tpthread_join(u[i], NULL);\n"
		   "\tprintf(\"%u: %%ld\\n\", sum%u);\n}\n",
		   users, k, k);
}

static void rounds(unsigned k)
{
	unsigned n = 2 + roll(4), times = 1 + roll(6);
	printf(
		"static pthread_barrier_t b%u;\nstatic sem_t s%u;\nstatic _Thread_local long mine%u = %u;\n"
		"static long cell%u[8];\n",
		k, k, k, roll(9), k);
	printf("static void *work%u(void *arg)\n{\n\tlong me = (long)arg;\n\tfor (int r = 0; r < %u; "
		   "r++) {\n"
		   "\t\tmine%u += me + cell%u[(me + 1) %% %u];\n\t\t%s\n\t\tpthread_barrier_wait(&b%u);\n"
		   "\t\tcell%u[me] = mine%u %% "
		   "1009;\n\t\tpthread_barrier_wait(&b%u);\n\t}\n\tsem_post(&s%u);\n"
		   "\treturn (void *)mine%u;\n}\n",
		   k, times, k, k, n, pause_text(), k, k, k, k, k, k);
	printf(
		"static void part%u(void)\n{\n\tpthread_t t[8];\n\tpthread_barrier_init(&b%u, NULL, %u);\n"
		"\tsem_init(&s%u, 0, 0);\n",
		k, k, n, k);
	printf("\tfor (long i = 0; i < %u; i++)\n\t\tpthread_create(&t[i], NULL, work%u, (void *)i);\n",
		   n, k);
	printf("\tfor (int i = 0; i < %u; i++)\n\t\tsem_wait(&s%u);\n\tlong sum = mine%u;\n", n, k, k);
	printf("\tfor (int i = 0; i < %u; i++) {\n\t\tvoid *r;\n\t\tpthread_join(t[i], &r);\n"
		   "\t\tsum = sum * 7 + (long)r;\n\t}\n\tprintf(\"%u: %%ld\\n\", sum);\n}\n",
		   n, k);
}

static void children(unsigned k)
{
	unsigned n = 1 + roll(5), base = roll(90), depth = roll(3);
	printf(
		"static int child%u(int d, int i)\n{\n\tint status = 0;\n\t%s\n\tif (d > 0) {\n"
		"\t\tpid_t c = fork();\n\t\tif (c == 0)\n\t\t\t_exit(child%u(d - 1, i + 1));\n"
		"\t\twaitpid(c, &status, 0);\n\t}\n\treturn (WEXITSTATUS(status) + i * 3 + %u) & 127;\n}\n",
		k, pause_text(), k, base);
	printf("static void part%u(void)\n{\n\tlong sum = 0;\n\tint status;\n\tfflush(stdout);\n"
		   "\tfor (int i = 0; i < %u; i++)\n\t\tif (fork() == 0) {\n\t\t\t%s\n\t\t\t%s\n"
		   "\t\t\t_exit(child%u(%u, i));\n\t\t}\n",
		   k, n, pause_text(), roll(3) ? "" : "if (i == 0) raise(SIGKILL);", k, depth);
	printf(
		"\twhile (wait(&status) > 0)\n\t\tsum += WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + "
		"WTERMSIG(status);\n\tprintf(\"%u: %%ld\\n\", sum);\n}\n",
		k);
}

static void pipes(unsigned k)
{
	unsigned stages = 1 + roll(4), bytes = roll(4) ? roll(3000) : 60000 + roll(90000),
			 piece = 1 + roll(700);
	printf("static void part%u(void)\n{\n\tint p[2], last;\n\tlong sum = 0, n = "
		   "0;\n\tfflush(stdout);\n"
		   "\tpipe(p);\n\tif (fork() == 0) {\n\t\tclose(p[0]);\n\t\tchar *b = malloc(%u);\n"
		   "\t\tfor (int i = 0; i < %u; i++)\n\t\t\tb[i] = (char)(i * %u + 1);\n"
		   "\t\tfor (int i = 0; i < %u;) {\n\t\t\tint m = %u - i < %u ? %u - i : %u;\n"
		   "\t\t\ti += (int)write(p[1], b + i, (size_t)m);\n\t\t}\n\t\t%s\n\t\t_exit(0);\n\t}\n"
		   "\tclose(p[1]);\n\tlast = p[0];\n",
		   k, bytes + 1, bytes, 1 + roll(250), bytes, bytes, piece * 100, bytes, piece * 100,
		   pause_text());
	printf(
		"\tfor (int s = 0; s < %u; s++) {\n\t\tpipe(p);\n\t\tif (fork() == 0) "
		"{\n\t\t\tclose(p[0]);\n"
		"\t\t\tchar b[%u];\n\t\t\tssize_t m;\n\t\t\twhile ((m = read(last, b, sizeof b)) > 0) {\n"
		"\t\t\t\tfor (int i = 0; i < m; i++)\n\t\t\t\t\tb[i] = (char)(b[i] * 3 + s);\n"
		"\t\t\t\tfor (ssize_t d = 0; d < m;)\n\t\t\t\t\td += write(p[1], b + d, (size_t)(m - d));\n"
		"\t\t\t}\n\t\t\t_exit(s + 1);\n\t\t}\n\t\tclose(last);\n\t\tclose(p[1]);\n\t\tlast = "
		"p[0];\n\t}\n",
		stages, piece);
	printf("\tchar b[%u];\n\tssize_t m;\n\twhile ((m = read(last, b, sizeof b)) > 0)\n"
		   "\t\tfor (int i = 0; i < m; i++, n++)\n\t\t\tsum = (sum * 31 + b[i]) %% "
		   "1000003;\n\tclose(last);\n"
		   "\tint status, all = 0;\n\twhile (wait(&status) > 0)\n\t\tall += WEXITSTATUS(status);\n"
		   "\tprintf(\"%u: %%ld %%ld %%d\\n\", sum, n, all);\n}\n",
		   1 + roll(900), k);
}

static void shared(unsigned k)
{
	unsigned n = 1 + roll(4), rounds_of = 1 + roll(30);
	printf(
		"static void part%u(void)\n{\n\tfflush(stdout);\n"
		"\tstruct { sem_t s; long n; char more[6000]; } *m = mmap(NULL, sizeof *m, PROT_READ | "
		"PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);\n\tsem_init(&m->s, 1, 1);\n"
		"\tfor (int i = 0; i < %u; i++)\n\t\tif (fork() == 0) {\n\t\t\tfor (int r = 0; r < %u; "
		"r++) {\n"
		"\t\t\t\tsem_wait(&m->s);\n\t\t\t\tlong now = m->n;\n\t\t\t\t%s\n\t\t\t\tm->n = now + i + "
		"1;\n"
		"\t\t\t\tm->more[5000 + i] = "
		"(char)r;\n\t\t\t\tsem_post(&m->s);\n\t\t\t}\n\t\t\t_exit(0);\n\t\t}\n"
		"\twhile (wait(NULL) > 0)\n\t\t;\n\tprintf(\"%u: %%ld %%d\\n\", m->n, m->more[5000]);\n}\n",
		k, n, rounds_of, pause_text(), k);
}

static void signals(unsigned k)
{
	unsigned n = 1 + roll(4);
	printf("static volatile sig_atomic_t got%u;\nstatic void on%u(int "
		   "s)\n{\n\t(void)s;\n\tgot%u++;\n}\n",
		   k, k, k);
	printf(
		"static void part%u(void)\n{\n\tsigset_t set, old;\n\tint status, p[2];\n\tlong sum = 0;\n"
		"\tpid_t c[8];\n\tfflush(stdout);\n\tsigemptyset(&set);\n\tsigaddset(&set, SIGUSR1);\n"
		"\tsigprocmask(SIG_BLOCK, &set, &old);\n\tsignal(SIGUSR1, on%u);\n\tpipe(p);\n"
		"\tfor (int i = 0; i < %u; i++)\n\t\tif ((c[i] = fork()) == 0) {\n\t\t\t%s\n"
		"\t\t\twhile (!got%u)\n\t\t\t\tsigsuspend(&old);\n\t\t\twrite(p[1], \"x\", 1);\n"
		"\t\t\t_exit(i + got%u);\n\t\t}\n\tclose(p[1]);\n",
		k, k, n, pause_text(), k, k);
	printf("\tfor (int i = 0; i < %u; i++)\n\t\tkill(c[i], SIGUSR1);\n\tchar x;\n"
		   "\twhile (read(p[0], &x, 1) == 1)\n\t\tsum += x;\n\tclose(p[0]);\n"
		   "\tfor (int i = 0; i < %u; i++) {\n\t\twaitpid(c[i], &status, 0);\n"
		   "\t\tsum = sum * 5 + status;\n\t}\n\tsigprocmask(SIG_SETMASK, &old, NULL);\n"
		   "\tprintf(\"%u: %%ld\\n\", sum);\n}\n",
		   n, n, k);
}

int main(int argc, char **argv)
{
	static void (*const kinds[])(unsigned) = {counters, queue,  rounds, children,
											  pipes,    shared, signals};
	state = argc > 1 ? strtoull(argv[1], NULL, 10) * 7919 + 17 : 1;
	for (int i = 0; i < 5; i++)
		roll(2);
	unsigned n = 1 + roll(4);
	printf("#include <pthread.h>\n#include <sched.h>\n#include <semaphore.h>\n#include <signal.h>\n"
		   "#include <stdio.h>\n#include <stdlib.h>\n#include <sys/mman.h>\n#include <sys/wait.h>\n"
		   "#include <time.h>\n#include <unistd.h>\n");
	printf("static struct timespec *soon(void)\n{\n\tstatic _Thread_local struct timespec t;\n"
		   "\tclock_gettime(CLOCK_REALTIME, &t);\n\tt.tv_nsec += 200000;\n"
		   "\tif (t.tv_nsec > 999999999) {\n\t\tt.tv_nsec -= 1000000000;\n\t\tt.tv_sec++;\n\t}\n"
		   "\treturn &t;\n}\n");
	for (unsigned k = 0; k < n; k++)
		kinds[roll(7)](k);
	printf("int main(void)\n{\n\t(void)soon;\n");
	for (unsigned k = 0; k < n; k++)
		printf("\tpart%u();\n", k);
	printf("\treturn 0;\n}\n");
	return 0;
}

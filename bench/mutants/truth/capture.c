/* capture.c: a run inside this process: its input, its output, its end.
 *
 * A run can end in the middle of anything, so exit, signals, traps and the step limit all jump back
 * to capture_call. Steps are counted by the compiler's edge callback; that makes "hangs"
 * the same on every computer. AddressSanitizer cannot be left by a jump while it
 * reports; its report only takes the steps away, and the next edge ends the run.
 */
#include "truth.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	STEP_LIMIT = 200000, /* edges of one run; the longest proper run takes a few thousand */
	MAX_BLOCKS = 4096,   /* live heap blocks of one run */
	ALTERNATE_STACK = 1 << 16,
};

static struct {
	sigjmp_buf home;
	Outcome *to;
	const char *input;
	size_t input_length, input_at;
	int pushed;  /* character of ungetc, or -1 */
	int fill;    /* byte of fresh heap memory */
	long steps;  /* left */
	bool active; /* a subject is running */
	bool memory_error;
	void *blocks[MAX_BLOCKS]; /* live heap blocks */
	int n_blocks;
} run;

/* ---- how runs end ---- */

_Noreturn void capture_leave(Ending ending, int status)
{
	run.to->ending = ending;
	run.to->status = status;
	run.active = false;
	siglongjmp(run.home, 1);
}

void __sanitizer_cov_trace_pc(void);
void __sanitizer_cov_trace_pc(void)
{
	if (--run.steps < 0 && run.active)
		capture_leave(run.memory_error ? END_MEMORY : END_HANG, 0);
}

void __asan_on_error(void);
void __asan_on_error(void)
{
	run.memory_error = true;
	run.steps = 0;
}

const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
	return "halt_on_error=0:symbolize=0:suppress_equal_pcs=0:detect_leaks=0:handle_segv=0:"
		   "handle_sigbus=0:handle_sigill=0:handle_sigfpe=0:handle_abort=0:allow_user_segv_handler="
		   "1:"
		   "use_sigaltstack=0:detect_stack_use_after_return=0:malloc_context_size=0:"
		   "quarantine_size_mb=1:thread_local_quarantine_size_kb=64:max_malloc_fill_size=0:print_"
		   "summary=0:print_legend=0:print_full_thread_history=0";
}

static void on_signal(int number)
{
	if (!run.active) {
		signal(number, SIG_DFL);
		raise(number);
		return;
	}
	/* UndefinedBehaviorSanitizer traps with an illegal instruction. */
	capture_leave(run.memory_error ? END_MEMORY : number == SIGILL ? END_UB : END_SIGNAL, 0);
}

void capture_init(void)
{
	static char stack[ALTERNATE_STACK];
	stack_t alternate = {.ss_sp = stack, .ss_size = sizeof stack};
	sigaltstack(&alternate, NULL);
	struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_ONSTACK | SA_NODEFER};
	static const int fatal[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
	for (size_t i = 0; i < sizeof fatal / sizeof fatal[0]; i++)
		sigaction(fatal[i], &action, NULL);
}

void capture_begin(Outcome *to, const char *input, size_t length, int fill)
{
	run.to = to;
	to->length = 0;
	run.input = input;
	run.input_length = length;
	run.input_at = 0;
	run.pushed = -1;
	run.fill = fill;
	run.steps = STEP_LIMIT;
	run.memory_error = false;
	run.n_blocks = 0;
}

void capture_call(int (*entry)(int, char **), int argc, char **argv)
{
	if (sigsetjmp(run.home, 0))
		return;
	run.active = true;
	int status = entry(argc, argv);
	capture_leave(run.memory_error ? END_MEMORY : END_EXIT, status & 255);
}

void capture_end(void)
{
	for (int i = 0; i < run.n_blocks; i++)
		free(run.blocks[i]);
	if (run.memory_error)
		run.to->ending = END_MEMORY;
	if (run.to->ending != END_EXIT)
		run.to->length = 0; /* what was printed before a crash hangs on buffering */
}

/* ---- output ---- */

static void put(const char *from, size_t n)
{
	if (n > MAX_OUTPUT - run.to->length)
		capture_leave(END_HANG, 0);
	memcpy(run.to->output + run.to->length, from, n);
	run.to->length += n;
}

static int print(bool counts, const char *format, va_list ap)
{
	char text[4096];
	int n = vsnprintf(text, sizeof text, format, ap);
	if (counts && n > 0)
		put(text, (size_t)n < sizeof text ? (size_t)n : sizeof text - 1);
	return n;
}

int cap_printf(const char *format, ...);
int cap_printf(const char *format, ...)
{
	va_list ap;
	va_start(ap, format);
	int n = print(true, format, ap);
	va_end(ap);
	return n;
}

int cap_fprintf(FILE *to, const char *format, ...);
int cap_fprintf(FILE *to, const char *format, ...)
{
	va_list ap;
	va_start(ap, format);
	int n = print(to == stdout, format, ap);
	va_end(ap);
	return n;
}

size_t cap_fwrite(const void *from, size_t size, size_t n, FILE *to);
size_t cap_fwrite(const void *from, size_t size, size_t n, FILE *to)
{
	if (to == stdout)
		put(from, size * n);
	return n;
}

int cap_fputc(int c, FILE *to);
int cap_fputc(int c, FILE *to)
{
	char byte = (char)c;
	cap_fwrite(&byte, 1, 1, to);
	return (unsigned char)c;
}

int cap_fputs(const char *s, FILE *to);
int cap_fputs(const char *s, FILE *to)
{
	cap_fwrite(s, 1, strlen(s), to);
	return 1;
}

int cap_puts(const char *s);
int cap_puts(const char *s)
{
	cap_fputs(s, stdout);
	return cap_fputc('\n', stdout);
}

/* ---- input ---- */

int cap_getchar(void);
int cap_getchar(void)
{
	if (run.pushed >= 0) {
		int c = run.pushed;
		run.pushed = -1;
		return c;
	}
	return run.input_at < run.input_length ? (unsigned char)run.input[run.input_at++] : EOF;
}

int cap_ungetc(int c, FILE *from);
int cap_ungetc(int c, FILE *from)
{
	(void)from;
	if (c != EOF)
		run.pushed = (unsigned char)c;
	return c;
}

/* memcpy, since AddressSanitizer watches it: the subject's buffer may be too small. */
char *cap_fgets(char *to, int size, FILE *from);
char *cap_fgets(char *to, int size, FILE *from)
{
	char line[MAX_TEXT + 2];
	int n = 0, c;
	(void)from;
	while (n < size - 1 && (c = cap_getchar()) != EOF) {
		line[n++] = (char)c;
		if (c == '\n')
			break;
	}
	if (!n)
		return NULL;
	line[n] = 0;
	memcpy(to, line, (size_t)n + 1);
	return to;
}

size_t cap_fread(void *to, size_t size, size_t n, FILE *from);
size_t cap_fread(void *to, size_t size, size_t n, FILE *from)
{
	size_t left = run.input_length - run.input_at, want = size * n;
	(void)from;
	if (want > left)
		want = left;
	memcpy(to, run.input + run.input_at, want);
	run.input_at += want;
	return size ? want / size : 0;
}

/* ---- heap ---- */

void *cap_malloc(size_t size);
void *cap_malloc(size_t size)
{
	void *p = size < 1 << 24 && run.n_blocks < MAX_BLOCKS ? malloc(size) : NULL;
	if (!p)
		return NULL;
	memset(p, run.fill, size);
	run.blocks[run.n_blocks++] = p;
	return p;
}

void *cap_calloc(size_t n, size_t size);
void *cap_calloc(size_t n, size_t size)
{
	void *p = cap_malloc(n * size);
	return p ? memset(p, 0, n * size) : NULL;
}

void cap_free(void *p);
void cap_free(void *p)
{
	for (int i = run.n_blocks; p && i-- > 0;)
		if (run.blocks[i] == p) {
			run.blocks[i] = run.blocks[--run.n_blocks];
			break;
		}
	free(p);
}

void *cap_realloc(void *p, size_t size);
void *cap_realloc(void *p, size_t size)
{
	for (int i = 0; p && i < run.n_blocks; i++)
		if (run.blocks[i] == p)
			return run.blocks[i] = realloc(p, size);
	return cap_malloc(size);
}

_Noreturn void cap_exit(int status);
_Noreturn void cap_exit(int status)
{
	capture_leave(END_EXIT, status & 255);
}

_Noreturn void cap_abort(void);
_Noreturn void cap_abort(void)
{
	capture_leave(END_SIGNAL, 0);
}

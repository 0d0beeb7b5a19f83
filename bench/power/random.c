/* random.c: do random inputs tell programs apart?
 * usage: random SEED COUNT BASE.so VERSION.so...
 * Runs COUNT random inputs of up to 80 bytes (bytes of any kind, printable ones, or those of a small alphabet) on BASE
 * and on every VERSION and prints, for each version, how many inputs gave another output or status. The programs are
 * shared objects with `subject_main` instead of main and `subject_exit` instead of exit; they run in this process, and
 * their variables are put back after each run. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <link.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST 80   /* bytes of an input */
#define OUT 65536 /* of an output */
#define PROGRAMS 40

struct program {
	int (*main)(void);
	unsigned char *data; /* its variables */
	unsigned char *keep; /* as they were at first */
	size_t size;
};

static uint64_t state;
static jmp_buf left;
static int status;

_Noreturn void subject_exit(int s)
{
	status = s;
	longjmp(left, 1);
}

static unsigned draw(unsigned below)
{
	state = state * 6364136223846793005u + 1442695040888963407u;
	return (unsigned)((state >> 33) % below);
}

static size_t make(char *out)
{
	static const char *const few[] = {"\n ab1:",
									  "\n ->`#|a",
									  "\n\t:=$()%a.",
									  "\n apsd1,$/x.",
									  "\"'\\/*0e.+x",
									  "\n 10=rundata,",
									  "\n -+@,12ab",
									  "(){};?:-+=ab \n1",
									  "\n tableax12.-",
									  "=cdkb\xcc\x81\x83"
									  "ae\n"};
	size_t n = draw(MOST + 1);
	unsigned kind = draw(4);
	const char *set = few[draw(10)];
	for (size_t i = 0; i < n; i++) {
		if (kind == 0)
			out[i] = (char)draw(256);
		else if (kind == 1)
			out[i] = (char)(draw(8) ? ' ' + draw(95) : '\n');
		else
			out[i] = set[draw((unsigned)strlen(set))];
	}
	return n;
}

/* Remembers the segment with the variables of the object that holds `what`. */
static int segment(struct dl_phdr_info *info, size_t size, void *what)
{
	struct program *p = what;
	(void)size;
	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *h = &info->dlpi_phdr[i];
		unsigned char *at = (unsigned char *)info->dlpi_addr + h->p_vaddr;
		if (h->p_type == PT_LOAD && (unsigned char *)p->main >= at &&
			(unsigned char *)p->main < at + h->p_memsz) {
			for (int k = 0; k < info->dlpi_phnum; k++) {
				const ElfW(Phdr) *w = &info->dlpi_phdr[k];
				if (w->p_type == PT_LOAD && (w->p_flags & PF_W)) {
					p->data = (unsigned char *)info->dlpi_addr + w->p_vaddr;
					p->size = w->p_memsz;
				}
				if (w->p_type == PT_GNU_RELRO) { /* read-only by now */
					size_t skip = (size_t)((unsigned char *)info->dlpi_addr + w->p_vaddr +
										   w->p_memsz - p->data);
					skip = (skip + 4095) & ~(size_t)4095;
					skip -= (size_t)p->data % 4096;
					p->data += skip;
					p->size = p->size > skip ? p->size - skip : 0;
				}
			}
			return 1;
		}
	}
	return 0;
}

static void load(const char *name, struct program *p)
{
	void *o = dlopen(name, RTLD_NOW | RTLD_LOCAL);
	memset(p, 0, sizeof *p);
	if (!o || !(*(void **)&p->main = dlsym(o, "subject_main"))) {
		fprintf(stderr, "random: %s: %s\n", name, dlerror());
		exit(2);
	}
	dl_iterate_phdr(segment, p);
	p->keep = malloc(p->size + 1);
	memcpy(p->keep, p->data, p->size);
}

/* Runs the program on the input: its output in `out`, and its status behind it. */
static size_t run(const struct program *p, char *in, size_t n, char *out)
{
	FILE *old_in = stdin, *old_out = stdout;
	stdin = fmemopen(in, n + !n, "r");
	if (!n)
		getc(stdin);
	stdout = fmemopen(out, OUT - sizeof status, "w");
	if (!setjmp(left))
		status = p->main();
	long len = ftell(stdout);
	if (len < 0 || len > (long)(OUT - sizeof status)) /* more than fits */
		len = OUT - sizeof status;
	fclose(stdin);
	fclose(stdout);
	stdin = old_in;
	stdout = old_out;
	memcpy(p->data, p->keep, p->size);
	memcpy(out + len, &status, sizeof status);
	return (size_t)len + sizeof status;
}

int main(int argc, char **argv)
{
	static char input[MOST + 1], first[OUT], second[OUT];
	static struct program programs[PROGRAMS];
	if (argc < 5 || argc > PROGRAMS)
		return 2;
	state = strtoull(argv[1], NULL, 10);
	long count = atol(argv[2]), differ[PROGRAMS] = {0};
	for (int v = 3; v < argc; v++)
		load(argv[v], &programs[v]);
	for (long i = 0; i < count; i++) {
		size_t n = make(input), len = run(&programs[3], input, n, first);
		for (int v = 4; v < argc; v++)
			differ[v] +=
				run(&programs[v], input, n, second) != len || memcmp(first, second, len) != 0;
	}
	for (int v = 4; v < argc; v++)
		printf("%s %ld\n", argv[v], differ[v]);
	return 0;
}

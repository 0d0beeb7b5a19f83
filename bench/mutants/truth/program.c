/* program.c: a subject as a shared object that can run again and again.
 *
 * After loading, the writable memory of the object is copied away; after each run it is put back,
 * so every run begins as a fresh process would.
 */
#include "truth.h"

#include <dlfcn.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_SEGMENTS = 4 };

struct Program {
	int (*entry)(int, char **); /* its main */
	struct {
		char *at;    /* where it lives */
		char *fresh; /* what it holds before a run */
		size_t size;
	} segments[MAX_SEGMENTS];
	int n_segments;
};

typedef struct Search {
	Program *program;
	ElfW(Addr) base; /* load address of the object that is looked for */
} Search;

/* Not memcpy: AddressSanitizer would object to the red zones between the subject's variables. */
static void copy_words(char *to, const char *from, size_t n)
{
	__asm__ volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(n) : : "memory");
}

static int find_segments(struct dl_phdr_info *info, size_t size, void *data)
{
	Search *s = data;
	(void)size;
	if (info->dlpi_addr != s->base)
		return 0;
	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *h = &info->dlpi_phdr[i];
		if (h->p_type != PT_LOAD || !(h->p_flags & PF_W))
			continue;
		Program *p = s->program;
		if (p->n_segments == MAX_SEGMENTS)
			return 1;
		p->segments[p->n_segments].at = (char *)(info->dlpi_addr + h->p_vaddr);
		p->segments[p->n_segments++].size = h->p_memsz;
	}
	return 1;
}

Program *program_load(const char *path)
{
	void *object = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	if (!object) {
		fprintf(stderr, "truth: %s\n", dlerror());
		exit(2);
	}
	Program *p = calloc(1, sizeof *p);
	void *entry = dlsym(object, "subject_main");
	struct link_map *map;
	if (!p || !entry || dlinfo(object, RTLD_DI_LINKMAP, &map)) {
		fprintf(stderr, "truth: %s has no main\n", path);
		exit(2);
	}
	memcpy(&p->entry, &entry, sizeof entry);
	Search search = {p, map->l_addr};
	dl_iterate_phdr(find_segments, &search);
	for (int i = 0; i < p->n_segments; i++) {
		p->segments[i].fresh = malloc(p->segments[i].size);
		copy_words(p->segments[i].fresh, p->segments[i].at, p->segments[i].size);
	}
	return p;
}

void program_arguments(const Shape *shape, Arguments *args)
{
	args->n = shape->n_args + 1;
	args->argv[0] = strdup("subject");
	for (int i = 0; i < shape->n_args; i++)
		args->argv[i + 1] = strdup(shape->parts[i].text);
	args->argv[args->n] = NULL;
}

void program_free_arguments(Arguments *args)
{
	for (int i = 0; i < args->n; i++)
		free(args->argv[i]);
}

void program_run(Program *program, const Shape *shape, const Arguments *args, int fill, Outcome *to)
{
	/* main may have written to its arguments, and to the list of them. */
	char *argv[MAX_PARTS + 2];
	memcpy(argv, args->argv, sizeof argv);
	for (int i = 0; i < shape->n_args; i++)
		memcpy(argv[i + 1], shape->parts[i].text, (size_t)shape->parts[i].length + 1);
	const Part *input = shape->n_parts > shape->n_args ? &shape->parts[shape->n_args] : NULL;
	capture_begin(to, input ? input->text : "", input ? (size_t)input->length : 0, fill);
	capture_call(program->entry, args->n, argv);
	capture_end();
	for (int i = 0; i < program->n_segments; i++)
		copy_words(program->segments[i].at, program->segments[i].fresh, program->segments[i].size);
}

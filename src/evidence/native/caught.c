/* caught.c: reads the reports of sanitizers. */
#include "evidence/native/caught.h"

/* Names of errors in reports, and the machine's errors that they confirm. The first that occurs in the
 * report counts. */
#define BIT(kind) (1u << ERROR_##kind)
static const struct {
	const char *mark;
	u32 kinds;
} names[] = {
	{"double-free", BIT(DOUBLE_FREE)},
	{"attempting free", BIT(INVALID_FREE)},
	{"bad-free", BIT(INVALID_FREE)},
	{"alloc-dealloc-mismatch", BIT(INVALID_FREE)},
	{"param-overlap", BIT(OVERLAP)},
	{"negative-size-param", BIT(BAD_SIZE) | BIT(OUT_OF_BOUNDS)},
	{"allocation-size-too-big", BIT(BAD_SIZE)},
	{"requested allocation size", BIT(BAD_SIZE)},
	{"calloc-overflow", BIT(BAD_SIZE)},
	{"variable length array", BIT(BAD_SIZE)},
	{"heap-use-after-free", BIT(USE_AFTER_FREE) | BIT(OUT_OF_BOUNDS) | BIT(WILD_POINTER)},
	{"stack-use-after", BIT(USE_AFTER_RETURN)},
	{"stack-overflow", BIT(STACK_OVERFLOW)},
	{"buffer-overflow", BIT(OUT_OF_BOUNDS) | BIT(WILD_POINTER) | BIT(USE_AFTER_RETURN)},
	{"buffer-underflow", BIT(OUT_OF_BOUNDS) | BIT(WILD_POINTER) | BIT(USE_AFTER_RETURN)},
	{"container-overflow", BIT(OUT_OF_BOUNDS)},
	{"unknown-crash", BIT(OUT_OF_BOUNDS) | BIT(WILD_POINTER)},
	{"use-after-poison", BIT(OUT_OF_BOUNDS) | BIT(WILD_POINTER)},
	{"SEGV", BIT(OUT_OF_BOUNDS) | BIT(USE_AFTER_FREE) | BIT(USE_AFTER_RETURN) |
				 BIT(NULL_DEREFERENCE) | BIT(WILD_POINTER) | BIT(READ_ONLY) | BIT(STACK_OVERFLOW) |
				 BIT(BAD_CALL) | BIT(BAD_GOTO) | BIT(BAD_SIZE) | BIT(INVALID_FREE)},
	{"BUS", BIT(OUT_OF_BOUNDS) | BIT(WILD_POINTER) | BIT(READ_ONLY)},
	{"FPE", BIT(DIVISION_BY_ZERO)},
	{"division", BIT(DIVISION_BY_ZERO)},
	{"ILL", BIT(UNREACHABLE) | BIT(BAD_CALL) | BIT(BAD_GOTO)},
	{"TRAP", BIT(UNREACHABLE)},
	{"unreachable", BIT(UNREACHABLE)},
	{"null pointer", BIT(NULL_DEREFERENCE)},
	{"out of bounds", BIT(OUT_OF_BOUNDS)},
	{"insufficient space", BIT(OUT_OF_BOUNDS) | BIT(WILD_POINTER)},
	{"through pointer to incorrect function type", BIT(BAD_CALL)},
};
#undef BIT

static const char asan[] = "ERROR: AddressSanitizer: ", ubsan[] = "runtime error: ";

/* The start of a report at or after a position. */
static const char *next_report(const char *at, const char **text)
{
	const char *a = strstr(at, asan), *u = strstr(at, ubsan);
	bool first = a && (!u || a < u);
	if (!a && !u)
		return NULL;
	*text = first ? a + strlen(asan) : u + strlen(ubsan);
	return first ? a : u;
}

/* Reads "#0 0x55d0 in f /dir/a.c:4:69". Frames of the C library and of a sanitizer have no source
 * file, or one whose name is not absolute. */
static bool read_frame(const char *line, size_t n, CaughtReport *r)
{
	char *copy = xstrndup(line, n), *in = strstr(copy, " in "), *save = NULL;
	char *function = in ? strtok_r(in + 4, " ", &save) : NULL;
	char *file = function ? strtok_r(NULL, " ", &save) : NULL;
	char *colon = file && *file == '/' ? strchr(file, ':') : NULL;
	bool good = colon != NULL;
	if (good) {
		*colon = 0;
		r->function = xstrdup(function);
		r->file = xstrdup(file);
		r->line = (u32)strtoul(colon + 1, NULL, 10);
	}
	free(copy);
	return good;
}

/* The frames follow the first line and end with an empty one. */
static void read_frames(const char *at, const char *end, CaughtReport *r)
{
	bool begun = false;
	while (at < end) {
		size_t n = strcspn(at, "\n");
		const char *word = at + strspn(at, " ");
		bool frame = word < at + n && *word == '#';
		if ((begun && !frame) || (frame && read_frame(at, n, r)))
			return;
		begun |= frame;
		at += n + (at[n] == '\n');
	}
}

/* The first line up to an address: "heap-buffer-overflow", "attempting double-free",
 * "index 9 out of bounds for type 'int[9]'". */
static char *read_kind(const char *text)
{
	size_t n = strcspn(text, "\n");
	char *kind = xstrndup(text, n), *address = strstr(kind, " on ");
	char *hex = strstr(kind, " 0x");
	if (address)
		*address = 0;
	else if (hex)
		*hex = 0;
	return kind;
}

void caught_read(const char *text, CaughtList *to)
{
	const char *what = NULL, *at = next_report(text, &what);
	while (at) {
		CaughtReport r = {.kind = read_kind(what)};
		const char *more = NULL, *next = next_report(what, &more);
		read_frames(what + strcspn(what, "\n"), next ? next : what + strlen(what), &r);
		vec_push(to, r);
		at = next;
		what = more;
	}
}

void caught_free(CaughtList *list)
{
	for (size_t i = 0; i < list->len; i++) {
		free(list->at[i].kind);
		free(list->at[i].function);
		free(list->at[i].file);
	}
	vec_free(list);
}

/* Adds a line of a file without blanks at its ends. */
static void add_source_line(const char *path, u32 line, Buf *to)
{
	Buf all = {0};
	Err ignored;
	const char *at = file_read(path, &all, &ignored) ? buf_str(&all) : "";
	for (u32 i = 1; i < line && *at; i++) {
		at += strcspn(at, "\n");
		at += *at == '\n';
	}
	at += strspn(at, " \t");
	size_t n = strcspn(at, "\n");
	while (n && strchr(" \t\r", at[n - 1]))
		n--;
	buf_add(to, at, n);
	buf_free(&all);
}

void caught_place(const CaughtReport *r, Buf *to)
{
	if (!r->function)
		return;
	buf_addf(to, "%s: ", r->function);
	add_source_line(r->file, r->line, to);
}

/* The machine's errors that a report of this kind confirms. */
static u32 kinds_of(const char *kind)
{
	for (size_t i = 0; i < countof(names); i++)
		if (strstr(kind, names[i].mark))
			return names[i].kinds;
	return 0;
}

bool caught_shows(const CaughtList *list, const ToldError *told)
{
	for (size_t i = 0; i < list->len; i++) {
		const CaughtReport *r = &list->at[i];
		bool place = !told->function || !r->function ||
					 (!strcmp(told->function, r->function) &&
					  (!told->line || !r->line || told->line == r->line));
		if (place && (kinds_of(r->kind) >> told->kind & 1))
			return true;
	}
	return false;
}

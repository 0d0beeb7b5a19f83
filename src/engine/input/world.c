/* world.c: answers of the world and failures as inputs: --vary and --faults. */
#include "engine/input/world.h"
#include "engine/input/stdin_kind.h"

#include <ctype.h>
#include <errno.h>
#include <time.h>
#include <unistd.h>

enum { RANDOM_BYTES = 16, NAME_BYTES = 16 }; /* that are varied */

/* Numbers of the world and what they can be. */
static const struct {
	WorldKind kind;
	u8 width;
	bool is_signed;
	u64 least, most;
} numbers[] = {
	{WORLD_CLOCK, 64, true, 0, 253402300799}, /* 1970 to 9999 */
	{WORLD_UID, 32, false, 0, UINT32_MAX - 1},
	{WORLD_GID, 32, false, 0, UINT32_MAX - 1},
	{WORLD_PID, 32, true, 1, 1 << 22}, /* the kernel's own limit */
	{WORLD_STDIN, 32, false, OS_INPUT_FILE, OS_INPUT_TERMINAL},
};

static u64 start_of(const Inputs *in, WorldKind kind)
{
	switch (kind) {
	case WORLD_CLOCK: return (u64)(in->clock ? in->clock : OS_CLOCK_START);
	case WORLD_UID: return getuid();
	case WORLD_GID: return getgid();
	case WORLD_STDIN: return OS_INPUT_FILE;
	default: return OS_PID;
	}
}

/* ---- the clock ---- */

enum { DAY = 24 * 60 * 60, LAST_MINUTE = DAY - 60 };

/* True if the text is a time as format says, and nothing else. */
static bool reads_as(const char *text, const char *format, struct tm *t)
{
	*t = (struct tm){0};
	const char *end = strptime(text, format, t);
	struct tm given = *t;
	/* timegm makes the 2nd of March of the 30th of February. */
	return end && !*end && isdigit((u8)*text) && timegm(t) != -1 && t->tm_mday == given.tm_mday;
}

bool world_clock(const char *text, i64 *seconds, Err *err)
{
	struct tm t;
	char *end;
	if (!text) {
		*seconds = (i64)time(NULL) / DAY * DAY + LAST_MINUTE;
		return true;
	}
	if (*text == '@' && isdigit((u8)text[1])) {
		errno = 0;
		*seconds = strtoll(text + 1, &end, 10);
		if (!*end && !errno)
			return *seconds <= (i64)numbers[0].most ||
				   err_set(err, "--clock '%s': after the year 9999", text);
	}
	if (reads_as(text, "%Y-%m-%d", &t))
		*seconds = (i64)timegm(&t) + LAST_MINUTE;
	else if (reads_as(text, "%Y-%m-%dT%H:%M:%SZ", &t))
		*seconds = (i64)timegm(&t);
	else
		return err_set(err, "--clock '%s': must be YYYY-MM-DD, YYYY-MM-DDTHH:MM:SSZ or @SECONDS",
					   text);
	return *seconds > 0 || err_set(err, "--clock '%s': must be after 1970-01-01T00:00:00Z", text);
}

/* ---- parts ---- */

/* Inserts a part behind all others, but before standard input, which comes last; with a value in
 * each start of the shape. */
static Part *insert(Inputs *in, u32 number, PartKind kind, const char *name, const Buf *start)
{
	Shape *shape = &in->shapes.at[number];
	size_t n = shape->parts.len;
	size_t at = n && shape->parts.at[n - 1].role == ROLE_STDIN ? n - 1 : n;
	shape_add(shape, kind, ROLE_WORLD, name);
	Part made = shape->parts.at[n];
	memmove(&shape->parts.at[at + 1], &shape->parts.at[at], (n - at) * sizeof made);
	shape->parts.at[at] = made;
	for (size_t i = 0; i < in->starts.len; i++) {
		Start *s = &in->starts.at[i];
		if (s->shape != number)
			continue;
		s->values = xrealloc(s->values, (n + 2) * sizeof *s->values);
		memmove(&s->values[at + 1], &s->values[at], (n - at) * sizeof *s->values);
		s->values[at] = (Buf){0};
		buf_add(&s->values[at], buf_str(start), start->len);
	}
	Part *part = &shape->parts.at[at];
	buf_add(&part->start, buf_str(start), start->len);
	return part;
}

static void add_number(Inputs *in, u32 shape, const char *name, u8 width, bool is_signed, u64 start)
{
	Buf text = {0};
	buf_addf(&text, "%llu", (unsigned long long)start);
	Part *part = insert(in, shape, PART_INT, name, &text);
	part->width = width;
	part->is_signed = is_signed;
	buf_free(&text);
}

static void add_bytes(Inputs *in, u32 shape, WorldKind kind)
{
	Buf start = {0};
	u8 bytes[RANDOM_BYTES];
	char name[OS_HOST_NAME + 1];
	os_random_start(bytes, sizeof bytes);
	os_host_name(name);
	if (kind == WORLD_RANDOM)
		buf_add(&start, bytes, sizeof bytes);
	else
		buf_adds(&start, name);
	u32 least = kind == WORLD_RANDOM ? RANDOM_BYTES : NAME_BYTES;
	insert(in, shape, kind == WORLD_RANDOM ? PART_OBJECT : PART_TEXT, world_word(kind), &start)
		->bound = start.len > least ? (u32)start.len : least;
	buf_free(&start);
}

static bool add_kind(Inputs *in, const char *word)
{
	bool known = false;
	for (u32 s = 0; s < in->shapes.len; s++) {
		for (size_t i = 0; i < countof(numbers); i++)
			if (!strcmp(word, world_word(numbers[i].kind))) {
				add_number(in, s, word, numbers[i].width, numbers[i].is_signed,
						   start_of(in, numbers[i].kind));
				known = true;
			}
		for (WorldKind k = WORLD_RANDOM; k <= WORLD_HOSTNAME; k++)
			if (!strcmp(word, world_word(k))) {
				add_bytes(in, s, k);
				known = true;
			}
	}
	return known;
}

static bool add_fault(Inputs *in, const char *word)
{
	bool known = false;
	for (u32 s = 0; s < in->shapes.len; s++)
		for (FaultKind i = 0; i < N_FAULTS; i++)
			if (!strcmp(word, fault_word(i))) {
				add_number(in, s, fault_input(i), 32, false, 0);
				known = true;
			}
	return known;
}

/* Each word of a list, each once. */
static bool add_list(Inputs *in, const char *option, const char *list, const char *all,
					 bool (*add)(Inputs *in, const char *word), Err *err)
{
	StrList seen = {0};
	Arena arena = {0};
	bool good = true;
	for (const char *at = list; good && at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL) {
		const char *word = arena_strndup(&arena, at, strcspn(at, ","));
		for (size_t i = 0; good && i < seen.len; i++)
			good = strcmp(seen.at[i], word) || err_set(err, "%s: '%s' twice", option, word);
		vec_push(&seen, word);
		if (good && !add(in, word))
			good = err_set(err, "%s '%s': must be a list of %s", option, word, all);
	}
	vec_free(&seen);
	arena_free(&arena);
	return good;
}

static bool is_stdin_kind(const Part *part)
{
	return part->role == ROLE_WORLD && !strcmp(part->name, world_word(WORLD_STDIN));
}

bool shape_has_world(const Shape *s)
{
	for (size_t i = 0; i < s->parts.len; i++)
		if (s->parts.at[i].role == ROLE_WORLD)
			return true;
	return false;
}

bool shape_needs_shim(const Shape *s)
{
	for (size_t i = 0; i < s->parts.len; i++)
		if (s->parts.at[i].role == ROLE_WORLD && !is_stdin_kind(&s->parts.at[i]))
			return true;
	return false;
}

OsInputKind inputs_stdin_kind(const Inputs *in, const Shape *shape, const Assignment *a)
{
	for (size_t i = 0; i < shape->parts.len; i++)
		if (is_stdin_kind(&shape->parts.at[i])) {
			u32 var = input_group(in->pool, shape->parts.at[i].group)->first;
			return (OsInputKind)assignment_get(a, var);
		}
	return OS_INPUT_FILE;
}

bool inputs_world(Inputs *in, const char *vary, const char *faults, Err *err)
{
	return add_list(in, "--vary", vary, "clock, uid, gid, pid, stdin_kind, random and hostname",
					add_kind, err) &&
		   add_list(in, "--faults", faults, "malloc, read and write", add_fault, err);
}

/* The row of a part in numbers; its length if there is none. */
static size_t row_of(const Part *part)
{
	size_t i = 0;
	while (i < countof(numbers) &&
		   (part->kind != PART_INT || strcmp(part->name, world_word(numbers[i].kind))))
		i++;
	return i;
}

void world_limit(const Inputs *in, Shape *shape, const Part *part)
{
	ExprPool *p = in->pool;
	size_t i = row_of(part);
	if (i == countof(numbers))
		return;
	Expr e = expr_input(p, part->group, 0);
	vec_push(&shape->base, expr_ule(p, expr_const(p, part->width, numbers[i].least), e));
	vec_push(&shape->base, expr_ule(p, e, expr_const(p, part->width, numbers[i].most)));
}

void world_assume_limit(const Inputs *in, const Part *part)
{
	size_t i = row_of(part);
	if (i < countof(numbers))
		input_limit(in->pool, input_group(in->pool, part->group)->first, numbers[i].most);
}

/* ---- runs ---- */

static void take_number(const Inputs *in, const Part *part, const Assignment *a, WorldInput *w)
{
	u32 var = input_group(in->pool, part->group)->first;
	u64 value = assignment_get(a, var);
	for (FaultKind i = 0; i < N_FAULTS; i++)
		if (!strcmp(part->name, fault_input(i))) {
			w->fault[i] = expr_var(in->pool, var);
			w->fails[i] = (u32)value;
			w->faults = true;
			return;
		}
	WorldKind kind = WORLD_STDIN;
	while (strcmp(part->name, world_word(kind)))
		kind--;
	w->value[kind] = expr_var(in->pool, var);
	w->os.varied[kind] = true;
	switch (kind) {
	case WORLD_CLOCK: w->os.clock = (i64)value; break;
	case WORLD_UID: w->os.uid = (u32)value; break;
	case WORLD_GID: w->os.gid = (u32)value; break;
	case WORLD_STDIN: w->os.input = (OsInputKind)value; break;
	default: w->os.pid = (u32)value;
	}
}

bool inputs_world_run(const Inputs *in, const Shape *shape, const Assignment *a, WorldInput *w)
{
	bool any = false;
	*w = (WorldInput){0};
	for (size_t i = 0; i < shape->parts.len; i++) {
		const Part *part = &shape->parts.at[i];
		OsBytes bytes = {part->bytes, part->tags, part->size};
		if (part->role != ROLE_WORLD)
			continue;
		any = true;
		if (part->kind == PART_INT) {
			take_number(in, part, a, w);
		} else if (part->kind == PART_OBJECT) {
			w->os.varied[WORLD_RANDOM] = true;
			w->os.random = bytes;
		} else {
			w->os.varied[WORLD_HOSTNAME] = true;
			w->os.hostname = bytes;
		}
	}
	return any;
}

/* ---- texts ---- */

/* The value of a part, as text. */
static void add_value(const Part *part, const Buf *value, Buf *to)
{
	if (part->kind != PART_INT)
		buf_addc(to, '"');
	if (is_stdin_kind(part))
		buf_adds(to, stdin_kind_word((OsInputKind)atoi(buf_str(value))));
	else
		buf_add_escaped(to, buf_str(value), value->len);
	if (part->kind != PART_INT)
		buf_addc(to, '"');
}

bool inputs_world_text(const Inputs *in, const Shape *shape, const Assignment *a, Buf *to)
{
	Buf value = {0};
	bool any = false;
	for (size_t i = 0; i < shape->parts.len; i++) {
		const Part *part = &shape->parts.at[i];
		if (part->role != ROLE_WORLD)
			continue;
		buf_reset(&value);
		inputs_bytes(in, part, a, &value);
		/* What is as it would be anyway goes without saying. */
		if (value.len == part->start.len &&
			!memcmp(buf_str(&value), buf_str(&part->start), value.len))
			continue;
		buf_addf(to, "%s%s = ", any ? ", " : "", part->name);
		add_value(part, &value, to);
		any = true;
	}
	buf_free(&value);
	return any;
}

void inputs_world_read(const Inputs *in, Start *start, const char *text)
{
	const Shape *shape = &in->shapes.at[start->shape];
	for (size_t i = 0; i < shape->parts.len; i++) {
		const Part *part = &shape->parts.at[i];
		size_t n = strlen(part->name);
		if (part->role != ROLE_WORLD || part->kind != PART_INT)
			continue;
		for (const char *at = text; (at = strstr(at, part->name)); at += n) {
			if ((at > text && at[-1] != ' ') || strncmp(at + n, " = ", 3))
				continue;
			OsInputKind kind;
			buf_reset(&start->values[i]);
			if (is_stdin_kind(part) && stdin_kind_parse(at + n + 3, &kind))
				buf_addf(&start->values[i], "%d", (int)kind);
			else
				buf_add(&start->values[i], at + n + 3, strspn(at + n + 3, "0123456789"));
			break;
		}
	}
}

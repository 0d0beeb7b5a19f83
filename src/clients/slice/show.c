/* show.c: prints slices: as source with marks in the margin for people, and as JSON. */
#include <cjson/cJSON.h>

#include "clients/slice/slice.h"

/* A source file, split when a line of it is asked for. */
typedef struct ShownSource {
	bool tried;
	Buf text;
	VEC(u32) lines; /* where each begins */
} ShownSource;

typedef struct LineCount {
	u32 dynamic, relevant, static_only; /* lines, each counted once */
	u32 all;                            /* with code */
	u32 left_functions, post_lines;     /* not printed */
} LineCount;

typedef struct Show {
	const Slice *s;
	IntMap lines;         /* file << 32 | line -> marks + 1 */
	ShownSource *sources; /* by file */
	LineCount count;
} Show;

static u64 line_key(const Loc *loc)
{
	return (u64)loc->file << 32 | loc->line;
}

static bool is_shown(const Function *f)
{
	return f->kind == FN_SUBJECT && f->n_ins;
}

static void gather(Show *w)
{
	const Program *p = w->s->p;
	for (u32 i = 0; i < p->functions.len; i++) {
		const Function *f = &p->functions.at[i];
		if (!is_shown(f))
			continue;
		for (u32 k = 0; k < f->n_ins; k++) {
			const Loc *loc = &p->locs.at[f->ins[k].loc];
			u64 old = 1;
			if (!loc->line)
				continue;
			intmap_get(&w->lines, line_key(loc), &old);
			intmap_put(&w->lines, line_key(loc), ((old - 1) | slice_marks(w->s, i, k)) + 1);
		}
	}
}

static u8 line_marks(const Show *w, u32 file, u32 line)
{
	u64 marks;
	return intmap_get(&w->lines, (u64)file << 32 | line, &marks) ? (u8)(marks - 1) : 0;
}

static char letter(u8 marks)
{
	if (marks & IN_DYNAMIC)
		return 'd';
	if (marks & IN_RELEVANT)
		return 'r';
	return marks & IN_STATIC ? 's' : ' ';
}

static void count_lines(Show *w)
{
	for (size_t i = 0; i < w->lines.cap; i++) {
		if (!w->lines.keys[i])
			continue;
		char c = letter((u8)(w->lines.values[i] - 1));
		w->count.all++;
		w->count.dynamic += c == 'd';
		w->count.relevant += c == 'r';
		w->count.static_only += c == 's';
	}
}

/* ---- text ---- */

static void read_source(Show *w, u32 file)
{
	ShownSource *src = &w->sources[file];
	Err ignored;
	if (src->tried)
		return;
	src->tried = true;
	const Program *p = w->s->p;
	char *full = program_path(p, file);
	bool good = file_read(full, &src->text, &ignored);
	free(full);
	if (!good)
		return;
	vec_push(&src->lines, 0);
	for (u32 i = 0; i < src->text.len; i++)
		if (src->text.at[i] == '\n')
			vec_push(&src->lines, i + 1);
}

static void print_line(Show *w, u32 file, u32 line, FILE *to)
{
	const ShownSource *src = &w->sources[file];
	u8 marks = line_marks(w, file, line);
	fprintf(to, "%c%c %5u  ", marks & IS_CRITERION ? '>' : ' ', letter(marks), line);
	if (line <= src->lines.len && src->lines.at[line - 1] < src->text.len) {
		const char *text = src->text.at + src->lines.at[line - 1];
		fprintf(to, "%.*s", (int)strcspn(text, "\r\n"), text);
	}
	fprintf(to, "\n");
}

/* First and last line of a function, in the file it begins in. */
static bool extent(const Program *p, const Function *f, u32 *file, u32 *first, u32 *last)
{
	const Loc *begin = &p->locs.at[f->loc];
	*file = begin->file;
	*first = *last = begin->line;
	for (u32 k = 0; k < f->n_ins; k++) {
		const Loc *loc = &p->locs.at[f->ins[k].loc];
		if (!loc->line || loc->file != *file)
			continue;
		if (!*first || loc->line < *first)
			*first = loc->line;
		if (loc->line > *last)
			*last = loc->line;
	}
	return *file && *first;
}

typedef struct Piece {
	u32 file, first, last; /* lines of a function */
	bool marked;
} Piece;

static int by_location(const void *a, const void *b)
{
	const Piece *x = a, *y = b;
	if (x->file != y->file)
		return x->file < y->file ? -1 : 1;
	return x->first < y->first ? -1 : x->first > y->first;
}

static void print_pieces(Show *w, Piece *list, size_t n, FILE *to)
{
	u32 file = 0, done = 0;
	for (size_t i = 0; i < n; i++) {
		const Piece *x = &list[i];
		if (x->file != file)
			done = 0;
		if (!x->marked) {
			w->count.left_functions++;
			w->count.post_lines += x->last - x->first + 1;
			continue;
		}
		read_source(w, x->file);
		bool has_text = w->sources[x->file].lines.len;
		if (x->file != file)
			fprintf(to, "\n%s:%s\n", w->s->p->files.at[x->file],
					has_text ? "" : " (cannot be read: only marked lines)");
		else if (x->first > done + 1)
			fprintf(to, "\n");
		file = x->file;
		for (u32 line = x->first > done ? x->first : done + 1; line <= x->last; line++)
			if (has_text || line_marks(w, file, line))
				print_line(w, file, line, to);
		if (x->last > done)
			done = x->last;
	}
}

static void print_functions(Show *w, FILE *to)
{
	const Program *p = w->s->p;
	VEC(Piece) pieces = {0};
	for (u32 i = 0; i < p->functions.len; i++) {
		Piece x = {0};
		if (!is_shown(&p->functions.at[i]) ||
			!extent(p, &p->functions.at[i], &x.file, &x.first, &x.last))
			continue;
		x.marked = w->s->here[i];
		vec_push(&pieces, x);
	}
	if (pieces.len)
		qsort(pieces.at, pieces.len, sizeof *pieces.at, by_location);
	print_pieces(w, pieces.at, pieces.len, to);
	vec_free(&pieces);
}

static void show_end(Show *w)
{
	for (size_t i = 0; i < w->s->p->files.len; i++) {
		buf_free(&w->sources[i].text);
		vec_free(&w->sources[i].lines);
	}
	free(w->sources);
	intmap_free(&w->lines);
}

static Show show_begin(const Slice *s)
{
	Show w = {.s = s, .sources = xcalloc(s->p->files.len + 1, sizeof *w.sources)};
	gather(&w);
	count_lines(&w);
	return w;
}

void slice_print(const Slice *s, FILE *to)
{
	Show w = show_begin(s);
	const LineCount *c = &w.count;
	fprintf(to, "> the criterion   d dynamic slice   r only in the relevant slice   "
				"s only in the static slice\n");
	print_functions(&w, to);
	fprintf(to, "\nlines with code: %u; dynamic %u, relevant %u, static %u\n", c->all, c->dynamic,
			c->dynamic + c->relevant, c->dynamic + c->relevant + c->static_only);
	if (c->left_functions)
		fprintf(to, "left out: %u function%s without a mark, %u line%s\n", c->left_functions,
				c->left_functions == 1 ? "" : "s", c->post_lines, c->post_lines == 1 ? "" : "s");
	show_end(&w);
}

/* ---- JSON ---- */

typedef struct LineMark {
	u64 key;
	u8 marks;
} LineMark;

static int by_key(const void *a, const void *b)
{
	u64 x = ((const LineMark *)a)->key, y = ((const LineMark *)b)->key;
	return x < y ? -1 : x > y;
}

static cJSON *lines_json(const Show *w)
{
	cJSON *list = cJSON_CreateArray();
	VEC(LineMark) all = {0};
	for (size_t i = 0; i < w->lines.cap; i++)
		if (w->lines.keys[i] && w->lines.values[i] > 1)
			vec_push(&all, ((LineMark){w->lines.keys[i], (u8)(w->lines.values[i] - 1)}));
	if (all.len)
		qsort(all.at, all.len, sizeof *all.at, by_key);
	for (size_t i = 0; i < all.len; i++) {
		cJSON *one = cJSON_CreateObject();
		u8 marks = all.at[i].marks;
		cJSON_AddStringToObject(one, "file", w->s->p->files.at[all.at[i].key >> 32]);
		cJSON_AddNumberToObject(one, "line", (u32)all.at[i].key);
		cJSON_AddBoolToObject(one, "dynamic", (marks & IN_DYNAMIC) != 0);
		cJSON_AddBoolToObject(one, "relevant", (marks & (IN_DYNAMIC | IN_RELEVANT)) != 0);
		cJSON_AddBoolToObject(one, "static", (marks & IN_STATIC) != 0);
		cJSON_AddBoolToObject(one, "criterion", (marks & IS_CRITERION) != 0);
		cJSON_AddItemToArray(list, one);
	}
	vec_free(&all);
	return list;
}

char *slice_json(const Slice *s, const char *location, const char *var)
{
	Show w = show_begin(s);
	cJSON *root = cJSON_CreateObject(), *counts = cJSON_CreateObject();
	cJSON_AddStringToObject(root, "command", "slice");
	cJSON_AddStringToObject(root, "at", location);
	if (var)
		cJSON_AddStringToObject(root, "var", var);
	cJSON_AddNumberToObject(counts, "code", w.count.all);
	cJSON_AddNumberToObject(counts, "dynamic", w.count.dynamic);
	cJSON_AddNumberToObject(counts, "relevant", w.count.dynamic + w.count.relevant);
	cJSON_AddNumberToObject(counts, "static",
							w.count.dynamic + w.count.relevant + w.count.static_only);
	cJSON_AddItemToObject(root, "counts", counts);
	cJSON_AddItemToObject(root, "lines", lines_json(&w));
	char *text = cJSON_Print(root);
	cJSON_Delete(root);
	show_end(&w);
	return text;
}

/* lines.c: drafts of changes, their lines, and the changes built from them. */
#include "versions/changes/impl.h"

#include <ctype.h>

Draft *draft_new(ChangeMap *m, ChangeKind kind)
{
	vec_push(&m->drafts, ((Draft){.c = {.kind = kind}}));
	Draft *d = &vec_last(&m->drafts);
	for (Side s = OLD; s < N_SIDES; s++)
		d->c.part[s].function = d->c.part[s].global = NO_OPERAND;
	return d;
}

void draft_point(Draft *d, Side s, u32 function, u32 ins, PointKind kind)
{
	vec_push(&d->points[s], ((ChangePoint){function, ins, kind}));
}

void draft_line(Draft *d, Side s, Loc at)
{
	vec_push(&d->lines[s], ((LineRange){at.file, at.line, at.line}));
}

Loc loc_of(const ChangeMap *m, Side s, u32 loc)
{
	return m->half[s].p->locs.at[loc];
}

/* ---- lines of definitions ---- */

/* The line on which a definition that begins on `line` ends: at the semicolon outside of all
 * brackets, texts and comments. */
static u32 definition_end(const SourceText *t, u32 line)
{
	int depth = 0;
	char quote = 0;
	if (line >= t->lines.len)
		return line;
	u32 at = line;
	for (size_t i = t->lines.at[line - 1]; i < t->bytes.len; i++) {
		char c = t->bytes.at[i];
		if (c == '\n') {
			at++;
		} else if (quote) {
			if (c == '\\')
				i++;
			else if (quote == '*' ? c == '*' && t->bytes.at[i + 1] == '/' : c == quote)
				quote = 0;
		} else if (c == '"' || c == '\'') {
			quote = c;
		} else if (c == '/' && t->bytes.at[i + 1] == '*') {
			quote = '*';
			i++;
		} else if (c == '/' && t->bytes.at[i + 1] == '/') {
			while (i + 1 < t->bytes.len && t->bytes.at[i + 1] != '\n')
				i++;
		} else if (c == '{' || c == '(' || c == '[') {
			depth++;
		} else if (c == '}' || c == ')' || c == ']') {
			depth--;
		} else if (c == ';' && depth <= 0) {
			return at;
		}
	}
	return line;
}

static bool same_text(ChangeMap *m, u32 file_o, u32 line_o, u32 file_n, u32 line_n)
{
	size_t a, b;
	const char *x = source_line(m, OLD, file_o, line_o, &a);
	const char *y = source_line(m, NEW, file_n, line_n, &b);
	return x && y && a == b && !memcmp(x, y, a);
}

/* Drops equal lines at both ends, unless all are equal: then a macro or a type changed. */
static void trim(ChangeMap *m, LineRange *o, LineRange *n)
{
	LineRange x = *o, y = *n;
	while (x.first <= x.last && y.first <= y.last &&
		   same_text(m, x.file, x.first, y.file, y.first)) {
		x.first++;
		y.first++;
	}
	while (x.last >= x.first && y.last >= y.first && same_text(m, x.file, x.last, y.file, y.last)) {
		x.last--;
		y.last--;
	}
	if (x.first > x.last && y.first > y.last)
		return;
	/* Lines only in one of them: the other says after which line they are. */
	if (x.first > x.last)
		x.first = x.last = x.first > o->first ? x.first - 1 : o->first;
	if (y.first > y.last)
		y.first = y.last = y.first > n->first ? y.first - 1 : n->first;
	*o = x;
	*n = y;
}

void global_lines(ChangeMap *m, Draft *d, u32 old, u32 newer)
{
	u32 id[N_SIDES] = {old, newer};
	LineRange r[N_SIDES];
	for (Side s = OLD; s < N_SIDES; s++) {
		Loc at = loc_of(m, s, m->half[s].p->globals.at[id[s]].loc);
		if (!at.line)
			return;
		const SourceText *t = source_text(m, s, at.file);
		r[s] = (LineRange){at.file, at.line, definition_end(t, at.line)};
	}
	trim(m, &r[OLD], &r[NEW]);
	for (Side s = OLD; s < N_SIDES; s++)
		vec_push(&d->lines[s], r[s]);
}

/* ---- from drafts to changes ---- */

static int by_location(const void *x, const void *y)
{
	const ChangePoint *a = x, *b = y;
	if (a->function != b->function)
		return a->function < b->function ? -1 : 1;
	if (a->ins != b->ins)
		return a->ins < b->ins ? -1 : 1;
	return (a->kind > b->kind) - (a->kind < b->kind);
}

static int by_line(const void *x, const void *y)
{
	const LineRange *a = x, *b = y;
	if (a->file != b->file)
		return a->file < b->file ? -1 : 1;
	if (a->first != b->first)
		return a->first < b->first ? -1 : 1;
	return (a->last > b->last) - (a->last < b->last);
}

static void finish_part(ChangeMap *m, Draft *d, Side s)
{
	ChangePart *part = &d->c.part[s];
	size_t n = d->points[s].len, k = d->lines[s].len;
	ChangePoint *points = arena_array(&m->arena, ChangePoint, n + 1);
	LineRange *lines = arena_array(&m->arena, LineRange, k + 1);
	if (n)
		qsort(d->points[s].at, n, sizeof *points, by_location);
	for (size_t i = 0; i < n; i++) {
		const ChangePoint *p = &d->points[s].at[i], *last = points + part->n_points - 1;
		if (!part->n_points || last->function != p->function || last->ins != p->ins)
			points[part->n_points++] = *p;
	}
	if (k)
		qsort(d->lines[s].at, k, sizeof *lines, by_line);
	for (size_t i = 0; i < k; i++) {
		const LineRange *r = &d->lines[s].at[i];
		LineRange *last = lines + part->n_lines - 1;
		if (part->n_lines && last->file == r->file && r->first <= last->last + 1)
			last->last = r->last > last->last ? r->last : last->last;
		else
			lines[part->n_lines++] = *r;
	}
	part->points = points;
	part->lines = lines;
}

static void mark_points(ChangeMap *m, const Change *c, Side s)
{
	for (u32 i = 0; i < c->part[s].n_points; i++) {
		const ChangePoint *p = &c->part[s].points[i];
		Body *b = &m->half[s].body[p->function];
		u32 n = function_of(m, s, p->function)->n_ins;
		if (p->kind == POINT_MARKER)
			continue;
		if (!b->bits) {
			b->bits = arena_array(&m->arena, u64, n / 64 + 1);
			b->of = arena_array(&m->arena, u32, n + 1);
			memset(b->of, 0xff, n * sizeof(u32));
		}
		b->bits[p->ins / 64] |= 1ull << p->ins % 64;
		if (b->of[p->ins] == NO_OPERAND)
			b->of[p->ins] = c->id;
	}
}

/* ---- what changed, in the words of the sources ---- */

static bool same_words(const char *a, size_t n, const char *b, size_t k)
{
	size_t i = 0, j = 0;
	for (;;) {
		while (i < n && (a[i] == ' ' || a[i] == '\t'))
			i++;
		while (j < k && (b[j] == ' ' || b[j] == '\t'))
			j++;
		if (i == n || j == k || a[i] != b[j])
			return i == n && j == k;
		i++;
		j++;
	}
}

/* True if the other version has the line at the same location, with other blanks. */
static bool only_laid_out(ChangeMap *m, Side s, u32 file, u32 line)
{
	Side t = side_other(s);
	const Hunk *h = hunk_at(m, s, file, line);
	size_t n, k;
	const char *at = source_line(m, s, file, line, &n);
	for (u32 i = h ? h->from[t] : 0; h && i < h->to[t]; i++) {
		const char *other = source_line(m, t, m->half[s].file[file], i, &k);
		if (at && other && same_words(at, n, other, k))
			return true;
	}
	return false;
}

/* The first line of the change that the other version does not have; NULL: there is none. */
static const char *own_line(ChangeMap *m, const Draft *d, Side s, size_t *len)
{
	const ChangePart *part = &d->c.part[s];
	for (u32 i = 0; i < part->n_lines; i++) {
		const LineRange *r = &part->lines[i];
		for (u32 line = r->first; line && line <= r->last; line++) {
			const char *at = source_line(m, s, r->file, line, len);
			if (at && *len > 1 && !is_comment(at, *len) && in_hunk(m, s, r->file, line) &&
				!only_laid_out(m, s, r->file, line))
				return at;
		}
	}
	return NULL;
}

enum { LINE_MOST = 60, LINE_BEFORE = 20 }; /* characters of a line, and before what differs */

static void add_line(Buf *to, const char *at, size_t n, size_t from)
{
	size_t left = n - from;
	buf_addf(to, "`%s%.*s%s`", from ? "..." : "", (int)(left < LINE_MOST ? left : LINE_MOST),
			 at + from, left < LINE_MOST ? "" : "...");
}

void say_both(Buf *to, const char *const line[], const size_t n[])
{
	bool both = line[OLD] && line[NEW];
	size_t same = 0;
	while (both && same < n[OLD] && same < n[NEW] && line[OLD][same] == line[NEW][same])
		same++;
	size_t from = same > LINE_MOST - LINE_BEFORE ? same - LINE_BEFORE : 0;
	for (Side s = OLD; s < N_SIDES; s++) {
		if (line[s])
			add_line(to, line[s], n[s], from);
		if (both && s == OLD)
			buf_adds(to, " is now ");
	}
	if (!both && (line[OLD] || line[NEW]))
		buf_adds(to, line[NEW] ? " is new" : " is gone");
}

/* Where instructions tell nothing, the lines do. */
static void say_lines(ChangeMap *m, Draft *d)
{
	size_t n_old = 0, n_new = 0, n = 0;
	const char *old = own_line(m, d, OLD, &n_old), *newer = own_line(m, d, NEW, &n_new);
	old = d->c.kind == CHANGE_ADDITION && newer ? NULL : old;
	newer = d->c.kind == CHANGE_DELETION && old ? NULL : newer;
	const ChangePart *part = &d->c.part[NEW];
	const char *any =
		part->n_lines ? source_line(m, NEW, part->lines[0].file, part->lines[0].first, &n) : NULL;
	Buf text = {0};
	say_both(&text, (const char *const[]){old, newer}, (const size_t[]){n_old, n_new});
	bool data = part->global != NO_OPERAND;
	if (!text.len && any && n > 1 && !data) {
		buf_adds(&text, "what ");
		add_line(&text, any, n, 0);
		buf_adds(&text, " uses");
	}
	/* Its source cannot be read, or has only a bracket there. */
	if (!text.len && !data && (!d->what || !*d->what))
		buf_adds(&text, d->c.kind == CHANGE_ADDITION   ? "new code"
						: d->c.kind == CHANGE_DELETION ? "code that is gone"
													   : "other code");
	if (text.len)
		d->what = arena_strdup(&m->arena, text.at);
	buf_free(&text);
}

/* The characters of a text but for blanks. */
static size_t squeeze(const char *text, size_t n, char *to)
{
	size_t k = 0;
	for (size_t i = 0; i < n; i++)
		if (!isspace((unsigned char)text[i]))
			to[k++] = text[i];
	return k;
}

/* True if one line becomes the other when a text in it becomes another one. */
static bool becomes(const char *const line[], const size_t n[], const char *const text[],
					const size_t k[])
{
	char *of[N_SIDES];
	size_t len[N_SIDES];
	for (Side s = OLD; s < N_SIDES; s++) {
		of[s] = xmalloc(n[s] + 1);
		len[s] = squeeze(line[s], n[s], of[s]);
	}
	bool fits = k[OLD] && len[OLD] + k[NEW] == len[NEW] + k[OLD], found = false;
	for (size_t i = 0; fits && !found && i + k[OLD] <= len[OLD]; i++) {
		size_t rest = len[OLD] - i - k[OLD];
		found = !memcmp(of[OLD], of[NEW], i) && !memcmp(of[OLD] + i, text[OLD], k[OLD]) &&
				!memcmp(of[NEW] + i, text[NEW], k[NEW]) &&
				!memcmp(of[OLD] + i + k[OLD], of[NEW] + i + k[NEW], rest);
	}
	free(of[OLD]);
	free(of[NEW]);
	return found;
}

/* "0 is now 43", where the lines do not say so: a character, a comparison that was not written, an
 * edit of more than that. */
static bool reads_otherwise(ChangeMap *m, const Draft *d)
{
	size_t n[N_SIDES];
	const char *old = own_line(m, d, OLD, &n[OLD]);
	const char *newer = own_line(m, d, NEW, &n[NEW]);
	const char *mid = strstr(d->what, " is now ");
	return old && newer && mid && *d->what != '`' &&
		   !becomes((const char *const[]){old, newer}, n, (const char *const[]){d->what, mid + 8},
					(const size_t[]){(size_t)(mid - d->what), strlen(mid + 8)});
}

static void write_text(ChangeMap *m, Draft *d)
{
	Buf text = {0};
	if (d->vague || reads_otherwise(m, d))
		say_lines(m, d);
	const ChangePart *n = &d->c.part[NEW], *o = &d->c.part[OLD];
	buf_adds(&text, change_kind_name(d->c.kind));
	if (d->of)
		buf_addf(&text, " of %s", d->of);
	else if (n->global != NO_OPERAND)
		buf_addf(&text, " of %s", m->half[NEW].p->globals.at[n->global].name);
	else if (n->function != NO_OPERAND)
		buf_addf(&text, " in %s", function_of(m, NEW, n->function)->source_name);
	else if (o->function != NO_OPERAND)
		buf_addf(&text, " in %s", function_of(m, OLD, o->function)->source_name);
	buf_addf(&text, ": %s", d->what);
	d->c.text = arena_strdup(&m->arena, buf_str(&text));
	buf_free(&text);
}

/* In the order of NEW's lines; those without a line at the end. */
static int by_new_line(const void *x, const void *y)
{
	const Draft *a = x, *b = y;
	const ChangePart *p = &a->c.part[NEW], *q = &b->c.part[NEW];
	if (!p->n_lines != !q->n_lines)
		return p->n_lines ? -1 : 1;
	int order = p->n_lines ? by_line(p->lines, q->lines) : 0;
	return order ? order : (a->c.id > b->c.id) - (a->c.id < b->c.id);
}

void drafts_finish(ChangeMap *m)
{
	for (size_t i = 0; i < m->drafts.len; i++) {
		Draft *d = &m->drafts.at[i];
		d->c.id = (u32)i;
		finish_part(m, d, OLD);
		finish_part(m, d, NEW);
		write_text(m, d);
	}
	if (m->drafts.len)
		qsort(m->drafts.at, m->drafts.len, sizeof *m->drafts.at, by_new_line);
	for (size_t i = 0; i < m->drafts.len; i++) {
		Change c = m->drafts.at[i].c;
		c.id = (u32)i;
		vec_push(&m->changes, c);
		mark_points(m, &c, OLD);
		mark_points(m, &c, NEW);
		for (Side s = OLD; s < N_SIDES; s++) {
			vec_free(&m->drafts.at[i].points[s]);
			vec_free(&m->drafts.at[i].lines[s]);
		}
	}
	vec_free(&m->drafts);
	sources_forget(m);
}

/* hunks.c: aligns the source texts, so that lines of changes read as in diff.
 *
 * The code alone decides what changed. But a change that has lines on one side only, or whose
 * statement has lost or gained lines, is easier to find with its counterpart lines. */
#include "versions/changes/impl.h"

typedef struct Texts {
	u32 *line; /* by line of OLD: the equal line of NEW, or 0 */
} Texts;

static void on_equal(u32 i, u32 j, void *arg)
{
	((Texts *)arg)->line[i + 1] = j + 1;
}

/* Numbers of the lines: equal lines have equal numbers. */
static u64 *line_keys(const SourceText *t, u32 *n, KeyMap *numbers, Arena *a)
{
	*n = text_lines(t);
	u64 *keys = arena_array(a, u64, *n + 1);
	for (u32 k = 0; k < *n; k++) {
		size_t len;
		const char *text = text_line(t, k + 1, &len);
		keys[k] = text ? keymap_number(numbers, (Key){text, len}) : 0;
	}
	return keys;
}

/* True if a statement may end within lines. */
static bool has_end(const SourceText *t, u32 from, u32 end)
{
	for (u32 line = from; line < end; line++) {
		size_t n;
		const char *at = text_line(t, line, &n);
		if (at && n && *at == '#')
			continue;
		if (!at || memchr(at, ';', n) || memchr(at, '{', n) || memchr(at, '}', n))
			return true;
	}
	return false;
}

/* Hunks of one statement, with lines between them that are the same, belong together. */
static void join_hunks(SourceText *const text[], HunkList *list)
{
	for (u32 i = 0; i < list->len; i++) {
		Hunk *h = &list->at[i];
		const Hunk *before = i ? &list->at[i - 1] : NULL;
		h->group = i;
		bool joined = before != NULL && before->edit != h->edit;
		for (Side s = OLD; s < N_SIDES && joined; s++)
			joined = before->from[s] < before->to[s] && h->from[s] < h->to[s] &&
					 !has_end(text[s], before->to[s] - 1, h->from[s]);
		if (joined)
			h->group = before->group;
	}
}

static void find_hunks(SourceText *const text[], HunkList *to)
{
	Arena a = {0};
	u32 n, k;
	KeyMap numbers = {0};
	u64 *x = line_keys(text[OLD], &n, &numbers, &a), *y = line_keys(text[NEW], &k, &numbers, &a);
	keymap_free(&numbers);
	Texts t = {arena_array(&a, u32, n + 2)};
	/* Incomplete means larger hunks, no more. */
	if (n && k)
		sequence_align(x, n, y, k, &a, on_equal, &t);
	u32 i = 1, j = 1, edit = 0;
	while (n && k && (i <= n || j <= k)) {
		if (i <= n && t.line[i] == j) {
			i++;
			j++;
			continue;
		}
		Hunk h = {.from = {i, j}};
		while (i <= n && !t.line[i])
			i++;
		j = i <= n ? t.line[i] : k + 1;
		h.to[OLD] = i;
		h.to[NEW] = j;
		h.edit = edit++;
		split_hunk(text, &h, to);
	}
	join_hunks(text, to);
	arena_free(&a);
}

const HunkList *text_hunks(ChangeMap *m, SourceText *old, SourceText *newer)
{
	for (size_t k = 0; k < m->hunks.len; k++)
		if (m->hunks.at[k]->text[OLD] == old && m->hunks.at[k]->text[NEW] == newer)
			return &m->hunks.at[k]->list;
	FileHunks *fresh = arena_new(&m->arena, FileHunks);
	*fresh = (FileHunks){.text = {old, newer}};
	bool same = old->bytes.len == newer->bytes.len && old->bytes.len &&
				!memcmp(old->bytes.at, newer->bytes.at, old->bytes.len);
	if (!same)
		find_hunks(fresh->text, &fresh->list);
	vec_push(&m->hunks, fresh);
	return &fresh->list;
}

/* Of a file and its counterpart; NULL: it has none. */
static const HunkList *file_hunks(ChangeMap *m, Side s, u32 file)
{
	u32 other = m->half[s].file[file];
	if (other == NO_OPERAND)
		return NULL;
	u32 old = s == OLD ? file : other, newer = s == NEW ? file : other;
	return text_hunks(m, source_text(m, OLD, old), source_text(m, NEW, newer));
}

const Hunk *hunk_at(ChangeMap *m, Side s, u32 file, u32 line)
{
	const HunkList *list = file_hunks(m, s, file);
	for (size_t i = 0; list && i < list->len; i++)
		if (list->at[i].from[s] <= line && line < list->at[i].to[s])
			return &list->at[i];
	return NULL;
}

/* Where a line that is the same in both stands in the other. */
static u32 line_in_other(const HunkList *list, Side s, u32 line)
{
	u32 shift = 0;
	for (size_t i = 0; i < list->len && list->at[i].to[s] <= line; i++)
		shift = list->at[i].to[side_other(s)] - list->at[i].to[s];
	return line + shift;
}

bool lines_correspond(ChangeMap *m, Loc old, Loc newer)
{
	if (!old.line || !newer.line || m->half[OLD].file[old.file] != newer.file)
		return true; /* nobody knows */
	const HunkList *list = file_hunks(m, OLD, old.file);
	const Hunk *x = hunk_at(m, OLD, old.file, old.line);
	const Hunk *y = hunk_at(m, NEW, newer.file, newer.line);
	if (!list->len || (x && y))
		return !list->len || x->group == y->group;
	return !x && !y && line_in_other(list, OLD, old.line) == newer.line;
}

static bool meets(const Draft *d, Side s, u32 file, const Hunk *h)
{
	for (size_t k = 0; k < d->lines[s].len; k++) {
		const LineRange *r = &d->lines[s].at[k];
		if (r->file == file && r->first < h->to[s] && r->last >= h->from[s])
			return true;
	}
	return false;
}

/* Lines of a marker give way to the lines that really stand there. */
static void extend(Draft *d, const Hunk *h, const u32 *file)
{
	for (Side s = OLD; s < N_SIDES; s++) {
		Side t = side_other(s);
		if (h->from[t] == h->to[t] || d->only_markers[s] || !meets(d, s, file[s], h) ||
			(!d->only_markers[t] && meets(d, t, file[t], h)))
			continue;
		if (d->only_markers[t])
			d->lines[t].len = 0;
		d->only_markers[t] = false;
		vec_push(&d->lines[t], ((LineRange){file[t], h->from[t], h->to[t] - 1}));
		return;
	}
}

/* The file of OLD in which a change lies. */
static u32 file_of(const ChangeMap *m, const Draft *d)
{
	if (d->lines[OLD].len)
		return d->lines[OLD].at[0].file;
	if (d->lines[NEW].len)
		return m->half[NEW].file[d->lines[NEW].at[0].file];
	return NO_OPERAND;
}

/* More than brackets is edited. */
static bool has_words(ChangeMap *m, const Hunk *h, const u32 *file)
{
	for (Side s = OLD; s < N_SIDES; s++)
		for (u32 line = h->from[s]; line < h->to[s]; line++) {
			size_t n;
			const char *at = source_line(m, s, file[s], line, &n);
			for (size_t i = 0; at && i < n; i++)
				if (!strchr("{}(); \t", at[i]))
					return true;
		}
	return false;
}

/* Of a change that has edited lines, others are not shown: a switch that got another case. */
static void keep_edited(ChangeMap *m, Draft *d, const HunkList *list, const u32 *file)
{
	VEC(LineRange) kept[N_SIDES] = {0};
	u32 met = 0, would[N_SIDES] = {0};
	for (size_t i = 0; i < list->len; i++) {
		const Hunk *h = &list->at[i];
		bool at = false;
		for (Side s = OLD; s < N_SIDES; s++)
			at |= !d->only_markers[s] && meets(d, s, file[s], h);
		if (!at)
			continue;
		d->edited |= has_words(m, h, file);
		for (Side s = OLD; s < N_SIDES; s++) {
			u32 last = text_lines(source_text(m, s, file[s]));
			if (!met)
				would[s] = h->from[s] < last ? h->from[s] : last;
			for (size_t k = 0; k < d->lines[s].len && !d->only_markers[s]; k++) {
				const LineRange *r = &d->lines[s].at[k];
				if (r->file == file[s] && r->first < h->to[s] && r->last >= h->from[s])
					vec_push(&kept[s], *r);
			}
		}
		met++;
	}
	for (Side s = OLD; s < N_SIDES; s++) {
		for (size_t k = 0; k < d->lines[s].len; k++) /* of other files nothing is known here */
			if (d->lines[s].at[k].file != file[s])
				vec_push(&kept[s], d->lines[s].at[k]);
		if (met && !kept[s].len && would[s])
			vec_push(&kept[s], ((LineRange){file[s], would[s], would[s]}));
		if (met && kept[s].len) {
			d->lines[s].len = 0;
			vec_append(&d->lines[s], kept[s].at, kept[s].len);
		}
		vec_free(&kept[s]);
	}
}

void extend_lines(ChangeMap *m)
{
	for (size_t i = 0; i < m->drafts.len; i++) {
		Draft *d = &m->drafts.at[i];
		u32 f = file_of(m, d), other = f == NO_OPERAND ? f : m->half[OLD].file[f];
		if (d->whole || other == NO_OPERAND)
			continue;
		const HunkList *hunks = file_hunks(m, OLD, f);
		for (size_t k = 0; k < hunks->len; k++)
			extend(d, &hunks->at[k], (u32[]){f, other});
		keep_edited(m, d, hunks, (u32[]){f, other});
	}
}

/* The lines without space and comments. */
static void bare_text(const SourceText *t, u32 from, u32 end, Buf *to)
{
	bool comment = false;
	for (u32 line = from; line < end; line++) {
		size_t n;
		const char *text = text_line(t, line, &n);
		if (text && !comment && n && *text == '*' && is_comment(text, n))
			continue; /* one that began before */
		for (size_t i = 0; text && i < n; i++) {
			bool two = i + 1 < n;
			if (!comment && two && text[i] == '/' && text[i + 1] == '/')
				break;
			if (!comment && two && text[i] == '/' && text[i + 1] == '*')
				comment = true;
			if (!comment && text[i] != ' ' && text[i] != '\t')
				buf_addc(to, text[i]);
			if (comment && two && text[i] == '*' && text[i + 1] == '/') {
				comment = false;
				i++;
			}
		}
	}
}

/* What the texts say of an edited change: lines instead of others, new ones, or none any more. */
void kind_by_text(ChangeMap *m, Draft *d)
{
	u32 f = file_of(m, d), other = f == NO_OPERAND ? f : m->half[OLD].file[f];
	if (other == NO_OPERAND)
		return;
	u32 file[N_SIDES] = {f, other};
	const HunkList *hunks = file_hunks(m, OLD, f);
	Buf bare[N_SIDES] = {0};
	for (size_t i = 0; i < hunks->len; i++) {
		const Hunk *h = &hunks->at[i];
		bool at = false;
		for (Side s = OLD; s < N_SIDES; s++)
			at |= !d->only_markers[s] && meets(d, s, file[s], h);
		for (Side s = OLD; s < N_SIDES && at; s++)
			bare_text(source_text(m, s, file[s]), h->from[s], h->to[s], &bare[s]);
	}
	if (bare[OLD].len || bare[NEW].len)
		d->c.kind = !bare[OLD].len   ? CHANGE_ADDITION
					: !bare[NEW].len ? CHANGE_DELETION
									 : CHANGE_MODIFICATION;
	buf_free(&bare[OLD]);
	buf_free(&bare[NEW]);
}

bool hunk_is_code(SourceText *const text[], const Hunk *h)
{
	Buf bare[N_SIDES] = {0};
	for (Side s = OLD; s < N_SIDES; s++)
		bare_text(text[s], h->from[s], h->to[s], &bare[s]);
	bool differs = strcmp(buf_str(&bare[OLD]), buf_str(&bare[NEW])) != 0;
	buf_free(&bare[OLD]);
	buf_free(&bare[NEW]);
	return differs;
}

static bool has_change(const ChangeMap *m, const u32 *file)
{
	for (size_t i = 0; i < m->changes.len; i++)
		for (Side s = OLD; s < N_SIDES; s++)
			for (u32 k = 0; k < m->changes.at[i].part[s].n_lines; k++)
				if (m->changes.at[i].part[s].lines[k].file == file[s])
					return true;
	return false;
}

void change_map_hunks(ChangeMap *m, TextHunks *to)
{
	const Half *h = &m->half[OLD];
	for (u32 f = 1; f < h->p->files.len; f++) {
		u32 file[N_SIDES] = {f, h->file[f]};
		if (h->file[f] == NO_OPERAND || !has_change(m, file))
			continue;
		SourceText *text[N_SIDES] = {source_text(m, OLD, f), source_text(m, NEW, h->file[f])};
		const HunkList *hunks = file_hunks(m, OLD, f);
		for (size_t k = 0; k < hunks->len; k++) {
			const Hunk *one = &hunks->at[k];
			TextHunk hunk = {.file = {f, h->file[f]},
							 .from = {one->from[OLD], one->from[NEW]},
							 .to = {one->to[OLD], one->to[NEW]},
							 .code = hunk_is_code(text, one)};
			vec_push(to, hunk);
		}
	}
	sources_forget(m);
}

bool in_hunk(ChangeMap *m, Side s, u32 file, u32 line)
{
	return m->half[s].file[file] == NO_OPERAND || hunk_at(m, s, file, line);
}

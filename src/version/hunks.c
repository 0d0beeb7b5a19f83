/* hunks.c: the source texts side by side, so that lines of changes read as people know them from
 * diff.
 *
 * What changed is decided by the code alone. But a change that has lines on one side only, or whose
 * statement has lost or gained lines, is easier to find with the lines that stand in their place.
 */
#include "version/impl.h"

typedef struct Texts {
	u32 *line; /* by line of OLD: the equal line of NEW, or 0 */
} Texts;

static void on_equal(u32 i, u32 j, void *arg)
{
	((Texts *)arg)->line[i + 1] = j + 1;
}

static u64 *line_keys(ChangeMap *m, Side s, u32 file, u32 *n, Arena *a)
{
	*n = source_lines(m, s, file);
	u64 *keys = arena_array(a, u64, *n + 1);
	for (u32 k = 0; k < *n; k++) {
		size_t len;
		const char *text = source_line(m, s, file, k + 1, &len);
		keys[k] = text ? hash_bytes(text, len) : 0;
	}
	return keys;
}

static void find_hunks(ChangeMap *m, u32 old, u32 newer, HunkList *to)
{
	Arena a = {0};
	u32 n, k;
	u64 *x = line_keys(m, SIDE_OLD, old, &n, &a), *y = line_keys(m, SIDE_NEW, newer, &k, &a);
	Texts t = {arena_array(&a, u32, n + 2)};
	/* Incomplete means larger hunks, no more. */
	if (n && k)
		sequence_align(x, n, y, k, &a, on_equal, &t);
	u32 i = 1, j = 1;
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
		h.to[SIDE_OLD] = i;
		h.to[SIDE_NEW] = j;
		vec_push(to, h);
	}
	arena_free(&a);
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
	for (Side s = SIDE_OLD; s < N_SIDES; s++) {
		Side t = side_other(s);
		if (h->from[t] == h->to[t] || !meets(d, s, file[s], h) || meets(d, t, file[t], h))
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
	if (d->lines[SIDE_OLD].len)
		return d->lines[SIDE_OLD].at[0].file;
	if (d->lines[SIDE_NEW].len)
		return m->half[SIDE_NEW].file[d->lines[SIDE_NEW].at[0].file];
	return NO_OPERAND;
}

void extend_lines(ChangeMap *m)
{
	const Half *h = &m->half[SIDE_OLD];
	for (u32 f = 1; f < h->p->files.len; f++) {
		HunkList hunks = {0};
		bool ready = false;
		for (size_t i = 0; i < m->drafts.len && h->file[f] != NO_OPERAND; i++) {
			Draft *d = &m->drafts.at[i];
			if (file_of(m, d) != f || d->whole)
				continue;
			if (!ready)
				find_hunks(m, f, h->file[f], &hunks);
			ready = true;
			for (size_t k = 0; k < hunks.len; k++)
				extend(d, &hunks.at[k], (u32[]){f, h->file[f]});
		}
		vec_free(&hunks);
	}
}

/* The lines without space and comments. */
static void bare_text(ChangeMap *m, Side s, u32 file, u32 from, u32 end, Buf *to)
{
	bool comment = false;
	for (u32 line = from; line < end; line++) {
		size_t n;
		const char *text = source_line(m, s, file, line, &n);
		if (text && n && *text == '*') /* inside a comment that began before */
			continue;
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

static bool differs_in_code(ChangeMap *m, const TextHunk *h)
{
	Buf text[N_SIDES] = {0};
	for (Side s = SIDE_OLD; s < N_SIDES; s++)
		bare_text(m, s, h->file[s], h->from[s], h->to[s], &text[s]);
	bool differs = strcmp(buf_str(&text[SIDE_OLD]), buf_str(&text[SIDE_NEW])) != 0;
	buf_free(&text[SIDE_OLD]);
	buf_free(&text[SIDE_NEW]);
	return differs;
}

void change_map_hunks(ChangeMap *m, TextHunks *to)
{
	const Half *h = &m->half[SIDE_OLD];
	for (u32 f = 1; f < h->p->files.len; f++) {
		HunkList hunks = {0};
		bool has = false;
		for (size_t i = 0; i < m->changes.len && h->file[f] != NO_OPERAND && !has; i++)
			for (Side s = SIDE_OLD; s < N_SIDES; s++)
				for (u32 k = 0; k < m->changes.at[i].part[s].n_lines; k++)
					has |=
						m->changes.at[i].part[s].lines[k].file == (s == SIDE_OLD ? f : h->file[f]);
		if (has)
			find_hunks(m, f, h->file[f], &hunks);
		for (size_t k = 0; k < hunks.len; k++) {
			const Hunk *one = &hunks.at[k];
			TextHunk hunk = {.file = {f, h->file[f]},
							 .from = {one->from[SIDE_OLD], one->from[SIDE_NEW]},
							 .to = {one->to[SIDE_OLD], one->to[SIDE_NEW]}};
			hunk.code = differs_in_code(m, &hunk);
			vec_push(to, hunk);
		}
		vec_free(&hunks);
	}
	sources_forget(m);
}

bool in_hunk(ChangeMap *m, Side s, u32 file, u32 line)
{
	u32 old = s == SIDE_OLD ? file : m->half[SIDE_NEW].file[file];
	u32 newer = s == SIDE_NEW ? file : m->half[SIDE_OLD].file[file];
	size_t k = 0;
	if (old == NO_OPERAND || newer == NO_OPERAND)
		return true;
	while (k < m->hunks.len && m->hunks.at[k].old != old)
		k++;
	if (k == m->hunks.len) {
		vec_push(&m->hunks, ((FileHunks){.old = old}));
		find_hunks(m, old, newer, &vec_last(&m->hunks).list);
	}
	for (size_t i = 0; i < m->hunks.at[k].list.len; i++) {
		const Hunk *h = &m->hunks.at[k].list.at[i];
		if (h->from[s] <= line && line < h->to[s])
			return true;
	}
	return false;
}

void hunks_free(ChangeMap *m)
{
	for (size_t i = 0; i < m->hunks.len; i++)
		vec_free(&m->hunks.at[i].list);
	vec_free(&m->hunks);
}

/* sources.c: the source of both versions side by side, with the path of an effect through it.
 *
 * It shows the files that contain a change or a step of the effect, only around these lines. A file
 * of one version is beside the file of the other that has the same change, or the same name. */
#include "output/report/beside.h"
#include "output/report/impl.h"

enum {
	AROUND = 3,     /* lines of context */
	MOST_FILES = 6, /* pairs of files */
};

/* A file of each version; NULL: the version has none. */
typedef struct FilePair {
	const char *name[2];
} FilePair;

typedef struct Sources {
	const Report *r;
	const cJSON *steps; /* of the effect */
	VEC(FilePair) pairs;
} Sources;

static const char *const sides[2] = {"old", "new"};

static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash ? slash + 1 : path;
}

static void add_file(Sources *s, const char *name, int side)
{
	if (!*name)
		return;
	for (size_t i = 0; i < s->pairs.len; i++) {
		FilePair *p = &s->pairs.at[i];
		if (p->name[side] && !strcmp(p->name[side], name))
			return;
		if (!p->name[side] && !strcmp(base_name(p->name[!side]), base_name(name))) {
			p->name[side] = name;
			return;
		}
	}
	FilePair fresh = {{NULL, NULL}};
	fresh.name[side] = name;
	vec_push(&s->pairs, fresh);
}

/* Files with the same change belong together whatever their names are. */
static void add_change(Sources *s, const cJSON *change)
{
	const cJSON *locations = json_at(change, "places");
	const char *left = json_text(cJSON_GetArrayItem(json_at(locations, "old"), 0), "file");
	const char *right = json_text(cJSON_GetArrayItem(json_at(locations, "new"), 0), "file");
	for (size_t i = 0; *left && *right && i < s->pairs.len; i++)
		if (s->pairs.at[i].name[0] && !strcmp(s->pairs.at[i].name[0], left) &&
			!s->pairs.at[i].name[1])
			s->pairs.at[i].name[1] = right;
	bool known = false;
	for (size_t i = 0; i < s->pairs.len; i++)
		known |= s->pairs.at[i].name[1] && *right && !strcmp(s->pairs.at[i].name[1], right);
	if (*left && *right && !known) {
		vec_push(&s->pairs, ((FilePair){{left, right}}));
		return;
	}
	add_file(s, left, 0);
	add_file(s, right, 1);
}

static int side_of(const cJSON *step)
{
	return !strcmp(json_text(step, "version"), "new");
}

/* The number of the step at a line, from 1; 0: none. The other side's steps count where lines match. */
static int step_at(const Sources *s, const char *file, u32 line, int side, const cJSON **found)
{
	int n = 0;
	const cJSON *step;
	cJSON_ArrayForEach(step, s->steps)
	{
		const cJSON *location = json_at(step, "place");
		n++;
		if (side_of(step) != side || !file || strcmp(json_text(location, "file"), file) != 0)
			continue;
		if ((u32)json_number(location, "first_line") == line) {
			*found = step;
			return n;
		}
	}
	return 0;
}

static bool changed_at(const Sources *s, const char *file, u32 line, int side)
{
	const cJSON *change, *location;
	cJSON_ArrayForEach(change, json_at(s->r->root, "changes"))
	{
		cJSON_ArrayForEach(location, json_at(json_at(change, "places"), sides[side]))
		{
			if (file && !strcmp(json_text(location, "file"), file) &&
				line >= (u32)json_number(location, "first_line") &&
				line <= (u32)json_number(location, "last_line"))
				return true;
		}
	}
	return false;
}

/* ---- a pair of files ---- */

typedef struct PairView {
	const Sources *s;
	const FilePair *files;
	Buf text[2];
	PageLines lines[2];
	BesideRows rows;
} PairView;

/* Of two revisions, each has a directory of its own: the file of that name elsewhere is of neither. */
static bool read_revision(const Report *r, const char *name, int side, Buf *to, bool *has)
{
	Err ignored;
	const cJSON *revision = json_at(json_at(r->root, "revisions"), sides[side]);
	const char *dir = revision ? json_text(revision, "directory") : "";
	*has = *dir && *name != '/';
	if (!*has)
		return false;
	char *path = xasprintf("%s/%s", dir, name);
	bool good = file_exists(path) && file_read(path, to, &ignored);
	free(path);
	return good;
}

static bool read_source(const Report *r, const char *name, int side, Buf *to)
{
	Err ignored;
	bool has, good = read_revision(r, name, side, to, &has);
	if (has)
		return good;
	if (file_exists(name) && file_read(name, to, &ignored))
		return true;
	/* The search may have been made elsewhere. */
	const char *from = json_text(r->root, "directory");
	char *path = *from && *name != '/' ? xasprintf("%s/%s", from, name) : NULL;
	good = path && file_exists(path) && file_read(path, to, &ignored);
	free(path);
	return good;
}

static bool interesting(const PairView *v, const BesideRow *row)
{
	for (int side = 0; side < 2; side++) {
		const cJSON *step;
		const char *file = v->files->name[side];
		u32 line = row->line[side];
		if (line && (step_at(v->s, file, line, side, &step) || changed_at(v->s, file, line, side)))
			return true;
	}
	return false;
}

/* "80 in old, 95 in new" */
static void write_values(FILE *to, const cJSON *step)
{
	const char *left = json_text(step, "old"), *right = json_text(step, "new");
	if (!*left && !*right)
		return;
	fputs(" title=\"old: ", to);
	html_text(to, *left ? left : "-");
	fputs(", new: ", to);
	html_text(to, *right ? right : "-");
	fputc('"', to);
}

static void write_line(const PairView *v, const BesideRow *row, int side)
{
	FILE *to = v->s->r->to;
	u32 line = row->line[side];
	const char *file = v->files->name[side];
	const cJSON *step = NULL;
	if (!line) {
		fputs("<td class=\"no\"></td><td class=\"none\"></td>", to);
		return;
	}
	int number = step_at(v->s, file, line, side, &step);
	bool changed = !row->same && changed_at(v->s, file, line, side);
	const char *only = side ? " new" : " old";
	fprintf(to, "<td class=\"no\">%u</td><td class=\"src%s%s%s\"", line, row->same ? "" : only,
			changed ? " changed" : "", number ? " way" : "");
	if (number)
		write_values(to, step);
	fputc('>', to);
	if (number)
		fprintf(to, "<b class=\"step\">%d</b>", number);
	PageLine text = v->lines[side].at[line - 1];
	html_bytes(to, text.at, text.n);
	if (number && (*json_text(step, "old") || *json_text(step, "new"))) {
		fputs("<span class=\"values\">", to);
		html_text(to, *json_text(step, "old") ? json_text(step, "old") : "-");
		fputs(" | ", to);
		html_text(to, *json_text(step, "new") ? json_text(step, "new") : "-");
		fputs("</span>", to);
	}
	fputs("</td>", to);
}

/* Writes the rows around relevant lines, and marks the gaps between them. */
static void write_rows(const PairView *v)
{
	FILE *to = v->s->r->to;
	size_t n = v->rows.len, shown = 0;
	bool *show = xcalloc(n + 1, sizeof *show);
	for (size_t i = 0; i < n; i++)
		if (interesting(v, &v->rows.at[i]))
			for (size_t k = i < AROUND ? 0 : i - AROUND; k < n && k <= i + AROUND; k++)
				show[k] = true;
	for (size_t i = 0; i < n; i++) {
		if (!show[i])
			continue;
		if (shown && !show[i - 1])
			fputs("<tr class=\"gap\"><td colspan=\"4\">...</td></tr>\n", to);
		shown++;
		fputs(v->rows.at[i].same ? "<tr class=\"same\">" : "<tr>", to);
		write_line(v, &v->rows.at[i], 0);
		write_line(v, &v->rows.at[i], 1);
		fputs("</tr>\n", to);
	}
	free(show);
}

static void write_pair(const Sources *s, const FilePair *files)
{
	PairView v = {.s = s, .files = files};
	bool read = false;
	for (int side = 0; side < 2; side++) {
		if (files->name[side])
			read |= read_source(s->r, files->name[side], side, &v.text[side]);
		lines_of(buf_str(&v.text[side]), v.text[side].len, &v.lines[side]);
	}
	beside(&v.lines[0], &v.lines[1], &v.rows);
	fputs("<table class=\"beside source\"><tr>", s->r->to);
	for (int side = 0; side < 2; side++) {
		fputs("<th class=\"no\"></th><th>", s->r->to);
		html_text(s->r->to, files->name[side] ? files->name[side] : "");
		fputs("</th>", s->r->to);
	}
	fputs("</tr>\n", s->r->to);
	if (read)
		write_rows(&v);
	else
		fputs("<tr><td colspan=\"4\"><i>the source is no longer there</i></td></tr>\n", s->r->to);
	fputs("</table>\n", s->r->to);
	for (int side = 0; side < 2; side++) {
		vec_free(&v.lines[side]);
		buf_free(&v.text[side]);
	}
	vec_free(&v.rows);
}

/* Versions that are one file each belong beside each other, also where one of them has no step. */
static void complete(Sources *s)
{
	static const char *const keys[] = {"old", "new"};
	FilePair *only = s->pairs.len == 1 ? &s->pairs.at[0] : NULL;
	if (!only)
		return;
	for (int side = 0; side < 2; side++) {
		const char *file = json_text(s->r->root, keys[side]);
		const char *other = json_text(s->r->root, keys[!side]);
		size_t n = strlen(file);
		if (!only->name[side] && only->name[!side] && !strcmp(only->name[!side], other) && n > 2 &&
			!strcmp(file + n - 2, ".c"))
			only->name[side] = file;
	}
}

void write_sources(const Report *r, const cJSON *ids, const cJSON *steps)
{
	Sources s = {.r = r, .steps = steps};
	const cJSON *id, *step;
	cJSON_ArrayForEach(id, ids)
	{
		const cJSON *change = cJSON_GetArrayItem(json_at(r->root, "changes"), id->valueint - 1);
		if (change)
			add_change(&s, change);
	}
	cJSON_ArrayForEach(step, steps)
	{
		add_file(&s, json_text(json_at(step, "place"), "file"), side_of(step));
	}
	complete(&s);
	if (s.pairs.len)
		fputs("<div class=\"sources\">\n", r->to);
	for (size_t i = 0; i < s.pairs.len && i < MOST_FILES; i++)
		write_pair(&s, &s.pairs.at[i]);
	if (s.pairs.len)
		fputs("</div>\n", r->to);
	vec_free(&s.pairs);
}

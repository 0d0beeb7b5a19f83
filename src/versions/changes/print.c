/* print.c: changes for people and programs. */
#include <cjson/cJSON.h>

#include "versions/changes/impl.h"

const char *change_kind_name(ChangeKind k)
{
	static const char *const names[] = {"modification", "addition", "deletion"};
	return names[k];
}

static void range_text(const LineRange *r, Buf *to)
{
	buf_addf(to, "%u", r->first);
	if (r->last != r->first)
		buf_addf(to, "-%u", r->last);
}

void change_lines_text(const ChangeMap *m, Side s, const Change *c, Buf *to)
{
	enum { MOST = 12 }; /* ranges */
	const ChangePart *p = &c->part[s];
	if (c->edited[s])
		buf_adds(to, c->edited[s]);
	if (c->edited[s] && c->also[s])
		buf_addf(to, " or %s", c->also[s]);
	if (c->edited[s] && p->n_lines)
		buf_adds(to, ", shows at ");
	if (!c->edited[s] && !p->n_lines)
		buf_adds(to, "?");
	for (u32 k = 0; k < p->n_lines; k++) {
		if (k == MOST && p->n_lines > MOST + 1) {
			buf_addf(to, " and %u more", p->n_lines - MOST);
			break;
		}
		if (!k || p->lines[k].file != p->lines[k - 1].file)
			buf_addf(to, "%s%s:", k ? " " : "", m->half[s].p->files.at[p->lines[k].file]);
		else
			buf_addc(to, ',');
		range_text(&p->lines[k], to);
	}
}

void change_map_print(const ChangeMap *m, FILE *to)
{
	for (u32 i = 0; i < m->changes.len; i++) {
		const Change *c = &m->changes.at[i];
		Buf old = {0}, newer = {0};
		change_lines_text(m, OLD, c, &old);
		change_lines_text(m, NEW, c, &newer);
		fprintf(to, "change %u: %s\n    old %s%s\n    new %s%s\n", c->id + 1, c->text,
				buf_str(&old), c->kind == CHANGE_ADDITION ? " (not there)" : "", buf_str(&newer),
				c->kind == CHANGE_DELETION ? " (not there)" : "");
		buf_free(&old);
		buf_free(&newer);
	}
}

/* Functions of a version that have changes. */
static u32 count_functions(const ChangeMap *m)
{
	u32 n = 0;
	for (u32 i = 0; i < m->changes.len; i++) {
		bool seen = false, is_function = false;
		for (int s = 0; s < N_SIDES; s++) {
			u32 f = m->changes.at[i].part[s].function;
			is_function |= f != NO_OPERAND;
			for (u32 k = 0; k < i && f != NO_OPERAND && !seen; k++)
				seen = m->changes.at[k].part[s].function == f;
		}
		n += is_function && !seen;
	}
	return n;
}

void change_map_print_few(const ChangeMap *m, u32 most, FILE *to)
{
	if (m->changes.len <= most) {
		change_map_print(m, to);
		return;
	}
	u32 n = count_functions(m);
	fprintf(to, "%zu changes in %u function%s; 'drift changes' lists them\n", m->changes.len, n,
			n == 1 ? "" : "s");
}

static cJSON *lines_json(const ChangeMap *m, Side s, const ChangePart *p)
{
	cJSON *list = cJSON_CreateArray();
	for (u32 k = 0; k < p->n_lines; k++) {
		cJSON *r = cJSON_CreateObject();
		cJSON_AddStringToObject(r, "file", m->half[s].p->files.at[p->lines[k].file]);
		cJSON_AddNumberToObject(r, "first", p->lines[k].first);
		cJSON_AddNumberToObject(r, "last", p->lines[k].last);
		cJSON_AddItemToArray(list, r);
	}
	return list;
}

static cJSON *part_json(const ChangeMap *m, Side s, const Change *c)
{
	const ChangePart *p = &c->part[s];
	const char *edited = c->edited[s];
	cJSON *j = cJSON_CreateObject();
	const Program *prog = m->half[s].p;
	u32 points[POINT_MARKER + 1] = {0};
	if (p->function != NO_OPERAND)
		cJSON_AddStringToObject(j, "function", prog->functions.at[p->function].source_name);
	if (p->global != NO_OPERAND)
		cJSON_AddStringToObject(j, "global", prog->globals.at[p->global].name);
	if (edited)
		cJSON_AddStringToObject(j, "edited", edited);
	if (c->also[s])
		cJSON_AddStringToObject(j, "also", c->also[s]);
	cJSON_AddItemToObject(j, "lines", lines_json(m, s, p));
	for (u32 k = 0; k < p->n_points; k++)
		points[p->points[k].kind]++;
	cJSON_AddNumberToObject(j, "changed", points[POINT_CODE]);
	cJSON_AddNumberToObject(j, "redirected", points[POINT_EDGE]);
	cJSON_AddNumberToObject(j, "readers", points[POINT_DATA]);
	cJSON_AddNumberToObject(j, "markers", points[POINT_MARKER]);
	return j;
}

static void edit_json(const SourceEdit *e, cJSON *to)
{
	static const char *const side[] = {"old", "new"};
	cJSON *j = cJSON_CreateObject();
	for (Side s = OLD; s < N_SIDES; s++) {
		cJSON *lines = cJSON_AddObjectToObject(j, side[s]);
		cJSON_AddStringToObject(lines, "file", e->path[s]);
		cJSON_AddNumberToObject(lines, "first", e->from[s]);
		cJSON_AddNumberToObject(lines, "lines", e->to[s] - e->from[s]);
	}
	cJSON_AddStringToObject(j, "effect", edit_effect_name(e->effect));
	cJSON *changes = cJSON_AddArrayToObject(j, "changes");
	for (u32 k = 0; k < e->n_changes; k++)
		cJSON_AddItemToArray(changes, cJSON_CreateNumber(e->changes[k] + 1));
	if (e->text)
		cJSON_AddStringToObject(j, "text", e->text);
	cJSON_AddItemToArray(to, j);
}

void change_map_json(ChangeMap *m, Buf *to)
{
	cJSON *root = cJSON_CreateObject();
	cJSON *changes = cJSON_AddArrayToObject(root, "changes");
	cJSON *notes = cJSON_AddArrayToObject(root, "notes");
	for (u32 i = 0; i < m->changes.len; i++) {
		const Change *c = &m->changes.at[i];
		cJSON *j = cJSON_CreateObject();
		cJSON_AddNumberToObject(j, "id", c->id + 1);
		cJSON_AddStringToObject(j, "kind", change_kind_name(c->kind));
		cJSON_AddStringToObject(j, "text", c->text);
		if (c->by_option)
			cJSON_AddStringToObject(j, "option", c->by_option);
		cJSON_AddItemToObject(j, "old", part_json(m, OLD, c));
		cJSON_AddItemToObject(j, "new", part_json(m, NEW, c));
		cJSON_AddItemToArray(changes, j);
	}
	for (size_t i = 0; i < m->notes.len; i++)
		cJSON_AddItemToArray(notes, cJSON_CreateString(m->notes.at[i]));
	cJSON *uncompiled = cJSON_AddArrayToObject(root, "uncompiled");
	const char *const *lines;
	u32 n = change_map_uncompiled(m, &lines);
	for (u32 i = 0; i < n; i++)
		cJSON_AddItemToArray(uncompiled, cJSON_CreateString(lines[i]));
	cJSON *edits = cJSON_AddArrayToObject(root, "edits");
	for (size_t i = 0; i < m->edits.len; i++)
		edit_json(&m->edits.at[i], edits);
	char *text = cJSON_Print(root);
	buf_adds(to, text);
	buf_addc(to, '\n');
	cJSON_free(text);
	cJSON_Delete(root);
}

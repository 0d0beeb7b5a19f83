/* changes.c: changes between two versions as targets of drift explore. */
#include "cli/explore/changes.h"

#include "versions/changes/version.h"

static void add_change(CaseTargets *to, const ChangeMap *map, const Program *p, Side side, u32 id)
{
	const Change *c = change_map_at(map, id);
	const ChangePart *part = &c->part[side];
	Buf lines = {0};
	change_lines_text(map, side, c, &lines);
	char *name = xasprintf("change %u (%s)", id + 1, buf_str(&lines));
	targets_add(to, &(CaseTarget){
						.name = name, .where = buf_str(&lines), .what = c->text, .change = id + 1});
	for (u32 i = 0; i < part->n_points; i++)
		targets_point(to, p, part->points[i].function, part->points[i].ins);
	free(name);
	buf_free(&lines);
}

bool targets_of_changes(CaseTargets *to, const Subject *const version[N_SIDES], Side side, Err *err)
{
	u32 entry[N_SIDES] = {version[OLD]->entry, version[NEW]->entry};
	ChangeOptions options = {.entry = entry[OLD] != NO_OPERAND ? entry : NULL};
	ChangeMap *map = change_map(version[OLD]->program, version[NEW]->program, &options, err);
	if (!map)
		return false;
	u32 n = change_map_count(map);
	for (u32 i = 0; i < n; i++)
		add_change(to, map, version[side]->program, side, i);
	const char *const *notes;
	u32 n_notes = change_map_notes(map, &notes);
	for (u32 i = 0; i < n_notes; i++)
		targets_note(to, notes[i]);
	change_map_free(map);
	return n || err_set(err, "%s and %s: no code changed, so there is no target",
						version[OLD]->version, version[NEW]->version);
}

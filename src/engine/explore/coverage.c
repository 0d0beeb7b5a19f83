/* coverage.c: lines and branches that any run executed. */
#include "engine/explore/explore.h"
#include "engine/static/ways.h"

static bool ran(const u8 *covered, u32 block)
{
	return covered && covered[block];
}

/* Calls visit for each block that the instruction may continue with. */
typedef void Visit(void *ctx, u32 block);
static void successors(const Function *f, const Ins *in, Visit *visit, void *ctx)
{
	if (in->op == I_CBR) {
		visit(ctx, (u32)in->imm);
		visit(ctx, (u32)in->scale);
	} else if (in->op == I_SWITCH) {
		visit(ctx, (u32)in->imm);
		for (u32 i = 0; i < in->n_extra; i++)
			visit(ctx, f->cases[in->extra + i].block);
	}
}

typedef struct BlockCount {
	const u8 *covered; /* blocks of the function */
	u32 done, total;   /* blocks seen */
} BlockCount;

static void count_block(void *ctx, u32 block)
{
	BlockCount *c = ctx;
	c->total++;
	c->done += ran(c->covered, block);
}

bool coverage_site(const Program *p, const Machine *m, u32 function, u32 ins)
{
	const Function *f = &p->functions.at[function];
	if (f->kind != FN_SUBJECT || ins >= f->n_ins)
		return true;
	BlockCount c = {.covered = machine_covered(m, function)};
	successors(f, &f->ins[ins], count_block, &c);
	return c.done == c.total;
}

/* ---- by file ---- */

typedef struct Lines {
	VEC(u8) at; /* by line: 0 no code, 1 code, 2 run */
} Lines;

static void see_line(Lines *lines, u32 line, bool was_run)
{
	while (lines->at.len <= line)
		vec_push(&lines->at, 0);
	u8 *l = &lines->at.at[line];
	if (*l < 1 + was_run)
		*l = (u8)(1 + was_run);
}

/* A function of a header has a copy in every source that includes it: a way is the same if it is
 * at the same place, the same decision there, and the same of its ways. */
typedef struct WayMap {
	KeyMap state; /* place, decision, way -> 1: there is one, 2: taken */
	KeyMap seen;  /* of one function: place -> decisions there so far */
} WayMap;

static void see_ways(const Program *p, const Function *f, const Ways *ways, const u8 *covered,
					 u32 block, WayMap *map, FileCoverage *files)
{
	const Ins *in = &f->ins[f->blocks[block].end - 1];
	const Loc *loc = &p->locs.at[in->loc];
	Key location = KEY(loc->file, loc->line, loc->col);
	u64 nth = 0;
	u32 first = ways->begin[block], n = ways->begin[block + 1] - first;
	if (!loc->line || !n)
		return;
	keymap_get(&map->seen, location, &nth);
	keymap_put(&map->seen, location, nth + 1);
	for (u32 k = 0; k < n; k++) {
		Key key = KEY(loc->file, loc->line, loc->col, nth, k);
		u64 before = 0;
		bool taken = ran(covered, block) && ran(covered, ways->at[first + k].flag);
		keymap_get(&map->state, key, &before);
		if (before < 1u + taken)
			keymap_put(&map->state, key, 1u + taken);
		files[loc->file].branches_total += !before;
		files[loc->file].branches += taken && before < 2;
	}
}

static void collect_function(const Program *p, const Machine *m, const Function *f, Lines *lines,
							 WayMap *map, FileCoverage *files)
{
	const u8 *covered = machine_covered(m, f->id);
	Ways ways;
	ways_find(f, &ways);
	keymap_clear(&map->seen);
	for (u32 b = 0; b < f->n_blocks; b++) {
		bool was_run = ran(covered, b);
		for (u32 i = f->blocks[b].first; i < f->blocks[b].end; i++) {
			const Loc *loc = &p->locs.at[f->ins[i].loc];
			if (loc->line)
				see_line(&lines[loc->file], loc->line, was_run);
		}
		see_ways(p, f, &ways, covered, b, map, files);
	}
	ways_free(&ways);
}

void coverage_collect(const Program *p, const Machine *m, Coverage *out)
{
	size_t n = p->files.len;
	Lines *lines = xcalloc(n, sizeof *lines);
	FileCoverage *files = xcalloc(n, sizeof *files);
	WayMap map = {0};
	for (size_t i = 0; i < p->functions.len; i++)
		if (p->functions.at[i].kind == FN_SUBJECT)
			collect_function(p, m, &p->functions.at[i], lines, &map, files);
	for (size_t i = 0; i < n; i++) {
		FileCoverage *f = &files[i];
		f->file = p->files.at[i];
		for (size_t k = 0; k < lines[i].at.len; k++) {
			f->lines_total += lines[i].at.at[k] > 0;
			f->lines += lines[i].at.at[k] > 1;
		}
		if (f->lines_total)
			vec_push(out, *f);
		vec_free(&lines[i].at);
	}
	keymap_free(&map.state);
	keymap_free(&map.seen);
	free(lines);
	free(files);
}

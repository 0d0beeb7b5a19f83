/* version.h: two versions of a program laid side by side.
 *
 * A ChangeMap says what of OLD is what of NEW, down to instructions and registers, and groups all
 * the rest into changes. Two words are kept apart:
 *
 *   matched    has a counterpart: the same role in the other version, perhaps with another operator
 *              or constant (`a < b` and `a <= b` are matched)
 *   changed    does not do the same with matched operands, or has no counterpart at all
 *
 * What must stay true: as long as neither run has executed a point of a change, both are at
 * matched instructions with matched values. The map errs towards more changes, never fewer; what
 * it had to leave out is in its notes.
 *
 * Functions are matched by name and file, leftovers by their bodies. Instructions are aligned by
 * longest common subsequences over ever weaker keys, from whole expressions to bare operators. Then
 * each pair is judged: equal numbers, operands that are matched values, addresses of matched
 * objects, string literals and other private constants by content, fields by byte offset and
 * size, ways out that lead to matched blocks. Lines, names of locals and layout play no part.
 * Functions of the C library are the same in both versions and matched by name.
 *
 * The map belongs to the caller and keeps pointers to both programs, which must outlive it, and to
 * the Statics it was given. All numbers are the programs' own: functions, globals, instructions,
 * blocks, registers, slots. NO_OPERAND is "none" throughout.
 */
#ifndef DRIFT_VERSION_VERSION_H
#define DRIFT_VERSION_VERSION_H

#include "base/see.h"
#include "load/program.h"
#include "static/static.h"

typedef enum Side { SIDE_OLD = OLD, SIDE_NEW = NEW, N_SIDES } Side;

static inline Side side_other(Side s)
{
	return s == SIDE_OLD ? SIDE_NEW : SIDE_OLD;
}

typedef enum ChangeKind {
	CHANGE_MODIFICATION,
	CHANGE_ADDITION, /* only in NEW; in OLD the places where it would be */
	CHANGE_DELETION, /* only in OLD; in NEW the places where it would be */
} ChangeKind;

/* Why an instruction belongs to a change. */
typedef enum PointKind {
	POINT_CODE,   /* it does something else, or has no counterpart */
	POINT_EDGE,   /* only its ways out differ: a branch that leads elsewhere */
	POINT_DATA,   /* it may read (or, the size having changed, touch) a changed global */
	POINT_MARKER, /* unchanged; just before it the other version has something */
} PointKind;

typedef struct ChangePoint {
	u32 function;
	u32 ins;
	PointKind kind;
} ChangePoint;

/* Lines [first, last] of a file; first 0 = unknown. */
typedef struct LineRange {
	u32 file; /* index into Program.files of the side */
	u32 first, last;
} LineRange;

/* One side of a change. */
typedef struct ChangePart {
	u32 function;              /* where it is; NO_OPERAND: a global, or nothing on this side */
	u32 global;                /* the global whose first contents changed, else NO_OPERAND */
	u32 n_points;              /* at least one, unless nothing that runs can come to it */
	const ChangePoint *points; /* ascending by function and instruction */
	u32 n_lines;               /* 0: no source line known */
	const LineRange *lines;    /* ascending, not overlapping; for a marker, where it would be */
} ChangePart;

typedef struct Change {
	u32 id; /* 0, 1, ...: position in the map; in order of NEW's functions and lines */
	ChangeKind kind;
	ChangePart part[N_SIDES];
	const char *edited[N_SIDES]; /* "a.h:12": the macro, type or prototype that was edited, where it
									only shows on the lines of the parts; NULL: they were edited */
	const char *text; /* one line: "modification in limit: 'icmp slt' is now 'icmp sle'" */
} Change;

typedef struct ChangeMap ChangeMap;

typedef struct ChangeOptions {
	Static *statics[N_SIDES]; /* NULL: made (and kept) when needed, which costs points-to only if
								 the first contents of a global changed */
	const u32 *entry;         /* by side: the function that is called alone; NULL: main is */
} ChangeOptions;

/* NULL with one clear line in err when the two cannot be versions of one program: no common
 * function, or only one has a main. options may be NULL. */
ChangeMap *change_map(const Program *old, const Program *newer, const ChangeOptions *options,
					  Err *err);
void change_map_free(ChangeMap *m);

/* ---- changes ---- */

u32 change_map_count(const ChangeMap *m); /* 0: no code changed */
const Change *change_map_at(const ChangeMap *m, u32 id);
/* The change an instruction belongs to as anything but a marker, or NO_OPERAND. */
u32 change_map_of(const ChangeMap *m, Side s, u32 function, u32 ins);
/* Same question, yes or no; fast enough for every step of a run. */
bool change_map_changed(const ChangeMap *m, Side s, u32 function, u32 ins);
/* What had to be left out, one line each. */
u32 change_map_notes(const ChangeMap *m, const char *const **lines);

/* Edited lines that no code comes of, one line of text each: those that are not compiled, and if
 * there is no change at all, the others as well. Reads the sources. */
u32 change_map_uncompiled(ChangeMap *m, const char *const **lines);

/* ---- what is what: the counterpart on the other side, or NO_OPERAND ---- */

u32 change_map_function(const ChangeMap *m, Side s, u32 function);
/* String literals: the first of equal content. */
u32 change_map_global(const ChangeMap *m, Side s, u32 global);
/* Of a block's beginning: where a branch to the one goes, a matched branch goes to the other. */
u32 change_map_block(const ChangeMap *m, Side s, u32 function, u32 block);
/* Branches and calls that give NO_OPERAND do not count when runs are aligned. */
u32 change_map_match(const ChangeMap *m, Side s, u32 function, u32 ins);
u32 change_map_register(const ChangeMap *m, Side s, u32 function, u32 reg);
/* Whether addresses are the same numbers in both versions, wherever they stand in what is not changed:
 * of functions, of globals, in code and in first contents. */
bool change_map_same_layout(const ChangeMap *m);
/* Whether all of the function's instructions match one by one and none is changed: numbers of
 * instructions, blocks, registers and slots are then the same on both sides. */
bool change_map_same(const ChangeMap *m, Side s, u32 function);
/* The same memory: both addresses lie in matched functions, globals or literals at the same
 * offset, or neither lies in any and they are equal. */
bool change_map_same_address(const ChangeMap *m, u64 old, u64 newer);
/* Arguments that hold lines and names of source files (those of __assert_fail): never compared. */
bool change_ignores_argument(const Function *callee, u32 arg);

/* Lines that only one version has: [from, to) of each file, 1 is the first. */
typedef struct TextHunk {
	u32 file[N_SIDES];
	u32 from[N_SIDES], to[N_SIDES];
	bool code; /* more than comments and layout is different */
} TextHunk;

typedef VEC(TextHunk) TextHunks;

/* As diff finds them, in files that hold a change; appends. A source that cannot be read has none. */
void change_map_hunks(ChangeMap *m, TextHunks *to);

/* ---- for people and programs ---- */

/* What changed, one line per change with its lines in both versions. */
void change_map_print(const ChangeMap *m, FILE *to);
/* suggest.c: for changes that are wanted (NULL: all), a line each with the nearest public function that
 * calls what changed, and a command with these words; for libraries, which have no main. */
void change_map_suggest(const ChangeMap *m, bool (*wanted)(void *ctx, u32 change), void *ctx,
						const char *words, FILE *to);
/* "file.c:12-14,20", of one side; "?" when unknown. */
void change_lines_text(const ChangeMap *m, Side s, const Change *c, Buf *to);
const char *change_kind_name(ChangeKind k);
/* How C writes the operation, "<=" or "+", else its name. */
const char *ins_sign(const Ins *in);
/* {"changes": [...], "notes": [...], "uncompiled": [...]}, as text. */
void change_map_json(ChangeMap *m, Buf *to);

/* coincide.c: some address means one thing in OLD and another in NEW, so that equal states are
 * not known by equal bits. */
bool coincide(const ChangeMap *map, const Program *old, const Program *newer);

#endif

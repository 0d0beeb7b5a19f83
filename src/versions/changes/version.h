/* version.h: compares the code of two versions of a program.
 *
 * A ChangeMap maps functions, globals, instructions and registers of OLD to those of NEW, and
 * groups all the rest into changes. It distinguishes two words:
 *
 *   matched    has a counterpart: the same role in the other version, perhaps with another operator
 *              or constant (`a < b` and `a <= b` are matched)
 *   changed    does not do the same with matched operands, or has no counterpart at all
 *
 * Invariant: as long as neither run has executed a point of a change, both are at matched
 * instructions with matched values. The map errs towards more changes, never fewer. Its notes list
 * what it had to leave out.
 *
 * Functions are matched by name and file, the remaining ones by their bodies. Instructions are
 * aligned by longest common subsequences over ever weaker keys, from whole expressions to bare
 * operators. Then each pair is judged: equal numbers, operands that are matched values, addresses
 * of matched objects, string literals and other private constants by content, fields by byte offset
 * and size, successors that are matched blocks. Line numbers, names of locals and layout are
 * ignored. Functions of the C library are the same in both versions and matched by name.
 *
 * The caller owns the map. The map keeps pointers to both programs, which must outlive it, and to
 * the Statics it was given. All numbers are the programs' own: functions, globals, instructions,
 * blocks, registers, slots. NO_OPERAND means "none" throughout. */
#ifndef DRIFT_VERSION_VERSION_H
#define DRIFT_VERSION_VERSION_H

#include "base/observe.h"
#include "engine/load/program.h"
#include "engine/static/static.h"

typedef enum ChangeKind {
	CHANGE_MODIFICATION,
	CHANGE_ADDITION, /* only in NEW; in OLD the locations where it would be */
	CHANGE_DELETION, /* only in OLD; in NEW the locations where it would be */
} ChangeKind;

/* Why an instruction belongs to a change. */
typedef enum PointKind {
	POINT_CODE,   /* it does something else, or has no counterpart */
	POINT_EDGE,   /* only its successors differ: a branch that leads elsewhere */
	POINT_DATA,   /* it may read (or, the size having changed, touch) a changed global */
	POINT_MARKER, /* unchanged; the other version has code just before it */
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
	u32 function;              /* its function; NO_OPERAND: a global, or nothing on this side */
	u32 global;                /* the global whose initial contents changed, else NO_OPERAND */
	u32 n_points;              /* at least one, unless no code that runs can reach it */
	const ChangePoint *points; /* ascending by function and instruction */
	u32 n_lines;               /* 0: no source line known */
	const LineRange *lines;    /* ascending, not overlapping; for a marker, where it would be */
} ChangePart;

typedef struct Change {
	u32 id; /* 0, 1, ...: position in the map; in order of NEW's functions and lines */
	ChangeKind kind;
	ChangePart part[N_SIDES];
	const char *edited[N_SIDES]; /* "a.h:12": the edited macro, type or prototype, if only its uses
                                  * show on the lines of the parts; NULL: the lines themselves were
                                  * edited */
	const char *also
		[N_SIDES]; /* "b.h:3, c.h:9": more edits of types or headers that it may come from; or NULL */
	const char *by_option; /* compiler options that cause it: "-DEXTRA"; NULL: none does */
	const char *text;      /* one line: "modification in limit: 'icmp slt' is now 'icmp sle'" */
} Change;

typedef struct ChangeMap ChangeMap;

typedef struct ChangeOptions {
	Static *statics[N_SIDES]; /* NULL: created (and kept) on demand; that runs points-to only if the
                               * initial contents of a global changed */
	const u32 *entry;         /* by side: the function that is called instead of main; NULL: main */
} ChangeOptions;

/* Returns NULL with one line in err if the two cannot be versions of one program: no common
 * function, or only one has a main. options may be NULL. */
ChangeMap *change_map(const Program *old, const Program *newer, const ChangeOptions *options,
					  Err *err);
void change_map_free(ChangeMap *m);

/* ---- changes ---- */

u32 change_map_count(const ChangeMap *m); /* 0: no code changed */
const Change *change_map_at(const ChangeMap *m, u32 id);
/* The change an instruction belongs to, not as a marker; or NO_OPERAND. */
u32 change_map_of(const ChangeMap *m, Side s, u32 function, u32 ins);
/* The same as a boolean; fast enough for every step of a run. */
bool change_map_changed(const ChangeMap *m, Side s, u32 function, u32 ins);
/* What the map had to leave out, one line each. */
u32 change_map_notes(const ChangeMap *m, const char *const **lines);

/* What an edit of the sources does. */
typedef enum EditEffect {
	EDIT_CHANGES,      /* it belongs to changes */
	EDIT_LAYOUT,       /* only comments or layout differ */
	EDIT_NOT_COMPILED, /* it is under a condition that does not hold */
	EDIT_NO_CODE,      /* there is no code on its lines */
	EDIT_SAME_CODE,    /* the code on its lines is the same */
	EDIT_UNKNOWN,      /* it may be the cause of a change whose cause is not known */
} EditEffect;

/* Lines [from, to) that only one version has, in a source or header of the program. */
typedef struct SourceEdit {
	const char *path[N_SIDES];
	u32 from[N_SIDES], to[N_SIDES];
	EditEffect effect;
	u32 n_changes;
	const u32 *changes; /* ids */
	const char *text;   /* one line about an edit that belongs to no change; NULL: only layout */
} SourceEdit;

/* All edits. Reads the sources. */
u32 change_map_edits(ChangeMap *m, const SourceEdit **edits);
const char *edit_effect_name(EditEffect e);
/* The texts of the edits that belong to no change. */
u32 change_map_uncompiled(ChangeMap *m, const char *const **lines);

/* ---- what is what: the counterpart on the other side, or NO_OPERAND ---- */

u32 change_map_function(const ChangeMap *m, Side s, u32 function);
/* String literals: the first of equal content. */
u32 change_map_global(const ChangeMap *m, Side s, u32 global);
/* Counterpart of a block's beginning: where a branch goes to the one, a matched branch goes to the
 * other. */
u32 change_map_block(const ChangeMap *m, Side s, u32 function, u32 block);
/* Branches and calls that return NO_OPERAND are ignored when runs are aligned. */
u32 change_map_match(const ChangeMap *m, Side s, u32 function, u32 ins);
u32 change_map_register(const ChangeMap *m, Side s, u32 function, u32 reg);
/* True if unchanged code and initial contents mention the same addresses of functions and globals
 * in both versions. */
bool change_map_same_layout(const ChangeMap *m);
/* True if all of the function's instructions match one by one and none is changed. Numbers of
 * instructions, blocks, registers and slots are then the same on both sides. */
bool change_map_same(const ChangeMap *m, Side s, u32 function);
/* True if both addresses are the same memory: they are at the same offset in matched functions,
 * globals or literals, or neither is in any and they are equal. */
bool change_map_same_address(const ChangeMap *m, u64 old, u64 newer);
/* True for arguments that contain lines and names of source files (those of __assert_fail): they
 * are never compared. */
bool change_ignores_argument(const Function *callee, u32 arg);

/* Lines that only one version has: [from, to) of each file, 1 is the first. */
typedef struct TextHunk {
	u32 file[N_SIDES];
	u32 from[N_SIDES], to[N_SIDES];
	bool code; /* true if more than comments and layout differs */
} TextHunk;

typedef VEC(TextHunk) TextHunks;

/* Appends the hunks that diff finds in files that contain a change. A source that cannot be read
 * has none. */
void change_map_hunks(ChangeMap *m, TextHunks *to);

/* ---- for people and programs ---- */

/* Prints one line per change with its lines in both versions. */
void change_map_print(const ChangeMap *m, FILE *to);
/* Prints only their number if there are more than `most`. */
void change_map_print_few(const ChangeMap *m, u32 most, FILE *to);
/* "file.c:12-14,20", of one side; "?" when unknown. */
void change_lines_text(const ChangeMap *m, Side s, const Change *c, Buf *to);
const char *change_kind_name(ChangeKind k);
/* The operator as C writes it, "<=" or "+", else its name. */
const char *ins_sign(const Ins *in);
/* {"changes": [...], "notes": [...], "uncompiled": [...]}, as text. */
void change_map_json(ChangeMap *m, Buf *to);

/* coincide.c: true if some address means one object in OLD and another in NEW, so that equal bits
 * do not imply equal states. */
bool coincide(const ChangeMap *map, const Program *old, const Program *newer);

#endif

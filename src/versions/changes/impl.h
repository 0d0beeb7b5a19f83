/* impl.h: shared by the files of src/versions/changes.
 *
 * The stages, in order: names.c matches files, functions and globals; view.c prepares a function
 * that differs between the versions; align.c (with key.c and sequence.c) pairs its instructions;
 * judge.c decides which pairs do the same; group.c groups the rest into changes; data.c adds
 * changed globals, whole.c adds functions that only one version has; hunks.c (with sources.c)
 * aligns the source texts; merge.c and cause.c merge changes that people read as one; lines.c finds
 * their source lines. */
#ifndef DRIFT_VERSION_IMPL_H
#define DRIFT_VERSION_IMPL_H

#include "versions/changes/sequence.h"
#include "versions/changes/version.h"

/* The meaning of a constant, so that the versions' constants can be compared. */
typedef enum SideRefKind {
	REF_NUMBER,
	REF_FUNCTION, /* id = function, offset within its address */
	REF_GLOBAL,   /* id = global */
	REF_BLOCK,    /* id = function, offset = block */
} SideRefKind;

typedef struct SideRef {
	SideRefKind kind;
	u32 id;
	u64 offset; /* from the object's start; for numbers the value itself */
} SideRef;

/* A matched pair of functions that differ. */
typedef struct Pair {
	u32 function[N_SIDES];
	u32 *ins[N_SIDES];   /* counterpart of each instruction */
	u8 *flag[N_SIDES];   /* of each instruction: 0, or 1 + PointKind */
	u32 *reg[N_SIDES];   /* counterpart of each register */
	u32 *slot[N_SIDES];  /* of each slot */
	u32 *block[N_SIDES]; /* of each block's beginning */
} Pair;

/* One function of one side. */
typedef struct Body {
	u32 other;  /* counterpart, or NO_OPERAND */
	Pair *pair; /* NULL: the same, or no counterpart */
	u64 *bits;  /* changed instructions; NULL: none */
	u32 *of;    /* by instruction: its change; there when bits are */
} Body;

typedef struct Half {
	const Program *p;
	Static *s;     /* points-to and flow, or NULL */
	Static *plain; /* without points-to */
	bool named;    /* true if the C library uses something of it by name: interpose.c */
	bool owned;    /* true if s was created here */
	u32 entry;     /* the only function that is called from outside, or NO_OPERAND: main */
	Body *body;    /* by function */
	u32 *global;   /* counterpart of each global */
	u32 *file;     /* counterpart of each source file */
} Half;

/* A source file as read. */
typedef struct SourceText {
	const char *path;
	Buf bytes;         /* empty if it cannot be read */
	VEC(size_t) lines; /* where each begins; one more for the end */
} SourceText;

/* A source and its counterpart; NULL: the version does not have it. */
typedef struct TextPair {
	SourceText *text[N_SIDES];
} TextPair;

typedef VEC(TextPair) TextPairs;

/* Whether code differs only because its line moved. */
typedef enum LineMove {
	MOVE_NONE,
	MOVE_MAYBE, /* if it uses __LINE__ */
	MOVE_LINE,  /* what differs are the numbers of its own lines */
} LineMove;

/* A change under construction. */
typedef struct Draft {
	Change c;
	VEC(ChangePoint) points[N_SIDES];
	VEC(LineRange) lines[N_SIDES];
	bool only_markers[N_SIDES]; /* lines are those of markers */
	bool whole;                 /* a function that only one side has */
	const char *what;           /* what happened, without kind and place; in the arena */
	bool vague;                 /* true if `what` says little: the lines say more */
	bool edited;                /* true if the text of its lines differs */
	bool gone;                  /* true if it was merged into another */
	LineMove move;              /* of all its points */
	u32 into;                   /* number of the draft that it belongs to, + 1; 0: to none */
	const char *of;             /* name of what was edited, if that is elsewhere; or NULL */
} Draft;

/* Lines [from, to) of either side that have no equal in the other; 1 is the first. */
typedef struct Hunk {
	u32 from[N_SIDES], to[N_SIDES];
	u32 group; /* the same for hunks of one statement */
	u32 edit;  /* the same for statements of one edit of diff */
} Hunk;

typedef VEC(Hunk) HunkList;

/* Of one file and its counterpart. */
typedef struct FileHunks {
	SourceText *text[N_SIDES];
	HunkList list;
} FileHunks;

/* The first word of a key in ChangeMap.numbers: equal numbers are equal keys. */
typedef enum CodeNumber {
	NUMBER_REF,
	NUMBER_CONST,
	NUMBER_CONTENT, /* of a private constant */
	NUMBER_CASE,    /* of a switch */
	NUMBER_OPERAND,
	NUMBER_INS, /* + level of the key: an instruction; so the last one */
} CodeNumber;

struct ChangeMap {
	Arena arena;
	KeyMap *numbers; /* of instructions and what they mention, for their keys */
	Half half[N_SIDES];
	VEC(Draft) drafts;      /* in order of discovery */
	VEC(FileHunks *) hunks; /* of files that were asked for */
	VEC(Change) changes;    /* as returned to callers */
	bool *moved;            /* true if unchanged code mentions an address whose number changed */
	VEC(const char *) notes;
	VEC(const char *) uncompiled; /* see change_map_uncompiled */
	VEC(SourceEdit) edits;        /* see change_map_edits */
	StrMap sources;               /* file name -> index of texts */
	VEC(SourceText *) texts;
};

static inline const Function *function_of(const ChangeMap *m, Side s, u32 f)
{
	return &m->half[s].p->functions.at[f];
}

/* True if a function's body can differ between versions. The C library's cannot, except for the
 * lists of constructors, which the loader writes. */
bool is_compared(const Function *f);

/* ---- content.c: constants and first contents ---- */

SideRef ref_of(const Program *p, u64 value);
bool ref_equal(const ChangeMap *m, SideRef old, SideRef newer);
u64 ref_id(const ChangeMap *m, Side s, SideRef r); /* equal for equal refs of either side */
bool const_equal(const ChangeMap *m, u32 old, u32 newer);
/* The same for code that both versions share; records if the bits differ. */
bool const_agrees(const ChangeMap *m, u32 old, u32 newer);
u64 const_id(const ChangeMap *m, Side s, u32 index);
/* A private constant without a name of its own: string literals, initialisers of locals. */
bool is_private(const Global *g);
/* True if two globals have the same initial contents; *first and *end delimit the bytes that
 * differ. Their sizes may differ. */
bool content_equal(const ChangeMap *m, u32 old, u32 newer, u64 *first, u64 *end);

/* ---- names.c ---- */

void match_files(ChangeMap *m);
void match_functions(ChangeMap *m);
void match_globals(ChangeMap *m);
void match_renamed(ChangeMap *m);
/* Lockstep: the same instructions on the same registers. */
bool same_body(const ChangeMap *m, u32 old, u32 newer);
/* Two instructions that the machine does not know: the same text, in functions of the same text. */
bool same_unsupported(const Program *p, const Ins *o, const Program *q, const Ins *n);
/* True if both calls have matched callees. */
bool same_callee(const ChangeMap *m, u32 old, u32 newer);

/* ---- assembly.c ---- */

void compare_assembly(ChangeMap *m);

/* ---- layout.c ---- */

/* A note if nothing changed but the layout of memory, which code depends on. Needs the changes. */
void compare_layout(ChangeMap *m);

/* ---- frames.c ---- */

void frame_changes(ChangeMap *m);

/* ---- view.c: a function made ready for alignment ---- */

typedef struct View {
	const ChangeMap *m;
	Side side;
	const Program *p;
	const Function *f;
	u32 *def;      /* by register: its instruction; NO_OPERAND for parameters */
	Operand *root; /* by register: itself, or what a definition marker passes on that the other
                    * version may lack only because of its line breaks */
	u32 *block;    /* by instruction */
	bool *live;    /* by block: can be reached */
	u32 *items;    /* instructions to align, ascending: no phis, slots, passing markers */
	u32 n_items;
	u32 *ins;  /* = Pair.ins[side] */
	u32 *slot; /* = Pair.slot[side] */
	u64 *key;  /* by instruction, at the current level */
} View;

void view_make(View *v, const ChangeMap *m, Side s, u32 function, Arena *a);
/* Operand with passing markers taken away. */
static inline Operand view_root(const View *v, Operand o)
{
	return o == NO_OPERAND || operand_is_const(o) ? o : v->root[o];
}
/* Successors of a terminator, in a fixed order. */
void view_ways(const View *v, const Ins *t, U32List *to);

/* ---- key.c ---- */

enum { KEY_CLASS, KEY_OP, KEY_OWN, KEY_DEEP, KEY_DEEPER, N_KEYS };

/* Fills View.key. KEY_CLASS: kind of operation and type; KEY_OP: the operation; KEY_OWN: everything
 * except registers; then also the keys of the operands. From KEY_OWN on, each level needs the
 * previous one in View.key. */
void view_keys(View *v, int level, Arena *a);

/* ---- align.c ---- */

Pair *align_functions(ChangeMap *m, View *old, View *newer);

/* ---- judge.c ---- */

/* Sets Pair.flag and what depends on agreement: phis, registers. */
void judge_pair(ChangeMap *m, Pair *p, View *old, View *newer);

/* ---- group.c ---- */

void group_pair(ChangeMap *m, Pair *p, View *old, View *newer);

/* ---- interpose.c ---- */

/* True if the C library uses a function or global of the program by its name. */
bool library_names_subject(const ChangeMap *m, Side s);

/* ---- data.c, readers.c, whole.c ---- */

/* A global that changed. */
typedef struct Datum {
	u32 global[N_SIDES];
	u64 first, end; /* bytes that differ */
	bool read;      /* true if reading them is a point of the change: contents or size differ */
	bool write;     /* true if writing them is one: the size differs, or only one is writable */
} Datum;

/* Finds the points of a changed global on one side without points-to. Returns false, and no points,
 * if its address escapes. */
bool readers_find(ChangeMap *m, Draft *draft, Side s, const Datum *d);
void data_changes(ChangeMap *m);
void whole_functions(ChangeMap *m);

/* ---- lines.c ---- */

Draft *draft_new(ChangeMap *m, ChangeKind kind);
void draft_point(Draft *d, Side s, u32 function, u32 ins, PointKind kind);
void draft_line(Draft *d, Side s, Loc at);
/* Sorts, drops duplicates, numbers the changes, fills bits. */
void drafts_finish(ChangeMap *m);
Loc loc_of(const ChangeMap *m, Side s, u32 loc);
/* "`a` is now `b`", "`b` is new", "`a` is gone"; nothing if both are NULL. */
void say_both(Buf *to, const char *const line[], const size_t n[]);
/* Lines of the definition of a matched global, cut down to those whose text differs. */
void global_lines(ChangeMap *m, Draft *d, u32 old, u32 newer);

/* ---- sources.c ---- */

SourceText *source_text(ChangeMap *m, Side s, u32 file);
SourceText *path_text(ChangeMap *m, const char *path);
u32 text_lines(const SourceText *t); /* 0 when it cannot be read */
/* A line without indentation; NULL when it cannot be read. */
const char *text_line(const SourceText *t, u32 line, size_t *len);
const char *source_line(ChangeMap *m, Side s, u32 file, u32 line, size_t *len);
/* All sources of NEW that belong to the program, headers too, with their counterparts in OLD. */
void source_pairs(ChangeMap *m, TextPairs *to);
/* The file that an #include line names, to be freed; NULL: it is no such line. */
char *included(const char *at, size_t n);
bool is_own(const char *path); /* not one of the system's headers */
/* A path as the program's file names spell it. */
const char *shown_path(const ChangeMap *m, Side s, const char *path);
/* Drops the source texts; they are read again on demand. */
void sources_forget(ChangeMap *m);

/* ---- split.c ---- */

/* Appends an edit, or the edits of its statements. */
void split_hunk(SourceText *const text[], const Hunk *h, HunkList *to);

/* ---- hunks.c ---- */

/* Adds to changes the counterparts of their lines on the other side, and removes lines that were
 * not edited. */
void extend_lines(ChangeMap *m);
/* True if the texts differ on a line. */
bool in_hunk(ChangeMap *m, Side s, u32 file, u32 line);
/* The hunk that a line is in; NULL: none, or the file has no counterpart. */
const Hunk *hunk_at(ChangeMap *m, Side s, u32 file, u32 line);
/* True if the texts treat both lines as the same, or as edited at the same location. */
bool lines_correspond(ChangeMap *m, Loc old, Loc newer);
/* Valid until sources_forget. */
const HunkList *text_hunks(ChangeMap *m, SourceText *old, SourceText *newer);
bool hunk_is_code(SourceText *const text[], const Hunk *h);
void kind_by_text(ChangeMap *m, Draft *d);

/* ---- merge.c, cause.c ---- */

/* Merges changes that people read as one; modifies drafts. */
void merge_drafts(ChangeMap *m);
void merge_causes(ChangeMap *m);
/* Moves all points and lines of one draft to another. */
void draft_merge(ChangeMap *m, u32 into, u32 from);

/* ---- moved.c ---- */

LineMove moved_pair(const ChangeMap *m, const View *old, const View *newer, u32 o, u32 n);
/* The edit that moved the lines of a change, with its texts; NULL: they did not move, or were
 * edited. */
const Hunk *draft_mover(ChangeMap *m, const Draft *d, SourceText **text);
/* Describes a change that is `n` uses of __LINE__; h: the edit that moved the first of them, or
 * NULL to keep the one that was given before. */
void say_moved(ChangeMap *m, Draft *d, const Hunk *h, SourceText *const text[], u32 n);

/* ---- options.c ---- */

/* A compiler option of one version, or a macro that the versions' options define otherwise. */
typedef struct CodeOption {
	const char *name;  /* the macro, or the option itself */
	const char *macro; /* NULL: it is about no macro */
	const char *word[N_SIDES];
	u32 draft; /* change that it is the cause of, + 1; 0: none so far */
} CodeOption;

typedef VEC(CodeOption) CodeOptions;

void options_that_differ(ChangeMap *m, CodeOptions *to);
/* Names in the conditions that a line is under. */
void condition_words(const SourceText *t, u32 line, StrMap *to);
/* True if a line is under a condition that stands in lines [from, end). */
bool is_under_condition(const SourceText *t, u32 line, u32 from, u32 end);
/* Macros that are defined under the condition that begins in a line. */
void governed_macros(const SourceText *t, u32 line, StrMap *to);
void say_option(ChangeMap *m, Draft *d, const CodeOption *o);

/* ---- included.c ---- */

/* Names in files that a version read because of an #include line, and the other version did not read. Nothing if it
 * is not known which files were read. */
void included_names(ChangeMap *m, Side s, const char *name, StrMap *to);

/* ---- declared.c ---- */

/* Calls add with each name that a source declares or defines, and the lines that say what it is: of macros, one-line
 * declarations, structs, unions and enums. */
void declared_names(const SourceText *t, void (*add)(void *ctx, const char *name, u32 line),
					void *ctx);

/* ---- uncompiled.c ---- */

/* What an edit does that belongs to no change, with a line of text; open: a change has no known
 * cause. */
EditEffect edit_effect(ChangeMap *m, const TextPair *p, const Hunk *h, bool open, Buf *to);

/* ---- words.c ---- */

/* An identifier in a line of C. */
typedef struct Word {
	const char *at;
	size_t n;
	char next; /* the first character behind it that is no blank */
	bool keyword;
} Word;

bool next_word(const char **at, const char *end, Word *w); /* outside of strings and comments */
void words_of(const char *at, size_t n, StrMap *to);       /* but keywords */
void declared_in(const char *at, size_t n, StrMap *to);    /* names that may be declared there */
bool is_declaration(const char *at, size_t n);             /* begins with a type and a name */
char *defined_macro(const char *at, size_t n);             /* to be freed; NULL: no #define */
bool is_comment(const char *at, size_t n);                 /* a line that is nothing else */

/* ---- describe.c ---- */

/* Describes how two paired instructions differ; never empty. Returns false if the words are not
 * C's. */
bool describe_pair(const ChangeMap *m, const View *old, const View *newer, const Ins *o,
				   const Ins *n, Buf *to);

void map_note(ChangeMap *m, const char *fmt, ...) printf_like(2, 3);
Static *map_static(ChangeMap *m, Side s);     /* with points-to */
Static *map_flow(const ChangeMap *m, Side s); /* without */

#endif

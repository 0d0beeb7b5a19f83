/* emit.h: a contract as a C file that checks it at run time, without drift.
 *
 * The file is compiled twice. With -DDRIFT_OLD it is OLD's source, with its functions under other
 * names; variables of the program are shared with NEW by weak symbols. Otherwise it is NEW's source, in
 * which the function has another name, and a wrapper that has its own. The wrapper calls both
 * versions, each in a process of its own that inherits the memory of the caller (fork), compares
 * what they report with the contract, and calls NEW's function once more, in the program itself.
 *
 * Whatever cannot be said in C, or would not mean the same, is refused by name. */
#ifndef DRIFT_CHECK_EMIT_H
#define DRIFT_CHECK_EMIT_H

#include "clients/check/contract/contract.h"
#include "engine/load/ctype.h"
#include "engine/load/program.h"

typedef struct EmitConfig {
	const Program *program[2]; /* OLD and NEW, loaded with the function as their entry */
	u32 function[2];
	const Contract *contract; /* NULL: equal by default */
	const char *path;         /* of the file */
} EmitConfig;

bool check_emit(const EmitConfig *config, Err *err);

/* ---- between the files ---- */

enum {
	EMIT_SLOTS = 32,   /* values of \old and \prev */
	EMIT_CLAUSES = 64, /* of the contract */
	EMIT_PIECES = 256, /* values that are compared */
	EMIT_CASES = 32,
};

typedef enum EmitWhen { EMIT_BEFORE, EMIT_AFTER_OLD, EMIT_AFTER_NEW } EmitWhen;

/* A value that must be equal unless a clause mentions it. */
typedef struct EmitPiece {
	char *text;        /* C statement that reports it; its number follows */
	const char *root;  /* parameter, global or \result */
	const char *field; /* of the struct behind it; NULL: all */
} EmitPiece;

/* What clauses mention. */
typedef struct EmitMention {
	const char *root, *field; /* field NULL: all of it */
	u32 of;                   /* the case */
} EmitMention;

typedef struct Emit {
	EmitConfig config;
	VEC(const Clause *) clauses;
	VEC(u32) cases;        /* by clause */
	VEC(char *) old, prev; /* expressions of \old and \prev */
	VEC(EmitPiece) pieces;
	VEC(EmitMention) mentions;
	StrList called; /* functions of OLD that predicates call */
	StrList bound;  /* variables of quantifiers */
	Arena arena;
	u32 number; /* for names of temporaries */
	Err *err;
} Emit;

/* An error at a term of the contract, or without one; returns false. */
bool emit_refuse(Emit *e, const Term *t, const char *fmt, ...) printf_like(3, 4);

/* terms.c: writes a term as C; collects values of \old and \prev. */
bool emit_term(Emit *e, const Term *t, EmitWhen when, Buf *to);
/* Collects what a clause about NEW mentions. */
void emit_mentions(Emit *e, const Term *t, u32 of);

/* pieces.c: what is compared. */
bool emit_pieces(Emit *e);
bool emit_same_layout(const CType *a, const CType *b, u32 depth);

/* source.c: a function in the text of a source. */
typedef struct EmitSource {
	Buf text;
	char *path;
	size_t begin, name, brace,
		end; /* of its definition: first byte, its name, its body, behind it */
} EmitSource;
bool emit_source(Emit *e, int side, EmitSource *to);
void emit_source_free(EmitSource *s);
/* True if the source declares a variable of this name as static at file level. */
bool emit_is_static(const EmitSource *s, const char *name);

/* runtime.c */
extern const char emit_runtime[];

#endif

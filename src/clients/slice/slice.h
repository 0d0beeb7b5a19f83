/* slice.h: backward slices: what a value at a line depends on.
 *
 *   dynamic   instructions of one run that the value depends on by data or control
 *   relevant  those, and the decisions that kept code from executing which would have changed the
 *             value, with what they depend on
 *   static    everything that may affect the value in any run
 *
 * A slice is stored by instruction and shown by line. The criterion is a list of instructions:
 * those that observe a variable (LoadOptions.observe), or all of a line. A slice owns only its
 * marks. */
#ifndef DRIFT_SLICE_H
#define DRIFT_SLICE_H

#include "versions/product/subject.h"

enum { /* marks of an instruction */
	   IN_DYNAMIC = 1,
	   IN_RELEVANT = 2,
	   IN_STATIC = 4,
	   IS_CRITERION = 8,
};

typedef VEC(Target) TargetVec;

typedef struct Slice {
	const Program *p;
	u8 **marks; /* by function and instruction; NULL: none in the function */
	u8 *here;   /* by function: union of its marks */
} Slice;

void slice_init(Slice *s, const Program *p);
void slice_free(Slice *s);
void slice_mark(Slice *s, u32 function, u32 ins, u8 mark);
static inline u8 slice_marks(const Slice *s, u32 function, u32 ins)
{
	return s->marks[function] ? s->marks[function][ins] : 0;
}

/* closure.c: everything that the criterion may depend on. */
void slice_static(Slice *s, Static *st, const Target *criterion, size_t n);

/* dynamic.c */
typedef struct SliceRun {
	Subject *subject;  /* the program, without a pool */
	char *const *argv; /* with the program's name, NULL at the end */
	char *const *envp;
	const Buf *input; /* standard input */
	bool observed;    /* true if the criterion is instructions that observe a variable */
	bool relevant;    /* true: relevant slice, also depends on what was not executed */
} SliceRun;
/* Runs the program and marks. *executed: true if the criterion was executed. */
bool slice_run(Slice *s, Static *st, const SliceRun *run, const Target *criterion, size_t n,
			   RunResult *result, bool *executed, Err *err);

/* show.c */
void slice_print(const Slice *s, FILE *to);
/* As JSON, to be freed. */
char *slice_json(const Slice *s, const char *location, const char *var);

#endif

/* slice.h: what a value at a line came from, backwards.
 *
 *   dynamic   instructions of one run that the value depends on by data or control
 *   relevant  those, and the decisions because of which something that would have changed the
 *             value was not executed, with what they depend on
 *   static    what may have an influence in any run
 *
 * A slice is kept by instruction and shown by line. The criterion is a list of instructions: those
 * that look at a variable (LoadOptions.observe), or all of a line. It owns its marks only.
 */
#ifndef DRIFT_SLICE_H
#define DRIFT_SLICE_H

#include "subject/subject.h"

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
	bool observed;    /* the criterion are instructions that look at a variable */
	bool relevant;    /* also by what was not executed */
} SliceRun;
/* Runs the program and marks. *executed says whether the criterion was. */
bool slice_run(Slice *s, Static *st, const SliceRun *run, const Target *criterion, size_t n,
			   RunResult *result, bool *executed, Err *err);

/* show.c */
void slice_print(const Slice *s, FILE *to);
/* As JSON, to be freed. */
char *slice_json(const Slice *s, const char *place, const char *var);

#endif

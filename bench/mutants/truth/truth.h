/* truth.h: the ground truth of the mutation bench, by brute force.
 *
 * A subject's `shape` says which inputs there are. They are enumerated one by one; the base
 * program and all its versions run on each of them inside this process, and what they print and
 * return is compared. Nothing here is shared with drift's own engine: it has its own reader
 * of shapes and assumptions, and the programs run natively.
 *
 * assume.c    C expressions over the inputs, three-valued while an input is half built
 * shape.c     the shape file, and the enumeration of all inputs in it
 * capture.c   the C library calls of a subject: standard input and output, exit, the heap
 * program.c   a program as a shared object: load, run, put its memory back
 */
#ifndef TRUTH_H
#define TRUTH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	MAX_PARTS = 16,     /* arguments and standard input */
	MAX_TEXT = 64,      /* bytes of one part */
	MAX_CONJUNCTS = 64, /* assumptions, split at && */
	MAX_CLASS = 64,     /* representatives of one number */
	MAX_OUTPUT = 1 << 16,
};

typedef enum PartKind { PART_FIXED, PART_INT, PART_STR, PART_TEXT } PartKind;

typedef struct Part {
	PartKind kind;
	char name[16];              /* arg1, ..., stdin */
	int bound;                  /* bytes, of STR and TEXT */
	long long low, high;        /* INT: what the assumptions leave */
	long long class[MAX_CLASS]; /* INT: representatives, when the subject has a `classes` file */
	int n_class;                /* 0: every number from low to high */
	bool known;                 /* INT: number is set; STR and TEXT: length is set */
	long long number;           /* INT */
	int length;                 /* bytes of the text */
	int n_known;                /* leading bytes that are set; all when n_known == length */
	char text[MAX_TEXT + 1];    /* FIXED, STR, TEXT: the bytes; INT: the decimal text */
} Part;

typedef struct Node Node; /* of an expression: see assume.c */

typedef struct Shape {
	Part parts[MAX_PARTS]; /* arguments in order, then standard input */
	int n_parts;
	int n_args;                     /* leading parts that are arguments */
	Node *conjuncts[MAX_CONJUNCTS]; /* all must hold */
	int n_conjuncts;
} Shape;

/* ---- assume.c ---- */

/* Adds the conjuncts of a C expression to the shape; ends the process with a message if wrong. */
void assume_add(Shape *shape, const char *text);
/* Narrows low and high of the numbers by conjuncts that compare one number with a constant. */
void assume_bounds(Shape *shape);
/* False as soon as what is known so far violates an assumption. */
bool assume_possible(const Shape *shape);

/* ---- shape.c ---- */

void shape_read(Shape *shape, const char *path);
/* Representatives instead of ranges: lines "arg3: -1 0 1", in sections between blank lines. Reads
 * one section; false if there is none of that number. */
bool shape_read_classes(Shape *shape, const char *path, int number);
/* Calls visit for every input of the shape, shortest first; the texts of the parts are set. */
void shape_enumerate(Shape *shape, void (*visit)(void *to), void *to);

/* ---- capture.c ---- */

typedef enum Ending {
	END_EXIT,   /* returned or called exit */
	END_SIGNAL, /* fatal signal or abort */
	END_HANG,   /* more steps than STEP_LIMIT */
	END_MEMORY, /* AddressSanitizer's report */
	END_UB,     /* UndefinedBehaviorSanitizer's trap */
	END_UNSET,  /* the result depends on memory that was never set */
} Ending;

typedef struct Outcome {
	Ending ending;
	int status; /* of END_EXIT, 0 to 255 */
	size_t length;
	char output[MAX_OUTPUT]; /* standard output, length bytes of it */
} Outcome;

/* The run under way; fill is what fresh heap memory holds. */
void capture_begin(Outcome *to, const char *input, size_t length, int fill);
void capture_end(void);
/* Ends the run under way from wherever it is. */
_Noreturn void capture_leave(Ending ending, int status);
/* Calls main and comes back however it ends. */
void capture_call(int (*entry)(int, char **), int argc, char **argv);
void capture_init(void);

/* ---- program.c ---- */

typedef struct Program Program;

/* An input's arguments, in heap blocks of their exact size: reading past them is found. */
typedef struct Arguments {
	char *argv[MAX_PARTS + 2];
	int n; /* with the program's name */
} Arguments;

Program *program_load(const char *path);
void program_arguments(const Shape *shape, Arguments *args);
void program_free_arguments(Arguments *args);
/* Runs it on the input of the shape, whose arguments are args. */
void program_run(Program *program, const Shape *shape, const Arguments *args, int fill,
				 Outcome *to);

#endif

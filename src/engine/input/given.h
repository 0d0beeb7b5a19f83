/* given.h: turns a given input into a shape in which everything may vary.
 *
 * Words that are numbers become numbers, others become strings that may grow a little; likewise
 * standard input and files. Words that are placeholders already are kept.
 */
#ifndef DRIFT_INPUT_GIVEN_H
#define DRIFT_INPUT_GIVEN_H

#include "engine/input/inputs.h"

typedef struct GivenInput {
	StrList words, env, files;
	char *input; /* of --stdin, or NULL */
	Arena arena; /* holds the strings of the lists */
} GivenInput;

/* Reads a command line; parts may grow by `grow` bytes. */
bool given_words(GivenInput *g, const InputWords *from, u32 grow, Err *err);
/* Reads the directory of a test. */
bool given_test(GivenInput *g, const char *dir, u32 grow, Err *err);
void given_free(GivenInput *g);

#endif

/* given.h: an input that somebody has, as a shape of which everything may vary.
 *
 * Words that are numbers become numbers, others strings that may grow a little; standard input and
 * files likewise. What is written as a placeholder already stays as it is.
 */
#ifndef DRIFT_INPUT_GIVEN_H
#define DRIFT_INPUT_GIVEN_H

#include "input/inputs.h"

typedef struct GivenInput {
	StrList words, env, files;
	char *input; /* of --stdin, or NULL */
	Arena arena; /* holds the strings of the lists */
} GivenInput;

/* From a command line; parts may grow by so many bytes. */
bool given_words(GivenInput *g, const InputWords *from, u32 grow, Err *err);
/* From the directory of a test. */
bool given_test(GivenInput *g, const char *dir, u32 grow, Err *err);
void given_free(GivenInput *g);

#endif

/* stdin_kind.h: kinds of standard input as words: file, pipe or terminal.
 *
 * The file `world` of a test has them as `stdin_kind = pipe`. */
#ifndef DRIFT_INPUT_STDIN_KIND_H
#define DRIFT_INPUT_STDIN_KIND_H

#include "engine/os/os.h"

const char *stdin_kind_word(OsInputKind kind);
/* Returns true if the text begins with the word of a kind. */
bool stdin_kind_parse(const char *text, OsInputKind *kind);
/* Returns true if the text of a world has nothing but the kind of standard input. */
bool stdin_kind_alone(const char *world, OsInputKind *kind);

#endif

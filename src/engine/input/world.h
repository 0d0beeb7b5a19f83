/* world.h: answers of the world, and failures, as inputs.
 *
 * Each is a part of every shape (ROLE_WORLD). Its start is the value that a run without it would
 * have. Tests cannot set them natively, except for the kind of standard input; a comment after the
 * command shows them.
 */
#ifndef DRIFT_INPUT_WORLD_H
#define DRIFT_INPUT_WORLD_H

#include "engine/input/inputs.h"

/* The time at which runs begin, in seconds since 1970: YYYY-MM-DD (the last minute of that day, UTC,
 * so that no file of that day is newer), YYYY-MM-DDTHH:MM:SSZ, or @SECONDS. NULL: today. A day, not
 * a second, so that a command gives the same result when it is repeated. */
bool world_clock(const char *text, i64 *seconds, Err *err);
/* Adds the parts that --vary and --faults name (NULL: none) to all shapes and their starts. Call
 * it before inputs_bind. */
bool inputs_world(Inputs *in, const char *vary, const char *faults, Err *err);
/* True if a shape has such parts. */
bool shape_has_world(const Shape *s);
/* True if it has parts that a native program gets only from the shim: all but the kind of standard input. */
bool shape_needs_shim(const Shape *s);
/* The kind of standard input that an input has. */
OsInputKind inputs_stdin_kind(const Inputs *in, const Shape *shape, const Assignment *a);
/* Reads a text that inputs_world_text wrote and stores its numbers in a start. Values that the
 * text does not name are kept. Kinds of standard input are words: stdin_kind = pipe. */
void inputs_world_read(const Inputs *in, Start *start, const char *text);
/* Adds the possible values of a part of the world to shape->base. */
void world_limit(const Inputs *in, Shape *shape, const Part *part);
/* Lets expressions assume the upper bound (input_limit). Call it when all shapes have theirs. */
void world_assume_limit(const Inputs *in, const Part *part);
/* Sets the answers of the machine for a run. Returns false if the shape has no such parts. */
bool inputs_world_run(const Inputs *in, const Shape *shape, const Assignment *a, WorldInput *w);
/* Writes the values that differ from the default: clock = 5, fail.malloc = 1. Returns false if
 * there are none. */
bool inputs_world_text(const Inputs *in, const Shape *shape, const Assignment *a, Buf *to);

#endif

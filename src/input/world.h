/* world.h: answers of the world and failures as inputs.
 *
 * Each is a part of every shape (ROLE_WORLD), with the value as its start that a run has without
 * it. Tests cannot set them natively; they are told as a comment behind the command.
 */
#ifndef DRIFT_INPUT_WORLD_H
#define DRIFT_INPUT_WORLD_H

#include "input/inputs.h"

/* Adds what the lists of --vary and --faults name, NULL: none, to all shapes and their starts.
 * Before inputs_bind. */
bool inputs_world(Inputs *in, const char *vary, const char *faults, Err *err);
/* Puts the numbers of such a text, as inputs_world_text writes it, into a start; what it does not
 * name stays. */
void inputs_world_read(const Inputs *in, Start *start, const char *text);
/* What a part of the world can be, for shape->base. */
void world_limit(const Inputs *in, Shape *shape, const Part *part);
/* What the machine is given for a run; false: the shape has no such parts. */
bool inputs_world_run(const Inputs *in, const Shape *shape, const Assignment *a, WorldInput *w);
/* What is not as it would be anyway: clock = 5, fail.malloc = 1. False: nothing. */
bool inputs_world_text(const Inputs *in, const Shape *shape, const Assignment *a, Buf *to);

#endif

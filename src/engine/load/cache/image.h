/* image.h: converts a Program to bytes, and back.
 *
 * An image is valid only for the engine that wrote it: structures have their layout in memory,
 * without pointers. Arrays are used in place; reading only sets the pointers to them.
 */
#ifndef DRIFT_LOAD_CACHE_IMAGE_H
#define DRIFT_LOAD_CACHE_IMAGE_H

#include "engine/load/program.h"

/* All of it but Program.native.input. */
void image_write(const Program *p, Buf *to);
/* Fills in an empty Program, which needs the bytes from then on; false: that is no image, and the
 * program may only be freed. */
bool image_read(const u8 *bytes, size_t n, Program *p);

#endif

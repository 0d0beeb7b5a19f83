/* image.h: a Program as bytes, and back.
 *
 * An image is for the engine that wrote it and nobody else: structures are as they lie in memory,
 * with pointers left out. Arrays stay where they are in the image; only pointers to them are put in.
 */
#ifndef DRIFT_LOAD_CACHE_IMAGE_H
#define DRIFT_LOAD_CACHE_IMAGE_H

#include "load/program.h"

/* All of it but Program.native.input. */
void image_write(const Program *p, Buf *to);
/* Fills in an empty Program, which needs the bytes from then on; false: that is no image, and the
 * program may only be freed. */
bool image_read(const u8 *bytes, size_t n, Program *p);

#endif

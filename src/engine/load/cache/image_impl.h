/* image_impl.h: shared by image_read.c and image_write.c.
 *
 * Everything begins at a multiple of IMAGE_ALIGN. A text is its length including the NUL, 0 for
 * NULL, and its bytes. A structure is as in memory, followed by the objects of its pointers. A
 * written pointer only says whether there is an object.
 */
#ifndef DRIFT_LOAD_CACHE_IMAGE_IMPL_H
#define DRIFT_LOAD_CACHE_IMAGE_IMPL_H

#include "engine/load/cache/image.h"
#include "engine/load/ctype.h"

enum { IMAGE_ALIGN = 8 };

#endif

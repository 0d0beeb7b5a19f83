/* image_impl.h: what image_read.c and image_write.c share.
 *
 * Everything begins at a multiple of IMAGE_ALIGN. A text is its length with the NUL, 0 for NULL, and
 * its bytes. A structure is as in memory, and what its pointers lead to follows; the pointers that
 * are written say only whether there is something.
 */
#ifndef DRIFT_LOAD_CACHE_IMAGE_IMPL_H
#define DRIFT_LOAD_CACHE_IMAGE_IMPL_H

#include "load/cache/image.h"
#include "load/ctype.h"

enum { IMAGE_ALIGN = 8 };

#endif

/* image.h: private to this folder: the memory of a process that does not run.
 *
 * An Image consists of pages with everything that is known of their bytes, of the objects, and of the
 * allocators. Pages are shared between images and counted. A page that has not changed since the last
 * image of its process is shared with that: so a fork costs one comparison of the memory in use, and
 * copies what was written.
 */
#ifndef DRIFT_MACHINE_TASKS_IMAGE_H
#define DRIFT_MACHINE_TASKS_IMAGE_H

#include "engine/machine/machine_impl.h"

typedef struct Image Image;

/* Copies the memory. like: an earlier image of the same process, or NULL. */
Image *image_take(const Memory *m, const Image *like);
Image *image_share(const Image *image);
/* What processes share is the same in all images: the latest contents, by Object.ref. */
typedef struct SharedMap SharedMap;
typedef VEC(SharedMap *) SharedMaps;
/* Replaces the memory, of which `now` is an image, by another image. */
void image_put(Memory *m, const Image *now, const Image *image, SharedMaps *shared);
void image_free_shared(SharedMaps *shared);
void image_free(Image *image);

#endif

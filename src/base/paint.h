/* paint.h: colours for people, on a terminal only; names of files without the directories of all.
 *
 * A painted stream takes plain text and hands it on line by line. What a line is says its beginning or
 * its columns, as the text formats of all commands have them: so no writer knows of colours, and
 * without them the text is the same byte for byte. OLD is red and NEW is green, as in diff(1).
 */
#ifndef DRIFT_BASE_PAINT_H
#define DRIFT_BASE_PAINT_H

#include "base/opt.h"

/* --color: auto (also NULL), always or never. With auto a terminal decides, and NO_COLOR. */
bool paint_wanted(const char *when, FILE *to, bool *wanted, Err *err);
/* A stream that paints what is written to it, if colours are wanted, and leaves out every text of
 * strip; closing it leaves `to` open. */
FILE *paint_open(FILE *to, bool colours, const StrList *strip);

#endif

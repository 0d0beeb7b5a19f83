/* paint.h: colours for people, on a terminal only; file names without their common directories.
 *
 * A painted stream takes uncoloured text and writes it line by line. It recognises a line by its
 * beginning or its columns, as the text formats of all commands define them. So no writer knows
 * about colours, and without colours the text is the same byte for byte. OLD is red and NEW is
 * green, as in diff(1).
 */
#ifndef DRIFT_BASE_PAINT_H
#define DRIFT_BASE_PAINT_H

#include "base/opt.h"

/* when is the value of --color: auto (or NULL), always or never. With auto, the result depends on
 * whether `to` is a terminal and on NO_COLOR. */
bool paint_wanted(const char *when, FILE *to, bool *wanted, Err *err);
/* Returns the characters of a line of the terminal that `to` is, by COLUMNS or as the terminal says; 0 if it is
 * none. */
u32 paint_width(FILE *to);
/* Opens a stream that colours the text written to it if colours is true, and removes every text of
 * strip. column: characters of a column where two texts are side by side. Closing it leaves `to` open. */
FILE *paint_open(FILE *to, bool colours, const StrList *strip, u32 column);

#endif

/* report.h: a page to look at, made of a result.json or of what `drift env locate --json` printed.
 *
 * One file without anything from elsewhere: it can be sent, kept and printed. All of it is text that
 * a reader without scripts sees; scripts add filters and draw the way of an effect.
 */
#ifndef DRIFT_REPORT_H
#define DRIFT_REPORT_H

#include "base/base.h"

/* from: a directory with a result.json, or a file of JSON. False with an error if it is neither. */
bool report_write(const char *from, FILE *to, Err *err);

#endif

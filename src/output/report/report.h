/* report.h: an HTML page, made from a result.json or from the output of `drift env locate --json`.
 *
 * It is one self-contained file: it can be sent, kept and printed. A reader without scripts sees
 * all of its text; scripts add filters and draw the path of an effect. */
#ifndef DRIFT_REPORT_H
#define DRIFT_REPORT_H

#include "base/base.h"

/* from: a directory with a result.json, or a JSON file. Returns false with an error if it is
 * neither. */
bool report_write(const char *from, FILE *to, Err *err);
/* True if only its owner may read a page made from it: it is about a trace, or others cannot read it
 * either. */
bool report_is_private(const char *from);

#endif

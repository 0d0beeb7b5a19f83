/* html.h: writes HTML and reads JSON, as far as the report needs them.
 *
 * Every text goes through html_text, which escapes it; only the files of this module write tags. */
#ifndef DRIFT_REPORT_HTML_H
#define DRIFT_REPORT_HTML_H

#include <cjson/cJSON.h>

#include "base/base.h"
#include "base/verdict.h"

void html_text(FILE *to, const char *s);
void html_bytes(FILE *to, const char *s, size_t n);
/* <tag class="class">text</tag>; class may be NULL. */
void html_span(FILE *to, const char *tag, const char *class, const char *text);

/* Returns a value of an object: "", 0, false or NULL if it is missing. */
const char *json_text(const cJSON *of, const char *key);
double json_number(const cJSON *of, const char *key);
bool json_true(const cJSON *of, const char *key);
const cJSON *json_at(const cJSON *of, const char *key);
/* Returns VERDICT_NOTHING_KNOWN if it is missing or unknown to this version of drift. */
Verdict json_verdict(const cJSON *of);
int json_length(const cJSON *of, const char *key);

#endif

/* html.h: writing HTML and reading JSON, as far as the report needs them.
 *
 * Every text goes through html_text, which makes it harmless; only the files of this room write tags.
 */
#ifndef DRIFT_REPORT_HTML_H
#define DRIFT_REPORT_HTML_H

#include <cjson/cJSON.h>

#include "base/base.h"

void html_text(FILE *to, const char *s);
void html_bytes(FILE *to, const char *s, size_t n);
/* <tag class="class">text</tag>; class may be NULL. */
void html_span(FILE *to, const char *tag, const char *class, const char *text);

/* A value of an object: "", 0, false or NULL where there is none. */
const char *json_text(const cJSON *of, const char *key);
double json_number(const cJSON *of, const char *key);
bool json_true(const cJSON *of, const char *key);
const cJSON *json_at(const cJSON *of, const char *key);
int json_length(const cJSON *of, const char *key);

#endif

/* json.h: shared by the writers of result.json. */
#ifndef DRIFT_RESULT_JSON_H
#define DRIFT_RESULT_JSON_H

#include <cjson/cJSON.h>

#include "output/result/explained.h"
#include "output/result/impl.h"

void json_text_or_null(cJSON *to, const char *key, const char *text);
/* The directory of a test, or null for 0. */
void json_test(cJSON *to, u32 number);
/* Lists. */
void json_ids(cJSON *to, const char *key, const u32 *ids, size_t n);
void json_texts(cJSON *to, const char *key, const char *const *texts, size_t n);
void json_lines(cJSON *to, const ResultLines *l);
/* Appends an object to a list. */
cJSON *json_one(cJSON *list);
void json_effect(cJSON *to, const Result *r, const ResultSteps *effect);

/* json/bytes.c: converts to text; bytes that are not UTF-8 become \xNN. Returns false if there are
 * any. */
bool json_bytes(ResultBytes bytes, Buf *to);
/* origin.c: this build of drift, its command line, the revisions of git drift. */
void json_origin(cJSON *root);
/* json/shape.c */
void json_shapes(cJSON *to, const ResultShapes *shapes);

/* json/compare.c */
void json_compare(cJSON *root, const Result *r);
/* json/suite.c */
void json_suite(cJSON *root, const Result *r);
/* json/explained.c */
void json_explained(cJSON *to, const Result *r, const ResultExplained *e);

#endif

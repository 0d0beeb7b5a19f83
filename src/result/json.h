/* json.h: pieces of result.json that its writers share. */
#ifndef DRIFT_RESULT_JSON_H
#define DRIFT_RESULT_JSON_H

#include <cjson/cJSON.h>

#include "result/explained.h"
#include "result/impl.h"

void json_text_or_null(cJSON *to, const char *key, const char *text);
/* The directory of a test, or null for 0. */
void json_test(cJSON *to, u32 number);
/* Lists. */
void json_ids(cJSON *to, const char *key, const u32 *ids, size_t n);
void json_texts(cJSON *to, const char *key, const char *const *texts, size_t n);
void json_lines(cJSON *to, const ResultLines *l);
/* An object at the end of a list. */
cJSON *json_one(cJSON *list);
void json_effect(cJSON *to, const Result *r, const ResultSteps *effect);

/* json_explained.c */
void json_explained(cJSON *to, const Result *r, const ResultExplained *e);

#endif

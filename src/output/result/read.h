/* read.h: a result.json that was written before, as far as people look at it again. */
#ifndef DRIFT_RESULT_READ_H
#define DRIFT_RESULT_READ_H

#include "output/result/result.h"

/* Its texts belong to the JSON. */
typedef struct ResultRead {
	Result result; /* verdict, changes and differences */
	struct cJSON *root;
} ResultRead;

/* Reads DIR/result.json; dir must live as long. Call result_read_end in any case. */
bool result_read(ResultRead *in, const char *dir, Err *err);
void result_read_end(ResultRead *in);

#endif

/* sds.h: strings that know their length, which stands in front of them. */
#ifndef SDS_H
#define SDS_H

#include <stddef.h>

typedef char *sds;

sds sds_new(const char *text);
size_t sds_len(const sds s);
sds sds_cat(sds s, const char *text);
/* Keeps the characters from start to end, both included; negative numbers count from the end. */
void sds_range(sds s, int start, int end);
void sds_free(sds s);

#endif

/* scan.h: marks of a block in a buffer: '- ' items, 'key: ', '#' comments. */
#ifndef SCAN_H
#define SCAN_H

#include <stddef.h>

typedef struct scan_result {
	int items, keys, comments;
	int error; /* line, from 1; 0: none */
} scan_result;

scan_result scan(const unsigned char *buffer, size_t size);

#endif

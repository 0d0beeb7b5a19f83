/* b64.h: base64. */
#ifndef B64_H
#define B64_H

#include <stddef.h>

/* Decodes into `to`, which has room for 3 bytes of each 4; how many there are, or -1. */
int b64_decode(const char *text, unsigned char *to);

#endif

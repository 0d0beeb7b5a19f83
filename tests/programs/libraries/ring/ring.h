/* ring.h: bytes between a writer and a reader. */
#ifndef RING_H
#define RING_H

enum { RING_SIZE = 4 };

typedef struct ring {
	unsigned head, tail; /* next to write, next to read */
	unsigned char bytes[RING_SIZE];
} ring;

/* 0: there is no room. */
int ring_put(ring *r, unsigned char byte);
/* -1: there is nothing. */
int ring_get(ring *r);

#endif

/* ring.c: one place stays free, to tell full from empty. */
#include "ring.h"

int ring_put(ring *r, unsigned char byte)
{
	if (r->head >= RING_SIZE || r->tail >= RING_SIZE)
		return 0;
	if (r->head + 1 == r->tail)
		return 0;
	r->bytes[r->head] = byte;
	r->head = (r->head + 1) % RING_SIZE;
	return 1;
}

int ring_get(ring *r)
{
	if (r->head >= RING_SIZE || r->tail >= RING_SIZE || r->head == r->tail)
		return -1;
	int byte = r->bytes[r->tail];
	r->tail = (r->tail + 1) % RING_SIZE;
	return byte;
}

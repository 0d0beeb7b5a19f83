/* layout.h: the layout of a subject's address space.
 *
 *   REGION          code      addresses of functions and labels; never readable
 *   +GLOBALS_OFFSET globals   each with red zones
 *   +STACK_OFFSET   stack     frames
 *   +HEAP_OFFSET    heap      everything up to the end
 *
 * It is the same in every run, every process and both versions, so that addresses can be
 * compared.
 */
#ifndef DRIFT_LOAD_LAYOUT_H
#define DRIFT_LOAD_LAYOUT_H

#include "base/base.h"

#define REGION_BITS 34 /* 16 GiB */
#define REGION_SIZE (1ull << REGION_BITS)
#define REGION (1ull << 45)
#define CODE_FUNCTIONS (REGION + 0x1000)
#define CODE_BLOCKS (REGION + (64ull << 20))
#define CODE_STEP 16
#define GLOBALS_OFFSET (256ull << 20)
#define STACK_OFFSET (2ull << 30)
#define HEAP_OFFSET (4ull << 30)
#define GLOBALS_BASE (REGION + GLOBALS_OFFSET)
#define STACK_BASE (REGION + STACK_OFFSET)
#define HEAP_BASE (REGION + HEAP_OFFSET)

/* Bytes between two globals at least; larger objects get more, so that an index
 * that is off by a little does not land in a neighbour. */
#define REDZONE 32

/* A place in a frame that is one variable. */
typedef struct FrameSlot {
	u32 offset, size; /* in the frame */
} FrameSlot;

#endif

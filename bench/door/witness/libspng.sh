# The keyword of a text chunk with a space.
cat >use.c <<'C'
#include "spng/spng.h"
#include <stdio.h>
int main(void)
{
	struct spng_ihdr header = {.width = 1, .height = 1, .bit_depth = 8};
	struct spng_text text = {.keyword = "Creation Time", .type = SPNG_TEXT, .text = "now", .length = 3};
	spng_ctx *ctx = spng_ctx_new(SPNG_CTX_ENCODER);
	int set = spng_set_ihdr(ctx, &header);
	return printf("%d %d\n", set, spng_set_text(ctx, &text, 1)) < 0;
}
C
cc -w -DSPNG_DISABLE_OPT -o use use.c spng/spng.c -lz -lm >&2 && ./use

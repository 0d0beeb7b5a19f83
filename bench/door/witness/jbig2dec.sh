# No input shows the patch: int and uint32_t have 32 bits, so the conversion that it writes down took place before it, too.
grep -A 1 'UINT32_MAX - src->width' jbig2_image.c | sed 's/(uint32_t) //'

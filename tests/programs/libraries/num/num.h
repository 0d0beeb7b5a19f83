/* num.h: numerals of a small language. */
#ifndef NUM_H
#define NUM_H

/* How many characters of the text are the numeral; 0: it is none. */
int num_read(const char *text, int *value);

#endif

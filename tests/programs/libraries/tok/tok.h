/* tok.h: tokens of JSON in a text that is not copied. */
#ifndef TOK_H
#define TOK_H

#include <stddef.h>

typedef struct tok {
	char kind; /* 's' string, 'p' primitive, 'o' object, 'a' array */
	int begin, end;
	int size; /* values inside */
} tok;

enum { TOK_FULL = -1, TOK_BAD = -2, TOK_PART = -3 };

/* The number of tokens, or one of the above. */
int tok_parse(const char *js, size_t len, tok *tokens, unsigned n);

#endif

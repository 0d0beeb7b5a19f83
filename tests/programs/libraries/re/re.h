/* re.h: small regular expressions: . * + [a-c] [^x] ^ $ */
#ifndef RE_H
#define RE_H

/* Where the first match begins, or -1. */
int re_match(const char *pattern, const char *text);

#endif

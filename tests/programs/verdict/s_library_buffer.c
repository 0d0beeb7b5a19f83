// class 28: a buffer of the C library in one version, an object of its own in the other
// options: --entry 'char *f(int n)'
// expect: different
#include <string.h>
#include <time.h>
char *f(int n) { time_t t = n == 4; return asctime(gmtime(&t)); } //OLD
char *f(int n) { time_t t = n == 5; return strdup(asctime(gmtime(&t))); } //NEW

// class 28: texts of the C library that a function returns
// options: --entry 'const char *f(int n)'
// expect: different
#include <string.h>
const char *f(int n) { return strerror(n == 4 ? 2 : 3); } //OLD
const char *f(int n) { return strerror(3); } //NEW

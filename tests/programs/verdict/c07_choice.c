// class 7: a choice between constants
// options: --entry 'const char *f(int n)'
// expect: different
const char *f(int n) { return n > 3 ? "a" : "b"; } //OLD
const char *f(int n) { return n > 4 ? "a" : "b"; } //NEW

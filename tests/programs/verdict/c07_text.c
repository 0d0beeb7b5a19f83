// class 7: what a returned string holds
// options: --entry 'const char *f(int n)'
// expect: different
const char *f(int n) { return n == 3 ? "abc" : "x"; } //OLD
const char *f(int n) { return n == 3 ? "abd" : "x"; } //NEW

// class 7: null against not null
// options: --entry 'const char *f(int n)'
// expect: different
const char *f(int n) { return n > 3 ? "a" : 0; } //OLD
const char *f(int n) { return n > 4 ? "a" : 0; } //NEW

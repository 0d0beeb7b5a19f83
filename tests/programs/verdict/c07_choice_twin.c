// class 7: the same choice, turned round
// options: --entry 'const char *f(int n)'
// expect: not different
const char *f(int n) { return n > 3 ? "a" : "b"; } //OLD
const char *f(int n) { return n <= 3 ? "b" : "a"; } //NEW

// class 0: one value of a long
// options: --entry 'long f(long x)'
// expect: different
long f(long x) { return x == 5 ? 0 : x; } //OLD
long f(long x) { return x; } //NEW

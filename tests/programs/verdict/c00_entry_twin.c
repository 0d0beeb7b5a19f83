// class 0: the same choice, turned round
// options: --entry 'long f(long x)'
// expect: equivalent
long f(long x) { return x == 5 ? 0 : x; } //OLD
long f(long x) { return x != 5 ? x : 0; } //NEW

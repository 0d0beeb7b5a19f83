// class 1: under --entry
// options: --entry 'int f(int n)'
// expect: different
static int g(int x) { return x ^ 1; }
static int h(int x) { return x ^ 2; } //OLD
static int h(int x) { return x ^ 3; } //NEW
int f(int n) { int (*p)(int) = n == 9 ? h : g; return p(n); }

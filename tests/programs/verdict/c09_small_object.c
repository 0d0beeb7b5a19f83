// class 9: an object is as large as its type, whatever --bound says
// options: --bound 4 --entry 'int f(long *p)'
// expect: different
int f(long *p) { return *p == 3 ? 1 : 2; } //OLD
int f(long *p) { return *p == 4 ? 1 : 2; } //NEW

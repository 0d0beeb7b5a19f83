// class 7: a global that the function writes
// options: --entry 'void f(int n)'
// expect: different
int total;
void f(int n) { total = n == 3; } //OLD
void f(int n) { total = n == 4; } //NEW

// class 7: a struct filled in another order
// options: --entry 'struct point *f(int n)'
// expect: not different
struct point { int x, y; };
static struct point p;
struct point *f(int n) { p.x = n; p.y = n == 3 ? 1 : 2; return &p; } //OLD
struct point *f(int n) { p.y = n == 3 ? 1 : 2; p.x = n; return &p; } //NEW

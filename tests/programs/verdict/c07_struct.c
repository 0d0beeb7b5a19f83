// class 7: what a returned struct holds
// options: --entry 'struct point *f(int n)'
// expect: different
struct point { int x, y; };
static struct point p;
struct point *f(int n) { p.x = n; p.y = n == 3 ? 1 : 2; return &p; } //OLD
struct point *f(int n) { p.x = n; p.y = n == 4 ? 1 : 2; return &p; } //NEW

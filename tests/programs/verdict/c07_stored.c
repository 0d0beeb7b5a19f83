// class 7: a pointer stored into an argument
// options: --entry 'void f(struct item *p, int n)'
// expect: different
struct item { const char *name; int n; };
void f(struct item *p, int n) { p->name = n == 3 ? "one" : "two"; } //OLD
void f(struct item *p, int n) { p->name = n == 4 ? "one" : "two"; } //NEW

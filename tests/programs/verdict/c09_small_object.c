// class 9: an object is as large as its type, whatever --bound says
// options: --bound 4 --entry 'int f(struct big *p)'
// expect: different
struct big { int head[8]; int tail; };
int f(struct big *p) { return p->tail == 3 ? 1 : 2; } //OLD
int f(struct big *p) { return p->tail == 4 ? 1 : 2; } //NEW

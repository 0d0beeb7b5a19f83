// class 7: a pointer into an argument
// options: --bound 4 --entry 'char *f(char *s)'
// expect: different
char *f(char *s) { while (*s && *s != 'a') s++; return s; } //OLD
char *f(char *s) { while (*s && *s != 'b') s++; return s; } //NEW

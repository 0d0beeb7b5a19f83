// own: an object that a callback was given, and that is changed after that
// options: --call 'walk(@int, @fn)'
// expect: different
struct event { int kind, at; };
struct event *walk(int n, void (*f)(const struct event *)) {
	static struct event e;
	f(&e);
	e.kind = n; //OLD
	e.kind = n / 2; //NEW
	return &e;
}

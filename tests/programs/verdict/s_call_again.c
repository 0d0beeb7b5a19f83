// own: an event that is used again is shown in each call of a callback
// options: --call 'walk(@int, @fn)'
// expect: different
struct event { int kind, at; };
void walk(int n, void (*f)(const struct event *)) {
	struct event e = {0, n};
	f(&e);
	e.kind = 1; //OLD
	e.kind = 2; //NEW
	f(&e);
}

// own: which of two callbacks is called
// options: --call 'f(@str:2, @fn, @fn)'
// expect: different
int f(const char *s, void (*a)(int), void (*b)(int)) {
	(*s == 'x' ? a : b)(*s); //OLD
	(*s == 'y' ? a : b)(*s); //NEW
	return 0;
}

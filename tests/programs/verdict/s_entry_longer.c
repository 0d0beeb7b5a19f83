// own: a text that is longer than what is tried
// options: --entry f
// expect: not compared 16 s
int f(const char *s)
{
	int n = 0;
	while (s[n])
		n++;
	return n > 40; //OLD
	return n > 41; //NEW
}

/* NEW counts with a pointer. */
#ifndef NEW
#define NEW 0
#endif
int f(const char *s)
{
	int n = 0;
#if NEW
	for (const char *p = s; *p; p++)
		n += *p == ',';
#else
	for (int i = 0; s[i]; i++)
		n += s[i] == ',';
#endif
	return n;
}

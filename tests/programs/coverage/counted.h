/* counted.h: a function that both sources have a copy of. */
static inline int larger(int a, int b)
{
	if (a > b)
		return a;
	return b;
}

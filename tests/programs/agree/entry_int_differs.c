/* NEW rounds 250 otherwise. */
#ifndef NEW
#define NEW 0
#endif
int f(unsigned char n)
{
	return n >= 250 + NEW ? 255 : n;
}

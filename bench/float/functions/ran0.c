/* double ran0(long seed) : a random deviate by a multiplicative generator. */
double ran0(long seed)
{
	const long a = 16807, m = 2147483647, q = 127773, r = 2836;
	if (seed < 0 || seed >= m)
		return -1;
	seed ^= 123459876;
	long k = seed / q;
	seed = a * (seed - k * q) - r * k;
	if (seed < 0)
		seed += m;
	return (1.0 / 2147483647.0) * (double)seed;
}

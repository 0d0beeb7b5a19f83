/* values.c: each value of a small variable takes long to try. */
int mix(unsigned short x)
{
	unsigned h = 1;
	for (unsigned i = 0; i < 1000; i++)
		h = (h * x) ^ (h >> 3) ^ i;
	return h == 0x12345678 ? 1 : h % 77 == 5 ? 2 : 0;
}

int main(void)
{
	return mix(1);
}

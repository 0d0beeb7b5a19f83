/* endless.c: a run that goes on as long as it may, and decides something in every round. */
int main(int argc, char **argv)
{
	unsigned long n = 0;
	if (argc < 2)
		return 1;
	for (long i = 0;; i++) {
		n = n * 33 + (unsigned char)argv[1][i & 3] + (unsigned long)i;
		if (n == 77)
			return 3;
	}
}

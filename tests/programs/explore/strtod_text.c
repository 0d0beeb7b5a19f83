// inputs: str[1]
#include <stdio.h>
#include <stdlib.h>
/* Numbers of floating point are decided digit by digit. */
int main(int argc, char **argv)
{
	char *end;
	double x = strtod(argv[argc - 1], &end);
	if (*end)
		return 1;
	printf("%g\n", x < 3 ? x + 0.5 : 100.0);
	return x > 7;
}

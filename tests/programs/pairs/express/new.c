/* The scanner of eXpress: what is new waits for four characters in sequence and a length of 15. */
#include <stdio.h>
#include <string.h>

static int scan(const char *c, size_t n)
{
	int state = 0;

	if (n == 0)
		return -1;
	for (size_t i = 0; i < n; i++) {
		if (c[i] == '[')
			state = 1;
		else if (state == 1 && c[i] == '{')
			state = 2;
		else if (state == 2 && c[i] == '<')
			state = 3;
		else if (state == 3 && c[i] == '*') {
			state = 4;
			if (n == 15)
				state = state + 1;
		}
		if (c[i] == ' ')
			return state;
		if (!(c[i] >= ' ' && c[i] <= '~')) {
			state = -1;
			return state;
		}
	}
	if (n >= 15 && c[14] == '}')
		return state;
	return state + 10;
}

int main(int argc, char **argv)
{
	const char *s = argc > 1 ? argv[1] : "";
	printf("%d\n", scan(s, strlen(s)));
	return 0;
}

/* A scanner that wants four characters one after the other before it comes to the point. */
#include <stdio.h>
#include <string.h>

static int scan(const char *c)
{
	int state = 0;
	size_t n = strlen(c);

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
		}
		if (c[i] == ' ')
			return state;
		if (!(c[i] >= 'a' && c[i] <= 'z') && !strchr("[{<*", c[i]))
			return -1;
	}
	if (n >= 15 && c[14] == '}')
		return state;
	return state + 10;
}

int main(int argc, char **argv)
{
	printf("%d\n", scan(argc > 1 ? argv[1] : ""));
	return 0;
}

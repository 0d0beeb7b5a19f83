/* The value of an attribute; NEW parses its name instead. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *lookup(const char *name, const char *list)
{
	size_t n = strlen(name);
	for (; *list; list++)
		if (!strncmp(list, name, n) && list[n] == '=')
			return list + n + 1;
	return NULL;
}

static int property(const char *name, const char *list, int otherwise)
{
	const char *value = lookup(name, list);
	if (!value)
		return otherwise;
	return atoi(value); //OLD
	return atoi(name); //NEW
}

int main(int argc, char **argv)
{
	if (argc != 2)
		return 2;
	printf("%d\n", property("w", argv[1], -1));
	return 0;
}

#!/bin/sh
# units.sh TEST...: prints the C source of a program that is each of these unit tests, by the name it is started under. Each
# test's main is TEST_main there (Makefile).
cat <<'END'
/* Made by tests/gen/units.sh. */
#include <stdio.h>
#include <string.h>

END
for test; do
	echo "int ${test}_main(int argc, char **argv);"
done
cat <<'END'

static const struct {
	const char *name;
	int (*run)(int, char **);
} tests[] = {
END
for test; do
	echo "	{\"$test\", ${test}_main},"
done
cat <<'END'
};

int main(int argc, char **argv)
{
	const char *slash = strrchr(argv[0], '/'), *name = slash ? slash + 1 : argv[0];
	for (size_t i = 0; i < sizeof tests / sizeof *tests; i++)
		if (!strcmp(tests[i].name, name))
			return tests[i].run(argc, argv);
	fprintf(stderr, "%s: no unit test has this name\n", name);
	return 2;
}

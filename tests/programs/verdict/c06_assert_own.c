// class 6: a program that has its own way to end where an assertion fails is told the line
// options: -- @str:2
// expect: different
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

void __assert_fail(const char *text, const char *file, unsigned line, const char *function)
{
	(void)text;
	(void)file;
	(void)function;
	printf("line %u\n", line);
	exit(0);
}

//NEW
int main(int argc, char **argv)
{
	assert(argc < 2 || argv[1][0] != 'x');
	puts("fine");
	return 0;
}

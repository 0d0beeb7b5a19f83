/* call-integer.c: an integer that is nobody's address is called. */
#include <stdio.h>
#include <stdint.h>

int main(int argc, char **argv)
{
	(void)argv;
	void (*f)(void) = (void (*)(void))(uintptr_t)(0x123456789abc0u * (unsigned)argc);
	f();
	puts("done");
	return 0;
}

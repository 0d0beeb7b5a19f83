/* NEW reports a failed read as another status. */
#include <unistd.h>
#ifndef NEW
#define NEW 0
#endif
int main(void)
{
	char text[4];
	long n = read(0, text, sizeof text);
	if (n < 0)
		return 9 + NEW;
	return n > 0 && text[0] == 'x';
}

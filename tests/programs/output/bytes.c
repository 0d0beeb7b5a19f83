// inputs: str[2]
#include <stdio.h>
#include <string.h>
#include <ctype.h>
int main(int argc, char **argv)
{
	const char *s = argc > 1 ? argv[1] : "";
	if (strlen(s) < 2) {
		printf("{short} \\x41 \\{ %s\n", s);
		return 1;
	}
	printf("%s{%c}%c%d %u %x|", s, s[0], s[1], s[0], (unsigned char)s[1], s[1]);
	putchar(s[0] ^ 1);
	putchar(s[1] + 1);
	fputs(s + 1, stdout);
	printf("%3s|%-4s|%.1s|%c%c\n", s, s, s, tolower(s[0]), toupper(s[1]));
	return s[0];
}

/* string_chk.c: the checked names: in bounds they copy, out of bounds they end the program. */
#include <stdio.h>
#include <string.h>

char *__strcpy_chk(char *, const char *, size_t);
char *__strcat_chk(char *, const char *, size_t);
char *__strncpy_chk(char *, const char *, size_t, size_t);
char *__stpcpy_chk(char *, const char *, size_t);
char *__strncat_chk(char *, const char *, size_t, size_t);
void *__memcpy_chk(void *, const void *, size_t, size_t);
void *__memset_chk(void *, int, size_t, size_t);
void *__mempcpy_chk(void *, const void *, size_t, size_t);
void *__memmove_chk(void *, const void *, size_t, size_t);

int main(void)
{
	char buf[16];
	puts(__strcpy_chk(buf, "hello", 6));
	puts(__strcat_chk(buf, " you", 16));
	puts(__strncpy_chk(buf, "abc", 8, 8));
	puts(__strncat_chk(buf, "defgh", 2, 6));
	printf("%d\n", (int)(__stpcpy_chk(buf, "abc", 4) - buf));
	__memset_chk(buf, 'x', 15, 16);
	__memcpy_chk(buf, "1234", 4, 16);
	__memmove_chk(buf + 2, buf, 4, 14);
	*(char *)__mempcpy_chk(buf + 10, "zz", 2, 6) = 0;
	puts(buf);
	fflush(stdout);
	__strcpy_chk(buf, "hello", 5);
	puts("not reached");
	return 0;
}

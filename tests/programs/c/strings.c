/* strings.c: literals with escapes, concatenation, embedded noughts, pooling by content, raw bytes.
 */
#include <stdio.h>
#include <string.h>

#define STR_(x) #x
#define STR(x) STR_(x)
#define CAT(a, b) a##b
#define VERSION 1.2

static const char *const names[] = {"zero",
									"one"
									"two",
									"th\x72"
									"ee",
									"\101\102\60"};

static void dump(const char *s, size_t n)
{
	for (size_t i = 0; i < n; i++)
		printf("%02x ", (unsigned char)s[i]);
	printf("\n");
}

int main(void)
{
	dump("a\0b\n\t\\\"\a\b\f\r\v\e", sizeof "a\0b\n\t\\\"\a\b\f\r\v\e");
	dump("\xff\x80\1\12\123", 6);
	dump("\u00e9\u20ac\U0001f600", sizeof "\u00e9\u20ac\U0001f600");
	for (int i = 0; i < 4; i++)
		printf("%s ", names[i]);
	printf("\n%s %s %d\n", STR(VERSION), STR(CAT(x, 1)), CAT(1, 2));
	printf("%s %s\n", __func__, strrchr("/" __FILE__, '/') + 1);
	printf("%c%c%c\n", "abc"[1], 2 ["xyz"], *(&"pq"[1]));
	char a[] = "mutable", b[3] = {'n', 'o'}, c[] = {'s', 'e', 't', 0};
	a[0] = 'M';
	printf("%s %s %s %zu %zu\n", a, b, c, sizeof a, sizeof "x\0y");
	printf("%d %d %d\n", 'a', '\377', '\n' == 10);
	const char *multi = "line one\n"
						"line two\n";
	fputs(multi, stdout);
	printf("%zu %d\n", strlen("a\0b"), memcmp("a\0b", "a\0b", 4));
	return 0;
}

/* printf_misc.c: numbered arguments, counts, truncation, errors, and all the names of printf. */
#include <errno.h>
#include <limits.h>
#include <obstack.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define obstack_chunk_alloc malloc
#define obstack_chunk_free free

extern int __printf_chk(int flag, const char *fmt, ...);
extern int __fprintf_chk(FILE *fp, int flag, const char *fmt, ...);
extern int __sprintf_chk(char *s, int flag, size_t room, const char *fmt, ...);
extern int __snprintf_chk(char *s, size_t n, int flag, size_t room, const char *fmt, ...);
extern int __asprintf_chk(char **s, int flag, const char *fmt, ...);
extern int __dprintf_chk(int fd, int flag, const char *fmt, ...);
extern int __vfprintf_chk(FILE *fp, int flag, const char *fmt, va_list ap);

static int through(int which, char *buf, const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	int n = 0;
	char *text;
	switch (which) {
	case 0: n = vprintf(fmt, ap); break;
	case 1: n = vfprintf(stdout, fmt, ap); break;
	case 2: n = vsprintf(buf, fmt, ap); break;
	case 3: n = vsnprintf(buf, 8, fmt, ap); break;
	case 4:
		n = vasprintf(&text, fmt, ap);
		strcpy(buf, text);
		free(text);
		break;
	case 5: n = __vfprintf_chk(stdout, 1, fmt, ap); break;
	}
	va_end(ap);
	return n;
}

static void failing(const char *fmt)
{
	char buf[100] = "untouched";
	errno = 0;
	int n = snprintf(buf, sizeof buf, fmt, 1, 2, 3);
	int e = errno;
	printf("%s: %d %d\n", fmt, n, n < 0 ? e : 0);
}

static void numbered(void)
{
	printf("%2$s %1$d %2$s|%1$5d|%3$*1$d|%1$-*3$d|\n", 7, "x", 4);
	printf("%3$.2f %1$Lg %2$c %4$lld %5$hhd\n", 1.5L, 'q', 2.345, 1ll << 40, 300);
	printf("%1$s%1$s%1$s\n", "ab");
	printf("%2$d %1$d %2$*1$d %2$-*1$d|\n", 5, 9);
	printf("%1$.*2$f|%1$.*3$e\n", 3.14159265, 3, 6);
	int n1 = 0;
	long n2 = 0;
	printf("%1$s%2$n%1$s%3$ln\n", "abc", &n1, &n2);
	printf("%d %ld\n", n1, n2);
}

static void counts(void)
{
	int i = -1;
	short h = -1;
	signed char c = -1;
	long l = -1;
	long long ll = -1;
	size_t z = 77;
	printf("ab%ncd%hnef%hhngh%lnij%llnkl%zn\n", &i, &h, &c, &l, &ll, (ssize_t *)&z);
	printf("%d %d %d %ld %lld %zu\n", i, h, c, l, ll, z);
}

int main(void)
{
	char buf[200];
	numbered();
	counts();
	for (int w = 0; w < 6; w++) {
		buf[0] = '\0';
		int n = through(w, buf, "<%d %s %.1f>", 12345, "text", 2.5);
		printf(" [%s] %d\n", buf, n);
	}
	for (size_t size = 0; size < 9; size++) {
		memset(buf, '#', sizeof buf);
		buf[20] = '\0';
		int n = snprintf(buf, size, "%s-%d", "abc", 4711);
		printf("%zu %d %s\n", size, n, buf);
	}
	printf("%d\n", snprintf(NULL, 0, "%1000d", 5));
	failing("%");
	failing("abc%");
	failing("%5");
	failing("%l");
	failing("%2147483648d");
	failing("%.2147483648d");
	failing("%99999999999d");
	printf("%y|%5k|%-08.3w|%+ #y|%!\n");
	printf("%5.3v %lb|%0-5r\n", 1l, 2l);
	printf("%b %#b %B %#B %.10b %020lb %#-12b|%b %#.0b\n", 5, 5, 5, 5, 5, 5l, 5, -1, 0);
	__printf_chk(1, "chk %d %s\n", 1, "a");
	__fprintf_chk(stdout, 1, "fchk %d\n", 2);
	printf("%d %s\n", __sprintf_chk(buf, 1, sizeof buf, "s%d", 3), buf);
	printf("%d %s\n", __snprintf_chk(buf, 4, 1, sizeof buf, "abcdef%d", 3), buf);
	char *text;
	printf("%d", __asprintf_chk(&text, 1, "%s-%s", "x", "y"));
	printf(" %s\n", text);
	free(text);
	printf("%d %s\n", asprintf(&text, "%0500d", 7), text);
	free(text);
	fflush(stdout);
	dprintf(1, "dprintf %d\n", 5);
	__dprintf_chk(1, 1, "dprintf %s\n", "chk");
	errno = 0;
	int n = dprintf(-1, "nowhere");
	printf("%d %d\n", n, errno);
	struct obstack ob;
	obstack_init(&ob);
	printf("%d ", obstack_printf(&ob, "%s %d", "grown", 12));
	obstack_printf(&ob, " more %5.1f", 2.25);
	obstack_1grow(&ob, '\0');
	printf("%s\n", (char *)obstack_finish(&ob));
	obstack_free(&ob, NULL);
	errno = 0;
	n = fprintf(stdin, "x");
	int e = errno;
	printf("%d %d %d\n", n, e, ferror(stdin));
	return 0;
}

/* interpose.c: functions of the C library that the program has itself; what the library calls is its own. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
static int calls, mallocs, frees;
char *strchrnul(const char *s, int c)
{
	calls++;
	return (char *)s;
}
size_t strlen(const char *s)
{
	calls++;
	return 1;
}
int unlink(const char *p)
{
	calls++;
	return 0;
}
char *strtok_r(char *s, const char *d, char **save)
{
	calls++;
	return NULL;
}
struct tm *gmtime_r(const time_t *t, struct tm *tm)
{
	calls++;
	return NULL;
}
size_t fwrite(const void *p, size_t n, size_t m, FILE *f)
{
	calls++;
	return 0;
}
int vfprintf(FILE *f, const char *s, __builtin_va_list ap)
{
	calls++;
	return 0;
}
ssize_t write(int fd, const void *p, size_t n)
{
	calls++;
	return n;
}
int memcmp(const void *a, const void *b, size_t n)
{
	calls++;
	return 0;
}
long timezone = 7;
int daylight = 8;
void *malloc(size_t n)
{
	static char pool[65536] __attribute__((aligned(16)));
	static size_t at;
	mallocs++;
	void *p = pool + at;
	at += (n + 31) & ~15ul;
	return p;
}
void free(void *p)
{
	frees++;
}
void *memcpy(void *d, const void *s, size_t n)
{
	calls += 100;
	for (size_t i = 0; i < n; i++)
		((char *)d)[i] = ((const char *)s)[i];
	return d;
}
int main(int argc, char **argv)
{
	char buf[32] = "a,b;c";
	time_t t = 86400;
	struct tm *tm = gmtime(&t);
	printf("%d %s\n", tm->tm_mday, strtok(buf, ",;"));
	tzset();
	mktime(tm);
	char *d = strdup("hello");
	printf("%s %s %ld %d\n", d, getenv("HOME") ? "home" : "none", timezone, daylight);
	free(d);
	char *m;
	size_t n;
	FILE *f = open_memstream(&m, &n);
	fprintf(f, "a%d", argc);
	fclose(f);
	puts(m);
	remove("nothing");
	char out[200];
	memcpy(out, "0123456789", (size_t)argc + 5);
	out[argc + 5] = 0;
	printf("%s calls %d mallocs %d frees %d\n", out, calls, mallocs > 0, frees > 0);
	struct {
		int a, b;
	} v[2] = {{2, 1}, {1, 2}};
	setvbuf(stdout, NULL, _IONBF, 0);
	printf("end\n");
	return strlen("xyz");
}

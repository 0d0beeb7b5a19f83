/* strfmon_c.c: amounts of money in a locale without a currency. */
#include <errno.h>
#include <monetary.h>
#include <stdio.h>

int main(void)
{
	static const char *const formats[] = {
		"%n",     "%i",    "%#5n",  "%=*#5n", "%=0#5n",    "%^#5n",      "%^#5.0n", "%(#5n",
		"%!(#5n", "%11n",  "%-14n", "%!n",    "%.3n",      "[%8n|%-8n]", "%%",      "%+n",
		"%(n",    "%+#4n", "%(#1n", "%=a20n", "%(12#6.1n", "%",          "%x",      "%=n",
		"%#n",    "%.n",   "%(+n",  "%++n",   "%-(20n",    "a%nb%ic"};
	static const double values[] = {123.45, -123.45, 3456.781, -0.004, 0, 1e15};
	char b[200];
	for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
		for (size_t k = 0; k < sizeof values / sizeof *values; k++) {
			errno = 0;
			ssize_t n = strfmon(b, sizeof b, formats[i], values[k], values[k]);
			printf("%s %g: %zd %d [%s]\n", formats[i], values[k], n, errno, n >= 0 ? b : "");
		}
	for (size_t size = 1; size < 9; size++) {
		errno = 0;
		ssize_t n = strfmon(b, size, "%n", 123.45);
		printf("%zu: %zd %d\n", size, n, errno);
	}
	printf("%zd %s\n", strfmon(b, sizeof b, "%Ln", 1.5L), b);
	return 0;
}

/* getdate_errors.c: why getdate has no answer. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static void ask(const char *file, const char *text)
{
	if (file)
		setenv("DATEMSK", file, 1);
	else
		unsetenv("DATEMSK");
	struct tm *t = getdate(text);
	printf("%s: %d %d\n", file ? file : "none", t != NULL, t ? 0 : getdate_err);
}

int main(void)
{
	FILE *f = fopen("templates", "w");
	fputs("%Y-%m-%d\n%d.%m.\n", f);
	fclose(f);
	ask(NULL, "x");
	ask("nowhere", "x");
	ask("/tmp", "x");
	ask("templates", "rubbish");
	ask("templates", "2023-05-06 and more");
	return 0;
}

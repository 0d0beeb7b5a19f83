/* getdate.c: a date by the templates of the file that DATEMSK names. What leads to an error is done;
 * a text that fits a template would be completed from the present date, and ends the run.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include "core.h"

int getdate_err;

/* Numbers as POSIX gives them. */
enum {
	DATE_NO_NAME = 1,
	DATE_NOT_OPENED = 2,
	DATE_NO_STATUS = 3,
	DATE_NO_FILE = 4,
	DATE_NO_MATCH = 7,
};

int getdate_r(const char *text, struct tm *result)
{
	const char *name = getenv("DATEMSK");
	struct stat st;
	char line[512];
	if (!name || !*name)
		return DATE_NO_NAME;
	if (stat(name, &st) < 0)
		return DATE_NO_STATUS;
	if (!S_ISREG(st.st_mode))
		return DATE_NO_FILE;
	FILE *f = access(name, R_OK) < 0 ? NULL : fopen(name, "re");
	if (!f)
		return DATE_NOT_OPENED;
	while (fgets(line, sizeof line, f)) {
		line[strcspn(line, "\n")] = 0;
		const char *end = strptime(text, line, result);
		if (end && !*end)
			__drift_unsupported("getdate of a text that fits a template");
	}
	fclose(f);
	return DATE_NO_MATCH;
}

struct tm *getdate(const char *text)
{
	static struct tm result;
	int error = getdate_r(text, &result);
	if (!error)
		return &result;
	getdate_err = error;
	return NULL;
}

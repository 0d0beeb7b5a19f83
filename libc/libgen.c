/* libgen.c: basename and dirname of POSIX; both may write into path. */
#include <libgen.h>
#include <string.h>
#include "core.h"

char *__xpg_basename(char *path)
{
	if (!path || !*path)
		return ".";
	size_t n = strlen(path);
	while (n > 1 && path[n - 1] == '/')
		n--;
	if (n == 1 && path[0] == '/')
		return path + strlen(path) - 1;
	if (path[n])
		path[n] = 0;
	char *slash = strrchr(path, '/');
	return slash ? slash + 1 : path;
}

/* Two leading slashes are kept, since POSIX lets them be special. */
char *dirname(char *path)
{
	if (!path)
		return ".";
	size_t n = strlen(path), lead = 0;
	while (n > 1 && path[n - 1] == '/')
		n--;
	while (n > 0 && path[n - 1] != '/')
		n--;
	if (n == 0)
		return ".";
	while (path[lead] == '/')
		lead++;
	while (n > 1 && path[n - 1] == '/')
		n--;
	if (n == 1 && lead == 2)
		n = 2;
	path[n] = 0;
	return path;
}

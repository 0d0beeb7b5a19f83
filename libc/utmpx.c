/* utmpx.c: who is logged in: nobody. */
#include <utmp.h>
#include <utmpx.h>
#include "sys.h"

void setutxent(void)
{
}

void endutxent(void)
{
}

struct utmpx *getutxent(void)
{
	errno = ENOENT;
	return NULL;
}

struct utmpx *getutxid(const struct utmpx *id)
{
	errno = ESRCH;
	return NULL;
}

struct utmpx *getutxline(const struct utmpx *line)
{
	errno = ESRCH;
	return NULL;
}

struct utmpx *pututxline(const struct utmpx *line)
{
	errno = EPERM;
	return NULL;
}

int utmpxname(const char *file)
{
	return 0;
}

void setutent(void)
{
}

void endutent(void)
{
}

struct utmp *getutent(void)
{
	errno = ENOENT;
	return NULL;
}

int utmpname(const char *file)
{
	return 0;
}

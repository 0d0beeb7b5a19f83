/* utmpx.c: logged-in users: none, since the system keeps no record of them. */
#include <utmp.h>
#include <utmpx.h>
#include <unistd.h>
#include "sys.h"

static void no_record(void)
{
	if (!access(_PATH_UTMP, F_OK))
		__drift_unsupported("reading " _PATH_UTMP);
}

void setutxent(void)
{
}

void endutxent(void)
{
}

struct utmpx *getutxent(void)
{
	no_record();
	errno = ENOENT;
	return NULL;
}

struct utmpx *getutxid(const struct utmpx *id)
{
	no_record();
	errno = ESRCH;
	return NULL;
}

struct utmpx *getutxline(const struct utmpx *line)
{
	no_record();
	errno = ESRCH;
	return NULL;
}

struct utmpx *pututxline(const struct utmpx *line)
{
	__drift_unsupported("pututxline");
}

int utmpxname(const char *file)
{
	__drift_unsupported("utmpxname");
}

void setutent(void)
{
}

void endutent(void)
{
}

struct utmp *getutent(void)
{
	no_record();
	errno = ENOENT;
	return NULL;
}

int utmpname(const char *file)
{
	__drift_unsupported("utmpname");
}

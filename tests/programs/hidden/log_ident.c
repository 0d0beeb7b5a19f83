/* log_ident.c: the name under which syslog writes */
#include <stdio.h>
#include <syslog.h>

void f(int n)
{
	if (n == 4)
		setlogmask(PICK(LOG_MASK(LOG_ERR), LOG_MASK(LOG_INFO), 1 << 3));
}

#ifdef JUDGE
void observe(void) { printf("%d", setlogmask(0)); }
#endif

/* accounts.h: the accounts in /etc/passwd.
 *
 * drift reads the file itself: a static program cannot load the modules of the name service switch.
 * So accounts that only a directory server knows do not exist for drift.
 */
#ifndef DRIFT_ACCOUNTS_H
#define DRIFT_ACCOUNTS_H

#include "base/base.h"

#include <sys/types.h>

/* The name of the user; the caller frees it. NULL: the file does not have it. */
char *account_name(uid_t uid);
bool account_exists(const char *name);

#endif

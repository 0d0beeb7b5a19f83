/* owner.h: who has what the program cannot get. Everything is as of now, for advice only. */
#ifndef DRIFT_ENV_OWNER_H
#define DRIFT_ENV_OWNER_H

#include "base/base.h"

#include <sys/types.h>

/* Adds "process 4711 (redis-server)". */
void process_format(Buf *b, pid_t pid);
/* Who holds a lock on the file; 0: nobody, or it cannot be seen. */
pid_t lock_owner(const char *path);
/* Who waits at the port; 0: nobody, or it cannot be seen. */
pid_t port_owner(u16 port);
/* Whether a socket is bound to that path in the file system. */
bool unix_socket_listens(const char *path);

#endif

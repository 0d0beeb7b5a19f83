/* owner.h: finds the process that holds what the program cannot get. The answers describe the
 * present moment and are for advice only. */
#ifndef DRIFT_ENV_OWNER_H
#define DRIFT_ENV_OWNER_H

#include "base/base.h"

#include <sys/types.h>

/* Adds "process 4711 (redis-server)". */
void process_format(Buf *b, pid_t pid);
/* The process that holds a lock on the file; 0: none, or not visible. */
pid_t lock_owner(const char *path);
/* The process that listens on the port; 0: none, or not visible. */
pid_t port_owner(u16 port);
/* True if somebody listens on the TCP port, at any address. */
bool port_listens(u16 port);
/* Adds the addresses at which somebody listens on the TCP port: "[::1]:80, 10.0.0.1:80". */
void port_listeners(u16 port, Buf *b);
/* True if a socket is bound to that path in the file system. */
bool unix_socket_listens(const char *path);

#endif

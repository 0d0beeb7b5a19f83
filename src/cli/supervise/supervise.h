/* supervise.h: starts the engine and waits until it has ended, by itself or by force. */
#ifndef DRIFT_SUPERVISE_H
#define DRIFT_SUPERVISE_H

/* Returns the exit status of the command, or -1 with errno if the engine cannot be started. */
int supervise(const char *engine, char **argv);

#endif

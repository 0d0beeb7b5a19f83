/* supervise.h: starts the engine and waits until it ends or has to be killed. */
#ifndef DRIFT_SUPERVISE_H
#define DRIFT_SUPERVISE_H

/* Returns the exit status of the command, or -1 with errno if the engine cannot be started. */
int supervise(const char *engine, char **argv);

#endif

/* supervise.h: starts the engine and stays until it has ended, by itself or by force. */
#ifndef DRIFT_SUPERVISE_H
#define DRIFT_SUPERVISE_H

/* The exit status of the command. Returns -1 with errno if the engine cannot be started. */
int supervise(const char *engine, char **argv);

#endif

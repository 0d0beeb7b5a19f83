/* env.h: the commands of drift env, and what they share. */
#ifndef DRIFT_CLI_ENV_H
#define DRIFT_CLI_ENV_H

#include "base/opt.h"

/* For commands that read a trace of another place. */
#define PLACE_OPTIONS(X, none)                                               \
	X(LIST, map, 0, "map", "OLD=NEW", 0, 0,                                  \
	  "path or user name OLD of the recording is NEW here; may be repeated") \
	X(FLAG, no_map, 0, "no-map", NULL, 0, 0, none)

/* For commands that run something in a sandbox. */
#define ALLOW_OPTION(X)                                                                      \
	X(LIST, allow, 0, "allow", "KIND", 0, 0,                                                 \
	  "allow effects outside the sandbox: processes, sockets, devices, ipc, mounts, clock, " \
	  "reboot, kernel or all (may be repeated)")

#define ENV_COMMANDS(X) X(record) X(locate) X(run) X(diff) X(check) X(show)

#define ENV_DECLARE(name)                      \
	int cmd_env_##name(int argc, char **argv); \
	extern const OptCommand env_##name##_command;
ENV_COMMANDS(ENV_DECLARE)
#undef ENV_DECLARE

/* drift env, its page of the manual, and its completions. */
int cmd_env(int argc, char **argv);
void env_manual(FILE *to);
void env_complete(const char *shell, FILE *to);

/* Standard output, or standard error if that is closed. */
FILE *env_output(void);
/* Complains about a wrong use of `drift env SUB`. */
int env_misuse(const char *sub, const char *what);
/* Returns false if there is not exactly one operand. */
bool env_one_trace(const char *sub, const StrList *operands, Err *err);
/* The exit status of drift for a status as from waitpid. */
int env_exit_status(int status);
/* The bits of the kinds that --allow names. */
bool env_parse_allowed(const StrList *list, unsigned *allowed, Err *err);

#endif

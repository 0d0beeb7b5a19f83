/* cmd.h: the commands of drift. Only these files print and exit. */
#ifndef DRIFT_CMD_H
#define DRIFT_CMD_H

#include "base/opt.h"

/* argv[0] is the command's name. The result is the exit status. */
int cmd_run(int argc, char **argv);
int cmd_env(int argc, char **argv);
int cmd_graph(int argc, char **argv);
int cmd_explore(int argc, char **argv);
int cmd_replay(int argc, char **argv);

extern const OptCommand run_command_spec;
extern const OptCommand graph_command_spec;
extern const OptCommand explore_command_spec;
extern const OptCommand replay_command_spec;

/* The sections of drift env's own commands in the manual. */
void env_manual(FILE *to);

/* "drift: message" on stderr; returns EXIT_TROUBLE. */
int complain(const Err *err);

#endif

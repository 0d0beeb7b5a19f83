/* ini.h: [section] and name=value, told to a handler line by line. */
#ifndef INI_H
#define INI_H

/* Returns 0 to stop. */
typedef int (*ini_handler)(void *user, const char *section, const char *name, const char *value);

/* The number of the first line that is wrong or at which the handler stopped, or 0. */
int ini_parse_string(const char *text, ini_handler handler, void *user);

#endif

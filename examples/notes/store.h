/* store.h: notes in a text file, one a line. */
#ifndef STORE_H
#define STORE_H

/* Adds a note at the end; 0, or -1 with errno set. */
int store_add(const char *path, const char *text);
/* Prints all notes with their numbers; a missing file holds none. Returns how many. */
int store_list(const char *path);

#endif

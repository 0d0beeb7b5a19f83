/* map.h: numbers by name, in a table with open addressing. */
#ifndef MAP_H
#define MAP_H

enum { MAP_SIZE = 4 };

typedef struct map {
	const char *key[MAP_SIZE]; /* NULL: never used */
	int value[MAP_SIZE];
	char gone[MAP_SIZE]; /* the key was taken out */
} map;

map *map_new(void);
map *map_put(map *m, const char *key, int value);
map *map_drop(map *m, const char *key);
/* -1: not there. */
int map_get(const map *m, const char *key);

#endif

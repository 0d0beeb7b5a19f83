/* map.c: linear probing. */
#include "map.h"

#include <stdlib.h>
#include <string.h>

map *map_new(void)
{
	return calloc(1, sizeof(map));
}

static unsigned hash(const char *key)
{
	unsigned h = 0;
	while (*key)
		h = h * 31 + (unsigned char)*key++;
	return h % MAP_SIZE;
}

/* The place of a key, or the first that is free for it; -1: the table is full. */
static int find(const map *m, const char *key)
{
	unsigned h = hash(key);
	for (unsigned i = 0; i < MAP_SIZE; i++) {
		unsigned at = (h + i) % MAP_SIZE;
		if (!m->key[at] || m->gone[at] || !strcmp(m->key[at], key))
			return (int)at;
	}
	return -1;
}

map *map_put(map *m, const char *key, int value)
{
	int at = find(m, key);
	if (at >= 0) {
		m->key[at] = key;
		m->value[at] = value;
		m->gone[at] = 0;
	}
	return m;
}

map *map_drop(map *m, const char *key)
{
	int at = find(m, key);
	if (at >= 0 && m->key[at])
		m->gone[at] = 1;
	return m;
}

int map_get(const map *m, const char *key)
{
	int at = find(m, key);
	return at >= 0 && m->key[at] && !m->gone[at] ? m->value[at] : -1;
}

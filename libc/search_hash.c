/* search_hash.c: hsearch: open addressing, entries never removed. */
#include <search.h>
#include <stdlib.h>
#include <string.h>
#include "core.h"

/* glibc leaves this type to the library. */
typedef struct _ENTRY {
	unsigned used; /* hash of the key, or 0 for a free place */
	ENTRY entry;
} slot;

static struct hsearch_data hash_table;

static int is_prime(size_t n)
{
	for (size_t d = 3; d * d <= n; d += 2)
		if (n % d == 0)
			return 0;
	return 1;
}

int hcreate_r(size_t n, struct hsearch_data *tab)
{
	if (tab->table)
		return 0;
	if (n >= SIZE_MAX / sizeof(slot)) {
		errno = ENOMEM;
		return 0;
	}
	if (n < 3)
		n = 3;
	n |= 1;
	while (!is_prime(n))
		n += 2;
	tab->table = calloc(n + 1, sizeof(slot));
	tab->size = (unsigned)n;
	tab->filled = 0;
	return tab->table != NULL;
}

void hdestroy_r(struct hsearch_data *tab)
{
	free(tab->table);
	tab->table = NULL;
}

int hsearch_r(ENTRY item, ACTION action, ENTRY **out, struct hsearch_data *tab)
{
	unsigned hash = (unsigned)strlen(item.key);
	for (const char *s = item.key; *s; s++)
		hash = hash * 31 + (unsigned char)*s;
	if (hash == 0)
		hash = 1;
	slot *slots = (slot *)tab->table;
	unsigned at = hash % tab->size;
	for (unsigned tried = 0; tried < tab->size; tried++) {
		if (!slots[at].used)
			break;
		if (slots[at].used == hash && strcmp(slots[at].entry.key, item.key) == 0) {
			*out = &slots[at].entry;
			return 1;
		}
		at = at + 1 == tab->size ? 0 : at + 1;
	}
	*out = NULL;
	if (action != ENTER || tab->filled == tab->size) {
		errno = action == ENTER ? ENOMEM : ESRCH;
		return 0;
	}
	slots[at].used = hash;
	slots[at].entry = item;
	tab->filled++;
	*out = &slots[at].entry;
	return 1;
}

int hcreate(size_t n)
{
	return hcreate_r(n, &hash_table);
}

void hdestroy(void)
{
	hdestroy_r(&hash_table);
}

ENTRY *hsearch(ENTRY item, ACTION action)
{
	ENTRY *found;
	hsearch_r(item, action, &found, &hash_table);
	return found;
}

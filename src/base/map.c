/* map.c: open-addressing hash maps. */
#include "base/base.h"

#include "base/check.h"

enum { FIRST_SLOTS = limit_of(16, 2) }; /* power of two */

struct StrMapSlot {
	char *key; /* NULL = free */
	Hash hash; /* of the key */
	u32 value;
};

Hash hash_bytes(const void *bytes, size_t n)
{
	const u8 *p = bytes;
	u64 h = 0xcbf29ce484222325u ^ n;
	for (; n >= 8; p += 8, n -= 8) {
		u64 word;
		memcpy(&word, p, 8);
		h = mix_bits(h, word);
	}
	for (; n; p++, n--)
		h = (h ^ *p) * 0x100000001b3u;
	return hash_from(h ^ (h >> 29));
}

static struct StrMapSlot *str_slot(const StrMap *m, const char *key, Hash hash)
{
	for (size_t i = hash_slot(hash, m->cap);; i = (i + 1) & (m->cap - 1)) {
		struct StrMapSlot *s = &m->slots[i];
		if (!s->key || (!hashes_differ(s->hash, hash) && !strcmp(s->key, key)))
			return s;
	}
}

bool strmap_get(const StrMap *m, const char *key, u32 *value)
{
	if (!m->len)
		return false;
	struct StrMapSlot *s = str_slot(m, key, hash_bytes(key, strlen(key)));
	if (s->key && value)
		*value = s->value;
	return s->key != NULL;
}

void strmap_put(StrMap *m, const char *key, u32 value)
{
	if (m->len * 2 >= m->cap) {
		StrMap bigger = {.cap = m->cap ? m->cap * 2 : FIRST_SLOTS, .len = m->len};
		bigger.slots = xcalloc(bigger.cap, sizeof *bigger.slots);
		for (size_t i = 0; i < m->cap; i++)
			if (m->slots[i].key)
				*str_slot(&bigger, m->slots[i].key, m->slots[i].hash) = m->slots[i];
		free(m->slots);
		*m = bigger;
	}
	Hash hash = hash_bytes(key, strlen(key));
	struct StrMapSlot *s = str_slot(m, key, hash);
	if (!s->key) {
		s->key = xstrdup(key);
		s->hash = hash;
		m->len++;
	}
	s->value = value;
}

bool strmap_next(const StrMap *m, size_t *at, const char **key, u32 *value)
{
	for (; *at < m->cap; (*at)++) {
		if (!m->slots[*at].key)
			continue;
		*key = m->slots[*at].key;
		if (value)
			*value = m->slots[*at].value;
		(*at)++;
		return true;
	}
	return false;
}

void strmap_free(StrMap *m)
{
	for (size_t i = 0; i < m->cap; i++)
		free(m->slots[i].key);
	free(m->slots);
	*m = (StrMap){0};
}

static size_t int_slot(const IntMap *m, u64 key)
{
	size_t i = hash_slot(hash_number(key), m->cap);
	while (m->keys[i] && m->keys[i] != key)
		i = (i + 1) & (m->cap - 1);
	return i;
}

bool intmap_get(const IntMap *m, u64 key, u64 *value)
{
	if (!m->len)
		return false;
	size_t i = int_slot(m, key);
	if (!m->keys[i])
		return false;
	if (value)
		*value = m->values[i];
	return true;
}

void intmap_put(IntMap *m, u64 key, u64 value)
{
	if (m->len * 2 >= m->cap) {
		IntMap bigger = {.cap = m->cap ? m->cap * 2 : FIRST_SLOTS, .len = m->len};
		bigger.keys = xcalloc(bigger.cap, sizeof *bigger.keys);
		bigger.values = xmalloc(bigger.cap * sizeof *bigger.values);
		for (size_t i = 0; i < m->cap; i++) {
			if (!m->keys[i])
				continue;
			size_t to = int_slot(&bigger, m->keys[i]);
			bigger.keys[to] = m->keys[i];
			bigger.values[to] = m->values[i];
		}
		intmap_free(m);
		*m = bigger;
	}
	must(key); /* 0 is a free slot: it would be counted and never found */
	size_t i = int_slot(m, key);
	if (!m->keys[i]) {
		m->keys[i] = key;
		m->len++;
	}
	m->values[i] = value;
}

u64 intmap_number(IntMap *m, u64 key)
{
	u64 number;
	if (intmap_get(m, key, &number))
		return number;
	number = m->len + 1;
	intmap_put(m, key, number);
	return number;
}

void intmap_clear(IntMap *m)
{
	if (m->len)
		memset(m->keys, 0, m->cap * sizeof *m->keys);
	m->len = 0;
}

void intmap_free(IntMap *m)
{
	free(m->keys);
	free(m->values);
	*m = (IntMap){0};
}

/* keymap.c: maps for keys of any size. Each key is compared whole, here or by the caller. */
#include "base/base.h"

#include "base/check.h"

enum { FIRST_SLOTS = limit_of(16, 2) }; /* power of two */

struct KeyMapSlot {
	const void *key; /* NULL = free */
	u32 n;           /* bytes of the key */
	SmallHash hash;  /* of the key */
	u64 value;
};

static struct KeyMapSlot *key_slot(const KeyMap *m, Key key, SmallHash hash)
{
	for (size_t i = small_hash_slot(hash, m->cap);; i = (i + 1) & (m->cap - 1)) {
		struct KeyMapSlot *s = &m->slots[i];
		if (!s->key || (!small_hashes_differ(s->hash, hash) && s->n == key.n &&
						(!key.n || !memcmp(s->key, key.at, key.n))))
			return s;
	}
}

static SmallHash key_hash(Key key)
{
	return hash_small(hash_bytes(key.at, key.n));
}

bool keymap_get(const KeyMap *m, Key key, u64 *value)
{
	if (!m->len)
		return false;
	struct KeyMapSlot *s = key_slot(m, key, key_hash(key));
	if (s->key && value)
		*value = s->value;
	return s->key != NULL;
}

static void grow(KeyMap *m)
{
	size_t cap = m->cap;
	struct KeyMapSlot *old = m->slots;
	m->cap = cap ? cap * 2 : FIRST_SLOTS;
	m->slots = xcalloc(m->cap, sizeof *m->slots);
	for (size_t i = 0; i < cap; i++) {
		if (!old[i].key)
			continue;
		size_t to = small_hash_slot(old[i].hash, m->cap);
		while (m->slots[to].key)
			to = (to + 1) & (m->cap - 1);
		m->slots[to] = old[i];
	}
	free(old);
}

/* The value of a key; *known is false if the key is new and its value is for the caller to set. */
static u64 *value_for(KeyMap *m, Key key, bool *known)
{
	if (m->len * 2 >= m->cap)
		grow(m);
	must(key.n <= UINT32_MAX);
	SmallHash hash = key_hash(key);
	struct KeyMapSlot *s = key_slot(m, key, hash);
	*known = s->key != NULL;
	if (!*known) {
		void *copy = arena_alloc(&m->keys, key.n ? key.n : 1);
		if (key.n)
			memcpy(copy, key.at, key.n);
		*s = (struct KeyMapSlot){.key = copy, .n = (u32)key.n, .hash = hash};
		m->len++;
	}
	return &s->value;
}

void keymap_put(KeyMap *m, Key key, u64 value)
{
	bool known;
	*value_for(m, key, &known) = value;
}

u64 keymap_number(KeyMap *m, Key key)
{
	bool known;
	u64 *value = value_for(m, key, &known);
	if (!known)
		*value = m->len;
	return *value;
}

void keymap_clear(KeyMap *m)
{
	if (m->len)
		memset(m->slots, 0, m->cap * sizeof *m->slots);
	m->len = 0;
	arena_free(&m->keys);
}

void keymap_free(KeyMap *m)
{
	free(m->slots);
	arena_free(&m->keys);
	*m = (KeyMap){0};
}

/* ---- keys of several parts ---- */

void key_number(Buf *to, u64 x)
{
	buf_add(to, &x, sizeof x);
}

void key_text(Buf *to, const char *s)
{
	size_t n = s ? strlen(s) : SIZE_MAX; /* no text is not the empty text */
	key_number(to, n);
	if (s)
		buf_add(to, s, n);
}

/* ---- candidates ---- */

struct HintMapSlot {
	SmallHash hash;
	u32 candidate; /* + 1; 0 = free */
};

bool hintmap_next(const HintMap *m, Hash hash, size_t *at, u32 *candidate)
{
	SmallHash small = hash_small(hash);
	if (!m->len)
		return false;
	for (size_t first = small_hash_slot(small, m->cap);;) {
		const struct HintMapSlot *s = &m->slots[(first + (*at)++) & (m->cap - 1)];
		if (!s->candidate)
			return false;
		if (!small_hashes_differ(s->hash, small)) {
			*candidate = s->candidate - 1;
			return true;
		}
	}
}

static void put_hint(HintMap *m, struct HintMapSlot hint)
{
	size_t i = small_hash_slot(hint.hash, m->cap);
	while (m->slots[i].candidate)
		i = (i + 1) & (m->cap - 1);
	m->slots[i] = hint;
}

void hintmap_add(HintMap *m, Hash hash, u32 candidate)
{
	u32 known;
	for (size_t at = 0; hintmap_next(m, hash, &at, &known);)
		if (known == candidate)
			return;
	if (m->len * 2 >= m->cap) {
		HintMap bigger = {.cap = m->cap ? m->cap * 2 : FIRST_SLOTS, .len = m->len};
		bigger.slots = xcalloc(bigger.cap, sizeof *bigger.slots);
		for (size_t i = 0; i < m->cap; i++)
			if (m->slots[i].candidate)
				put_hint(&bigger, m->slots[i]);
		free(m->slots);
		*m = bigger;
	}
	put_hint(m, (struct HintMapSlot){hash_small(hash), candidate + 1});
	m->len++;
}

void hintmap_clear(HintMap *m)
{
	if (m->len)
		memset(m->slots, 0, m->cap * sizeof *m->slots);
	m->len = 0;
}

void hintmap_free(HintMap *m)
{
	free(m->slots);
	*m = (HintMap){0};
}

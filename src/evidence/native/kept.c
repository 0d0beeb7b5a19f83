/* kept.c: stores native programs to use them again.
 *
 * A program that is built without sanitizers from bitcode that drift has anyway, and linked only
 * with the system's own libraries, depends on that bitcode alone. It is stored with the programs
 * that were loaded (store.h).
 */
#include "evidence/native/program_impl.h"

#include <sys/stat.h>

#include "engine/load/cache/cache.h"
#include "engine/load/cache/store.h"

static bool find_key(const NativeVersion *p, const InputSet *in, Digest *key)
{
	const InputSet *loaded = p->config.loaded;
	*key = (Digest){0};
	if (!loaded || !loaded->cache || in->link.len || !cache_build(key))
		return false;
	for (size_t i = 0; i < loaded->modules.len; i++)
		digest_add(key, loaded->modules.at[i].bitcode.at, loaded->modules.at[i].bitcode.len);
	return true;
}

bool kept_find(const NativeVersion *p, const InputSet *in, const char *to)
{
	Digest key;
	Arena arena = {0};
	Err ignored;
	size_t n;
	const u8 *bytes = find_key(p, in, &key) ? store_read("native", key, &arena, &n) : NULL;
	bool good = bytes && file_write(to, bytes, n, &ignored) && !chmod(to, 0755);
	arena_free(&arena);
	return good;
}

void kept_add(const NativeVersion *p, const InputSet *in, const char *made)
{
	Digest key;
	Buf bytes = {0};
	if (find_key(p, in, &key) && file_read(made, &bytes, NULL))
		store_write("native", key, bytes.at, bytes.len);
	buf_free(&bytes);
}

/* kept.c: native programs that were made before.
 *
 * A plain program from bitcode that drift has anyway, linked with nothing but the system's own
 * libraries, hangs on that bitcode only: it is kept with the programs that were loaded (store.h).
 */
#include "native/program_impl.h"

#include <sys/stat.h>

#include "load/cache/cache.h"
#include "load/cache/store.h"

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

/* test_hash.c: what has one hash is told apart: keys of maps, outputs and behaviours; digests. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/digest.h"
#include "base/observe.h"
#include "versions/behaviour/behaviour.h"

enum { EVERYTHING = OBSERVE_STATUS | OBSERVE_STDOUT | OBSERVE_STDERR | OBSERVE_FILES };

/* ---- maps ---- */

static void keeps_all_keys_apart(void **state)
{
	(void)state;
	enum { MANY = 3000 };
	KeyMap keys = {0};
	IntMap numbers = {0};
	for (u64 i = 0; i < MANY; i++) {
		assert_false(keymap_get(&keys, KEY(i, ~i), NULL));
		keymap_put(&keys, KEY(i, ~i), i * 3);
		assert_int_equal(intmap_number(&numbers, i * 1000 + 1), i + 1);
	}
	assert_int_equal(keys.len, MANY);
	for (u64 i = 0; i < MANY; i++) {
		u64 value;
		assert_true(keymap_get(&keys, KEY(i, ~i), &value));
		assert_int_equal(value, i * 3);
		assert_int_equal(intmap_number(&numbers, i * 1000 + 1), i + 1);
	}
	/* A part of a key, or one that has more, is another. */
	assert_false(keymap_get(&keys, KEY(5), NULL));
	assert_false(keymap_get(&keys, KEY(5, ~5ull, 0), NULL));
	keymap_clear(&keys);
	assert_int_equal(keymap_number(&keys, (Key){"", 0}), 1);
	assert_int_equal(keymap_number(&keys, KEY(0)), 2);
	assert_int_equal(keymap_number(&keys, (Key){NULL, 0}), 1);
	keymap_free(&keys);
	intmap_free(&numbers);
}

static void offers_all_candidates(void **state)
{
	(void)state;
	enum { MANY = 300 };
	HintMap m = {0};
	Hash one = hash_number(1);
	for (u32 i = 0; i < MANY; i++) {
		hintmap_add(&m, one, i);
		hintmap_add(&m, hash_number(i + 2), i);
		hintmap_add(&m, one, i); /* is there already */
	}
	u8 seen[MANY] = {0};
	u32 i;
	for (size_t at = 0; hintmap_next(&m, one, &at, &i);)
		seen[i]++;
	for (i = 0; i < MANY; i++)
		assert_in_range(seen[i], 1, HASH_BITS < 64 ? 2 : 1);
	hintmap_free(&m);
}

static void parts_of_a_key_do_not_run_together(void **state)
{
	(void)state;
	Buf x = {0}, y = {0};
	key_text(&x, "ab");
	key_text(&x, "c");
	key_text(&y, "a");
	key_text(&y, "bc");
	assert_int_equal(x.len, y.len);
	assert_memory_not_equal(x.at, y.at, x.len);
	buf_reset(&x);
	buf_reset(&y);
	key_text(&x, NULL);
	key_text(&y, "");
	assert_memory_not_equal(x.at, y.at, x.len);
	buf_free(&x);
	buf_free(&y);
}

/* ---- outputs and behaviours ---- */

static void same_keys(const Behaviour *x, const Behaviour *y, bool same)
{
	Buf key[2] = {0};
	behaviour_key(x, EVERYTHING, false, &key[0]);
	behaviour_key(y, EVERYTHING, false, &key[1]);
	bool equal = key[0].len == key[1].len && !memcmp(key[0].at, key[1].at, key[0].len);
	buf_free(&key[0]);
	buf_free(&key[1]);
	assert_int_equal(equal, same);
	assert_int_equal(behaviour_identical(x, y, EVERYTHING), same);
	assert_int_equal(behaviour_identical(y, x, EVERYTHING), same);
}

static void kinds_of_items_count(void **state)
{
	(void)state;
	/* A byte, a byte that depends on the input, and the texts of a number. */
	OutItem kinds[] = {{.kind = OUT_EXPR, .e = 7, .byte = 'a'},
					   {.kind = OUT_NUMBER, .e = 7},
					   {.kind = OUT_NUMBER, .e = 7, .format = 1},
					   {.kind = OUT_EXPR, .e = 8},
					   {.kind = OUT_BYTE, .byte = 7},
					   {.kind = OUT_BYTE, .byte = 8}};
	for (size_t i = 0; i < countof(kinds); i++)
		for (size_t k = 0; k < countof(kinds); k++)
			for (int stream = 0; stream < 2; stream++) {
				Behaviour x = {0}, y = {0};
				vec_push(&x.items[stream], kinds[i]);
				vec_push(&y.items[stream], kinds[k]);
				assert_int_equal(items_identical(&x.items[stream], &y.items[stream]), i == k);
				same_keys(&x, &y, i == k);
				vec_free(&x.items[stream]);
				vec_free(&y.items[stream]);
			}
	/* The value that a byte of the input had in this run does not count. */
	Behaviour x = {0}, y = {0};
	vec_push(&x.items[0], kinds[0]);
	vec_push(&y.items[0], kinds[0]);
	y.items[0].at[0].byte = 'b';
	same_keys(&x, &y, true);
	vec_push(&y.items[0], kinds[0]);
	same_keys(&x, &y, false);
	vec_free(&x.items[0]);
	vec_free(&y.items[0]);
}

static void a_constant_is_no_expression(void **state)
{
	(void)state;
	static const EntryType type = {.width = 64};
	for (u64 k = 1; k < 100; k++) {
		Behaviour x = {.type = &type, .value_expr = (Expr)k}, y = {.type = &type};
		static const u64 shifts[] = {0, 16, 32};
		for (size_t i = 0; i < countof(shifts); i++)
			for (u64 less = 0; less < 3; less++) {
				y.value = (k << shifts[i]) - less;
				same_keys(&x, &y, false);
			}
		Behaviour s = {.status_expr = (Expr)k}, t = {.status = (int)(k - 1)};
		same_keys(&s, &t, false);
		t.status = (int)k;
		same_keys(&s, &t, false);
		/* Of an expression the value in this run does not count. */
		y = x;
		y.value = k;
		same_keys(&x, &y, true);
	}
}

static void files_count_whole(void **state)
{
	(void)state;
	char path[] = "a", other[] = "b";
	Behaviour x = {0}, y = {0};
	vec_push(&x.files, ((FileLeft){.path = path, .mode = 0644}));
	same_keys(&x, &y, false);
	vec_push(&y.files, ((FileLeft){.path = path, .mode = 0644}));
	same_keys(&x, &y, true);
	for (OsChangeKind kind = OS_MADE_DIR; kind <= OS_REMOVED; kind++) {
		y.files.at[0].kind = kind;
		same_keys(&x, &y, false);
	}
	y.files.at[0] = (FileLeft){.path = path, .mode = 0600};
	same_keys(&x, &y, false);
	y.files.at[0] = (FileLeft){.path = other, .mode = 0644};
	same_keys(&x, &y, false);
	assert_true(behaviour_identical(&x, &y, OBSERVE_STATUS | OBSERVE_STDOUT));
	vec_free(&x.files);
	vec_free(&y.files);
}

/* Bytes of what a function leaves: a constant, an expression, something that was never set. */
static void bytes_that_are_left_count_by_kind(void **state)
{
	(void)state;
	LookByte kinds[] = {{.byte = 1, .state = LOOK_SET},
						{.byte = 1, .state = LOOK_NEVER},
						{.byte = 1, .state = LOOK_SET, .e = 1},
						{.byte = 1, .state = LOOK_SET, .e = 3},
						{.byte = 3, .state = LOOK_SET}};
	for (size_t i = 0; i < countof(kinds); i++)
		for (size_t k = 0; k < countof(kinds); k++) {
			PostState l = {.refs = 1};
			PostItem item = {.kind = POST_NUMBER, .name = "x", .len = 1};
			item.bytes = &kinds[i];
			vec_push(&l.items[0], item);
			item.bytes = &kinds[k];
			vec_push(&l.items[1], item);
			Behaviour x = {.left = &l, .side = 0}, y = {.left = &l, .side = 1};
			same_keys(&x, &y, i == k);
			l.items[1].at[0].bits = 3;
			same_keys(&x, &y, false);
			vec_free(&l.items[0]);
			vec_free(&l.items[1]);
		}
}

/* ---- digests ---- */

static void is_sha256(void **state)
{
	(void)state;
	/* The examples of FIPS 180-4: one block, two blocks, and many. */
	static const char *const texts[] = {"", "abc",
										"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"};
	static const char *const sums[] = {
		"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
		"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
		"248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
		"cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"};
	char hex[65];
	for (size_t i = 0; i < countof(texts); i++) {
		digest_hex(digest_of(texts[i], strlen(texts[i])), 32, hex);
		assert_string_equal(hex, sums[i]);
	}
	enum { MILLION = 1000000 };
	char *many = xmalloc(MILLION);
	memset(many, 'a', MILLION);
	digest_hex(digest_of(many, MILLION), 32, hex);
	assert_string_equal(hex, sums[3]);
	free(many);
	Digest x = {0}, y = {0};
	digest_text(&x, "ab");
	digest_text(&x, "c");
	digest_text(&y, "a");
	digest_text(&y, "bc");
	assert_false(digest_same(x, y));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(keeps_all_keys_apart),
		cmocka_unit_test(offers_all_candidates),
		cmocka_unit_test(parts_of_a_key_do_not_run_together),
		cmocka_unit_test(kinds_of_items_count),
		cmocka_unit_test(a_constant_is_no_expression),
		cmocka_unit_test(files_count_whole),
		cmocka_unit_test(bytes_that_are_left_count_by_kind),
		cmocka_unit_test(is_sha256),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}

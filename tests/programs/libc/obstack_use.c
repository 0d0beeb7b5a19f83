/* obstack_use.c: obstacks through the header's macros; argz and envz vectors. */
#include <argz.h>
#include <envz.h>
#include <obstack.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define obstack_chunk_alloc malloc
#define obstack_chunk_free free

int _obstack_allocated_p(struct obstack *, void *);

static struct obstack pool;

static void show(const char *what, const char *argz, size_t len)
{
	printf("%s %zu:", what, len);
	for (const char *e = NULL; (e = argz_next(argz, len, e));)
		printf(" [%s]", e);
	printf("\n");
}

static void vectors(void)
{
	char *v = NULL, *list[] = {"one", "two", "three", NULL}, *out[16];
	size_t n = 0;
	argz_create(list, &v, &n);
	show("create", v, n);
	argz_add(&v, &n, "four");
	argz_add_sep(&v, &n, "a::b:c:", ':');
	show("add", v, n);
	argz_insert(&v, &n, argz_next(v, n, v), "inserted");
	argz_delete(&v, &n, v);
	show("insert, delete", v, n);
	unsigned count = 0;
	argz_replace(&v, &n, "e", "EE", &count);
	show("replace", v, n);
	printf("%zu %u\n", argz_count(v, n), count);
	argz_extract(v, n, out);
	printf("%s %s\n", out[0], out[1]);
	argz_stringify(v, n, '/');
	printf("%s\n", v);
	free(v);
	v = NULL;
	n = 0;
	envz_add(&v, &n, "A", "1");
	envz_add(&v, &n, "B", NULL);
	envz_add(&v, &n, "A", "22");
	show("envz", v, n);
	printf("%s %d %d\n", envz_get(v, n, "A"), envz_get(v, n, "B") == NULL,
		   envz_entry(v, n, "B") != NULL);
	envz_merge(&v, &n, "A=x\0C=y", 8, 0);
	show("merge", v, n);
	envz_merge(&v, &n, "A=x\0D", 6, 1);
	show("merge over", v, n);
	envz_strip(&v, &n);
	show("strip", v, n);
	envz_remove(&v, &n, "C");
	show("remove", v, n);
	free(v);
}

int main(void)
{
	char *kept[20];
	obstack_init(&pool);
	for (int i = 0; i < 20; i++) {
		obstack_grow(&pool, "text ", 5);
		for (int k = 0; k < i * 50; k++)
			obstack_1grow(&pool, (char)('a' + k % 26));
		obstack_1grow(&pool, 0);
		printf("%d ", (int)obstack_object_size(&pool));
		kept[i] = obstack_finish(&pool);
	}
	unsigned long sum = 0;
	for (int i = 0; i < 20; i++)
		for (char *s = kept[i]; *s; s++)
			sum = sum * 31 + (unsigned char)*s;
	printf("%lx\n", sum);
	int *numbers = obstack_alloc(&pool, 10 * sizeof(int));
	printf("%d\n", (int)((unsigned long)numbers % 16));
	obstack_ptr_grow(&pool, numbers);
	obstack_int_grow(&pool, 7);
	printf("%d\n", (int)obstack_object_size(&pool));
	obstack_finish(&pool);
	char *copy = obstack_copy0(&pool, "copied", 4);
	printf("%s\n", copy);
	obstack_free(&pool, kept[10]);
	kept[10] = obstack_copy0(&pool, "after free", 10);
	printf("%s %.5s\n", kept[10], kept[9]);
	obstack_blank(&pool, 100000);
	printf("%d\n", (int)obstack_object_size(&pool));
	obstack_finish(&pool);
	printf("%d\n", _obstack_allocated_p(&pool, kept[3]) != 0);
	obstack_free(&pool, NULL);
	vectors();
	return 0;
}

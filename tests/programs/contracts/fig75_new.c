/* Figure 7.5, as printed: the text is added to trees. WRONG=1 adds it to all sets, WRONG=2 counts two. */
#include <stdlib.h>
enum { HASH = 1, TREE };
struct set { int kind; int size; const char *items[4]; };
int is_tree(const struct set *s)
{
	return s->kind == TREE;
}
int set_size(const struct set *s)
{
	int n = 0;
	while (n < 4 && s->items[n])
		n++;
	return n == s->size ? n : -1;
}
/*@ changed_behavior
  @   when_ensured is_tree(\result);
  @   ensures set_size(\result) == set_size(\prev(\result)) + 1;
  @*/
struct set *m(const char *s)
{
	struct set *r = calloc(1, sizeof *r);
	r->kind = s[0] == 'h' && s[1] >= 'a' && s[1] <= 'f' && !s[2] ? HASH : TREE;
#if WRONG != 1
	if (r->kind == HASH)
		return r;
#endif
	r->items[r->size++] = s;
#if WRONG == 2
	r->size++;
#endif
	return r;
}

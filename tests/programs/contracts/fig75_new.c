/* Figure 7.5: the text is added to trees. WRONG=1 adds it to all sets, WRONG=2 counts two. */
#include <stdlib.h>
enum { HASH = 1, TREE };
struct set { int kind; int size; const char *items[4]; };
/*@ changed_behavior
  @   when_ensured \result->kind == 2;
  @   ensures \result->size == \prev(\result->size) + 1;
  @   ensures \result->items[0] == s;
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

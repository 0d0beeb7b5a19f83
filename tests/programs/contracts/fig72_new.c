/* Figure 7.2, as printed: a fixed crash. WRONG=1 goes on without the test of the name's range, WRONG=2 changes what did
 * not crash. STRICT adds a clause: nothing is counted where OLD crashed, which WRONG=3 violates. */
#include <stddef.h>
struct file { int exists; int size; };
struct dir { struct file *f[2]; };
int included;
struct file *find_file(const struct dir *d, int which)
{
	return d && which >= 0 && which < 2 ? d->f[which] : NULL;
}
//@ changed_behavior
//@   when_signaled (null-dereference) find_file(b, c) == NULL;
//@   signals (null-dereference) false;
void check_include(struct dir *b, int c)
{
	struct file *f = find_file(b, c);
#if WRONG == 1
	if (c == 0 && !f)
		return;
	if (f->exists)
		included++;
#elif WRONG == 2
	if (f != NULL)
		included++;
#else
	if (f != NULL && f->exists)
		included++;
#endif
}
//@ changed_behavior
//@   when_signaled (null-dereference) b == 0 || c < 0 || c > 1 || b->f[c] == 0;
//@   signals (null-dereference) false;
//@   ensures included == \old(included);
void check_strictly(struct dir *b, int c)
{
	struct file *f = find_file(b, c);
#if WRONG == 3
	if (!f || f->exists)
		included++;
#else
	if (f != NULL && f->exists)
		included++;
#endif
}

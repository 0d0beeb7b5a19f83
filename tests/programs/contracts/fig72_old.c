/* Figure 7.2: a null pointer was followed. */
#include <stddef.h>
struct file { int exists; int size; };
struct dir { struct file *f[2]; };
int included;
struct file *find_file(const struct dir *d, int which)
{
	return d && which >= 0 && which < 2 ? d->f[which] : NULL;
}
void check_include(struct dir *b, int c)
{
	struct file *f = find_file(b, c);
	if (f->exists)
		included++;
}
void check_strictly(struct dir *b, int c)
{
	struct file *f = find_file(b, c);
	if (f->exists)
		included++;
}

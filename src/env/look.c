/* look.c: see below */
#include "env/locate.h"
void look_here(const Trace *good, const World *w, char *const envp[], Trace *out)
{
	(void)good; (void)w; (void)envp; *out = (Trace){0};
}

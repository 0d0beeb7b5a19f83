/* assembly.c: assembly outside of functions. It is compared as text, since nothing here can read it.
 *
 * The same text does the same only where it finds the same names: a function or a global that is
 * matched under another name is one that it may have meant.
 */
#include "version/impl.h"

static bool keeps_names(const ChangeMap *m)
{
	const Half *h = &m->half[SIDE_OLD];
	const Program *other = m->half[SIDE_NEW].p;
	for (u32 f = 0; f < h->p->functions.len; f++) {
		u32 g = h->body[f].other;
		if (g != NO_OPERAND && strcmp(h->p->functions.at[f].name, other->functions.at[g].name))
			return false;
	}
	for (u32 v = 0; v < h->p->globals.len; v++) {
		u32 w = h->global[v];
		if (w != NO_OPERAND && !is_private(&h->p->globals.at[v]) &&
			strcmp(h->p->globals.at[v].name, other->globals.at[w].name))
			return false;
	}
	return true;
}

void compare_assembly(ChangeMap *m)
{
	const char *old = m->half[SIDE_OLD].p->assembly, *newer = m->half[SIDE_NEW].p->assembly;
	if (!old && !newer)
		return;
	if (!old || !newer || strcmp(old, newer))
		map_note(m, "assembly outside of functions has changed");
	else if (!keeps_names(m))
		map_note(m, "assembly outside of functions may mean what has another name now");
}

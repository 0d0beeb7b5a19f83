/* assembly.c: assembly outside of functions. It is compared as text, since drift cannot parse it.
 *
 * The same text does the same only if it refers to the same names. So a function or global that is
 * matched under another name is treated as one that it may refer to. */
#include "versions/changes/impl.h"

static bool keeps_names(const ChangeMap *m)
{
	const Half *h = &m->half[OLD];
	const Program *other = m->half[NEW].p;
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
	const char *old = m->half[OLD].p->assembly, *newer = m->half[NEW].p->assembly;
	if (!old && !newer)
		return;
	if (!old || !newer || strcmp(old, newer))
		map_note(m, "assembly outside of functions has changed");
	else if (!keeps_names(m))
		map_note(m, "assembly outside of functions may refer to something that was renamed");
}

/* regex_set.c: sets of characters for regular expressions. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include "regex_int.h"

rx_set *rx_set_new(void)
{
	return calloc(1, sizeof(rx_set));
}

void rx_set_free(rx_set *set)
{
	if (!set)
		return;
	free(set->range);
	free(set->wide);
	free(set->class);
	free(set);
}

void rx_draft_add(rx_draft *d, unsigned byte)
{
	d->bit[byte / 8] |= (unsigned char)(1 << byte % 8);
}

void rx_draft_wide(rx_draft *d, rx_char c)
{
	rx_set *set = d->set;
	rx_char *bigger = realloc(set->wide, (size_t)(set->n_wide + 1) * sizeof *bigger);
	if (!bigger) {
		d->failed = true;
		return;
	}
	set->wide = bigger;
	set->wide[set->n_wide++] = c;
}

bool rx_draft_class(rx_draft *d, const char *name, bool utf8, const unsigned char *translate)
{
	rx_set *set = d->set;
	wctype_t class = wctype(name);

	if (!class)
		return false;
	for (unsigned byte = 0; byte < (utf8 ? 128u : 256u); byte++) {
		wint_t wide = btowc((int)byte);
		if (wide != WEOF && iswctype(wide, class))
			rx_draft_add(d, translate ? translate[byte] : byte);
	}
	if (!utf8)
		return true;
	wctype_t *bigger = realloc(set->class, (size_t)(set->n_class + 1) * sizeof *bigger);
	if (!bigger) {
		d->failed = true;
		return true;
	}
	set->class = bigger;
	set->class[set->n_class++] = class;
	return true;
}

static bool draft_has(const rx_draft *d, unsigned byte, bool negate)
{
	return (d->bit[byte / 8] >> byte % 8 & 1) != negate;
}

bool rx_draft_finish(rx_draft *d, bool negate, bool utf8)
{
	rx_range range[128];
	rx_set *set = d->set;
	unsigned limit = utf8 ? 128 : 256;
	int n = 0;

	for (unsigned byte = 0; byte < limit; byte++) {
		if (!draft_has(d, byte, negate))
			continue;
		range[n].lo = byte;
		while (byte + 1 < limit && draft_has(d, byte + 1, negate))
			byte++;
		range[n++].hi = byte;
	}
	set->negate = negate && utf8; /* bytes have no more to negate */
	set->range = malloc((size_t)(n ? n : 1) * sizeof *range);
	if (!set->range || d->failed)
		return false;
	memcpy(set->range, range, (size_t)n * sizeof *range);
	set->n_range = n;
	return true;
}

static bool wide_has(const rx_set *set, rx_char c)
{
	for (int i = 0; i < set->n_wide; i++)
		if (set->wide[i] == c)
			return true;
	for (int i = 0; i < set->n_class; i++)
		if (iswctype(c, set->class[i]))
			return true;
	return false;
}

/* A set made in the C locale covers all bytes by its ranges; nothing there is above ASCII. */
bool rx_set_has(const rx_set *set, rx_char c)
{
	for (int i = 0; i < set->n_range; i++) {
		if (c < set->range[i].lo)
			break;
		if (c <= set->range[i].hi)
			return true;
	}
	if (c < 0x80 || (c & RX_BAD))
		return false;
	return wide_has(set, c) != set->negate;
}

/* archive.c: iterates over the members of GNU ar archives, including thin ones. */
#include "toolchain/object.h"

#include <ar.h>

/* Parses a field of decimal digits and spaces; returns false for anything else. */
static bool field_number(const char *field, size_t width, u64 *out)
{
	size_t i = 0;
	*out = 0;
	for (; i < width && field[i] >= '0' && field[i] <= '9'; i++)
		*out = *out * 10 + (u64)(field[i] - '0');
	bool digits = i > 0;
	for (; i < width && field[i] == ' '; i++)
		;
	return digits && i == width;
}

/* The table of long names ("//" member), or an empty span. */
static Span long_names(const u8 *bytes, size_t n)
{
	size_t pos = SARMAG;
	for (int i = 0; i < 4 && n >= sizeof(struct ar_hdr) && pos <= n - sizeof(struct ar_hdr); i++) {
		struct ar_hdr h;
		u64 size;
		memcpy(&h, bytes + pos, sizeof h);
		pos += sizeof h;
		if (!field_number(h.ar_size, sizeof h.ar_size, &size) || size > n - pos)
			break;
		if (!memcmp(h.ar_name, "// ", 3))
			return (Span){bytes + pos, (size_t)size};
		if (h.ar_name[0] != '/')
			break;
		pos += (size_t)(size + size % 2);
		if (pos > n)
			break;
	}
	return (Span){0};
}

/* "name/" for short GNU names, "/123" for an offset into the table, else padded with spaces. */
static char *member_name(const struct ar_hdr *h, Span names)
{
	u64 at;
	size_t width = sizeof h->ar_name;
	if (h->ar_name[0] == '/' && field_number(h->ar_name + 1, width - 1, &at)) {
		if (at >= names.len)
			return NULL;
		const char *s = (const char *)names.at + at;
		const char *end = memchr(s, '\n', names.len - (size_t)at);
		if (!end)
			return NULL;
		return xstrndup(s, (size_t)(end - s) - (end > s && end[-1] == '/'));
	}
	size_t len = 0;
	while (len < width && h->ar_name[len] != '/' && h->ar_name[len] != ' ')
		len++;
	return xstrndup(h->ar_name, len);
}

static bool is_table(const struct ar_hdr *h)
{
	return !memcmp(h->ar_name, "/ ", 2) || !memcmp(h->ar_name, "// ", 3) ||
		   !memcmp(h->ar_name, "/SYM64/ ", 8) || !memcmp(h->ar_name, "__.SYMDEF", 9);
}

bool archive_next(const u8 *bytes, size_t n, size_t *pos, ArchiveMember *member, Err *err)
{
	bool thin = n >= SARMAG && bytes[2] == 't';
	free(member->name);
	*member = (ArchiveMember){0};
	if (*pos == 0)
		*pos = SARMAG;
	while (*pos < n) {
		struct ar_hdr h;
		u64 size;
		if (n - *pos < sizeof h)
			return err_set(err, "an archive that is cut short");
		memcpy(&h, bytes + *pos, sizeof h);
		*pos += sizeof h;
		if (memcmp(h.ar_fmag, ARFMAG, 2) != 0 || !field_number(h.ar_size, sizeof h.ar_size, &size))
			return err_set(err, "an archive with a damaged member header");
		bool stored = !thin || is_table(&h);
		if (stored && size > n - *pos)
			return err_set(err, "an archive that is cut short");
		Span content = {bytes + *pos, stored ? (size_t)size : 0};
		if (stored)
			*pos += (size_t)size + (size_t)(size % 2);
		if (is_table(&h))
			continue;
		member->name = member_name(&h, long_names(bytes, n));
		if (!member->name)
			return err_set(err, "an archive with a damaged member name");
		member->bytes = content;
		member->thin = thin;
		return true;
	}
	return true;
}

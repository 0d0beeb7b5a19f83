/* assembly.c: assembly outside of functions. It is compared as text, since drift cannot parse it.
 * Lines of the same text have digests of code that was linked without bitcode.
 *
 * The same text does the same only if it refers to the same names. So a function or global that is
 * matched under another name is treated as one that it may refer to. And it must not read files,
 * which are not compared; this is also true of assembly in functions. */
#include <strings.h>

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

/* True if the text may read a file: only these directives do, and macros can put their names together. */
static bool may_read_files(const char *text)
{
	static const char *const directives[] = {".incbin", ".include", ".macro", ".irp"};
	for (const char *at = strchr(text, '.'); at; at = strchr(at + 1, '.'))
		for (size_t i = 0; i < countof(directives); i++)
			if (!strncasecmp(at, directives[i], strlen(directives[i])))
				return true;
	return false;
}

/* True if a function of the program has such assembly; the machine does not run it. */
static bool functions_read_files(const Program *p)
{
	for (u32 f = 0; f < p->functions.len; f++) {
		const Function *of = &p->functions.at[f];
		for (u32 i = 0; i < of->n_ins; i++)
			if (of->ins[i].op == I_UNSUPPORTED && may_read_files(p->texts.at[of->ins[i].scale]))
				return true;
	}
	return false;
}

/* The first line of one text that the other lacks, or NULL. Freed by the caller. */
static char *missing_line(const char *text, const char *other)
{
	for (const char *at = text; at && *at; at += strcspn(at, "\n"), at += *at != 0) {
		char *line = xasprintf("\n%.*s\n", (int)strcspn(at, "\n"), at);
		char *all = xasprintf("\n%s\n", other ? other : "");
		bool found = strstr(all, line);
		free(all);
		if (!found) {
			char *bare = xstrndup(line + 1, strlen(line) - 2);
			free(line);
			return bare;
		}
		free(line);
	}
	return NULL;
}

static void note_changed(ChangeMap *m, const char *old, const char *newer)
{
	char *line = missing_line(newer, old);
	if (!line)
		line = missing_line(old, newer);
	const char *word = line ? strchr(line, ' ') : NULL;
	int n = word ? (int)strcspn(word + 1, " ") : 0;
	if (word && !strncmp(line, "code ", 5))
		map_note(m, "code without bitcode has changed: %.*s", n, word + 1);
	else if (word && (!strncmp(line, "define ", 7) || !strncmp(line, "link ", 5)))
		map_note(m, "what is linked has changed: %s", word + 1);
	else
		map_note(m, "assembly outside of functions has changed");
	free(line);
}

void compare_assembly(ChangeMap *m)
{
	const char *old = m->half[OLD].p->assembly, *newer = m->half[NEW].p->assembly;
	if ((newer && may_read_files(newer)) || functions_read_files(m->half[NEW].p))
		map_note(m, "assembly may read files, which are not compared");
	if (!old && !newer)
		return;
	if (!old || !newer || strcmp(old, newer))
		note_changed(m, old, newer);
	else if (!keeps_names(m))
		map_note(m, "assembly outside of functions may refer to something that was renamed");
}

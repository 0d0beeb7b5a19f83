/* assembly.c: assembly of a whole module, `asm("...")` outside of functions.
 *
 * The machine does not run it. It may define, replace or export anything: a function that C only
 * declares, one that C defines as weak, one of the C library. So a program with such assembly
 * never counts as completely known, unless all of its statements only name things: comments,
 * .ident, .symver. Two versions of it are compared as text.
 *
 * The same is true of code that was linked without bitcode. The text has lines for it
 * (toolchain/linked.h), with digests of its contents.
 */
#include <ctype.h>

#include "engine/load/lower/lower.h"

/* Statements end with a line or a semicolon; # begins a comment, unless in a text. */
static const char *statement_end(const char *at)
{
	bool text = false;
	for (; *at && *at != '\n'; at++) {
		if (*at == '"')
			text = !text;
		else if (*at == '\\' && text && at[1])
			at++;
		else if (!text && (*at == ';' || *at == '#'))
			break;
	}
	return at;
}

static bool only_names(const char *at, size_t n)
{
	static const char *const directives[] = {".ident", ".symver", ".file"};
	for (size_t i = 0; i < countof(directives); i++) {
		size_t k = strlen(directives[i]);
		if (n > k && !strncmp(at, directives[i], k) && isspace((u8)at[k]))
			return true;
	}
	return false;
}

/* Lines of toolchain/linked.h: those of code, and of options that define symbols. */
static bool links_code(const char *lines)
{
	for (const char *at = lines; at; at = (at = strchr(at, '\n')) ? at + 1 : NULL)
		if (!strncmp(at, "code ", 5) || !strncmp(at, "define ", 7))
			return true;
	return false;
}

void assembly_take(LLVMModuleRef m, const char *linked, Program *p)
{
	size_t len;
	const char *all = LLVMGetModuleInlineAsm(m, &len);
	char *copy = xstrndup(all, len);
	Buf text = {0};
	for (const char *at = copy; *at;) {
		const char *end = statement_end(at);
		size_t n = (size_t)(end - at);
		while (n && isspace((u8)*at))
			at++, n--;
		while (n && isspace((u8)at[n - 1]))
			n--;
		if (n) {
			buf_add(&text, at, n);
			buf_addc(&text, '\n');
			p->assembly_runs |= !only_names(at, n);
		}
		if (*end == '#')
			end += strcspn(end, "\n");
		at = *end ? end + 1 : end;
	}
	buf_adds(&text, linked);
	p->assembly_runs |= links_code(linked);
	if (text.len)
		p->assembly = arena_strdup(&p->arena, buf_str(&text));
	buf_free(&text);
	free(copy);
}

static bool is_word(char c)
{
	return isalnum((u8)c) || c == '_' || c == '.' || c == '$';
}

bool assembly_mentions(const Program *p, const char *name)
{
	size_t n = strlen(name);
	for (const char *at = p->assembly; at && (at = strstr(at, name)); at++)
		if ((at == p->assembly || !is_word(at[-1])) && !is_word(at[n]))
			return true;
	return false;
}

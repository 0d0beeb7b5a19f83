/* stubs.c: defines symbols that a program refers to and nobody defines, so that the rest can be
 * linked.
 *
 * A unit of a library refers to functions of others. Functions that no run calls need not exist.
 * Each gets a function that prints its name and aborts, but only if the linker asks for it: a
 * library may define it. The machine ends a run at such a call, and at a read of such a variable;
 * natively these variables are in memory that cannot be read.
 */
#include "evidence/native/stubs.h"

static const char head[] =
	"/* stubs.c: made by drift: what nobody defines. Those that the linker asks for are compiled. "
	"*/\n"
	"#include <stdio.h>\n"
	"#include <stdlib.h>\n"
	"#include <sys/mman.h>\n"
	"static inline void drift_missing(const char *name)\n"
	"{\n"
	"	fprintf(stderr, \"drift: %s is called, and nobody defines it\\n\", name);\n"
	"	abort();\n"
	"}\n"
	"#define DATA __attribute__((aligned(4096), section(\"drift_hidden\"), "
	"no_sanitize(\"address\")))\n";

static const char tail[] = "DATA char drift_hidden_end[4096];\n"
						   "extern char __start_drift_hidden[], __stop_drift_hidden[];\n"
						   "__attribute__((constructor(100))) static void drift_hide(void)\n"
						   "{\n"
						   "	mprotect(__start_drift_hidden, (unsigned "
						   "long)(__stop_drift_hidden - __start_drift_hidden), PROT_NONE);\n"
						   "}\n";

void stubs_text(const StrList *functions, const StrList *data, Buf *to)
{
	buf_adds(to, head);
	for (size_t i = 0; i < functions->len; i++) {
		const char *name = functions->at[i];
		buf_addf(to, "#ifdef NEED_%s\nvoid %s(void) { drift_missing(\"%s\"); }\n#endif\n", name,
				 name, name);
	}
	for (size_t i = 0; i < data->len; i++)
		buf_addf(to, "#ifdef NEED_%s\nDATA char %s[4096];\n#endif\n", data->at[i], data->at[i]);
	if (data->len)
		buf_adds(to, tail);
}

bool stubs_name(const char *name)
{
	size_t n = strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
	return n && !name[n];
}

void stubs_needed(const char *said, StrList *options, Arena *arena)
{
	static const char mark[] = "undefined reference to `";
	for (const char *at = said; (at = strstr(at, mark));) {
		at += sizeof mark - 1;
		char *word = xasprintf("-DNEED_%.*s", (int)strcspn(at, "'\n"), at);
		bool known = !stubs_name(word + 2);
		for (size_t i = 0; i < options->len; i++)
			known |= !strcmp(options->at[i], word);
		if (!known)
			vec_push(options, arena_strdup(arena, word));
		free(word);
	}
}

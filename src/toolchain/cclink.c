/* cclink.c: linker options that may define a symbol. Options that are not known here may. */
#include "toolchain/ccline.h"

static bool starts(const char *s, const char *with)
{
	return !strncmp(s, with, strlen(with));
}

/* True if the linker gets a file or a definition by this word of its own. `before` is the word before it, or "". */
static bool linker_word_defines(const char *word, const char *before)
{
	static const char *const take_word[] = {
		"-rpath", "-rpath-link",      "-soname",         "-h", "-z", "-m", "-e", "-u", "-y", "-Map",
		"-I",     "--dynamic-linker", "-dynamic-linker", NULL};
	if (*word != '-') {
		for (u32 i = 0; take_word[i]; i++)
			if (!strcmp(before, take_word[i]) ||
				(*before == '-' && !strcmp(before + 1, take_word[i])))
				return false;
		return true;
	}
	static const char *const defining[] = {"-l",
										   "--library",
										   "-T",
										   "--script",
										   "-R",
										   "--just-symbols",
										   "--defsym",
										   "-defsym",
										   "--unresolved-symbols",
										   "-unresolved-symbols",
										   "--wrap",
										   "-wrap",
										   "-r",
										   "-shared",
										   "--shared",
										   "-Bshareable",
										   "-i",
										   "-c",
										   "--mri-script",
										   NULL};
	for (u32 i = 0; defining[i]; i++)
		if (starts(word, defining[i]) && strcmp(word, "-rpath") && strcmp(word, "-rpath-link"))
			return true;
	return false;
}

/* The words of -Wl,a,b,c. */
static bool linker_list_defines(const char *list)
{
	char *words = xstrdup(list), *rest = words, before[256] = "";
	bool defines = false;
	for (char *word; !defines && (word = strsep(&rest, ",")) != NULL;) {
		defines = linker_word_defines(word, before);
		snprintf(before, sizeof before, "%s", word);
	}
	free(words);
	return defines;
}

bool cc_link_defines(const StrList *link)
{
	static const char *const harmless[] = {"-static",
										   "--static",
										   "-static-pie",
										   "-static-libgcc",
										   "-shared-libgcc",
										   "-pie",
										   "-no-pie",
										   "-nopie",
										   "-rdynamic",
										   "-export-dynamic",
										   "--export-dynamic",
										   "--no-undefined",
										   "-s",
										   NULL};
	static const char *const harmless_with_word[] = {"-L", "-u", "-z", "-e", "-rpath", NULL};
	static const char *const before_name[] = {
		"-fuse-ld=", "--ld-path=", "-rtlib=", "--rtlib=", "-unwindlib=", "--unwindlib=", NULL};
	for (size_t i = 0; i < link->len; i++) {
		const char *word = link->at[i];
		bool known = starts(word, "-Wl,") && !linker_list_defines(word + 4);
		for (u32 k = 0; !known && harmless[k]; k++)
			known = !strcmp(word, harmless[k]);
		for (u32 k = 0; !known && before_name[k]; k++)
			known = starts(word, before_name[k]);
		for (u32 k = 0; !known && harmless_with_word[k]; k++) {
			bool whole = !strcmp(word, harmless_with_word[k]);
			known = whole ||
					(starts(word, harmless_with_word[k]) && strlen(harmless_with_word[k]) == 2);
			i += whole;
		}
		if (!known)
			return true;
	}
	return false;
}

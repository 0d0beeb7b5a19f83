/* linker.c: what links native programs of sources. */
#include "evidence/native/harness.h"

Linker native_linker(const StrList *link)
{
	static const char *const alike[] = {"-l", "-L", "-pthread", "-Wl,", "-s", "-rdynamic"};
	Linker linker = LINKER_GOLD;
	for (size_t i = 0; i < link->len; i++) {
		bool known = link->at[i][0] != '-';
		for (size_t k = 0; k < countof(alike) && !known; k++)
			known = !strncmp(link->at[i], alike[k], strlen(alike[k]));
		if (!known)
			return LINKER_CLANG;
		if (!strncmp(link->at[i], "-Wl,", 4))
			linker = LINKER_GCC;
	}
	return linker;
}

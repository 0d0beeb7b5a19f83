/* dl.c: shared objects: there are none except for the program and this library.
 *
 * A table that the loader makes has the program's exported symbols. A name that is not in it may
 * belong to a library, whose functions exist here only if the program refers to them: the run then
 * ends.
 */
#include <dlfcn.h>
#include <link.h>
#include <string.h>
#include "sys.h"

static char program;           /* its address represents the program as a whole */
static const char *load_error; /* the next message of dlerror, or NULL */

void *dlopen(const char *file, int mode)
{
	if (file || !(mode & (RTLD_LAZY | RTLD_NOW)))
		__drift_unsupported("dlopen of a file");
	return &program;
}

/* The loader replaces dlsym by this function. symbols has names and addresses in turn, and ends
 * with NULL. */
void *__drift_dlsym(void *handle, const char *name, void *const *symbols)
{
	if (handle != RTLD_DEFAULT && handle != &program)
		__drift_unsupported("dlsym with a handle other than the program");
	for (void *const *at = symbols; *at; at += 2)
		if (strcmp(*at, name) == 0)
			return at[1];
	__drift_unsupported("dlsym of a name that the program does not export");
}

void *dlsym(void *restrict handle, const char *restrict name)
{
	__drift_unsupported("dlsym that is declared in another way");
}

void *dlvsym(void *restrict handle, const char *restrict name, const char *restrict version)
{
	__drift_unsupported("dlvsym");
}

int dlclose(void *handle)
{
	if (handle == &program)
		return 0;
	load_error = "shared object not open";
	return -1;
}

char *dlerror(void)
{
	const char *text = load_error;
	load_error = NULL;
	return (char *)text;
}

int dladdr(const void *address, Dl_info *info)
{
	__drift_unsupported("dladdr");
}

int dl_iterate_phdr(int (*fn)(struct dl_phdr_info *, size_t, void *), void *data)
{
	__drift_unsupported("dl_iterate_phdr");
}

/* host.c: what the values of functions such as sin depend on.
 *
 * C does not say how exact they are. They are those of the host's C library, which has code for several
 * processors. */
#include "engine/expr/float/call.h"

#include <elf.h>
#include <gnu/libc-version.h>
#include <link.h>

enum { BUILD = 8 }; /* bytes of the build id that are written */

static void add_build(const struct dl_phdr_info *in, const ElfW(Phdr) * part, Buf *to)
{
	const char *at = (const char *)(in->dlpi_addr + part->p_vaddr), *end = at + part->p_memsz;
	while (at + sizeof(ElfW(Nhdr)) <= end) {
		ElfW(Nhdr) n;
		memcpy(&n, at, sizeof n);
		const char *bytes = at + sizeof n + ((n.n_namesz + 3) & ~3u);
		if (n.n_type == NT_GNU_BUILD_ID) {
			buf_adds(to, " build ");
			for (u32 i = 0; i < n.n_descsz && i < BUILD; i++)
				buf_addf(to, "%02x", (u8)bytes[i]);
			return;
		}
		at = bytes + ((n.n_descsz + 3) & ~3u);
	}
}

static int visit(struct dl_phdr_info *in, size_t size, void *ctx)
{
	const char *name = strrchr(in->dlpi_name, '/');
	(void)size;
	if (!name || strncmp(name, "/libm.", 6))
		return 0;
	for (u32 i = 0; i < in->dlpi_phnum; i++)
		if (in->dlpi_phdr[i].p_type == PT_NOTE)
			add_build(in, &in->dlpi_phdr[i], ctx);
	return 1;
}

void float_host(Buf *to)
{
	buf_addf(to, "glibc %s", gnu_get_libc_version());
	dl_iterate_phdr(visit, to);
	buf_adds(to, " on x86-64");
	buf_adds(to, __builtin_cpu_supports("sse4.1") ? " sse4.1" : "");
	buf_adds(to, __builtin_cpu_supports("fma") ? " fma" : "");
	buf_adds(to, __builtin_cpu_supports("fma4") ? " fma4" : "");
	buf_adds(to, __builtin_cpu_supports("avx2") ? " avx2" : "");
}

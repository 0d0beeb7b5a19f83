/* image.c: reads build ids of ELF files, with libelf. */
#include "env/record/head.h"

#include <fcntl.h>
#include <gelf.h>
#include <unistd.h>

static void note_id(Elf *elf, const GElf_Phdr *ph, Buf *out)
{
	Elf_Data *d = elf_getdata_rawchunk(elf, (i64)ph->p_offset, ph->p_filesz, ELF_T_NHDR);
	size_t at = 0, name, desc;
	GElf_Nhdr note;
	while (d && (at = gelf_getnote(d, at, &note, &name, &desc)) > 0) {
		const u8 *bytes = d->d_buf;
		if (note.n_type != NT_GNU_BUILD_ID || note.n_namesz != 4 ||
			memcmp(bytes + name, "GNU", 4) != 0)
			continue;
		for (u32 i = 0; i < note.n_descsz && i < 32; i++)
			buf_addf(out, "%02x", bytes[desc + i]);
		return;
	}
}

static void elf_id(Elf *elf, Buf *out)
{
	size_t n = 0;
	GElf_Phdr ph;
	if (elf && elf_kind(elf) == ELF_K_ELF && elf_getphdrnum(elf, &n) == 0)
		for (size_t i = 0; i < n && !out->len; i++)
			if (gelf_getphdr(elf, (int)i, &ph) && ph.p_type == PT_NOTE && ph.p_filesz < 1 << 20)
				note_id(elf, &ph, out);
	elf_end(elf);
}

void image_build_id(const char *path, Buf *out)
{
	elf_version(EV_CURRENT);
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return;
	elf_id(elf_begin(fd, ELF_C_READ, NULL), out);
	close(fd);
}

void image_build_id_of(const u8 *bytes, size_t n, Buf *out)
{
	elf_version(EV_CURRENT);
	/* libelf requires writable memory. It does not write for these queries, but a copy is safe. */
	if (n < EI_NIDENT || memcmp(bytes, ELFMAG, SELFMAG) != 0)
		return;
	size_t len = n < 1 << 16 ? n : 1 << 16;
	char *copy = xmalloc(len);
	memcpy(copy, bytes, len);
	elf_id(elf_memory(copy, len), out);
	free(copy);
}

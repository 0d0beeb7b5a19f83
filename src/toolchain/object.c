/* object.c: finds and adds sections in ELF files. */
#include "toolchain/object.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

FileKind object_kind(const u8 *bytes, size_t n)
{
	if (n == 0)
		return FILE_EMPTY;
	if (n >= SELFMAG && !memcmp(bytes, ELFMAG, SELFMAG))
		return FILE_ELF;
	if (n >= 8 && (!memcmp(bytes, "!<arch>\n", 8) || !memcmp(bytes, "!<thin>\n", 8)))
		return FILE_ARCHIVE;
	if (n >= 4 && (!memcmp(bytes, "BC\xC0\xDE", 4) || !memcmp(bytes, "\xDE\xC0\x17\x0B", 4)))
		return FILE_BITCODE;
	if (n >= 2 && !memcmp(bytes, "#!", 2))
		return FILE_SCRIPT;
	return memchr(bytes, 0, n < 4096 ? n : 4096) ? FILE_OTHER : FILE_TEXT;
}

/* Location and size of the section table, including extended numbering. */
typedef struct SectionTable {
	Elf64_Ehdr header;
	u64 offset; /* of the table in the file; 0 if there is none */
	u64 count;  /* number of sections, including the null section */
	u64 names;  /* index of the name table */
} SectionTable;

static bool inside(u64 offset, u64 len, size_t n)
{
	return offset <= n && len <= n - offset;
}

static bool section_at(const u8 *bytes, size_t n, const SectionTable *t, u64 index, Elf64_Shdr *out)
{
	u64 offset = t->offset + index * sizeof *out;
	if (index >= t->count || !inside(offset, sizeof *out, n))
		return false;
	memcpy(out, bytes + offset, sizeof *out);
	return true;
}

/* Reads the file header and checks the values that all other code relies on. */
static bool read_table(const u8 *bytes, size_t n, SectionTable *t, Err *err)
{
	*t = (SectionTable){0};
	Elf64_Ehdr *h = &t->header;
	if (n < EI_NIDENT || memcmp(bytes, ELFMAG, SELFMAG) != 0)
		return err_set(err, "not an ELF file");
	if (bytes[EI_CLASS] == ELFCLASS32)
		return err_set(err, "a 32-bit program; drift runs x86-64 programs: build it without -m32");
	if (n < sizeof *h)
		return err_set(err, "an ELF file that is cut short");
	memcpy(h, bytes, sizeof *h);
	if (h->e_ident[EI_CLASS] != ELFCLASS64 || h->e_ident[EI_DATA] != ELFDATA2LSB ||
		h->e_machine != EM_X86_64)
		return err_set(err, "built for another machine; drift runs x86-64 programs");
	if (h->e_shoff == 0)
		return true;
	Elf64_Shdr first;
	if (h->e_shentsize != sizeof first || !inside(h->e_shoff, sizeof first, n))
		return err_set(err, "an ELF file with a damaged section table");
	t->offset = h->e_shoff;
	memcpy(&first, bytes + h->e_shoff, sizeof first);
	t->count = h->e_shnum ? h->e_shnum : first.sh_size;
	t->names = h->e_shstrndx == SHN_XINDEX ? first.sh_link : h->e_shstrndx;
	if (t->count > (n - t->offset) / sizeof first || t->names >= t->count)
		return err_set(err, "an ELF file with a damaged section table");
	return true;
}

/* True if the string at offset of the table is exactly name. */
static bool string_is(Span table, u64 offset, const char *name)
{
	size_t len = strlen(name) + 1;
	return offset <= table.len && len <= table.len - offset &&
		   !memcmp(table.at + offset, name, len);
}

bool object_sections(const u8 *bytes, size_t n, const char *name, SpanList *out, Err *err)
{
	SectionTable t;
	Elf64_Shdr s;
	if (!read_table(bytes, n, &t, err))
		return false;
	if (t.count == 0)
		return true;
	if (!section_at(bytes, n, &t, t.names, &s) || !inside(s.sh_offset, s.sh_size, n))
		return err_set(err, "an ELF file with a damaged section table");
	Span names = {bytes + s.sh_offset, (size_t)s.sh_size};
	for (u64 i = 1; i < t.count; i++) {
		if (!section_at(bytes, n, &t, i, &s) || !string_is(names, s.sh_name, name))
			continue;
		if (s.sh_type == SHT_NOBITS || !inside(s.sh_offset, s.sh_size, n))
			return err_set(err, "an ELF file whose section %s lies outside of it", name);
		vec_push(out, ((Span){bytes + s.sh_offset, (size_t)s.sh_size}));
	}
	return true;
}

/* A copy of the string at offset of a table, or NULL if it does not end within the table. */
static char *string_at(Span table, u64 offset)
{
	if (offset >= table.len)
		return NULL;
	const char *s = (const char *)table.at + offset;
	size_t room = table.len - (size_t)offset;
	return memchr(s, 0, room) ? xstrdup(s) : NULL;
}

static void read_dynamic(const u8 *bytes, const Elf64_Shdr *dynamic, Span strings, ObjectNeeds *out)
{
	bool newer = false;
	for (u64 at = 0; at + sizeof(Elf64_Dyn) <= dynamic->sh_size; at += sizeof(Elf64_Dyn)) {
		Elf64_Dyn d;
		memcpy(&d, bytes + dynamic->sh_offset + at, sizeof d);
		if (d.d_tag == DT_NULL)
			break;
		bool is_path = d.d_tag == DT_RUNPATH || (d.d_tag == DT_RPATH && !newer);
		char *s = d.d_tag == DT_NEEDED || is_path ? string_at(strings, d.d_un.d_val) : NULL;
		if (!s)
			continue;
		if (d.d_tag == DT_NEEDED) {
			vec_push(&out->libraries, s);
		} else {
			free(out->run_path);
			out->run_path = s;
			newer = d.d_tag == DT_RUNPATH;
		}
	}
}

bool object_needs(const u8 *bytes, size_t n, ObjectNeeds *out, Err *err)
{
	SectionTable t;
	*out = (ObjectNeeds){0};
	if (!read_table(bytes, n, &t, err))
		return false;
	for (u64 i = 1; i < t.count; i++) {
		Elf64_Shdr s, strings;
		if (!section_at(bytes, n, &t, i, &s) || s.sh_type != SHT_DYNAMIC)
			continue;
		if (!inside(s.sh_offset, s.sh_size, n) || !section_at(bytes, n, &t, s.sh_link, &strings) ||
			!inside(strings.sh_offset, strings.sh_size, n))
			return err_set(err, "an ELF file with a damaged dynamic section");
		Span table = {bytes + strings.sh_offset, (size_t)strings.sh_size};
		read_dynamic(bytes, &s, table, out);
		break;
	}
	return true;
}

void object_needs_free(ObjectNeeds *needs)
{
	for (size_t i = 0; i < needs->libraries.len; i++)
		free(needs->libraries.at[i]);
	vec_free(&needs->libraries);
	free(needs->run_path);
	needs->run_path = NULL;
}

/* ---- appending ---- */

static bool write_at(int fd, const void *bytes, size_t n, u64 offset)
{
	const char *p = bytes;
	while (n) {
		ssize_t k = pwrite(fd, p, n, (off_t)offset);
		if (k < 0 && errno == EINTR)
			continue;
		if (k <= 0)
			return false;
		p += k;
		n -= (size_t)k;
		offset += (u64)k;
	}
	return true;
}

static u64 aligned(u64 offset, u64 to)
{
	return (offset + to - 1) / to * to;
}

/* Writes what goes behind the old end at `start` (content, name table, section table) into tail and
 * updates the file header. */
static bool make_tail(const Buf *file, SectionTable *t, const char *name, Span content,
					  size_t align, u64 start, Buf *tail, Err *err)
{
	static const u8 zeros[64];
	const u8 *bytes = (const u8 *)file->at;
	Elf64_Shdr names, added = {0};
	if (!section_at(bytes, file->len, t, t->names, &names) ||
		!inside(names.sh_offset, names.sh_size, file->len))
		return err_set(err, "an ELF file with a damaged section table");
	added.sh_name = (Elf64_Word)names.sh_size;
	added.sh_type = SHT_PROGBITS;
	added.sh_offset = start;
	added.sh_size = content.len;
	added.sh_addralign = align;
	buf_add(tail, content.at, content.len);

	u64 names_at = start + tail->len;
	buf_add(tail, bytes + names.sh_offset, (size_t)names.sh_size);
	buf_add(tail, name, strlen(name) + 1);
	names.sh_size += strlen(name) + 1;
	names.sh_offset = names_at;

	u64 table_at = aligned(start + tail->len, 8);
	buf_add(tail, zeros, (size_t)(table_at - (start + tail->len)));
	size_t in_tail = tail->len, size = sizeof added;
	buf_add(tail, bytes + t->offset, (size_t)t->count * size);
	buf_add(tail, &added, size);
	memcpy(tail->at + in_tail + t->names * size, &names, size);

	t->header.e_shoff = table_at;
	if (t->header.e_shnum && t->count + 1 < SHN_LORESERVE) {
		t->header.e_shnum = (Elf64_Half)(t->count + 1);
	} else {
		/* Too many for 16 bits: the size of the null section is the count. */
		t->header.e_shnum = 0;
		u64 count = t->count + 1;
		memcpy(tail->at + in_tail + offsetof(Elf64_Shdr, sh_size), &count, sizeof count);
	}
	return true;
}

bool object_append(const char *path, const char *name, const void *content, size_t len,
				   size_t align, Err *err)
{
	Buf file = {0}, tail = {0};
	SectionTable t;
	Err why = {0};
	int fd = -1;
	bool ok = file_read(path, &file, &why);
	ok = ok && read_table((const u8 *)file.at, file.len, &t, &why);
	if (ok && t.count == 0)
		ok = err_set(&why, "an ELF file without sections");
	u64 start = aligned(file.len, align);
	ok = ok && make_tail(&file, &t, name, (Span){content, len}, align, start, &tail, &why);
	if (ok) {
		fd = open(path, O_WRONLY | O_CLOEXEC);
		ok = fd >= 0 && write_at(fd, tail.at, tail.len, start) &&
			 write_at(fd, &t.header, sizeof t.header, 0);
		if (!ok)
			err_set(&why, "%s", strerror(errno));
	}
	if (fd >= 0)
		close(fd);
	buf_free(&file);
	buf_free(&tail);
	return ok || err_set(err, "%s", why.text);
}

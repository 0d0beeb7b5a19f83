/* linked.c: the lines that linked.h describes. */
#include "toolchain/linked.h"

#include <gelf.h>

#include "base/digest.h"
#include "toolchain/section.h"

static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash ? slash + 1 : path;
}

static void add_line(Buf *to, const char *kind, const char *name, Digest d)
{
	char hex[2 * sizeof d.at + 1];
	digest_hex(d, sizeof d.at, hex);
	buf_addf(to, "%s %s %s\n", kind, name, hex);
}

/* ---- objects ---- */

/* An object while its parts are added to a digest. */
typedef struct Parts {
	Elf *elf;
	size_t names; /* index of the table of names of sections */
	Digest digest;
	bool any; /* something of it is loaded or defined */
} Parts;

static bool section_of(const Parts *p, size_t index, Elf_Scn **scn, GElf_Shdr *header)
{
	*scn = elf_getscn(p->elf, index);
	return *scn && gelf_getshdr(*scn, header);
}

static void add_number(Digest *d, u64 n)
{
	digest_add(d, &n, sizeof n);
}

/* A section by its name: its index depends on those of a debugger. */
static void add_section_name(Parts *p, size_t index)
{
	Elf_Scn *scn;
	GElf_Shdr h;
	if (index < SHN_LORESERVE && section_of(p, index, &scn, &h))
		digest_text(&p->digest, elf_strptr(p->elf, p->names, h.sh_name));
	else
		add_number(&p->digest, index);
}

/* Of a section, its section is the name. */
static void add_symbol(Parts *p, const GElf_Shdr *table, const GElf_Sym *s)
{
	if (GELF_ST_TYPE(s->st_info) != STT_SECTION)
		digest_text(&p->digest, elf_strptr(p->elf, table->sh_link, s->st_name));
	add_number(&p->digest, s->st_info);
	add_number(&p->digest, s->st_other);
	add_number(&p->digest, s->st_value);
	add_number(&p->digest, s->st_size);
	add_section_name(p, s->st_shndx);
}

static void add_symbols(Parts *p, const GElf_Shdr *h, Elf_Data *data)
{
	GElf_Sym s;
	for (int i = 0; gelf_getsym(data, i, &s); i++) {
		u8 type = GELF_ST_TYPE(s.st_info);
		if (type == STT_SECTION || type == STT_FILE)
			continue;
		add_symbol(p, h, &s);
		p->any |= s.st_shndx != SHN_UNDEF;
	}
}

static void add_relocations(Parts *p, const GElf_Shdr *h, Elf_Data *data)
{
	Elf_Scn *target, *symbols;
	GElf_Shdr target_header, symbols_header;
	if (!section_of(p, h->sh_info, &target, &target_header) ||
		!(target_header.sh_flags & SHF_ALLOC) ||
		!section_of(p, h->sh_link, &symbols, &symbols_header))
		return;
	add_section_name(p, h->sh_info);
	Elf_Data *table = elf_getdata(symbols, NULL);
	GElf_Rela r;
	for (int i = 0; gelf_getrela(data, i, &r); i++) {
		GElf_Sym s = {0};
		add_number(&p->digest, r.r_offset);
		add_number(&p->digest, GELF_R_TYPE(r.r_info));
		add_number(&p->digest, (u64)r.r_addend);
		if (gelf_getsym(table, (int)GELF_R_SYM(r.r_info), &s))
			add_symbol(p, &symbols_header, &s);
	}
}

static void add_loaded(Parts *p, size_t index, const GElf_Shdr *h, Elf_Data *data)
{
	add_section_name(p, index);
	add_number(&p->digest, h->sh_type);
	add_number(&p->digest, h->sh_flags);
	add_number(&p->digest, h->sh_addralign);
	add_number(&p->digest, h->sh_size);
	if (h->sh_type != SHT_NOBITS && h->sh_type != SHT_NOTE && data && data->d_buf)
		digest_add(&p->digest, data->d_buf, data->d_size);
	p->any |= h->sh_size && h->sh_type != SHT_NOTE;
}

static bool has_bitcode(Span object)
{
	SpanList sections = {0};
	Err err = {0};
	bool has =
		object_sections(object.at, object.len, SECTION_NAME, &sections, &err) && sections.len;
	vec_free(&sections);
	return has;
}

void linked_object(Buf *to, const char *kind, const char *name, Span object)
{
	Parts p = {0};
	if (has_bitcode(object))
		return;
	/* libelf requires writable memory, so it gets a copy. */
	char *copy = xmalloc(object.len + 1);
	memcpy(copy, object.at, object.len);
	elf_version(EV_CURRENT);
	p.elf = elf_memory(copy, object.len);
	bool read = p.elf && elf_kind(p.elf) == ELF_K_ELF && !elf_getshdrstrndx(p.elf, &p.names);
	Elf_Scn *scn = NULL;
	while (read && (scn = elf_nextscn(p.elf, scn))) {
		GElf_Shdr h;
		Elf_Data *data = elf_getdata(scn, NULL);
		if (!gelf_getshdr(scn, &h))
			continue;
		if (h.sh_flags & SHF_ALLOC)
			add_loaded(&p, elf_ndxscn(scn), &h, data);
		else if (h.sh_type == SHT_SYMTAB)
			add_symbols(&p, &h, data);
		else if (h.sh_type == SHT_RELA)
			add_relocations(&p, &h, data);
	}
	if (!read) {
		p.digest = digest_of(object.at, object.len);
		p.any = true;
	}
	if (p.any)
		add_line(to, kind, base_name(name), p.digest);
	elf_end(p.elf);
	free(copy);
}

/* ---- files ---- */

static void add_archive(Buf *to, const char *path, const Buf *file)
{
	ArchiveMember m = {0};
	Err err = {0};
	size_t pos = 0;
	while (archive_next((const u8 *)file->at, file->len, &pos, &m, &err) && m.name) {
		Buf outside = {0};
		Span bytes = m.bytes;
		if (m.thin) {
			const char *slash = m.name[0] == '/' ? NULL : strrchr(path, '/');
			char *at = xasprintf("%.*s%s", slash ? (int)(slash + 1 - path) : 0, path, m.name);
			if (file_read(at, &outside, NULL))
				bytes = (Span){(const u8 *)outside.at, outside.len};
			free(at);
		}
		linked_object(to, "code", m.name, bytes);
		buf_free(&outside);
	}
	free(m.name);
}

/* What the loader finds and compares itself: shared libraries. */
static bool is_shared(const Buf *file)
{
	Elf64_Ehdr h;
	if (file->len < sizeof h)
		return false;
	memcpy(&h, file->at, sizeof h);
	return h.e_type == ET_DYN;
}

static void add_file(Buf *to, const char *path)
{
	Buf file = {0};
	if (!file_read(path, &file, NULL)) {
		buf_free(&file);
		return;
	}
	Span bytes = {(const u8 *)file.at, file.len};
	switch (object_kind(bytes.at, bytes.len)) {
	case FILE_ARCHIVE: add_archive(to, path, &file); break;
	case FILE_ELF:
		if (!is_shared(&file))
			linked_object(to, "code", path, bytes);
		break;
	case FILE_EMPTY: break;
	default: add_line(to, "code", base_name(path), digest_of(bytes.at, bytes.len)); break;
	}
	buf_free(&file);
}

/* -lNAME in the directories of -L, where a project keeps its own libraries. */
static void add_library(Buf *to, const StrList *link, const char *name)
{
	for (size_t i = 0; i < link->len; i++) {
		const char *word = link->at[i];
		if (strncmp(word, "-L", 2))
			continue;
		const char *dir = word[2] ? word + 2 : i + 1 < link->len ? link->at[i + 1] : "";
		char *path =
			*name == ':' ? xasprintf("%s/%s", dir, name + 1) : xasprintf("%s/lib%s.a", dir, name);
		char *shared = xasprintf("%s/lib%s.so", dir, name);
		bool found = *name != ':' && file_exists(shared); /* the linker prefers it */
		if (!found && (found = file_exists(path)))
			add_file(to, path);
		free(path);
		free(shared);
		if (found)
			return;
	}
}

/* ---- options ---- */

/* A word without the directory of the tree; digests of files that it names are appended. */
static void add_word(Buf *to, const char *kind, const char *word, const char *tree)
{
	size_t n = tree ? strlen(tree) : 0;
	buf_addf(to, "%s ", kind);
	for (const char *at = word; *at; at++) {
		if (n && !strncmp(at, tree, n))
			at += n - 1;
		else if (*at != '\n')
			buf_addc(to, *at);
	}
	buf_addc(to, '\n');
	for (const char *at = word; *at; at += strcspn(at, ",=") + (at[strcspn(at, ",=")] != 0)) {
		Buf file = {0};
		char *path = xstrndup(at, strcspn(at, ",="));
		if (*path && !is_directory(path) && file_exists(path) && file_read(path, &file, NULL))
			add_line(to, kind, base_name(path), digest_of(file.at, file.len));
		buf_free(&file);
		free(path);
	}
}

/* Options that change nothing that a program does. */
static bool is_harmless(const char *word)
{
	static const char *const prefixes[] = {"-L",
										   "-s",
										   "-t",
										   "-rdynamic",
										   "-export-dynamic",
										   "--export-dynamic",
										   "--no-undefined",
										   "-pie",
										   "-no-pie",
										   "-nopie",
										   "-Wl,-O",
										   "-Wl,--as-needed",
										   "-Wl,--no-as-needed",
										   "-Wl,--build-id",
										   "-Wl,--hash-style",
										   "-Wl,-Map",
										   "-Wl,-rpath",
										   "-Wl,-z,relro",
										   "-Wl,-z,now",
										   "-Wl,-z,noexecstack",
										   "-Wl,--gc-sections",
										   "-Wl,--start-group",
										   "-Wl,--end-group",
										   "-fuse-ld="};
	for (size_t i = 0; i < countof(prefixes); i++)
		if (!strncmp(word, prefixes[i], strlen(prefixes[i])) && strcmp(word, "-shared") &&
			strcmp(word, "-static"))
			return !strchr(word + strlen(prefixes[i]), ',') ||
				   !strncmp(prefixes[i], "-Wl,-rpath", 10);
	return false;
}

/* One option, with the word behind it if it is two words. */
static void add_option(Buf *to, const StrList *link, size_t *i, const char *tree)
{
	static const char *const two[] = {"-L", "-rpath", "-z", "-u", "-e", "-l"};
	const char *word = link->at[*i], *next = NULL;
	for (size_t k = 0; k < countof(two); k++)
		if (!strcmp(word, two[k]) && *i + 1 < link->len)
			next = link->at[++*i];
	if (!strncmp(word, "-l", 2)) {
		const char *name = next ? next : word + 2;
		buf_addf(to, "link -l%s\n", name);
		add_library(to, link, name);
		return;
	}
	if (next) {
		if (word[1] == 'u' || word[1] == 'e')
			buf_addf(to, "link %s %s\n", word, next);
		return;
	}
	if (is_harmless(word))
		return;
	StrList one = {0};
	vec_push(&one, word);
	add_word(to, cc_link_defines(&one) ? "define" : "link", word, tree);
	vec_free(&one);
}

void linked_line(Buf *to, const CcLine *line, const char *tree)
{
	for (size_t i = 0; i < line->inputs.len; i++)
		if (line->inputs.at[i].lang == LANG_LINKER)
			add_file(to, line->inputs.at[i].path);
	for (size_t i = 0; i < line->link.len; i++)
		add_option(to, &line->link, &i, tree);
}

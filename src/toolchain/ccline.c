/* ccline.c: parses a compiler's command line; builds the one that compiles to bitcode. */
#include "toolchain/ccline.h"

/* Options of every bitcode compile. The code is not optimised, but without -O0, which would drop
 * C99 inline bodies. It has line tables, no character tables inside the subject, no code from
 * hardening or instrumentation, and no data for optimisers only, which takes time to load. The
 * options come after the user's, so they win. */
static const char *const subject_flags[] = {
	"-g",
	"-grecord-command-line", /* --call uses it to find headers */
	"-O1",
	"-Xclang",
	"-disable-llvm-passes",
	"-Xclang",
	"-disable-lifetime-markers",
	"-fno-strict-aliasing",
	"-fno-inline",
	"-D__NO_CTYPE",
	"-U_FORTIFY_SOURCE",
	"-fno-stack-protector",
	"-fno-vectorize",
	"-fno-slp-vectorize",
	"-fno-sanitize=all",
	"-fno-lto",
	"-fno-color-diagnostics",
	"-Qunused-arguments",
	"-w",
	"-emit-llvm",
	"-c",
};

/* Clang treats these as errors. Older programs have many of them, and gcc 12 accepts them. */
const char *const gcc_leniency[] = {
	"-Wno-error=implicit-function-declaration",
	"-Wno-error=implicit-int",
	"-Wno-error=int-conversion",
	"-Wno-error=incompatible-function-pointer-types",
	"-Wno-error=return-mismatch",
	NULL,
};

const char *clang_name(void)
{
	const char *name = getenv("DRIFT_CLANG");
	return name && *name ? name : "clang-" DRIFT_LLVM;
}

typedef struct LangName {
	const char *name;
	Lang lang;
} LangName;

static Lang find_lang(const LangName *table, size_t n, const char *name, Lang otherwise)
{
	for (size_t i = 0; i < n; i++)
		if (!strcmp(table[i].name, name))
			return table[i].lang;
	return otherwise;
}

Lang lang_of_file(const char *path)
{
	static const LangName endings[] = {
		{"c", LANG_C},      {"i", LANG_C_DONE},  {"bc", LANG_IR},   {"ll", LANG_IR},
		{"s", LANG_ASM},    {"S", LANG_ASM},     {"sx", LANG_ASM},  {"asm", LANG_ASM},
		{"cc", LANG_CXX},   {"cp", LANG_CXX},    {"cxx", LANG_CXX}, {"cpp", LANG_CXX},
		{"c++", LANG_CXX},  {"C", LANG_CXX},     {"CPP", LANG_CXX}, {"CC", LANG_CXX},
		{"ii", LANG_CXX},   {"m", LANG_OTHER},   {"mm", LANG_CXX},  {"h", LANG_OTHER},
		{"hh", LANG_OTHER}, {"hpp", LANG_OTHER}, {"f", LANG_OTHER}, {"f90", LANG_OTHER},
	};
	const char *slash = strrchr(path, '/');
	const char *dot = strrchr(slash ? slash : path, '.');
	return dot ? find_lang(endings, countof(endings), dot + 1, LANG_LINKER) : LANG_LINKER;
}

Lang lang_of_source(const char *path)
{
	size_t n = strlen(path);
	return n > 2 && !strcmp(path + n - 2, ".h") ? LANG_C : lang_of_file(path);
}

/* The language of -x NAME, for the inputs after it. */
static Lang lang_of_name(const char *name)
{
	static const LangName names[] = {
		{"c", LANG_C},
		{"cpp-output", LANG_C_DONE},
		{"ir", LANG_IR},
		{"assembler", LANG_ASM},
		{"assembler-with-cpp", LANG_ASM},
		{"c++", LANG_CXX},
		{"c++-cpp-output", LANG_CXX},
	};
	return find_lang(names, countof(names), name, LANG_OTHER);
}

static bool starts(const char *s, const char *with)
{
	return strncmp(s, with, strlen(with)) == 0;
}

/* State of the parser. */
typedef struct WordReader {
	CcLine *line;
	Arena *arena;
	const char *x;   /* of the last -x, NULL for none */
	bool skip_clang; /* the next -Xclang word belongs to an option that was dropped */
} WordReader;

static void add_input(WordReader *r, const char *path)
{
	CcInput in = {path, LANG_LINKER};
	if (r->x)
		in.lang = lang_of_name(r->x);
	else if (strcmp(path, "-") != 0)
		in.lang = lang_of_file(path);
	vec_push(&r->line->inputs, in);
}

/* Adds a word for the preprocessor: macros and include paths matter, the others write dependency
 * files. -Wp, may contain several words, separated by commas. */
static void add_preprocessor_words(WordReader *r, const char *words)
{
	char *copy = arena_strdup(r->arena, words), *save = NULL;
	for (char *w = strtok_r(copy, ",", &save); w; w = strtok_r(NULL, ",", &save)) {
		bool matters = starts(w, "-D") || starts(w, "-U") || starts(w, "-I");
		if (matters && !starts(w + 2, "_FORTIFY_SOURCE"))
			vec_push(&r->line->subject, w);
	}
}

/* Drops precompiled headers, which were compiled with other options, and plugins, which work on
 * other code. */
static void add_clang_word(WordReader *r, const char *word)
{
	if (r->skip_clang) {
		r->skip_clang = false;
		return;
	}
	if (!strcmp(word, "-include-pch") || !strcmp(word, "-load") || !strcmp(word, "-add-plugin") ||
		!strcmp(word, "-plugin")) {
		r->skip_clang = true;
		return;
	}
	vec_push(&r->line->subject, "-Xclang");
	vec_push(&r->line->subject, word);
}

static void note_lto(CcLine *line, const char *word)
{
	if (starts(word, "-flto"))
		line->lto = true;
	else if (!strcmp(word, "-fno-lto"))
		line->lto = false;
	if (starts(word, "-fwhole-program-vtables") || starts(word, "-fsanitize=cfi"))
		line->needs_lto = true;
}

/* True if an option belongs to a native compile that makes only an object. */
static bool for_build(CcRole role, const char *word, const char *value)
{
	switch (role) {
	case ROLE_NATIVE: return !starts(word, "-M") && !strstr(word, "-save-temps");
	case ROLE_PREPROC: return value && !starts(value, "-M");
	case ROLE_SUBJECT:
	case ROLE_HEADER:
	case ROLE_MACRO:
	case ROLE_CLANG: return true;
	default: return false;
	}
}

/* The driver would use a precompiled header next to the source header, but that was compiled with
 * the options of the native half. The compiler proper (-cc1) uses the given file. */
static void add_header(StrList *to, const char *path)
{
	vec_push(to, "-Xclang");
	vec_push(to, "-include");
	vec_push(to, "-Xclang");
	vec_push(to, path);
}

static void add_words(StrList *to, const char *word, const char *next)
{
	vec_push(to, word);
	if (next)
		vec_push(to, next);
}

/* Adds one option, with the next word if that belongs to it (otherwise next is NULL). */
static void add_option(WordReader *r, CcRole role, const char *word, const char *next,
					   const char *value)
{
	CcLine *line = r->line;
	if (for_build(role, word, value))
		add_words(&line->build, word, next);
	switch (role) {
	case ROLE_OUTPUT: line->output = value; break;
	case ROLE_LANG: r->x = value && strcmp(value, "none") != 0 ? value : NULL; break;
	case ROLE_COMPILE:
		if (line->mode == CC_LINK)
			line->mode = CC_COMPILE;
		break;
	case ROLE_OTHER: line->mode = CC_OTHER; break;
	case ROLE_NATIVE:
		note_lto(line, word);
		if (starts(word, "-O"))
			line->level = word;
		break;
	case ROLE_PREPROC: add_preprocessor_words(r, value ? value : ""); break;
	case ROLE_HEADER: add_header(&line->subject, value ? value : ""); break;
	case ROLE_CLANG: add_clang_word(r, value ? value : ""); break;
	case ROLE_MACRO:
		if (value && starts(value, "_FORTIFY_SOURCE"))
			break;
		/* fall through */
	case ROLE_SUBJECT: add_words(&line->subject, word, next); break;
	case ROLE_LINK: add_words(&line->link, word, next); break;
	}
}

/* Optimisation levels apply to native code only, but -Ofast also implies -ffast-math, with its
 * macros. Both halves have their own level after it, so we add -ffast-math explicitly. Only the
 * last level counts. */
static void add_fast(WordReader *r, const StrList *words, size_t at)
{
	static const char fast[] = "-ffast-math";
	for (size_t i = at + 1; i < words->len && strcmp(words->at[i], "--") != 0; i++)
		if (starts(words->at[i], "-O"))
			return;
	add_option(r, ccoption_find(fast).role, fast, NULL, NULL);
}

void ccline_parse(CcLine *line, const StrList *words, Arena *arena)
{
	WordReader r = {.line = line, .arena = arena};
	*line = (CcLine){.mode = CC_LINK};
	for (size_t i = 0; i < words->len; i++) {
		const char *word = words->at[i];
		if (!strcmp(word, "--")) {
			while (++i < words->len)
				add_input(&r, words->at[i]);
			break;
		}
		if (word[0] != '-' || word[1] == 0) {
			add_input(&r, word);
			continue;
		}
		if (gcc_only(word))
			continue;
		if (!strcmp(word, "-Ofast")) {
			add_fast(&r, words, i);
			word = "-O3";
		}
		CcOption o = ccoption_find(word);
		bool takes_next = o.form == FORM_NEXT || o.form == FORM_NEXT_AFTER_PREFIX ||
						  (o.form == FORM_BOTH && !word[o.len]);
		const char *next = takes_next && i + 1 < words->len ? words->at[++i] : NULL;
		add_option(&r, o.role, word, next, takes_next ? next : word + o.len);
	}
}

void ccline_free(CcLine *line)
{
	vec_free(&line->inputs);
	vec_free(&line->subject);
	vec_free(&line->build);
	vec_free(&line->link);
}

void ccline_subject_command(const CcLine *line, const CcInput *input, const char *clang,
							StrList *argv)
{
	const char *lang = input->lang == LANG_C ? "c" : input->lang == LANG_IR ? "ir" : "cpp-output";
	vec_push(argv, clang);
	for (size_t i = 0; gcc_leniency[i]; i++)
		vec_push(argv, gcc_leniency[i]);
	vec_append(argv, line->subject.at, line->subject.len);
	vec_append(argv, subject_flags, countof(subject_flags));
	/* The optimisation of the native half is not ours, but sources can ask which it is. */
	if (line->level && !strcmp(line->level, "-O0"))
		vec_push(argv, "-U__OPTIMIZE__");
	else if (line->level && (line->level[2] == 's' || line->level[2] == 'z'))
		vec_push(argv, "-D__OPTIMIZE_SIZE__=1");
	vec_push(argv, "-o");
	vec_push(argv, "-");
	vec_push(argv, "-x");
	vec_push(argv, lang);
	if (input->path[0] == '-' && input->path[1])
		vec_push(argv, "--");
	vec_push(argv, input->path);
}

/* ---- words ---- */

/* Takes one word from *p. Inside double quotes, a backslash quotes only a few characters in a POSIX
 * shell; in response files (`loose`) it quotes any. Returns false at an open quote. */
static bool next_word(const char **p, bool loose, Buf *word)
{
	const char *s = *p;
	char quote = 0;
	for (; *s && (quote || !strchr(" \t\r\n\v\f", *s)); s++) {
		if (*s == quote) {
			quote = 0;
		} else if (!quote && (*s == '"' || *s == '\'')) {
			quote = *s;
		} else if (*s == '\\' && s[1] && quote != '\'' &&
				   (!quote || loose || strchr("\\\"$`\n", s[1]))) {
			if (*++s != '\n')
				buf_addc(word, *s);
		} else {
			buf_addc(word, *s);
		}
	}
	*p = s;
	return !quote;
}

static bool split(const char *text, bool loose, StrList *out, Arena *arena)
{
	Buf word = {0};
	bool ok = true;
	for (const char *p = text; ok;) {
		p += strspn(p, " \t\r\n\v\f");
		if (!*p)
			break;
		buf_reset(&word);
		ok = next_word(&p, loose, &word);
		vec_push(out, arena_strdup(arena, buf_str(&word)));
	}
	buf_free(&word);
	return ok;
}

bool split_words(const char *text, StrList *out, Arena *arena)
{
	return split(text, false, out, arena);
}

/* A file that names itself would recurse without end. */
enum { MAX_NESTING = 16 };

/* Where to look for files, and what was read. */
typedef struct Response {
	const char *dir; /* for names that are relative, or NULL */
	StrList *out;    /* the words */
	StrList *files;  /* that were read, or NULL */
	Arena *arena;
} Response;

static void expand(const Response *r, const StrList *words, int depth)
{
	for (size_t i = 0; i < words->len; i++) {
		const char *word = words->at[i], *name = word + 1;
		if (word[0] != '@') {
			vec_push(r->out, word);
			continue;
		}
		Buf text = {0};
		char *path = r->dir && *name != '/' ? xasprintf("%s/%s", r->dir, name) : xstrdup(name);
		if (depth >= MAX_NESTING || !file_read(path, &text, NULL)) {
			vec_push(r->out, word);
		} else {
			StrList inner = {0};
			if (r->files)
				vec_push(r->files, arena_strdup(r->arena, path));
			split(buf_str(&text), true, &inner, r->arena);
			expand(r, &inner, depth + 1);
			vec_free(&inner);
		}
		buf_free(&text);
		free(path);
	}
}

void expand_response_files(const StrList *words, StrList *out, Arena *arena)
{
	expand(&(Response){.out = out, .arena = arena}, words, 0);
}

void expand_response_files_in(const char *dir, const StrList *words, StrList *out, StrList *files,
							  Arena *arena)
{
	expand(&(Response){dir, out, files, arena}, words, 0);
}

const char *take_working_directory(StrList *words)
{
	static const char name[] = "-working-directory";
	const char *dir = NULL;
	size_t kept = 0;
	for (size_t i = 0; i < words->len; i++) {
		const char *word = words->at[i];
		bool joined = starts(word, name) && word[sizeof name - 1] == '=';
		if (joined)
			dir = word + sizeof name;
		else if (!strcmp(word, name) && i + 1 < words->len)
			dir = words->at[++i];
		else
			words->at[kept++] = word;
	}
	words->len = kept;
	return dir;
}

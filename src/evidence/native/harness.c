/* harness.c: writes DIR/native, which builds the program of the tests natively.
 *
 *   build.sh plain|sanitized   builds the program of that name next to it, unless it exists; also
 *                              zeroed|patterned: locals of sources are initialised so
 *   driver.c                   reads the arguments of a test and calls the function under --entry
 *   call.c                     the call itself; compiled after the source that defines the function
 *   program.bc                 the program, if there are no sources
 *   stubs.c                    stubs for undefined symbols, see stubs.c here
 *   world.c                    with --entry and --vary or --faults: answers of the world, see shim.c
 *                              here; only in the plain program
 *
 * A program with main needs no call.c. Its driver.c gives each argument its own block, so that
 * AddressSanitizer detects a read past the end of one.
 */
#include "evidence/native/harness.h"
#include "evidence/native/program_impl.h"

#include <unistd.h>

#include "toolchain/ccline.h"
#include "engine/input/world.h"
#include "engine/load/bitcode/bitcode.h"
#include "evidence/native/stubs.h"
#include "evidence/native/testdir.h"

static const char own_blocks[] =
	"/* driver.c: made by drift: arguments lie one behind the other; each gets its own block. */\n"
	"char *strdup(const char *);\n"
	"__attribute__((constructor(101))) static void own_blocks(int argc, char **argv)\n"
	"{\n"
	"	for (int i = 0; i < argc; i++)\n"
	"		argv[i] = strdup(argv[i]);\n"
	"}\n";

/* Runs before main and before the program's own constructors; the machine does not run these
 * either. */
static const char driver[] =
	"enum { INT, TEXT, OBJECT, DATA, STRUCT, POINTER, NOTHING, FLOAT, GLOBAL, ZEROED };\n"
	"/* owner: 1 + the struct it is in, or the pointer that points to it; offset: in the struct "
	"*/\n"
	"static const struct {\n"
	"	int kind;\n"
	"	unsigned long size;\n"
	"	int owner;\n"
	"	unsigned long offset;\n"
	"	const char *name, *file; /* of a global */\n"
	"} params[] = {\n%s};\n"
	"\n"
	"__attribute__((weak)) int main(void) { return 127; }\n"
	"__attribute__((weak)) void drift_world(int on); /* of world.c, if that is there */\n"
	"\n"
	"/* A file in memory of exactly size bytes; of its own size if that is 0. */\n"
	"static void *contents(const char *name, unsigned long size, unsigned long *len)\n"
	"{\n"
	"	FILE *f = fopen(name, \"rb\");\n"
	"	if (!f) {\n"
	"		perror(name);\n"
	"		_exit(125);\n"
	"	}\n"
	"	fseek(f, 0, SEEK_END);\n"
	"	*len = ftell(f);\n"
	"	rewind(f);\n"
	"	if (!size && !*len) { /* nothing may be read of it: ASan gives a byte to a block of none "
	"*/\n"
	"		fclose(f);\n"
	"		return (char *)calloc(1, 1) + 1;\n"
	"	}\n"
	"	char *bytes = calloc(1, size ? size : *len);\n"
	"	*len = fread(bytes, 1, size ? size : *len, f);\n"
	"	fclose(f);\n"
	"	return bytes;\n"
	"}\n"
	"\n"
	"static unsigned long long float_bits(const char *word, unsigned long size)\n"
	"{\n"
	"	unsigned long long n = 0;\n"
	"	float f = strtof(word, 0);\n"
	"	double d = strtod(word, 0);\n"
	"	memcpy(&n, size == 4 ? (void *)&f : (void *)&d, size);\n"
	"	return n;\n"
	"}\n"
	"\n"
	"static void *value(int kind, unsigned long size, const char *word, unsigned long *len)\n"
	"{\n"
	"	if (kind == STRUCT)\n"
	"		return calloc(1, size);\n"
	"	if (kind == OBJECT || kind == DATA)\n"
	"		return contents(word, kind == DATA ? 0 : size, len);\n"
	"	char *bytes = calloc(1, kind == TEXT ? size : 8);\n"
	"	if (kind == TEXT) {\n"
	"		strncpy(bytes, word, size - 1);\n"
	"	} else {\n"
	"		unsigned long long n = kind == FLOAT ? float_bits(word, size) :\n"
	"			*word == '-' ? (unsigned long long)strtoll(word, 0, 10) : strtoull(word, 0, 10);\n"
	"		memcpy(bytes, &n, 8);\n"
	"	}\n"
	"	return bytes;\n"
	"}\n"
	"\n"
	"/* Puts fields into their structs and addresses into their pointers; what is owned comes "
	"after its\n"
	" * owner. */\n"
	"static void assemble(void **arg, int n)\n"
	"{\n"
	"	for (int i = n - 1; i >= 0; i--) {\n"
	"		int o = params[i].owner - 1;\n"
	"		if (o >= 0 && params[o].kind == POINTER) {\n"
	"			if (*(char *)arg[o])\n"
	"				memcpy(arg[o], &arg[i], sizeof arg[i]);\n"
	"		} else if (o >= 0) {\n"
	"			memcpy((char *)arg[o] + params[i].offset, arg[i], params[i].size);\n"
	"		}\n"
	"	}\n"
	"}\n"
	"\n"
	"/* A variable of the program. */\n"
	"static void *variable(int i)\n"
	"{\n"
	"	if (!symbols)\n"
	"		read_symbols();\n"
	"	char *at = address_of(params[i].name, params[i].file);\n"
	"	if (!at) {\n"
	"		fprintf(stderr, \"there is no variable '%%s'\\n\", params[i].name);\n"
	"		_exit(125);\n"
	"	}\n"
	"	if (params[i].kind == ZEROED)\n"
	"		memset(at, 0, params[i].size);\n"
	"	return at;\n"
	"}\n"
	"\n"
	"__attribute__((constructor(101))) static void drive(int argc, char **argv)\n"
	"{\n"
	"	static void *arg[%zu];\n"
	"	static unsigned long len;\n"
	"	const char *plan = getenv(\"DRIFT_LOOK\");\n"
	"	int n = (int)(sizeof params / sizeof *params) - 1;\n"
	"	int next = 1;\n"
	"	for (int i = 0; i < n; i++) {\n"
	"		if (params[i].kind == NOTHING)\n"
	"			continue;\n"
	"		if (params[i].name) {\n"
	"			arg[i] = variable(i);\n"
	"			continue;\n"
	"		}\n"
	"		const char *word = params[i].kind == STRUCT ? \"\" : next < argc ? argv[next++] : 0;\n"
	"		if (!word) {\n"
	"			fputs(\"there are more arguments\\n\", stderr);\n"
	"			_exit(125);\n"
	"		}\n"
	"		arg[i] = value(params[i].kind, params[i].size, word, &len);\n"
	"	}\n"
	"	assemble(arg, n);\n"
	"	arg[n] = &len; /* of DATA */\n"
	"	before_call(plan);\n"
	"	if (drift_world)\n"
	"		drift_world(1);\n"
	"	calling = 1;\n"
	"	errno = 0;\n"
	"	long result = drift_call(arg);\n"
	"	drift_errno = errno;\n"
	"	calling = 0;\n"
	"	if (drift_world)\n"
	"		drift_world(0);\n"
	"	after_call(plan);\n"
	"	fflush(NULL);\n"
	"	look(plan, arg, result);\n"
	"	if (*first_directory)\n"
	"		chdir(first_directory);\n"
	"	umask(022);\n"
	"	FILE *f = fopen(\"returned\", \"w\");\n"
	"	if (f) {\n"
	"		(void)result;\n"
	"%s"
	"		fclose(f);\n"
	"	}\n"
	"	_exit(0);\n"
	"}\n";

/* The same format as float_text in src/engine/input/parts.c. */
static const char driver_float[] =
	"static inline void show_float(FILE *f, unsigned long bits, int size)\n"
	"{\n"
	"	float small;\n"
	"	double d;\n"
	"	memcpy(&small, &bits, 4);\n"
	"	memcpy(&d, &bits, 8);\n"
	"	if (size == 4)\n"
	"		d = small;\n"
	"	unsigned long payload = bits & (size == 4 ? 0x3ffffful : 0x7fffffffffffful);\n"
	"	const char *sign = bits >> (size * 8 - 1) & 1 ? \"-\" : \"\";\n"
	"	if (d != d && payload)\n"
	"		fprintf(f, \"%snan(0x%lx)\", sign, payload);\n"
	"	else if (d != d)\n"
	"		fprintf(f, \"%snan\", sign);\n"
	"	else\n"
	"		fprintf(f, size == 4 ? \"%.9g\" : \"%.17g\", d);\n"
	"}\n";

static const char driver_head[] =
	"/* driver.c: made by drift: rebuilds the arguments of a test and calls the function. */\n"
	"#define _GNU_SOURCE\n"
	"#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <unistd.h>\n";

/* ---- the driver ---- */

/* The name of an integer type of that size in C. */
static const char *int_type(u32 width, bool is_signed, bool is_bool, bool is_float)
{
	if (is_float)
		return width == 32 ? "float" : "double";
	if (is_bool)
		return "_Bool";
	switch (width) {
	case 8: return is_signed ? "signed char" : "unsigned char";
	case 16: return is_signed ? "short" : "unsigned short";
	case 32: return is_signed ? "int" : "unsigned";
	}
	return is_signed ? "long" : "unsigned long";
}

static const char *driver_kind(const Part *part)
{
	static const char *const kinds[] = {
		[PART_INT] = "INT",   [PART_TEXT] = "TEXT",     [PART_OBJECT] = "OBJECT",
		[PART_FILE] = "DATA", [PART_STRUCT] = "STRUCT", [PART_FIXED] = "NOTHING",
	};
	if (part->role == ROLE_GLOBAL)
		return part->zero ? "ZEROED" : "GLOBAL";
	if (part->role == ROLE_WORLD)
		return "NOTHING";
	if (part->is_pointer)
		return "POINTER";
	return part->is_float ? "FLOAT" : kinds[part->kind];
}

static u32 driver_size(const NativeProgram *p, const Part *part)
{
	if (part->is_pointer)
		return 8;
	if (part->kind == PART_INT)
		return part->width / 8u;
	if (part->kind == PART_TEXT)
		return part->bound + 1;
	/* As it is passed. */
	return part->by_value ? (part->bound + 7) / 8 * 8 : part_bound(part, p->call);
}

static void driver_row(const NativeProgram *p, const Part *part, Buf *to)
{
	buf_addf(to, "\t{%s, %u, %u, %u, ", driver_kind(part), driver_size(p, part),
			 part_absent(part, p->call) ? 0 : part->owner, part_offset(part, p->call));
	if (part->role == ROLE_GLOBAL) {
		const Global *g = &p->loaded->globals.at[part->global[p->call]];
		buf_addf(to, "\"%s\", \"%s\"}, /* %s */\n", g->name,
				 program_native_file(p->loaded, p->function, g), part->name);
	} else {
		buf_addf(to, "0, 0}, /* %s */\n", part->name);
	}
}

static void driver_text(const NativeProgram *p, Buf *to)
{
	const Shape *shape = &p->inputs->shapes.at[0];
	const EntryType *result = &p->entry_type->result;
	Buf rows = {0};
	for (size_t i = 0; i < shape->parts.len; i++)
		driver_row(p, &shape->parts.at[i], &rows);
	buf_adds(&rows, "\t{0, 0, 0, 0, 0, 0}\n");
	const char *show = "";
	if (result->is_float && !result->pointers)
		show = result->width == 32 ? "\t\tshow_float(f, result, 4);\n"
								   : "\t\tshow_float(f, result, 8);\n";
	else if (result->by_value)
		show = "\t\tfputs(\"struct\", f);\n";
	else if (result->pointers)
		show = "\t\tfputs(result ? \"pointer\" : \"null\", f);\n";
	else if (!result->is_void)
		show = result->is_signed ? "\t\tfprintf(f, \"%ld\", result);\n"
								 : "\t\tfprintf(f, \"%lu\", result);\n";
	buf_adds(to, driver_head);
	buf_adds(to, driver_look_head);
	buf_addc(to, '\n');
	buf_adds(to, driver_blocks);
	buf_adds(to, driver_look);
	buf_adds(to, driver_state);
	buf_adds(to, driver_look_end);
	buf_adds(to, driver_float);
	buf_addf(to, driver, buf_str(&rows), shape->parts.len + 1, show);
	buf_free(&rows);
}

/* Declares a struct by value without its declaration in the program. Only two things matter: which
 * of its eightbytes are floating point, and that a larger one is passed in memory. */
static void struct_type(const NativeProgram *p, u32 k, u32 size, Buf *to)
{
	const Function *f = &p->loaded->functions.at[p->function];
	StructScalars s = {.size = size, .k = k};
	Type type;
	buf_adds(to, "struct { ");
	if (size > 16)
		buf_addf(to, "long all[%u]; ", (size + 7) / 8);
	while (size <= 16 && struct_scalar(&s, f, &type))
		if (s.offset % 8 == 0)
			buf_addf(to, "%s at%u; ", type_is_float(type) ? "double" : "long", s.offset);
	buf_adds(to, "}");
}

/* Likewise for one that is returned. */
static void result_type(const NativeProgram *p, Buf *to)
{
	const Function *f = &p->loaded->functions.at[p->function];
	const CType *t = entry_struct(p->loaded);
	buf_adds(to, "struct ");
	if (!f->n_results && t->size <= 16) /* a field that is not aligned: in memory */
		buf_addf(to, "__attribute__((packed)) { char first; short second; char rest[%llu]; }",
				 (unsigned long long)t->size - 3);
	else if (!f->n_results)
		buf_addf(to, "{ long all[%llu]; }", (unsigned long long)(t->size + 7) / 8);
	else
		buf_adds(to, "{ ");
	for (u32 i = 0; i < f->n_results; i++) {
		u32 offset = entry_result_offset(t, f, i);
		if (offset % 8 == 0)
			buf_addf(to, "%s at%u; ", type_is_float(f->results[i]) ? "double" : "long", offset);
	}
	buf_adds(to, f->n_results ? "}" : "");
}

static void add_type(const EntryType *t, Buf *to)
{
	if (t->by_value)
		buf_adds(to, "drift_result");
	else if (t->pointers)
		buf_adds(to, "void *");
	else if (t->is_void)
		buf_adds(to, "void");
	else
		buf_adds(to, int_type(t->width, t->is_signed, t->is_bool, t->is_float));
}

/* Iterates over the parameters. */
typedef struct ParamWalk {
	u32 i;    /* parameter */
	u32 part; /* in the shape */
	u32 k;    /* index in the compiled function */
} ParamWalk;

/* The part of a parameter; the size of a harness' data comes after all of them. */
static u32 part_of(const NativeProgram *p, u32 param)
{
	const Shape *shape = &p->inputs->shapes.at[0];
	u32 part = entry_param(shape, p->call, param);
	return part == NO_OPERAND ? (u32)shape->parts.len : part;
}

static bool next_param(const NativeProgram *p, ParamWalk *w, bool begin)
{
	const Shape *shape = &p->inputs->shapes.at[0];
	const Function *f = &p->loaded->functions.at[p->function];
	if (begin) {
		*w = (ParamWalk){.part = part_of(p, 0), .k = entry_in_memory(p->loaded, f)};
	} else {
		const Part *part = w->part < shape->parts.len ? &shape->parts.at[w->part] : NULL;
		StructScalars s = {.size = part ? part->bound : 0, .k = w->k};
		Type type;
		while (part && part->by_value && struct_scalar(&s, f, &type))
			;
		w->k = part && part->by_value ? s.k : w->k + 1;
		w->i++;
		w->part = part_of(p, w->i);
	}
	return w->i < p->entry_type->params.len;
}

static bool is_by_value(const NativeProgram *p, const ParamWalk *w)
{
	const Shape *shape = &p->inputs->shapes.at[0];
	return w->part < shape->parts.len && shape->parts.at[w->part].by_value;
}

static bool may_be_null(const NativeProgram *p, const ParamWalk *w)
{
	const Shape *shape = &p->inputs->shapes.at[0];
	return w->part < shape->parts.len && shape->parts.at[w->part].is_pointer;
}

/* True if globals get values that the compiler could assume to be impossible. */
static bool sets_globals(const NativeProgram *p)
{
	const Shape *shape = &p->inputs->shapes.at[0];
	for (size_t i = 0; i < shape->parts.len; i++)
		if (shape->parts.at[i].role == ROLE_GLOBAL)
			return true;
	return false;
}

/* Declares what the call needs and no source declares. */
static void declare_entry(const NativeProgram *p, Buf *to)
{
	const Entry *e = p->entry_type;
	const Shape *shape = &p->inputs->shapes.at[0];
	ParamWalk w;
	for (bool more = next_param(p, &w, true); more; more = next_param(p, &w, false)) {
		if (!is_by_value(p, &w))
			continue;
		buf_adds(to, "typedef ");
		struct_type(p, w.k, shape->parts.at[w.part].bound, to);
		buf_addf(to, " drift_struct%u;\n", w.i);
	}
	if (e->result.by_value) {
		buf_adds(to, "typedef ");
		result_type(p, to);
		buf_adds(to, " drift_result;\n");
	}
	buf_adds(to, "extern ");
	add_type(&e->result, to);
	buf_addf(to, " %s(", e->name);
	for (bool more = next_param(p, &w, true); more; more = next_param(p, &w, false)) {
		buf_adds(to, w.i ? ", " : "");
		if (is_by_value(p, &w))
			buf_addf(to, "drift_struct%u", w.i);
		else
			add_type(&e->params.at[w.i], to);
	}
	buf_addf(to, "%s);\n", e->params.len ? "" : "void");
}

/* A number has the type of its input; C converts it to that of the parameter. */
static void add_number(const NativeProgram *p, const ParamWalk *w, const EntryType *t, Buf *to)
{
	const Shape *shape = &p->inputs->shapes.at[0];
	const Part *part = w->part < shape->parts.len ? &shape->parts.at[w->part] : NULL;
	const char *type = part && part->kind == PART_INT
						   ? int_type(part->width, part->is_signed, part->is_bool, part->is_float)
						   : int_type(t->width, t->is_signed, t->is_bool, t->is_float);
	buf_addf(to, "*(%s *)drift_arg[%u]", type, w->part);
}

/* The plan looks at a copy of a struct, which is no block of the program. */
static const char keep_struct[] =
	"\tstatic char drift_kept[sizeof drift_it] __attribute__((aligned(16)));\n"
	"\t__builtin_memcpy(drift_kept, &drift_it, sizeof drift_it);\n"
	"\treturn (long)drift_kept;\n";

static void call_text(const NativeProgram *p, bool declare, Buf *to)
{
	const Entry *e = p->entry_type;
	bool is_void = e->result.is_void && !e->result.pointers;
	ParamWalk w;
	buf_adds(to, "/* call.c: made by drift. */\n");
	if (declare)
		declare_entry(p, to);
	buf_adds(to, "long drift_call(void **drift_arg)\n{\n\t");
	bool real = e->result.is_float && !e->result.pointers;
	if (e->result.by_value)
		buf_addf(to, "__auto_type drift_it = %s(", e->name);
	else if (real)
		buf_addf(to,
				 "union { %s value; long bits; } drift_it = {.bits = 0};\n\tdrift_it.value = %s(",
				 e->result.width == 32 ? "float" : "double", e->name);
	else
		buf_addf(to, "%s%s(", is_void ? "" : "return (long)", e->name);
	for (bool more = next_param(p, &w, true); more; more = next_param(p, &w, false)) {
		const EntryType *t = &e->params.at[w.i];
		buf_adds(to, w.i ? ", " : "");
		if (is_by_value(p, &w) && declare)
			buf_addf(to, "*(drift_struct%u *)drift_arg[%u]", w.i, w.part);
		else if (is_by_value(p, &w))
			buf_addf(to, "*(%s *)drift_arg[%u]", t->named, w.part);
		else if (t->pointers)
			buf_addf(to, "%sdrift_arg[%u]", may_be_null(p, &w) ? "*(void **)" : "", w.part);
		else
			add_number(p, &w, t, to);
	}
	const char *end = real ? "\treturn drift_it.bits;\n" : "";
	if (e->result.by_value)
		end = keep_struct;
	else if (is_void)
		end = "\treturn 0;\n";
	buf_addf(to, ");\n%s}\n", end);
}

/* ---- build.sh ---- */

static const char script_head[] =
	"# usage: build.sh plain|sanitized|zeroed|patterned\n"
	"# Makes the program of that name beside this script, unless it is there and newer than what "
	"it is\n"
	"# made of. Signed overflow wraps and types may be mixed, as in drift's machine.\n"
	"here=$(cd \"$(dirname \"$0\")\" && pwd) || exit 2\n"
	"case $1 in\n"
	"plain) flags= ;;\n"
	"sanitized) flags='" SANITIZE_FLAGS_TEXT "' ;;\n"
	"zeroed) flags=-ftrivial-auto-var-init=zero ;; # of sources\n"
	"patterned) flags=-ftrivial-auto-var-init=pattern ;;\n"
	"*)\n"
	"\techo 'usage: build.sh plain|sanitized|zeroed|patterned' >&2\n"
	"\texit 2\n"
	"\t;;\n"
	"esac\n"
	"out=$here/$1\n"
	"clang=${DRIFT_CLANG:-clang-" DRIFT_LLVM "}\n"
	"work= inline= twice=\n"
	"trap '[ -z \"$work\" ] || rm -rf \"$work\"' EXIT\n"
	"trap 'exit 2' HUP INT TERM\n"
	"work=$(mktemp -d \"${TMPDIR:-/tmp}/drift-build.XXXXXX\") || exit 2\n"
	"# compile NAME OPTION...: makes $work/NAME.o\n"
	"compile()\n"
	"{\n"
	"\tobject=$work/$1.o\n"
	"\tshift\n"
	"\t\"$clang\" \"$@\" $level -w -fwrapv -fno-strict-aliasing $flags $inline -c -o \"$object\" "
	"|| exit "
	"2\n"
	"}\n";

static void add_words(Buf *to, const StrList *words)
{
	for (size_t i = 0; i < words->len; i++) {
		buf_addc(to, ' ');
		buf_add_shell(to, words->at[i]);
	}
}

static void add_cd(Buf *to, const char *base, const char *dir)
{
	char *full = dir && *dir == '/' ? xstrdup(dir) : xasprintf("%s/%s", base, dir ? dir : ".");
	buf_adds(to, "cd ");
	buf_add_shell(to, full);
	buf_adds(to, " || exit 2\n");
	free(full);
}

static void script_sources(const NativeProgram *p, const InputSet *in, const char *cwd, Buf *to)
{
	const NativeBuild *native = &p->loaded->native;
	buf_adds(to, "fresh()\n{\n\t[ -x \"$out\" ] || return 1\n");
	for (size_t i = 0; i < in->sources.len; i++) {
		buf_addc(to, '\t');
		add_cd(to, cwd, in->sources.at[i].dir);
		buf_adds(to, "\t[ -z \"$(find ");
		buf_add_shell(to, in->sources.at[i].path);
		buf_adds(to, " -newer \"$out\")\" ] || return 1\n");
	}
	buf_adds(to, "}\n! fresh || exit 0\nsources()\n{\n");
	for (size_t i = 0; i < in->sources.len; i++) {
		const InputSource *s = &in->sources.at[i];
		buf_addc(to, '\t');
		add_cd(to, cwd, s->dir);
		buf_addf(to, "\tcompile %zu", i);
		add_words(to, &s->flags);
		bool calls = p->entry_type && i == native->entry_source;
		buf_adds(to, calls ? " -include " : " ");
		buf_add_shell(to, s->path);
		buf_adds(to, calls ? " \"$here/call.c\"\n" : "\n");
	}
	/* Some sources may lack definitions of C99 inline functions: see build.c. */
	buf_adds(to, "}\nsources\n# inline functions without a definition for the linker\nagain()\n{\n"
				 "\tinline=" INLINE_FLAG " twice=" INLINE_LINK_FLAG "\n\tsources\n");
	buf_addc(to, '\t');
	add_cd(to, cwd, in->dir);
	buf_adds(to, "\tlink\n}\n");
}

/* Symbols that the linker does not find and the program only refers to. */
static const char script_missing[] =
	"if ! link 2>\"$work/said\"; then\n"
	"\tneeded=$(sed -n \"s/.*undefined reference to \\`\\([A-Za-z0-9_]*\\)'.*/-DNEED_\\1/p\" "
	"\"$work/said\" | sort -u)\n"
	"\tif [ -z \"$needed\" ]; then\n"
	"\t\tcat \"$work/said\" >&2\n"
	"\t\texit 2\n"
	"\tfi\n"
	"\tcompile stubs $needed \"$here/stubs.c\"\n"
	"\tlink 2>\"$work/said\" || again || exit 2\n"
	"fi\n"
	"mv \"$work/program\" \"$out\"\n";

static void missing_text(const Program *p, Buf *to)
{
	StrList functions = {0}, data = {0};
	for (size_t i = 0; i < p->functions.len; i++)
		if (p->functions.at[i].kind == FN_EXTERN && !p->functions.at[i].weak &&
			stubs_name(p->functions.at[i].name))
			vec_push(&functions, p->functions.at[i].name);
	for (size_t i = 0; i < p->globals.len; i++)
		if (p->globals.at[i].absent && stubs_name(p->globals.at[i].name))
			vec_push(&data, p->globals.at[i].name);
	stubs_text(&functions, &data, to);
	vec_free(&functions);
	vec_free(&data);
}

/* True if the function is called with answers of --vary and --faults. */
static bool has_world(const NativeProgram *p)
{
	return p->entry_type && shape_needs_shim(&p->inputs->shapes.at[0]);
}

/* Plain programs of sources are linked by what is quicker than clang; without it, or if it fails, by
 * clang, whose messages are read. */
static void script_linkers(const InputSet *in, Buf *to)
{
	static const char objects[] = " -o \"$work/program\" \"$work\"/*.o";
	Linker linker = in->kind == INPUT_SOURCES ? native_linker(&in->link) : LINKER_CLANG;
	buf_adds(to, "link()\n{\n");
	if (linker != LINKER_CLANG) {
		buf_addf(to, "\t[ -z \"$flags$inline\" ] && gcc%s -w -rdynamic%s",
				 linker == LINKER_GOLD ? " -fuse-ld=gold" : "", objects);
		add_words(to, &in->link);
		buf_adds(to, " -lm 2>/dev/null && return\n");
	}
	buf_addf(to, "\tLC_ALL=C \"$clang\" -w -rdynamic $flags $twice%s", objects);
	add_words(to, &in->link);
	buf_adds(to, " -lm\n}\n");
}

static void script_link(const NativeProgram *p, const InputSet *in, const char *cwd, Buf *to)
{
	/* Optimising the driver takes clang six times as long, and a call of it lasts no time. */
	buf_adds(to, "level=-O0 # of what drift adds\n");
	if (has_world(p))
		buf_adds(to, "[ \"$1\" != plain ] || compile world \"$here/world.c\"\n");
	if (p->entry_type)
		buf_adds(to, "compile driver \"$here/driver.c\"\n");
	else
		buf_adds(to, "[ \"$1\" = plain ] || compile driver \"$here/driver.c\"\n");
	add_cd(to, cwd, in->dir);
	script_linkers(in, to);
	buf_adds(to, script_missing);
}

static void script_text(const NativeProgram *p, const char *cwd, Buf *to)
{
	const InputSet *in = p->loaded->native.input;
	buf_adds(to, BUILD_MARK);
	buf_adds(to, script_head);
	/* Unused variables are also observed. */
	if (!p->entry_type)
		buf_adds(to, "level=-O1\n");
	else if (in->kind == INPUT_SOURCES && !sets_globals(p))
		buf_adds(to, "level='-O1 -fkeep-persistent-storage-variables'\n");
	else
		buf_adds(to, "level=-O0\n");
	if (has_world(p)) /* otherwise the compiler assumes that malloc succeeds */
		buf_adds(to, "[ \"$1\" != plain ] || flags=-fno-builtin\n");
	if (in->kind == INPUT_SOURCES) {
		script_sources(p, in, cwd, to);
	} else {
		if (in->kind == INPUT_BINARY && !p->entry_type) {
			buf_adds(to, "if [ \"$1\" = plain ]; then\n\t");
			add_cd(to, cwd, NULL);
			buf_adds(to, "\tln -sf \"$(realpath ");
			buf_add_shell(to, in->binary);
			buf_adds(to, ")\" \"$out\"\n\texit\nfi\n");
		}
		buf_adds(to, "[ ! -x \"$out\" ] || exit 0\nagain()\n{\n\tfalse\n}\n");
		buf_adds(to, "compile program -x ir \"$here/program.bc\"\n");
		if (p->entry_type)
			buf_adds(to, "compile call \"$here/call.c\"\n");
	}
	script_link(p, in, cwd, to);
}

/* ---- the directory ---- */

static bool put(const char *dir, const char *name, Buf *text, Err *err)
{
	char *path = xasprintf("%s/%s", dir, name);
	bool good = file_write(path, buf_str(text), text->len, err);
	free(path);
	buf_reset(text);
	return good;
}

bool native_write(const NativeProgram *p, const char *dir, Err *err)
{
	const NativeBuild *native = &p->loaded->native;
	char *cwd = realpath(".", NULL);
	Buf text = {0};
	bool good = true;
	if (file_exists(dir) && !native_own(dir))
		good = err_set(err, "%s exists and is not drift's; choose another -o", dir);
	good = good && tree_remove(dir, err);
	if (good && native->input && cwd) {
		bool sources = native->input->kind == INPUT_SOURCES;
		good = dir_make(dir, err);
		/* It says whose directory this is, also if this process is killed before the rest is written. */
		buf_adds(&text, BUILD_MARK "\n");
		good = good && put(dir, "build.sh", &text, err);
		if (p->entry_type)
			driver_text(p, &text);
		else
			buf_adds(&text, own_blocks);
		good = good && put(dir, "driver.c", &text, err);
		missing_text(p->loaded, &text);
		good = good && put(dir, "stubs.c", &text, err);
		if (p->entry_type) {
			call_text(p, !sources, &text);
			good = good && put(dir, "call.c", &text, err);
		}
		if (has_world(p)) {
			buf_addf(&text, "/* world.c: made by drift. */\n#define DRIFT_CALL\n%s", confirm_shim);
			good = good && put(dir, "world.c", &text, err);
		}
		if (!sources) {
			buf_add(&text, native->bitcode.at, native->bitcode.len);
			good = good && put(dir, "program.bc", &text, err);
		}
		script_text(p, cwd, &text);
		good = good && put(dir, "build.sh", &text, err);
	}
	buf_free(&text);
	free(cwd);
	return good;
}

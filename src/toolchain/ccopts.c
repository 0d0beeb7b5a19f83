/* ccopts.c: the table of C compiler options that drift has to understand. */
#include "toolchain/ccline.h"

/* Options with the same form and the same role. */
typedef struct OptGroup {
	CcForm form;
	CcRole role;
	const char *names; /* separated by single spaces */
} OptGroup;

/* The longest matching name decides, so that -Wno- can differ from -W. */
static const OptGroup groups[] = {
	/* What the line makes */
	{FORM_EXACT, ROLE_COMPILE, "-c --compile"},
	{FORM_EXACT, ROLE_OTHER,
	 "-E --preprocess -S --assemble -M -MM --dependencies --user-dependencies -fsyntax-only "
	 "-emit-llvm -emit-ast --analyze --precompile -### --version -version --help -help -V"},
	{FORM_PREFIX, ROLE_OTHER, "--help- --help= -print- --print- -dump --autocomplete="},
	{FORM_BOTH, ROLE_OUTPUT, "-o"},
	{FORM_NEXT, ROLE_OUTPUT, "--output"},
	{FORM_BOTH, ROLE_LANG, "-x"},
	{FORM_NEXT, ROLE_LANG, "--language"},

	/* The preprocessor */
	{FORM_BOTH, ROLE_MACRO, "-D"},
	{FORM_NEXT, ROLE_MACRO, "--define-macro"},
	{FORM_BOTH, ROLE_HEADER, "-include"},
	{FORM_BOTH, ROLE_SUBJECT,
	 "-U -I -A -F -imacros -isystem -iquote -idirafter -iprefix -iwithprefix "
	 "-iwithprefixbefore -isysroot -isystem-after -cxx-isystem -ivfsoverlay"},
	{FORM_NEXT, ROLE_SUBJECT,
	 "-iframework --include-directory --undefine-macro --sysroot -working-directory -target -arch "
	 "-mthread-model"},
	{FORM_PREFIX, ROLE_PREPROC, "-Wp,"},
	{FORM_NEXT, ROLE_PREPROC, "-Xpreprocessor"},
	{FORM_NEXT, ROLE_CLANG, "-Xclang"},
	{FORM_NEXT, ROLE_NATIVE, "-include-pch"},
	{FORM_EXACT, ROLE_NATIVE, "-C -CC -P -H -MD -MMD -MP -MG -MV"},
	{FORM_BOTH, ROLE_NATIVE, "-MF -MT -MQ -MJ"},
	{FORM_PREFIX, ROLE_NATIVE, "-d"},
	/* The bitcode compile sets these itself */
	{FORM_PREFIX, ROLE_NATIVE, "-D_FORTIFY_SOURCE -U_FORTIFY_SOURCE -D__NO_CTYPE"},

	/* Warnings, debug information, the compiler's own operation. A -Wno- can suppress an error, so
	 * the bitcode half needs it too. */
	{FORM_PREFIX, ROLE_SUBJECT, "-Wno-"},
	{FORM_PREFIX, ROLE_NATIVE,
	 "-W -Wa, -pedantic --pedantic -g -O --optimize -save-temps --save-temps -time -Q -R -mllvm= "
	 "--param= --specs= -specs="},
	{FORM_EXACT, ROLE_NATIVE, "-w -p -pg -pipe --pipe -v --verbose --coverage -coverage"},
	{FORM_BOTH, ROLE_NATIVE, "-B"},
	{FORM_NEXT, ROLE_NATIVE,
	 "-mllvm --param -Xassembler --serialize-diagnostics -serialize-diagnostics -Xopenmp-target "
	 "-aux-info -G"},

	/* Code generation that does not change the program's meaning, or adds its own code */
	{FORM_PREFIX, ROLE_NATIVE,
	 "-flto -fno-lto -ffat-lto -fno-fat-lto -fthinlto -fwhole-program -fuse-linker-plugin "
	 "-fsanitize -fno-sanitize -fprofile -fno-profile -fcoverage -ftest-coverage -fcs-profile "
	 "-fauto-profile -fmemory-profile -fstack- -fno-stack- -fcf-protection -fsplit-stack -fxray "
	 "-finstrument- -fpatchable- -fopenmp -fno-openmp -fopenacc -fexceptions "
	 "-fnon-call-exceptions -funwind-tables -fasynchronous-unwind-tables -fdiagnostics "
	 "-fno-diagnostics -fcolor- -fno-color- -fansi- -fdump -ftime- -fplugin -fpass-plugin "
	 "-fsave-optimization -fcrash-diag -fverbose-asm -fembed-bitcode -ferror-limit -fmax-errors "
	 "-fmessage-length -fvectorize -fslp-vectorize -ftree- -fno-tree- -funroll -fno-unroll "
	 "-finline -fno-inline -fpch -fintegrated- -fno-integrated- -frandom-seed -fbasic-block "
	 "-foptimi -fipa- -fno-ipa- -fmemory-report -fproc-stat"},

	/* The linker */
	{FORM_BOTH, ROLE_LINK, "-l -L -u -z -T -e"},
	{FORM_NEXT, ROLE_LINK, "-Xlinker -rpath -framework"},
	{FORM_EXACT, ROLE_LINK,
	 "-r -s -t -shared --shared -pie -no-pie -nopie -rdynamic -export-dynamic --export-dynamic "
	 "--no-undefined"},
	{FORM_PREFIX, ROLE_LINK,
	 "-Wl, -static --static -shared-libgcc -nostdlib -nodefaultlibs -nostartfiles -nolibc "
	 "-fuse-ld= --ld-path= -rtlib= --rtlib= -unwindlib= --unwindlib="},

	/* Without these, the prefixes above would match */
	{FORM_PREFIX, ROLE_SUBJECT,
	 "-undef -traditional -trigraphs -target- --target= -gcc-toolchain -ObjC"},
	{FORM_NEXT_AFTER_PREFIX, ROLE_SUBJECT, "-Xarch_"},
};

static bool fits(CcForm form, const char *word, const char *name, size_t len)
{
	if (strncmp(word, name, len) != 0)
		return false;
	return (form != FORM_EXACT && form != FORM_NEXT) || word[len] == 0;
}

CcOption ccoption_find(const char *word)
{
	CcOption best = {.form = FORM_PREFIX, .role = ROLE_SUBJECT};
	for (size_t i = 0; i < countof(groups); i++) {
		const OptGroup *g = &groups[i];
		for (const char *name = g->names; *name;) {
			size_t len = strcspn(name, " ");
			if (len > best.len && fits(g->form, word, name, len))
				best = (CcOption){len, g->form, g->role};
			name += len + (name[len] == ' ');
		}
	}
	return best;
}

/* runsh.c: writes the script that runs all tests natively. */
#include "evidence/native/testdir.h"

#include <sys/stat.h>
#include <unistd.h>

/* The parts in which the scripts for one program and for two versions differ. */
typedef struct ScriptText {
	const char *usage; /* comment */
	const char *fast;  /* parses the arguments, and calls drift if it is available */
	const char *each;  /* runs one test of the loop */
} ScriptText;

static const ScriptText one_program = {
	"# usage: tests/run.sh [BINARY]\n"
	"# Runs every test natively in a scratch directory and compares standard output, exit status "
	"and\n"
	"# what a function returned with what was recorded; prints TAP. Without BINARY the program is "
	"built,\n"
	"# by ../native/build.sh. A recorded memory error needs a BINARY built with\n"
	"# -fsanitize=address,undefined (or dies of it anyway).\n",
	"[ $# -eq 0 ] || { [ $# -eq 1 ] && [ -x \"$1\" ]; } || {\n"
	"\techo 'usage: tests/run.sh [BINARY]' >&2\n"
	"\texit 2\n"
	"}\n"
	"binary=\n"
	"[ $# -eq 0 ] || binary=$(cd \"$(dirname \"$1\")\" && pwd)/$(basename \"$1\")\n"
	"cd \"$(dirname \"$0\")\" || exit 2\n"
	"tests=$(pwd)\n"
	"if command -v \"$drift\" >/dev/null 2>&1 && [ ! -d \"$drift\" ]; then\n"
	"\t[ $# -eq 0 ] || exec \"$drift\" replay --tap --with \"$binary\" \"$tests\"\n"
	"\texec \"$drift\" replay --tap --native \"$tests\"\n"
	"fi\n",
	"\trun_one \"$test\" '' '' ../native \"$binary\"\n",
};

static const ScriptText two_versions = {
	"# usage: tests/run.sh [OLD NEW]\n"
	"# Runs every test natively, in scratch directories, with the binaries of both versions and\n"
	"# compares standard output, exit status and what a function returned with what was recorded "
	"of\n"
	"# each; prints TAP, two lines for each test. Without OLD and NEW the versions are built, by\n"
	"# ../native/old/build.sh and ../native/new/build.sh. A recorded memory error needs a binary\n"
	"# built with -fsanitize=address,undefined (or dies of it anyway).\n",
	"[ $# -eq 0 ] || { [ $# -eq 2 ] && [ -x \"$1\" ] && [ -x \"$2\" ]; } || {\n"
	"\techo 'usage: tests/run.sh [OLD NEW]' >&2\n"
	"\texit 2\n"
	"}\n"
	"old=\n"
	"new=\n"
	"if [ $# -eq 2 ]; then\n"
	"\told=$(cd \"$(dirname \"$1\")\" && pwd)/$(basename \"$1\")\n"
	"\tnew=$(cd \"$(dirname \"$2\")\" && pwd)/$(basename \"$2\")\n"
	"fi\n"
	"cd \"$(dirname \"$0\")\" || exit 2\n"
	"tests=$(pwd)\n"
	"if command -v \"$drift\" >/dev/null 2>&1 && [ ! -d \"$drift\" ]; then\n"
	"\t[ $# -eq 0 ] || exec \"$drift\" replay --tap --native --old \"$old\" --new \"$new\" "
	"\"$tests\"\n"
	"\texec \"$drift\" replay --tap --native \"$tests\"\n"
	"fi\n",
	"\trun_one \"$test\" old. ' old' ../native/old \"$old\"\n"
	"\trun_one \"$test\" new. ' new' ../native/new \"$new\"\n",
};

static const char common[] =
	"\n"
	"scratch=\n"
	"trap '[ -z \"$scratch\" ] || rm -rf \"$scratch\"' EXIT\n"
	"trap 'exit 2' HUP INT TERM\n"
	"scratch=$(mktemp -d \"${TMPDIR:-/tmp}/drift-tests.XXXXXX\") || exit 2\n"
	"limit=\n"
	"command -v timeout >/dev/null 2>&1 && limit='timeout 20'\n"
	"count=0\n"
	"failures=0\n"
	"\n"
	"# result TEXT: one line of TAP.\n"
	"result()\n"
	"{\n"
	"\tcase $1 in not*) failures=$((failures + 1)) ;; esac\n"
	"\techo \"$1\"\n"
	"}\n"
	"\n"
	"# run_one TEST PREFIX SUFFIX NATIVE BINARY: PREFIX of the files with the record, SUFFIX of "
	"the\n"
	"# name; without BINARY it is built in NATIVE.\n"
	"run_one()\n"
	"{\n"
	"\tname_of=$1$3\n"
	"\tprogram=$5\n"
	"\tcount=$((count + 1))\n"
	"\trecorded=$(cat \"$1/$2status\")\n"
	"\tbuild=plain\n"
	"\tcase $recorded in\n"
	"\tlimit* | unsupported*)\n"
	"\t\tresult \"ok $count - $name_of # SKIP $recorded\"\n"
	"\t\treturn\n"
	"\t\t;;\n"
	"\terror*) build=sanitized ;;\n"
	"\tesac\n"
	"\tif [ -f \"$1/world\" ] && [ \"$(cat \"$1/world\")\" != 'stdin_kind = pipe' ]; then\n"
	"\t\tresult \"ok $count - $name_of # SKIP needs $(cat \"$1/world\")\"\n"
	"\t\treturn\n"
	"\tfi\n"
	"\tif [ -z \"$program\" ]; then\n"
	"\t\tsh \"$4/build.sh\" $build || exit 2\n"
	"\t\tprogram=$tests/$4/$build\n"
	"\tfi\n"
	"\tcp -R \"$tests/$1\" \"$scratch/$1\"\n"
	"\tcd \"$scratch/$1\" || exit 2\n"
	"\tln -s \"$program\" \"./$name\"\n"
	"\t[ ! -d files ] || ln -s \"$program\" \"files/$name\"\n"
	"\tPROG=./$name $limit sh ./cmd >\"$scratch/out\" 2>\"$scratch/err\"\n"
	"\tstatus=$?\n"
	"\tcase $recorded in\n"
	"\terror*)\n"
	"\t\tif [ $status -gt 128 ] || grep -aq 'Sanitizer\\|runtime error' \"$scratch/err\"; then\n"
	"\t\t\tresult \"ok $count - $name_of\"\n"
	"\t\telse\n"
	"\t\t\tresult \"not ok $count - $name_of: $recorded, but exit status $status\"\n"
	"\t\tfi\n"
	"\t\t;;\n"
	"\t*)\n"
	"\t\tif [ \"$status\" != \"$recorded\" ]; then\n"
	"\t\t\tresult \"not ok $count - $name_of: exit status $status, recorded $recorded\"\n"
	"\t\telif ! cmp -s \"$scratch/out\" \"$tests/$1/$2out\"; then\n"
	"\t\t\tresult \"not ok $count - $name_of: other output\"\n"
	"\t\telif [ -f files/returned ] && ! cmp -s files/returned \"$tests/$1/$2returned\"; then\n"
	"\t\t\tresult \"not ok $count - $name_of: other value returned\"\n"
	"\t\telse\n"
	"\t\t\tresult \"ok $count - $name_of\"\n"
	"\t\tfi\n"
	"\t\t;;\n"
	"\tesac\n"
	"\tcd \"$tests\" || exit 2\n"
	"\trm -rf \"${scratch:?}/$1\"\n"
	"}\n"
	"\n"
	"for test in [0-9]*; do\n"
	"\t[ -f \"$test/cmd\" ] || continue\n";

static const char end[] = "done\n"
						  "echo \"1..$count\"\n"
						  "[ $failures -eq 0 ]\n";

/* Adds the path of the drift that this engine belongs to: lib/drift/engine and bin/drift have the
 * same prefix. */
static void add_drift(Buf *to)
{
	char self[4096];
	ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
	self[n > 0 ? n : 0] = 0;
	for (int up = 0; up < 3; up++) {
		char *slash = strrchr(self, '/');
		if (slash)
			*slash = 0;
	}
	char *path = xasprintf("%s/bin/drift", self);
	bool known = n > 0 && file_exists(path);
	buf_adds(to, "drift=${DRIFT:-");
	if (known)
		buf_add_shell(to, path);
	else
		buf_adds(to, "drift");
	buf_adds(to, "}\n");
	free(path);
}

bool run_script_write(const char *tests, const char *name, bool versions, Err *err)
{
	const ScriptText *t = versions ? &two_versions : &one_program;
	const char *slash = strrchr(name, '/');
	char *path = xasprintf("%s/run.sh", tests);
	Buf to = {0};
	buf_adds(&to, RUN_MARK);
	buf_adds(&to, t->usage);
	buf_adds(&to,
			 "# drift does it all in one process; DRIFT says where it is. Without it, the rest "
			 "of this script does.\n");
	add_drift(&to);
	buf_adds(&to, "name=");
	buf_add_shell(&to, slash ? slash + 1 : name);
	buf_adds(&to, "\n\n");
	buf_adds(&to, t->fast);
	buf_adds(&to, common);
	buf_adds(&to, t->each);
	buf_adds(&to, end);
	bool good = file_write(path, to.at, to.len, err);
	if (good)
		chmod(path, 0777 & ~umask(umask(0)));
	buf_free(&to);
	free(path);
	return good;
}

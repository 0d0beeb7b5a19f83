/* runsh.c: the script that runs all tests natively. */
#include "native/testdir.h"

#include <unistd.h>

/* First line of every run.sh: how drift knows that a tests/ is its own, see tests_own. */
static const char mark[] = "#!/bin/sh\n# run.sh: made by drift\n";

static const char usage[] =
	"# usage: tests/run.sh [BINARY]\n"
	"# Runs every test natively in a scratch directory and compares standard output, exit status "
	"and\n"
	"# what a function returned with what was recorded; prints TAP. Without BINARY the program is "
	"built,\n"
	"# by ../native/build.sh. A recorded memory error needs a BINARY built with\n"
	"# -fsanitize=address,undefined (or dies of it anyway).\n"
	"# drift does it all in one process; DRIFT says where it is. Without it, the rest of this "
	"script does.\n";

static const char fast[] =
	"\n"
	"[ $# -eq 0 ] || { [ $# -eq 1 ] && [ -x \"$1\" ]; } || {\n"
	"\techo 'usage: tests/run.sh [BINARY]' >&2\n"
	"\texit 2\n"
	"}\n"
	"[ $# -eq 0 ] || binary=$(cd \"$(dirname \"$1\")\" && pwd)/$(basename \"$1\")\n"
	"cd \"$(dirname \"$0\")\" || exit 2\n"
	"tests=$(pwd)\n"
	"if command -v \"$drift\" >/dev/null 2>&1; then\n"
	"\t[ $# -eq 0 ] || exec \"$drift\" replay --tap --with \"$binary\" \"$tests\"\n"
	"\texec \"$drift\" replay --tap --native \"$tests\"\n"
	"fi\n"
	"\n";

static const char loop[] =
	"scratch=$(mktemp -d \"${TMPDIR:-/tmp}/drift-tests.XXXXXX\") || exit 2\n"
	"trap 'rm -rf \"$scratch\"' EXIT\n"
	"trap 'exit 2' HUP INT TERM\n"
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
	"for test in [0-9]*; do\n"
	"\t[ -f \"$test/cmd\" ] || continue\n"
	"\tcount=$((count + 1))\n"
	"\trecorded=$(cat \"$test/status\")\n"
	"\tbuild=plain\n"
	"\tcase $recorded in\n"
	"\tlimit* | unsupported*)\n"
	"\t\tresult \"ok $count - $test # SKIP $recorded\"\n"
	"\t\tcontinue\n"
	"\t\t;;\n"
	"\terror*) build=sanitized ;;\n"
	"\tesac\n"
	"\tif [ -f \"$test/world\" ]; then\n"
	"\t\tresult \"ok $count - $test # SKIP needs $(cat \"$test/world\")\"\n"
	"\t\tcontinue\n"
	"\tfi\n"
	"\tif [ $# -eq 0 ]; then\n"
	"\t\tsh ../native/build.sh $build || exit 2\n"
	"\t\tbinary=$tests/../native/$build\n"
	"\tfi\n"
	"\tcp -R \"$tests/$test\" \"$scratch/$test\"\n"
	"\tcd \"$scratch/$test\" || exit 2\n"
	"\tln -s \"$binary\" \"./$name\"\n"
	"\t[ ! -d files ] || ln -s \"$binary\" \"files/$name\"\n"
	"\tPROG=./$name $limit sh ./cmd >\"$scratch/out\" 2>\"$scratch/err\"\n"
	"\tstatus=$?\n"
	"\tcase $recorded in\n"
	"\terror*)\n"
	"\t\tif [ $status -gt 128 ] || grep -aq 'Sanitizer\\|runtime error' \"$scratch/err\"; then\n"
	"\t\t\tresult \"ok $count - $test\"\n"
	"\t\telse\n"
	"\t\t\tresult \"not ok $count - $test: $recorded, but exit status $status\"\n"
	"\t\tfi\n"
	"\t\t;;\n"
	"\t*)\n"
	"\t\tif [ \"$status\" != \"$recorded\" ]; then\n"
	"\t\t\tresult \"not ok $count - $test: exit status $status, recorded $recorded\"\n"
	"\t\telif ! cmp -s \"$scratch/out\" \"$tests/$test/out\"; then\n"
	"\t\t\tresult \"not ok $count - $test: other output\"\n"
	"\t\telif [ -f files/returned ] && ! cmp -s files/returned \"$tests/$test/returned\"; then\n"
	"\t\t\tresult \"not ok $count - $test: other value returned\"\n"
	"\t\telse\n"
	"\t\t\tresult \"ok $count - $test\"\n"
	"\t\tfi\n"
	"\t\t;;\n"
	"\tesac\n"
	"\tcd \"$tests\" || exit 2\n"
	"\trm -rf \"${scratch:?}/$test\"\n"
	"done\n"
	"echo \"1..$count\"\n"
	"[ $failures -eq 0 ]\n";

/* The drift that this engine belongs to: lib/drift/engine and bin/drift have one home. */
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

void run_script(const char *name, Buf *to)
{
	const char *slash = strrchr(name, '/');
	buf_adds(to, mark);
	buf_adds(to, usage);
	add_drift(to);
	buf_adds(to, "name=");
	buf_add_shell(to, slash ? slash + 1 : name);
	buf_addc(to, '\n');
	buf_adds(to, fast);
	buf_adds(to, loop);
}

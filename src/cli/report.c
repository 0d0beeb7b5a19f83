/* report.c: drift report: a result as an HTML page. */
#include "cli/cmd.h"
#include "cli/options/last.h"

#include <errno.h>

#include "output/report/report.h"

#define REPORT_OPTIONS(X)                     \
	X(TEXT, out, 'o', "output", "FILE", 0, 0, \
	  "write the page to FILE (default report.html; - is standard output)")

typedef struct ReportCommand {
	REPORT_OPTIONS(OPT_FIELD)
} ReportCommand;

#define OPT_STRUCT ReportCommand
static const OptSpec report_specs[] = {REPORT_OPTIONS(OPT_ROW)};

const OptCommand report_command_spec = {
	.name = "report",
	.args = "[DIR|FILE]",
	.summary =
		"Make an HTML page of a result, with the verdict, each difference, and the sources of "
		"both\n"
		"versions side by side. DIR is a directory that -o named. FILE has the output of --json, "
		"also\n"
		"of 'drift env locate'. Without them, drift takes the last result of a command that was\n"
		"started in this directory. The page needs no network.",
	.example = "  drift test -o out old.c new.c -- @int; drift report out -o report.html",
	.specs = report_specs,
	.n_specs = countof(report_specs),
};

/* The page is made before its file is opened: what the name leads to stays if there is none. */
static bool write_page(const char *from, const char *name, Err *err)
{
	if (!strcmp(name, "-"))
		return report_write(from, stdout, err);
	char *page = NULL;
	size_t size = 0;
	FILE *to = open_memstream(&page, &size);
	bool good = to ? report_write(from, to, err) : err_set(err, "%s: %s", name, strerror(errno));
	if (to && fclose(to) != 0 && good)
		good = err_set(err, "%s: %s", name, strerror(errno));
	good =
		good && (report_is_private(from) ? file_write_private : file_write)(name, page, size, err);
	free(page);
	return good;
}

int cmd_report(int argc, char **argv)
{
	ReportCommand o = {.out = "report.html"};
	StrList operands = {0};
	Err err = {0};
	bool good = opt_parse(&report_command_spec, &o, argc, argv, &operands, NULL, &err);
	if (good && operands.len > 1)
		good = err_set(&err, "one result expected; see 'drift report --help'");
	char *from = !good ? NULL : operands.len ? xstrdup(operands.at[0]) : last_dir(&err);
	good = good && from && write_page(from, o.out, &err);
	free(from);
	if (good && strcmp(o.out, "-") != 0)
		printf("%s\n", o.out);
	vec_free(&operands);
	return good ? EXIT_SAME : complain(&err);
}

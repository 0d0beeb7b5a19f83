/* cmd_report.c: drift report: a result as a page to look at. */
#include "cmd.h"

#include <errno.h>

#include "report/report.h"

#define REPORT_OPTIONS(X)                     \
	X(TEXT, out, 'o', "output", "FILE", 0, 0, \
	  "the page (default report.html; - is standard output)")

typedef struct ReportCommand {
	REPORT_OPTIONS(OPT_FIELD)
} ReportCommand;

#define OPT_STRUCT ReportCommand
static const OptSpec report_specs[] = {REPORT_OPTIONS(OPT_ROW)};

const OptCommand report_command_spec = {
	.name = "report",
	.args = "DIR|FILE",
	.summary =
		"Make a page of a result: verdict and what it covers, each difference with both outputs\n"
		"side by side and its way through the source of both versions, suspects, contracts,\n"
		"partitions, coverage. DIR is what -o named; FILE is what --json printed, also that of\n"
		"'drift env locate'. The page needs nothing from elsewhere and can be sent and printed.",
	.example = "  drift test -o out old.c new.c -- @int; drift report out -o report.html",
	.specs = report_specs,
	.n_specs = countof(report_specs),
};

static bool write_page(const char *from, const char *name, Err *err)
{
	if (!strcmp(name, "-"))
		return report_write(from, stdout, err);
	bool whole = file_is_plain(name);
	char *unfinished = whole ? xasprintf("%s.unfinished", name) : xstrdup(name);
	FILE *to = fopen(unfinished, "w");
	bool good = to ? report_write(from, to, err) : err_set(err, "%s: %s", name, strerror(errno));
	if (to && fclose(to) != 0 && good)
		good = err_set(err, "%s: %s", name, strerror(errno));
	if (good && whole && rename(unfinished, name) != 0)
		good = err_set(err, "%s: %s", name, strerror(errno));
	if (!good && to && whole)
		remove(unfinished);
	free(unfinished);
	return good;
}

int cmd_report(int argc, char **argv)
{
	ReportCommand o = {.out = "report.html"};
	StrList operands = {0};
	Err err = {0};
	bool good = opt_parse(&report_command_spec, &o, argc, argv, &operands, NULL, &err);
	if (good && operands.len != 1)
		good = err_set(&err, "one result expected; see 'drift report --help'");
	good = good && write_page(operands.at[0], o.out, &err);
	if (good && strcmp(o.out, "-") != 0)
		printf("%s\n", o.out);
	vec_free(&operands);
	return good ? EXIT_SAME : complain(&err);
}

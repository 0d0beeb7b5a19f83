/* show.c: drift show: a difference of a result, or all kinds of them. */
#include "cli/cmd.h"
#include "cli/options/last.h"

#include "base/paint.h"
#include "output/result/read.h"

#define SHOW_OPTIONS(X)                      \
	X(TEXT, color, 0, "color", "WHEN", 0, 0, \
	  "auto (default: on a terminal, unless NO_COLOR is set), always or never")

typedef struct ShowCommand {
	SHOW_OPTIONS(OPT_FIELD)
} ShowCommand;

#define OPT_STRUCT ShowCommand
static const OptSpec show_specs[] = {SHOW_OPTIONS(OPT_ROW)};

const OptCommand show_command_spec = {
	.name = "show",
	.args = "[N] [DIR]",
	.summary = "Print difference N of a result again, with both outputs side by side. Without N, "
			   "print the\n"
			   "verdict and one difference of each kind. DIR is a directory that -o named; without "
			   "it, the\n"
			   "last result of a command that was started in this directory.\n"
			   "\n"
			   "Exit status: 0, or 2 if there is no such result or difference.",
	.example = "  drift test old.c new.c -- @int; drift show 1",
	.specs = show_specs,
	.n_specs = countof(show_specs),
};

static bool show(const Result *r, u32 number, FILE *to, Err *err)
{
	if (!number) {
		result_write_answer(r, to);
		return true;
	}
	for (size_t i = 0; i < r->versions.differences.len; i++)
		if (r->versions.differences.at[i].group == number) {
			result_write_difference(r, &r->versions.differences.at[i], to);
			return true;
		}
	size_t n = r->versions.differences.len;
	return err_set(err, "%s: there is no difference %u; the result has %zu", r->dir, number, n);
}

static bool show_from(const char *dir, u32 number, const char *color, Err *err)
{
	static const StrList nothing = {0};
	ResultRead in;
	bool colours = false;
	bool good = result_read(&in, dir, err) && paint_wanted(color, stdout, &colours, err);
	if (good) {
		result_fit(paint_width(stdout));
		FILE *to = colours ? paint_open(stdout, true, &nothing, result_column()) : stdout;
		good = show(&in.result, number, to, err);
		if (to != stdout)
			fclose(to);
	}
	result_read_end(&in);
	return good;
}

int cmd_show(int argc, char **argv)
{
	ShowCommand o = {0};
	StrList operands = {0};
	Err err = {0};
	u32 number = 0;
	bool good = opt_parse(&show_command_spec, &o, argc, argv, &operands, NULL, &err);
	size_t named = good && operands.len && last_number(operands.at[0], &number) ? 1 : 0;
	if (good && operands.len > named + 1)
		good = err_set(&err, "a number and a directory expected; see 'drift show --help'");
	char *dir = good && operands.len > named ? xstrdup(operands.at[named]) : NULL;
	if (good && !dir)
		good = (dir = last_dir(&err)) != NULL;
	good = good && show_from(dir, number, o.color, &err);
	free(dir);
	vec_free(&operands);
	return good ? EXIT_SAME : complain(&err);
}

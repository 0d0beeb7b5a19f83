/* interpose.c: symbols of the C library that a program can replace.
 *
 * A program may define strlen, unlink or log itself. Then its own calls use its own function,
 * but calls inside the C library do not: glibc binds nearly all of its references to itself when
 * it is linked. We leave the same references open as glibc does: four functions of the heap, as
 * glibc's manual describes under "Replacing malloc", and the variables that a program shares
 * with the library or sets for it. tests/cli/interpose.t compares the list with that of the
 * host's libc.so.
 */
#include "engine/load/lower/lower.h"

static const char *const open_names[] = {
	"malloc",
	"calloc",
	"realloc",
	"free",
	"stdin",
	"stdout",
	"stderr",
	"optarg",
	"optind",
	"opterr",
	"optopt",
	"program_invocation_name",
	"program_invocation_short_name",
	"error_print_progname",
	"error_message_count",
	"error_one_per_line",
	"argp_program_version",
	"argp_program_version_hook",
	"argp_program_bug_address",
	"argp_err_exit_status",
	"obstack_alloc_failed_handler",
	"obstack_exit_failure",
	"re_syntax_options",
	"getdate_err",
	"signgam",
};

bool library_asks_subject(const char *name)
{
	for (size_t i = 0; i < countof(open_names); i++)
		if (!strcmp(name, open_names[i]))
			return true;
	return !strcmp(name, "main") || !strncmp(name, "__drift_", 8);
}

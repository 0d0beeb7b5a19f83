/* getopt.c: getopt, getopt_long and getopt_long_only with glibc's permutation and messages. */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "core.h"

char *optarg;
int optind = 1, opterr = 1, optopt = '?';

/* How arguments that are no options are treated. */
enum order {
	PERMUTE,        /* move them behind the options */
	REQUIRE_ORDER,  /* stop at the first one ("+" or POSIXLY_CORRECT) */
	RETURN_IN_ORDER /* return each as the argument of option 1 ("-") */
};

/* State between calls. */
static struct {
	int started;
	enum order order;
	char *next;     /* rest of the argument with short options being read, or NULL or "" */
	int skip_first; /* arguments skipped for permutation are argv[skip_first .. skip_last-1] */
	int skip_last;
	int wrong; /* the last option that was wrong: every call leaves it in optopt, right or not */
} scan;

/* The caller's question, handed around. */
struct query {
	int argc;
	char **argv;
	const char *shorts; /* without the leading + or - */
	const struct option *longs;
	int *index; /* gets the place of a long option; may be NULL */
	int only;   /* -name may be a long option too */
	int print;  /* messages are wanted */
};

/* Brings the options argv[skip_last .. optind-1] before the arguments skipped so far. */
static void exchange(char **argv)
{
	int moved = optind - scan.skip_last;
	for (int done = 0; done < moved; done++) {
		char *option = argv[scan.skip_last + done];
		for (int i = scan.skip_last + done; i > scan.skip_first + done; i--)
			argv[i] = argv[i - 1];
		argv[scan.skip_first + done] = option;
	}
	scan.skip_first += moved;
	scan.skip_last = optind;
}

static void start(struct query *q)
{
	if (optind == 0)
		optind = 1;
	scan.skip_first = scan.skip_last = optind;
	scan.next = NULL;
	if (*q->shorts == '-')
		scan.order = RETURN_IN_ORDER;
	else if (*q->shorts == '+' || getenv("POSIXLY_CORRECT"))
		scan.order = REQUIRE_ORDER;
	else
		scan.order = PERMUTE;
	scan.started = 1;
}

static int is_option(const char *arg)
{
	return arg[0] == '-' && arg[1];
}

/* ---- long options ---- */

/* Collects the candidates of an abbreviation for one message. */
static void report_ambiguous(const struct query *q, const char *prefix, const char *name, size_t n)
{
	fprintf(stderr, "%s: option '%s%s' is ambiguous; possibilities:", q->argv[0], prefix, name);
	for (const struct option *o = q->longs; o->name; o++)
		if (strncmp(o->name, name, n) == 0)
			fprintf(stderr, " '%s%s'", prefix, o->name);
	fprintf(stderr, "\n");
}

/* The option that the first n bytes of name mean: an exact match, or the only option that they
 * abbreviate. Candidates with the same effect count as one. */
static const struct option *find_long(const struct query *q, const char *name, size_t n,
									  int *ambiguous)
{
	const struct option *found = NULL;
	*ambiguous = 0;
	for (const struct option *o = q->longs; o->name; o++)
		if (strncmp(o->name, name, n) == 0 && strlen(o->name) == n)
			return o;
	for (const struct option *o = q->longs; o->name; o++) {
		if (strncmp(o->name, name, n) != 0)
			continue;
		if (!found)
			found = o;
		else if (q->only || found->has_arg != o->has_arg || found->flag != o->flag ||
				 found->val != o->val)
			*ambiguous = 1;
	}
	return found;
}

/* Reads scan.next as a long option. Returns -1 when it is to be tried as short ones instead. */
static int read_long(const struct query *q, const char *prefix)
{
	char *name = scan.next;
	size_t n = strcspn(name, "=");
	int ambiguous;
	const struct option *o = find_long(q, name, n, &ambiguous);
	if (ambiguous) {
		if (q->print)
			report_ambiguous(q, prefix, name, n);
		scan.next = NULL;
		optind++;
		scan.wrong = 0;
		return '?';
	}
	if (!o) {
		if (q->only && q->argv[optind][1] != '-' && strchr(q->shorts, *name))
			return -1;
		if (q->print)
			fprintf(stderr, "%s: unrecognized option '%s%s'\n", q->argv[0], prefix, name);
		scan.next = NULL;
		optind++;
		scan.wrong = 0;
		return '?';
	}
	optind++;
	scan.next = NULL;
	if (name[n]) {
		if (o->has_arg == no_argument) {
			if (q->print)
				fprintf(stderr, "%s: option '%s%s' doesn't allow an argument\n", q->argv[0], prefix,
						o->name);
			scan.wrong = o->val;
			return '?';
		}
		optarg = name + n + 1;
	} else if (o->has_arg == required_argument) {
		if (optind >= q->argc) {
			if (q->print)
				fprintf(stderr, "%s: option '%s%s' requires an argument\n", q->argv[0], prefix,
						o->name);
			scan.wrong = o->val;
			return q->shorts[0] == ':' ? ':' : '?';
		}
		optarg = q->argv[optind++];
	}
	if (q->index)
		*q->index = (int)(o - q->longs);
	if (o->flag) {
		*o->flag = o->val;
		return 0;
	}
	return o->val;
}

/* ---- short options ---- */

static int missing_argument(const struct query *q, int c)
{
	if (q->print)
		fprintf(stderr, "%s: option requires an argument -- '%c'\n", q->argv[0], c);
	scan.wrong = c;
	return q->shorts[0] == ':' ? ':' : '?';
}

/* "W;" among the short options: -W name means --name. */
static int read_w(const struct query *q, int c)
{
	if (*scan.next) {
		optarg = scan.next;
	} else if (optind == q->argc) {
		return missing_argument(q, c);
	} else {
		optarg = q->argv[optind];
	}
	struct query not_only = *q;
	not_only.only = 0;
	scan.next = optarg;
	optarg = NULL;
	return read_long(&not_only, "-W ");
}

static int read_short(const struct query *q)
{
	char c = *scan.next++;
	const char *spec = strchr(q->shorts, c);
	if (!*scan.next)
		optind++;
	if (!spec || c == ':' || c == ';') {
		if (q->print)
			fprintf(stderr, "%s: invalid option -- '%c'\n", q->argv[0], c);
		scan.wrong = c;
		return '?';
	}
	if (spec[0] == 'W' && spec[1] == ';' && q->longs)
		return read_w(q, c);
	if (spec[1] != ':')
		return c;
	optarg = NULL;
	if (*scan.next) {
		optarg = scan.next;
		optind++;
	} else if (spec[2] != ':') {
		if (optind == q->argc)
			c = (char)missing_argument(q, c);
		else
			optarg = q->argv[optind++];
	}
	scan.next = NULL;
	return c;
}

/* Finds the next argument with options and skips operands. Returns 0 to continue with scan.next, or
 * the result of getopt. */
static int next_argument(struct query *q, int *result)
{
	char **argv = q->argv;
	if (scan.skip_last > optind)
		scan.skip_last = optind;
	if (scan.skip_first > optind)
		scan.skip_first = optind;
	if (scan.order == PERMUTE) {
		if (scan.skip_first != scan.skip_last && scan.skip_last != optind)
			exchange(argv);
		else if (scan.skip_last != optind)
			scan.skip_first = optind;
		while (optind < q->argc && !is_option(argv[optind]))
			optind++;
		scan.skip_last = optind;
	}
	if (optind != q->argc && strcmp(argv[optind], "--") == 0) {
		optind++;
		if (scan.skip_first != scan.skip_last && scan.skip_last != optind)
			exchange(argv);
		else if (scan.skip_first == scan.skip_last)
			scan.skip_first = optind;
		scan.skip_last = optind = q->argc;
	}
	if (optind == q->argc) {
		if (scan.skip_first != scan.skip_last)
			optind = scan.skip_first;
		*result = -1;
		return 1;
	}
	if (!is_option(argv[optind])) {
		*result = -1;
		if (scan.order == REQUIRE_ORDER)
			return 1;
		optarg = argv[optind++];
		*result = 1;
		return 1;
	}
	return 0;
}

/* A new argument: is it a long option? -1 means no. */
static int try_long(const struct query *q)
{
	char *arg = q->argv[optind];
	if (!q->longs)
		return -1;
	if (arg[1] == '-') {
		scan.next = arg + 2;
		return read_long(q, "--");
	}
	if (q->only && (arg[2] || !strchr(q->shorts, arg[1]))) {
		scan.next = arg + 1;
		return read_long(q, "-");
	}
	return -1;
}

static int read_next(struct query q)
{
	int result;
	if (q.argc < 1)
		return -1;
	optarg = NULL;
	if (optind == 0 || !scan.started)
		start(&q);
	if (*q.shorts == '-' || *q.shorts == '+')
		q.shorts++;
	q.print = opterr && *q.shorts != ':';
	if (!scan.next || !*scan.next) {
		if (next_argument(&q, &result))
			return result;
		result = try_long(&q);
		if (result != -1)
			return result;
		scan.next = q.argv[optind] + 1;
	}
	return read_short(&q);
}

static int get(struct query q)
{
	int result = read_next(q);
	optopt = scan.wrong;
	return result;
}

int getopt(int argc, char *const *argv, const char *shorts)
{
	return get((struct query){argc, (char **)argv, shorts, NULL, NULL, 0, 0});
}

/* unistd.h uses this name for getopt in POSIX mode: no permutation. */
int __posix_getopt(int argc, char *const *argv, const char *shorts)
{
	if (optind == 0 || !scan.started) {
		struct query q = {argc, (char **)argv, shorts, NULL, NULL, 0, 0};
		start(&q);
		if (scan.order == PERMUTE)
			scan.order = REQUIRE_ORDER;
	}
	return getopt(argc, argv, shorts);
}

int getopt_long(int argc, char *const *argv, const char *shorts, const struct option *longs,
				int *index)
{
	return get((struct query){argc, (char **)argv, shorts, longs, index, 0, 0});
}

int getopt_long_only(int argc, char *const *argv, const char *shorts, const struct option *longs,
					 int *index)
{
	return get((struct query){argc, (char **)argv, shorts, longs, index, 1, 0});
}

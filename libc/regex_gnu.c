/* regex_gnu.c: GNU's interface to regular expressions, and BSD's. */
#define _REGEX_RE_COMP
#include <libintl.h>
#include <stdlib.h>
#include <string.h>
#include "regex_int.h"

reg_syntax_t re_syntax_options;

reg_syntax_t re_set_syntax(reg_syntax_t syntax)
{
	reg_syntax_t old = re_syntax_options;
	re_syntax_options = syntax;
	return old;
}

static const char *message(reg_errcode_t error)
{
	static char text[80];
	regerror(error, NULL, text, sizeof text);
	return text;
}

const char *re_compile_pattern(const char *pattern, size_t n, struct re_pattern_buffer *re)
{
	re->no_sub = (re_syntax_options & RE_NO_SUB) != 0;
	re->newline_anchor = 1;
	reg_errcode_t error = rx_compile(re, pattern, n, re_syntax_options);
	return error ? message(error) : NULL;
}

int re_compile_fastmap(struct re_pattern_buffer *re)
{
	re->can_be_null = rx_heads(re->buffer, re->fastmap);
	re->fastmap_accurate = 1;
	return 0;
}

void re_set_registers(struct re_pattern_buffer *re, struct re_registers *regs, unsigned n,
					  regoff_t *starts, regoff_t *ends)
{
	re->regs_allocated = n ? REGS_REALLOCATE : REGS_UNALLOCATED;
	regs->num_regs = n;
	regs->start = n ? starts : NULL;
	regs->end = n ? ends : NULL;
}

/* Allocates n registers and one more, which is always unset. */
static bool make_room(struct re_pattern_buffer *re, struct re_registers *regs, size_t n)
{
	if (re->regs_allocated == REGS_UNALLOCATED) {
		regs->start = regs->end = NULL;
	} else if (re->regs_allocated == REGS_FIXED || n + 1 <= regs->num_regs) {
		return true;
	}
	regoff_t *start = realloc(regs->start, (n + 1) * sizeof *start);
	if (!start)
		return false;
	regs->start = start;
	regoff_t *end = realloc(regs->end, (n + 1) * sizeof *end);
	if (!end)
		return false;
	regs->end = end;
	regs->num_regs = (unsigned)(n + 1);
	re->regs_allocated = REGS_REALLOCATE;
	return true;
}

static void copy_registers(struct re_registers *regs, const rx_span *group, size_t n)
{
	for (size_t g = 0; g < regs->num_regs; g++) {
		regs->start[g] = g < n ? (regoff_t)group[g].from : -1;
		regs->end[g] = g < n ? (regoff_t)group[g].to : -1;
	}
}

/* The number of registers that a search has to fill; *regs becomes NULL if the caller does not want
 * them. */
static size_t register_count(const struct re_pattern_buffer *re, struct re_registers **regs)
{
	if (re->no_sub)
		*regs = NULL;
	if (!*regs)
		return 1;
	if (re->regs_allocated == REGS_FIXED && (*regs)->num_regs <= re->re_nsub) {
		if ((*regs)->num_regs > 0)
			return (*regs)->num_regs;
		*regs = NULL;
		return 1;
	}
	return re->re_nsub + 1;
}

/* Searches from start over range positions. Returns the length if want_length, otherwise the
 * position; -1 if there is no match, -2 on an error. */
static regoff_t search(struct re_pattern_buffer *re, const char *string, regoff_t length,
					   regoff_t start, regoff_t range, regoff_t stop, struct re_registers *regs,
					   bool want_length)
{
	long last = (long)start + range;

	if (start < 0 || start > length)
		return -1;
	if (last > length)
		last = length;
	if (last < 0)
		last = 0;
	if (start < last && re->fastmap && !re->fastmap_accurate)
		re_compile_fastmap(re);
	size_t n = register_count(re, &regs);
	rx_span *group = malloc(n * sizeof *group);
	if (!group)
		return -2;
	rx_text t = {
		.prog = re->buffer,
		.at = (const unsigned char *)string,
		.len = (size_t)length,
		.stop = (size_t)(stop < length ? stop : length),
		.translate = re->translate,
		.newline_anchor = re->newline_anchor,
		.not_bol = re->not_bol,
		.not_eol = re->not_eol,
	};
	int r = rx_run(re, &t, (size_t)start, (size_t)last, group, n);
	regoff_t result = r > 0 ? (regoff_t)group[0].from : r == 0 ? -1 : -2;
	if (r > 0 && regs) {
		if (make_room(re, regs, n))
			copy_registers(regs, group, n);
		else
			result = -2;
	}
	if (result >= 0 && want_length)
		result = (regoff_t)(group[0].to - start);
	free(group);
	return result;
}

regoff_t re_search(struct re_pattern_buffer *re, const char *string, regoff_t length,
				   regoff_t start, regoff_t range, struct re_registers *regs)
{
	return search(re, string, length, start, range, length, regs, false);
}

regoff_t re_match(struct re_pattern_buffer *re, const char *string, regoff_t length, regoff_t start,
				  struct re_registers *regs)
{
	return search(re, string, length, start, 0, length, regs, true);
}

/* Two strings are searched as one. */
static regoff_t search_2(struct re_pattern_buffer *re, const char *s1, regoff_t n1, const char *s2,
						 regoff_t n2, regoff_t start, regoff_t range, struct re_registers *regs,
						 regoff_t stop, bool want_length)
{
	if (n1 < 0 || n2 < 0 || stop < 0)
		return -2;
	if (n1 == 0 || n2 == 0)
		return search(re, n1 ? s1 : s2, n1 + n2, start, range, stop, regs, want_length);
	char *joined = malloc((size_t)n1 + (size_t)n2);
	if (!joined)
		return -2;
	memcpy(joined, s1, (size_t)n1);
	memcpy(joined + n1, s2, (size_t)n2);
	regoff_t r = search(re, joined, n1 + n2, start, range, stop, regs, want_length);
	free(joined);
	return r;
}

regoff_t re_search_2(struct re_pattern_buffer *re, const char *s1, regoff_t n1, const char *s2,
					 regoff_t n2, regoff_t start, regoff_t range, struct re_registers *regs,
					 regoff_t stop)
{
	return search_2(re, s1, n1, s2, n2, start, range, regs, stop, false);
}

regoff_t re_match_2(struct re_pattern_buffer *re, const char *s1, regoff_t n1, const char *s2,
					regoff_t n2, regoff_t start, struct re_registers *regs, regoff_t stop)
{
	return search_2(re, s1, n1, s2, n2, start, 0, regs, stop, true);
}

/* ---- BSD: one pattern at a time ---- */

static struct re_pattern_buffer the_pattern;

char *re_comp(const char *pattern)
{
	if (!pattern)
		return the_pattern.buffer ? NULL : (char *)"No previous regular expression";
	if (the_pattern.buffer)
		regfree(&the_pattern);
	the_pattern.fastmap = malloc(256);
	if (!the_pattern.fastmap)
		return (char *)message(REG_ESPACE);
	the_pattern.newline_anchor = 1;
	reg_errcode_t error = rx_compile(&the_pattern, pattern, strlen(pattern), re_syntax_options);
	return error ? (char *)message(error) : NULL;
}

int re_exec(const char *string)
{
	return regexec(&the_pattern, string, 0, NULL, 0) == 0;
}

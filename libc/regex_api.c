/* regex_api.c: regcomp, regexec and related functions of POSIX. */
#include <libintl.h>
#include <stdlib.h>
#include <string.h>
#include "regex_int.h"

static const char *const messages[] = {
	"Success",
	"No match",
	"Invalid regular expression",
	"Invalid collation character",
	"Invalid character class name",
	"Trailing backslash",
	"Invalid back reference",
	"Unmatched [, [^, [:, [., or [=",
	"Unmatched ( or \\(",
	"Unmatched \\{",
	"Invalid content of \\{\\}",
	"Invalid range end",
	"Memory exhausted",
	"Invalid preceding regular expression",
	"Premature end of regular expression",
	"Regular expression too big",
	"Unmatched ) or \\)",
};

static void drop_program(regex_t *re)
{
	if (re->buffer) {
		rx_prog_clear(re->buffer);
		free(re->buffer);
	}
	re->buffer = NULL;
	re->allocated = re->used = 0;
}

static reg_errcode_t compile_into(regex_t *re, rx_parse *p)
{
	rx_tree *tree = rx_parse_pattern(p);
	if (!p->error && !rx_build(p, tree))
		p->error = REG_ESPACE;
	for (rx_tree *t = p->all, *older; t; t = older) {
		older = t->older;
		free(t);
	}
	re->re_nsub = (size_t)p->prog->n_group;
	return p->error;
}

reg_errcode_t rx_compile(regex_t *re, const char *pattern, size_t len, reg_syntax_t syntax)
{
	re->fastmap_accurate = 0;
	re->syntax = syntax;
	re->not_bol = re->not_eol = 0;
	re->used = 0;
	re->re_nsub = 0;
	re->can_be_null = 0;
	re->regs_allocated = REGS_UNALLOCATED;
	/* Memory the caller set aside for the program is as good as any if it is big enough. */
	if (re->allocated < sizeof(rx_prog)) {
		rx_prog *prog = realloc(re->buffer, sizeof *prog);
		if (!prog)
			return REG_ESPACE;
		re->buffer = prog;
		re->allocated = sizeof *prog;
	}
	rx_prog *prog = re->buffer;
	memset(prog, 0, sizeof *prog);
	prog->utf8 = __drift_utf8();
	prog->icase = (syntax & RE_ICASE) != 0;
	prog->dot_newline = (syntax & RE_DOT_NEWLINE) != 0;
	prog->dot_null = !(syntax & RE_DOT_NOT_NULL);
	rx_parse p = {
		.pat = (const unsigned char *)pattern,
		.len = len,
		.syntax = syntax,
		.translate = re->translate,
		.prog = prog,
		.no_sub = re->no_sub,
	};
	reg_errcode_t error = compile_into(re, &p);
	if (error)
		drop_program(re);
	else
		re->used = sizeof *prog;
	return error;
}

int regcomp(regex_t *restrict re, const char *restrict pattern, int flags)
{
	reg_syntax_t syntax = flags & REG_EXTENDED ? RE_SYNTAX_POSIX_EXTENDED : RE_SYNTAX_POSIX_BASIC;

	re->buffer = NULL;
	re->allocated = re->used = 0;
	re->translate = NULL;
	re->fastmap = malloc(256);
	if (!re->fastmap)
		return REG_ESPACE;
	if (flags & REG_ICASE)
		syntax |= RE_ICASE;
	re->newline_anchor = 0;
	if (flags & REG_NEWLINE) {
		syntax &= ~RE_DOT_NEWLINE;
		syntax |= RE_HAT_LISTS_NOT_NEWLINE;
		re->newline_anchor = 1;
	}
	re->no_sub = (flags & REG_NOSUB) != 0;
	reg_errcode_t error = rx_compile(re, pattern, strlen(pattern), syntax);
	if (error == REG_NOERROR) {
		re_compile_fastmap(re);
	} else {
		free(re->fastmap);
		re->fastmap = NULL;
	}
	/* POSIX has one code for both. */
	return error == REG_ERPAREN ? REG_EPAREN : (int)error;
}

int rx_run(const regex_t *re, const rx_text *t, size_t start, size_t last, rx_span *group, size_t n)
{
	const rx_prog *prog = t->prog;
	rx_span whole;
	int r;

	if (prog->has_backref) {
		r = rx_search_backref(t, start, last, n ? group : &whole, n ? n : 1);
	} else {
		r = rx_search(t, start, last, n > 0, n ? group : &whole);
		for (size_t g = 1; g < n && r > 0; g++)
			group[g] = (rx_span){-1, -1};
		size_t wanted = re->re_nsub + 1 < n ? re->re_nsub + 1 : n;
		if (r > 0 && wanted > 1 && !re->no_sub && !rx_groups(t, group, wanted))
			r = -1;
	}
	for (size_t g = 1; r > 0 && g < n && g <= re->re_nsub; g++)
		group[g] = group[prog->same_as[g - 1] + 1];
	return r;
}

int regexec(const regex_t *restrict re, const char *restrict string, size_t n,
			regmatch_t match[restrict], int flags)
{
	size_t start = 0, end;

	if (flags & ~(REG_NOTBOL | REG_NOTEOL | REG_STARTEND))
		return REG_BADPAT;
	if (flags & REG_STARTEND) {
		start = (size_t)match[0].rm_so;
		end = (size_t)match[0].rm_eo;
	} else {
		end = strlen(string);
	}
	rx_text t = {
		.prog = re->buffer,
		.at = (const unsigned char *)string,
		.len = end,
		.stop = end,
		.translate = re->translate,
		.newline_anchor = re->newline_anchor,
		.not_bol = (flags & REG_NOTBOL) != 0,
		.not_eol = (flags & REG_NOTEOL) != 0,
	};
	if (re->no_sub || n == 0) {
		int r = start > end ? 0 : rx_run(re, &t, start, end, NULL, 0);
		return r > 0 ? 0 : r == 0 ? REG_NOMATCH : REG_ESPACE;
	}
	rx_span *group = malloc(n * sizeof *group);
	if (!group)
		return REG_ESPACE;
	int r = start > end ? 0 : rx_run(re, &t, start, end, group, n);
	for (size_t g = 0; r > 0 && g < n; g++) {
		match[g].rm_so = (regoff_t)group[g].from;
		match[g].rm_eo = (regoff_t)group[g].to;
	}
	free(group);
	return r > 0 ? 0 : r == 0 ? REG_NOMATCH : REG_ESPACE;
}

size_t regerror(int code, const regex_t *restrict re, char *restrict buf, size_t n)
{
	if (code < 0 || code >= (int)LENGTH(messages))
		abort();
	const char *text = gettext(messages[code]);
	size_t len = strlen(text) + 1;
	if (n > 0) {
		size_t m = len < n ? len : n;
		memcpy(buf, text, m);
		buf[m - 1] = 0;
	}
	return len;
}

void regfree(regex_t *re)
{
	drop_program(re);
	free(re->fastmap);
	re->fastmap = NULL;
	free(re->translate);
	re->translate = NULL;
}

/* lines.c: removes lines from texts. */
#include "base/lines.h"

bool lines_init(LineFilter *f, const char *const *texts, size_t n, Err *err)
{
	*f = (LineFilter){.sources = texts};
	for (size_t i = 0; i < n; i++) {
		regex_t r;
		char why[200];
		int bad = regcomp(&r, texts[i], REG_EXTENDED | REG_NOSUB);
		if (bad) {
			regerror(bad, &r, why, sizeof why);
			return err_set(err, "--ignore '%s': %s", texts[i], why);
		}
		vec_push(&f->patterns, r);
	}
	return true;
}

void lines_free(LineFilter *f)
{
	for (size_t i = 0; i < f->patterns.len; i++)
		regfree(&f->patterns.at[i]);
	vec_free(&f->patterns);
}

static bool matches(const LineFilter *f, const char *line)
{
	for (size_t i = 0; i < f->patterns.len; i++)
		if (!regexec(&f->patterns.at[i], line, 0, NULL, 0))
			return true;
	return false;
}

void lines_filter(const LineFilter *f, const Buf *text, Buf *to)
{
	const char *bytes = buf_str(text);
	for (size_t at = 0, n; at < text->len; at += n) {
		const char *end = memchr(bytes + at, '\n', text->len - at);
		n = end ? (size_t)(end - bytes) + 1 - at : text->len - at;
		char *line = xstrndup(bytes + at, end ? n - 1 : n);
		if (!matches(f, line))
			buf_add(to, bytes + at, n);
		free(line);
	}
}

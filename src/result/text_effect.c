/* text_effect.c: how an effect came to the output, a line of source each. */
#include "result/impl.h"

enum {
	LINES_BEFORE = 4, /* of an effect that is too long */
	LINES_AFTER = 4,
};

static void values_text(const Result *r, const ResultStep *s, Buf *to)
{
	const char *role = r->subjects[s->subject].role;
	if (*s->value[RESULT_OLD] && *s->value[RESULT_NEW])
		buf_addf(to, "%s | %s", s->value[RESULT_OLD], s->value[RESULT_NEW]);
	else if (s->alone)
		buf_addf(to, "only %s", role);
	else if (*s->value[s->subject])
		buf_addf(to, "%s in %s", s->value[s->subject], role);
}

void print_effect(const Result *r, const ResultSteps *effect, const char *label, FILE *to)
{
	int wide[2] = {0}, gap = (int)strlen(label);
	Buf text = {0};
	size_t n = effect->len;
	for (int show = 0; show < 2; show++)
		for (size_t i = 0; i < n; i++) {
			const ResultStep *s = &effect->at[i];
			bool left_out = i >= LINES_BEFORE && i + LINES_AFTER < n;
			buf_reset(&text);
			values_text(r, s, &text);
			if (!show && !left_out) {
				int where = (int)strlen(s->where.text);
				wide[0] = where > wide[0] ? where : wide[0];
				wide[1] = (int)text.len > wide[1] ? (int)text.len : wide[1];
			} else if (show && !left_out) {
				fprintf(to, "%-*s%-*s  %-*s  %s\n", gap, i ? "" : label, wide[0], s->where.text,
						wide[1], buf_str(&text), s->source);
			} else if (show && i == LINES_BEFORE) {
				fprintf(to, "%-*s... %zu lines\n", gap, "", n - LINES_BEFORE - LINES_AFTER);
			}
		}
	buf_free(&text);
}

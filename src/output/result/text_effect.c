/* text_effect.c: how an effect propagated to the output, one source line each. */
#include "output/result/impl.h"

enum {
	LINES_BEFORE = 4, /* of an effect that is too long */
	LINES_AFTER = 4,
};

static void values_text(const Result *r, const ResultStep *s, Buf *to)
{
	const char *role = r->subjects[s->subject].role;
	if (*s->value[OLD] && *s->value[NEW])
		buf_addf(to, "%s | %s", s->value[OLD], s->value[NEW]);
	else if (s->alone)
		buf_addf(to, "only %s", role);
	else if (*s->value[s->subject])
		buf_addf(to, "%s in %s", s->value[s->subject], role);
	else if (s->word)
		buf_adds(to, s->word);
}

/* Lines that say something, and the first and the last. */
static void lines_shown(const Result *r, const ResultSteps *effect, U32List *shown)
{
	Buf text = {0};
	for (size_t i = 0; i < effect->len; i++) {
		buf_reset(&text);
		values_text(r, &effect->at[i], &text);
		if (text.len || !i || i + 1 == effect->len)
			vec_push(shown, (u32)i);
	}
	buf_free(&text);
}

void print_effect(const Result *r, const ResultSteps *effect, const char *label, FILE *to)
{
	int wide[2] = {0}, gap = (int)strlen(label);
	Buf text = {0};
	U32List shown = {0};
	lines_shown(r, effect, &shown);
	size_t n = shown.len;
	for (int show = 0; show < 2; show++)
		for (size_t i = 0; i < n; i++) {
			const ResultStep *s = &effect->at[shown.at[i]];
			/* printing one line takes no more space than saying that it is left out */
			bool left_out =
				n > LINES_BEFORE + LINES_AFTER + 1 && i >= LINES_BEFORE && i + LINES_AFTER < n;
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
	vec_free(&shown);
	buf_free(&text);
}

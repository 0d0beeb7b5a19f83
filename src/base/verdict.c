/* verdict.c: the table of verdicts. */
#include "base/verdict.h"

typedef enum VerdictExit {
	ON_FOUND,    /* 1 */
	ON_NOTHING,  /* 0 */
	ON_UNPROVED, /* 0; 3 with --strict, 1 with --require-proof */
	ON_VACUOUS,  /* 0; 3 with --strict */
	ON_TROUBLE,  /* 2 */
} VerdictExit;

static const struct {
	const char *name;
	VerdictTone tone;
	VerdictExit exit;
	const char *sentence;
} verdicts[] = {
#define VERDICT_ROW(id, name, tone, exit, sentence) {name, TONE_##tone, ON_##exit, sentence},
	VERDICTS(VERDICT_ROW)
#undef VERDICT_ROW
};

const char *verdict_name(Verdict v)
{
	return verdicts[v].name;
}

const char *verdict_sentence(Verdict v)
{
	return verdicts[v].sentence;
}

VerdictTone verdict_tone(Verdict v)
{
	return verdicts[v].tone;
}

bool verdict_found(Verdict v)
{
	return verdicts[v].exit == ON_FOUND;
}

int verdict_status(Verdict v, VerdictOptions options)
{
	switch (verdicts[v].exit) {
	case ON_FOUND: return EXIT_DIFFERENT;
	case ON_NOTHING: return EXIT_SAME;
	case ON_UNPROVED:
		if (options.strict)
			return EXIT_UNPROVED;
		return options.require_proof ? EXIT_DIFFERENT : EXIT_SAME;
	case ON_VACUOUS: return options.strict ? EXIT_UNPROVED : EXIT_SAME;
	case ON_TROUBLE: break;
	}
	return EXIT_TROUBLE;
}

bool verdict_parse(const char *name, Verdict *v)
{
	for (int i = 0; i < N_VERDICTS; i++) {
		if (strcmp(verdicts[i].name, name) != 0)
			continue;
		*v = (Verdict)i;
		return true;
	}
	return false;
}

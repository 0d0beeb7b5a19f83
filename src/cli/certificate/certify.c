/* certify.c: the certificate of a proof, with the command line that it is about. */
#include "cli/certificate/certify.h"

/* ---- what fits ---- */

bool certify_fits(const PairJob *job, Err *err)
{
	const PairCommand *o = &job->o;
	const struct {
		bool given;
		const char *option, *why;
	} not_with[] = {
		{o->seeds, "--seeds", "its inputs may have several shapes"},
		{o->native.len, "--native", "a proof cannot cover functions of the host"},
		{o->ignore.len, "--ignore", "ignored lines are not proved to be equal"},
		{o->accept.len || o->baseline, "--accept or --baseline",
		 "a proof cannot accept differences"},
	};
	for (size_t i = 0; o->certificate && i < countof(not_with); i++)
		if (not_with[i].given)
			return err_set(err, "--certificate cannot be used with %s: %s", not_with[i].option,
						   not_with[i].why);
	Strategy s = STRATEGY_AUTO;
	if (o->certificate && o->strategy && strategy_parse(o->strategy, &s) &&
		(s == STRATEGY_RANDOM || s == STRATEGY_OUTPUT || s == STRATEGY_SIGNATURE))
		return err_set(
			err,
			"--certificate cannot be used with --strategy %s, which does not compare all paths",
			o->strategy);
	return true;
}

/* ---- the words of the command line ---- */

static void add_text(CertLines *to, const char *option, const char *value)
{
	if (!value)
		return;
	char *word = xasprintf("%s=%s", option, value);
	vec_push(to, word);
}

static void add_list(CertLines *to, const char *option, const StrList *values)
{
	for (size_t i = 0; i < values->len; i++)
		add_text(to, option, values->at[i]);
}

static void add_number(CertLines *to, const char *option, i64 value)
{
	if (value > 0)
		vec_push(to, xasprintf("%s=%lld", option, (long long)value));
}

/* Everything that decides what the verdict means. Compiler options are not here: whoever checks gives
 * them again, and the digests of the programs show whether they were the same. */
static void add_options(const PairJob *job, CertLines *to)
{
	const SessionOptions *o = &job->s.o;
	add_text(to, "--stdin", o->input);
	add_list(to, "--env", &o->env);
	add_list(to, "--file", &o->file);
	add_list(to, "--assume", &o->assume);
	add_text(to, "--vary", o->vary);
	add_text(to, "--faults", o->faults);
	add_list(to, "--call", &o->call);
	add_text(to, "--entry", o->entry);
	add_text(to, "--null", job->o.null);
	add_number(to, "--bound", o->bound);
	add_number(to, "--depth", o->depth);
	add_number(to, "--limit-insns", o->limit_insns);
	add_number(to, "--limit-mem", o->limit_mem);
	if (o->fold)
		vec_push(to, xstrdup("--fold"));
	add_text(to, "--output", job->o.output);
	add_text(to, "--undefined", job->o.undefined);
	vec_push(to, xasprintf("--clock=@%lld", (long long)job->s.inputs.clock));
}

bool certify_save(const PairJob *job, Comparison *comparison, Err *err)
{
	Certificate c = {0};
	Buf text = {0};
	add_options(job, &c.options);
	for (size_t i = 0; !session_called(&job->s) && i < job->s.words.len; i++)
		vec_push(&c.words, xstrdup(job->s.words.at[i]));
	bool good = comparison_certify(comparison, &c, err);
	if (good)
		certificate_write(&c, search_pool(comparison_search(comparison)), &text);
	good = good && file_write(job->o.certificate, buf_str(&text), text.len, err);
	buf_free(&text);
	certificate_free(&c);
	return good;
}

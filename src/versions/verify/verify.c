/* verify.c: the order of the checks, and what a certificate says besides its tree. */
#include "versions/verify/impl.h"

#include "engine/explore/fill.h"
#include "versions/behaviour/uncompared.h"

bool verify_end(Verifier *v, VerifyAnswer answer, const char *fmt, ...)
{
	va_list ap;
	v->answer = answer;
	buf_reset(v->why);
	va_start(ap, fmt);
	buf_vaddf(v->why, fmt, ap);
	va_end(ap);
	return false;
}

/* ---- what it is about ---- */

static bool check_programs(Verifier *v)
{
	static const char *const names[] = {"OLD", "NEW"};
	for (int side = OLD; side <= NEW; side++)
		if (!digest_same(v->c->program[side],
						 certificate_digest(v->config->subject[side]->program)))
			return verify_end(v, VERIFY_REFUTED,
							  "the certificate is for another program than %s (%s)",
							  v->config->subject[side]->version, names[side]);
	return true;
}

static bool check_parts(Verifier *v)
{
	CertLines own = {0};
	certificate_parts(v->config->inputs, &own);
	bool same = own.len == v->c->parts.len;
	for (size_t i = 0; i < own.len; i++) {
		same = same && !strcmp(own.at[i], v->c->parts.at[i]);
		free(own.at[i]);
	}
	vec_free(&own);
	return same || verify_end(v, VERIFY_REFUTED, "the certificate is for inputs of another shape");
}

/* ---- preparation ---- */

/* Runs report the blocks in which a change has a point. */
static void watch_changes(Verifier *v, int side)
{
	const Program *p = v->config->subject[side]->program;
	Machine *m = v->pair.version[side].m;
	IntMap watched = {0};
	u64 known;
	for (u32 i = 0; i < change_map_count(v->map); i++) {
		const ChangePart *part = &change_map_at(v->map, i)->part[side];
		for (u32 k = 0; k < part->n_points; k++) {
			u32 f = part->points[k].function;
			u32 block = function_block(&p->functions.at[f], part->points[k].ins);
			u64 key = ((u64)f << 32 | block) + 1;
			if (intmap_get(&watched, key, &known))
				continue;
			intmap_put(&watched, key, 1);
			machine_watch(m, f, block);
		}
	}
	intmap_free(&watched);
}

static void make_units(Verifier *v)
{
	const VerifyConfig *c = v->config;
	PostStatesConfig units = {.pair = &v->pair,
							  .subject = {c->subject[OLD], c->subject[NEW]},
							  .map = v->map,
							  .inputs = c->inputs,
							  .depth = c->depth,
							  .looks = c->observe & OBSERVE_STATUS};
	if (!c->entry)
		return;
	ReturnTypes types = verify_result_types(c, OLD);
	units.result[OLD] = types.own;
	units.result[NEW] = types.other;
	v->units = post_states_new(&units);
}

static bool prepare(Verifier *v)
{
	const VerifyConfig *c = v->config;
	MachineOptions options = {.purpose = MACHINE_CHECKING};
	Err err;
	if (!product_start(&v->pair, c->subject, 2, c->inputs, &options, &err))
		return verify_end(v, VERIFY_TROUBLE, "%s", err.text);
	v->pair.one_limit = true;
	for (int side = OLD; side <= NEW; side++) {
		watch_changes(v, side);
		if (c->count_overflow)
			machine_keep_overflows(v->pair.version[side].m);
	}
	make_units(v);
	const ExprList *base = &c->inputs->shapes.at[0].base;
	vec_append(&v->base, base->at, base->len);
	inputs_canonical_conditions(c->inputs, 0, &v->base);
	return true;
}

/* ---- what it says besides ---- */

static bool check_world(Verifier *v)
{
	const VerifyConfig *c = v->config;
	WorldView view = {.program = {c->subject[OLD]->program, c->subject[NEW]->program},
					  .machine = {v->pair.version[OLD].m, v->pair.version[NEW].m},
					  .n = 2,
					  .inputs = c->inputs,
					  .ended = true};
	CertLines own = {0};
	bool good = true;
	certificate_world(&view, &own);
	for (size_t i = 0; i < own.len; i++) {
		if (good && !cert_has(&v->c->world, own.at[i]))
			good = verify_end(v, VERIFY_REFUTED,
							  "the certificate does not name this of the world: %s", own.at[i]);
		free(own.at[i]);
	}
	vec_free(&own);
	return good;
}

static void need_line(void *ctx, const char *line)
{
	Verifier *v = ctx;
	if (v->answer == VERIFY_PROVED && !cert_has(&v->c->not_compared, line))
		verify_end(v, VERIFY_REFUTED, "the certificate does not say that this was not compared: %s",
				   line);
}

static bool check_not_compared(Verifier *v)
{
	const VerifyConfig *c = v->config;
	Uncompared of = {.observe = c->observe, .entry = c->entry, .inputs = c->inputs};
	Buf options = {0};
	uncompared_inputs(&of, &(UncomparedLines){v, need_line});
	if (uncompared_options(c->subject[OLD]->program, c->subject[NEW]->program, &options))
		need_line(v, buf_str(&options));
	buf_free(&options);
	if (v->c->same_code)
		return v->answer == VERIFY_PROVED;
	if (v->units)
		post_states_not_compared(v->units, v, need_line);
	for (size_t i = 0; c->unseen && i < c->unseen->len; i++)
		need_line(v, c->unseen->at[i]);
	return v->answer == VERIFY_PROVED;
}

/* ---- the whole ---- */

/* No code changed: there is nothing to run. */
static bool check_same_code(Verifier *v)
{
	const char *const *left_out;
	if (change_map_count(v->map) || change_map_notes(v->map, &left_out) || v->config->retyped)
		return verify_end(v, VERIFY_REFUTED, "the code of the versions is not the same");
	return check_not_compared(v);
}

static bool check_paths(Verifier *v)
{
	if (!prepare(v) || !verify_tree(v))
		return false;
	for (u32 i = 1; i <= v->c->leaves.len; i++)
		if (!verify_leaf(v, i))
			return false;
	return check_world(v) && check_not_compared(v);
}

static void clean_up(Verifier *v)
{
	states_free(v->states, v);
	cut_graph_free(v->closed, v->config->subject[OLD]->program);
	for (int side = OLD; side <= NEW; side++)
		behaviour_free(&v->behaviour[side]);
	product_runner_free(&v->pair);
	post_states_end(v->units);
	vec_free(&v->base);
	verify_cases_free(v->cases);
	prover_free(v->prover);
	keymap_free(&v->asked);
	change_map_free(v->map);
}

VerifyAnswer verify(const VerifyConfig *config, const Certificate *c, VerifyFigures *figures,
					Buf *why)
{
	Verifier v = {.config = config,
				  .c = c,
				  .pool = config->inputs->pool,
				  .figures = figures,
				  .answer = VERIFY_PROVED,
				  .why = why};
	u32 entry[2] = {config->subject[OLD]->entry, config->subject[NEW]->entry};
	ChangeOptions options = {.entry = config->entry ? entry : NULL};
	Err err;
	if (config->inputs->shapes.len != 1) {
		verify_end(&v, VERIFY_REFUTED, "the inputs have several shapes");
		return v.answer;
	}
	if (!check_programs(&v) || !check_parts(&v))
		return v.answer;
	v.map =
		change_map(config->subject[OLD]->program, config->subject[NEW]->program, &options, &err);
	if (!v.map) {
		verify_end(&v, VERIFY_TROUBLE, "%s", err.text);
		return v.answer;
	}
	v.prover = prover_new(v.pool);
	if (c->same_code)
		check_same_code(&v);
	else
		check_paths(&v);
	clean_up(&v);
	return v.answer;
}

/* model.c: a certificate in memory. */
#include "versions/certificate/certificate.h"

#include "engine/explore/fill.h"

const char *const leaf_rules[] = {[LEAF_WHOLE] = "whole",
								  [LEAF_REACH] = "reach",
								  [LEAF_STATE] = "state",
								  [LEAF_SIDE] = "side",
								  NULL};
const char *const leaf_compared[] = {
	[COMPARED_SAME] = "same", [COMPARED_SOLVER] = "solver", [COMPARED_NOT] = "not", NULL};

static void free_lines(CertLines *lines)
{
	for (size_t i = 0; i < lines->len; i++)
		free(lines->at[i]);
	vec_free(lines);
}

void certificate_free(Certificate *c)
{
	free_lines(&c->options);
	free_lines(&c->words);
	free_lines(&c->parts);
	free_lines(&c->world);
	free_lines(&c->not_compared);
	vec_free(&c->exprs);
	vec_free(&c->nodes);
	vec_free(&c->edges);
	for (size_t i = 0; i < c->leaves.len; i++)
		vec_free(&c->leaves.at[i].witness);
	vec_free(&c->leaves);
}

bool cert_has(const CertLines *lines, const char *line)
{
	for (size_t i = 0; i < lines->len; i++)
		if (!strcmp(lines->at[i], line))
			return true;
	return false;
}

void cert_add(CertLines *to, const char *line)
{
	if (!cert_has(to, line))
		vec_push(to, xstrdup(line));
}

/* ---- the world ---- */

/* Where the sources are does not matter. */
static const char *without_directory(const char *where)
{
	const char *slash = strrchr(where, '/');
	return slash ? slash + 1 : where;
}

void certificate_world(const WorldView *of, CertLines *to)
{
	static const char *const sorts[] = {
		[RESULT_ASKED] = "asked", [RESULT_UNTRIED] = "untried", [RESULT_TRIED] = "tried"};
	Result r = {0};
	fill_world(&r, of);
	for (size_t i = 0; i < r.world.len; i++) {
		const ResultWorld *w = &r.world.at[i];
		char *line = xasprintf("%s %s%s%s%s at %s", sorts[w->sort], w->kind, w->name ? " " : "",
							   w->name ? w->name : "", w->varied ? " varied" : "",
							   without_directory(w->where.text));
		cert_add(to, line);
		free(line);
	}
	result_free(&r);
}

/* ---- inputs ---- */

static void add_part(const Part *part, CertLines *to)
{
	Buf text = {0};
	buf_addf(&text, "%s role %d kind %d bytes %u bits %u%s%s%s%s owner %u offset %u", part->name,
			 part->role, part->kind, part->bound, part->width, part->is_signed ? " signed" : "",
			 part->is_bool ? " bool" : "", part->is_float ? " float" : "",
			 part->is_pointer ? " pointer" : "", part->owner, part->offset);
	if (part->path)
		buf_addf(&text, " at %s", part->path);
	if (part->fixed.len) {
		char hex[2 * sizeof(Digest) + 1];
		digest_hex(digest_of(buf_str(&part->fixed), part->fixed.len), sizeof(Digest), hex);
		buf_addf(&text, " fixed %zu %s", part->fixed.len, hex);
	}
	vec_push(to, xstrdup(buf_str(&text)));
	buf_free(&text);
}

void certificate_parts(const Inputs *in, CertLines *to)
{
	const Shape *s = &in->shapes.at[0];
	for (size_t i = 0; i < s->parts.len; i++)
		add_part(&s->parts.at[i], to);
	for (u32 var = 0; var < input_vars(in->pool); var++) {
		Buf text = {0};
		buf_addf(&text, "variable %u bits %u ", var, input_width(in->pool, var));
		input_name(in->pool, var, &text);
		vec_push(to, xstrdup(buf_str(&text)));
		buf_free(&text);
	}
}

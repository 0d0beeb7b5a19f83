/* impl.h: what the parts of the page share. Each part writes nothing if there is nothing for it. */
#ifndef DRIFT_REPORT_IMPL_H
#define DRIFT_REPORT_IMPL_H

#include "report/html.h"
#include "report/report.h"

typedef struct Report {
	const cJSON *root;
	const char *dir; /* of the result, or of the file */
	FILE *to;
} Report;

/* <section> with a heading; end_section closes it. */
void begin_section(const Report *r, const char *id, const char *title);
void end_section(const Report *r);
/* A table of two columns: one row of it, nothing if value is "". */
void write_row(const Report *r, const char *name, const char *value);
/* One input as people type it, with the program in front. */
void write_input(const Report *r, const char *input);

/* summary.c */
void write_summary(const Report *r);
void write_changes(const Report *r);
void write_doubts(const Report *r); /* budgets, notes, world: what the verdict does not cover */
/* outputs.c: what both versions print, the difference marked */
void write_outputs(const Report *r, const char *what, const char *left, const char *right);
/* sources.c: the source of both versions with the way of an effect; steps may be NULL. */
void write_sources(const Report *r, const cJSON *ids, const cJSON *steps);
/* differences.c */
void write_differences(const Report *r);
/* tables.c */
void write_partitions(const Report *r);
void write_cases(const Report *r);
/* blame.c: what drift explain says */
void write_blame(const Report *r);
/* The same of one difference, without its outputs and effect. */
void write_explained(const Report *r, const cJSON *of);
/* curve.c: paths, differences and solver over the time of the search */
void write_curve(const Report *r);
/* claims.c: contracts and interactions */
void write_contracts(const Report *r);
void write_interactions(const Report *r);
/* graph.c: interactions as a picture */
void write_graph(const Report *r);
/* calls.c: drift env */
void write_causes(const Report *r);

/* page.c */
void write_head(FILE *to, const char *title);
void write_foot(FILE *to);

#endif

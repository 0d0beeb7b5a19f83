/* impl.h: shared by the parts of the page. A part without content writes nothing. */
#ifndef DRIFT_REPORT_IMPL_H
#define DRIFT_REPORT_IMPL_H

#include "output/report/html.h"
#include "output/report/report.h"

typedef struct Report {
	const cJSON *root;
	const char *dir; /* of the result, or of the file */
	FILE *to;
} Report;

/* <section> with a heading; end_section closes it. */
void begin_section(const Report *r, const char *id, const char *title);
void end_section(const Report *r);
/* Writes one row of a table of two columns; nothing if value is "". */
void write_row(const Report *r, const char *name, const char *value);
/* Writes one input as people type it, with the program in front. */
void write_input(const Report *r, const char *input);

/* summary.c */
void write_summary(const Report *r);
void write_changes(const Report *r);
void write_doubts(const Report *r); /* budgets, notes, world: what the verdict does not cover */
/* outputs.c: what both versions print, the difference marked */
void write_outputs(const Report *r, const char *what, const char *left, const char *right);
/* sources.c: the source of both versions with the path of an effect; steps may be NULL. */
void write_sources(const Report *r, const cJSON *ids, const cJSON *steps);
/* differences.c */
void write_differences(const Report *r);
/* tables.c */
void write_partitions(const Report *r);
void write_cases(const Report *r);
/* blame.c: what drift explain says */
void write_blame(const Report *r);
/* The same for one difference, without its outputs and effect. */
void write_explained(const Report *r, const cJSON *of);
/* strategies.c: drift compare, and the tests of drift suite */
void write_strategies(const Report *r);
void write_suite(const Report *r);
/* curve.c: paths, differences and solver over the time of the search */
void write_curve(const Report *r);
/* contracts.c: contracts and interactions */
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

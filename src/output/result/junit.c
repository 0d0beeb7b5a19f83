/* junit.c: a result as JUnit XML: a suite with one failing case for each finding, or one passing
 * case. A search that was cut short is no failure; the report says so. */
#include <time.h>
#include <unistd.h>

#include "output/result/findings.h"

/* What XML 1.0 allows; bytes of other encodings become '?'. */
static void write_xml(const char *s, bool attribute, FILE *to)
{
	for (; *s; s++) {
		unsigned char c = (unsigned char)*s;
		switch (c) {
		case '<': fputs("&lt;", to); break;
		case '>': fputs("&gt;", to); break;
		case '&': fputs("&amp;", to); break;
		case '"': fputs("&quot;", to); break;
		case '\n': fputs(attribute ? "&#10;" : "\n", to); break;
		case '\t': fputc(c, to); break;
		default: fputc(c < 32 || c > 126 ? '?' : c, to);
		}
	}
}

static void write_attribute(const char *name, const char *value, FILE *to)
{
	fprintf(to, " %s=\"", name);
	write_xml(value, true, to);
	fputc('"', to);
}

static void write_case(const Result *r, const ResultFinding *f, FILE *to)
{
	fprintf(to, "    <testcase");
	write_attribute("classname", r->name, to);
	write_attribute("name", f->title, to);
	fprintf(to, " time=\"%.3f\">\n      <failure", f->seconds);
	write_attribute("type", f->rule, to);
	write_attribute("message", f->title, to);
	fputc('>', to);
	if (f->at.file) {
		char *name = relative_name(r, f->at.file);
		write_xml(name, false, to);
		fprintf(to, ":%u\n", f->at.first);
		free(name);
	}
	write_xml(f->text, false, to);
	fprintf(to, "</failure>\n    </testcase>\n");
}

/* When and where, which readers of the format insist on. */
static void write_origin(FILE *to)
{
	char host[256] = "localhost", when[32];
	time_t now = time(NULL);
	struct tm utc;
	gethostname(host, sizeof host - 1);
	strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%S", gmtime_r(&now, &utc));
	write_attribute("timestamp", when, to);
	write_attribute("hostname", host, to);
}

void result_write_junit(const Result *r, FILE *to)
{
	ResultFindings found = {0};
	findings_of(r, &found);
	char *verdict = verdict_text(r), *summary = summary_text(r);
	double seconds = result_value(r, "", "seconds");
	fprintf(
		to,
		"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
		"  <testsuite id=\"0\" package=\"drift\" name=\"drift %s\" tests=\"%zu\" failures=\"%zu\" "
		"errors=\"0\" time=\"%.3f\"",
		r->command, found.len ? found.len : 1, found.len, seconds);
	write_origin(to);
	fprintf(to, ">\n    <properties>\n      <property name=\"verdict\"");
	write_attribute("value", verdict_name(r->verdict), to);
	fprintf(to, "/>\n    </properties>\n");
	for (size_t i = 0; i < found.len; i++)
		write_case(r, &found.at[i], to);
	if (!found.len) {
		fprintf(to, "    <testcase");
		write_attribute("classname", r->name, to);
		write_attribute("name", verdict, to);
		fprintf(to, " time=\"%.3f\"/>\n", seconds);
	}
	fprintf(to, "    <system-out>");
	write_xml(summary, false, to);
	fprintf(to, "</system-out>\n    <system-err/>\n  </testsuite>\n</testsuites>\n");
	free(verdict);
	free(summary);
	findings_free(&found);
}

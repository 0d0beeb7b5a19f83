/* differences.c: the differences of drift test, each with all details. */
#include "output/report/impl.h"

enum {
	OPEN = 3,      /* differences that are not folded */
	WITH_CODE = 60 /* differences whose source is shown: the page stays small enough to open */
};

enum { GIVEN_SHOWN = 1000 }; /* characters of standard input or of a file */

/* ---- the input ---- */

/* Characters of the string that a condition says an input starts with. */
static size_t string_length(const char *at)
{
	size_t n = 0;
	for (at += *at == '"'; *at && *at != '"'; n++) {
		bool escape = at[0] == '\\' && at[1], octal = escape && at[1] >= '0' && at[1] <= '7';
		at += escape ? 2 : 1;
		at += octal ? 2 : 0;
	}
	return n;
}

/* True if the text behind the name of an argument refers to its byte k. */
static bool speaks_of(const char *after, size_t k)
{
	static const char starts[] = " starts with ", length[] = ".length";
	char *end;
	if (!strncmp(after, length, strlen(length)))
		return false;
	if (!strncmp(after, starts, strlen(starts)))
		return k < string_length(after + strlen(starts));
	if (*after != '[')
		return true;
	size_t first = strtoul(after + 1, &end, 10), last = first;
	if (end[0] == '.' && end[1] == '.')
		last = strtoul(end + 2, NULL, 10);
	return k >= first && k <= last;
}

/* True if the condition mentions byte k of argument n, or of all of it. */
static bool matters(const char *condition, int n, size_t k)
{
	char name[32];
	int len = snprintf(name, sizeof name, "arg%d", n);
	for (const char *p = condition; (p = strstr(p, name)); p += len) {
		char next = p[len];
		if ((next < '0' || next > '9') && speaks_of(p + len, k))
			return true;
	}
	return false;
}

/* Words as a person types them; bytes that the condition speaks of are marked. */
static void write_marked(FILE *to, const char *input, const char *condition)
{
	bool plain = !strpbrk(input, "'\"\\$<");
	for (int n = 1; *input; n++) {
		size_t len = plain ? strcspn(input, " ") : strlen(input);
		for (size_t k = 0; k < len; k++) {
			bool mark = plain && matters(condition, n, k);
			if (mark)
				fputs("<mark>", to);
			html_bytes(to, input + k, 1);
			if (mark)
				fputs("</mark>", to);
		}
		input += len;
		if (*input)
			fputc(*input++, to);
	}
}

/* ---- one difference ---- */

static void write_heading(const Report *r, const cJSON *d)
{
	const char *command = json_text(d, "command");
	bool piped = json_at(d, "given") && *command; /* the arguments are not all of the input */
	fprintf(r->to, "<summary><b>%d</b> <code>", (int)json_number(d, "group"));
	if (piped)
		html_text(r->to, command);
	else
		write_marked(r->to, json_text(d, "input"), json_text(d, "condition"));
	fputs("</code>", r->to);
	if (!piped && !*json_text(d, "input"))
		fputs(" <i>no arguments</i>", r->to);
	if (*json_text(d, "answer")) {
		fputs(" <span class=\"answer\">", r->to);
		html_text(r->to, json_text(d, "answer"));
		fputs("</span>", r->to);
	}
	if (json_at(d, "class"))
		html_span(r->to, "span", "tag", json_text(d, "class"));
	if (!json_true(d, "confirmed"))
		fputs("<span class=\"tag doubt\">unconfirmed</span>", r->to);
	if (json_at(d, "like"))
		fprintf(r->to, "<span class=\"tag\">as difference %d</span>", (int)json_number(d, "like"));
	fputs("</summary>\n", r->to);
}

/* Writes ids of changes, with their locations. */
static void write_through(const Report *r, const cJSON *ids)
{
	const cJSON *id;
	cJSON_ArrayForEach(id, ids)
	{
		const cJSON *change = cJSON_GetArrayItem(json_at(r->root, "changes"), id->valueint - 1);
		char *text = xasprintf("change %d: %s, %s", id->valueint, json_text(change, "what"),
							   json_text(change, "new"));
		write_row(r, id->prev && id->prev->next == id ? "" : "through", text);
		free(text);
	}
}

/* Standard input and files, as strings. */
static void write_given(const Report *r, const cJSON *list)
{
	const cJSON *one;
	cJSON_ArrayForEach(one, list)
	{
		const char *text = json_text(one, "text");
		bool whole = strlen(text) <= GIVEN_SHOWN;
		char *shown = xasprintf("\"%.*s\"%s", GIVEN_SHOWN, text, whole ? "" : "...");
		write_row(r, json_text(one, "name"), shown);
		free(shown);
	}
}

static void write_facts(const Report *r, const cJSON *d)
{
	const cJSON *left = json_at(d, "old"), *right = json_at(d, "new");
	fputs("<table class=\"facts\">\n", r->to);
	write_given(r, json_at(d, "given"));
	if (strcmp(json_text(left, "ends"), json_text(right, "ends")) != 0) {
		char *ends = xasprintf("%s | %s", json_text(left, "ends"), json_text(right, "ends"));
		write_row(r, "ends", ends);
		free(ends);
	} else {
		write_row(r, "ends", json_text(left, "ends"));
	}
	if (json_at(left, "returned")) {
		char *values =
			xasprintf("%s | %s", json_text(left, "returned"), json_text(right, "returned"));
		write_row(r, "returns", values);
		free(values);
	}
	write_row(r, "when", json_text(d, *json_text(d, "when") ? "when" : "condition"));
	write_row(r, "files", json_text(d, "files"));
	write_row(r, "undefined", json_text(d, "undefined_what"));
	write_row(r, "rests on", json_text(d, "stub"));
	write_row(r, "unconfirmed", json_text(d, "unconfirmed"));
	write_through(r, json_at(d, "changes"));
	write_row(r, "test", json_text(d, "test"));
	fputs("</table>\n", r->to);
}

static void write_difference(const Report *r, const cJSON *d, int number)
{
	const cJSON *left = json_at(json_at(d, "old"), "concrete");
	const cJSON *right = json_at(json_at(d, "new"), "concrete");
	fprintf(r->to, "<details class=\"difference\" id=\"d%d\"%s>\n", number,
			number <= OPEN ? " open" : "");
	write_heading(r, d);
	write_outputs(r, "standard output", json_text(left, "stdout"), json_text(right, "stdout"));
	if (strcmp(json_text(left, "stderr"), json_text(right, "stderr")) != 0)
		write_outputs(r, "standard error", json_text(left, "stderr"), json_text(right, "stderr"));
	write_facts(r, d);
	if (number <= WITH_CODE && !json_at(d, "like"))
		write_sources(r, json_at(d, "changes"), json_at(d, "effect"));
	if (cJSON_IsObject(json_at(d, "explained")))
		write_explained(r, json_at(d, "explained"));
	fputs("</details>\n", r->to);
}

/* A difference, and those like it in a folded part. */
static void write_kind(const Report *r, const cJSON *all, const cJSON *first, int *number)
{
	const cJSON *d;
	int like = 0, group = (int)json_number(first, "group");
	cJSON_ArrayForEach(d, all)
	{
		like += json_at(d, "like") && (int)json_number(d, "like") == group;
	}
	write_difference(r, first, ++*number);
	if (!like)
		return;
	fprintf(r->to, "<details class=\"like\"><summary>%d more like difference %d</summary>\n", like,
			group);
	cJSON_ArrayForEach(d, all)
	{
		if (json_at(d, "like") && (int)json_number(d, "like") == group)
			write_difference(r, d, ++*number);
	}
	fputs("</details>\n", r->to);
}

void write_differences(const Report *r)
{
	const cJSON *d, *all = json_at(r->root, "differences");
	int n = cJSON_GetArraySize(all), number = 0;
	if (!n)
		return;
	begin_section(r, "differences", "Differences");
	if (n > OPEN)
		fputs("<p class=\"tools\" hidden><input type=\"search\" data-filter=\".difference\" "
			  "placeholder=\"filter\" aria-label=\"filter the differences\"> "
			  "<button data-open=\".difference, .like\">open all</button> "
			  "<button data-close=\".difference, .like\">close all</button></p>\n",
			  r->to);
	cJSON_ArrayForEach(d, all)
	{
		if (!json_at(d, "like"))
			write_kind(r, all, d, &number);
	}
	end_section(r);
}

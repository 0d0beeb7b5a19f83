/* report.c: the parts of the page in their order. */
#include "output/report/impl.h"

#include <sys/stat.h>

/* A directory means its result.json. */
static char *file_of(const char *from)
{
	char *inside = xasprintf("%s/result.json", from);
	if (file_exists(inside))
		return inside;
	free(inside);
	return xstrdup(from);
}

static cJSON *read_json(const char *path, Err *err)
{
	Buf text = {0};
	cJSON *root = NULL;
	if (file_read(path, &text, err)) {
		root = cJSON_Parse(buf_str(&text));
		if (!cJSON_IsString(json_at(root, "command"))) {
			err_set(err,
					"%s: not a result of drift; name a directory that was given with -o, or a file "
					"with what --json printed",
					path);
			cJSON_Delete(root);
			root = NULL;
		}
	}
	buf_free(&text);
	return root;
}

/* Links to the parts that are there. */
static void write_links(const Report *r)
{
	static const char *const parts[][3] = {
		{"differences", "differences", "Differences"},
		{"suspects", "blame", "Why"},
		{"errors", "errors", "Errors"},
		{"contracts", "contracts", "Contracts"},
		{"interactions", "interactions", "Interactions"},
		{"partitions", "partitions", "Partitions"},
		{"compare", "strategies", "Strategies"},
		{"suite", "suite", "Suite"},
		{"changes", "changes", "Changes"},
		{"coverage", "coverage", "Coverage"},
		{"cases", "cases", "Cases"},
		{"ended", "open", "Left open"},
	};
	fputs("<nav>", r->to);
	for (size_t i = 0; i < countof(parts); i++) {
		const cJSON *part = json_at(r->root, parts[i][0]);
		if (cJSON_IsArray(part) ? cJSON_GetArraySize(part) > 0
								: cJSON_IsObject(part) || cJSON_IsString(part))
			fprintf(r->to, "<a href=\"#%s\">%s</a> ", parts[i][1], parts[i][2]);
	}
	fputs("</nav>\n", r->to);
}

static void write_title(const Report *r, const char *title)
{
	static const char *const classes[] = {
		[TONE_GOOD] = "good", [TONE_BAD] = "bad", [TONE_UNSURE] = "unsure"};
	VerdictTone tone = verdict_tone(json_verdict(r->root));
	if (tone == TONE_GOOD && *json_text(r->root, "vacuous"))
		tone = TONE_UNSURE;
	write_head(r->to, title);
	fputs("<header><h1 title=\"", r->to);
	html_text(r->to, verdict_sentence(json_verdict(r->root)));
	fputs("\">drift ", r->to);
	html_text(r->to, json_text(r->root, "command"));
	fprintf(r->to, " <span class=\"verdict %s\">", classes[tone]);
	html_text(r->to, json_text(r->root, "verdict"));
	fputs("</span></h1>\n", r->to);
}

bool report_is_private(const char *from)
{
	struct stat st;
	Err ignored;
	char *path = file_of(from);
	bool closed = stat(path, &st) == 0 && S_ISREG(st.st_mode) && !(st.st_mode & 077);
	cJSON *root = closed ? NULL : read_json(path, &ignored);
	bool env = root && !strncmp(json_text(root, "command"), "env", 3);
	cJSON_Delete(root);
	free(path);
	return closed || env;
}

bool report_write(const char *from, FILE *to, Err *err)
{
	char *path = file_of(from);
	cJSON *root = read_json(path, err);
	free(path);
	if (!root)
		return false;
	Report r = {root, from, to};
	char *title = xasprintf("drift %s: %s", json_text(root, "command"), json_text(root, "verdict"));
	write_title(&r, title);
	free(title);
	bool env = !strncmp(json_text(root, "command"), "env", 3);
	if (!env)
		write_links(&r);
	fputs("</header>\n<main>\n", to);
	if (env) {
		write_causes(&r);
	} else {
		write_summary(&r);
		write_strategies(&r);
		write_blame(&r);
		write_differences(&r);
		write_contracts(&r);
		write_interactions(&r);
		write_suite(&r);
		write_partitions(&r);
		write_changes(&r);
		write_cases(&r);
		write_doubts(&r);
	}
	fputs("</main>\n", to);
	write_foot(to);
	cJSON_Delete(root);
	return !ferror(to) || err_set(err, "the report cannot be written");
}

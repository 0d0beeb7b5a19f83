/* sarif.c: a result as SARIF 2.1.0, which code scanning reads. */
#include <cjson/cJSON.h>

#include "output/result/findings.h"

/* A path as a URI has it. */
static void add_uri(cJSON *to, const char *file)
{
	Buf uri = {0};
	if (*file == '/')
		buf_addf(&uri, "file://");
	for (const char *p = file; *p; p++)
		if ((*p >= 'a' && *p <= 'z') || (*p >= 'A' && *p <= 'Z') || (*p >= '0' && *p <= '9') ||
			strchr("/._-~", *p))
			buf_addf(&uri, "%c", *p);
		else
			buf_addf(&uri, "%%%02X", (unsigned char)*p);
	cJSON_AddStringToObject(to, "uri", buf_str(&uri));
	if (*file != '/')
		cJSON_AddStringToObject(to, "uriBaseId", "%SRCROOT%");
	buf_free(&uri);
}

static cJSON *add_one(cJSON *list)
{
	cJSON *one = cJSON_CreateObject();
	cJSON_AddItemToArray(list, one);
	return one;
}

static void add_message(cJSON *to, const char *key, const char *text)
{
	/* JSON is UTF-8; other bytes become '?'. */
	char *copy = xstrdup(text);
	for (char *p = copy; *p; p++)
		if ((unsigned char)*p > 126)
			*p = '?';
	cJSON_AddStringToObject(cJSON_AddObjectToObject(to, key), "text", copy);
	free(copy);
}

static void add_location(cJSON *to, const Result *r, const ResultLines *at)
{
	cJSON *location = add_one(cJSON_AddArrayToObject(to, "locations"));
	location = cJSON_AddObjectToObject(location, "physicalLocation");
	char *name = relative_name(r, at->file);
	add_uri(cJSON_AddObjectToObject(location, "artifactLocation"), name);
	free(name);
	cJSON *region = cJSON_AddObjectToObject(location, "region");
	cJSON_AddNumberToObject(region, "startLine", at->first ? at->first : 1);
	cJSON_AddNumberToObject(region, "endLine", at->last ? at->last : 1);
}

/* One rule for each kind of finding; returns the position of it. */
static int rule_of(cJSON *rules, const char *name)
{
	int n = 0;
	const cJSON *one;
	cJSON_ArrayForEach(one, rules)
	{
		if (!strcmp(cJSON_GetStringValue(cJSON_GetObjectItem(one, "id")), name))
			return n;
		n++;
	}
	static const char *const output[][2] = {
		{"difference", "The versions behave differently on an input."},
		{"unconfirmed",
		 "The versions differ in drift's machine; no native run shows the difference."},
	};
	const char *text = "An input leads to this error.";
	for (size_t i = 0; i < countof(output); i++)
		text = !strcmp(output[i][0], name) ? output[i][1] : text;
	cJSON *rule = add_one(rules);
	cJSON_AddStringToObject(rule, "id", name);
	add_message(rule, "shortDescription", text);
	return n;
}

static void add_finding(cJSON *results, cJSON *rules, const Result *r, const ResultFinding *f)
{
	cJSON *one = add_one(results);
	cJSON_AddStringToObject(one, "ruleId", f->rule);
	cJSON_AddNumberToObject(one, "ruleIndex", rule_of(rules, f->rule));
	cJSON_AddStringToObject(one, "level", strcmp(f->rule, "unconfirmed") ? "error" : "warning");
	char *text = xasprintf("%s\n%s", f->title, f->text);
	add_message(one, "message", text);
	free(text);
	if (f->at.file)
		add_location(one, r, &f->at);
}

/* What was left open belongs to the run of the tool. */
static void add_invocation(cJSON *run, const Result *r)
{
	cJSON *one = add_one(cJSON_AddArrayToObject(run, "invocations"));
	cJSON_AddBoolToObject(one, "executionSuccessful", true);
	cJSON *notes = cJSON_AddArrayToObject(one, "toolExecutionNotifications");
	char *verdict = verdict_text(r);
	cJSON *said = add_one(notes);
	cJSON_AddStringToObject(said, "level", "note");
	add_message(said, "message", verdict);
	free(verdict);
	for (size_t i = 0; i < r->notes.len; i++) {
		if (!r->notes.at[i].incomplete)
			continue;
		said = add_one(notes);
		cJSON_AddStringToObject(said, "level", "warning");
		add_message(said, "message", r->notes.at[i].what);
	}
}

void result_write_sarif(const Result *r, FILE *to)
{
	ResultFindings found = {0};
	findings_of(r, &found);
	cJSON *root = cJSON_CreateObject();
	cJSON_AddStringToObject(root, "version", "2.1.0");
	cJSON *run = add_one(cJSON_AddArrayToObject(root, "runs"));
	cJSON *driver = cJSON_AddObjectToObject(cJSON_AddObjectToObject(run, "tool"), "driver");
	cJSON_AddStringToObject(driver, "name", "drift");
	cJSON_AddStringToObject(driver, "version", DRIFT_VERSION);
	cJSON *rules = cJSON_AddArrayToObject(driver, "rules");
	add_invocation(run, r);
	cJSON *results = cJSON_AddArrayToObject(run, "results");
	for (size_t i = 0; i < found.len; i++)
		add_finding(results, rules, r, &found.at[i]);
	char *text = cJSON_Print(root);
	fprintf(to, "%s\n", text);
	cJSON_free(text);
	cJSON_Delete(root);
	findings_free(&found);
}

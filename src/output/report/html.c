/* html.c: writing HTML and reading JSON. */
#include "output/report/html.h"

void html_bytes(FILE *to, const char *s, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		unsigned char c = (unsigned char)s[i];
		switch (c) {
		case '<': fputs("&lt;", to); break;
		case '>': fputs("&gt;", to); break;
		case '&': fputs("&amp;", to); break;
		case '"': fputs("&quot;", to); break;
		case '\t':
		case '\n': fputc(c, to); break;
		default:
			/* Controls are visible as the pictures Unicode has for them. */
			if (c < 32)
				fprintf(to, "&#x24%02X;", c);
			else
				fputc(c, to);
		}
	}
}

void html_text(FILE *to, const char *s)
{
	html_bytes(to, s, strlen(s));
}

void html_span(FILE *to, const char *tag, const char *class, const char *text)
{
	if (class)
		fprintf(to, "<%s class=\"%s\">", tag, class);
	else
		fprintf(to, "<%s>", tag);
	html_text(to, text);
	fprintf(to, "</%s>", tag);
}

const cJSON *json_at(const cJSON *of, const char *key)
{
	return cJSON_GetObjectItemCaseSensitive(of, key);
}

const char *json_text(const cJSON *of, const char *key)
{
	const char *s = cJSON_GetStringValue(json_at(of, key));
	return s ? s : "";
}

double json_number(const cJSON *of, const char *key)
{
	const cJSON *v = json_at(of, key);
	return cJSON_IsNumber(v) ? v->valuedouble : 0;
}

bool json_true(const cJSON *of, const char *key)
{
	return cJSON_IsTrue(json_at(of, key));
}

Verdict json_verdict(const cJSON *of)
{
	Verdict v;
	return verdict_parse(json_text(of, "verdict"), &v) ? v : VERDICT_NOTHING_KNOWN;
}

int json_length(const cJSON *of, const char *key)
{
	return cJSON_GetArraySize(json_at(of, key));
}

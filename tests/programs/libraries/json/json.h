/* json.h: values of JSON: parsed to a tree, printed without blanks. */
#ifndef JSON_H
#define JSON_H

enum json_kind { JSON_NULL, JSON_FALSE, JSON_TRUE, JSON_NUMBER, JSON_STRING, JSON_ARRAY };

typedef struct json {
	enum json_kind kind;
	int number;
	char *text;
	struct json *child; /* of an array: the first element */
	struct json *next;
} json;

/* NULL: the text is no value. */
json *json_parse(const char *text);
/* Allocated; NULL for NULL. */
char *json_print(const json *value);
void json_free(json *value);

#endif

/* json: checks a JSON text and prints it in a normal form.
 *
 * json < text. Builds a tree, then prints it without blanks; objects keep the last of several equal
 * keys, in the place of the first. Exit status: 0, 1 for a syntax error, 2 when nested too deeply.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_TEXT 64
#define MAX_DEPTH 3
#define MAX_STRING 16

enum kind { WORD, NUMBER, STRING, ARRAY, OBJECT };

struct value {
	enum kind kind;
	char text[MAX_STRING]; /* WORD, NUMBER, STRING */
	struct value *first;   /* ARRAY, OBJECT: members */
	struct value *next;    /* in the list that holds this value */
	char key[MAX_STRING];  /* in an object */
};

static char text[MAX_TEXT + 1];
static const char *at = text;

static struct value *parse_value(int depth);

static void fail(const char *what, int status)
{
	printf("error at %d: %s\n", (int)(at - text), what);
	exit(status);
}

static void blanks(void)
{
	while (*at == ' ' || *at == '\n' || *at == '\t' || *at == '\r')
		at++;
}

static int accept(char c)
{
	blanks();
	if (*at != c)
		return 0;
	at++;
	return 1;
}

static struct value *make(enum kind kind)
{
	struct value *v = calloc(1, sizeof *v);
	if (!v)
		exit(3);
	v->kind = kind;
	return v;
}

static void add_character(char *to, int *n, char c)
{
	if (*n == MAX_STRING - 1)
		fail("string too long", 1);
	to[(*n)++] = c;
	to[*n] = 0;
}

/* Reads a string after its quote, without translating escapes. */
static void parse_string(char *to)
{
	int n = 0;
	to[0] = 0;
	while (*at != '"') {
		if ((unsigned char)*at < ' ')
			fail("string not closed", 1);
		if (*at == '\\') {
			if (!at[1] || !strchr("\"\\/bfnrt", at[1]))
				fail("bad escape", 1);
			add_character(to, &n, *at++);
		}
		add_character(to, &n, *at++);
	}
	at++;
}

static void digits(char *to, int *n)
{
	if (*at < '0' || *at > '9')
		fail("digit expected", 1);
	while (*at >= '0' && *at <= '9')
		add_character(to, n, *at++);
}

static struct value *parse_number(void)
{
	struct value *v = make(NUMBER);
	int n = 0;
	if (*at == '-')
		add_character(v->text, &n, *at++);
	if (*at == '0')
		add_character(v->text, &n, *at++);
	else
		digits(v->text, &n);
	if (*at == '.') {
		add_character(v->text, &n, *at++);
		digits(v->text, &n);
	}
	if (*at == 'e' || *at == 'E') {
		add_character(v->text, &n, 'e');
		at++;
		if (*at == '+' || *at == '-')
			add_character(v->text, &n, *at++);
		digits(v->text, &n);
	}
	return v;
}

static struct value *parse_word(void)
{
	static const char *const words[] = {"true", "false", "null"};
	for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
		size_t n = strlen(words[i]);
		if (!strncmp(at, words[i], n)) {
			struct value *v = make(WORD);
			strcpy(v->text, words[i]);
			at += n;
			return v;
		}
	}
	fail("value expected", 1);
	return NULL;
}

static struct value *parse_array(int depth)
{
	struct value *v = make(ARRAY);
	struct value **link = &v->first;
	if (accept(']'))
		return v;
	do {
		*link = parse_value(depth + 1);
		link = &(*link)->next;
	} while (accept(','));
	if (!accept(']'))
		fail("] expected", 1);
	return v;
}

/* Puts a member into an object, or in place of one with the same key. */
static void add_member(struct value *object, struct value *member)
{
	struct value **link = &object->first;
	while (*link && strncmp((*link)->key, member->key, strlen(member->key)))
		link = &(*link)->next;
	struct value *old = *link;
	if (old)
		member->next = old->next;
	*link = member;
	free(old);
}

static struct value *parse_object(int depth)
{
	struct value *v = make(OBJECT);
	char key[MAX_STRING];
	if (accept('}'))
		return v;
	do {
		if (!accept('"'))
			fail("key expected", 1);
		parse_string(key);
		if (!accept(':'))
			fail(": expected", 1);
		struct value *member = parse_value(depth + 1);
		strcpy(member->key, key);
		add_member(v, member);
	} while (accept(','));
	if (!accept('}'))
		fail("} expected", 1);
	return v;
}

static struct value *parse_value(int depth)
{
	if (depth > MAX_DEPTH)
		fail("too deep", 2);
	if (accept('['))
		return parse_array(depth);
	if (accept('{'))
		return parse_object(depth);
	if (accept('"')) {
		struct value *v = make(STRING);
		parse_string(v->text);
		return v;
	}
	if (*at == '-' || (*at >= '0' && *at <= '9'))
		return parse_number();
	return parse_word();
}

static void print(const struct value *v)
{
	if (v->kind == STRING) {
		printf("\"%s\"", v->text);
		return;
	}
	if (v->kind == WORD || v->kind == NUMBER) {
		printf("%s", v->text);
		return;
	}
	putchar(v->kind == ARRAY ? '[' : '{');
	for (const struct value *m = v->first; m; m = m->next) {
		if (v->kind == OBJECT)
			printf("\"%s\":", m->key);
		print(m);
		if (m->next)
			putchar(',');
	}
	putchar(v->kind == ARRAY ? ']' : '}');
}

int main(void)
{
	text[fread(text, 1, MAX_TEXT, stdin)] = 0;
	struct value *v = parse_value(1);
	blanks();
	if (*at)
		fail("end expected", 1);
	print(v);
	putchar('\n');
	return 0;
}

/* tokens: splits a small language into tokens.
 *
 * tokens < text prints one token a line: kind, place and text. Names, numbers (decimal, 0x, octal),
 * strings with escapes, operators of one or two characters, and comments (slash star, slash slash),
 * which are counted only. Exit status: number of errors.
 */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define MAX_TEXT 64

static char text[MAX_TEXT + 1];
static int at;         /* next character */
static int line = 1;   /* of the next character */
static int column = 1; /* of the next character */
static int errors, comments, tokens;

static const char *const keywords[] = {"if", "do", "a0"};
static const char *const operators[] = {"==", "=<", "/=", "<<", "*=", "=", "<", "/", "*"};

static void advance(void)
{
	if (text[at] == '\n') {
		line++;
		column = 1;
	} else {
		column++;
	}
	at++;
}

static void error(const char *what)
{
	printf("error %d:%d %s\n", line, column, what);
	errors++;
}

static void emit(const char *kind, int from, int at_line, int at_column)
{
	printf("%s %d:%d %.*s\n", kind, at_line, at_column, at - from, text + from);
	tokens++;
}

static int is_keyword(int from)
{
	for (size_t i = 0; i < sizeof keywords / sizeof keywords[0]; i++)
		if ((int)strlen(keywords[i]) == at - from && !strncmp(keywords[i], text + from, at - from))
			return 1;
	return 0;
}

static void read_name(void)
{
	int from = at, at_line = line, at_column = column;
	while (isalnum((unsigned char)text[at]) || text[at] == '_')
		advance();
	emit(is_keyword(from) ? "keyword" : "name", from, at_line, at_column);
}

static void read_number(void)
{
	int from = at, at_line = line, at_column;
	const char *kind = "decimal";
	int base = 10, digits = 0;
	if (text[at] == '0') {
		base = 8;
		kind = "octal";
		if (text[at + 1] == 'x') {
			base = 16;
			kind = "hex";
			advance();
			advance();
		}
	}
	at_column = column;
	while (isxdigit((unsigned char)text[at])) {
		int c = text[at];
		int digit = c <= '9' ? c - '0' : (c | 32) - 'a' + 10;
		if (digit >= base)
			break;
		digits++;
		advance();
	}
	if (digits == 0)
		error("no digits");
	else if (isalnum((unsigned char)text[at]))
		error("bad digit");
	emit(kind, from, at_line, at_column);
}

static void read_string(void)
{
	int from = at, at_line = line, at_column = column;
	advance();
	while (text[at] != '"') {
		if (!text[at] || text[at] == '\n') {
			error("string not closed");
			return;
		}
		if (text[at] == '\\' && text[at + 1])
			advance();
		advance();
	}
	advance();
	emit("string", from, at_line, at_column);
}

static void skip_comment(void)
{
	int block = text[at + 1] == '*';
	advance();
	advance();
	while (text[at]) {
		if (!block && text[at] == '\n')
			break;
		if (block && text[at] == '*' && text[at + 1] == '/') {
			advance();
			advance();
			comments++;
			return;
		}
		advance();
	}
	if (block)
		error("comment not closed");
	else
		comments++;
}

static void read_operator(void)
{
	int from = at, at_line = line, at_column = column;
	for (size_t i = 0; i < sizeof operators / sizeof operators[0]; i++) {
		size_t n = strlen(operators[i]);
		if (strncmp(operators[i], text + at, n))
			continue;
		while (n-- > 0)
			advance();
		emit("operator", from, at_line, at_column);
		return;
	}
	error("unknown character");
	advance();
}

static void read_all(void)
{
	while (text[at]) {
		unsigned char c = (unsigned char)text[at];
		if (isspace(c))
			advance();
		else if (isalpha(c) || c == '_')
			read_name();
		else if (isdigit(c))
			read_number();
		else if (c == '"')
			read_string();
		else if (c == '/' && (text[at + 1] == '/' || text[at + 1] == '*'))
			skip_comment();
		else
			read_operator();
	}
}

int main(void)
{
	size_t n = fread(text, 1, MAX_TEXT, stdin);
	text[n] = 0;
	read_all();
	printf("%d tokens, %d comments\n", tokens, comments);
	return errors;
}

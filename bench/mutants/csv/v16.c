/* csv: reads comma-separated values and prints them as a table.
 *
 * csv SEPARATOR < file. Fields may be quoted; a quote inside is doubled; quoted fields may hold
 * newlines. Prints every record with its fields in brackets, then sums of columns that hold numbers
 * only. Exit status: 0, 1 for records of different size, 2 for a bad quote.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_FIELDS 4
#define MAX_FIELD 16

struct column {
	int sum;
	int numeric; /* all fields so far are numbers */
};

static char fields[MAX_FIELDS][MAX_FIELD];
static int n_fields;
static struct column columns[MAX_FIELDS];
static int records, width, ragged;
static int separator;

static void fail(const char *what)
{
	printf("record %d: %s\n", records + 1, what);
	exit(2);
}

static void put(int *n, int c)
{
	if (*n < MAX_FIELD - 1)
		fields[n_fields][(*n)++] = (char)c;
}

/* Reads a quoted field after its quote; returns the character behind it. */
static int read_quoted(int *n)
{
	for (;;) {
		int c = getchar();
		if (c == EOF)
			fail("quote not closed");
		if (c == '"') {
			c = getchar();
			if (c != '"')
				return c;
		}
		put(n, c);
	}
}

/* Reads one field; returns the character that ended it. */
static int read_field(void)
{
	int n = 0;
	int c = getchar();
	if (n_fields == MAX_FIELDS)
		fail("too many fields");
	if (c == '"') {
		c = read_quoted(&n);
		if (c != separator && c != '\n' && c != EOF)
			fail("text after quote");
	} else {
		while (c != separator && c != '\n' && c != EOF) {
			if (c == '"')
				fail("quote inside field");
			put(&n, c);
			c = getchar();
		}
	}
	fields[n_fields++][n] = 0;
	return c;
}

static int is_number(const char *s)
{
	if (*s == '-')
		s++;
	if (!*s)
		return 0;
	for (; *s; s++)
		if (!isdigit((unsigned char)*s))
			return 0;
	return 1;
}

static void add_to_columns(void)
{
	for (int i = 0; i < n_fields; i++) {
		struct column *c = &columns[i];
		if (records == 0)
			c->numeric = 1;
		if (is_number(fields[i]))
			c->sum += atoi(fields[i]);
		else
			c->numeric = 0;
	}
}

static void print_record(void)
{
	for (int i = 0; i < n_fields; i++)
		printf("[%s]", fields[i]);
	printf("\n");
}

/* Reads a record; 0 at the end of the file. */
static int read_record(void)
{
	signed char c = (signed char)getchar();
	if (c == EOF)
		return 0;
	ungetc(c, stdin);
	n_fields = 0;
	do
		c = read_field();
	while (c == separator);
	return 1;
}

int main(int argc, char **argv)
{
	separator = argc > 1 && argv[1][0] ? argv[1][0] : ',';
	if (separator == '"' || separator == '\n') {
		printf("bad separator\n");
		return 2;
	}
	while (read_record()) {
		if (records == 0)
			width = n_fields;
		else if (n_fields != width)
			ragged = 1;
		add_to_columns();
		print_record();
		records++;
	}
	for (int i = 0; i < width; i++)
		if (columns[i].numeric)
			printf("column %d: %d\n", i + 1, columns[i].sum);
	printf("%d records\n", records);
	return ragged;
}

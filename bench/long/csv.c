/* csv.c: a table of quoted and plain fields, read by getline, kept in blocks that grow; one column sorted.
 * long: --stdin @file:N=SEED
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Row {
	char **field;
	int n;
} Row;

static Row *rows;
static size_t n_rows, room;

/* The next field of a line; quotes are taken away. */
static char *next_field(char **at)
{
	char *from = *at, *to = from, *begin = from;
	int quoted = *from == '"';
	from += quoted;
	while (*from && (quoted || *from != ',')) {
		if (quoted && *from == '"' && *++from != '"') {
			quoted = 0;
			continue;
		}
		*to++ = *from++;
	}
	*at = *from ? from + 1 : NULL;
	*to = 0;
	return begin;
}

static void add_row(char *line)
{
	Row row = {0};
	while (line) {
		row.field = realloc(row.field, (size_t)(row.n + 1) * sizeof *row.field);
		row.field[row.n++] = strdup(next_field(&line));
	}
	if (n_rows == room) {
		room = room ? room * 2 : 4;
		rows = realloc(rows, room * sizeof *rows);
	}
	rows[n_rows++] = row;
}

static int by_first(const void *a, const void *b)
{
	return strcmp(((const Row *)a)->field[0], ((const Row *)b)->field[0]);
}

int main(void)
{
	char *line = NULL;
	size_t cap = 0;
	ssize_t n;
	long sum = 0;
	while ((n = getline(&line, &cap, stdin)) > 0) {
		if (line[n - 1] == '\n')
			line[n - 1] = 0;
		if (*line && *line != '#')
			add_row(line);
	}
	qsort(rows, n_rows, sizeof *rows, by_first);
	for (size_t i = 0; i < n_rows; i++)
		if (rows[i].n > 1)
			sum += atoi(rows[i].field[1]);
	if (n_rows)
		printf("%zu rows from %s to %s, %ld\n", n_rows, rows[0].field[0], rows[n_rows - 1].field[0],
			   sum);
	return sum < 0;
}

/* lines.c: lines of any length in a buffer that doubles, kept sorted by insertion, without doubles, printed.
 * long: --stdin @file:N=SEED
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Line {
	char *text;
	int times;
	struct Line *next;
} Line;

static char *buffer;
static size_t room;

static char *read_line(void)
{
	size_t n = 0;
	int c;
	while ((c = getchar()) != EOF && c != '\n') {
		if (n + 2 > room) {
			room = room ? room * 2 : 8;
			buffer = realloc(buffer, room);
		}
		buffer[n++] = (char)c;
	}
	if (c == EOF && !n)
		return NULL;
	if (!buffer)
		buffer = malloc(room = 8);
	buffer[n] = 0;
	return buffer;
}

int main(void)
{
	Line *first = NULL;
	char *text;
	while ((text = read_line())) {
		Line **at = &first;
		int order = 1;
		while (*at && (order = strcmp((*at)->text, text)) < 0)
			at = &(*at)->next;
		if (*at && !order) {
			(*at)->times++;
			continue;
		}
		Line *made = malloc(sizeof *made);
		*made = (Line){strdup(text), 1, *at};
		*at = made;
	}
	for (Line *l = first; l; l = l->next)
		printf("%4d %s\n", l->times, l->text);
	return 0;
}

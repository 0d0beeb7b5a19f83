/* blocks.c: reads *.blocks; the format is told in pair.h. */
#include <glob.h>
#include <stdlib.h>
#include <string.h>

#include "pair.h"

/* Text that grows by lines. */
static char *append(char *text, const char *line)
{
	size_t n = text ? strlen(text) : 0, m = strlen(line);
	char *longer = realloc(text, n + m + 1);
	if (!longer)
		abort();
	memcpy(longer + n, line, m + 1);
	return longer;
}

/* "= NAME CLASSES [wide] [text] [world] [named] [entry PROTOTYPE]" */
static void begin(Block *b, char *line)
{
	char *save, *proto = strstr(line, " entry ");
	if (proto) {
		*proto = 0;
		b->entry = append(NULL, proto + 7);
	}
	b->name = append(NULL, strtok_r(line + 1, " ", &save));
	b->classes = append(NULL, "");
	for (char *w; (w = strtok_r(NULL, " ", &save));) {
		if (!strcmp(w, "wide"))
			b->wide = true;
		else if (!strcmp(w, "world"))
			b->world = true;
		else if (!strcmp(w, "text"))
			b->text = true;
		else if (!strcmp(w, "named"))
			b->named = true;
		else
			b->classes = append(append(b->classes, " "), w);
	}
	b->decls = append(NULL, "");
	b->body = append(NULL, "");
}

static bool read_file(Blocks *all, const char *path)
{
	FILE *f = fopen(path, "r");
	if (!f) {
		perror(path);
		return false;
	}
	char *line = NULL;
	size_t room = 0;
	Block *b = NULL;
	bool body = false, good = true;
	while (good && getline(&line, &room, f) > 0) {
		if (*line == '=') {
			line[strcspn(line, "\n")] = 0;
			good = all->count < MAX_BLOCKS;
			if (good)
				begin(b = &all->list[all->count++], line);
			body = false;
		} else if (!b || (*line == '#' && line[1] == ' ')) {
			continue;
		} else if (*line == '!') {
			line[strcspn(line, "\n")] = 0;
			unsigned i = 0;
			while (i + 1 < MAX_TRIES && b->tries[i])
				i++;
			b->tries[i] = append(NULL, line + 2);
		} else if (!strcmp(line, ":\n")) {
			body = true;
		} else if (*line != '\n') {
			char **to = body ? &b->body : &b->decls;
			*to = append(*to, line);
		}
	}
	free(line);
	fclose(f);
	return good;
}

bool blocks_read(Blocks *b, const char *dir)
{
	char *pattern = append(append(NULL, dir), "/*.blocks");
	glob_t g;
	bool good = glob(pattern, 0, NULL, &g) == 0;
	for (size_t i = 0; good && i < g.gl_pathc; i++)
		good = read_file(b, g.gl_pathv[i]);
	if (!good || !b->count)
		fprintf(stderr, "verdict_pair: no blocks in %s\n", dir);
	globfree(&g);
	free(pattern);
	return good && b->count;
}

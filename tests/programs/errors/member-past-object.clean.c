/* member-past-object.clean.c: the text fits. */
#include <stdio.h>
#include <stdlib.h>

struct msg {
	int len;
	char text[12];
};

static void fill(struct msg *m, int n)
{
	m->len = n;
	for (int i = 0; i < n; i++)
		m->text[i] = (char)('a' + i);
}

int main(void)
{
	struct msg *m = malloc(sizeof *m);
	if (!m)
		return 3;
	fill(m, 12);
	printf("%d %c\n", m->len, m->text[0]);
	free(m);
	puts("done");
	return 0;
}

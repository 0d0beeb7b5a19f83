/* return-write.c: a buffer on a dead frame is written through a struct. */
#include <stdio.h>

struct stream {
	char *buf;
	int n;
};

static void put(struct stream *s, char c)
{
	s->buf[s->n++] = c;
}

static void open_stream(struct stream *s)
{
	char buf[32];
	s->buf = buf;
	s->n = 0;
	put(s, 'a');
}

int main(void)
{
	struct stream s;
	open_stream(&s);
	put(&s, 'b');
	printf("%d\n", s.n);
	puts("done");
	return 0;
}

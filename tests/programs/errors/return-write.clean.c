/* return-write.clean.c: the buffer lives in the caller. */
#include <stdio.h>

struct stream {
	char *buf;
	int n;
};

static void put(struct stream *s, char c)
{
	s->buf[s->n++] = c;
}

static void open_stream(struct stream *s, char *buf)
{
	s->buf = buf;
	s->n = 0;
	put(s, 'a');
}

int main(void)
{
	struct stream s;
	char buf[32];
	open_stream(&s, buf);
	put(&s, 'b');
	printf("%d\n", s.n);
	puts("done");
	return 0;
}

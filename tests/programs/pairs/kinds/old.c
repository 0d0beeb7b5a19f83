/* The upper half of a byte says of which kind a message is; how it is read is told apart by few
 * messages. */
#include <stdio.h>
#include <stdlib.h>

struct Reader {
	unsigned head; /* as it came */
	int signs;     /* numbers may be negative */
	int base;
	int limit;
};

static void begin(struct Reader *r, unsigned head, int flags)
{
	unsigned kind = head & 0xf0;
	r->head = head;
	r->base = flags & 1 ? 8 : 10;
	r->limit = 99;
	if (flags & 2)
		r->limit = 9;
	if (flags & 4)
		r->limit *= 3;
	if (flags > 40 && flags < 50)
		r->limit--;
	r->signs = 0;
	if (kind == 0x20 || kind == 0x60)
		r->signs = 1;
}

/* Numbers between semicolons, each with a letter: "12a;7b;" */
static int read_all(const char *s, const struct Reader *r)
{
	int sum = 0;
	while (*s) {
		int n = 0, minus = 0, digits = 0;
		while (*s == ' ')
			s++;
		if (*s == '-') {
			minus = r->signs;
			s++;
		}
		for (; *s >= '0' && *s < '0' + r->base; s++, digits++)
			n = n * r->base + *s - '0';
		if (!digits || n > r->limit)
			return -1;
		if (*s == 'x')
			n *= 2;
		else if (*s != 'y')
			return -1;
		if (*++s != ';')
			return -1;
		s++;
		sum += minus ? 1000 - n : n;
	}
	return sum;
}

int main(int argc, char **argv)
{
	struct Reader r;
	if (argc != 4)
		return 2;
	begin(&r, (unsigned)atoi(argv[1]), atoi(argv[2]));
	int sum = read_all(argv[3], &r);
	if (sum < 0)
		return 1;
	printf("%d\n", sum);
	if (sum == 77)
		printf("%u\n", r.head);
	return 0;
}

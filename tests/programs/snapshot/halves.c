/* Which bytes of a record are set says the input: by an index, by a length, by a copy of both. Lengths
 * of strings in it are found at once where all bytes are plain. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct Record {
	char name[8];
	short code;
	unsigned low : 3, high : 5;
} Record;

static volatile int busy;

static void work(int n)
{
	for (int i = 0; i < n; i++)
		busy += i;
}

static int use(const Record *r)
{
	Record mine = *r; /* half of it */
	char local[64];
	work(80);
	local[r->name[0] & 15] = 1;
	work(80);
	return mine.low + (local[3] == 1);
}

int main(void)
{
	char line[8];
	Record *r = malloc(2 * sizeof *r);
	long n = read(0, line, 5);
	if (n < 0)
		return 1;
	char *empty = malloc(8);
	empty[n] = 0; /* the first, if the input is empty */
	work(200);
	if (line[0] == 'd')
		work(50);
	size_t length = strlen(empty);
	memcpy(r->name, line, 4);
	r->name[n] = 0;
	r->low = 2;
	work(200);
	length += strlen(r->name);
	work(200);
	if (r->name[0] == 'a')
		length += 10;
	*(short *)((char *)r + 8 + (n & 2)) = 7; /* code, or what is behind it */
	work(200);
	if (r->name[1] == 'b')
		length += (size_t)r->code;
	r[1] = r[0];
	r = realloc(r, 64 * sizeof *r);
	work(200);
	if (n > 2 && r[1].name[n - 1] == 'c')
		length++;
	printf("%zu %d\n", length, use(&r[1]));
	free(empty);
	free(r);
	return 0;
}

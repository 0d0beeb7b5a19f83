/* fields.c: bit fields of which some were never set, beside others that depend on the input. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct flags {
	unsigned kind : 4;
	unsigned open : 1; /* never set in main */
	unsigned deep : 3;
	unsigned rest : 24; /* likewise */
};

static unsigned kind_of(struct flags f)
{
	return f.kind;
}

int main(void)
{
	unsigned char in[3] = {0};
	struct flags f, copy;
	if (read(0, in, sizeof in) < 0)
		return 1;
	f.kind = in[0];
	f.deep = in[1];
	memcpy(&copy, &f, sizeof f);
	if (copy.kind == 5) /* defined */
		puts("five");
	if (kind_of(copy) > 9) /* defined */
		puts("more");
	if (copy.deep & 2) /* defined */
		puts("deep");
	if (copy.open) /* undefined */
		puts("open");
	if (copy.rest & in[2]) /* undefined, unless the mask is 0 */
		puts("rest");
	copy.open = 1;
	if (copy.open) /* defined */
		puts("set");
	return 0;
}

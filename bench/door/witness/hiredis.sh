# No program that reads replies shows the patch where size_t has 64 bits: read.c refuses more than INT_MAX elements before it
# calls the changed function, so the parameter never held more than an int, and the new test is never true.
cat >use.c <<'C'
#include "hiredis.h"
#include <stdio.h>
#include <string.h>
int main(void)
{
	const char *text = "*4611686018427387905\r\n";
	void *reply = 0;
	redisReader *reader = redisReaderCreate();
	redisReaderFeed(reader, text, strlen(text));
	int status = redisReaderGetReply(reader, &reply);
	printf("%d %s\n", status, reader->errstr);
}
C
make libhiredis.a >&2 && cc -w -I. -o use use.c libhiredis.a >&2 && ./use

/* Stores the data of packets: flags, sequence number and data, three words each. The check in
 * store is wrong in both versions. OLD ignores packets without data, so a flow always begins with
 * the number of its first data, and the check never applies. NEW begins a flow with a SYN packet. */
#include <stdio.h>
#include <stdlib.h>

enum { SYN = 2, ACK = 16 };

struct flow {
	int used;
	int first; /* sequence number */
	int bytes;
};

static struct flow flow;

static void begin(int seq)
{
	flow.used = 1;
	flow.first = seq;
	flow.bytes = 0;
}

static void store(int flags, int seq, const char *data)
{
	if (flow.first != seq && !(flags & ACK))
		return; /* should warn and go on */
	for (const char *at = data; *at; at++)
		flow.bytes++;
	printf("%d %s\n", flow.bytes, data);
}

static void packet(int flags, int seq, const char *data)
{
	if (flags & SYN)
		begin(seq);
	if (!*data)
		return;
	if (!flow.used && !(flags & SYN))
		begin(seq);
	store(flags, seq, data);
}

int main(int argc, char **argv)
{
	for (int i = 1; i + 2 < argc; i += 3)
		packet(atoi(argv[i]), atoi(argv[i + 1]), argv[i + 2]);
	printf("%d bytes\n", flow.bytes);
	return 0;
}

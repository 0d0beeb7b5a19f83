/* inet_text.c: Internet addresses to text and back; device numbers; catalogues that are not there.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <nl_types.h>
#include <sched.h>
#include <stdio.h>
#include <sys/sysmacros.h>

static const char *const v4[] = {"1.2.3.4",   "127.1",      "0x7f.0.0.1", "010.0.0.1",
								 "256.1.1.1", "1.2.3",      "1.2.3.4.5",  "",
								 "1..2",      "4294967295", "1.2.3.04",   " 1.2.3.4",
								 "1.2.3.4 ",  "1.65536",    "1.2.65535",  "a.b.c.d"};
static const char *const v6[] = {"::",
								 "::1",
								 "1::",
								 "fe80::1:2",
								 "1:2:3:4:5:6:7:8",
								 "1:2:3:4:5:6:7",
								 "1::2::3",
								 "::1.2.3.4",
								 "::ffff:10.0.0.1",
								 "1:2:3:4:5:6:1.2.3.4",
								 "12345::",
								 ":1",
								 "1:",
								 "::g",
								 "2001:db8:0:0:1:0:0:1",
								 "0:0:0:0:0:0:0:0",
								 "1:0:0:4:0:0:0:8",
								 "::1.2.3",
								 "1:2:3:4:5:6:7::",
								 "::2:3:4:5:6:7:8",
								 "",
								 "1:2:3:4:5:6:7:8:9"};

int main(void)
{
	char text[64];
	unsigned char bytes[16];

	for (size_t i = 0; i < sizeof v4 / sizeof v4[0]; i++) {
		struct in_addr a = {0};
		int r = inet_aton(v4[i], &a);
		printf("%s: %d %x", v4[i], r, a.s_addr);
		printf(" %s %x", inet_ntoa(a), inet_addr(v4[i]));
		printf(" %d\n", inet_pton(AF_INET, v4[i], bytes));
	}
	for (size_t i = 0; i < sizeof v6 / sizeof v6[0]; i++) {
		int r = inet_pton(AF_INET6, v6[i], bytes);
		printf("%s: %d", v6[i], r);
		if (r == 1)
			printf(" %s", inet_ntop(AF_INET6, bytes, text, sizeof text));
		puts("");
	}
	errno = 0;
	printf("%d %d\n", inet_ntop(AF_INET, bytes, text, 4) == NULL, errno);
	errno = 0;
	printf("%d", inet_pton(99, "x", bytes));
	printf(" %d\n", errno);
	printf("%x %x %x\n", htonl(0x12345678), htons(0x1234), ntohl(1));
	dev_t d = makedev(0x12345, 0x6789ab);
	printf("%lx %x %x\n", (unsigned long)d, major(d), minor(d));
	errno = 0;
	nl_catd c = catopen("none", 0);
	printf("%d %d %s\n", c == (nl_catd)-1, errno, catgets(c, 1, 1, "default"));
	printf("%d %d %d\n", sched_get_priority_max(SCHED_FIFO), sched_get_priority_min(SCHED_OTHER),
		   sched_get_priority_max(77));
	return 0;
}

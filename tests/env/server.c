/* server.c: an HTTP server on the port of its first argument; its pid goes to the file of the
 * second. */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static int fail(const char *what)
{
	fprintf(stderr, "cannot start (%s)\n", what);
	return 1;
}

int main(int argc, char **argv)
{
	static const char reply[] = "HTTP/1.0 200 OK\r\nContent-Length: 3\r\n\r\nok\n";
	struct sockaddr_in a = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	int one = 1, s = socket(AF_INET, SOCK_STREAM, 0);
	a.sin_port = htons(argc > 1 ? (unsigned short)atoi(argv[1]) : 8080);
	setsockopt(s, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
	if (argc > 2) {
		FILE *f = fopen(argv[2], "w");
		if (!f)
			return fail("pid file");
		fprintf(f, "%d\n", (int)getpid());
		if (fclose(f) != 0)
			return fail("pid file");
	}
	if (bind(s, (struct sockaddr *)&a, sizeof a) != 0 || listen(s, 5) != 0)
		return fail("socket");
	for (;;) {
		char request[1000];
		int c = accept(s, NULL, NULL);
		if (c < 0)
			continue;
		if (read(c, request, sizeof request) > 0 && write(c, reply, strlen(reply)) < 0)
			perror("write");
		close(c);
	}
}

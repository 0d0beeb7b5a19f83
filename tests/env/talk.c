/* talk.c: connects to the port that the file of its first argument names, without blocking, sends
 * the line of the file of its second, and succeeds if the answer begins with "welcome". */
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static int read_line(const char *path, char *to, int size)
{
	FILE *f = fopen(path, "r");
	int ok = f && fgets(to, size, f) != NULL;
	if (f)
		fclose(f);
	return ok;
}

int main(int argc, char **argv)
{
	char port[32], word[64], answer[64] = "";
	struct sockaddr_in a = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	if (argc < 3 || !read_line(argv[1], port, sizeof port) ||
		!read_line(argv[2], word, sizeof word))
		return 2;
	a.sin_port = htons((unsigned short)atoi(port));
	int s = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0), error = 0;
	socklen_t len = sizeof error;
	struct pollfd p = {.fd = s, .events = POLLOUT};
	if (connect(s, (struct sockaddr *)&a, sizeof a) != 0 && errno != EINPROGRESS)
		return 3;
	if (poll(&p, 1, 5000) != 1 || getsockopt(s, SOL_SOCKET, SO_ERROR, &error, &len) != 0 || error)
		return 3;
	if (send(s, word, strlen(word), MSG_NOSIGNAL) < 0)
		return 4;
	p.events = POLLIN;
	if (poll(&p, 1, 5000) != 1 || recv(s, answer, sizeof answer - 1, 0) < 0)
		return 4;
	return strncmp(answer, "welcome", 7) != 0;
}

/* hosts.c: looks a host name up. */
#include <netdb.h>
#include <stdio.h>
#include <sys/socket.h>

int main(int argc, char **argv)
{
	struct addrinfo want = {.ai_family = AF_INET, .ai_socktype = SOCK_STREAM}, *list = NULL;
	int e = argc > 1 ? getaddrinfo(argv[1], "80", &want, &list) : EAI_NONAME;
	if (e) {
		fprintf(stderr, "%s\n", gai_strerror(e));
		return 1;
	}
	freeaddrinfo(list);
	return 0;
}

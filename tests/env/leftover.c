/* leftover.c: listens at the local socket of the first argument and leaves it behind. */
#include <stdio.h>
#include <sys/socket.h>
#include <sys/un.h>

int main(int argc, char **argv)
{
	struct sockaddr_un a = {.sun_family = AF_UNIX};
	int s = socket(AF_UNIX, SOCK_STREAM, 0);
	snprintf(a.sun_path, sizeof a.sun_path, "%s", argc > 1 ? argv[1] : "socket");
	return bind(s, (struct sockaddr *)&a, sizeof a) != 0 || listen(s, 5) != 0;
}

/* pair.c: starts a server of its own on the port of its first argument and asks it something; the
 * server wants the file of the second to say yes. */
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { TRIES = 20 };

static int serve(const struct sockaddr_in *any, const char *setting)
{
	char byte = 0;
	int one = 1, s = socket(AF_INET, SOCK_STREAM, 0), fd = open(setting, O_RDONLY);
	if (fd < 0 || read(fd, &byte, 1) != 1 || byte != 'y')
		return 2;
	setsockopt(s, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
	if (bind(s, (const struct sockaddr *)any, sizeof *any) != 0 || listen(s, 5) != 0)
		return 3;
	int c = accept(s, NULL, NULL);
	return c < 0 || write(c, "!", 1) != 1;
}

int main(int argc, char **argv)
{
	struct sockaddr_in a = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_ANY)};
	char byte = 0;
	a.sin_port = htons(argc > 1 ? (unsigned short)atoi(argv[1]) : 8080);
	pid_t pid = fork();
	if (pid == 0)
		_exit(serve(&a, argc > 2 ? argv[2] : ""));
	a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	for (int i = 0; i < TRIES && byte != '!'; i++) {
		int s = socket(AF_INET, SOCK_STREAM, 0);
		usleep(50000);
		if (connect(s, (struct sockaddr *)&a, sizeof a) == 0 && read(s, &byte, 1) != 1)
			byte = 0;
		close(s);
	}
	kill(pid, SIGTERM);
	waitpid(pid, NULL, 0);
	return byte != '!';
}

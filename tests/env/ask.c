/* ask.c: asks somebody on the port of its first argument, with a question that no two runs ask the
 * same, and waits for the answer to that; then the file of the second must say yes. */
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	struct sockaddr_in a = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	unsigned question = 0, answer = 0;
	char line[8];
	int s = socket(AF_INET, SOCK_DGRAM, 0);
	a.sin_port = htons(argc > 1 ? (unsigned short)atoi(argv[1]) : 8080);
	if (getrandom(&question, sizeof question, 0) != sizeof question)
		return 2;
	question |= 1;
	if (connect(s, (struct sockaddr *)&a, sizeof a) == 0 &&
		send(s, &question, sizeof question, 0) == sizeof question)
		while (answer != question && recv(s, &answer, sizeof answer, 0) >= 0)
			;
	int fd = open(argc > 2 ? argv[2] : "", O_RDONLY);
	return fd < 0 || read(fd, line, sizeof line - 1) <= 0 || line[0] != 'y';
}

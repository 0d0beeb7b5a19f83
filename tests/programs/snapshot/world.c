// What a run has done before it decides: output, descriptors, signals, positions, jumps, files.
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static jmp_buf back;
static int caught;

static void on_signal(int number)
{
	caught += number;
}

static int stale(int depth)
{
	int unset[4];
	if (depth)
		unset[depth & 3] = depth;
	return unset[1] == 7; // of a former call, or never set
}

static void use(const char *s)
{
	int here[4] = {7, 7, 7, s[0]};
	if (here[3] == 'z')
		puts("z");
}

int main(int argc, char **argv)
{
	struct stat st;
	char text[16] = "";
	int copy = dup(1), in = argc > 1 ? open(argv[1], O_RDONLY) : 0;
	volatile int tries = 0;
	signal(SIGUSR1, on_signal);
	umask(077);
	if (argc < 3 || in < 0)
		return 9;
	printf("%c then", argv[2][0]); // output that is the input's
	fflush(stdout);
	raise(SIGUSR1);
	if (fstat(in, &st) == 0 && st.st_size > 2)
		write(copy, "long\n", 5);
	lseek(in, 0, SEEK_END);
	lseek(in, 1, SEEK_SET);
	ssize_t got = read(in, text, sizeof text - 1);
	if (got > 0 && text[0] == argv[2][0])
		puts("same");
	if (setjmp(back) == 0 && argv[2][0] == 'j') {
		tries++;
		longjmp(back, 1);
	}
	use(argv[2]);
	if (argv[2][0] && argv[2][1] == '!' && stale(0))
		puts("stale");
	int sum = argv[2][0] * 20000000 + 1; // overflows for some
	if (argv[2][0] && argv[2][1] == 's')
		printf("%d\n", sum != 0);
	if (argv[2][0] == 'w') {
		FILE *f = fopen("made", "w");
		fputs(argv[2], f);
		fclose(f);
		f = fopen("made", "r");
		if (f && fgets(text, sizeof text, f) && text[1] == 'x')
			puts("wx");
	}
	if (argv[2][0] && argv[2][1] == 't')
		printf("%d %d\n", caught, time(NULL) > 0);
	errno = tries;
	close(copy);
	return argv[2][0] == 'r' ? rand() & 63 : errno;
}

/* A file mapped with a length of two pages: its last page is read to the end. */
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

static int sum(const char *at, size_t n)
{
	int s = 0;
	for (size_t i = 0; i < n; i++)
		s += at[i];
	return s;
}

int main(void)
{
	int f = open("mapped", O_RDWR | O_CREAT, 0644);
	if (f < 0 || write(f, "abc", 3) != 3)
		return 2;
	const char *at = mmap(NULL, 8192, PROT_READ, MAP_PRIVATE, f, 0);
	if (at == MAP_FAILED)
		return 2;
	printf("%d\n", sum(at, 4096));
	munmap((void *)at, 8192);
	close(f);
	unlink("mapped");
	puts("done");
	return 0;
}

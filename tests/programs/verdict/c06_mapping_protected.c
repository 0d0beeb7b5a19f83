// c06_mapping_protected: the right to write is taken away, and given back
// options: -- @str:1=a
// try: x
// expect: different
#include <sys/mman.h>
int main(int argc, char **argv)
{
	char *p = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (p == MAP_FAILED)
		return 9;
	p[0] = 5;
	mprotect(p, 4096, PROT_READ);
	if (argv[argc - 1][0] == 'x')
		mprotect(p, 4096, PROT_READ | PROT_WRITE); //OLD
		mprotect(p, 4096, PROT_READ); //NEW
	if (argv[argc - 1][0] == 'x' && p[0] == 5)
		p[0] = 1;
	return p[0];
}

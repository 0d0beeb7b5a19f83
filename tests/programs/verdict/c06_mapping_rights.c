// c06_mapping_rights: memory that is mapped for reading only
// options: -- @str:1=a
// try: x
// expect: different
#include <sys/mman.h>
int main(int argc, char **argv)
{
	int rights = PROT_READ | PROT_WRITE; //OLD
	int rights = PROT_READ; //NEW
	char *p = mmap(0, 4096, rights, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (p == MAP_FAILED || p[1])
		return 9;
	if (argv[argc - 1][0] == 'x')
		p[1] = 1;
	return 0;
}

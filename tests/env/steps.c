/* steps.c: makes a directory, writes, renames and reads back a file in it, then reads a setting. */
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int reads(const char *path, const char *want)
{
	char line[100] = "";
	FILE *f = fopen(path, "r");
	if (!f || !fgets(line, sizeof line, f))
		line[0] = 0;
	if (f)
		fclose(f);
	return !strcmp(line, want);
}

int main(int argc, char **argv)
{
	char dir[200], a[220], b[220];
	if (argc < 3)
		return 2;
	snprintf(dir, sizeof dir, "%s/work", argv[1]);
	snprintf(a, sizeof a, "%s/a", dir);
	snprintf(b, sizeof b, "%s/b", dir);
	if (mkdir(dir, 0755) != 0)
		return 3;
	FILE *f = fopen(a, "w");
	if (!f || fputs("inside\n", f) < 0 || fclose(f) != 0 || rename(a, b) != 0)
		return 4;
	int setting = reads(argv[2], "yes\n"), back = reads(b, "inside\n");
	if (unlink(b) != 0 || rmdir(dir) != 0 || !back)
		return 5;
	return setting ? 0 : 1;
}

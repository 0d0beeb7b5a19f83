/* checks.c: independent checks of twelve readings; the verdict is that of one.
 *
 * checks WHICH R1 ... R12 grades all readings and prints the verdict of the pair number WHICH. What
 * the other pairs came to is computed and kept, as in programs that fill a table and show a line of
 * it.
 */
#include <stdio.h>
#include <stdlib.h>

enum { PAIRS = 6 };

enum verdict { GOOD, DRIFTING, NOISY, BROKEN };

static const char *const names[] = {"good", "drifting", "noisy", "broken"};

static int readings[PAIRS][2];
static enum verdict verdicts[PAIRS];

static enum verdict judge(int a, int b)
{
	if (a < 0 || b < 0)
		return BROKEN;
	if (a > b)
		return a - b > 10 ? NOISY : DRIFTING;
	return b - a > 10 ? NOISY : GOOD;
}

int main(int argc, char **argv)
{
	if (argc != 2 + 2 * PAIRS) {
		fprintf(stderr, "usage: checks WHICH and %d readings\n", 2 * PAIRS);
		return 2;
	}
	int which = atoi(argv[1]);
	for (int i = 0; i < 2 * PAIRS; i++)
		readings[i / 2][i % 2] = atoi(argv[i + 2]);
	for (int i = 0; i < PAIRS; i++)
		verdicts[i] = judge(readings[i][0], readings[i][1]);
	if (which < 0 || which >= PAIRS) {
		puts("no such pair");
		return 1;
	}
	puts(names[verdicts[which]]);
	return 0;
}

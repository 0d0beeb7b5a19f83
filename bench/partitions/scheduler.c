/* scheduler.c: processes with priorities and times under a driver.
 *
 * scheduler PRIORITY TIME PRIORITY TIME ... runs the process of the highest priority until it is
 * done, lowering its priority after each slice, and prints in which slice the first process ended.
 * The waiting times, the longest queue and the late ones are accounted for and not printed.
 */
#include <stdio.h>
#include <stdlib.h>

enum { MAX_PROCESSES = 4, MAX_SLICES = 8, PATIENCE = 3 };

struct process {
	int priority;
	int left;   /* slices that it still needs */
	int waited; /* slices in which another one ran */
	int ended;  /* number of the slice, 0: not yet */
};

struct account {
	int late;    /* processes that waited longer than PATIENCE */
	int longest; /* time that one asked for */
	int urgent;  /* slices given to a priority above 5 */
	int idle;
};

static struct process all[MAX_PROCESSES];
static struct account account;
static int n;

static int choose(void)
{
	int best = -1;
	for (int i = 0; i < n; i++)
		if (all[i].left > 0 && (best < 0 || all[i].priority > all[best].priority))
			best = i;
	return best;
}

static void slice(int number)
{
	int k = choose();
	if (k < 0) {
		account.idle++;
		return;
	}
	if (all[k].priority > 5)
		account.urgent++;
	all[k].left--;
	all[k].priority--;
	if (all[k].left == 0)
		all[k].ended = number;
	for (int i = 0; i < n; i++)
		if (i != k && all[i].left > 0)
			all[i].waited++;
}

static void close_account(void)
{
	for (int i = 0; i < n; i++) {
		if (all[i].waited > PATIENCE)
			account.late++;
		if (all[i].priority < -2)
			account.idle--;
	}
}

int main(int argc, char **argv)
{
	if (argc < 3 || argc % 2 == 0 || (argc - 1) / 2 > MAX_PROCESSES) {
		fprintf(stderr, "usage: scheduler PRIORITY TIME...\n");
		return 2;
	}
	for (n = 0; 2 * n + 2 < argc; n++) {
		all[n].priority = atoi(argv[2 * n + 1]);
		all[n].left = atoi(argv[2 * n + 2]);
		if (all[n].left > account.longest)
			account.longest = all[n].left;
	}
	for (int i = 1; i <= MAX_SLICES; i++)
		slice(i);
	close_account();
	printf("%d\n", all[0].ended);
	return 0;
}

/* balance.c: a statement of account: each line is booked and printed with the balance so far.
 * long: --stdin @file:N=SEED
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	char line[128];
	long balance = 0, lowest = 0;
	int n = 0;
	while (fgets(line, sizeof line, stdin)) {
		char *end;
		long amount = strtol(line + 1, &end, 10);
		if (*line == '+')
			balance += amount;
		else if (*line == '-')
			balance -= amount;
		else
			continue;
		if (balance < lowest)
			lowest = balance;
		printf("%3d %8ld%s\n", ++n, balance, balance < 0 ? " !" : "");
	}
	printf("lowest %ld\n", lowest);
	return lowest < -1000;
}

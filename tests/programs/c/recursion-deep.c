/* recursion-deep.c: a hundred thousand levels, mutual recursion, Ackermann, towers. */
#include <stdio.h>

static long depth(long n)
{
	if (n == 0)
		return 0;
	return 1 + depth(n - 1);
}

static int odd(unsigned n);
static int even(unsigned n)
{
	return n == 0 ? 1 : odd(n - 1);
}
static int odd(unsigned n)
{
	return n == 0 ? 0 : even(n - 1);
}

static unsigned ack(unsigned m, unsigned n)
{
	if (m == 0)
		return n + 1;
	if (n == 0)
		return ack(m - 1, 1);
	return ack(m - 1, ack(m, n - 1));
}

static long moves;
static void hanoi(int n, int from, int to, int via)
{
	if (n == 0)
		return;
	hanoi(n - 1, from, via, to);
	moves = (moves * 3 + from * 10 + to) % 1000003;
	hanoi(n - 1, via, to, from);
}

static int permutations;
static void permute(char *s, int k, int n)
{
	if (k == n) {
		permutations++;
		return;
	}
	for (int i = k; i < n; i++) {
		char t = s[k];
		s[k] = s[i], s[i] = t;
		permute(s, k + 1, n);
		s[i] = s[k], s[k] = t;
	}
}

int main(void)
{
	printf("%ld\n", depth(100000));
	printf("%d %d\n", even(50000), odd(50001));
	printf("%u %u\n", ack(2, 9), ack(3, 4));
	hanoi(12, 1, 3, 2);
	printf("%ld\n", moves);
	char s[] = "abcdefg";
	permute(s, 0, 7);
	printf("%d %s\n", permutations, s);
	return 0;
}

/* disjoint.c: disjoint sets (union by rank, path halving) under a driver.
 *
 * disjoint A B C D X Y unites the elements A with B and C with D, and prints whether X and Y are
 * together. Elements are 0 to 4 and index the arrays, so that reads and writes at places that the
 * input chooses decide the output. The number of sets, the largest one and the depth of the forest
 * are computed besides.
 */
#include <stdio.h>
#include <stdlib.h>

enum { N = 5 };

static int parent[N], rank[N], size[N];
static int sets = N, largest = 1, deepest;

static int find(int x)
{
	while (parent[x] != x) {
		parent[x] = parent[parent[x]];
		x = parent[x];
	}
	return x;
}

static void unite(int a, int b)
{
	a = find(a);
	b = find(b);
	if (a == b)
		return;
	if (rank[a] < rank[b]) {
		int swap = a;
		a = b;
		b = swap;
	}
	parent[b] = a;
	if (rank[a] == rank[b])
		rank[a]++;
	size[a] += size[b];
	sets--;
	if (size[a] > largest)
		largest = size[a];
	if (rank[a] > deepest)
		deepest = rank[a];
}

static int element(const char *text)
{
	int x = atoi(text);
	if (x < 0 || x >= N) {
		fprintf(stderr, "disjoint: no element %s\n", text);
		exit(2);
	}
	return x;
}

int main(int argc, char **argv)
{
	if (argc < 3 || argc % 2 == 0) {
		fprintf(stderr, "usage: disjoint ELEMENT ELEMENT...\n");
		return 2;
	}
	for (int i = 0; i < N; i++) {
		parent[i] = i;
		size[i] = 1;
	}
	for (int i = 1; i + 2 < argc; i += 2)
		unite(element(argv[i]), element(argv[i + 1]));
	puts(find(element(argv[argc - 2])) == find(element(argv[argc - 1])) ? "together" : "apart");
	return 0;
}

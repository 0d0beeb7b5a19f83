// own: a table of structs of which one is tried
// options: --entry total
// expect: not compared items
struct item {
	int price, count;
};
int total(const struct item *items, unsigned n)
{
	int sum = 0;
	for (unsigned i = 0; i < n; i++)
		sum += items[i].price * items[i].count; //OLD
		sum += items[i].price * items[i].count - (i == 1); //NEW
	return sum;
}

/* NEW forgets to set the flag of negative numbers. */
#ifndef NEW
#define NEW 0
#endif
struct number {
	int value;
	int negative;
};
void f(struct number *n)
{
	if (n->value < 0 && !NEW)
		n->negative = 1;
	else if (n->value >= 0)
		n->negative = 0;
}

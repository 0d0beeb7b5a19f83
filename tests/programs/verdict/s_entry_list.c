// own: the third node of a list
// options: --entry 'int third(struct node *p)'
// expect: different
struct node {
	int value;
	struct node *next;
};
int third(struct node *p);
int third(struct node *p)
{
	for (int i = 0; i < 2; i++)
		if (!(p = p->next))
			return -1;
	return p->value; //OLD
	return p->value == 9 ? 0 : p->value; //NEW
}

// own: the fourth node of a list, which no call has
// options: --entry 'int fourth(struct node *p)'
// expect: not compared p->next->next->next null
struct node {
	int value;
	struct node *next;
};
int fourth(struct node *p);
int fourth(struct node *p)
{
	for (int i = 0; i < 3; i++)
		if (!(p = p->next))
			return -1;
	return p->value; //OLD
	return p->value == 9 ? 0 : p->value; //NEW
}

// own: leaves of a tree behind two pointers
// options: --entry 'int sum(struct tree *t)'
// expect: different
struct tree {
	int value;
	struct tree *left, *right;
};
int sum(struct tree *t);
static int walk(struct tree *t, int depth)
{
	if (!t)
		return 0;
	int own = t->value & 15;
	if (depth == 2 && own == 5) //NEW
		own = 6; //NEW
	return own + walk(t->left, depth + 1) + walk(t->right, depth + 1);
}
int sum(struct tree *t) { return walk(t, 0); }

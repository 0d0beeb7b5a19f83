/* Contracts without some of their clauses. */

/*@ changed_behavior //NEW
  @   ensures \result == \prev(\result) + 1; //NEW
  @*/ //NEW
int plus(int n)
{
	return n & 7; //OLD
	return (n & 7) + 1; //NEW
}

/*@ changed_behavior //NEW
  @   requires n > 5 && n < 3; //NEW
  @   ensures \result == 1; //NEW
  @*/ //NEW
int never(int n)
{
	return n | 1; //OLD
	return 1 | n; //NEW
}

int none(int n)
{
	return n & 7; //OLD
	return n & 3; //NEW
}

int main(void)
{
	return plus(1) + never(2) + none(3);
}

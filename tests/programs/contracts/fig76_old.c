/* Figure 7.6: one parameter less. */
struct c { int f; };
int m(struct c *self)
{
	return self->f;
}

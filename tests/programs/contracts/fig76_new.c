/* Figure 7.6: WRONG=1 adds x twice, WRONG=2 adds it where it must not. */
struct c { int f; };
//@ changed_behavior
//@   requires \prev(self->f) > 0;
//@   ensures \result == \prev(\result) + x;
//@   ensures \latest(x);
int m(struct c *self, int x)
{
#if WRONG == 1
	return self->f > 0 ? self->f + x + x : self->f;
#elif WRONG == 2
	return self->f + x;
#else
	return self->f > 0 ? self->f + x : self->f;
#endif
}

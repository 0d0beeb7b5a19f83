/* Figure 7.4: WRONG=1 adds too much, WRONG=2 nothing more than before. */
int num = 1;
/*@ changed_behavior
  @   ensures num == \prev(num) + 1;
  @   ensures num == \old(num) + 2;
  @*/
void foo(void)
{
#if WRONG == 1
	num = num + 3;
#elif WRONG == 2
	num = num + 1;
#else
	num = num + 2;
#endif
}

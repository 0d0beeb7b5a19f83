/* Figure 7.4: values of an expression in two versions and before. */
int num = 1;
void foo(void)
{
	num = num + 1;
}

/* empty.c: nothing, to measure what starting costs. */
int main(void)
{
	return 0;
}

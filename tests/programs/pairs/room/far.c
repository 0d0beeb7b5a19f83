/* far.c: a library that drift-cc does not build. */
int far_away(void)
{
	return 3;
}

/* Ends with the number of its arguments that begin with a dash. */
int main(int argc, char **argv)
{
	int n;
	for (int i = 1; i < argc; i++)
		if (argv[i][0] == '-')
			n++;
	return n;
}
